"""`plyground tournament`: write its file, run it, resume it, and see how it stands."""

from __future__ import annotations

import contextlib
import json
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.cli.command import Command, Commands, database_option, open_database, option
from plyground.cli.scoreboard import Speed, bar, forfeits_json, running_games, running_options, shown
from plyground.cli.tournament_changes import delete, extend
from plyground.cli.tournament_report import report
from plyground.cli.workers import opened
from plyground.errors import N_, InputError
from plyground.texts import _, say

if TYPE_CHECKING:
    from plyground.arena import Ratings, Standings, TournamentSettings
    from plyground.store import Database, Tournament

__all__ = ["command"]

INTERRUPTED = 130
SHOWN = 12
"""Players in the table that is renewed while games are played; the last one shows all."""

force_option = option("--force", is_flag=True, help=N_("Begin although a bot cannot make a move; it loses its games."))

command = Commands("tournament", help=N_("Run tournaments that can be stopped at any moment and resumed."))


@command.command("new", cls=Command, help=N_("Write an example of a tournament's file, with a word on every key."))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), default="tournament.toml")
@option("--force", is_flag=True, help=N_("Overwrite a file that is there."))
def new(file: Path, force: bool) -> None:
    if file.exists() and not force:
        raise InputError(N_("'{path}' is there already; name another file, or use --force"), path=str(file))
    try:
        file.write_text(_example(file.stem), encoding="utf-8")
    except OSError as error:
        raise InputError(N_("'{path}' cannot be written: {reason}"), path=str(file), reason=error.strerror) from None
    click.echo(say("Wrote '{path}'; plyground tournament run {path} plays it.", path=file))


@command.command(
    "run",
    cls=Command,
    help=N_(
        "Play the tournament that FILE describes; games of it that are in the database already are not played again. "
        "Ctrl-C stops it, and 'tournament resume' goes on."
    ),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@force_option
@running_options
@click.pass_context
def run(ctx: click.Context, file: Path, force: bool, workers: int | None, where: str, database: str | None) -> None:
    from plyground.arena import read_settings

    settings = read_settings(file)
    with open_database(database) as kept:
        _check_not_extended(kept, settings.name)
        _run(ctx, kept, settings, force, workers, where)


def _check_not_extended(database: Database, name: str) -> None:
    """A file does not describe a tournament that was extended since."""
    from plyground.store import list_tournaments

    if any(one.name == name and one.settings.get("stages") for one in list_tournaments(database)):
        raise InputError(
            N_("'{name}' was extended since it began; 'plyground tournament resume {name}' plays the rest"), name=name
        )


@command.command(
    "resume",
    cls=Command,
    help=N_(
        "Play the games that are missing from a tournament. TOURNAMENT is its name, or its file: then the file must "
        "not have changed."
    ),
)
@click.argument("tournament", metavar="TOURNAMENT")
@force_option
@running_options
@click.pass_context
def resume(
    ctx: click.Context, tournament: str, force: bool, workers: int | None, where: str, database: str | None
) -> None:
    from plyground.arena import read_settings, settings_of
    from plyground.store import get_tournament

    with open_database(database, create=False) as kept:
        if tournament.endswith(".toml"):
            settings = read_settings(Path(tournament))
            get_tournament(kept, settings.name)  # only one that was begun can be resumed
            _check_not_extended(kept, settings.name)
        else:
            settings = settings_of(kept, tournament)
        _run(ctx, kept, settings, force, workers, where)


@command.command("list", cls=Command, help=N_("List the tournaments in the database, the newest first."))
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of a table."))
@database_option
def list_all(as_json: bool, database: str | None) -> None:
    from rich.table import Table

    from plyground.arena import TournamentSettings, game_count
    from plyground.console import make_console
    from plyground.store import list_tournaments

    with open_database(database, create=False) as kept:
        found = [(one, TournamentSettings.from_json(one.settings)) for one in list_tournaments(kept)]
    if as_json:
        click.echo(json.dumps([_about(settings, one.finished, _state(one)) for one, settings in found]))
        return
    if not found:
        click.echo(_("There are no tournaments yet; 'plyground tournament new' writes a file for one."))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in (_("name"), _("format"), _("players"), _("games"), _("state"), _("began")):
        table.add_column(name)
    for one, settings in found:
        table.add_row(
            one.name,
            settings.format,
            str(len(settings.players)),
            f"{one.finished}/{game_count(settings)}",
            _(_state(one)),
            one.began.strftime("%Y-%m-%d %H:%M"),
        )
    make_console().print(table, soft_wrap=True)


def _state(tournament: Tournament) -> str:
    """Where it runs, on a server or here, makes no difference to who asks."""
    from plyground.arena import RUNNING, SERVED

    return RUNNING if tournament.state == SERVED else tournament.state


@command.command("status", cls=Command, help=N_("Show how a tournament stands: games played, ratings, intervals."))
@click.argument("name")
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of a table."))
@database_option
def status(name: str, as_json: bool, database: str | None) -> None:
    from plyground.arena import settings_of, standings_of
    from plyground.store import get_tournament

    with open_database(database, create=False) as kept:
        settings = settings_of(kept, name)
        standings = standings_of(kept, settings)
        state = _state(get_tournament(kept, name))
    if as_json:
        status = _about(settings, standings.played, state) | {
            "ratings": _ratings_json(standings.ratings()),
            "faults": forfeits_json(standings.forfeits),
        }
        click.echo(json.dumps(status, ensure_ascii=False))
        return
    click.echo(
        say(
            "{name}: {played} of {wanted} games, {state}",
            name=name,
            played=f"{standings.played:,}",
            wanted=f"{standings.wanted:,}",
            state=_(state),
        )
    )
    _print_standings(standings)
    if standings.played < standings.wanted:
        # A tournament whose driver was killed is still marked as running.
        click.echo(say("If nobody plays it now, 'plyground tournament resume {name}' plays the rest.", name=name))


command.add_command(report)
command.add_command(extend)
command.add_command(delete)


def _run(
    ctx: click.Context,
    database: Database,
    settings: TournamentSettings,
    force: bool,
    workers: int | None,
    where: str,
) -> None:
    from plyground.arena import Standings, ratings_table, run_tournament, standings_summary
    from plyground.cli.questions import stoppable

    speed = Speed()
    latest = Standings(settings)
    table: list[str] = []
    drawn = 0.0

    def head() -> list[str]:
        played, wanted = latest.played, latest.wanted
        line = f"{settings.name} {bar(played, wanted)} {speed.text(played, wanted)}"
        return [line, *(running_games(executor) if speed.is_slow(played) else [])]

    def lines() -> list[str]:
        nonlocal table, drawn
        # Ratings of a large pool take a moment; the games do not wait for them.
        if latest.played and time.monotonic() - drawn > 2:
            table = ratings_table(latest.ratings())[: SHOWN + 1]
            drawn = time.monotonic()
        return [*head(), *table]

    with contextlib.ExitStack() as stack:
        at_a_time = workers or (settings.concurrency if where in ("local", "dask") else None)
        executor = stack.enter_context(opened(where, at_a_time))
        cancel = stack.enter_context(stoppable())
        display = stack.enter_context(shown(lines, head))

        def observe(standings: Standings) -> None:
            nonlocal latest
            latest = standings
            display.changed()

        standings = run_tournament(database, settings, executor=executor, force=force, observer=observe, cancel=cancel)
        stopped = cancel.is_set() and standings.played < standings.wanted
    click.echo(standings_summary(standings)[0])
    _print_standings(standings)
    if stopped:
        click.echo(
            say("stopped; 'plyground tournament resume {name}' plays the rest", name=settings.name),
            err=True,
        )
        ctx.exit(INTERRUPTED)


def _print_standings(standings: Standings) -> None:
    """Everything but the first line, which says how many games were played."""
    from plyground.arena import standings_summary, unmet_groups

    if standings.played:
        click.echo("\n".join(standings_summary(standings)[1:]))
        for warning in unmet_groups(standings.ratings()):
            click.echo(warning, err=True)


def _about(settings: TournamentSettings, played: int, state: str) -> dict[str, Any]:
    from plyground.arena import game_count

    return {"name": settings.name, "state": state, "played": played, "games": game_count(settings)} | {
        "settings": settings.json()
    }


def _ratings_json(ratings: Ratings) -> dict[str, Any]:
    def number(value: float) -> float | None:
        return round(value, 2) if math.isfinite(value) else None

    return {
        "advantage": number(ratings.advantage),
        "groups": ratings.groups,
        "players": [
            {
                "name": rating.name,
                "elo": number(rating.elo),
                "low": number(rating.low),
                "high": number(rating.high),
                "games": rating.games,
                "score": round(rating.score, 6),
            }
            for rating in ratings.players
        ],
    }


def _example(name: str) -> str:
    """An example that can be run as it is, in a minute; comments are in the user's language."""
    own = f"{{ name = {json.dumps('chance')}, player = {json.dumps('random')} }}"
    mine = f"# {{ name = {json.dumps('mine')}, player = {json.dumps('cmd:./mybot --fast')} }}"
    players = [*(json.dumps(text) for text in ("level2", "level3", "uct playouts=200")), own, mine]
    keys = [
        ("name", json.dumps(name), _("What it is called in the database; otherwise the file's name counts.")),
        (
            "players",
            "".join(["[", *(f"\n  {player}," for player in players), "\n]"]),
            _("Who plays: players' texts ('plyground players' lists them), or tables with a name of your own."),
        ),
        (
            "format",
            '"round-robin"',
            _("round-robin: everybody meets everybody; gauntlet: the first meets all others; swiss: by the table."),
        ),
        ("rounds", "5", _("How often that is repeated; in a Swiss tournament, its rounds.")),
        ("pairs", "1", _("Openings of a meeting. Each is played twice, with the seats swapped.")),
        (
            "rules",
            json.dumps(["cfour", "random"]),
            _("The boards, which take turns: presets or sizes; random is another board for each pair."),
        ),
        (
            "openings",
            '"random"',
            _(
                "How games begin: none, random (moves), drawn: random moves after which the solver proves a draw, "
                "each: every first move in turn, or balanced: from a list for boards without gravity."
            ),
        ),
        ("# plies", "4", _("Moves of an opening; four unless you say, fewer on small boards.")),
        ("seed", "1", _("Where all chance comes from.")),
        ("# time", "0.1", _("What a move may take: any of time (seconds), nodes, depth and playouts.")),
        ("adjudicate", "false", _("Whether games end when the solver proves their result.")),
        ("anchor", '"chance"', _("A player whose rating is fixed, and its rating; otherwise the mean is 0.")),
        ("anchor_elo", "0", ""),
        ("# concurrency", "2", _("Games at a time; one for each core unless you say.")),
    ]
    lines = [f"# {_('A tournament: plyground tournament run FILE plays it. Only players has to be there.')}"]
    for key, value, comment in keys:
        lines += ["", f"# {comment}"] if comment else []
        lines.append(f"{key} = {value}")
    return "\n".join(lines) + "\n"
