"""`plyground warm-up`: compiles what would otherwise be compiled when it is first needed."""

from __future__ import annotations

import sys

import click

from plyground.cli.command import Command
from plyground.cli.questions import shown_sentences
from plyground.errors import N_
from plyground.texts import _, fill, ngettext, say

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "Compile the solver, the champion and the other fast searches now. Otherwise each of them is compiled when it "
        "is first needed, which takes up to half a minute. Stop it at any time: what is finished is kept."
    ),
)
def command() -> None:
    from plyground.engines import KERNELS, warm_up
    from plyground.solver import announced_to

    turn, fresh = "", 0

    def watch(number: int, name: str) -> None:
        nonlocal turn
        turn = say("compiling {number} of {count}: {name}", number=number, count=len(KERNELS), name=_(name))

    with shown_sentences() as show:

        def announce(_sentence: str) -> None:
            nonlocal fresh
            fresh += 1
            if sys.stderr.isatty():
                show(turn)
            else:
                click.echo(turn, err=True)

        with announced_to(announce):
            warm_up(watch)
    if fresh:
        click.echo(fill(ngettext("{count} kernel was compiled.", "{count} kernels were compiled.", fresh), count=fresh))
    else:
        click.echo(_("Everything is compiled already."))
