"""Minimax: my best move is the one whose worst answer hurts least."""

from __future__ import annotations

import math

from plyground.board import Board, Cancel, Decision, Evaluator, Limit, Listener, Order
from plyground.search.depth_first import DepthFirst

__all__ = ["minimax"]


def minimax(
    board: Board,
    depth: int = 9,
    evaluator: Evaluator | None = None,
    listener: Listener | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    *,
    order: Order | None = None,
) -> Decision:
    """The best move by looking at everything that can happen within `depth` plies, the move itself included.

    Values are seen from the side to move on `board`. A leaf is a position that is won, drawn or
    `depth` plies away; `evaluator` judges it (the board's own `evaluate` if there is none). Of equally
    good moves the first is chosen; `order` says in which order they are tried (the board's own if there is none).
    `nodes` of the decision counts every position entered, the root included.

    A limit or a cancel ends the search early: then `complete` is False, and the move is the best of those
    that were searched to the end (the first legal one if none was). `limit.depth` can only lower `depth`.

    >>> from plyground import GridBoard, TICTACTOE
    >>> board = GridBoard.from_moves("a1 b2 b1", TICTACTOE)
    >>> decision = minimax(board, depth=2)
    >>> board.move_name(decision.move)
    'c1'
    """
    return _Minimax(board, depth, evaluator, listener, limit, cancel, order).decide()


class _Minimax(DepthFirst):
    def search_root(self) -> None:
        self.nodes += 1
        if self.nodes >= self.checkpoint:
            self.check()
        if self.report is not None:
            self.report.enter(self.board, self.depth, True)
        for move in self.moves(self.board, self.depth):
            value = self.value(self.board.move(move), self.depth - 1)
            self.values[move] = value
            if value > self.best:
                self.best = value
                self.line[self.depth] = (move, *self.line[self.depth - 1])
        if self.report is not None:
            self.report.leave(self.best)

    def value(self, board: Board, depth: int) -> float:
        """What `board` is worth to `self.side`, looking `depth` plies ahead."""
        self.nodes += 1
        if self.nodes >= self.checkpoint:
            self.check()
        maximizing = board.turn is self.side
        if self.report is not None:
            self.report.enter(board, depth, maximizing)
        self.line[depth] = ()

        if depth == 0 or board.is_win or board.is_draw:
            best = self.evaluate(board, self.side)
            if self.report is not None:
                self.report.evaluate(best)
        elif maximizing:
            best = -math.inf
            for move in self.moves(board, depth):
                value = self.value(board.move(move), depth - 1)
                if value > best:
                    best = value
                    self.line[depth] = (move, *self.line[depth - 1])
        else:
            best = math.inf
            for move in self.moves(board, depth):
                value = self.value(board.move(move), depth - 1)
                if value < best:
                    best = value
                    self.line[depth] = (move, *self.line[depth - 1])

        if self.report is not None:
            self.report.leave(best)
        return best
