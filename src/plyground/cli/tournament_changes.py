"""`plyground tournament extend` and `delete`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, database_option, open_database, option
from plyground.errors import N_, InputError
from plyground.texts import fill, ngettext, say

if TYPE_CHECKING:
    from plyground.arena import Entrant

__all__ = ["delete", "extend"]


@click.command(
    "extend",
    cls=Command,
    help=N_(
        "Add players, rounds or both to a tournament in the database; its games stay. New players also play the rounds "
        "before, against everybody; in a Swiss tournament they enter in the new rounds. 'tournament resume' plays it."
    ),
)
@click.argument("name")
@option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    help=N_("A player's text, or a name of your own before it: mine=cmd:./mybot. May be given several times."),
)
@option("--rounds", type=Number(1, whole=True), metavar="N", default=0, help=N_("How many rounds more."))
@database_option
def extend(name: str, players: tuple[str, ...], rounds: int, database: str | None) -> None:
    from plyground.arena import extend_tournament, game_count, standings_of

    with open_database(database, create=False) as kept:
        settings = extend_tournament(kept, name, [_entrant(text) for text in players], rounds)
        left = game_count(settings) - standings_of(kept, settings).played
    games = fill(ngettext("{count} game", "{count} games", left), count=f"{left:,}")
    click.echo(say("{games} to play; 'plyground tournament resume {name}' plays them", games=games, name=name))


def _entrant(text: str) -> Entrant:
    from plyground.arena import Entrant

    name, equals, player = text.partition("=")
    # `uct playouts=200` has an equals sign too, but no name of one word before a player.
    named = bool(equals) and name.isidentifier() and bool(player)
    entrant = Entrant(name, player) if named else Entrant(text)
    return entrant.seen_from(Path.cwd())


@click.command(
    "delete",
    cls=Command,
    help=N_("Delete a tournament with all its games. They cannot be brought back."),
)
@click.argument("name")
@option("--yes", is_flag=True, help=N_("Do not ask."))
@option("--force", is_flag=True, help=N_("Delete it although it seems to be running."))
@database_option
def delete(name: str, yes: bool, force: bool, database: str | None) -> None:
    from plyground.arena import RUNNING, SERVED
    from plyground.store import delete_tournament, get_tournament

    with open_database(database, create=False) as kept:
        found = get_tournament(kept, name)
        if found.state in (RUNNING, SERVED) and not force:
            raise InputError(
                N_("'{name}' is running; stop it first. If its process was killed, --force deletes it"), name=name
            )
        games = fill(ngettext("{count} game", "{count} games", found.finished), count=f"{found.finished:,}")
        if not yes:
            if not sys.stdin.isatty():
                raise InputError(N_("nobody can be asked here; --yes says that you are sure"))
            question = say("Delete '{name}' with {games} from '{place}'?", name=name, games=games, place=kept.place)
            click.confirm(question, abort=True)
        delete_tournament(kept, name)
    click.echo(say("'{name}' is deleted with {games}", name=name, games=games))
