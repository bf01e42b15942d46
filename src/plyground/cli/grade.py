"""`plyground grade`: what students handed in, marked by an assignment."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.command import Command, Number, option
from plyground.cli.scoreboard import shown
from plyground.errors import N_, InputError, MissingError, PlygroundError, UnsupportedError
from plyground.texts import _, say

if TYPE_CHECKING:
    from plyground.classroom import Assignment, Grade

__all__ = ["command"]


@click.command(
    cls=Command,
    help=N_(
        "Mark submissions: each a Python file, or a folder with the file that the assignment names. A submission runs "
        "in a process of its own, under limits of time and memory; with bubblewrap it has no network and sees no files "
        "of yours. It is asked one hidden question at a time. The exit code is 1 if points are missing."
    ),
)
@click.argument("submissions", metavar="SUBMISSION...", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--assignment",
    "file",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=N_("The assignment's file; 'plyground assignment' writes one."),
)
@option(
    "--gradescope",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=N_("Also write the results of one submission as Gradescope reads them, as in results/results.json."),
)
@option(
    "--feedback",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help=N_("Also write the feedback for each submission and a table grades.csv into this folder."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print JSON instead of text."))
@option(
    "--workers",
    type=Number(1, whole=True),
    metavar="N",
    help=N_("How many work at a time; as many as there are cores unless you say."),
)
@click.pass_context
def command(
    ctx: click.Context,
    submissions: tuple[Path, ...],
    file: Path,
    gradescope: Path | None,
    feedback: Path | None,
    as_json: bool,
    workers: int | None,
) -> None:
    from plyground.bots import closed_by
    from plyground.classroom import read_assignment

    if gradescope is not None and len(submissions) > 1:
        raise InputError(N_("--gradescope is for one submission; there are {count}"), count=len(submissions))
    assignment = read_assignment(file)
    if closed_by() is None:
        click.echo(
            "plyground: " + _("submissions can read your files here; bubblewrap would prevent it (plyground doctor)"),
            err=True,
        )
    found: dict[Path, Grade] = {}
    with shown(lambda: [say("{count} of {all} marked", count=len(found), all=len(submissions))]) as display:
        for path, one in _graded(submissions, assignment, workers):
            found[path] = one
            display.changed()
    grades = [found[path] for path in submissions]
    if as_json:
        told = [grade.json() for grade in grades]
        click.echo(json.dumps(told[0] if len(told) == 1 else told, ensure_ascii=False))
    else:
        click.echo(str(grades[0]) if len(grades) == 1 else "\n".join(grade.summary for grade in grades))
    if gradescope is not None:
        _write(gradescope, json.dumps(grades[0].gradescope(), ensure_ascii=False, indent=1) + "\n")
    if feedback is not None:
        _write_feedback(feedback, grades)
    ctx.exit(0 if all(grade.is_full for grade in grades) else 1)


def _graded(submissions: Sequence[Path], assignment: Assignment, workers: int | None) -> Iterator[tuple[Path, Grade]]:
    """The submissions with their grades, as they are ready."""
    from plyground.classroom import grade

    if len(submissions) == 1:
        yield submissions[0], grade(submissions[0], assignment)
        return
    from plyground.cli.workers import opened
    from plyground.executors import run_tasks

    with opened("local", workers) as executor:
        tasks = ((path, partial(grade, path, assignment)) for path in submissions)
        with closing(run_tasks(tasks, executor, lost=_lost)) as work:
            for results in work:
                yield from results


def _lost(path: Path) -> PlygroundError:
    return UnsupportedError(N_("the worker that marked '{path}' was lost each time"), path=str(path))


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise MissingError(
            N_("'{path}' cannot be written: {reason}"), path=file, reason=error.strerror or error
        ) from error


def _write_feedback(folder: Path, grades: Sequence[Grade]) -> None:
    for grade in grades:
        _write(folder / f"{grade.name}.txt", f"{grade}\n")
    rows = [["submission", "points", *(mark.criterion for mark in grades[0].marks)]]
    rows += [[one.name, f"{one.points:g}", *(f"{mark.points:g}" for mark in one.marks)] for one in grades]
    _write(folder / "grades.csv", "".join(_csv(row) for row in rows))


def _csv(row: Sequence[str]) -> str:
    text = io.StringIO()
    # A spreadsheet would take such a name for a formula.
    cells = [f"'{cell}" if cell.startswith(("=", "+", "@")) else cell for cell in row]
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
