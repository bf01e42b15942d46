"""Grading a submission, and the grade as people, programs and Gradescope read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from plyground.classroom.alphabeta_checks import check_alphabeta, draw_alphabeta
from plyground.classroom.assignment import Assignment
from plyground.classroom.criteria import CRITERIA, Examiner, Mark
from plyground.classroom.minimax_checks import check_minimax, draw_minimax
from plyground.classroom.submission import Submission
from plyground.classroom.uct_checks import check_uct, draw_uct
from plyground.texts import _, say

__all__ = ["Grade", "grade"]

_KINDS: Mapping[str, tuple[Callable[[int, int], Any], Callable[[Examiner, Any], None]]] = {
    "minimax": (draw_minimax, check_minimax),
    "alphabeta": (draw_alphabeta, check_alphabeta),
    "uct": (draw_uct, check_uct),
}


@lru_cache(maxsize=8)
def _drawn(kind: str, seed: int, questions: int) -> Any:
    """The questions of an assignment, drawn once for all its submissions."""
    return _KINDS[kind][0](seed, questions)


@dataclass(frozen=True, slots=True)
class Grade:
    """The marks of one submission. It prints as the feedback for its author, in the language in use."""

    name: str
    marks: tuple[Mark, ...]

    @property
    def points(self) -> float:
        return round(sum(mark.points for mark in self.marks), 2)

    @property
    def most(self) -> float:
        return sum(mark.most for mark in self.marks)

    @property
    def is_full(self) -> bool:
        return all(mark.right == mark.asked and mark.asked for mark in self.marks)

    @property
    def summary(self) -> str:
        return say(
            "{name}: {points} of {most} points", name=self.name, points=f"{self.points:g}", most=f"{self.most:g}"
        )

    def __str__(self) -> str:
        lines = [self.summary]
        for mark in self.marks:
            sign = "+" if mark.asked and mark.right == mark.asked else "-"
            lines += ["", f"{sign} {_(CRITERIA[mark.criterion])}  {mark.points:g}/{mark.most:g}"]
            lines += [f"    {line}" for told in _texts(mark) for line in told.splitlines()]
        return "\n".join(lines)

    def json(self) -> dict[str, Any]:
        """For programs; the remarks are in the language in use."""
        return {
            "name": self.name,
            "points": self.points,
            "most": self.most,
            "marks": [
                {
                    "criterion": mark.criterion,
                    "points": mark.points,
                    "most": mark.most,
                    "right": mark.right,
                    "asked": mark.asked,
                    "remarks": _texts(mark),
                }
                for mark in self.marks
            ],
        }

    def gradescope(self) -> dict[str, Any]:
        """The content of `results.json`, from which Gradescope takes the points and shows the feedback."""
        return {
            "score": self.points,
            "output": self.summary,
            "output_format": "text",
            "stdout_visibility": "hidden",
            "tests": [
                {
                    "name": _(CRITERIA[mark.criterion]),
                    "score": mark.points,
                    "max_score": mark.most,
                    "status": "passed" if mark.asked and mark.right == mark.asked else "failed",
                    "output": "\n".join(_texts(mark)),
                    "output_format": "text",
                }
                for mark in self.marks
            ],
        }


def _texts(mark: Mark) -> list[str]:
    return [told.text for told in mark.remarks]


def grade(path: Path | str, assignment: Assignment) -> Grade:
    """Asks the submission the hidden questions of the assignment, and returns its grade.

    The file runs in a process of its own under limits. A submission that fails in any way gets its marks; an error is
    raised only for a file that is not there.
    """
    file = Path(path)
    hidden = [] if assignment.path is None else [assignment.path]
    drawn = _drawn(assignment.kind, assignment.seed, assignment.questions)
    with Submission(
        file, assignment.file_name, seconds=assignment.seconds, memory=assignment.memory, hidden=hidden
    ) as submission:
        examiner = Examiner(submission, assignment.points)
        _KINDS[assignment.kind][1](examiner, drawn)
    return Grade(file.name, examiner.marks)
