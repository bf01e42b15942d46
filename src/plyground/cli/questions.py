"""What `solve`, `analyse` and `explain` share: options, positions of standard input, progress, and what Ctrl-C does."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from plyground.board import Cancel, Limit
from plyground.cli.command import Number, option
from plyground.errors import N_, InputError, PlygroundError
from plyground.grid import GridBoard, Rules, board_of
from plyground.solver import JSON_VERSION, Analysis, Progress, Solution, Solver, announced_to, balance_remark
from plyground.texts import say, tell

if TYPE_CHECKING:
    from rich.status import Status

__all__ = [
    "Question",
    "SolverQuestion",
    "answer",
    "question_options",
    "question_rules",
    "shown_progress",
    "shown_sentences",
    "stoppable",
]

F = TypeVar("F", bound=Callable[..., Any])

STREAM = "-"
"""Instead of a position: one in each line of standard input."""
PLAIN_EVERY = 10.0
"""Seconds between lines of progress where there is no terminal, such as in a log."""


def question_options(function: F) -> F:
    """Rules, output, and what the solver may use."""
    for decorate in reversed(
        (
            option(
                "--rules",
                metavar="RULES",
                default="cfour",
                show_default=True,
                help=N_("A preset or a size: cfour, 9x7 connect=5."),
            ),
            option("--json", "as_json", is_flag=True, help=N_("Answer as JSON, one object a position.")),
            option(
                "--threads",
                type=Number(1, whole=True),
                metavar="N",
                help=N_("Threads; as many as there are cores unless you say."),
            ),
            option("--table", type=Number(), metavar="MB", help=N_("Memory for learnt positions, in MB.")),
            option("--weak", is_flag=True, help=N_("Win, draw or loss alone, without the distance: faster.")),
            option(
                "--time",
                "seconds",
                type=Number(),
                metavar="SECONDS",
                help=N_("Stop after so long; answer bounds."),
            ),
            option("--no-book", is_flag=True, help=N_("Search everything, without the opening book.")),
        )
    ):
        function = decorate(function)
    return function


def question_rules(rules: str, position: str) -> Rules:
    """The rules that a position names, or else those of `--rules`, which hold for all lines of a stream."""
    parsed = Rules.parse(rules)
    return parsed if position == STREAM else board_of(position, parsed).rules


class Question(Protocol):
    """What a command asks about a position, once or for every line of a stream."""

    rules: Rules
    weak: bool
    line: bool

    def get_ready(self) -> None:
        """Loads what a search needs, or compiles it."""


class SolverQuestion:
    """How a command asks its solver."""

    def __init__(
        self,
        rules: Rules,
        threads: int | None,
        table: float | None,
        weak: bool,
        seconds: float | None,
        no_book: bool = False,
        line: bool = True,
    ) -> None:
        settings: dict[str, Any] = {} if table is None else {"table_mb": table}
        self.limit = None if seconds is None else Limit(time=seconds)
        self.solver = Solver(rules, threads=threads, book=not no_book, **settings)
        self.rules = rules
        self.weak = weak
        self.line = line

    def get_ready(self) -> None:
        self.solver.get_ready()

    def look_up(self, board: GridBoard) -> Solution | None:
        return self.solver.look_up(board, weak=self.weak)

    def look_up_moves(self, board: GridBoard) -> Analysis | None:
        return self.solver.look_up_moves(board, weak=self.weak)

    def solve(self, board: GridBoard, cancel: Cancel) -> Solution:
        with shown_progress(board) as watch:
            return self.solver.solve(
                board, weak=self.weak, limit=self.limit, cancel=cancel, watch=watch, line=self.line
            )


class Answered(Protocol):
    """What a question comes to: a solution, an analysis, an explanation."""

    def json(self) -> dict[str, Any]: ...


Answer = TypeVar("Answer", bound=Answered)


def answer(
    question: Question,
    position: str,
    as_json: bool,
    look_up: Callable[[GridBoard], Answer | None],
    ask: Callable[[GridBoard, Cancel], Answer],
    show_value: Callable[[Answer], None],
    show_rest: Callable[[Answer], None],
    line: Callable[[Answer], str],
) -> None:
    """Answers one position, or one line for each line of standard input if it is `-`.

    For people, the value comes first and the rest later: what the book knows is shown before a kernel is needed, which
    may have to be compiled. Ctrl-C ends the search, not the answer: what was proven until then is shown, and then the
    command ends. After a stream with a line that could not be answered, the exit code is that of bad input.
    """

    def answered(text: str, stream: bool) -> bool:
        board = board_of(text, question.rules)
        known = look_up(board)
        if known is not None and not (as_json or stream):
            show_value(known)
            sys.stdout.flush()
        if known is None or (question.line and not question.weak and board.legal_moves):
            with shown_sentences():
                question.get_ready()  # Ctrl-C ends the command here: there is nothing to show yet
        with stoppable() as cancel:
            result = ask(board, cancel)
        if as_json:
            click.echo(json.dumps(result.json(), ensure_ascii=False))
        elif stream:
            note = balance_remark(board)
            click.echo(line(result) + (f"\t{note}" if note else ""))
        else:
            if known is None:
                show_value(result)
            show_rest(result)
        sys.stdout.flush()
        return not cancel.is_set()

    if position != STREAM:
        if not answered(position, stream=False):
            raise click.Abort
        return
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a line of stray bytes is a bad line, not the end of the stream
    has_bad = False
    for text in sys.stdin:
        try:
            if not answered(text.strip(), stream=True):
                raise click.Abort
        except PlygroundError as error:
            has_bad = True
            click.echo(_error_line(text.strip(), tell(error), as_json))
            sys.stdout.flush()
    if has_bad:
        click.get_current_context().exit(InputError.exit_code)


def _error_line(text: str, sentence: str, as_json: bool) -> str:
    if as_json:
        return json.dumps({"version": JSON_VERSION, "input": text, "error": sentence}, ensure_ascii=False)
    return say("error: {reason}", reason=sentence)


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """While it lasts, the first Ctrl-C sets the event, and only a second one interrupts the program."""
    cancel = threading.Event()
    # Only the main thread gets signals. A job in the background was started to ignore Ctrl-C, and goes on doing so.
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield cancel
        return

    def stop(number: int, frame: Any) -> None:
        if cancel.is_set():
            raise KeyboardInterrupt
        cancel.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def shown_progress(board: GridBoard) -> Iterator[Callable[[Progress], None]]:
    """Reports a long solve on standard error: one changing line on a terminal, else a line every ten seconds."""
    with shown_sentences() as show:
        yield lambda progress: show(_sentence(board, progress))


@contextmanager
def shown_sentences() -> Iterator[Callable[[str], None]]:
    """The same for any sentence, and for what has to be compiled meanwhile. An empty one clears the line, so that
    something else can be printed."""
    shown = _Status() if sys.stderr.isatty() else _Lines()
    try:
        with announced_to(shown.announce):
            yield shown.watch
    finally:
        shown.end()


def _sentence(board: GridBoard, progress: Progress) -> str:
    words = say(
        "{nodes} M nodes, {speed} M nodes/s, {seconds} s, score proven from {low} to {high}",
        nodes=f"{progress.nodes / 1e6:.1f}",
        speed=f"{progress.nodes_per_second / 1e6:.1f}",
        seconds=f"{progress.seconds:.0f}",
        low=progress.low,
        high=progress.high,
    )
    if progress.move is None:
        return words
    return say("{label}: {words}", label=board.move_name(progress.move), words=words)


class _Status:
    """Appears with the first report, so quick answers come without it, and disappears at the end."""

    def __init__(self) -> None:
        self._status: Status | None = None

    def watch(self, sentence: str) -> None:
        if not sentence:
            self.end()
            return
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False, markup=False).status("")
            self._status.start()
        self._status.update(sentence)

    def announce(self, sentence: str) -> None:
        self.watch(sentence)

    def end(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


class _Lines:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def watch(self, sentence: str) -> None:
        now = time.monotonic()
        if sentence and now - self._last >= PLAIN_EVERY:
            self._last = now
            click.echo(sentence, err=True)

    def announce(self, sentence: str) -> None:
        click.echo(sentence, err=True)

    def end(self) -> None:
        pass
