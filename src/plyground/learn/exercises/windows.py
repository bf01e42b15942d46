"""Alpha and beta on the way down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, ClassVar

from plyground.board import Enter
from plyground.learn.exercises.answers import Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.marking import Exercise, Wrong
from plyground.learn.exercises.number_trees import NamedTree, Path, draw_tree
from plyground.learn.exercises.runs import Run
from plyground.learn.tree import Node
from plyground.texts import number, say

__all__ = ["AlphaAtNode", "BetaAtNode"]


class _Bound(Exercise[float]):
    """One end of the window with which alpha-beta enters a node."""

    form = Number(infinite=True)
    for_max: ClassVar[bool]
    """Alpha is what Max is sure of, beta what Min is."""

    tree: NamedTree
    path: Path

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty)
        self._run = Run("alphabeta", self.tree.board, depth=self.tree.depth)
        seen = [path for path in self.tree.names if path and self._run.node_at(path) is not None]
        self.path = draw.pick(seen)
        node = self._node
        self.right = self._bound(node)
        # Mostly the bound is a number, and not one that would hide a wrong sign.
        return self.right != 0 and (math.isfinite(self.right) or draw.below(6) == 0)

    @property
    def _node(self) -> Node:
        node = self._run.node_at(self.path)
        assert node is not None
        return node

    def _bound(self, node: Node) -> float:
        bound = node.entered_alpha if self.for_max else node.entered_beta
        assert bound is not None
        return bound

    @property
    def _name(self) -> str:
        return self.tree.names[self.path]

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure(self.path)

    @property
    def _holders(self) -> list[tuple[str, float]]:
        """The nodes above at which the side is sure of something when the search comes here, with that value."""
        before = self._run.tree_after(self._run.step(Enter, self._node))
        above = before.nodes[self._node.number].path[:-1]
        sure = [(at, at.best) for at in above if at.maximizing is self.for_max and at.best is not None]
        return [(self.tree.names[_path(at)], best) for at, best in sure]

    def _steps(self, given: float) -> dict[str, Any]:
        return self._run.query(self._run.step(Enter, self._node))

    def _other_bound(self) -> float:
        node = self._node
        bound = node.entered_beta if self.for_max else node.entered_alpha
        assert bound is not None
        return bound

    def _earlier(self) -> tuple[str, float] | None:
        """The branch before this one, and the bound with which it was entered."""
        if self.path[-1] == 1:
            return None
        sibling = (*self.path[:-1], self.path[-1] - 1)
        node = self._run.node_at(sibling)
        assert node is not None
        return self.tree.names[sibling], self._bound(node)


def _path(node: Node) -> Path:
    return tuple(at.move for at in node.path if at.move is not None)


class AlphaAtNode(_Bound):
    kind = "alpha-at-node"
    for_max = True

    @property
    def question(self) -> str:
        return say(
            "Alpha-beta searches this tree from left to right; Max moves at A. What is alpha when it comes to {node}?",
            node=self._name,
        )

    @property
    def hint(self) -> str:
        return say(
            "Alpha is the best value that Max is sure of at the Max nodes above. It begins as -∞ and only rises."
        )

    @property
    def reason(self) -> str:
        holder = max(self._holders, key=lambda held: held[1], default=None)
        if holder is None:
            return say("Alpha is still -∞: no Max node above {node} has a value yet.", node=self._name)
        return say(
            "Alpha is {value} there: at {holder} Max is already sure of {value}.",
            value=number(self.right),
            holder=holder[0],
        )

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        right, other = self.right, self._other_bound()
        yield Wrong(
            other,
            "side",
            say("{value} is beta there: what Min is sure of. Alpha is about Max.", value=number(other)),
        )
        yield Wrong(
            -right,
            "sign",
            say("{value} has the wrong sign: alpha is a value for Max, like the leaves.", value=number(-right)),
        )
        if (earlier := self._earlier()) is not None:
            yield Wrong(
                earlier[1],
                "off-by-one",
                say(
                    "{value} was alpha one branch earlier, at {earlier}; since then it has risen.",
                    value=number(earlier[1]),
                    earlier=earlier[0],
                ),
            )
        yield Wrong(
            -math.inf,
            "window",
            say("Alpha begins as -∞ at A, but on the way to {node} Max has become sure of something.", node=self._name),
        )
        for holder, value in self._holders[::-1]:
            yield Wrong(
                value,
                "window",
                say(
                    "{value} is what Max is sure of at {holder}; but alpha comes down from all Max nodes above, and "
                    "another holds more.",
                    value=number(value),
                    holder=holder,
                ),
            )


class BetaAtNode(_Bound):
    kind = "beta-at-node"
    for_max = False

    @property
    def question(self) -> str:
        return say(
            "Alpha-beta searches this tree from left to right; Max moves at A. What is beta when it comes to {node}?",
            node=self._name,
        )

    @property
    def hint(self) -> str:
        return say(
            "Beta is the best value that Min is sure of at the Min nodes above, the lowest. It begins as ∞ and only "
            "falls."
        )

    @property
    def reason(self) -> str:
        holder = min(self._holders, key=lambda held: held[1], default=None)
        if holder is None:
            return say("Beta is still ∞: no Min node above {node} has a value yet.", node=self._name)
        return say(
            "Beta is {value} there: at {holder} Min is already sure of {value}.",
            value=number(self.right),
            holder=holder[0],
        )

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        right, other = self.right, self._other_bound()
        yield Wrong(
            other,
            "side",
            say("{value} is alpha there: what Max is sure of. Beta is about Min.", value=number(other)),
        )
        yield Wrong(
            -right,
            "sign",
            say("{value} has the wrong sign: beta is a value for Max as well, like the leaves.", value=number(-right)),
        )
        if (earlier := self._earlier()) is not None:
            yield Wrong(
                earlier[1],
                "off-by-one",
                say(
                    "{value} was beta one branch earlier, at {earlier}; since then it has fallen.",
                    value=number(earlier[1]),
                    earlier=earlier[0],
                ),
            )
        yield Wrong(
            math.inf,
            "window",
            say("Beta begins as ∞ at A, but on the way to {node} Min has become sure of something.", node=self._name),
        )
        for holder, value in self._holders[::-1]:
            yield Wrong(
                value,
                "window",
                say(
                    "{value} is what Min is sure of at {holder}; but beta comes down from all Min nodes above, and "
                    "another holds less.",
                    value=number(value),
                    holder=holder,
                ),
            )
