"""A textbook search that was run to the end, with all its steps."""

from __future__ import annotations

from typing import Any

from plyground.board import Board, Cut, Decision, Enter, Evaluate, Event, Leave
from plyground.grid import GridBoard, position_text, rules_name
from plyground.learn.searches import choose_search
from plyground.learn.tree import Node, Tree

__all__ = ["Run"]


class _Never:
    def is_set(self) -> bool:
        return False


class Run:
    """The search that the page Think would show for `query`, its events and the tree that they lead to."""

    def __init__(self, search: str, board: Board, **options: Any) -> None:
        self.events: list[Event] = []
        self.tree = Tree()
        # An address says `table=1`.
        self._asked = {"search": search, **{name: 1 if value is True else value for name, value in options.items()}}
        if isinstance(board, GridBoard):
            self._asked |= {"rules": rules_name(board.rules), "position": position_text(board)}
        else:
            self._asked["position"] = str(board)
        self.decision: Decision = choose_search(search, board, **options).search(self._hear, _Never())

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        self.tree.feed(event)

    def query(self, step: int | None = None) -> dict[str, Any]:
        """The parameters of the page that show the search after so many events; after all of them if None."""
        return {**self._asked, "step": len(self.events) if step is None else step}

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

    def step(self, kind: type[Enter | Evaluate | Leave | Cut], node: Node) -> int:
        """The number of events after which a node was entered, evaluated, cut or left."""
        found = (i for i, event in enumerate(self.events) if isinstance(event, kind) and event.node == node.number)
        return 1 + next(found)

    def tree_after(self, step: int) -> Tree:
        """The tree as it was after so many events."""
        tree = Tree()
        for event in self.events[:step]:
            tree.feed(event)
        return tree
