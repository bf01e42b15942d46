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
from plyground.explanations import ThreatEnd, has_threats
from plyground.grid import GridBoard, Rules
from plyground.reviews.expectation import percent_text
from plyground.reviews.line_values import ChampionValues, look_at_lines
from plyground.reviews.solver_pool import SolverPool
from plyground.solver import Progress, Solver, Value, is_solvable, score_at_end, worst_and_best
from plyground.texts import _

__all__ = [
    "PositionValues",
    "ValueSource",
    "at_sight",
    "champion_values",
    "estimate",
    "find_values",
    "line_note",
    "too_large_note",
    "value_words",
]

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
ESTIMATE_MB = 128
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
    ends: Mapping[Move, ThreatEnd] = field(default_factory=dict)
    """How the game ends by threats after a move, where that is proven and the solver does not know more."""
    lines: Mapping[Move, tuple[Move, ...]] = field(default_factory=dict)
    """How the game may go on with a move, which comes first; for the moves that the champion looked at one by one."""

    @property
    def value(self) -> Value:
        """The proven bounds of the position itself."""
        return best_value(self.board, self.values)

    @property
    def end(self) -> ThreatEnd | None:
        """How the position ends by threats with its best move, where that is proven."""
        return end_of_best(self.value, self.best, self.values, self.ends)

    @property
    def best(self) -> tuple[Move, ...]:
        return best_moves(self.values, self.estimates, self.line)


def best_value(board: GridBoard, values: Mapping[Move, Value]) -> Value:
    """The value of a board whose moves have these values."""
    low = max((value.low for value in values.values()), default=0)
    high = max((value.high for value in values.values()), default=0)
    return Value(low, high, board.count, board.rules.cells)


def best_moves(
    values: Mapping[Move, Value], estimates: Mapping[Move, float], line: tuple[Move, ...]
) -> tuple[Move, ...]:
    """The moves proven best; without such a proof, the best by estimate of those that no proof rules out.

    The first move of `line` is the one that the champion chose. It looks best to it, though the mean result of a move
    that it visited less may be a little higher.
    """
    if not values:
        return ()
    most = max(value.high for value in values.values())
    proven = tuple(move for move, value in values.items() if value.low == most)
    if proven:
        return proven

    chosen = line[:1]
    highest = max(estimates.values(), default=0.0)

    def expectation(move: Move) -> tuple[float, bool]:
        value, is_chosen = values[move], move in chosen
        if value.high < 0 or value.low > 0:
            return float(value.low), is_chosen
        if value.is_exact:
            return 0.0, is_chosen
        # What nothing is known of is no better than what was chosen, however bad that looks.
        return highest if is_chosen else estimates.get(move, min(-0.5, highest)), is_chosen

    if estimates:
        return (max(values, key=expectation),)
    return tuple(move for move in chosen if values[move].outcome != "loss")


def end_of_best(
    value: Value, best: tuple[Move, ...], values: Mapping[Move, Value], ends: Mapping[Move, ThreatEnd]
) -> ThreatEnd | None:
    """How a position of this value ends by threats with its best move, where that is proven."""
    if value.outcome is None or not best or values[best[0]].outcome != value.outcome:
        return None
    return next((ends[move] for move in best if move in ends), None)


def value_words(value: Value, estimate: float | None = None, *, done: bool = True, end: ThreatEnd | None = None) -> str:
    """A value in the reader's language, with the estimate where nothing is proven.

    `done` says that the search has ended: what it has found nothing about is not judged then. `end` is how the game
    ends by threats; an exact value may know that it ends sooner.
    """
    if end is not None and value.outcome is not None and value.moves in (None, end.moves):
        return end.words
    if not value.is_exact and value.outcome is not None:
        return _("wins") if value.outcome == "win" else _("loses")
    if not value.is_exact and estimate is not None:
        return percent_text(estimate)
    return _("not judged") if done and value.low < 0 < value.high else value.words


def too_large_note() -> str:
    """What the values of a board rest on that is too large for the solver, in the reader's language."""
    return _(
        "This board is too large for the solver. Values with ≈ are the champion's estimates of the chances; moves "
        "that it did not look at often enough are not judged."
    )


def line_note(rules: Rules) -> str:
    """What the values of a board without gravity rest on that the solver does not take, or not in a reasonable time."""
    if is_solvable(rules):
        return _(
            "This position takes the solver too long. The champion looked at a handful of moves: wins and losses are "
            "proven, values with ≈ are estimates, and the other moves are not judged."
        )
    return _(
        "This board is too large for the solver. The champion looked at a handful of moves: wins and losses are "
        "proven, values with ≈ are estimates, and the other moves are not judged."
    )


def too_long_note() -> str:
    """What the values of a board rest on that the solver takes, but not in any reasonable time."""
    return _(
        "This position takes the solver too long. Values with ≈ are the champion's estimates of the chances; moves "
        "that it did not look at often enough are not judged."
    )


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
        known = PositionValues(board, values_at_sight(board), source=ValueSource.TOO_LARGE)
        if board.is_dead:
            yield replace(known, source=ValueSource.EXACT, done=True)
            return
        for found in champion_values(board, known.values, cancel):
            known = with_champion(known, found)
            report(known)
            yield known
        yield replace(known, done=True)


def champion_values(
    board: GridBoard,
    known: Mapping[Move, Value],
    cancel: Cancel | None,
    limit: Limit = ESTIMATE,
    *,
    threads: int | None = None,
    memory: float = ESTIMATE_MB,
) -> Iterator[ChampionValues]:
    """What the champion finds about the moves, whose `known` values it narrows: yielded whenever there is more."""
    if has_threats(board.rules):
        yield from look_at_lines(board, known, limit, cancel)
        return
    decision = estimate(board, cancel, limit, threads=threads, memory=memory)
    values = values_after(known, decision)
    estimates = {move: chance for move, chance in settled_values(decision).items() if values[move].outcome is None}
    yield ChampionValues(values, estimates, decision.line, decision.nodes, decision.seconds)


def with_champion(known: PositionValues, found: ChampionValues) -> PositionValues:
    """What is known of a position, with what the champion has found."""
    return replace(
        known,
        values=found.values,
        estimates=found.estimates,
        line=found.line,
        lines=found.lines,
        ends=found.ends,
        nodes=found.nodes,
        seconds=found.seconds,
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
            for found in champion_values(self.board, self.found.values, self.cancel):
                self.learn(
                    self.both(found.values),
                    estimates=found.estimates,
                    line=found.line,
                    lines=found.lines,
                    ends=found.ends,
                    looking=None,
                )
                self.report(self.found)
                yield self.found
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
        self.learn(source=ValueSource.EXACT, estimates={}, line=line, lines={}, ends={}, looking=None, done=True)

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

    def both(self, values: Mapping[Move, Value]) -> dict[Move, Value]:
        """All values, narrowed by what the champion has proven."""
        return {move: self.found.values[move].narrowed(value) for move, value in values.items()}

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


def values_after(known: Mapping[Move, Value], decision: Decision) -> dict[Move, Value]:
    """The known values, narrowed by what the champion has proven about the position."""
    values = dict(known)
    if not decision.exact or decision.value is None:
        return values
    sign = (decision.value > 0) - (decision.value < 0)
    if sign <= 0:
        values = {move: replace(value, high=min(value.high, sign)) for move, value in values.items()}
    chosen = values[decision.move]
    return {**values, decision.move: replace(chosen, low=max(chosen.low, sign))} if sign >= 0 else values


def at_sight(board: GridBoard, threats: int | None = None) -> Value | None:
    """The value of a board where the game is over or decided, or the next move wins; None if it takes a search.

    `threats` are those of the side to move, if they are known already.
    """
    cells, stones = board.rules.cells, board.count
    if board.winner is not None:
        score = score_at_end(cells, stones)
        score = score if board.winner is board.turn else -score
    elif board.is_dead:
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


def estimate(
    board: GridBoard,
    cancel: Cancel | None,
    limit: Limit = ESTIMATE,
    *,
    threads: int | None = None,
    memory: float = ESTIMATE_MB,
) -> Decision:
    """The champion's decision, without the opening book and the solver.

    Without `threads` one core stays free. `memory` is in MB.
    """
    from plyground.engines import Champion, Style

    # Somebody waits, or other positions do.
    champion = Champion(Style(early_stop=True), threads=threads or max(1, cores() - 1), memory=memory, exact=False)
    champion.prepare(board.rules)  # else the time for compiling would be taken from the search
    return champion.decide(board, limit, cancel)
