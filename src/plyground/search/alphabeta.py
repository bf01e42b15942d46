"""Alpha-beta: minimax that stops looking at a move once it cannot matter any more."""

from __future__ import annotations

import math

from plyground.board import Board, Cancel, Decision, Evaluator, Limit, Listener, Order
from plyground.search.depth_first import DepthFirst
from plyground.search.table import Key, Table, require_table

__all__ = ["AlphaBeta", "alphabeta"]


def alphabeta(
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
    """The same move and value as `minimax`, at fewer nodes; the arguments are the same, too.

    `alpha` is what the side to move at the root is sure of, `beta` what its opponent will concede at most.
    Where beta <= alpha, the remaining moves of a node are cut off. The moves of the root share one window, so
    a move that is no better than an earlier one is only known to be that: `Decision.values` leaves it out.
    The earlier the best moves come in the `order`, the more is cut off. A `table` answers for positions that
    were searched before, at the same depth; its boards have to compare by value.

    >>> from plyground import GridBoard
    >>> alphabeta(GridBoard.from_moves("41424"), depth=2).move
    3
    """
    return AlphaBeta(board, depth, evaluator, listener, limit, cancel, order, table).decide()


class AlphaBeta(DepthFirst):
    def __init__(
        self,
        board: Board,
        depth: int,
        evaluator: Evaluator | None,
        listener: Listener | None,
        limit: Limit | None,
        cancel: Cancel | None,
        order: Order | None,
        table: Table | None,
    ) -> None:
        super().__init__(board, depth, evaluator, listener, limit, cancel, order)
        require_table(table, board)
        self.table = table

    def search_root(self) -> None:
        self.nodes += 1
        if self.nodes >= self.checkpoint:
            self.check()
        alpha, beta = -math.inf, math.inf
        if self.report is not None:
            self.report.enter(self.board, self.depth, True, alpha, beta)
        for move in self.moves(self.board, self.depth):
            value = self.value(self.board.move(move), self.depth - 1, alpha, beta)
            if value > alpha or alpha == -math.inf:
                self.values[move] = value
            if value > self.best:
                self.best = value
                self.line[self.depth] = (move, *self.line[self.depth - 1])
            alpha = max(alpha, value)
            if beta <= alpha:
                if self.report is not None:
                    self.report.cut(alpha, beta)
                break
        if self.report is not None:
            self.report.leave(self.best)

    def value(self, board: Board, depth: int, alpha: float, beta: float) -> float:
        """What `board` is worth to `self.side`, looking `depth` plies ahead.

        Exact between alpha and beta. At or below alpha the true value is no higher than the answer,
        at or above beta no lower.
        """
        self.nodes += 1
        if self.nodes >= self.checkpoint:
            self.check()
        maximizing = board.turn is self.side
        if self.report is not None:
            self.report.enter(board, depth, maximizing, alpha, beta)
        self.line[depth] = ()

        if depth == 0 or board.is_win or board.is_draw:
            best = self.evaluate(board, self.side)
            if self.report is not None:
                self.report.evaluate(best)
        elif self.table is not None and (known := self.table.find(self.key(board, depth), alpha, beta)) is not None:
            best, bound, self.line[depth] = known
            if self.report is not None:
                self.report.lookup(best, bound)
        else:
            window = alpha, beta
            if maximizing:
                best = -math.inf
                for move in self.moves(board, depth):
                    value = self.value(board.move(move), depth - 1, alpha, beta)
                    if value > best:
                        best = value
                        self.line[depth] = (move, *self.line[depth - 1])
                    alpha = max(alpha, value)
                    if beta <= alpha:
                        if self.report is not None:
                            self.report.cut(alpha, beta)
                        break
            else:
                best = math.inf
                for move in self.moves(board, depth):
                    value = self.value(board.move(move), depth - 1, alpha, beta)
                    if value < best:
                        best = value
                        self.line[depth] = (move, *self.line[depth - 1])
                    beta = min(beta, value)
                    if beta <= alpha:
                        if self.report is not None:
                            self.report.cut(alpha, beta)
                        break
            if self.table is not None:
                self.table.keep(self.key(board, depth), *window, best, self.line[depth])

        if self.report is not None:
            self.report.leave(best)
        return best

    def key(self, board: Board, depth: int) -> Key:
        return Key(board, depth, self.side, self.evaluate)
