"""The search tree, rebuilt from the events."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.board import (
    Backup,
    Board,
    Cut,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Lookup,
    Move,
    Playout,
    Select,
)
from plyground.learn.games import NumberTree

__all__ = ["ChildBound", "Counts", "Node", "Tree"]


@dataclass(eq=False)
class Node:
    """A node, as far as the events describe it. `alpha` and `beta` are the current ones, not those on entering."""

    number: int
    parent: Node | None
    move: Move | None
    board: Board
    children: list[Node] = field(default_factory=list)

    # Depth-first searches
    depth: int = 0
    maximizing: bool = True
    entered_alpha: float | None = None
    entered_beta: float | None = None
    alpha: float | None = None
    beta: float | None = None
    best: float | None = None
    best_move: Move | None = None
    is_leaf: bool = False
    cut: Cut | None = None
    lookup: Lookup | None = None
    value: float | None = None
    """The value that went up; None while the node is open."""

    # Monte Carlo searches
    visits: int = 0
    total: float = 0.0
    score: float | None = None
    playout: Playout | None = None

    @property
    def name(self) -> str:
        """How the move that led here is written. The root has none; in a tree of numbers it may have a name."""
        if self.parent is None or self.move is None:
            return self.board.name if isinstance(self.board, NumberTree) else ""
        return self.parent.board.move_name(self.move)

    @property
    def path(self) -> list[Node]:
        """From the root to this node."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    @property
    def mean(self) -> float | None:
        return self.total / self.visits if self.visits else None

    @property
    def relation(self) -> str:
        """How the value that went up compares to the true one: `=`, `<=` or `>=`.

        Outside the window that a node was entered with, alpha-beta knows only a bound.
        """
        if self.value is None or self.is_leaf:
            return "="
        if self.lookup is not None:
            return {"exact": "=", "upper": "<=", "lower": ">="}[self.lookup.bound]
        if self.entered_alpha is not None and -math.inf < self.entered_alpha and self.value <= self.entered_alpha:
            return "<="
        if self.entered_beta is not None and self.entered_beta < math.inf and self.value >= self.entered_beta:
            return ">="
        return "="

    @property
    def to_come(self) -> tuple[Move, ...]:
        """Moves that were neither tried nor skipped yet; none in a leaf and after leaving."""
        if self.value is not None or self.is_leaf or self.lookup is not None or self.board.outcome.is_over:
            return ()
        done = {child.move for child in self.children}
        done.update(self.cut.skipped if self.cut is not None else ())
        return tuple(move for move in self.board.legal_moves if move not in done)

    def bounds(self, c: float) -> list[ChildBound]:
        """What UCT compares when it goes on from here: mean + bonus = bound, for every child that was visited."""
        spread = 2 * math.log(self.visits) if self.visits else 0.0
        found = []
        for child in self.children:
            if child.visits:
                mean, bonus = child.total / child.visits, c * math.sqrt(spread / child.visits)
                found.append(ChildBound(child, mean, bonus, mean + bonus))
        return found


class ChildBound(NamedTuple):
    """The upper confidence bound of a node, and the two parts of it."""

    child: Node
    mean: float
    bonus: float
    bound: float


@dataclass
class Counts:
    entered: int = 0
    evaluated: int = 0
    cuts: int = 0
    skipped: int = 0
    lookups: int = 0
    expanded: int = 0
    playouts: int = 0


class Tree:
    """Grows with `feed`. `current` is the node that the newest event is about.

    Iterative deepening plants a tree for each depth: `roots` has all of them, `root` is the newest.
    """

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.roots: list[Node] = []
        self.current: Node | None = None
        self.is_deepening = False
        self.counts = Counts()

    @property
    def root(self) -> Node | None:
        return self.roots[-1] if self.roots else None

    @property
    def is_monte_carlo(self) -> bool:
        return self.counts.expanded > 0

    def feed(self, event: Event) -> None:
        """Takes in one event."""
        match event:
            case Deepen():
                # Its node comes with the next event.
                self.is_deepening = True
                return
            case Enter():
                node = self._add(event)
                node.depth, node.maximizing = event.depth, event.maximizing
                node.entered_alpha, node.entered_beta = event.alpha, event.beta
                node.alpha, node.beta = event.alpha, event.beta
                node.is_leaf = event.depth == 0 or event.board.outcome.is_over
                self.counts.entered += 1
            case Expand():
                node = self._add(event)
                node.visits, node.total = event.visits, event.total
                self.counts.expanded += 1
            case _:
                node = self.nodes[event.node]
                self._note(node, event)
        self.current = node

    def _add(self, event: Enter | Expand) -> Node:
        parent = None if event.parent is None else self.nodes[event.parent]
        node = Node(event.node, parent, event.move, event.board)
        self.nodes[event.node] = node
        (self.roots if parent is None else parent.children).append(node)
        return node

    def _note(self, node: Node, event: Evaluate | Lookup | Cut | Leave | Select | Playout | Backup) -> None:
        match event:
            case Evaluate(value=value):
                node.best = value
                self.counts.evaluated += 1
            case Lookup(value=value):
                node.lookup, node.best = event, value
                self.counts.lookups += 1
            case Cut(skipped=skipped):
                node.cut = event
                self.counts.cuts += 1
                self.counts.skipped += len(skipped)
            case Leave(value=value):
                node.value = value
                if node.parent is not None:
                    _take_up(node.parent, node, value)
            case Select(score=score):
                node.score = score
            case Playout():
                node.playout = event
                self.counts.playouts += 1
            case Backup(visits=visits, total=total):
                node.visits, node.total = visits, total


def _take_up(parent: Node, child: Node, value: float) -> None:
    """What a parent does with the value of a child: keep the first of the best, narrow the window."""
    better = parent.best is None or (value > parent.best if parent.maximizing else value < parent.best)
    if better:
        parent.best, parent.best_move = value, child.move
    if parent.maximizing and parent.alpha is not None:
        parent.alpha = max(parent.alpha, value)
    elif not parent.maximizing and parent.beta is not None:
        parent.beta = min(parent.beta, value)
