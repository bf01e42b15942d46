"""What a submission is marked for: the criteria of each assignment, and the collecting of marks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plyground.board import Board
from plyground.classroom.remark import Remark, remark
from plyground.classroom.submission import Answer, Argument, Fault, Submission, call_text
from plyground.errors import N_

__all__ = ["CRITERIA", "POINTS", "Examiner", "Mark"]

CRITERIA: Mapping[str, str] = {
    "trees": N_("Values of trees of numbers"),
    "boards": N_("Values of positions"),
    "moves": N_("The best move"),
    "windows": N_("Values in a narrower window"),
    "ucb1": N_("The UCB1 formula"),
    "backup": N_("Results on their way up"),
    "visits": N_("A visit for every playout"),
    "choice": N_("The move that is visited most"),
    "nodes": N_("No more positions than needed"),
    "counting": N_("The count that is returned"),
    "unchanged": N_("Boards are left as they were"),
    "time": N_("Answers in time"),
}

POINTS: Mapping[str, Mapping[str, float]] = {
    "minimax": {"trees": 5, "boards": 5, "moves": 5, "nodes": 2, "unchanged": 2, "time": 1},
    "alphabeta": {"trees": 4, "boards": 4, "windows": 3, "nodes": 4, "counting": 3, "unchanged": 1, "time": 1},
    "uct": {"ucb1": 4, "backup": 4, "visits": 3, "choice": 5, "nodes": 2, "unchanged": 1, "time": 1},
}
"""The points of each criterion, unless the assignment says otherwise."""

_MOST_REMARKS = 3  # of a criterion


@dataclass(frozen=True, slots=True)
class Mark:
    """How a submission did in one criterion."""

    criterion: str
    right: int
    asked: int
    most: float
    remarks: tuple[Remark, ...]

    @property
    def points(self) -> float:
        return round(self.most * self.right / self.asked, 2) if self.asked else 0.0


class Examiner:
    """Asks a submission and keeps the marks.

    Every answer also counts for `unchanged` and `time`, and a call that gives none counts against all that it is asked
    for.
    """

    def __init__(self, submission: Submission, points: Mapping[str, float]) -> None:
        self.submission = submission
        self._points = points
        self._right: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._remarks: defaultdict[str, list[Remark]] = defaultdict(list)

    def note(self, criterion: str, right: bool, *remarks: Remark) -> None:
        self._asked[criterion] += 1
        self._right[criterion] += right
        if not right:
            self._remarks[criterion] += [one for one in remarks if one not in self._remarks[criterion]]

    def ask(self, function: str, arguments: Sequence[Argument], criteria: Sequence[str], most: int) -> Answer | None:
        """The answer; None if there is none, which is noted for all `criteria`."""
        try:
            answer = self.submission.ask(function, arguments, most)
        except Fault as fault:
            broken = fault.criterion or criteria[0]
            for criterion in dict.fromkeys((*criteria, broken, "unchanged", "time")):
                self.note(criterion, False, *([fault.told] if criterion == broken else []))
            return None
        self.note("time", True)
        self.note(
            "unchanged",
            answer.changed is None,
            remark(
                N_(
                    "{call} changed a board that it was given, or one that it had made:\n{board}\nMake new boards with "
                    "board.move, and leave the old ones and their lists of moves as they are."
                ),
                call=call_text(function, arguments),
                board=answer.changed,
            ),
        )
        return answer

    def ask_again(self, function: str, arguments: Sequence[Argument], most: int) -> Answer | None:
        """The answer to a question on the way to the step that goes wrong; it earns no points."""
        try:
            return self.submission.ask(function, arguments, most)
        except Fault:
            return None

    def note_positions(
        self, function: str, arguments: Sequence[Argument], board: Board, answer: Answer, most: int
    ) -> bool:
        """Notes whether it looked at `most` positions or fewer, and at every one after a move of `board`."""
        if answer.positions <= len(board.legal_moves):
            template = N_("{call}: you looked at {count} positions; a search has to look at more")
        else:
            template = N_("{call}: you looked at {count} positions; {most} are enough")
        fits = len(board.legal_moves) < answer.positions <= most
        call = call_text(function, arguments)
        self.note("nodes", fits, remark(template, call=call, count=answer.positions, most=most))
        return fits

    def tell(self, criterion: str, told: Remark) -> None:
        """Adds a remark to the last one of a criterion."""
        self._remarks[criterion].append(told)

    @property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(
            Mark(name, self._right[name], self._asked[name], most, tuple(self._remarks[name][:_MOST_REMARKS]))
            for name, most in self._points.items()
        )
