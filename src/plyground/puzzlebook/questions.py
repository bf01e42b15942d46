"""Which questions a position is good for, by the exact values of all its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.board import Move, Side
from plyground.grid import GridBoard
from plyground.puzzlebook.puzzle import PuzzleKind
from plyground.solver import Value

__all__ = ["Question", "is_quiet", "questions_of"]

_LEAST_MOVES = 4
"""Fewer moves to choose from make no puzzle."""
_SOONEST, _LATEST = 2, 8
"""The moves to the end of a `win-in` puzzle."""


@dataclass(frozen=True, slots=True)
class Question:
    kind: PuzzleKind
    answers: tuple[str, ...]
    length: int = 0


def is_quiet(board: GridBoard) -> bool:
    """Nobody can win with the next stone: else the answer is seen at once."""
    return not (board.wins_in_one(board.turn) or board.wins_in_one(board.turn.opposite))


def questions_of(board: GridBoard, values: Mapping[Move, Value]) -> list[Question]:
    """The questions that have just one right answer. `values` are exact, and those of all legal moves."""
    if len(values) < _LEAST_MOVES or not is_quiet(board):
        return []
    name = board.move_name
    scores = {move: value.low for move, value in values.items()}
    winning = [move for move, score in scores.items() if score > 0]
    drawing = [move for move, score in scores.items() if score == 0]
    losing = [move for move, score in scores.items() if score < 0]
    found = []
    if len(winning) == 1:
        found.append(Question(PuzzleKind.WIN, (name(winning[0]),)))
    if winning:
        best = max(scores.values())
        soonest = [move for move in winning if scores[move] == best]
        length = values[soonest[0]].moves or 0
        if len(soonest) == 1 and _SOONEST <= length <= _LATEST:
            found.append(Question(PuzzleKind.WIN_IN, (name(soonest[0]),), length))
    if not winning and len(drawing) == 1:
        found.append(Question(PuzzleKind.DRAW, (name(drawing[0]),)))
    # The opponent must need more than one move to win: what loses at once is no riddle.
    if len(losing) == 1 and (values[losing[0]].moves or 0) > 1:
        found.append(Question(PuzzleKind.POISON, (name(losing[0]),)))
    found.append(Question(PuzzleKind.WHO, (_winner(board, max(scores.values())),)))
    return found


def _winner(board: GridBoard, score: int) -> str:
    if score == 0:
        return "draw"
    return "first" if (score > 0) == (board.turn is Side.FIRST) else "second"
