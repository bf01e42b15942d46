"""Wins in one move on a grid, and the moves that block them."""

from __future__ import annotations

from plyground.board import Move
from plyground.grid import GridBoard

__all__ = ["block_in_one", "win_in_one"]


def win_in_one(board: GridBoard) -> Move | None:
    """The first legal move that wins."""
    return _first_into(board, board.wins_in_one(board.turn))


def block_in_one(board: GridBoard) -> Move | None:
    """The first legal move into a cell where the opponent would win."""
    return _first_into(board, board.wins_in_one(board.turn.opposite))


def _first_into(board: GridBoard, cells: int) -> Move | None:
    return next((move for move in board.legal_moves if board.target(move) & cells), None) if cells else None
