"""`plyground analyse`: the exact value of every move."""

from __future__ import annotations

import click

from plyground.cli.command import Command
from plyground.cli.questions import Question, answer, question_options
from plyground.errors import N_
from plyground.solver import Analysis


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
    # A line of a stream has no room for a best line, so it is not searched for, unless JSON wants it.
    question = Question(rules, threads, table, weak, seconds, no_book, line=as_json or position != "-")
    answer(question, position, as_json, question.look_up_moves, question.analyse, _show_values, _show_rest, _line)


def _show_values(analysis: Analysis) -> None:
    from plyground.console import make_console

    console = make_console()
    for line, is_best in analysis.value_lines():
        console.say(line, "bold" if is_best else None)


def _show_rest(analysis: Analysis) -> None:
    from plyground.console import make_console

    console = make_console()
    for line in analysis.other_lines():
        console.say(line)


def _line(analysis: Analysis) -> str:
    board = analysis.board
    pieces = []
    for move, value in analysis.moves.items():
        number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
        pieces.append(f"{board.move_name(move)}={number}")
    return " ".join(pieces) or "-"
