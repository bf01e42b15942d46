"""The solver as a player: perfect where there is time, honest where there is not."""

from __future__ import annotations

import pytest

from examples.nim import Nim
from plyground import CFOUR, TICTACTOE, Board, Decision, Game, GridBoard, Played, Player, Rules, play
from plyground.errors import IllegalMoveError, UnsupportedError
from plyground.players import RandomPlayer, SolverPlayer, make_player
from tests.solver.brute import Brute
from tests.waiting import CancelAfter

LONG = Rules.parse("9x6")
"""No book, and nobody has to wait for this board to be solved from the start."""
SMALL = [
    "4x3 connect=3",
    "3x4 connect=3",
    "4x4 connect=4 blocked=b1",
    "3x3 connect=3 gravity=no",
    "4x3 connect=3 gravity=no",
]


def brute_values(rules: Rules) -> dict[tuple[int, int], int]:
    """The score of every open position, by the stones of the side to move and all stones."""
    brute = Brute(rules.columns, rules.rows, rules.connect, rules.gravity, rules.blocked)
    keys = zip(brute.movers.tolist(), brute.stones.tolist(), strict=True)
    return dict(zip(keys, brute.scores.tolist(), strict=True))


def score(board: GridBoard, values: dict[tuple[int, int], int]) -> int:
    """The exact score for the side to move, of ended games too."""
    if board.is_win:
        return -((board.rules.cells + 2 - board.count) // 2)
    if not board.legal_moves:
        return 0
    own = board.stones(board.turn)
    return values[own, own | board.stones(board.turn.opposite)]


@pytest.mark.parametrize("text", SMALL)
def test_whole_games_never_lose_value(text: str) -> None:
    rules = Rules.parse(text)
    values = brute_values(rules)
    solver = SolverPlayer(threads=1, table_mb=1)
    decided = 0

    def check(played: Played) -> None:
        nonlocal decided
        if played.player is not solver:
            return
        before, decision = played.before, played.decision
        assert isinstance(before, GridBoard)
        truth = {move: -score(before.move(move), values) for move in before.legal_moves}
        assert truth[decision.move] == max(truth.values()) == decision.value
        assert decision.exact
        assert decision.complete
        assert decision.values == truth  # on a board this small they all come cheaply
        assert decision.line[0] == decision.move
        end = before
        for move in decision.line:
            end = end.move(move)
        assert end.outcome.is_over
        decided += 1

    for seed in range(12):
        other = RandomPlayer(seed=seed)
        first: Player = solver if seed % 2 else other
        second: Player = other if seed % 2 else solver
        game = play(Game(GridBoard(rules)), first, second, observers=[check])
        assert game.is_over
    assert decided > 30


def test_the_fastest_win_and_the_slowest_loss() -> None:
    player = make_player("solver threads=1 table=16")
    win = player.decide(Game(GridBoard.from_moves("44444566566")))
    # The side to move loses, but holds out longest in column 5: -1 against -3 and -4.
    assert (win.move, win.value) == (4, -1)
    assert len(win.line) == 30
    # Three in a row, open on the right: nothing slower than the win at once.
    assert player.next_move(GridBoard.from_moves("112233")) == 3


def test_the_opening_comes_from_the_book() -> None:
    decision = make_player("solver time=300 threads=1 table=16").decide(Game(GridBoard(CFOUR)))
    assert (decision.move, decision.value, decision.exact) == (3, 1, True)


def test_out_of_time_it_plays_the_best_move_known() -> None:
    player = make_player("solver time=0.2 threads=1 table=16")
    decision = player.decide(Game(GridBoard(LONG)))
    assert decision.move in range(9)
    assert not decision.exact
    assert not decision.complete
    assert decision.value is None
    assert decision.values == {}
    assert decision.note


def test_a_cancel_ends_it() -> None:
    decision = SolverPlayer(threads=1, table_mb=16).decide(Game(GridBoard(LONG)), cancel=CancelAfter(10))
    assert not decision.complete


def test_what_it_cannot_play_it_says_at_the_start() -> None:
    large = Game[Board](GridBoard(Rules.parse("12x12")))
    with pytest.raises(UnsupportedError, match="at most 128"):
        SolverPlayer().decide(large)
    with pytest.raises(UnsupportedError, match="'analyse' gives an estimate"):
        play(large, SolverPlayer(), RandomPlayer())
    assert large.moves == ()
    with pytest.raises(UnsupportedError, match="grids"):
        SolverPlayer().next_move(Nim(5))
    with pytest.raises(IllegalMoveError, match="has won"):
        SolverPlayer(threads=1, table_mb=1).decide(Game(GridBoard.from_moves("1122334")))


def test_a_player_changes_boards() -> None:
    player = SolverPlayer(threads=1, table_mb=1)
    decisions: list[Decision] = []
    for rules in (Rules.parse("4x4"), TICTACTOE, Rules.parse("4x4 connect=3"), Rules.parse("4x4")):
        decisions.append(player.decide(Game(GridBoard(rules))))
    assert [decision.value for decision in decisions][:2] == [0, 0]
    assert decisions[0].value == decisions[3].value
