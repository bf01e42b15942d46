"""`plyground solve`: the exact value of a position, and a best line."""

from __future__ import annotations

import click

from plyground.cli.command import Command
from plyground.cli.questions import Question, answer, question_options, remark, remark_on_source
from plyground.errors import N_
from plyground.grid import moves_text
from plyground.solver import Solution
from plyground.texts import say


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
    no_book: bool,
) -> None:
    question = Question(rules, threads, table, weak, seconds, no_book)
    answer(question, position, as_json, question.solve, _show, _line)


def _show(solution: Solution) -> None:
    board = solution.board
    click.echo(f"{board}\n")
    click.echo(_score(solution) + solution.value.words)
    if solution.line:
        click.echo(say("best line: {line}", line=moves_text(board.rules, solution.line)))
    elif solution.move is not None:
        click.echo(_move(solution))
    click.echo(
        say(
            "{nodes} nodes, {seconds} s",
            nodes=f"{solution.nodes:,}",
            seconds=f"{solution.seconds:.2f}",
        )
    )
    for note in (remark_on_source(solution), remark(board)):
        if note is not None:
            click.echo(note)


def _move(solution: Solution) -> str:
    move = solution.board.move_name(solution.move) if solution.move is not None else ""
    if solution.value.is_exact:
        return say("best move: {move}", move=move)
    return say("best move known: {move}", move=move)


def _score(solution: Solution) -> str:
    value = solution.value
    if value.weak or value.score is None:
        return ""
    return f"{value.score:+d}  " if value.score else "0  "


def _line(solution: Solution) -> str:
    value = solution.value
    number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
    return "\t".join((number, value.words, moves_text(solution.board.rules, solution.line) or "-"))
