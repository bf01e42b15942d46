"""Positions on grids for exercises, from random games."""

from __future__ import annotations

from typing import Any

from plyground.grid import GridBoard, Rules, position_text, rules_name, rules_of
from plyground.learn.exercises.draw import Draw

__all__ = ["board_figure", "draw_board"]


def draw_board(draw: Draw, rules: Rules | str, stones: int) -> GridBoard | None:
    """The position after so many random moves; None if the game is over by then."""
    board = GridBoard(rules_of(rules))
    for _ply in range(stones):
        if not board.legal_moves:
            return None
        board = board.move(draw.pick(board.legal_moves))
    return board if board.legal_moves else None


def board_figure(board: GridBoard, marks: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "type": "board",
        "rules": rules_name(board.rules),
        "position": position_text(board),
        "marks": marks or [],
    }
