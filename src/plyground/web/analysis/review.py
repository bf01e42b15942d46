"""A review judges the moves of a game by exact values: where it was given away, and what proves it.

A move is a *mistake* if it gives away the outcome: won to drawn, won to lost, drawn to lost. It is an *inaccuracy*
if it keeps the outcome, but wins later or loses sooner than it had to. Everything here blocks and belongs in a
worker thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from plyground.board import Cancel, Limit, Move
from plyground.grid import GridBoard
from plyground.solver import Solver, Value, is_solvable
from plyground.web.analysis.position_values import at_sight, estimate
from plyground.web.analysis.solver_pool import SolverPool

__all__ = ["JudgedMove", "Mark", "ValuedPosition", "judge", "review"]

Mark = Literal["mistake", "inaccuracy"]

LONGEST = 10.0
"""Seconds for one position. The solver goes back through the game until a position takes longer."""
_ALL_SECONDS = 60.0
_LINE = Limit(time=5.0)
_PROOF = Limit(time=0.5)


@dataclass(frozen=True)
class ValuedPosition:
    """The value of the position after `ply` moves, for the side to move."""

    ply: int
    value: Value


@dataclass(frozen=True)
class JudgedMove:
    """The move number `ply`, from 0. Values are those of the side that moved."""

    ply: int
    move: Move
    before: Value
    after: Value
    mark: Mark | None
    better: tuple[Move, ...] = ()
    """For marked moves: a best move instead, and how it goes on."""
    refutation: tuple[Move, ...] = ()
    """For marked moves: how the other side exploits it, from the position after the move."""


Report = Callable[[ValuedPosition | JudgedMove], None]


def judge(before: Value, after: Value) -> Mark | None:
    """The mark of a move that turned the value `before` into `after`, both of the side that moved.

    >>> cells = 42
    >>> judge(Value(3, 3, 10, cells), Value(0, 0, 10, cells)), judge(Value(3, 3, 10, cells), Value(2, 2, 10, cells))
    ('mistake', 'inaccuracy')
    """
    if not before.is_exact or not after.is_exact:
        return None
    if _sign(after.low) < _sign(before.low):
        return "mistake"
    return "inaccuracy" if after.low < before.low else None


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def review(
    boards: Sequence[GridBoard],
    moves: Sequence[Move],
    solvers: SolverPool,
    report: Report,
    cancel: Cancel,
    *,
    longest: float = LONGEST,
) -> Iterator[int]:
    """Reports the value of every position of a game and the judgement of every move, as far as they can be found.

    It goes back from the end, where positions are easy and fill the solver's table for those before; positions in an
    opening book need no search. A move is judged as soon as the positions before and after it are known. The work comes
    in slices, one for each ply that is yielded, so that others can be served in between.
    """
    return _Review(boards, moves, report, cancel).run(solvers, longest)


@dataclass
class _Review:
    boards: Sequence[GridBoard]
    moves: Sequence[Move]
    report: Report
    cancel: Cancel
    values: dict[int, Value] = field(default_factory=dict)

    def run(self, solvers: SolverPool, longest: float) -> Iterator[int]:
        rules = self.boards[0].rules
        left: float | None = _ALL_SECONDS  # seconds; None once the positions before are out of reach
        for ply in reversed(range(len(self.boards))):
            if self.cancel.is_set():
                return
            board = self.boards[ply]
            began = time.perf_counter()
            if not is_solvable(rules):
                value = self.proven(board, left is not None)
                if value is not None:
                    self.learn(ply, value, None)
            else:
                with solvers.borrow(rules) as solver:
                    value = self.solved(board, solver, 0.0 if left is None else min(longest, left))
                    if value is not None:
                        self.learn(ply, value, solver)
            if left is not None:
                left -= time.perf_counter() - began
                # Positions before are harder still, except those in a book or decided at sight.
                left = left if left > 0 and value is not None else None
            yield ply

    def solved(self, board: GridBoard, solver: Solver, seconds: float) -> Value | None:
        value = at_sight(board)
        if value is not None:
            return value
        is_known = solver.book is not None and solver.book.score(board) is not None
        if seconds <= 0 and not is_known:
            return None
        limit = Limit(time=max(seconds, 0.1))
        value = solver.solve(board, limit=limit, cancel=self.cancel, line=False).value
        return value if value.is_exact else None

    def proven(self, board: GridBoard, is_hopeful: bool) -> Value | None:
        """For boards that no kernel takes: what the champion proves, without distances."""
        value = at_sight(board)
        if value is not None:
            return _outcome(board, value.low)
        decision = estimate(board, self.cancel, _PROOF) if is_hopeful else None
        if decision is None or not decision.exact or decision.value is None:
            return None
        return _outcome(board, int(decision.value))

    def learn(self, ply: int, value: Value, solver: Solver | None) -> None:
        self.values[ply] = value
        self.report(ValuedPosition(ply, value))
        if ply + 1 in self.values:
            self.judge_move(ply, solver)

    def judge_move(self, ply: int, solver: Solver | None) -> None:
        before = self.values[ply]
        after = self.values[ply + 1].negated(before.stones)
        mark = judge(before, after)
        better: tuple[Move, ...] = ()
        refutation: tuple[Move, ...] = ()
        if mark is not None:
            better, refutation = (self.line(self.boards[each], solver) for each in (ply, ply + 1))
        self.report(JudgedMove(ply, self.moves[ply], before, after, mark, better, refutation))

    def line(self, board: GridBoard, solver: Solver | None) -> tuple[Move, ...]:
        if board.outcome.is_over:
            return ()
        if solver is None:
            return estimate(board, self.cancel, _PROOF).line
        return solver.solve(board, limit=_LINE, cancel=self.cancel).line


def _outcome(board: GridBoard, score: int) -> Value:
    """Who wins, without the distance."""
    return Value(_sign(score), _sign(score), board.count, board.rules.cells, weak=True)
