"""`plyground serve`: the page, on this machine or for a network."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import click

from plyground import paths
from plyground.cli.command import Command, Number, open_database, option
from plyground.errors import N_, InputError
from plyground.texts import _, say

__all__ = ["NETWORK_WARNING", "check_port", "command"]

PORT = 7642
"""Seven columns, six rows, forty-two cells."""

NETWORK_WARNING = N_(
    "Warning: everybody who can reach this machine over the network can open the page, play, and use its "
    "computing time. The connection is not encrypted."
)


def check_port(port: int) -> None:
    if port > 65535:
        raise InputError(N_("the port is {port}; it has to be 65535 or less"), port=port)


_ENDING_SECONDS = 5.0
"""How long to wait for a server that uses the same file and is ending."""

ADMIN_VARIABLE = "PLYGROUND_ADMIN_TOKEN"


def _admin_token() -> tuple[str, Path | None]:
    """The administrator's token: of the environment, or of a file that is made at the first run; then also the file."""
    if named := os.environ.get(ADMIN_VARIABLE, "").strip():
        return named, None
    file = paths.ready(paths.data_dir()) / "admin-token"
    try:
        # Made by one process only, and never readable by others.
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
            token = secrets.token_urlsafe(24)
            new.write(f"{token}\n")
        return token, file
    except FileExistsError:
        token = file.read_text("utf-8").strip()
    if not token:
        raise InputError(
            N_("the file '{file}' of the administrator's token is empty; write one there, or remove it for a new one"),
            file=file,
        )
    return token, None


def _own_games(texts: tuple[str, ...]) -> dict[str, str]:
    """The files by the names of their games, each tried out, so that a mistake is said before anything is served."""
    from plyground.learn import load_game

    games: dict[str, str] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        if not (name and equals):
            raise InputError(
                N_("'{text}' names no game; write a name, the file and the class, like mine=mygame.py:Game"), text=text
            )
        if name in games:
            raise InputError(N_("two games are called '{name}'; give each a name of its own"), name=name)
        load_game(file)
        games[name] = file
    return games


def _search_processes(executor: str | None, count: int | None) -> int | None:
    """How many computers think at a time elsewhere. A cluster is asked now, so that a mistake is said at once."""
    from plyground.executors import executor_of, workers_of

    if executor is None:
        if count is not None:
            raise InputError(N_("--search-processes needs --search-executor, such as --search-executor local"))
        return None
    if executor == "local":
        return count
    with executor_of(executor) as cluster:
        return count or workers_of(cluster)


@click.command(
    cls=Command,
    meant=("--port",),
    help=N_(
        "Serve the page: play, analyse, review, and watch tournaments in a browser. It is for this machine alone, "
        "unless --host opens it to a network. Every move is in the database before it is shown, so the server can be "
        "ended and started at any time. Ctrl-C ends it."
    ),
)
@option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help=N_("The address to serve at; 0.0.0.0 opens it to everybody on your network."),
)
@option("--port", type=Number(whole=True), metavar="N", default=PORT, show_default=True, help=N_("The port."))
@option(
    "--database",
    metavar="URL",
    help=N_("Where games are kept: a file, or postgresql://USER:PASSWORD@HOST/NAME; your own file if not given."),
)
@option(
    "--workers",
    type=Number(1, whole=True),
    metavar="N",
    default=1,
    show_default=True,
    help=N_("Processes that share the work; more than one needs PostgreSQL."),
)
@option(
    "--name",
    "names",
    metavar="NAME",
    multiple=True,
    help=N_("A name that the server is reached under besides its address, as behind a proxy; may be repeated."),
)
@option(
    "--game",
    "games",
    metavar="NAME=FILE:CLASS",
    multiple=True,
    help=N_("A game of your own to see searches at work on: a class of a Python file; may be repeated."),
)
@option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help=N_(
        "The address or network of a proxy in front of the server, which says where visitors come from and whether "
        "their connection is encrypted; may be repeated."
    ),
)
@option("--access-log", is_flag=True, help=N_("Write a line to the log for every request."))
@option("--json-log", is_flag=True, help=N_("Write the log as one JSON object a line."))
@option("--metrics", is_flag=True, help=N_("Show at /metrics what the server counts, in the form of Prometheus."))
@option(
    "--memory",
    type=Number(256, whole=True),
    metavar="MB",
    help=N_("Memory for all searches; by default a quarter of the machine's, at most 1024 MB for each core."),
)
@option(
    "--forget-after",
    "forget_days",
    type=Number(1, whole=True),
    metavar="DAYS",
    help=N_("Delete games of the page that nobody touched for so long, if they are unfinished or without a name."),
)
@option(
    "--search-executor",
    metavar="WHERE",
    help=N_(
        "Let computers think in other processes: local (of this machine) or dask://host:8786 (a cluster); in threads "
        "of the server if not given."
    ),
)
@option(
    "--search-processes",
    type=Number(1, whole=True),
    metavar="N",
    help=N_("How many computers think there at a time; as many as there are cores or workers of the cluster."),
)
@option("--no-browser", is_flag=True, help=N_("Only say the address."))
def command(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    names: tuple[str, ...],
    games: tuple[str, ...],
    proxies: tuple[str, ...],
    access_log: bool,
    json_log: bool,
    metrics: bool,
    memory: int | None,
    forget_days: int | None,
    search_executor: str | None,
    search_processes: int | None,
    no_browser: bool,
) -> None:
    from plyground import web
    from plyground.store import served

    check_port(port)
    web.check_proxies(proxies)
    own_games = _own_games(games)
    search_processes = _search_processes(search_executor, search_processes)
    # Opened before anything is served, so that a database that cannot be used or has to be upgraded is reported now.
    with open_database(database) as opened:
        if workers > 1 and opened.is_sqlite:
            raise InputError(
                N_("{workers} workers need a PostgreSQL database, named with --database; with a file there is one"),
                workers=workers,
            )
        with served(opened, _ENDING_SECONDS):
            pass  # another server that uses the file is reported now, too
    listening = web.inherited_socket()
    if listening is None:
        listening = web.bound(host, port)
    else:
        host = listening.getsockname()[0]
    port = listening.getsockname()[1]
    here, elsewhere = web.addresses(host, port)

    def ready() -> None:
        click.echo(say("Plyground is at {address} (Ctrl-C ends it)", address=here))
        if elsewhere is not None:
            click.echo(say("The address to send to others: {address}", address=elsewhere))
        if new_file is not None and not settings.is_local:
            click.echo(
                say(
                    "The administrator's token, to start and stop tournaments on the page: {token} (kept in {file})",
                    token=token,
                    file=new_file,
                )
            )
        if no_browser:
            return
        if not (web.can_open_browser() and web.open_browser(here)):
            click.echo(_("No browser could be opened here; open the address in one."))

    token, new_file = _admin_token()
    if elsewhere is not None:
        click.echo(_(NETWORK_WARNING), err=True)
    more: dict[str, Any] = {
        "search_mb": None if memory is None else float(memory),
        "search_processes": search_processes,
    }
    settings = web.ServerSettings(
        database=database,
        host=host,
        port=port,
        public=names,
        workers=workers,
        games=own_games,
        proxies=proxies,
        access_log=access_log,
        json_log=json_log,
        metrics=metrics,
        admin_token=token,
        forget_days=forget_days,
        search_executor=search_executor,
        **{name: value for name, value in more.items() if value is not None},
    )
    web.when_ready(here, ready)
    web.serve(settings, listening)
    click.echo(_("The server has ended; every game is kept."))
