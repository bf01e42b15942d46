"""`plyground class`: a folder of bots, and the ladder that they play."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.cli.command import Command, Number, option
from plyground.cli.scoreboard import Speed, bar, running_games, shown
from plyground.cli.workers import opened, worker_options
from plyground.errors import N_, MissingError
from plyground.tables import text_table
from plyground.texts import _, say

if TYPE_CHECKING:
    from plyground.arena import Standings
    from plyground.classroom import ClassLadder, Place, RoundReport

__all__ = ["command"]

INTERRUPTED = 130
PAGE, GAMES = "standings.html", "games.html"


@click.command(
    cls=Command,
    help=N_(
        "Play a round of the ladder of a class, and write its standings. Every file in FOLDER is a bot: a Python file "
        "with choose(board) or agent(observation, configuration), a program that speaks the line protocol, or a "
        "library (.so). A new file joins, a changed one is a new version, one that is gone plays no more; nothing "
        "starts over. class.toml in the folder has the settings, standings.html the standings."
    ),
)
@click.argument("folder", type=click.Path(path_type=Path))
@option(
    "--rounds",
    type=Number(0, whole=True),
    metavar="N",
    default=1,
    show_default=True,
    help=N_("Rounds to play: in each, everybody meets everybody twice. With 0 only the standings are written."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of a table."))
@worker_options
@click.pass_context
def command(ctx: click.Context, folder: Path, rounds: int, as_json: bool, workers: int | None, where: str) -> None:
    from plyground.classroom import ClassLadder, places

    ladder = ClassLadder(folder)
    report, stopped = _played(ladder, rounds, workers, where)
    with ladder.database() as database:
        rows = places(database, report)
    _write_pages(ladder, report, rows)
    if as_json:
        click.echo(json.dumps(_json(report, rows), ensure_ascii=False))
    else:
        _print(folder, report, rows)
    if stopped:
        click.echo(_("stopped; the next round plays the rest first"), err=True)
        ctx.exit(INTERRUPTED)


def _played(ladder: ClassLadder, rounds: int, workers: int | None, where: str) -> tuple[RoundReport, bool]:
    from plyground.cli.questions import stoppable

    speed = Speed()
    latest: Standings | None = None

    def lines() -> list[str]:
        if latest is None:
            return [_("The bots are asked for a first move.")]
        played, wanted = latest.played, latest.wanted
        line = f"{bar(played, wanted)} {speed.text(played, wanted)}"
        return [line, *(running_games(executor) if speed.is_slow(played) else [])]

    with contextlib.ExitStack() as stack:
        executor = stack.enter_context(opened(where, workers))
        cancel = stack.enter_context(stoppable())
        display = stack.enter_context(shown(lines))

        def observe(standings: Standings) -> None:
            nonlocal latest
            latest = standings
            display.changed()

        report = ladder.play(rounds, executor=executor, observer=observe, cancel=cancel)
        standings = report.standings
        return report, cancel.is_set() and standings.played < standings.wanted


def _write_pages(ladder: ClassLadder, report: RoundReport, rows: Sequence[Place]) -> None:
    from plyground.arena.report import load_report, report_page
    from plyground.classroom import standings_page

    pages = {}
    if rows:
        with ladder.database() as database:
            pages[GAMES] = report_page(load_report(database, report.standings.settings.name))
    pages[PAGE] = standings_page(report, rows, datetime.now(), GAMES if rows else None)
    for name, text in pages.items():
        try:
            (ladder.folder / name).write_text(text, "utf-8", newline="\n")
        except OSError as error:
            raise MissingError(
                N_("'{path}' cannot be written: {reason}"), path=ladder.folder / name, reason=error.strerror or error
            ) from error


def _print(folder: Path, report: RoundReport, rows: Sequence[Place]) -> None:
    for template, names in (
        (N_("new: {names}"), report.added),
        (N_("resubmitted: {names}"), report.resubmitted),
        (N_("gone: {names}"), report.removed),
    ):
        if names:
            click.echo(say(template, names=", ".join(names)))
    for name, told in report.problems.items():
        click.echo(say("{name} does not play: {reason}", name=name, reason=told.text), err=True)
    head = ["#", _("player"), "Elo", _("games"), _("score"), _("place")]
    cells = [
        [
            str(row.number),
            row.name,
            f"{row.rating.elo:z.0f}",
            f"{row.rating.games:,}",
            f"{100 * row.rating.score:.0f} %",
            row.change,
        ]
        for row in rows
    ]
    if cells:
        click.echo(text_table(head, cells, right=(0, 2, 3, 4)))
    click.echo(say("The standings are in '{path}'.", path=folder / PAGE))


def _json(report: RoundReport, rows: Sequence[Place]) -> dict[str, Any]:
    return {
        "round": report.standings.settings.rounds,
        "games": report.standings.played,
        "added": list(report.added),
        "resubmitted": list(report.resubmitted),
        "removed": list(report.removed),
        "problems": {name: told.text for name, told in report.problems.items()},
        "standings": [
            {
                "name": row.name,
                "elo": round(row.rating.elo, 2),
                "games": row.rating.games,
                "score": round(row.rating.score, 6),
                "before": row.before,
            }
            for row in rows
        ],
    }
