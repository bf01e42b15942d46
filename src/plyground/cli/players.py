"""`plyground players`: who can be named, with options and defaults."""

from __future__ import annotations

import click

from plyground.cli.command import Command
from plyground.errors import N_
from plyground.texts import _, say

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "List the players that can be named wherever a player is asked for. A player is a name and options, "
        'like "alphabeta depth=4 time=2".'
    ),
)
def command() -> None:
    from rich.text import Text

    from plyground.console import make_console
    from plyground.players import player_kinds

    console = make_console()
    for kind in player_kinds():
        line = Text.assemble((kind.name, "bold"), f"  {_(kind.description)}")
        console.print(line, soft_wrap=not console.is_terminal)
        rows = []
        for option in kind.options:
            default = "" if option.default is None else option.show(option.default)
            allowed = say(" ({words})", words=option.allowed.replace("|", " | "))
            what = Text.assemble(_(option.description), (allowed, "dim"))
            rows.append((f"{option.name}={default}", what))
        console.table(rows)
