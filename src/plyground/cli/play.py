"""`plyground play`: a game in the terminal."""

from __future__ import annotations

import click

from plyground.cli.command import Command, Number, database_option, option
from plyground.errors import N_

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "Play a game in the terminal. Each seat is 'human' or any player that 'plyground players' lists, "
        'with its options: --second level5, --second "alphabeta depth=4". Two humans or two computers are fine as '
        "well. During the game, 'help' lists what can be said instead of a move."
    ),
)
@option(
    "--rules",
    "rules_text",
    metavar="RULES",
    default="cfour",
    show_default=True,
    help=N_('The game: cfour, tictactoe, gomoku, random, or a size with options, like "9x7 connect=5".'),
)
@option("--first", metavar="PLAYER", help=N_("Who moves first; you, if nobody is named."))
@option("--second", metavar="PLAYER", help=N_("Who moves second; a computer that suits the board, if nobody is named."))
@option("--lot", is_flag=True, help=N_("Draw by lot which of the two begins."))
@option("--seed", type=Number(whole=True), metavar="N", help=N_("Makes everything drawn at random repeatable."))
@option(
    "--position",
    metavar="POSITION",
    default="",
    help=N_('Where to begin: moves played, like 4453, or rows from the top and who moves, like "o../.x./... x".'),
)
@option("--no-save", is_flag=True, help=N_("Do not keep the game in the database."))
@database_option
def command(
    rules_text: str,
    first: str | None,
    second: str | None,
    lot: bool,
    seed: int | None,
    position: str,
    no_save: bool,
    database: str | None,
) -> int:
    from plyground.console import KeptGames, make_console, start_session

    console = make_console()
    kept = None if no_save else KeptGames(database)
    return start_session(console, rules_text, first, second, lot, seed, position, kept).run()
