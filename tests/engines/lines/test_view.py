"""What a look at a board shows, against the definition: cells that complete a line, and that give two to win on."""

from __future__ import annotations

import pytest
from hypothesis import given

from plyground import GridBoard, Side
from plyground.engines.lines import LineView
from plyground.errors import IllegalMoveError, UnsupportedError
from tests.engines.lines.test_sequences import positions
from tests.strategies import examples


def winning_cells(board: GridBoard, side: Side, stone: int) -> int:
    """The free cells on which `side` completes a line through a new stone of its own, as a mask."""
    stones, found = board.stones(side) | stone, 0
    for segment in board.rules.layout.segments:
        missing = segment & ~stones
        if segment & stone and missing.bit_count() == 1 and missing & board.free:
            found |= missing
    return found


@examples(60)
@given(positions(12))
def test_threats_are_those_of_the_definition(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    view = LineView(board)
    for side in Side:
        wins = {move for move in board.legal_moves if board.target(move) & board.threat_mask(side)}
        assert set(view.wins(side)) == wins
        forks = {
            move
            for move in board.legal_moves
            if move not in wins and winning_cells(board, side, board.target(move)).bit_count() > 1
        }
        assert set(view.forks(side)) == forks


@examples(40)
@given(positions(12))
def test_choices_are_free_cells_and_there_is_always_one(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    choices = LineView(board).choices()
    moves = [choice.move for choice in choices]
    assert moves
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(board.legal_moves)
    assert [choice.worth for choice in choices] == sorted((choice.worth for choice in choices), reverse=True)


def test_what_it_refuses() -> None:
    with pytest.raises(UnsupportedError, match="runs of 3 to 8"):
        LineView(GridBoard())
    with pytest.raises(IllegalMoveError, match="has won"):
        LineView(GridBoard.from_moves("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku"))
