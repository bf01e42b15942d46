"""`plyground analyse`: the exact value of every move."""

from __future__ import annotations

from functools import partial

import click

from plyground.cli.command import Command
from plyground.cli.questions import Question, answer, question_options, remark, remark_on_source
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
    no_book: bool,
) -> None:
    question = Question(rules, threads, table, weak, seconds, no_book)
    # A line of a stream has no room for a best line, so it is not searched for, unless JSON wants it.
    line = as_json or position != "-"
    answer(question, position, as_json, partial(question.analyse, line=line), _show, _line)


def _show(analysis: Analysis) -> None:
    from rich.table import Table

    from plyground.console import make_console

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
    for note in (remark_on_source(analysis), remark(board)):
        if note is not None:
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


def _line(analysis: Analysis) -> str:
    board = analysis.board
    pieces = []
    for move, value in analysis.moves.items():
        number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
        pieces.append(f"{board.move_name(move)}={number}")
    return " ".join(pieces) or "-"
