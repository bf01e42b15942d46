"""The exercises of a lesson."""

from __future__ import annotations

from itertools import count
from typing import Any

from plyground.learn.exercises import Exercise, SideNames, exercise
from plyground.learn.lessons.steps import Ask, Lesson

__all__ = ["lesson_exercises"]

_MOST_OF_A_LESSON = 100


def lesson_exercises(
    lesson: Lesson, seed: int = 0, difficulty: int | None = None, *, names: SideNames | None = None, more: int = 1
) -> list[list[Exercise[Any]]]:
    """The exercises of each `Ask` of a lesson, `more` times as many as it asks for. No two of them have one seed.

    A `difficulty` is that of all of them; None: as the lesson says.
    """
    seeds = count(seed * _MOST_OF_A_LESSON)
    return [
        [
            exercise(step.kind, next(seeds), step.difficulty if difficulty is None else difficulty, names=names)
            for _each in range(step.count * more)
        ]
        for step in lesson.steps
        if isinstance(step, Ask)
    ]
