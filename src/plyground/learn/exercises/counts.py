"""Counting what a search does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.board import Enter, Lookup
from plyground.learn.exercises.answers import Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.marking import Exercise, Wrong
from plyground.learn.exercises.number_trees import NamedTree, draw_tree, listed
from plyground.learn.exercises.runs import Run
from plyground.learn.games import NumberTree
from plyground.texts import number, say

__all__ = ["NodeCount", "TableHits"]


class NodeCount(Exercise[float]):
    """The nodes that alpha-beta enters."""

    kind = "node-count"
    form = Number()

    tree: NamedTree

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty)
        self._run = Run("alphabeta", self.tree.board, depth=self.tree.depth)
        self.right = self._run.decision.nodes
        # Where alpha and beta meet exactly, books differ on whether to cut.
        meets = any(node.cut is not None and node.cut.alpha == node.cut.beta for node in self._run.tree.nodes.values())
        return self.right < len(self.tree.names) and not meets

    @property
    def question(self) -> str:
        return say(
            "Alpha-beta searches this tree from left to right; Max moves at A. How many nodes does it enter? A and the "
            "leaves count, too."
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure()

    @property
    def hint(self) -> str:
        return say("Mark what alpha-beta skips first; all other nodes are entered, each once.")

    @property
    def _entered(self) -> list[str]:
        seen = {tuple(at.move for at in node.path if at.move) for node in self._run.tree.nodes.values()}
        return [name for path, name in self.tree.names.items() if path in seen]

    @property
    def reason(self) -> str:
        return say(
            "It enters {count} of the {all} nodes: {nodes}.",
            count=number(self.right),
            all=len(self.tree.names),
            nodes=listed(self._entered),
        )

    def _steps(self, given: float) -> dict[str, Any]:
        return self._run.query()

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        every, leaves = len(self.tree.names), [name for name in self._entered if name in self.tree.leaf_names]
        yield Wrong(
            every,
            "window",
            say("{value} is what minimax needs: all nodes. Alpha-beta skips some.", value=every),
        )
        yield Wrong(
            self.right - 1,
            "off-by-one",
            say(
                "{value} is one too few: A counts, too, and so does the leaf that makes a cut.",
                value=number(self.right - 1),
            ),
        )
        yield Wrong(
            self.right + 1,
            "off-by-one",
            say("{value} is one too many: one more node is skipped.", value=number(self.right + 1)),
        )
        yield Wrong(
            len(leaves),
            "other",
            say("{value} counts the leaves alone; inner nodes are entered, too.", value=len(leaves)),
        )
        yield Wrong(
            every - self.right,
            "other",
            say(
                "{value} is how many nodes are skipped; the question is about those that are entered.",
                value=number(every - self.right),
            ),
        )


class TableHits(Exercise[float]):
    """How often a transposition table answers."""

    kind = "table-hits"
    form = Number()

    tree: NamedTree

    def _generate(self, draw: Draw) -> bool:
        # A tree of three plies whose Max nodes come from a few that occur again and again.
        values = draw.shuffled(range(-9, 10))
        pool = [tuple(values[2 * i : 2 * i + 2]) for i in range(2 + self.difficulty)]
        wide = min(self.difficulty + 1, 3)
        branches = tuple(
            tuple(draw.shuffled(pool)[: draw.between(2, 2 if self.difficulty < 3 else 3)])
            for _branch in range(draw.between(2, wide))
        )
        # Nodes with the same branches in another order would not be one position to the table.
        if len(set(map(frozenset, branches))) < len(branches):
            return False
        self.tree = NamedTree(NumberTree(branches))
        self._run = Run("alphabeta", self.tree.board, depth=3, table=True)
        events = self._run.events
        self.right = sum(isinstance(event, Lookup) for event in events)
        entered = [event.board for event in events if isinstance(event, Enter) and event.depth == 1]
        self._seen_again = len(entered) - len(set(entered))
        # A bound in the table may not be enough for another window; here the table always is.
        return 0 < self.right == self._seen_again and not any(
            node.cut is not None and node.cut.alpha == node.cut.beta for node in self._run.tree.nodes.values()
        )

    @property
    def question(self) -> str:
        return say(
            "Alpha-beta with a table searches this tree from left to right; Max moves at A. Nodes with the same "
            "numbers below them are one position, reached in different ways. How often does the table answer?"
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure()

    @property
    def hint(self) -> str:
        return say(
            "Go through the nodes in the order of the search. The table answers when a node is entered whose position "
            "was searched before; nodes that are cut off are not entered at all. Leaves are not kept in it."
        )

    @property
    def _answered(self) -> list[str]:
        nodes = [self._run.tree.nodes[event.node] for event in self._run.events if isinstance(event, Lookup)]
        return [self.tree.names[tuple(at.move for at in node.path if at.move)] for node in nodes]

    @property
    def reason(self) -> str:
        return say(
            "The table answers at {nodes}, which makes {count}.", nodes=listed(self._answered), count=number(self.right)
        )

    def _steps(self, given: float) -> dict[str, Any]:
        first = next(index for index, event in enumerate(self._run.events) if isinstance(event, Lookup))
        return self._run.query(first + 1)

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        boards = [board for path, board in self.tree.boards.items() if len(path) == 2]
        repeated = len(boards) - len(set(boards))
        yield Wrong(
            repeated,
            "window",
            say(
                "{value} positions occur again in the tree, but alpha-beta does not come to all of them.",
                value=repeated,
            ),
        )
        yield Wrong(0, "other", say("There are positions that the search comes to twice."))
        for near in (self.right - 1, self.right + 1):
            yield Wrong(
                near,
                "off-by-one",
                say(
                    "{value} is off by one. The first visit to a position is no answer of the table; every later one "
                    "is.",
                    value=number(near),
                ),
            )
