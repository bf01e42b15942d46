"""The routes of lessons and exercises."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, TypeAlias, TypeVar

from fastapi import APIRouter, Path, Query
from starlette.requests import HTTPConnection

from plyground.errors import UnknownNameError
from plyground.grid import parse_board, parse_cell, parse_rules
from plyground.learn import LESSONS, Ask, Guess, Lesson, Say, ShowBoard, ShowTree, find_lesson
from plyground.texts import _, language, speaking
from plyground.web.learn.exercises import check_answer, exercise_of, exercise_state, exercises_of, solved_exercise
from plyground.web.learn.messages import (
    MOST_SEED,
    BoardStep,
    ExerciseState,
    ExerciseStep,
    GivenAnswer,
    GuessStep,
    LessonState,
    LessonStep,
    LessonSummary,
    MarkingState,
    SayStep,
    Sheet,
    SolvedExercise,
    TreeStep,
)
from plyground.web.learn.walks import walk
from plyground.web.messages.positions import position_state
from plyground.web.messages.refusals import Refusal, problems
from plyground.web.serving.callers import caller_of
from plyground.web.serving.services import Services, ServicesOf

__all__ = ["router"]

router = APIRouter(prefix="/api/learn", tags=["learn"])

T = TypeVar("T")

_MOST_LESSON_SEED = 999_999
LessonId: TypeAlias = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[a-z0-9-]*$")]
LessonSeed: TypeAlias = Annotated[
    int, Query(ge=0, le=_MOST_LESSON_SEED, description="The same seed gives the same exercises.")
]
Seed: TypeAlias = Annotated[int, Query(ge=0, le=MOST_SEED, description="The same seed gives the same exercise.")]
Difficulty: TypeAlias = Annotated[int | None, Query(ge=1, le=3, description="Otherwise as the lesson says.")]


@router.get("/lessons")
async def lessons() -> list[LessonSummary]:
    """All lessons, in the order in which they build on each other."""
    return [_summary(place) for place in range(len(LESSONS))]


@router.get("/lessons/{id}", responses=problems(404, 422, 429))
async def lesson(
    id: LessonId, connection: HTTPConnection, services: ServicesOf, seed: LessonSeed = 0, difficulty: Difficulty = None
) -> LessonState:
    """A lesson, step by step."""
    found = _found(id)
    place = LESSONS.index(found)
    return LessonState(
        id=found.id,
        number=place + 1,
        title=_(found.title),
        minutes=found.minutes,
        seed=seed,
        difficulty=difficulty,
        steps=await _work(connection, services, lambda: _steps(found, seed, difficulty)),
        previous=_summary(place - 1) if place else None,
        next=_summary(place + 1) if place + 1 < len(LESSONS) else None,
    )


@router.get("/sheet/{id}", responses=problems(404, 422, 429))
async def sheet(
    id: LessonId,
    connection: HTTPConnection,
    services: ServicesOf,
    seed: LessonSeed = 0,
    difficulty: Difficulty = None,
    times: Annotated[int, Query(ge=1, le=4, description="How many times the exercises of the lesson.")] = 2,
) -> Sheet:
    """The exercises of a lesson with their solutions, to print."""
    found = _found(id)

    def solved() -> list[SolvedExercise]:
        return [solved_exercise(each) for group in exercises_of(found, seed, difficulty, times) for each in group]

    return Sheet(
        id=found.id,
        number=LESSONS.index(found) + 1,
        title=_(found.title),
        seed=seed,
        difficulty=difficulty,
        exercises=await _work(connection, services, solved),
    )


@router.get("/exercises/{kind}", responses=problems(404, 422, 429))
async def one_exercise(
    kind: LessonId,
    connection: HTTPConnection,
    services: ServicesOf,
    seed: Seed = 0,
    difficulty: Annotated[int, Query(ge=1, le=3)] = 1,
) -> ExerciseState:
    """An exercise, without its solution."""
    return await _work(connection, services, lambda: exercise_state(exercise_of(kind, seed, difficulty)))


@router.post("/exercises/{kind}/check", responses=problems(404, 422, 429))
async def check(kind: LessonId, given: GivenAnswer, connection: HTTPConnection, services: ServicesOf) -> MarkingState:
    """Marks an answer, and says what kind of slip a wrong one was."""
    return await _work(
        connection, services, lambda: check_answer(exercise_of(kind, given.seed, given.difficulty), given.answer)
    )


async def _work(connection: HTTPConnection, services: Services, work: Callable[[], T]) -> T:
    """Exercises are made and marked by searches, so they take their turn with the moves of computers."""
    return await services.moves.run(caller_of(connection), lambda _cancel: work())


def _found(id: str) -> Lesson:
    try:
        return find_lesson(id)
    except UnknownNameError as error:
        raise Refusal("not_found", 404, error.template, **error.values) from None


def _summary(place: int) -> LessonSummary:
    lesson = LESSONS[place]
    return LessonSummary(id=lesson.id, number=place + 1, title=_(lesson.title), minutes=lesson.minutes)


def _steps(lesson: Lesson, seed: int, difficulty: int | None) -> list[LessonStep]:
    exercises = iter(exercises_of(lesson, seed, difficulty))
    texts = iter(_texts(lesson.id, language()))
    steps: list[LessonStep] = []
    for step in lesson.steps:
        if isinstance(step, Ask):
            steps += [ExerciseStep(exercise=exercise_state(each)) for each in next(exercises)]
        else:
            steps.append(next(texts))
    return steps


@lru_cache(256)
def _texts(id: str, language: str) -> tuple[LessonStep, ...]:
    """The steps that no seed changes. Their searches are small, and always the same."""
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
