"""What `solve` and `analyse` share: their options, the stream of positions, the progress line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from plyground.board import Limit
from plyground.cli.command import option
from plyground.errors import N_, PlygroundError
from plyground.grid import GridBoard, Rules
from plyground.solver import Progress, Solver
from plyground.solver.results import JSON_VERSION, is_balanced
from plyground.solver.values import worst_and_best
from plyground.texts import _, say, tell

F = TypeVar("F", bound=Callable[..., Any])


def question_options(function: F) -> F:
    """Rules, output, and what the solver may use."""
    for decorate in reversed(
        (
            option("--rules", default="cfour", show_default=True, help=N_("A preset or a size: cfour, 9x7 connect=5.")),
            option("--json", "as_json", is_flag=True, help=N_("Answer as JSON, one object a position.")),
            option("--threads", type=int, help=N_("Threads; as many as there are cores unless you say.")),
            option("--table", type=float, metavar="MB", help=N_("Memory for learnt positions, in MB.")),
            option("--weak", is_flag=True, help=N_("Win, draw or loss alone, without the distance: faster.")),
            option("--time", "seconds", type=float, metavar="SECONDS", help=N_("Stop after so long; answer bounds.")),
        )
    ):
        function = decorate(function)
    return function


def make_solver(rules: str, threads: int | None, table: float | None) -> Solver:
    settings: dict[str, Any] = {} if table is None else {"table_mb": table}
    return Solver(Rules.parse(rules), threads=threads, **settings)


def limit_of(seconds: float | None) -> Limit | None:
    return None if seconds is None else Limit(time=seconds)


def answer_stream(solver: Solver, answer: Callable[[GridBoard], str], as_json: bool) -> None:
    """One answer a line of standard input, as soon as it is known; a bad line gets an error line of its own."""
    for line in sys.stdin:
        text = line.strip()
        try:
            result = answer(GridBoard.parse(text, solver.rules))
        except PlygroundError as error:
            sentence = tell(error)
            if as_json:
                result = json.dumps({"version": JSON_VERSION, "input": text, "error": sentence}, ensure_ascii=False)
            else:
                result = say("error: {reason}", reason=sentence)
        click.echo(result)
        sys.stdout.flush()


def remark(board: GridBoard) -> str | None:
    """What a reader should know about an odd set-up."""
    if is_balanced(board):
        return None
    return _("The stones do not balance, so this position cannot arise in play; it is solved as it lies there.")


@contextmanager
def shown_progress(board: GridBoard) -> Iterator[Callable[[Progress], None]]:
    """A line on standard error that tells how a long solve goes; gone when it is done."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False)
    low, high = worst_and_best(board)

    def sentence(progress: Progress) -> str:
        return say(
            "{nodes} M nodes, {speed} M nodes/s, {seconds} s, score proven from {low} to {high}",
            nodes=f"{progress.nodes / 1e6:.1f}",
            speed=f"{progress.nodes_per_second / 1e6:.1f}",
            seconds=f"{progress.seconds:.0f}",
            low=progress.low,
            high=progress.high,
        )

    if not console.is_terminal:
        yield lambda progress: None
        return
    with console.status(say("solving, score from {low} to {high}", low=low, high=high)) as status:
        yield lambda progress: status.update(sentence(progress))
