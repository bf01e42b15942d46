"""The classroom: assignments that are graded, and a folder of bots that becomes a ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy

if TYPE_CHECKING:
    from plyground.classroom.assignment import KINDS, Assignment, assignment_text, read_assignment
    from plyground.classroom.class_ladder import ClassLadder, RoundReport
    from plyground.classroom.class_page import Place, places, standings_page
    from plyground.classroom.grades import Grade, grade
    from plyground.classroom.starters import TITLES, starter_text

__all__ = [
    "KINDS",
    "TITLES",
    "Assignment",
    "ClassLadder",
    "Grade",
    "Place",
    "RoundReport",
    "assignment_text",
    "grade",
    "places",
    "read_assignment",
    "standings_page",
    "starter_text",
]

__getattr__ = lazy(
    __name__,
    assignment="KINDS Assignment assignment_text read_assignment",
    class_ladder="ClassLadder RoundReport",
    class_page="Place places standings_page",
    grades="Grade grade",
    starters="TITLES starter_text",
)
