"""A player that looks one move ahead: how long a run a stone would make, and how many of its ends would be open."""

from __future__ import annotations

from plyground import GridBoard, Side
from plyground.board import Move

__all__ = ["one_ply_move"]

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def one_ply_move(board: GridBoard) -> Move:
    """The move that makes the best run of its own, or takes the best one from the opponent; the middle in doubt."""
    rules = board.rules
    middle = (rules.columns - 1) / 2, (rules.rows - 1) / 2

    def rank(move: Move) -> tuple[float, float]:
        cell = board.cell_of(move)
        own, other = (_worth(board, cell, side) for side in (board.turn, board.turn.opposite))
        return max(own + 0.5, other), -max(abs(cell[0] - middle[0]), abs(cell[1] - middle[1]))

    return max(board.legal_moves, key=rank)


def _worth(board: GridBoard, cell: tuple[int, int], side: Side) -> float:
    """Of the runs through a stone of `side` on `cell`: the longer the better, and the more open ends it has."""
    total = 0.0
    for across, up in _DIRECTIONS:
        length, ends = 1, 0
        for step in (1, -1):
            column, row = cell[0] + step * across, cell[1] + step * up
            while _at(board, column, row) is side:
                length += 1
                column, row = column + step * across, row + step * up
            ends += _is_free(board, column, row)
        if length >= board.rules.connect:
            return 10_000.0
        total += 4.0**length * ends
    return total


def _at(board: GridBoard, column: int, row: int) -> Side | None:
    inside = 0 <= column < board.rules.columns and 0 <= row < board.rules.rows
    return board.at(column, row) if inside else None


def _is_free(board: GridBoard, column: int, row: int) -> bool:
    inside = 0 <= column < board.rules.columns and 0 <= row < board.rules.rows
    return inside and (column, row) not in board.rules.blocked and board.at(column, row) is None
