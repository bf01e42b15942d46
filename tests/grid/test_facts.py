"""Counts that the field knows: perft, positions, games. Width x height throughout."""

from __future__ import annotations

import functools

import pytest

from plyground import CFOUR, TICTACTOE, GridBoard, Outcome, Rules, Side
from plyground.grid import canonical, symmetries

PERFT = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572]
BY_PLY = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623]


def perft(board: GridBoard, depth: int) -> int:
    """Games of exactly `depth` plies; one that ended earlier does not count."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(board.legal_moves)
    return sum(perft(board.move(move), depth - 1) for move in board.legal_moves)


def positions_by_ply(rules: Rules, plies: int) -> list[int]:
    """Different positions after 0, 1, … plies of play; won ones are counted and not played on.

    On a board with a mirror only one of each pair is kept and played on: half the time and the memory.
    """
    mirror = functools.cache(functools.partial(symmetries(rules)[-1].mask, rules))
    assert len(symmetries(rules)) == 2
    counts, layer = [1], [GridBoard(rules)]
    for _ in range(plies):
        # Told apart by their stones alone, which is quicker: all of a ply have the same side to move.
        following: dict[tuple[int, int], GridBoard] = {}
        count = 0
        for board in layer:
            for move in board.legal_moves:
                after = board.move(move)
                stones = after.stones(Side.FIRST), after.stones(Side.SECOND)
                if stones in following:
                    continue
                image = mirror(stones[0]), mirror(stones[1])
                if image not in following:
                    following[stones] = after
                    count += 1 if image == stones else 2
        counts.append(count)
        layer = list(following.values())
    return counts


@pytest.mark.parametrize("depth", range(8))
def test_perft(depth):
    assert perft(GridBoard(CFOUR), depth) == PERFT[depth]


@pytest.mark.soak
@pytest.mark.parametrize("depth", [8, 9])
def test_perft_deeper(depth):
    assert perft(GridBoard(CFOUR), depth) == PERFT[depth]


def test_positions_by_ply():
    assert positions_by_ply(CFOUR, 7) == BY_PLY[:8]


@pytest.mark.soak
def test_positions_by_ply_deeper():
    assert positions_by_ply(CFOUR, 10) == BY_PLY


@pytest.mark.parametrize(
    ("columns", "rows", "count"),
    [
        (4, 4, 161029),
        pytest.param(4, 5, 1706255, marks=pytest.mark.soak),
        pytest.param(5, 4, 3945711, marks=pytest.mark.soak),
    ],
)
def test_all_positions(columns, rows, count):
    assert sum(positions_by_ply(Rules(columns=columns, rows=rows, connect=4), columns * rows)) == count


def test_tictactoe():
    layer, seen = {GridBoard(TICTACTOE)}, {GridBoard(TICTACTOE)}
    for _ in range(9):
        layer = {board.move(move) for board in layer for move in board.legal_moves}
        seen |= layer
    assert len(seen) == 5478
    assert len({canonical(board) for board in seen}) == 765

    ends = dict.fromkeys(Outcome, 0)

    def play(board: GridBoard) -> None:
        if board.outcome.is_over:
            ends[board.outcome] += 1
        for move in board.legal_moves:
            play(board.move(move))

    play(GridBoard(TICTACTOE))
    assert ends == {
        Outcome.OPEN: 0,
        Outcome.FIRST_WINS: 131184,
        Outcome.SECOND_WINS: 77904,
        Outcome.DRAW: 46080,
    }
    assert sum(ends.values()) == 255168


def test_connect_four_has_69_segments_and_tictactoe_eight():
    assert len(GridBoard(CFOUR).segments) == 69
    assert len(GridBoard(TICTACTOE).segments) == 8


def test_the_exercises_that_set_positions_up_freely():
    """Three tic-tac-toe positions of the textbook, two of which cannot arise in play."""
    won = GridBoard.parse("xox/xoo/x.o x", TICTACTOE)
    assert won.is_win
    assert won.winner is Side.FIRST
    assert GridBoard.parse("xox/xoo/oxo x", TICTACTOE).is_draw
    assert GridBoard.parse("xox/xxo/o.o x", TICTACTOE).legal_moves == (7,)
