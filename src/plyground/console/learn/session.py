"""Lessons and exercises at the terminal: shown, asked, and judged at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from rich.text import Text

from plyground.console.human import Quit, read_line
from plyground.console.learn.answers import answer_hint, answer_of, option_lines
from plyground.console.learn.figures import figure_lines, side_names
from plyground.console.learn.search_figure import search_figure
from plyground.console.learn.words import marked_up
from plyground.console.terminal import BAD, GOOD, Terminal
from plyground.console.watch import watch_command, watch_query
from plyground.errors import N_, InputError
from plyground.learn import Ask, Exercise, Guess, Lesson, Say, ShowBoard, ShowTree, Step, lesson_exercises
from plyground.texts import _, fill, ngettext, say, tell

__all__ = ["LearnSession"]

_SLIPS = {
    "sign": N_("A slip of the sign."),
    "side": N_("A slip of the side."),
    "window": N_("A slip of the window."),
    "off-by-one": N_("Off by one."),
}


class LearnSession:
    """Asks until every question is answered, or the reader leaves."""

    def __init__(self, console: Terminal) -> None:
        self._console = console
        self._asked = 0
        self._right = 0

    # What the command offers

    def run_lesson(self, lesson: Lesson, seed: int, difficulty: int | None) -> None:
        self._heading(lesson)
        exercises = iter(lesson_exercises(lesson, seed, difficulty, names=side_names()))
        with suppress(Quit):
            for step in lesson.steps:
                self._console.print()
                if isinstance(step, Ask):
                    self._ask_all(next(exercises))
                else:
                    self._run_step(step)
        self._sum_up()

    def run_exercises(self, exercises: Iterable[Exercise[Any]]) -> None:
        """One after the other, until the reader leaves."""
        with suppress(Quit):
            self._ask_all(exercises)
        if self._asked > 1:
            self._sum_up()

    def print_lesson(self, lesson: Lesson, seed: int, difficulty: int | None) -> None:
        """The whole lesson without asking, and the solutions after it."""
        self._heading(lesson)
        groups = lesson_exercises(lesson, seed, difficulty, names=side_names())
        exercises, solutions = iter(groups), []
        for step in lesson.steps:
            self._console.print()
            match step:
                case Ask():
                    for made in next(exercises):
                        solutions.append(made.reason)
                        self._console.print()
                        self._console.print(Text(say("Question {number}", number=len(solutions)), "bold"))
                        self._show(made)
                case Guess():
                    solutions.append(_(step.reply))
                    self._console.print(Text(say("Question {number}", number=len(solutions)), "bold"))
                    self._show_guess(step)
                case _:
                    self._show_step(step)
        self._console.print()
        self._console.print(Text(_("Solutions"), "bold"))
        for number, text in enumerate(solutions, 1):
            self._paragraphs(f"{number}. {text}")

    def print_exercise(self, made: Exercise[Any], with_solution: bool) -> None:
        """The question alone, for scripts."""
        self._show(made)
        if with_solution:
            self._console.print()
            self._console.say(made.reason)

    # Steps of a lesson

    def _heading(self, lesson: Lesson) -> None:
        minutes = fill(ngettext("{count} minute", "{count} minutes", lesson.minutes), count=lesson.minutes)
        self._console.print(Text.assemble((_(lesson.title), "bold"), (f"  {minutes}", "dim")))

    def _run_step(self, step: Say | ShowBoard | ShowTree | Guess) -> None:
        if isinstance(step, Guess):
            self._guess(step)
            return
        self._show_step(step)
        self._go_on(step.query if isinstance(step, ShowTree) else None)

    def _show_step(self, step: Step | None) -> None:
        match step:
            case Say():
                self._paragraphs(_(step.text))
            case ShowBoard():
                self._figure({"type": "board", "rules": step.rules, "position": step.position, "marks": step.marks})
                self._paragraphs(_(step.text) if step.text else "")
            case ShowTree():
                self._figure(search_figure(step.query))
                self._paragraphs(_(step.text) if step.text else "")
                if not self._console.can_ask:
                    self._say_command(step.query)

    def _show_guess(self, step: Guess) -> dict[str, Any]:
        if isinstance(step.figure, ShowTree):
            self._figure(search_figure(step.figure.query))  # without the command, which would answer the question
        else:
            self._show_step(step.figure)
        self._paragraphs(_(step.text))
        form = {"type": "choice", "options": [_(choice) for choice in step.choices]}
        for line in option_lines(form):
            self._console.print(line, soft_wrap=True)
        return form

    def _guess(self, step: Guess) -> None:
        form = self._show_guess(step)
        watched = step.figure.query if isinstance(step.figure, ShowTree) else None
        while True:
            typed = self._read(answer_hint(form), form, _("q: quit") if watched is None else _("w: watch, q: quit"))
            answer = answer_of(form, typed)
            if typed == "w" and watched is not None and self._console.can_ask:
                watch_query(self._console, watched)
            elif answer in form["options"]:
                break
            elif typed == "?":
                self._console.say(_("Just guess: the explanation comes after your answer."))
            else:
                self._console.say(say("the answer '{text}' is none of the options; type one of them", text=typed), BAD)
        is_right = form["options"].index(answer) == step.right
        self._count(is_right)
        self._console.say(_("Right.") if is_right else _("Not right."), GOOD if is_right else BAD)
        self._paragraphs(_(step.reply))
        self._go_on(None)

    # Exercises

    def _ask_all(self, exercises: Iterable[Exercise[Any]]) -> None:
        for number, made in enumerate(exercises):
            if number:
                self._console.print()
            self._ask(made)

    def _show(self, made: Exercise[Any]) -> None:
        self._console.say(made.question, "bold")
        self._console.print()
        self._figure(made.figure)
        for line in option_lines(made.answer):
            self._console.print(line, soft_wrap=True)

    def _ask(self, made: Exercise[Any]) -> None:
        """Asks until the answer is right, or the reader wants to see it."""
        self._show(made)
        form, tries = made.answer, 0
        while True:
            typed = self._read(answer_hint(form), form, _("?: hint, !: solution, q: quit"))
            if typed == "?":
                self._console.say(made.hint)
                continue
            if typed == "!":
                self._count(False)
                self._console.say(made.reason)
                self._go_on(made.check(made.solution).steps)
                return
            try:
                marking = made.check(answer_of(form, typed))
            except InputError as error:
                self._console.say(tell(error), BAD)
                continue
            tries += 1
            if marking.is_right:
                self._count(tries == 1)
                self._console.say(marking.text, GOOD)
                self._go_on(marking.steps)
                return
            slip = _SLIPS.get(marking.slip or "")
            self._console.say(f"{_(slip)} {marking.text}" if slip else marking.text, BAD)

    def _count(self, is_right: bool) -> None:
        self._asked += 1
        self._right += is_right

    def _sum_up(self) -> None:
        if self._asked:
            self._console.print()
            self._console.say(
                say("Right at the first try: {right} of {count}.", right=self._right, count=self._asked), "bold"
            )

    # The terminal

    def _read(self, what: str, form: Mapping[str, Any], keys: str) -> str:
        """A line that is not empty; leaving is an exception. `q` is an answer where it names an option."""
        prompt = Text(say("Answer ({what}; {keys}):", what=what, keys=keys), "bold")
        while True:
            typed = read_line(self._console, prompt).strip()
            names = [str(option).casefold() for option in (*form.get("options", ()), *form.get("moves", ()))]
            if typed.casefold() in ("q", "quit") and typed.casefold() not in names:
                raise Quit
            if typed:
                return typed

    def _go_on(self, query: Mapping[str, Any] | None) -> None:
        """Waits for the reader, who may watch a search meanwhile. Nobody is waited for outside of a terminal."""
        if not self._console.can_ask:
            if query is not None:
                self._say_command(query)
            return
        keys = _("enter: go on, w: watch the search, q: quit") if query is not None else _("enter: go on, q: quit")
        while True:
            typed = read_line(self._console, Text(f"[{keys}]", "dim")).strip().casefold()
            if typed in ("q", "quit"):
                raise Quit
            if typed != "w" or query is None:
                return
            watch_query(self._console, query)

    def _say_command(self, query: Mapping[str, Any]) -> None:
        self._console.print(say("The search to watch: {command}", command=watch_command(query)), soft_wrap=True)

    def _figure(self, figure: Mapping[str, Any]) -> None:
        for line in figure_lines(figure, self._console.width, self._console.glyphs):
            self._console.print(line, soft_wrap=True)
        self._console.print()

    def _paragraphs(self, text: str) -> None:
        for number, paragraph in enumerate(text.split("\n\n") if text else ()):
            if number:
                self._console.print()
            self._console.print(marked_up(paragraph), soft_wrap=not self._console.is_terminal)
