"""The values of the moves of a position: proofs as they are found, with estimates until then.

Everything here blocks and belongs in a worker thread. It stops within a moment once `cancel` is set.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum

from plyground.board import Cancel, Decision, Limit, Move, Outcome
from plyground.executors import cores
from plyground.grid import GridBoard
from plyground.reviews.solver_pool import SolverPool
from plyground.solver import Progress, Solver, Value, is_solvable, score_at_end, worst_and_best

__all__ = ["PositionValues", "ValueSource", "at_sight", "estimate", "find_values"]

PATIENCE = 2.0
"""Seconds after which moves without a proof get an estimate."""
LONGEST = 120.0
"""Seconds after which the solver gives up."""
_HOPELESS = 46
"""Free cells. With more of them no proof was ever found in time, so the solver gives up sooner."""
_HOPELESS_LONGEST = 20.0
HOPELESS_PATIENCE = 0.2
ESTIMATE = Limit(time=1.0)
ENOUGH_VISITS = 400
"""Visits that make a move's mean result worth showing: 95 % of such means are within 5 percentage points."""
_ESTIMATE_MB = 128
_FIRST_SHARE = 1.0  # seconds for a move in the first round after the estimate; each round doubles it
_LONGEST_SHARE = 8.0  # other visitors wait this long for their turn at most


class ValueSource(StrEnum):
    """Where the values come from, and whether more can be expected."""

    EXACT = "exact"
    SEARCHING = "searching"  # the solver is at work; estimates fill in
    TOO_LONG = "too_long"  # the solver gave up
    TOO_LARGE = "too_large"  # no kernel takes the board


@dataclass(frozen=True)
class PositionValues:
    """What is known about a position so far. Values and estimates are those of the side to move."""

    board: GridBoard
    values: Mapping[Move, Value] = field(default_factory=dict)
    estimates: Mapping[Move, float] = field(default_factory=dict)
    """Expected result between -1 and 1, for the moves without a proof that were visited often enough to compare."""
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    source: ValueSource = ValueSource.SEARCHING
    looking: Move | None = None
    done: bool = False

    @property
    def value(self) -> Value:
        """The proven bounds of the position itself."""
        values = self.values.values()
        low, high = (max(v.low for v in values), max(v.high for v in values)) if values else (0, 0)
        return Value(low, high, self.board.count, self.board.rules.cells)

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves proven best; without such a proof, the best by estimate of those that no proof rules out.

        Without estimates it is the move that the champion chose, unless it is proven to lose.
        """
        if not self.values:
            return ()
        most = max(value.high for value in self.values.values())
        proven = tuple(move for move, value in self.values.items() if value.low == most)
        if proven:
            return proven
        if self.estimates:
            return (max(self.values, key=self._expectation),)
        return tuple(move for move in self.line[:1] if self.values[move].outcome != "loss")

    def _expectation(self, move: Move) -> float:
        value = self.values[move]
        if value.high < 0 or value.low > 0:
            return float(value.low)
        return 0.0 if value.is_exact else self.estimates.get(move, -0.5)


Report = Callable[[PositionValues], None]


def find_values(
    board: GridBoard,
    solvers: SolverPool,
    report: Report,
    cancel: Cancel,
    *,
    patience: float = PATIENCE,
    longest: float = LONGEST,
) -> Iterator[PositionValues]:
    """Finds the value of every move, and reports what is known whenever that grows. The last values are `done`.

    The work comes in slices of a few seconds, each ending with a yield, so that others can be served in between. Moves
    that the solver does not prove within `patience` seconds get an estimate; the solver goes on until `longest`. A
    cancelled search ends with what was found until then.
    """
    if board.outcome is not Outcome.OPEN:
        yield PositionValues(board, source=ValueSource.EXACT, done=True)
    elif is_solvable(board.rules):
        if is_hopeless(board):
            patience, longest = min(patience, HOPELESS_PATIENCE), min(longest, _HOPELESS_LONGEST)
        yield from _ValueSearch(board, solvers, report, cancel).run(patience, longest)
    else:
        decision = estimate(board, cancel)
        yield PositionValues(
            board,
            _with_proof(values_at_sight(board), decision),
            estimates=settled_values(decision),
            line=decision.line,
            nodes=decision.nodes,
            seconds=decision.seconds,
            source=ValueSource.TOO_LARGE,
            done=True,
        )


class _ValueSearch:
    def __init__(self, board: GridBoard, solvers: SolverPool, report: Report, cancel: Cancel) -> None:
        self.board = board
        self.solvers = solvers
        self.report = report
        self.cancel = cancel
        self.spent = 0.0
        self.began: float | None = None  # when the running slice began
        self.found = PositionValues(board, values_at_sight(board))
        middle = (board.rules.columns - 1) / 2
        # The middle first: it is solved fastest, and fills the table for the others.
        self.order = sorted(board.legal_moves, key=lambda move: abs(move % board.rules.columns - middle))

    @property
    def seconds(self) -> float:
        """The time at work, without that between slices."""
        return self.spent if self.began is None else self.spent + time.perf_counter() - self.began

    @property
    def pending(self) -> list[Move]:
        return [move for move in self.order if not self.found.values[move].is_exact]

    @contextmanager
    def slice(self) -> Iterator[Solver]:
        with self.solvers.borrow(self.board.rules) as solver:
            solver.get_ready()
            self.began = time.perf_counter()
            try:
                yield solver
            finally:
                self.spent, self.began = self.seconds, None

    def run(self, patience: float, longest: float) -> Iterator[PositionValues]:
        self.report(self.found)
        with self.slice() as solver:
            self.solve_within(solver, patience, self.pending)
            if not self.pending:
                self.finish(solver, patience)
        if self.pending and not self.cancel.is_set():
            yield self.found
            decision = estimate(self.board, self.cancel)
            self.learn(estimates=settled_values(decision), line=decision.line, looking=None)
            self.report(self.found)
        share = _FIRST_SHARE
        while self.pending and self.spent < longest and not self.cancel.is_set():
            for move in self.pending:
                yield self.found
                with self.slice() as solver:
                    self.solve_within(solver, min(share, max(longest - self.spent, 0.1)), [move])
            share = min(2 * share, _LONGEST_SHARE)
        if self.pending:
            self.learn(source=ValueSource.TOO_LONG, looking=None, done=True)
        elif not self.found.done:
            with self.slice() as solver:
                self.finish(solver, patience)
        yield self.found

    def finish(self, solver: Solver, patience: float) -> None:
        """Finds the best line once every value is proven, which is quick then."""
        line = solver.solve(self.board, limit=Limit(time=patience), cancel=self.cancel).line
        self.learn(source=ValueSource.EXACT, estimates={}, line=line, looking=None, done=True)

    def solve_within(self, solver: Solver, seconds: float, moves: list[Move]) -> None:
        """Solves move by move. Each gets its share of the time, and leaves the rest to the next."""
        ends = self.seconds + seconds
        for index, move in enumerate(moves):
            left = (ends - self.seconds) / (len(moves) - index)
            if left <= 0 or self.cancel.is_set():
                return
            before, known = self.found.nodes, self.found.values[move]

            def watch(progress: Progress, move: Move = move, before: int = before) -> None:
                value = Value(progress.low, progress.high, self.board.count + 1, self.board.rules.cells)
                self.report(self.learn(self.narrowed(move, value), nodes=before + progress.nodes, looking=move))

            answer = solver.solve(
                self.board.move(move), limit=Limit(time=left), cancel=self.cancel, watch=watch, line=False
            )
            self.learn(self.narrowed(move, answer.value), nodes=before + answer.nodes)
            if self.found.values[move] != known:
                self.report(self.found)

    def narrowed(self, move: Move, after: Value) -> dict[Move, Value]:
        """All values, with that of `move` narrowed by `after`, the other side's value of the board after it."""
        old = self.found.values[move]
        return {**self.found.values, move: old.narrowed(after.negated(old.stones))}

    def learn(self, values: Mapping[Move, Value] | None = None, **found: object) -> PositionValues:
        if values is not None:
            found["values"] = values
        self.found = replace(self.found, seconds=self.seconds, **found)  # type: ignore[arg-type]
        return self.found


def is_hopeless(board: GridBoard) -> bool:
    """Whether more cells are free than any proof has ever got through in time, and no opening book helps."""
    from plyground.solver import find_book

    return board.free.bit_count() > _HOPELESS and find_book(board.rules) is None


def values_at_sight(board: GridBoard) -> dict[Move, Value]:
    """Bounds without a search: exact for moves that end the game, or let the other side end it with its next move."""
    values = {}
    # A stone removes the other side's threat on its own cell only.
    threats = board.threat_mask(board.turn.opposite)
    for move in board.legal_moves:
        after = board.move(move)
        value = at_sight(after, threats & ~board.target(move))
        value = value or Value(*worst_and_best(after), after.count, board.rules.cells)
        values[move] = value.negated(board.count)
    return values


def _with_proof(values: Mapping[Move, Value], decision: Decision) -> dict[Move, Value]:
    """The values of the moves, narrowed by what the champion has proven about the position."""
    if not decision.exact or decision.value is None:
        return dict(values)
    sign = (decision.value > 0) - (decision.value < 0)
    if sign <= 0:
        values = {move: replace(value, high=min(value.high, sign)) for move, value in values.items()}
    chosen = values[decision.move]
    return {**values, decision.move: replace(chosen, low=max(chosen.low, sign))} if sign >= 0 else dict(values)


def at_sight(board: GridBoard, threats: int | None = None) -> Value | None:
    """The value of a board where the game is over or the next move wins; None if it takes a search.

    `threats` are those of the side to move, if they are known already.
    """
    cells, stones = board.rules.cells, board.count
    if board.winner is not None:
        score = score_at_end(cells, stones)
        score = score if board.winner is board.turn else -score
    elif not board.free:
        score = 0
    elif (board.threat_mask(board.turn) if threats is None else threats) & board.reachable:
        score = score_at_end(cells, stones + 1)
    else:
        return None
    return Value(score, score, stones, cells)


def settled_values(decision: Decision) -> dict[Move, float]:
    """The expected results, between -1 and 1, of the moves that were visited often enough to be compared.

    Mean results alone qualify: an evaluation is no chance.
    """
    return {move: value for move, value in decision.values.items() if decision.visits.get(move, 0) >= ENOUGH_VISITS}


def outcome_value(board: GridBoard, score: float) -> Value:
    """Who wins, without the distance: a value for a score above, at or below 0."""
    sign = (score > 0) - (score < 0)
    return Value(sign, sign, board.count, board.rules.cells, weak=True)


def estimate(board: GridBoard, cancel: Cancel | None, limit: Limit = ESTIMATE) -> Decision:
    """The champion's decision, without the opening book and the solver."""
    from plyground.engines import Champion

    champion = Champion(threads=max(1, cores() - 1), memory=_ESTIMATE_MB, exact=False)
    champion.prepare(board.rules)  # else the time for compiling would be taken from the search
    return champion.decide(board, limit, cancel)
