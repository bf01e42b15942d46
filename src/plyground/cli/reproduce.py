"""`plyground reproduce`: every published result, measured again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, option
from plyground.errors import N_
from plyground.texts import _, say

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from plyground.reproduce import Published, Result

__all__ = ["command"]

DIFFERENT = 1
INTERRUPTED = 130


@click.command(
    cls=Command,
    help=N_(
        "Measure every published result of the five sources again, and what the field knows about the games, and "
        "compare. Exits with 1 if a result differs. Estimates are measured beside the printed figure, not judged."
    ),
)
@option(
    "--only",
    "parts",
    multiple=True,
    type=click.Choice(["A", "B", "C", "D", "E", "facts", "tables"], case_sensitive=False),
    help=N_("Only this part; can be given more than once."),
)
@option("--deep", is_flag=True, help=N_("Also what takes long."))
@option("--fail-fast", is_flag=True, help=N_("Stop at the first result that differs."))
@option(
    "--workers",
    type=click.IntRange(min=1),
    default=None,
    metavar="N",
    help=N_("Processes for what can be done in parallel; otherwise as many as there are cores."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of a table."))
@click.pass_context
def command(
    ctx: click.Context, parts: tuple[str, ...], deep: bool, fail_fast: bool, workers: int | None, as_json: bool
) -> None:
    from plyground.reproduce import agreed, chosen, run

    wanted = chosen(parts, deep)
    results: list[Result] = []
    interrupted = False
    with _executor(workers) as executor, _progress(len(wanted)) as (tick, done):
        try:
            for result in run(wanted, executor, tick):
                results.append(result)
                done(result)
                if fail_fast and result.is_wrong:
                    break
        except KeyboardInterrupt:
            interrupted = True
    _print(results, len(wanted), as_json)
    if interrupted:
        click.echo(say("interrupted; {done} of {wanted} measured", done=len(results), wanted=len(wanted)), err=True)
        ctx.exit(INTERRUPTED)
    if not agreed(results):
        ctx.exit(DIFFERENT)


def _executor(workers: int | None) -> AbstractContextManager[Executor | None]:
    from plyground.executors import cores, local_executor

    count = workers or cores()
    return nullcontext() if count == 1 else _ending(local_executor(count))


@contextmanager
def _ending(executor: Executor) -> Iterator[Executor]:
    """Leaves without waiting for work that nobody wants any more, but for what runs just now."""
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _progress(wanted: int) -> Iterator[tuple[Callable[[Published, float], None], Callable[[Result], None]]]:
    """A bar on a terminal; elsewhere a line for each result. Both on standard error."""
    from plyground.reproduce import line
    from plyground.reproduce.measure import MEASURES

    if not sys.stderr.isatty():
        yield lambda entry, share: None, lambda result: click.echo(line(result), err=True)
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[id]}", style="bold", markup=False),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=wanted, id="")
        measured = 0

        def tick(entry: Published, share: float) -> None:
            text = _(MEASURES[entry.id].claim)
            shown = f"{text} {share:.0%}" if share else text
            progress.update(task, id=entry.id, description=shown, completed=measured)

        def done(result: Result) -> None:
            nonlocal measured
            measured += 1
            progress.update(task, completed=measured)

        yield tick, done


def _print(results: list[Result], wanted: int, as_json: bool) -> None:
    from plyground.reproduce import report

    if as_json:
        click.echo(report.as_json(results, wanted))
        return
    if results:
        from rich.console import Console

        # A pipe has no width: lines stay whole there.
        console = Console() if sys.stdout.isatty() else Console(width=240)
        console.print(report.table(results))
        click.echo(report.legend(results))
    click.echo(report.summary(results, wanted))
