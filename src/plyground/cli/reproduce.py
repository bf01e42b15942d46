"""`plyground reproduce`: every published result, measured again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, option
from plyground.cli.durations import duration_text
from plyground.errors import N_, UnknownNameError, nearest
from plyground.texts import _, say

if TYPE_CHECKING:
    from plyground.reproduce import Published, Result

__all__ = ["command"]

WRONG = 1
INTERRUPTED = 130
WIDEST = 1000
LONGEST = 30
"""Minutes."""


@click.command(
    cls=Command,
    meant=("--only",),
    help=N_(
        "Measure every published result of the five sources again, and what the field knows about the games, and "
        "compare. Exits with 1 if a result differs or cannot be measured. Estimates are measured beside the printed "
        "figure, not judged; where ours departs from a source on purpose, the table says why."
    ),
)
@option(
    "--only",
    "names",
    multiple=True,
    metavar="PART",
    help=N_(
        "Only this part: A, B, C, D, E (the sources), facts or tables. Can be given more than once. "
        "Tables, the exact values, run only when they are named."
    ),
)
@option("--deep", is_flag=True, help=N_("Also what takes long."))
@option(
    "--minutes",
    type=Number(),
    default=LONGEST,
    show_default=True,
    metavar="N",
    help=N_("With --deep: leave out what is estimated to take longer on two cores, and list it."),
)
@option("--fail-fast", is_flag=True, help=N_("Stop at the first result that differs or cannot be measured."))
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of a table."))
@click.pass_context
def command(
    ctx: click.Context, names: tuple[str, ...], deep: bool, minutes: float, fail_fast: bool, as_json: bool
) -> None:
    from plyground.reproduce import agreed, chosen, left_out, run

    asked = chosen([_part(name) for name in names], deep)
    left = left_out(asked, minutes)
    # The shortest first, so that whoever stops keeps most.
    wanted = sorted((entry for entry in asked if entry not in left), key=lambda entry: entry.minutes)
    results: list[Result] = []
    interrupted = False
    with _progress(len(wanted)) as (tick, done):
        try:
            for result in run(wanted, tick):
                results.append(result)
                done(result)
                if fail_fast and result.is_wrong:
                    break
        except KeyboardInterrupt:
            interrupted = True
    _print(results, len(wanted), left, as_json)
    if interrupted:
        click.echo(say("interrupted; {done} of {wanted} measured", done=len(results), wanted=len(wanted)), err=True)
        ctx.exit(INTERRUPTED)
    if not agreed(results):
        ctx.exit(WRONG)


def _part(name: str) -> str:
    from plyground.reproduce import parts

    known = {part.lower(): part for part in parts()}
    if name.lower() in known:
        return known[name.lower()]
    near = nearest(name, known)
    raise UnknownNameError(
        N_("there is no part '{name}'; did you mean {near}? The parts are {known}")
        if near
        else N_("there is no part '{name}'; the parts are {known}"),
        name=name,
        near=known.get(near or ""),
        known=", ".join(known.values()),
    )


@contextmanager
def _progress(wanted: int) -> Iterator[tuple[Callable[[Published, float], None], Callable[[Result], None]]]:
    """A bar on a terminal; elsewhere a line for each result. Both on standard error."""
    from plyground.reproduce import MEASURES, line

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


def _print(results: list[Result], wanted: int, left: list[Published], as_json: bool) -> None:
    from plyground.reproduce import report

    if as_json:
        click.echo(report.as_json(results, wanted, left))
        return
    if results:
        from rich.console import Console

        # In a pipe, every result is one line.
        if sys.stdout.isatty():
            Console().print(report.table(results))
        else:
            Console(width=WIDEST).print(report.table(results, whole_lines=True))
        click.echo(report.legend(results))
    click.echo(report.summary(results, wanted))
    for entry in left:
        click.echo(say("{id}: left out, about {duration}", id=entry.id, duration=duration_text(60 * entry.minutes)))
