"""Judges the moves of a game by exact values, from the last to the first.

`judge_moves` works in slices and reports what it finds, for a server that streams it; `review` runs it to its end.
Both block.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar, runtime_checkable

from plyground.board import Board, Cancel, Limit, Move, check_limit
from plyground.errors import N_, InputError, RulesError
from plyground.executors import cores
from plyground.explanations import Explanation, explain, has_threats
from plyground.game import Game
from plyground.grid import CFOUR, GridBoard, Rules, parse_rules
from plyground.reviews.game_review import Review
from plyground.reviews.judgement import Judgement, NotJudged, ValuedPosition, Verdict, verdict_of
from plyground.reviews.line_judge import LineJudge
from plyground.reviews.position_values import at_sight, estimate, outcome_value
from plyground.reviews.solver_pool import SolverPool
from plyground.solver import Progress, Solver, Value, is_solvable

__all__ = ["ReviewProgress", "StoredGame", "judge_moves", "review"]

EACH = Limit(time=10.0)
"""For one position. The first that takes longer ends the search for values; those before it are harder still."""
WHOLE = Limit(time=60.0)
_LINE_SECONDS = 5.0
_PROOF_SECONDS = 0.5
_PROOF_NODES = 50_000
_BETTER = Limit(time=1.0)  # for the reason why a better move is better
_BOOK = Limit(time=0.1)  # for a position whose value the opening book knows


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review is: moves dealt with, of all, and the nodes searched for the position at hand."""

    done: int
    moves: int
    nodes: int = 0


T = TypeVar("T", int, float)
Report = Callable[[ValuedPosition | Judgement], None]
Watcher = Callable[[ReviewProgress], None]


@runtime_checkable
class StoredGame(Protocol):
    """What a review needs of a game's record: the game, and how many of its moves were given and not chosen."""

    @property
    def opening(self) -> int: ...

    def game(self) -> Game[GridBoard]: ...


class _Never:
    def is_set(self) -> bool:
        return False


def review(
    game: Game[Board] | StoredGame | str,
    *,
    rules: Rules | str | None = None,
    limit: Limit = EACH,
    whole: Limit = WHOLE,
    cancel: Cancel | None = None,
    watch: Watcher | None = None,
    solvers: SolverPool | None = None,
    why: bool = False,
) -> Review:
    """Judges every move of a game, as far as values can be proven, and says of each other move why not.

    `game` is a game, its record in the store, or its moves as text, played under `rules` (Connect Four if you name
    none). `limit` is for one position, `whole` for all of them, each in seconds, nodes or both. `cancel` ends the
    review early, with what was found until then; `watch` is called with its progress. To review many games, make a
    `SolverPool` and pass it as `solvers`: its solvers remember what they have learnt. With `why` every mistake is
    explained, some seconds each.

    >>> found = review("b2 a1 c3 b1", rules="tictactoe")
    >>> [str(each.verdict) for each in found.judgements]
    ['best', 'best', 'best', 'mistake']
    >>> found.judgements[-1].words
    'Mistake: drawn → lost'
    """
    for each in (limit, whole):
        check_limit(each, ("time", "nodes"), "review")
    read, opening = _read(game, rules)
    reports: dict[int, Judgement] = {}
    values: dict[int, Value] = {}

    def report(found: ValuedPosition | Judgement) -> None:
        if isinstance(found, Judgement):
            reports[found.ply] = found
        else:
            values[found.ply] = found.value

    began = time.perf_counter()
    pool = SolverPool(threads=cores()) if solvers is None else solvers
    for _ply in judge_moves(
        read, pool, report, cancel or _Never(), opening=opening, limit=limit, whole=whole, watch=watch
    ):
        pass
    judgements = tuple(reports[ply] for ply in range(len(read.moves)))
    return Review(
        start=read.start,
        moves=read.moves,
        judgements=judgements,
        values=tuple(values.get(ply) for ply in range(len(read.moves) + 1)),
        reasons=_reasons(read, judgements, pool, cancel) if why else {},
        seconds=time.perf_counter() - began,
    )


def _reasons(
    game: Game[GridBoard], judgements: Iterable[Judgement], solvers: SolverPool, cancel: Cancel | None
) -> dict[int, tuple[Explanation, ...]]:
    """Why the mistakes are mistakes, and why a better move is better if that is said in a sentence or two."""
    found: dict[int, tuple[Explanation, ...]] = {}
    for each in judgements:
        if each.verdict is not Verdict.MISTAKE or not (is_solvable(game.start.rules) or has_threats(game.start.rules)):
            continue
        if cancel is not None and cancel.is_set():
            break
        board = game.boards[each.ply]
        with _borrowed(solvers, board.rules) as solver:
            reasons = [explain(board, each.move, cancel=cancel, solver=solver)]
            if each.better is not None:
                better = explain(board, each.better, limit=_BETTER, cancel=cancel, solver=solver)
                if sum(len(proof.sentences()) for proof in better.proofs) in (1, 2):
                    reasons.append(better)
        found[each.ply] = tuple(reasons)
    return found


@contextmanager
def _borrowed(solvers: SolverPool, rules: Rules) -> Iterator[Solver | None]:
    """A solver, on boards that one takes."""
    if not is_solvable(rules):
        yield None
        return
    with solvers.borrow(rules) as solver:
        yield solver


def _read(game: object, rules: Rules | str | None) -> tuple[Game[GridBoard], int]:
    """The game, and how many of its moves were given."""
    named = parse_rules(rules) if isinstance(rules, str) else rules
    if isinstance(game, str):
        return Game.parse(game, named or CFOUR), 0
    read: object = game
    opening = 0
    if not isinstance(game, Game) and isinstance(game, StoredGame):
        read, opening = game.game(), game.opening
    if not isinstance(read, Game) or not isinstance(read.start, GridBoard):
        raise InputError(
            N_("what has the type {kind} cannot be reviewed; give a game on a grid, its record, or its moves as text"),
            kind=type(read.start if isinstance(read, Game) else read).__name__,
        )
    if named is not None and named != read.start.rules:
        raise RulesError(
            N_("the game is played by other rules ({theirs}) than those given ({ours})"),
            theirs=read.start.rules,
            ours=named,
        )
    return read, opening


def judge_moves(
    game: Game[GridBoard],
    solvers: SolverPool,
    report: Report,
    cancel: Cancel,
    *,
    opening: int = 0,
    limit: Limit = EACH,
    whole: Limit = WHOLE,
    watch: Watcher | None = None,
) -> Iterator[int]:
    """Reports the value of every position of a game, as far as it is found, and one judgement for every move.

    It goes back from the end, where positions are easy and fill the solver's table for those before; positions in an
    opening book need no search. A move is judged as soon as the positions before and after it were looked at. The work
    comes in slices, one for each ply that is yielded, so that others can be served in between.
    """
    return _MoveJudge(game, solvers, report, cancel, opening, _Allowance(limit, whole), watch).run()


@dataclass
class _Allowance:
    """What the review may still use. It is spent for good once a position was not solved within its limit."""

    each: Limit
    whole: Limit
    seconds: float = 0.0
    nodes: int = 0
    is_spent: bool = False

    @property
    def next(self) -> Limit | None:
        """The limit for the next position; None if nothing is left."""
        seconds = None if self.whole.time is None else self.whole.time - self.seconds
        nodes = None if self.whole.nodes is None else self.whole.nodes - self.nodes
        if self.is_spent or (seconds is not None and seconds <= 0) or (nodes is not None and nodes <= 0):
            return None
        return Limit(_smaller(self.each.time, seconds), _smaller(self.each.nodes, nodes))

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Counts the time of a search, without that of loading or compiling the solver."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - began

    @property
    def is_used_up(self) -> bool:
        """Whether nothing is left for the whole."""
        return bool(
            (self.whole.time is not None and self.seconds >= self.whole.time)
            or (self.whole.nodes is not None and self.nodes >= self.whole.nodes)
        )

    def part(self, seconds: float) -> Limit:
        """For a small question beside: at most so many seconds, unless the limit counts nodes alone."""
        return Limit(None if self.each.time is None else min(seconds, self.each.time), self.each.nodes)


def _smaller(one: T | None, other: T | None) -> T | None:
    return other if one is None else one if other is None else min(one, other)


@dataclass
class _MoveJudge:
    game: Game[GridBoard]
    solvers: SolverPool
    report: Report
    cancel: Cancel
    opening: int
    allowance: _Allowance
    watch: Watcher | None

    def __post_init__(self) -> None:
        self.boards = self.game.boards
        self.values: dict[int, Value] = {}
        self.missing: dict[int, NotJudged] = {}

    @cached_property
    def lines(self) -> LineJudge | None:
        """Judges what no solver does, on boards where wins by threats are looked for."""
        rules = self.game.start.rules
        return LineJudge(self.game, self.for_threats, self.cancel) if has_threats(rules) else None

    def for_threats(self) -> Limit | None:
        """What the next search for threats may use."""
        if self.allowance.is_used_up:
            return None
        limit = self.allowance.part(_PROOF_SECONDS)
        return Limit(limit.time, _smaller(limit.nodes, _PROOF_NODES))

    def run(self) -> Iterator[int]:
        rules = self.game.start.rules
        for ply in reversed(range(len(self.boards))):
            self.show_progress(len(self.boards) - 2 - ply)
            if is_solvable(rules) and not self.cancel.is_set():
                with self.solvers.borrow(rules) as solver:
                    self.look_at(ply, solver)
            else:
                self.look_at(ply, None)
            yield ply
        self.show_progress(len(self.boards) - 1)

    def show_progress(self, done: int, nodes: int = 0) -> None:
        if self.watch is not None:
            # Nothing is judged yet while the value at the end of the game is looked for.
            self.watch(ReviewProgress(max(0, done), len(self.boards) - 1, nodes))

    def look_at(self, ply: int, solver: Solver | None) -> None:
        """Finds the value of the position after `ply` moves, and judges the move that was played there."""
        value = None
        if not self.cancel.is_set():
            value = self.proven(ply) if solver is None else self.solved(ply, solver)
        if value is not None:
            self.values[ply] = value
            self.report(ValuedPosition(ply, value))
        else:
            self.missing[ply] = self.why_unknown()
            self.allowance.is_spent = True
        if ply < len(self.game.moves):
            self.judge(ply, solver)

    def why_unknown(self) -> NotJudged:
        if self.cancel.is_set():
            return NotJudged.STOPPED
        return NotJudged.TOO_HARD if is_solvable(self.game.start.rules) else NotJudged.TOO_LARGE

    def solved(self, ply: int, solver: Solver) -> Value | None:
        board = self.boards[ply]
        value = at_sight(board)
        if value is not None:
            return value
        limit = self.allowance.next
        if limit is None:
            if solver.book is None or solver.book.score(board) is None:
                return None
            limit = _BOOK

        def watch(progress: Progress) -> None:
            self.show_progress(len(self.boards) - 2 - ply, progress.nodes)

        solver.get_ready()
        with self.allowance.clock():
            answer = solver.solve(board, limit=limit, cancel=self.cancel, watch=watch, line=False)
        self.allowance.nodes += answer.nodes
        return answer.value if answer.value.is_exact else None

    def proven(self, ply: int) -> Value | None:
        """For boards that the solver does not take: what is proven by threats or by the champion, without distances."""
        if self.lines is not None:
            with self.counted(self.lines):
                return self.lines.value(ply)
        board = self.boards[ply]
        value = at_sight(board)
        if value is not None:
            return outcome_value(board, value.low)
        if self.allowance.next is None:
            return None
        with self.allowance.clock():
            decision = estimate(board, self.cancel, self.allowance.part(_PROOF_SECONDS))
        self.allowance.nodes += decision.nodes
        return outcome_value(board, decision.value) if decision.exact and decision.value is not None else None

    @contextmanager
    def counted(self, lines: LineJudge) -> Iterator[None]:
        """Counts the time and the nodes of searches for threats."""
        before = lines.nodes
        with self.allowance.clock():
            yield
        self.allowance.nodes += lines.nodes - before

    def judge(self, ply: int, solver: Solver | None) -> None:
        side, move = self.boards[ply].turn, self.game.moves[ply]
        before, after = self.values.get(ply), self.values.get(ply + 1)
        if after is not None:
            after = after.negated(self.boards[ply].count)
        reason = NotJudged.GIVEN if ply < self.opening else self.missing.get(ply) or self.missing.get(ply + 1)
        is_unsolved = reason is NotJudged.TOO_HARD or (solver is None and reason is not NotJudged.STOPPED)
        if is_unsolved and reason is not NotJudged.GIVEN and self.lines is not None:
            with self.counted(self.lines):
                judged = self.lines.judge(ply)
            self.report(judged)
            return
        if reason is not None or before is None or after is None:
            self.report(Judgement(ply, side, move, Verdict.NOT_JUDGED, before, after, reason=reason))
            return
        # No win is faster than one that is on the board, whether distances are known or not.
        verdict = Verdict.BEST if self.boards[ply + 1].winner is side else verdict_of(before, after)
        better: tuple[Move, ...] = ()
        refutation: tuple[Move, ...] = ()
        if verdict in (Verdict.MISTAKE, Verdict.INACCURACY):
            better, refutation = (self.line(self.boards[each], solver) for each in (ply, ply + 1))
        self.report(Judgement(ply, side, move, verdict, before, after, better, refutation))

    def line(self, board: GridBoard, solver: Solver | None) -> tuple[Move, ...]:
        """A best line, or its first move if time runs out on the way. Without a proof there is none."""
        if board.outcome.is_over:
            return ()
        with self.allowance.clock():
            if solver is None:
                decision = estimate(board, self.cancel, self.allowance.part(_PROOF_SECONDS))
                return decision.line if decision.exact else ()
            answer = solver.solve(board, limit=self.allowance.part(_LINE_SECONDS), cancel=self.cancel)
        if answer.line or answer.move is None or not answer.value.is_exact:
            return answer.line
        return (answer.move,)
