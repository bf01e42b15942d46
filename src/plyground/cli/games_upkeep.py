"""`plyground games backup`, `restore` and `delete`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from plyground.cli.command import Command, database_option, open_database, option
from plyground.cli.game_filters import filter_options, game_filter
from plyground.errors import N_, InputError, MissingError
from plyground.texts import fill, ngettext, say

__all__ = ["backup", "delete", "restore"]

_SURE = option("--yes", is_flag=True, help=N_("Do not ask."))


@click.command(
    "backup",
    cls=Command,
    help=N_(
        "Copy the database to FILE while it is in use. A plain copy of its file would lack what is in the journal."
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@option("--force", is_flag=True, help=N_("Overwrite a file that is there."))
@database_option
def backup(file: Path, force: bool, database: str | None) -> None:
    from plyground.store import Database, count_games
    from plyground.store import backup as copy

    with open_database(database, create=False) as opened:
        copy(opened, file, force=force)
    with Database.open(str(file)) as made:
        click.echo(f"{file}: {_counted(count_games(made))}")


@click.command(
    "restore",
    cls=Command,
    help=N_("Replace the whole content of the database by that of a backup. No server may run on it."),
)
@click.argument("file", type=click.Path(path_type=Path))
@_SURE
@database_option
def restore(file: Path, yes: bool, database: str | None) -> None:
    from plyground.store import count_games
    from plyground.store import restore as bring_back

    with open_database(database) as opened:
        if (count := count_games(opened)) and not yes:
            _ask(say("Replace the {games} in '{place}'?", games=_counted(count), place=opened.place))
        bring_back(opened, file)
        click.echo(f"{opened.place}: {_counted(count_games(opened))}")


@click.command(
    "delete",
    cls=Command,
    help=N_("Delete games: those with these ids, or those that the options name. They cannot be brought back."),
)
@click.argument("ids", metavar="[ID]...", nargs=-1)
@filter_options
@_SURE
@database_option
def delete(ids: tuple[str, ...], yes: bool, database: str | None, **wanted: Any) -> None:
    from plyground.store import count_games, delete_games, get_game

    named = any(value is not None for value in wanted.values())
    if bool(ids) == named:
        raise InputError(N_("name the games to delete: either ids, or options such as --event; not both"))
    with open_database(database, create=False) as opened:
        for id in ids:
            if get_game(opened, id) is None:
                raise MissingError(N_("there is no game '{id}'"), id=id)
        asked = game_filter(**wanted)
        count = len(set(ids)) if ids else count_games(opened, asked)
        if count and not yes:
            _ask(say("Delete {games} from '{place}'?", games=_counted(count), place=opened.place))
        gone = delete_games(opened, ids or asked)
    click.echo(say("{games} deleted", games=_counted(gone)))


def _counted(count: int) -> str:
    return fill(ngettext("{count} game", "{count} games", count), count=f"{count:,}")


def _ask(question: str) -> None:
    """Ends the command unless the answer is yes. Without somebody to ask, it has to be said with --yes."""
    if not sys.stdin.isatty():
        raise InputError(N_("nobody can be asked here; --yes says that you are sure"))
    click.confirm(question, abort=True)
