"""`plyground learn`: lessons and exercises at the terminal."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from plyground.cli.command import Command, Number, option
from plyground.errors import N_, InputError, UnknownNameError, nearest
from plyground.texts import _, fill, ngettext, say

if TYPE_CHECKING:
    from plyground.learn import Exercise, Lesson

__all__ = ["command"]

_SEEDS = 1_000_000


@click.command(
    cls=Command,
    help=N_(
        "Learn how searches think. Without a name: the lists of lessons and exercises. A lesson explains and asks; an "
        "exercise asks one question after another. Questions come from a seed and are judged at once: a wrong answer "
        "says what kind of slip it was and may be tried again, ? shows a hint, ! the solution, and q leaves."
    ),
)
@click.argument("name", metavar="[LESSON|EXERCISE]", default="")
@option(
    "--seed",
    type=Number(whole=True),
    metavar="N",
    help=N_("Which questions are asked; chosen at random if not given. With a seed, an exercise asks one question."),
)
@option(
    "--difficulty",
    type=Number(1, whole=True),
    metavar="1-3",
    help=N_("How hard the questions are; as the lesson says if not given."),
)
@option("--plain", is_flag=True, help=N_("Print it without asking; a lesson with its solutions at the end."))
@option("--json", "as_json", is_flag=True, help=N_("Print it as JSON, without asking."))
@option("--solution", is_flag=True, help=N_("With --plain or --json: print the solution of an exercise, too."))
def command(name: str, seed: int | None, difficulty: int | None, plain: bool, as_json: bool, solution: bool) -> None:
    from plyground.learn import EXERCISES, LESSONS, find_lesson

    if plain and as_json:
        raise InputError(N_("--plain and --json are two forms of the output; choose one"))
    if solution and not (plain or as_json):
        raise InputError(N_("--solution is for --plain and --json; at a question, ! shows the solution"))
    if not name:
        _list(as_json)
    elif name in EXERCISES:
        _exercise(name, seed, difficulty or 1, plain, as_json, solution)
    elif name in {lesson.id for lesson in LESSONS}:
        _lesson(find_lesson(name), seed, difficulty, plain, as_json)
    else:
        known = [*(lesson.id for lesson in LESSONS), *EXERCISES]
        near = nearest(name, known)
        raise UnknownNameError(
            N_("there is no lesson and no exercise '{name}'; did you mean {nearest}? 'plyground learn' lists them")
            if near
            else N_("there is no lesson and no exercise '{name}'; 'plyground learn' lists them"),
            name=name,
            nearest=near,
        )


def _drawn(seed: int | None) -> int:
    return random.randrange(_SEEDS) if seed is None else seed


def _list(as_json: bool) -> None:
    from plyground.console import make_console
    from plyground.learn import EXERCISES, LESSONS

    if as_json:
        lessons = [{"id": each.id, "title": _(each.title), "minutes": each.minutes} for each in LESSONS]
        exercises = [{"kind": kind, "title": _(title)} for kind, title in EXERCISES.items()]
        click.echo(json.dumps({"lessons": lessons, "exercises": exercises}, ensure_ascii=False))
        return
    console = make_console()
    console.say(_("Lessons, in the order in which they build on each other: plyground learn LESSON"), "bold")
    console.table((each.id, f"{_(each.title)} ({_minutes(each)})") for each in LESSONS)
    console.print()
    console.say(_("Exercises: plyground learn EXERCISE"), "bold")
    console.table((kind, _(title)) for kind, title in EXERCISES.items())


def _minutes(lesson: Lesson) -> str:
    return fill(ngettext("{count} minute", "{count} minutes", lesson.minutes), count=lesson.minutes)


def _exercise(kind: str, seed: int | None, difficulty: int, plain: bool, as_json: bool, solution: bool) -> None:
    from plyground.console import make_console
    from plyground.console.learn import LearnSession, side_names
    from plyground.learn import exercise

    def made(number: int) -> Exercise[Any]:
        return exercise(kind, number, difficulty, names=side_names())

    first = _drawn(seed)
    if as_json:
        shown = made(first)
        content = shown.to_dict() | ({"solution": shown.solution, "reason": shown.reason} if solution else {})
        click.echo(json.dumps(content, ensure_ascii=False))
        return
    session = LearnSession(make_console())
    if plain:
        session.print_exercise(made(first), solution)
    elif seed is not None:
        session.run_exercises([made(seed)])
    else:
        session.run_exercises(made((first + number) % _SEEDS) for number in range(_SEEDS))


def _lesson(lesson: Lesson, seed: int | None, difficulty: int | None, plain: bool, as_json: bool) -> None:
    from plyground.console import make_console
    from plyground.console.learn import LearnSession

    drawn = _drawn(seed)
    if as_json:
        click.echo(json.dumps(_lesson_json(lesson, drawn, difficulty), ensure_ascii=False))
        return
    session = LearnSession(make_console())
    if plain:
        session.print_lesson(lesson, drawn, difficulty)
        return
    session.run_lesson(lesson, drawn, difficulty)
    if seed is None:
        click.echo(say("The same questions again: {command}", command=f"plyground learn {lesson.id} --seed {drawn}"))


def _lesson_json(lesson: Lesson, seed: int, difficulty: int | None) -> dict[str, Any]:
    """The lesson with its texts in the language in use, and its exercises without their solutions."""
    from plyground.console.learn import side_names
    from plyground.learn import Ask, Guess, lesson_exercises

    exercises = iter(lesson_exercises(lesson, seed, difficulty, names=side_names()))
    steps = []
    for step in lesson.steps:
        content: dict[str, Any] = {"type": type(step).__name__}
        if isinstance(step, Ask):
            content["exercises"] = [each.to_dict() for each in next(exercises)]
        else:
            content |= asdict(step) | {"text": _(step.text) if step.text else ""}
        if isinstance(step, Guess):
            content |= {"choices": [_(choice) for choice in step.choices], "reply": _(step.reply)}
        steps.append(content)
    return {"id": lesson.id, "title": _(lesson.title), "minutes": lesson.minutes, "seed": seed, "steps": steps}
