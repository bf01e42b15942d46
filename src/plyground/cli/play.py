"""`plyground play`: a game in the terminal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from click.core import ParameterSource

from plyground.cli.command import Command, Number, database_option, option
from plyground.cli.serve import NETWORK_WARNING, check_port
from plyground.errors import N_, InputError
from plyground.texts import _

__all__ = ["command"]

_OF_A_NEW_GAME = ("rules_text", "first", "second", "lot", "seed", "position", "host", "port")


@click.command(
    cls=Command,
    meant=("--second", "--rules"),
    help=N_(
        "Play a game in the terminal. Each seat is 'human' or any player that 'plyground players' lists, "
        'with its options: --second level5, --second "alphabeta depth=4". Two humans or two computers are fine as '
        "well. During the game, 'help' lists what can be said instead of a move. With --second link you play against "
        "somebody elsewhere: it shows a link, which they open in a browser, or at another terminal with --join."
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
@option("--lot", is_flag=True, help=N_("Choose at random who moves first."))
@option("--seed", type=Number(whole=True), metavar="N", help=N_("Makes everything drawn at random repeatable."))
@option(
    "--position",
    metavar="POSITION",
    default="",
    help=N_(
        'Where to begin: moves played, like 4453 or "cfour: 4453", or rows from the top and who moves, like '
        '"o../.x./... x".'
    ),
)
@option(
    "--join", metavar="LINK", help=N_("Take the seat that a link offers; the game is as whoever sent the link made it.")
)
@option("--name", metavar="NAME", default="", help=N_("With --join: your name, as the other player sees it."))
@option("--host", metavar="ADDRESS", help=N_("For a link: where to serve the game; 0.0.0.0 opens it to your network."))
@option("--port", type=Number(whole=True), metavar="N", help=N_("For a link: the port; a free one, if not given."))
@option("--no-save", is_flag=True, help=N_("Do not keep the game in the database."))
@database_option
def command(
    rules_text: str,
    first: str | None,
    second: str | None,
    lot: bool,
    seed: int | None,
    position: str,
    join: str | None,
    name: str,
    host: str | None,
    port: int | None,
    no_save: bool,
    database: str | None,
) -> int:
    from plyground.console import KeptGames, choose_seats, make_console, start_session
    from plyground.console.link import is_link, join_game, start_game

    console = make_console()
    kept = None if no_save else KeptGames(database)
    if join is not None:
        _refuse_with_join()
        return join_game(console, join, kept, name).run()
    if name:
        raise InputError(
            N_("--name is for a seat taken with --join; otherwise name the seat: --first 'human name=Ada'")
        )
    first, second, lot = choose_seats(console, rules_text, first, second, lot, seed, position)
    if is_link(first) or is_link(second):
        with _server(host or "127.0.0.1", port or 0) as (here, elsewhere):
            return start_game(console, here, rules_text, first, second, lot, seed, position, kept, elsewhere).run()
    if host is not None or port is not None:
        raise InputError(N_("--host and --port are for a game with somebody elsewhere; add --second link"))
    return start_session(console, rules_text, first, second, lot, seed, position, kept).run()


def _refuse_with_join() -> None:
    """The game is made already, so nothing about it can be chosen."""
    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        name = parameter.name
        if name in _OF_A_NEW_GAME and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise InputError(
                N_("{option} cannot be given with --join: the game is as whoever sent the link made it"),
                option=parameter.opts[0],
            )


@contextmanager
def _server(host: str, port: int) -> Iterator[tuple[str, str | None]]:
    """Serves games while the block runs: the address on this machine, and the one for others if they can reach it.

    The games lie in a folder that is gone afterwards. A finished game is kept by the terminals that played it.
    """
    from plyground import web

    check_port(port)
    with tempfile.TemporaryDirectory(prefix="plyground-", ignore_cleanup_errors=True) as folder:
        listening = web.bound(host, port, "plyground play --second link")  # not shown
        port = listening.getsockname()[1]
        here, elsewhere = web.addresses(host, port)
        if elsewhere is not None:
            click.echo(_(NETWORK_WARNING), err=True)
        database = str(Path(folder) / "games.sqlite")
        with web.background_server(web.ServerSettings(database, host, port, preload=False), listening):
            yield here, elsewhere
