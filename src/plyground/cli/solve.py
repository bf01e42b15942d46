"""`plyground solve`: the exact value of a position, and a best line."""

from __future__ import annotations

import json

import click

from plyground.cli.command import Command
from plyground.cli.questions import answer_stream, limit_of, make_solver, question_options, remark, shown_progress
from plyground.errors import N_
from plyground.grid import GridBoard, moves_text
from plyground.solver import Solution
from plyground.texts import _, say


@click.command(
    cls=Command,
    help=N_(
        "Say who wins, in how many moves, and how. POSITION is a game such as 4453, rows from the top such as "
        "'.../.x./... o', or - for one position a line of standard input."
    ),
)
@click.argument("position", default="")
@question_options
def command(
    position: str,
    rules: str,
    as_json: bool,
    threads: int | None,
    table: float | None,
    weak: bool,
    seconds: float | None,
) -> None:
    solver = make_solver(rules, threads, table)
    limit = limit_of(seconds)
    if position == "-":
        answer_stream(solver, lambda board: _line(solver.solve(board, weak=weak, limit=limit), as_json), as_json)
        return
    board = GridBoard.parse(position, solver.rules)
    with shown_progress(board) as watch:
        solution = solver.solve(board, weak=weak, limit=limit, watch=watch)
    if as_json:
        click.echo(json.dumps(solution.json(), ensure_ascii=False))
        return
    click.echo(f"{board}\n")
    click.echo(_score(solution) + solution.value.words)
    if solution.line:
        click.echo(say("best line: {line}", line=moves_text(board.rules, solution.line)))
    elif solution.move is not None:
        click.echo(say("best move known: {move}", move=board.move_name(solution.move)))
    click.echo(
        say(
            "{nodes} nodes, {seconds} s",
            nodes=f"{solution.nodes:,}",
            seconds=f"{solution.seconds:.2f}",
        )
    )
    if (note := remark(board)) is not None:
        click.echo(note)


def _score(solution: Solution) -> str:
    value = solution.value
    if value.weak or value.score is None:
        return ""
    return f"{value.score:+d}  " if value.score else "0  "


def _line(solution: Solution, as_json: bool) -> str:
    if as_json:
        return json.dumps(solution.json(), ensure_ascii=False)
    value = solution.value
    number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
    line = moves_text(solution.board.rules, solution.line)
    return "\t".join((number, value.words, line or _("-")))
