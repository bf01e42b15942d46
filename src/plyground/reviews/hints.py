"""`hint`: a good move and why, for a person who asks in the terminal, on the page or in Python."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from plyground.board import Cancel, Limit, Move, check_limit, require_open
from plyground.grid import CFOUR, GridBoard, Position, Rules, board_of
from plyground.reviews.expectation import percent_text
from plyground.reviews.position_values import (
    HOPELESS_PATIENCE,
    estimate,
    is_hopeless,
    outcome_value,
    settled_values,
    values_at_sight,
)
from plyground.reviews.solver_pool import SolverPool
from plyground.solver import BOOK, Solution, Value, is_solvable, solve
from plyground.texts import N_, _, say

__all__ = ["Hint", "HintSource", "hint"]

EACH = Limit(time=2.0)
"""For the solver, and once more for the champion where there is no proof."""


class HintSource(StrEnum):
    """Who gives a hint."""

    BOOK = "book"
    SOLVER = "solver"
    CHAMPION = "champion"

    @property
    def words(self) -> str:
        """In the reader's language."""
        return _(_SOURCES[self])


_SOURCES = {
    HintSource.BOOK: N_("opening book"),
    HintSource.SOLVER: N_("solver"),
    HintSource.CHAMPION: N_("champion"),
}


@dataclass(frozen=True, slots=True)
class Hint:
    """A move for the side to move. `print` shows it as a sentence."""

    board: GridBoard
    move: Move
    source: HintSource
    value: Value | None = None
    """The value of the move, where it is proven. The champion proves who wins, without the distance."""
    chance: float | None = None
    """The expected result between -1 and 1, where nothing is proven and enough playouts were made."""
    note: str = ""
    """The champion's reason where it needs no search, in English: translate it before it is shown."""

    @property
    def words(self) -> str:
        """What is known about the move, in the reader's language: "wins in 20"."""
        if self.value is not None:
            return _("draws") if self.value.score == 0 else self.value.words
        if self.note:
            return _(self.note)
        if self.chance is None:
            return _("looks best")
        return say("looks best, with {percent} of the points expected", percent=percent_text(self.chance))

    def __str__(self) -> str:
        template = (
            N_("column {move} {words} ({source})") if self.board.rules.gravity else N_("{move} {words} ({source})")
        )
        return say(template, move=self.board.move_name(self.move), words=self.words, source=self.source.words)


def hint(
    position: Position,
    *,
    rules: Rules | str | None = None,
    limit: Limit = EACH,
    cancel: Cancel | None = None,
    solvers: SolverPool | None = None,
) -> Hint:
    """A best move, from the opening book or the solver; from the champion where they prove none within `limit`.

    The position and `rules` are given as for `solve`. `limit` is in seconds, nodes or both, for the solver and for the
    champion each. With `solvers` the solver is borrowed from there.

    >>> print(hint("b2 a1 a2", rules="tictactoe"))
    c2 draws (solver)
    """
    check_limit(limit, ("time", "nodes"), "hint")
    board = board_of(position, CFOUR if rules is None else rules)
    require_open(board.outcome)
    if is_solvable(board.rules):
        solution = _solution(board, limit, cancel, solvers)
        if solution.move is not None and solution.value.is_exact:
            source = HintSource.BOOK if solution.source == BOOK else HintSource.SOLVER
            return Hint(board, solution.move, source, solution.value)
    decision = estimate(board, cancel, limit)
    value = outcome_value(board, decision.value) if decision.exact and decision.value is not None else None
    value = _value_at_sight(board, decision.move) or value
    chance = settled_values(decision).get(decision.move) if value is None else None
    return Hint(board, decision.move, HintSource.CHAMPION, value, chance, decision.note)


def _value_at_sight(board: GridBoard, move: Move) -> Value | None:
    """The value of a move that wins at once, or that loses with the opponent's next move as every other does."""
    values = values_at_sight(board)
    is_known = values[move].low > 0 or all(value.is_exact for value in values.values())
    return values[move] if is_known else None


def _solution(board: GridBoard, limit: Limit, cancel: Cancel | None, solvers: SolverPool | None) -> Solution:
    if limit.time is not None and is_hopeless(board):
        limit = replace(limit, time=min(limit.time, HOPELESS_PATIENCE))
    if solvers is None:
        return solve(board, limit=limit, cancel=cancel, line=False)
    with solvers.borrow(board.rules) as solver:
        return solver.solve(board, limit=limit, cancel=cancel, line=False)
