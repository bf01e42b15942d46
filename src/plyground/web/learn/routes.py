"""The routes of lessons."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Query
from starlette.requests import HTTPConnection

from plyground.errors import UnknownNameError
from plyground.grid import parse_board, parse_cell, parse_rules
from plyground.learn import LESSONS, Ask, Guess, Lesson, Say, ShowBoard, ShowTree, find_lesson
from plyground.texts import _, language, speaking
from plyground.web.learn.messages import (
    BoardStep,
    GuessStep,
    LessonState,
    LessonStep,
    LessonSummary,
    SayStep,
    TreeStep,
)
from plyground.web.learn.walks import walk
from plyground.web.messages.positions import position_state
from plyground.web.messages.refusals import Refusal, problems
from plyground.web.serving.services import ServicesOf

__all__ = ["router"]

router = APIRouter(prefix="/api/learn", tags=["learn"])

MOST_SEED = 2**31 - 1
LessonId: TypeAlias = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[a-z0-9-]*$")]
Seed: TypeAlias = Annotated[int, Query(ge=0, le=MOST_SEED, description="The same seed gives the same exercises.")]
Difficulty: TypeAlias = Annotated[int | None, Query(ge=1, le=3, description="Otherwise as the lesson says.")]


@router.get("/lessons")
async def lessons() -> list[LessonSummary]:
    """All lessons, in the order in which they build on each other."""
    return [_summary(place) for place in range(len(LESSONS))]


@router.get("/lessons/{id}", responses=problems(404, 422))
async def lesson(
    id: LessonId, connection: HTTPConnection, services: ServicesOf, seed: Seed = 0, difficulty: Difficulty = None
) -> LessonState:
    """A lesson, step by step."""
    found = _found(id)
    place = LESSONS.index(found)
    state = connection.scope["state"]
    code = language()
    steps = await services.moves.run(state["visitor"] or state["address"], lambda _cancel: _steps(found.id, code))
    return LessonState(
        id=found.id,
        number=place + 1,
        title=_(found.title),
        minutes=found.minutes,
        seed=seed,
        difficulty=difficulty,
        steps=list(steps),
        previous=_summary(place - 1) if place else None,
        next=_summary(place + 1) if place + 1 < len(LESSONS) else None,
    )


def _found(id: str) -> Lesson:
    try:
        return find_lesson(id)
    except UnknownNameError as error:
        raise Refusal("not_found", 404, error.template, **error.values) from None


def _summary(place: int) -> LessonSummary:
    lesson = LESSONS[place]
    return LessonSummary(
        id=lesson.id, number=place + 1, title=_(lesson.title), minutes=lesson.minutes, steps=len(lesson.steps)
    )


@lru_cache(256)
def _steps(id: str, language: str) -> tuple[LessonStep, ...]:
    """The steps in a language. Their searches are small, and always the same."""
    with speaking(language):
        return tuple(_step(step) for step in find_lesson(id).steps if not isinstance(step, Ask))


def _step(step: Say | ShowBoard | ShowTree | Guess) -> LessonStep:
    match step:
        case Say():
            return SayStep(text=_(step.text))
        case Guess():
            return GuessStep(
                text=_(step.text),
                choices=[_(choice) for choice in step.choices],
                right=step.right,
                reply=_(step.reply),
                figure=None if step.figure is None else _figure(step.figure),
            )
        case _:
            return _figure(step)


def _figure(shown: ShowBoard | ShowTree) -> BoardStep | TreeStep:
    text = _(shown.text) if shown.text else ""
    if isinstance(shown, ShowTree):
        return TreeStep(text=text, tree=walk(shown))
    board = parse_board(shown.position, parse_rules(shown.rules))
    return BoardStep(
        text=text, position=position_state(board), marks=[parse_cell(cell, board.rules) for cell in shown.marks]
    )
