"""`Game`: history, undo, forfeits and clocks."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, TICTACTOE, Clock, Game, GridBoard, Outcome, Rules, Side, Termination
from plyground.errors import IllegalMoveError, LimitError
from tests import strategies
from tests.board.test_board import Countdown
from tests.strategies import examples

WON = [0, 1, 0, 1, 0, 1, 0]


@examples(150)
@given(strategies.games(strategies.rules(largest=7)), st.data())
def test_a_game_is_a_start_and_its_moves(played, data):
    start, moves = played
    game = Game(start, moves)
    assert game.start == start
    assert game.moves == tuple(moves)
    assert game.last_move == (moves[-1] if moves else None)
    assert len(game.boards) == len(moves) + 1
    for before, move, after in zip(game.boards, moves, game.boards[1:], strict=False):
        assert before.move(move) == after
    assert game.turn is game.board.turn
    assert game.outcome is game.board.outcome
    back = data.draw(st.integers(0, len(moves)))
    for move in reversed(moves[len(moves) - back :]):
        assert game.undo() == move
    rest = moves[: len(moves) - back]
    assert game.moves == tuple(rest)
    assert game.board == Game(start, rest).board
    assert game.is_over == game.board.outcome.is_over
    for move in moves[len(moves) - back :]:
        assert game.play(move) is game
    assert game.moves == tuple(moves)


def test_how_it_ended():
    game = Game(GridBoard(CFOUR), WON[:-1])
    assert (game.is_over, game.winner, game.termination) == (False, None, None)
    game.play(0)
    assert (game.is_over, game.winner, game.termination) == (True, Side.FIRST, Termination.WIN)
    drawn = Game(GridBoard.parse("xox/xoo/ox. x", TICTACTOE)).play(8)
    assert (drawn.outcome, drawn.winner, drawn.termination) == (Outcome.DRAW, None, Termination.DRAW)


def test_moves_that_cannot_be_played_leave_the_game_as_it_is():
    game = Game(GridBoard(CFOUR), [0] * 6)
    for move, says in ((0, "column 1 is full; open columns: 2 3 4 5 6 7"), (7, "no column 8"), (-1, "no column 0")):
        with pytest.raises(IllegalMoveError, match=says):
            game.play(move)
    assert game.moves == (0,) * 6
    with pytest.raises(IllegalMoveError, match="first player has won, so 3"):
        Game(GridBoard(CFOUR), WON).play(2)
    with pytest.raises(IllegalMoveError, match="full"):
        Game(GridBoard(CFOUR), [0] * 7)


def test_a_game_that_does_not_check_its_moves_is_checked_for():
    with pytest.raises(IllegalMoveError, match="3 cannot be played here; the legal moves are 1 2"):
        Game(Countdown(5)).play(3)


def test_undo_at_the_start():
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        Game(GridBoard(CFOUR)).undo()


@pytest.mark.parametrize("reason", [Termination.RESIGNATION, Termination.TIMEOUT, Termination.ADJUDICATION])
def test_forfeits(reason):
    game = Game(GridBoard(CFOUR), [3, 3, 3])
    game.end(Side.FIRST, reason)
    assert (game.is_over, game.outcome, game.termination) == (True, Outcome.SECOND_WINS, reason)
    assert not game.board.outcome.is_over
    with pytest.raises(IllegalMoveError, match="second player has won"):
        game.play(3)
    with pytest.raises(IllegalMoveError, match="over already"):
        game.end(None, Termination.ADJUDICATION)
    assert game.undo() == 3
    assert (game.is_over, game.termination, game.moves) == (False, None, (3, 3))
    game.end(None, Termination.ADJUDICATION)
    assert (game.outcome, game.winner) == (Outcome.DRAW, None)
    with pytest.raises(IllegalMoveError, match="drawn, so 4"):
        game.play(3)


def test_games_do_not_share_anything():
    start = GridBoard(CFOUR)
    one, two = Game(start), Game(start)
    one.play(3)
    one.spend(Side.FIRST, 1)
    assert two.moves == ()
    assert two.seconds == {Side.FIRST: 0, Side.SECOND: 0}
    assert start.count == 0


def test_a_branch_is_a_game_of_its_own():
    game = Game(GridBoard(CFOUR), clock=Clock(60, 1))
    for move, seconds in ((3, 2), (4, 5), (3, 7)):
        game.spend(game.turn, seconds)
        game.play(move)
    game.end(Side.SECOND, Termination.RESIGNATION)
    branch = game.branch()
    assert (branch.moves, branch.boards, branch.seconds, branch.clock) == (
        game.moves,
        game.boards,
        game.seconds,
        game.clock,
    )
    assert not branch.is_over, "a forfeit is not taken over"
    early = game.branch(1)
    assert (early.moves, early.seconds) == ((3,), {Side.FIRST: 2, Side.SECOND: 0})
    early.spend(Side.SECOND, 9)
    early.play(0).play(1).undo()
    assert (early.moves, early.seconds) == ((3, 0), {Side.FIRST: 2, Side.SECOND: 9})
    assert [early.time_left(side) for side in Side] == [59, 52]
    assert (game.moves, game.seconds) == ((3, 4, 3), {Side.FIRST: 9, Side.SECOND: 5})
    assert game.is_over


def test_a_game_can_be_sent_to_another_process():
    game = Game(GridBoard(Rules.parse("5x4 connect=3 blocked=c1")), [2, 2, 0], Clock(5, 1))
    game.spend(Side.SECOND, 1.5)
    game.end(Side.SECOND, Termination.RESIGNATION)
    copy = pickle.loads(pickle.dumps(game))
    assert (copy.moves, copy.boards, copy.seconds, copy.clock) == (game.moves, game.boards, game.seconds, game.clock)
    assert (copy.outcome, copy.termination) == (game.outcome, game.termination)


# Clocks


@pytest.mark.parametrize(
    "bad", [(0, 0), (-1, 0), (1, -1), (float("nan"), 0), (1, float("nan"))], ids=lambda pair: f"{pair[0]}+{pair[1]}"
)
def test_clocks_that_make_no_sense_are_refused(bad):
    with pytest.raises(LimitError, match="clock"):
        Clock(*bad)


def test_without_a_clock_time_is_booked_and_never_runs_out():
    game = Game(GridBoard(CFOUR))
    game.spend(Side.FIRST, 1e9)
    assert game.time_left(Side.FIRST) is None
    assert not game.is_over
    assert game.seconds == {Side.FIRST: 1e9, Side.SECOND: 0}


def test_an_increment_comes_after_the_move_and_saves_nobody_before_it():
    game = Game(GridBoard(CFOUR), clock=Clock(10, 5))
    game.spend(Side.FIRST, 4)
    assert game.time_left(Side.FIRST) == 6
    game.play(3)
    assert game.time_left(Side.FIRST) == 11
    assert game.time_left(Side.SECOND) == 10
    game.spend(Side.SECOND, 10)
    assert game.time_left(Side.SECOND) == 0
    assert not game.is_over
    game.play(3)
    assert game.time_left(Side.SECOND) == 5
    game.spend(Side.FIRST, 11.5)
    assert (game.outcome, game.termination) == (Outcome.SECOND_WINS, Termination.TIMEOUT)


def test_the_side_that_moved_gets_the_increment_wherever_the_game_started():
    start = GridBoard.setup(CFOUR, first=[(0, 0), (1, 0), (2, 0)], turn=Side.SECOND)
    game = Game(start, clock=Clock(10, 1)).play(3).play(0)
    assert (game.time_left(Side.FIRST), game.time_left(Side.SECOND)) == (11, 11)


def test_a_move_taken_back_gives_its_time_back():
    game = Game(GridBoard(CFOUR), clock=Clock(10, 2))
    for side, seconds in ((Side.FIRST, 3), (Side.SECOND, 4)):
        game.spend(side, seconds)
        game.play(3)
    game.spend(Side.FIRST, 100)
    assert game.termination is Termination.TIMEOUT
    game.undo()
    assert not game.is_over
    assert (game.time_left(Side.FIRST), game.time_left(Side.SECOND)) == (9, 10)
    game.undo()
    assert (game.time_left(Side.FIRST), game.time_left(Side.SECOND)) == (10, 10)


def test_time_booked_after_the_end_changes_nothing():
    game = Game(GridBoard(CFOUR), WON, Clock(1))
    game.spend(Side.FIRST, 100)
    assert game.termination is Termination.WIN
