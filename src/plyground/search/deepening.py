"""Iterative deepening: alpha-beta one ply deep, then two, then three."""

from __future__ import annotations

from dataclasses import replace

from plyground.board import Board, Cancel, Decision, Evaluator, Limit, Listener, Order
from plyground.search.alphabeta import AlphaBeta
from plyground.search.table import Table

__all__ = ["deepening"]


def deepening(
    board: Board,
    depth: int = 9,
    evaluator: Evaluator | None = None,
    listener: Listener | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    *,
    order: Order | None = None,
    table: Table | None = None,
) -> Decision:
    """Alpha-beta for every depth from 1 to `depth`; each tries the best line of the one before first.

    The value is that of `alphabeta`, with the same arguments. Of equally good moves another one may be chosen, since
    the moves are tried in another order. `nodes` counts those of all iterations. A limit or a cancel ends the search
    early: then `complete` is False, and the answer, with its `depth`, is that of the last iteration that was finished.

    >>> from plyground import GridBoard, Limit
    >>> deepening(GridBoard.from_moves("41424"), limit=Limit(nodes=2000)).depth
    5
    """
    return _Deepening(board, depth, evaluator, listener, limit, cancel, order, table).decide()


class _Deepening(AlphaBeta):
    def decide(self) -> Decision:
        deepest, answer = self.depth, None
        for depth in range(1, deepest + 1):
            self.begin(depth, answer.line if answer is not None else ())
            if self.report is not None:
                self.report.deepen(depth)
            iteration = super().decide()
            if not iteration.complete:
                return replace(answer or iteration, nodes=iteration.nodes, seconds=iteration.seconds, complete=False)
            answer = iteration
        assert answer is not None
        return answer
