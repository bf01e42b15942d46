"""Turns what a search does into events; used only if there is a listener.

The searches stay as the textbook has them: they call these objects, under `if report is not None`,
and the numbers of the nodes, their parents and the moves between them are kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.board import (
    Backup,
    Board,
    Bound,
    Cut,
    Deepen,
    Enter,
    Evaluate,
    Expand,
    Leave,
    Listener,
    Lookup,
    Move,
    Playout,
    Select,
)

__all__ = ["DepthFirstReport", "TreeReport"]


class DepthFirstReport:
    """Minimax and alpha-beta.

    They try a node's moves in the order that `branch` announces, so the n-th child entered below a node
    was reached by its n-th move, and what has not been tried when a cut comes is skipped.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._count = 0
        self._open: list[tuple[int, Iterator[Move]]] = []

    def enter(
        self, board: Board, depth: int, maximizing: bool, alpha: float | None = None, beta: float | None = None
    ) -> None:
        parent = move = None
        if self._open:
            parent, moves = self._open[-1]
            move = next(moves)
        self._listener(Enter(self._count, parent, move, board, depth, maximizing, alpha, beta))
        self._open.append((self._count, iter(())))
        self._count += 1

    def branch(self, moves: Sequence[Move]) -> None:
        self._open[-1] = (self._open[-1][0], iter(moves))

    def evaluate(self, value: float) -> None:
        self._listener(Evaluate(self._open[-1][0], value))

    def lookup(self, value: float, bound: Bound) -> None:
        self._listener(Lookup(self._open[-1][0], value, bound))

    def cut(self, alpha: float, beta: float) -> None:
        node, moves = self._open[-1]
        self._listener(Cut(node, alpha, beta, tuple(moves)))

    def leave(self, value: float) -> None:
        node, _ = self._open.pop()
        self._listener(Leave(node, value))

    def deepen(self, depth: int) -> None:
        self._listener(Deepen(self._count, depth))


class TreeReport:
    """Flat Monte Carlo and UCT. Nodes are known by their object, of whatever kind."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._numbers: dict[int, int] = {}
        # Keeps the nodes alive: the id of a deleted object can be used again.
        self._alive: list[object] = []

    def expand(
        self,
        node: object,
        parent: object | None,
        move: Move | None,
        board: Board,
        visits: int = 0,
        total: float = 0.0,
    ) -> None:
        number = len(self._alive)
        self._numbers[id(node)] = number
        self._alive.append(node)
        above = None if parent is None else self._numbers[id(parent)]
        self._listener(Expand(number, above, move, board, visits, total))

    def select(self, node: object, parent: object, move: Move, score: float) -> None:
        self._listener(Select(self._numbers[id(node)], self._numbers[id(parent)], move, score))

    def playout(self, node: object, moves: list[Move], value: float) -> None:
        self._listener(Playout(self._numbers[id(node)], tuple(moves), value))

    def backup(self, node: object, value: float, visits: int, total: float) -> None:
        self._listener(Backup(self._numbers[id(node)], value, visits, total))
