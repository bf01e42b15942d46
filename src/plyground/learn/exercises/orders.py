"""The order in which a search tries the moves, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

from plyground.board import Evaluate, Side
from plyground.learn.exercises.answers import Order
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.marking import Exercise, Slip, Wrong
from plyground.learn.exercises.number_trees import NamedTree, Path, draw_tree, listed
from plyground.learn.exercises.runs import Run
from plyground.learn.games import NumberTree
from plyground.search import alphabeta
from plyground.texts import say

__all__ = ["BestOrder", "LeafOrder"]


class LeafOrder(Exercise[tuple[str, ...]]):
    """The order in which minimax comes to the leaves if it tries first what looks best."""

    kind = "leaf-order"

    tree: NamedTree

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty, depth={1: 2, 2: 3, 3: 3}[self.difficulty])
        if len(self.tree.leaves) > {1: 6, 2: 8, 3: 12}[self.difficulty]:
            return False
        self.estimates = {path: self.tree.boards[path].evaluate(Side.FIRST) for path in self.tree.inner if path}
        self._run = Run("minimax", self.tree.board, depth=self.tree.depth, order="evaluated")
        nodes = [self._run.tree.nodes[event.node] for event in self._run.events if isinstance(event, Evaluate)]
        self.right = tuple(self.tree.names[tuple(at.move for at in node.path if at.move)] for node in nodes)
        # Estimates that are almost equal would make it an exercise in rounding.
        alike = any(
            abs(one - other) < 0.2
            for path in self.tree.inner
            for one, other in pairwise(sorted(self._estimate(below) for below in self.tree.below(path)))
        )
        return self.right != self.tree.leaf_names and not alike

    def _estimate(self, path: Path) -> float:
        return self.tree.boards[path].evaluate(Side.FIRST)

    @property
    def form(self) -> Order:
        return Order(self.tree.leaf_names)

    @property
    def question(self) -> str:
        return say(
            "The number at an inner node is an estimate of what it is worth to Max. At every node minimax first "
            "tries the branch that looks best for the side that moves there; Max moves at A. In which order does it "
            "come to the leaves?"
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure(values={path: round(value, 1) for path, value in self.estimates.items()})

    @property
    def hint(self) -> str:
        return say(
            "A branch is searched to its end before the next one begins. Max begins with the highest number, Min "
            "with the lowest."
        )

    @property
    def reason(self) -> str:
        return say("It comes to the leaves in the order {leaves}.", leaves=listed(self.right))

    def _steps(self, given: tuple[str, ...]) -> dict[str, Any]:
        """The first leaf that differs; the last one where none does."""
        wrong = (i for i, (one, other) in enumerate(zip(given, self.right, strict=True)) if one != other)
        node = self._run.node_at(self.tree.path(self.right[next(wrong, -1)]))
        assert node is not None
        return self._run.query(self._run.step(Evaluate, node))

    def _wrong_answers(self) -> Iterator[Wrong[tuple[str, ...]]]:
        yield Wrong(
            self.tree.leaf_names,
            "other",
            say("That is the order from left to right; here the branch that looks best comes first."),
        )
        yield Wrong(
            self._walk((), lambda path: -self._estimate(path)),
            "side",
            say("That begins with the highest number everywhere. Where Min moves, the lowest looks best."),
        )
        yield Wrong(
            self._walk((), lambda path: self._estimate(path) * (-1 if len(path) % 2 == 0 else 1)),
            "sign",
            say("That is the order with the worst branch first: Max wants high numbers, Min low ones."),
        )
        by_value = sorted(self.tree.leaves, key=self._estimate, reverse=True)
        yield Wrong(
            tuple(self.tree.names[leaf] for leaf in by_value),
            "other",
            say("That sorts all leaves by their numbers; but a search goes down branch by branch."),
        )

    def _walk(self, path: Path, key: Any) -> tuple[str, ...]:
        below = sorted(self.tree.below(path), key=key)
        return tuple(leaf for at in below for leaf in self._walk(at, key)) if below else (self.tree.names[path],)

    def _slip(self, given: tuple[str, ...]) -> tuple[Slip, str]:
        slip, text = super()._slip(given)
        if slip != "other" or any(wrong.answer == given for wrong in self._wrong_answers()):
            return slip, text
        index = next(i for i, (one, other) in enumerate(zip(given, self.right, strict=True)) if one != other)
        return "other", say(
            "Up to place {place} the order is right, but then another leaf than {leaf} comes.",
            place=index,
            leaf=given[index],
        ) if index else text


class BestOrder(Exercise[tuple[str, ...]]):
    """The order of the root's moves with which alpha-beta enters the fewest nodes."""

    kind = "best-order"
    accepts_several = True

    tree: NamedTree

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty, depth={1: 2, 2: 3, 3: 3}[self.difficulty], root=3)
        counts = {order: self._count(order) for order in permutations(self.form.options)}
        self._fewest = min(counts.values())
        self.right = min(counts, key=counts.__getitem__)
        return counts[self.form.options] > self._fewest

    @property
    def form(self) -> Order:
        return Order(tuple(self.tree.names[path] for path in self.tree.below(())))

    def _reordered(self, order: tuple[str, ...]) -> NumberTree:
        branches = self.tree.board.branches
        return NumberTree(tuple(branches[self.tree.path(name)[0] - 1] for name in order))

    def _count(self, order: tuple[str, ...]) -> int:
        return alphabeta(self._reordered(order), self.tree.depth).nodes

    def _is_right(self, given: tuple[str, ...]) -> bool:
        return self._count(given) == self._fewest

    @property
    def question(self) -> str:
        return say(
            "Max moves at A. Put the branches of A into an order in which alpha-beta enters as few nodes as possible; "
            "below them it goes from left to right. Several orders may be right."
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure()

    @property
    def hint(self) -> str:
        return say("The sooner Max is sure of a high value, the more can be skipped in the other branches.")

    @property
    def reason(self) -> str:
        return say(
            "In the order {order} alpha-beta enters {count} nodes, and no order needs fewer.",
            order=listed(self.right),
            count=self._fewest,
        )

    def _steps(self, given: tuple[str, ...]) -> dict[str, Any]:
        order = given if self._is_right(given) else self.right
        names: dict[Path, str] = {(): self.tree.names[()]}
        for place, top in enumerate(order, 1):
            at = self.tree.path(top)
            names |= {(place, *path[1:]): name for path, name in self.tree.names.items() if path[:1] == at}
        return Run("alphabeta", self._reordered(order).named(names), depth=self.tree.depth).query()

    def _slip(self, given: tuple[str, ...]) -> tuple[Slip, str]:
        count = self._count(given)
        values = {name: alphabeta(self._reordered((name,)), self.tree.depth).value for name in given}
        if list(given) == sorted(given, key=lambda name: values[name] or 0):
            return "side", say(
                "That is the best order for Min, with the lowest value first: {count} nodes. Max moves at A; "
                "{fewest} are enough.",
                count=count,
                fewest=self._fewest,
            )
        return "other", say(
            "In this order alpha-beta enters {count} nodes; {fewest} are enough. {hint}",
            count=count,
            fewest=self._fewest,
            hint=self.hint,
        )
