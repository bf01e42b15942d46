"""The abstract game: a side and its opposite, outcomes, limits; a board that is no grid."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

from plyground import Board, Decision, Limit, Move, Outcome, Side
from plyground.errors import LimitError


@dataclass(frozen=True)
class Countdown(Board):
    """Take one or two; whoever takes the last one wins. With `fair`, the last one is nobody's."""

    left: int
    turn: Side = Side.FIRST
    fair: bool = False

    @property
    def legal_moves(self) -> list[Move]:
        return [move for move in (1, 2) if move <= self.left]

    @property
    def is_win(self) -> bool:
        return self.left == 0 and not self.fair

    def move(self, move: Move, /) -> Countdown:
        return Countdown(self.left - move, self.turn.opposite, self.fair)

    def evaluate(self, side: Side, /) -> float:
        return 0


def test_a_side_knows_its_opposite():
    assert Side.FIRST.opposite is Side.SECOND
    assert Side.SECOND.opposite is Side.FIRST
    assert pickle.loads(pickle.dumps(Side.SECOND)) is Side.SECOND


def test_outcomes_name_their_winner():
    assert {outcome: outcome.winner for outcome in Outcome} == {
        Outcome.OPEN: None,
        Outcome.FIRST_WINS: Side.FIRST,
        Outcome.SECOND_WINS: Side.SECOND,
        Outcome.DRAW: None,
    }
    assert [outcome for outcome in Outcome if not outcome.is_over] == [Outcome.OPEN]
    for side in Side:
        assert Outcome.win_of(side).winner is side


def test_a_game_says_five_things_and_gets_the_rest():
    board = Countdown(3)
    assert board.outcome is Outcome.OPEN
    assert board.winner is None
    won = board.move(2).move(1)
    assert won.is_win
    assert won.winner is Side.SECOND
    assert won.outcome is Outcome.SECOND_WINS
    assert not won.is_draw
    drawn = Countdown(1, fair=True).move(1)
    assert drawn.is_draw
    assert drawn.outcome is Outcome.DRAW
    assert board.move_name(2) == "2"


def test_a_board_has_to_say_all_five():
    class Mute(Board):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Mute()  # type: ignore[abstract]


@pytest.mark.parametrize(
    "bad",
    [
        {"depth": -1},
        {"depth": 2.5},
        {"depth": "3"},
        {"depth": True},
        {"nodes": 0},
        {"playouts": 0},
        {"playouts": -5},
        {"time": 0},
        {"time": -1},
        {"time": float("nan")},
        {"time": float("inf")},
        {"time": "1"},
        {"time": True},
    ],
)
def test_limits_that_make_no_sense_are_refused_with_the_value(bad):
    (value,) = bad.values()
    with pytest.raises(LimitError) as caught:
        Limit(**bad)
    assert str(value) in str(caught.value)


def test_limits_are_values():
    limit = Limit(time=0.5, nodes=1, depth=0, playouts=1)
    assert limit == Limit(0.5, 1, 0, 1)
    assert pickle.loads(pickle.dumps(limit)) == limit
    assert Limit() == Limit(None, None, None, None)


def test_a_decision_needs_no_more_than_a_move():
    decision = Decision(3)
    assert (decision.move, decision.value, decision.complete, decision.exact) == (3, None, True, False)
    assert pickle.loads(pickle.dumps(decision)) == decision
