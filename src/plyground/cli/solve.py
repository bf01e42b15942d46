"""`plyground solve`: the exact value of a position, and a best line."""

from __future__ import annotations

import click

from plyground.cli.command import Command
from plyground.cli.questions import SolverQuestion, answer, question_options, question_rules
from plyground.errors import N_
from plyground.grid import moves_text
from plyground.solver import Solution


@click.command(
    cls=Command,
    meant=("--rules",),
    help=N_(
        "Say who wins, in how many moves, and how. POSITION is a game such as 4453, 'cfour: 4453' or 'd1 d2', rows "
        "from the top such as '.../.x./... o', or - for one position a line of standard input."
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
    question = SolverQuestion(question_rules(rules, position), threads, table, weak, seconds, no_book)
    answer(question, position, as_json, question.look_up, question.solve, _show_value, _show_rest, _line)


def _show_value(solution: Solution) -> None:
    click.echo("\n".join(solution.value_lines()))


def _show_rest(solution: Solution) -> None:
    click.echo("\n".join(solution.other_lines()))


def _line(solution: Solution) -> str:
    value = solution.value
    number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
    return "\t".join((number, value.words, moves_text(solution.board.rules, solution.line) or "-"))
