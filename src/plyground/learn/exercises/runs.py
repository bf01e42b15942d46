"""A textbook search that was run to the end, with all its steps."""

from __future__ import annotations

from typing import Any

from plyground.board import Board, Cut, Enter, Event, Leave, Limit
from plyground.grid import EVALUATORS, GridBoard, position_text, rules_name
from plyground.learn.tree import Node, Tree
from plyground.search import EXPLORATION, UCT, alphabeta, flat_monte_carlo, minimax

__all__ = ["Run"]


class Run:
    """The search that the page Think would show for `query`, its events and the tree that they lead to."""

    def __init__(
        self,
        search: str,
        board: Board,
        *,
        depth: int | None = None,
        evaluator: str | None = None,
        playouts: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.events: list[Event] = []
        self.tree = Tree()
        given = {"depth": depth, "evaluator": evaluator, "playouts": playouts, "seed": seed}
        self._asked = {"search": search, **{name: value for name, value in given.items() if value is not None}}
        if isinstance(board, GridBoard):
            self._asked |= {"rules": rules_name(board.rules), "position": position_text(board)}
        else:
            self._asked["position"] = str(board)
        judge = None if evaluator is None else EVALUATORS[evaluator]
        if search == "minimax":
            self.decision = minimax(board, depth or 1, judge, listener=self._hear)
        elif search == "alphabeta":
            self.decision = alphabeta(board, depth or 1, judge, listener=self._hear)
        elif search == "montecarlo":
            self.decision = flat_monte_carlo(board, playouts or 1, seed or 0, listener=self._hear)
        else:
            self.decision = UCT(EXPLORATION, seed or 0).decide(board, Limit(playouts=playouts), listener=self._hear)

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        self.tree.feed(event)

    def query(self, step: int) -> dict[str, Any]:
        """The parameters of the page that show the search after so many events."""
        return {**self._asked, "step": step}

    @property
    def root(self) -> Node:
        assert self.tree.root is not None
        return self.tree.root

    def node_at(self, path: tuple[int, ...]) -> Node | None:
        """The node that these moves lead to; None where the search has not been."""
        node: Node | None = self.root
        for move in path:
            node = next((child for child in node.children if child.move == move), None) if node else None
        return node

    def step(self, kind: type[Enter | Leave | Cut], node: Node) -> int:
        """The number of events after which a node was entered, cut or left."""
        return 1 + next(
            i for i, event in enumerate(self.events) if isinstance(event, kind) and event.node == node.number
        )
