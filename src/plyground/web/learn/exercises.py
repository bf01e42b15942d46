"""Exercises as messages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from plyground.board import Side
from plyground.errors import UnknownNameError
from plyground.grid import parse_board, parse_rules
from plyground.learn import EXERCISES, Exercise, Lesson, exercise, lesson_exercises
from plyground.learn.exercises import SideNames
from plyground.texts import _
from plyground.web.learn.messages import ExerciseState, MarkingState, SolvedExercise
from plyground.web.messages.positions import position_state
from plyground.web.messages.refusals import Refusal, of_field

__all__ = ["check_answer", "exercise_of", "exercise_state", "exercises_of", "solved_exercise"]


def exercise_of(kind: str, seed: int, difficulty: int) -> Exercise[Any]:
    """The exercise, in which the sides are called as on the page."""
    try:
        return exercise(kind, seed, difficulty, names=_side_names())
    except UnknownNameError as error:
        raise Refusal("not_found", 404, error.template, **error.values) from None


def exercises_of(lesson: Lesson, seed: int, difficulty: int | None, more: int = 1) -> list[list[Exercise[Any]]]:
    return lesson_exercises(lesson, seed, difficulty, names=_side_names(), more=more)


def _side_names() -> SideNames:
    return {Side.FIRST: _("Yellow"), Side.SECOND: _("Red")}


def exercise_state(given: Exercise[Any]) -> ExerciseState:
    content = given.to_dict()
    return ExerciseState(**{**content, "figure": _with_states(content["figure"])}, title=_(EXERCISES[given.kind]))


def _with_states(figure: dict[str, Any]) -> dict[str, Any]:
    """The page draws boards from their states alone."""
    if figure["type"] == "several":
        return {**figure, "figures": [_with_states(each) for each in figure["figures"]]}
    if figure["type"] == "board":
        board = parse_board(figure["position"], parse_rules(figure["rules"]))
        return {**figure, "state": position_state(board).model_dump()}
    return figure


def check_answer(given: Exercise[Any], answer: object) -> MarkingState:
    with of_field("answer"):
        marking = given.check(answer)
    return MarkingState(
        **marking.to_dict(),
        address=None if marking.steps is None else f"/think?{urlencode(marking.steps)}",
        solution=given.solution,
        reason=given.reason,
    )


def solved_exercise(given: Exercise[Any]) -> SolvedExercise:
    return SolvedExercise(exercise=exercise_state(given), solution=given.solution, reason=given.reason)
