"""`plyground players`: who can be named, with options and defaults."""

from __future__ import annotations

import click

from plyground.cli.command import Command
from plyground.errors import N_
from plyground.texts import _

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "List the players that can be named wherever a player is asked for. A player is a name and options, "
        'like "alphabeta depth=4 time=2".'
    ),
)
def command() -> None:
    from rich.table import Table
    from rich.text import Text

    from plyground.console.terminal import make_console
    from plyground.players import player_kinds

    console = make_console()
    for kind in player_kinds():
        console.print(Text.assemble((kind.name, "bold"), f"  {_(kind.description)}"))
        if not kind.options:
            continue
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        for option in kind.options:
            default = "" if option.default is None else option.show(option.default)
            what = Text.assemble(_(option.description), (f" ({shortened(option.allowed)})", "dim"))
            table.add_row(Text(f"  {option.name}={default}"), what)
        console.print(table)


def shortened(allowed: str) -> str:
    """With room to fold lines, and without the largest number there is, which says nothing."""
    return allowed.replace("|", " | ").replace(f"..{2**63 - 1}", "..")
