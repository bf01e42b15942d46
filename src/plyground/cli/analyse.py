"""`plyground analyse`: the exact value of every move."""

from __future__ import annotations

import json

import click

from plyground.cli.command import Command
from plyground.cli.questions import answer_stream, limit_of, make_solver, question_options, remark, shown_progress
from plyground.errors import N_
from plyground.grid import GridBoard, moves_text
from plyground.solver import Analysis, Value
from plyground.texts import _, say


@click.command(
    cls=Command,
    help=N_(
        "Give every move its exact value and mark the best. POSITION is a game such as 4453, rows from the top such "
        "as '.../.x./... o', or - for one position a line of standard input."
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
        answer_stream(
            solver, lambda board: _line(solver.analyse(board, weak=weak, limit=limit, line=False), as_json), as_json
        )
        return
    board = GridBoard.parse(position, solver.rules)
    with shown_progress(board) as watch:
        analysis = solver.analyse(board, weak=weak, limit=limit, watch=watch)
    if as_json:
        click.echo(json.dumps(analysis.json(), ensure_ascii=False))
        return
    _show(analysis)


def _show(analysis: Analysis) -> None:
    from rich.table import Table

    from plyground.console.terminal import make_console

    board = analysis.board
    console = make_console()
    console.print(str(board))
    console.print()
    console.say(say("{turn} to move: {words}", turn=_turn(board), words=analysis.value.words))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(_("column") if board.rules.gravity else _("cell"), justify="right")
    table.add_column(_("score"), justify="right")
    table.add_column(_("value"))
    table.add_column("")
    best = analysis.best
    for move, value in analysis.moves.items():
        mark = _("best") if move in best else ""
        style = "bold" if mark else ""
        table.add_row(board.move_name(move), _number(value), value.words, mark, style=style)
    console.print(table)
    if analysis.line:
        console.say(say("best line: {line}", line=moves_text(board.rules, analysis.line)))
    console.say(say("{nodes} nodes, {seconds} s", nodes=f"{analysis.nodes:,}", seconds=f"{analysis.seconds:.2f}"))
    if (note := remark(board)) is not None:
        console.say(note)


def _turn(board: GridBoard) -> str:
    from plyground.board import Side

    return _("first player (x)") if board.turn is Side.FIRST else _("second player (o)")


def _number(value: Value) -> str:
    if value.weak:
        return ""
    if value.score is None:
        return f"{value.low}..{value.high}"
    return f"{value.score:+d}" if value.score else "0"


def _line(analysis: Analysis, as_json: bool) -> str:
    if as_json:
        return json.dumps(analysis.json(), ensure_ascii=False)
    board = analysis.board
    pieces = []
    for move, value in analysis.moves.items():
        number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
        pieces.append(f"{board.move_name(move)}={number}")
    return " ".join(pieces)
