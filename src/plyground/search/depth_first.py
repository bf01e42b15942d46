"""What minimax and alpha-beta share: the start, the count, the limits and the answer."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from plyground.board import (
    Board,
    Cancel,
    Deadline,
    Decision,
    Evaluator,
    Limit,
    Listener,
    Move,
    Order,
    Side,
    is_whole,
    require_board,
    require_function,
    require_open,
)
from plyground.errors import N_, InputError, LimitError
from plyground.search.reports import DepthFirstReport

__all__ = ["DEEPEST", "DepthFirst"]

DEEPEST = 512
"""Every ply is a Python call, and Python nests about a thousand of them."""

# Nodes between two looks at the clock: well below a millisecond on small boards, a few on large ones.
_PACE = 64


def own_evaluation(board: Board, side: Side) -> float:
    """What a search uses when no evaluator is given."""
    return board.evaluate(side)


class Stop(Exception):
    """Unwinds a recursion that has to end; caught within the search."""


def require_permutation(moves: object, legal: Sequence[Move]) -> None:
    """Refuses an order of moves that leaves one out or has one twice: the search would be wrong."""
    if not isinstance(moves, Sequence) or len(moves) != len(legal) or set(moves) != set(legal):
        raise InputError(
            N_("the order of the moves is {value}; it has to hold each of {legal} once"),
            value=repr(moves),
            legal=repr(legal),
        )


class DepthFirst(ABC):
    """One search from one position.

    `nodes` counts every position that the search enters, the root included, as often as it is entered.
    `line[d]` is the best continuation found below the node with `d` plies left that was searched last.
    """

    def __init__(
        self,
        board: Board,
        depth: int,
        evaluator: Evaluator | None,
        listener: Listener | None,
        limit: Limit | None,
        cancel: Cancel | None,
        order: Order | None,
    ) -> None:
        require_board(board)
        require_function(evaluator, "evaluator")
        require_function(listener, "listener")
        require_function(order, "order")
        deadline = Deadline(limit, cancel)
        if is_whole(depth) and deadline.limit.depth is not None:
            depth = min(depth, deadline.limit.depth)
        if not (is_whole(depth) and 1 <= depth <= DEEPEST):
            raise LimitError(
                N_("the depth is {value}; it has to be between 1 and {most} plies"), value=repr(depth), most=DEEPEST
            )
        require_open(board.outcome)
        self.board = board
        self.side = board.turn
        self.evaluate = evaluator or own_evaluation
        self.report = None if listener is None else DepthFirstReport(listener)
        self.order = order
        self.nodes = 0
        self._deadline = deadline
        self._most = math.inf if deadline.limit.nodes is None else deadline.limit.nodes
        self.checkpoint = 1
        self.begin(depth)

    def begin(self, depth: int, expected: tuple[Move, ...] = ()) -> None:
        """Starts from the root, `depth` plies deep; the line that is `expected` to be the best is tried first."""
        self.depth = depth
        self.values: dict[Move, float] = {}
        self.best = -math.inf
        self.line: list[tuple[Move, ...]] = [()] * (depth + 1)
        self._expected = expected
        self._nodes_before = self.nodes

    @abstractmethod
    def search_root(self) -> None:
        """Fills `values`, `best` and `line[depth]`, move by move."""

    def moves(self, board: Board, depth: int) -> Sequence[Move]:
        """The moves of a node in the order in which they are tried; `depth` plies are left."""
        moves = board.legal_moves
        if self.order is not None:
            moves = self.order(board)
            require_permutation(moves, board.legal_moves)
        if self._expected:
            ply = self.depth - depth
            # The search goes down the expected line first: it is on it as long as it has entered nothing else.
            if ply < len(self._expected) and self.nodes - self._nodes_before == ply + 1:
                first = self._expected[ply]
                moves = [first, *(move for move in moves if move != first)]
        if self.report is not None:
            self.report.branch(moves)
        return moves

    def check(self) -> None:
        """Called when `nodes` reaches `checkpoint`: ends the search if a limit is reached."""
        if self.nodes > self._most or self._deadline.is_over:
            self.nodes -= 1  # counted, but not entered
            raise Stop
        self.checkpoint = int(min(self.nodes + _PACE, self._most + 1))

    def decide(self) -> Decision:
        try:
            self.search_root()
            complete = True
        except Stop:
            complete = False
        # Empty when every move is infinitely bad, or none was finished: the first will do.
        line = self.line[self.depth] or (next(iter(self.values), self.board.legal_moves[0]),)
        return Decision(
            move=line[0],
            value=self.best if self.values else None,
            values=self.values,
            line=line,
            nodes=self.nodes,
            depth=self.depth,
            seconds=self._deadline.seconds,
            complete=complete,
        )
