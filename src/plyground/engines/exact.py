"""Exact answers within a move's time: the opening book, then the solver, as long as it is worth trying."""

from __future__ import annotations

import time
from functools import lru_cache

from plyground.board import Cancel, Decision, Limit, Move
from plyground.grid import GridBoard, Rules
from plyground.solver import Book, Solver, find_book, is_solvable, score_at_end

__all__ = ["ExactAnswers"]

_TABLE_MB = 32
# The part of a move's time that may go into the attempt; what is left is for the search that has to answer otherwise.
_SHARE = 0.3
# Nodes of the solver for each playout that a limit allows: about as long as the playout takes.
_NODES_PER_PLAYOUT = 10
# Positions with more free cells are not tried: none of the boards in question was ever solved from there in seconds.
_MOST_FREE = {False: 36, True: 32}
# After an attempt that failed, so many cells have to be filled before the next one.
_FEWER = 4


class ExactAnswers:
    """Asked before a search: the proven best move, or None if it cannot be had in a part of the time."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads
        self._solver: Solver | None = None
        self.reset()

    def reset(self) -> None:
        """A new game starts."""
        self._failed_at = 10**6
        self._failed_with = 0.0
        if self._solver is not None:
            self._solver.clear()

    def prepare(self, rules: Rules) -> None:
        """Opens the book and loads the solver's kernel, so that no move has to wait for them."""
        if is_solvable(rules):
            _book(rules)
            self._solver_of(rules).get_ready()

    def decide(self, board: GridBoard, limit: Limit, cancel: Cancel | None) -> Decision | None:
        began = time.perf_counter()
        if not is_solvable(board.rules):
            return None
        return self._from_book(board, began) or self._from_solver(board, limit, cancel, began)

    def _from_book(self, board: GridBoard, began: float) -> Decision | None:
        book = _book(board.rules)
        if book is None or board.count >= book.deepest:
            return None
        values: dict[Move, float] = {}
        for move in board.legal_moves:
            after = board.move(move)
            if after.is_win:
                values[move] = score_at_end(board.rules.cells, after.count)
                continue
            score = book.score(after)
            if score is None:
                return None
            values[move] = -score
        best = max(values, key=lambda move: values[move])
        return Decision(
            best,
            _outcome(values[best]),
            {move: _outcome(value) for move, value in values.items()},
            line=(best,),
            seconds=time.perf_counter() - began,
            exact=True,
        )

    def _from_solver(self, board: GridBoard, limit: Limit, cancel: Cancel | None, began: float) -> Decision | None:
        free = board.free.bit_count()
        seconds = _SHARE * limit.time if limit.time is not None else None
        nodes = limit.playouts * _NODES_PER_PLAYOUT if limit.playouts is not None else limit.nodes
        effort = seconds if seconds is not None else (nodes or 0) / 1e7
        wide = board.rules.columns * (board.rules.rows + 1) > 64
        if free > _MOST_FREE[wide] or (free > self._failed_at - _FEWER and effort < 8 * self._failed_with):
            return None
        solver = self._solver_of(board.rules)
        solution = solver.solve(board, limit=Limit(time=seconds, nodes=nodes), cancel=cancel, line=False)
        if not solution.value.is_exact or solution.move is None:
            self._failed_at, self._failed_with = free, effort
            return None
        value = _outcome(solution.value.low)
        return Decision(
            solution.move,
            value,
            {solution.move: value},
            line=(solution.move,),
            nodes=solution.nodes,
            seconds=time.perf_counter() - began,
            exact=True,
        )

    def _solver_of(self, rules: Rules) -> Solver:
        if self._solver is None or self._solver.rules != rules:
            self._solver = Solver(rules, threads=self.threads, table_mb=_TABLE_MB)
            self._failed_at = 10**6
        return self._solver


def _outcome(score: float) -> float:
    """The score as the champion's values go: 1, 0 or -1."""
    return float((score > 0) - (score < 0))


@lru_cache(maxsize=8)
def _book(rules: Rules) -> Book | None:
    return find_book(rules)
