"""Puzzles without gravity: a win by a sequence of fours, each of which leaves the opponent one reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.board import Move
from plyground.grid import GridBoard
from plyground.puzzlebook.puzzle import PuzzleKind
from plyground.puzzlebook.questions import Question, is_quiet

if TYPE_CHECKING:
    from plyground.engines import ThreatSearch

__all__ = ["fours_of", "question_by_fours"]

_LEAST_FOURS = 2
"""A win with the first four is seen at once."""


def question_by_fours(board: GridBoard, search: ThreatSearch) -> Question | None:
    """The question, if just one move can begin a sequence of fours that wins."""
    if not is_quiet(board):
        return None
    line = search.by_fours(board)
    if len(line) < 2 * _LEAST_FOURS - 1:
        return None
    right = [move for move in fours_of(board) if _wins(board.move(move), search)]
    if len(right) != 1:
        return None
    return Question(PuzzleKind.FOURS, (board.move_name(right[0]),), _moves_to_end(board, line))


def fours_of(board: GridBoard) -> list[Move]:
    """The moves after which the side to move threatens to complete a run."""
    side = board.turn
    return [move for move in board.legal_moves if board.move(move).threat_mask(side)]


def _wins(after: GridBoard, search: ThreatSearch) -> bool:
    """Whether a four has begun a sequence that wins."""
    if after.wins_in_one(after.turn):
        return False
    cells = after.rules.layout.cells(after.threat_mask(after.turn.opposite))
    if len(cells) > 1:
        return True
    reply = after.move(after.rules.move_into(next(iter(cells))))
    return bool(search.by_fours(reply))


def _moves_to_end(board: GridBoard, line: tuple[Move, ...]) -> int:
    """The winner's moves to the end of a line that ends with a win, or with two cells to win on."""
    for move in line:
        board = board.move(move)
    return (len(line) + 1) // 2 + (not board.is_win)
