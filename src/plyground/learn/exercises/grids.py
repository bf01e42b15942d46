"""Positions on grids for exercises, from random games."""

from __future__ import annotations

from typing import Any

from plyground.board import Move
from plyground.grid import GridBoard, Rules, position_text, rules_name, rules_of
from plyground.learn.exercises.draw import Draw
from plyground.texts import say

__all__ = ["board_figure", "draw_board", "draw_finished", "exact_values", "move_words"]


def draw_board(draw: Draw, rules: Rules | str, stones: int) -> GridBoard | None:
    """The position after so many random moves, none of which completes a line; None if there is no such move left."""
    board = GridBoard(rules_of(rules))
    for _ply in range(stones):
        quiet = (after for move in draw.shuffled(board.legal_moves) if not (after := board.move(move)).is_win)
        found = next(quiet, None)
        if found is None:
            return None
        board = found
    return board if board.legal_moves else None


def draw_finished(draw: Draw, rules: Rules | str, drawn: bool) -> tuple[GridBoard, Move] | None:
    """The last open position of a random game and its last move; None unless it ends as `drawn` says."""
    board = GridBoard(rules_of(rules))
    while True:
        move = draw.pick(board.legal_moves)
        after = board.move(move)
        if not after.legal_moves:
            return (board, move) if after.is_draw is drawn else None
        board = after


def exact_values(board: GridBoard, known: dict[GridBoard, int] | None = None) -> dict[Move, int]:
    """What each move is worth to the side to move, when both play on perfectly: 1, 0 or -1. For small endings.

    `known` keeps values for the next call.
    """
    known = {} if known is None else known
    return {move: -_exact(board.move(move), known) for move in board.legal_moves}


def _exact(board: GridBoard, known: dict[GridBoard, int]) -> int:
    value = known.get(board)
    if value is None:
        value = -1 if board.legal_moves or board.is_win else 0
        for move in board.legal_moves:
            value = max(value, -_exact(board.move(move), known))
            if value == 1:
                break
        known[board] = value
    return value


def move_words(board: GridBoard, move: str) -> str:
    """A move in a sentence: a bare number would not be understood."""
    return say("column {move}", move=move) if board.rules.gravity else move


def board_figure(board: GridBoard, marks: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "type": "board",
        "rules": rules_name(board.rules),
        "position": position_text(board),
        "marks": marks or [],
    }
