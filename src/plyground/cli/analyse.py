"""`plyground analyse`: the value of every move, exact or, where that is out of reach, estimated."""

from __future__ import annotations

import click

from plyground.board import Cancel, Limit
from plyground.cli.command import Command
from plyground.cli.questions import (
    SolverQuestion,
    answer,
    question_options,
    question_rules,
    shown_progress,
    shown_sentences,
)
from plyground.errors import N_
from plyground.grid import GridBoard, Rules
from plyground.reviews import EstimatedAnalysis, analyse_in_time, estimate_moves, is_hopeless, percent_text
from plyground.solver import Analysis, is_solvable
from plyground.texts import clauses, fill, ngettext, say


@click.command(
    cls=Command,
    meant=("--rules",),
    help=N_(
        "Give every move its exact value and mark the best. POSITION is a game such as 4453, 'cfour: 4453' or 'd1 d2', "
        "rows from the top such as '.../.x./... o', or - for one position a line of standard input. On a board that is "
        "too large to solve, or takes too long, the champion estimates the moves, and the answer says so; --time lets "
        "the solver try longer."
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
    played = question_rules(rules, position)
    question: ExactQuestion | ChampionQuestion
    if is_solvable(played):
        # A line of a stream has no room for a best line, so it is not searched for, unless JSON wants it.
        line = as_json or position != "-"
        question = ExactQuestion(played, threads, table, weak, seconds, no_book, line=line)
    else:
        question = ChampionQuestion(played, threads, table, weak, seconds)
    answer(question, position, as_json, question.look_up_moves, question.analyse, _show_values, _show_rest, _line)


class ExactQuestion(SolverQuestion):
    """How the command asks its solver, and the champion about what takes the solver too long."""

    def get_ready(self) -> None:
        super().get_ready()
        if is_hopeless(GridBoard(self.rules)):
            _prepare_champion(self.rules)

    def analyse(self, board: GridBoard, cancel: Cancel) -> Analysis:
        def solve(limit: Limit | None) -> Analysis:
            return self.solver.analyse(board, weak=self.weak, limit=limit, cancel=cancel, watch=watch, line=self.line)

        with shown_progress(board) as watch:
            return analyse_in_time(
                board, solve, self.limit, cancel, threads=self.solver.threads, memory=self.solver.table_mb
            )


class ChampionQuestion:
    """How the command asks the champion, on a board that no solver takes."""

    line = True

    def __init__(
        self, rules: Rules, threads: int | None, table: float | None, weak: bool, seconds: float | None
    ) -> None:
        self.rules = rules
        self.weak = weak
        self._limit = None if seconds is None else Limit(time=seconds)
        self._threads = threads
        self._memory = table

    def get_ready(self) -> None:
        _prepare_champion(self.rules)

    def look_up_moves(self, board: GridBoard) -> Analysis | None:
        """Nothing is known without a search: there is no opening book for such a board."""
        return None

    def analyse(self, board: GridBoard, cancel: Cancel) -> Analysis:
        with shown_sentences():
            return estimate_moves(board, self._limit, cancel, threads=self._threads, memory=self._memory)


def _prepare_champion(rules: Rules) -> None:
    from plyground.engines import Champion

    Champion(exact=False).prepare(rules)


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
    if isinstance(analysis, EstimatedAnalysis):
        return _estimated_line(analysis)
    board = analysis.board
    pieces = []
    for move, value in analysis.moves.items():
        number = str(value.score) if value.is_exact else f"{value.low}..{value.high}"
        pieces.append(f"{board.move_name(move)}={number}")
    return " ".join(pieces) or "-"


def _estimated_line(analysis: EstimatedAnalysis) -> str:
    """The moves that are proven or were compared, then what kind of answer this is."""
    name, estimates, not_judged = analysis.board.move_name, analysis.estimates, analysis.not_judged
    pieces = [
        f"{name(move)}≈{percent_text(estimates[move])}" if move in estimates else f"{name(move)}={value.score_text}"
        for move, value in analysis.moves.items()
        if move not in not_judged
    ]
    remarks = []
    if not analysis.is_proven:
        remarks += [say("estimate: {move} looks best", move=name(move)) for move in analysis.best]
    if count := len(not_judged):
        remarks.append(fill(ngettext("{count} move not judged", "{count} moves not judged", count), count=count))
    return "\t".join([" ".join(pieces) or "-", *([clauses(remarks)] if remarks else [])])
