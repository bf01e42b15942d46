"""Wins in one move on a grid, and the moves that block them."""

from __future__ import annotations

from plyground.board import Move, Side
from plyground.grid import GridBoard

__all__ = ["block_in_one", "win_in_one", "winning_cells"]


def winning_cells(board: GridBoard, side: Side) -> int:
    """Cells where the next stone of `side` would win, as a mask."""
    return board.threat_mask(side) & board.reachable


def win_in_one(board: GridBoard) -> Move | None:
    """The first legal move that wins."""
    return _first_into(board, winning_cells(board, board.turn))


def block_in_one(board: GridBoard) -> Move | None:
    """The first legal move into a cell where the opponent would win."""
    return _first_into(board, winning_cells(board, board.turn.opposite))


def _first_into(board: GridBoard, cells: int) -> Move | None:
    return next((move for move in board.legal_moves if board.target(move) & cells), None) if cells else None
