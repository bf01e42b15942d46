"""`plyground assignment`: the ready assignments, written as files to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from plyground.cli.command import Command, Number, option
from plyground.errors import N_, InputError
from plyground.texts import _, say

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "List the ready assignments, or write one: KIND.py for students to begin with, and KIND.toml for the teacher, "
        "from whose seed the hidden questions follow. 'plyground grade' marks what students hand in."
    ),
)
@click.argument("kind", required=False)
@option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=".",
    metavar="FOLDER",
    help=N_("Where to write the two files; here unless you say."),
)
@option("--seed", type=Number(whole=True), metavar="N", help=N_("The seed of the questions; drawn unless you say."))
@option("--force", is_flag=True, help=N_("Write over files that are there."))
def command(kind: str | None, folder: Path, seed: int | None, force: bool) -> None:
    from plyground.classroom import KINDS, TITLES, Assignment, assignment_text, starter_text

    if kind is None:
        for name in KINDS:
            click.echo(f"{name:10} {_(TITLES[name])}")
        return
    assignment = Assignment(kind, seed or 0)
    files = {
        folder / assignment.file_name: starter_text(assignment),
        folder / f"{kind}.toml": assignment_text(kind, seed),
    }
    for file in files:
        if file.exists() and not force:
            raise InputError(N_("'{file}' is there already; --force writes over it"), file=file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(N_("'{path}' cannot be written: {reason}"), path=str(folder), reason=error.strerror) from None
    starter, secret = files
    click.echo(say("Wrote '{starter}' for students and '{secret}' for you.", starter=starter, secret=secret))
