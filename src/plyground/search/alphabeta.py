"""Alpha-beta: minimax that stops looking at a move once it cannot matter any more."""

from __future__ import annotations

import math

from plyground.board import Board, Cancel, Decision, Evaluator, Limit, Listener
from plyground.search.depth_first import DepthFirst

__all__ = ["alphabeta"]


def alphabeta(
    board: Board,
    depth: int = 9,
    evaluator: Evaluator | None = None,
    listener: Listener | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Decision:
    """The same move and value as `minimax`, at fewer nodes; the arguments are the same, too.

    `alpha` is what the side to move at the root is sure of, `beta` what its opponent will concede at most.
    Where beta <= alpha, the remaining moves of a node are cut off. The moves of the root share one window, so
    a move that is no better than an earlier one is only known to be that: `Decision.values` leaves it out.

    >>> from plyground import GridBoard
    >>> alphabeta(GridBoard.from_moves("41424"), depth=2).move
    3
    """
    return _AlphaBeta(board, depth, evaluator, listener, limit, cancel).decide()


class _AlphaBeta(DepthFirst):
    def search_root(self) -> None:
        self.nodes += 1
        if self.nodes >= self.checkpoint:
            self.check()
        alpha, beta = -math.inf, math.inf
        if self.report is not None:
            self.report.enter(self.board, self.depth, True, alpha, beta)
        for move in self.board.legal_moves:
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
        elif maximizing:
            best = -math.inf
            for move in board.legal_moves:
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
            for move in board.legal_moves:
                value = self.value(board.move(move), depth - 1, alpha, beta)
                if value < best:
                    best = value
                    self.line[depth] = (move, *self.line[depth - 1])
                beta = min(beta, value)
                if beta <= alpha:
                    if self.report is not None:
                        self.report.cut(alpha, beta)
                    break

        if self.report is not None:
            self.report.leave(best)
        return best
