"""`plyground tournament report`: what the games say, as a page to read or as tables for programs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from plyground.cli.command import Command, database_option, open_database, option
from plyground.cli.questions import shown_sentences
from plyground.errors import N_, InputError, MissingError
from plyground.texts import say

__all__ = ["report"]

STDOUT = Path("-")


@click.command(
    "report",
    cls=Command,
    help=N_(
        "Write a report on the tournament NAME, or on a saved match: one HTML page with ratings, cross table, plots "
        "and every game to replay, or the same as JSON or CSV. It can be asked for while games are being played."
    ),
)
@click.argument("name")
@option(
    "--format",
    "form",
    type=click.Choice(["html", "json", "csv"]),
    default="html",
    show_default=True,
    help=N_("A page, all tables as JSON, or one table as CSV."),
)
@option(
    "--table",
    default="games",
    show_default=True,
    metavar="TABLE",
    help=N_("The table for CSV: ratings, cross, seats, boards, times, forfeits or games."),
)
@option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=N_(
        "The file, or - for standard output. Unless you say, a page replaces NAME-report.html, the others go to -."
    ),
)
@option("--force", is_flag=True, help=N_("Write over a file that is there."))
@database_option
def report(name: str, form: str, table: str, out: Path | None, force: bool, database: str | None) -> None:
    from plyground.arena.report import load_report, report_csv, report_json, report_page

    if out is not None and out.is_file() and not force:
        raise InputError(N_("'{file}' is there already; --force writes over it"), file=out)
    with open_database(database, create=False) as kept, shown_sentences() as show:
        found = load_report(
            kept, name, lambda count: None if count % 500 else show(say("{count} games read", count=f"{count:,}"))
        )
    if form == "html":
        text = report_page(found)
    elif form == "json":
        text = json.dumps(report_json(found), ensure_ascii=False, indent=1) + "\n"
    else:
        text = report_csv(found, table)
    path = out or (Path(f"{name}-report.html") if form == "html" else STDOUT)
    if path == STDOUT:
        click.echo(text, nl=False)
        return
    if path.is_dir():
        raise InputError(N_("'{path}' is a folder; name a file for the report"), path=path)
    try:
        path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise MissingError(
            N_("'{path}' cannot be written: {reason}"), path=path, reason=error.strerror or error
        ) from error
    click.echo(
        say(
            "{path}: report on {games} games, {bytes} bytes",
            path=path,
            games=len(found.games),
            bytes=len(text.encode()),
        )
    )
