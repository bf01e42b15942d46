"""Wins by threats on boards without gravity, as certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.board import Cancel, Deadline, Limit
from plyground.explanations.certificates import Answer, Certificate, Forced, Replies
from plyground.grid import GOMOKU, GridBoard, Position, Rules, board_of

if TYPE_CHECKING:
    from plyground.engines import ThreatSearch, ThreatWin

__all__ = ["MOST_ANSWERS", "prove_by_threats"]

MOST_ANSWERS = 5_000
"""A longer proof is given up: nobody could follow it."""


def prove_by_threats(
    position: Position, *, rules: Rules | str = GOMOKU, limit: Limit | None = None, cancel: Cancel | None = None
) -> Certificate | None:
    """Why the side to move wins by fours, or by fours and threes, against every defence; None if no such win was found.

    The limit is in seconds or nodes (1 s if it says nothing).

    >>> certificate = prove_by_threats("h8 a1 h9 a2 i9 a15", limit=Limit(nodes=100_000))
    >>> certificate.board.move_name(certificate.root.move)
    'h10'
    """
    from plyground.engines import ThreatSearch

    board = board_of(position, rules)
    search = ThreatSearch(board.rules)
    win = search.find(board, limit, cancel)
    if win is None:
        return None
    root = _Writer(search, Deadline(limit, cancel)).attack(board, win)
    return None if root is None else Certificate(board, board.turn, True, root)


class _Writer:
    """Writes down a win that was found, by asking for the answer to each reply that may stop it."""

    def __init__(self, search: ThreatSearch, deadline: Deadline) -> None:
        self.search = search
        self.deadline = deadline
        self.known: dict[GridBoard, Answer | Forced] = {}

    def attack(self, board: GridBoard, win: ThreatWin) -> Answer | Forced | None:
        if win.line:
            return Forced(win.line)
        after = board.move(win.move)
        threatened, replies = self.search.defences(after)
        answers: dict[int, Answer | Forced] = {}
        for reply in replies:
            answer = self._answer(after.move(reply), win.stones)
            if answer is None:
                return None
            answers[reply] = answer
        return Answer(win.move, Replies(answers, Forced(threatened))) if threatened else None

    def _answer(self, board: GridBoard, stones: int) -> Answer | Forced | None:
        if board not in self.known:
            if len(self.known) >= MOST_ANSWERS or self.deadline.is_over:
                return None
            win = self.search.find_again(board, stones)
            answer = None if win is None else self.attack(board, win)
            if answer is None:
                return None
            self.known[board] = answer
        return self.known[board]
