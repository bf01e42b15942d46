"""`plyground explain`: why a position or a move wins, draws or loses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from plyground.board import Cancel, Limit
from plyground.cli.command import Command, Number, option
from plyground.cli.questions import SolverQuestion, answer, question_rules, shown_sentences
from plyground.errors import N_
from plyground.explanations import Explanation, explain, has_threats
from plyground.grid import GridBoard, Rules
from plyground.solver import Solver, is_solvable
from plyground.texts import say

_EVERY = 1.0
"""Seconds between reports of a long search for a reason."""


@click.command(
    cls=Command,
    meant=("--move",),
    help=N_(
        "Say why a position wins, draws or loses, or why one of its moves does, with a proof that was checked against "
        "every reply. POSITION is a game such as 4453, 'cfour: 4453' or 'd1 d2', rows from the top such as "
        "'.../.x./... o', or - for one position a line of standard input."
    ),
)
@click.argument("position", default="")
@option("--move", metavar="MOVE", help=N_("Explain this move: 4, or a cell without gravity."))
@option(
    "--rules",
    metavar="RULES",
    default="cfour",
    show_default=True,
    help=N_("A preset or a size: cfour, 9x7 connect=5."),
)
@option(
    "--time",
    "seconds",
    type=Number(),
    metavar="SECONDS",
    default=3,
    show_default=True,
    help=N_("For the search for a reason."),
)
@option("--json", "as_json", is_flag=True, help=N_("Answer as JSON, one object a position."))
def command(position: str, move: str | None, rules: str, seconds: float, as_json: bool) -> None:
    played = question_rules(rules, position)
    question: SolverQuestion | ThreatQuestion
    if not is_solvable(played) and (has_threats(played) or GridBoard(played).is_dead):
        question = ThreatQuestion(played)
    else:
        question = SolverQuestion(played, None, None, weak=False, seconds=seconds)

    def ask(board: GridBoard, cancel: Cancel) -> Explanation:
        with shown_sentences() as show, _reported_seconds(show):
            return explain(board, move, limit=Limit(time=seconds), cancel=cancel, solver=question.solver)

    answer(question, position, as_json, lambda _board: None, ask, click.echo, lambda _found: None, _line)


class ThreatQuestion:
    """How the command asks about a board that no solver takes: one without gravity, or where nobody can win."""

    solver: Solver | None = None
    weak = False
    line = True

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def get_ready(self) -> None:
        from plyground.engines import LineSearch

        if has_threats(self.rules):
            LineSearch().prepare(self.rules)


@contextmanager
def _reported_seconds(show: Callable[[str], None]) -> Iterator[None]:
    """Reports every second that a reason is looked for."""
    done = threading.Event()
    began = time.monotonic()

    def report() -> None:
        while not done.wait(_EVERY):
            show(say("looking for a reason, {seconds} s", seconds=f"{time.monotonic() - began:.0f}"))

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _line(found: Explanation) -> str:
    return "\t".join(found.sentences())
