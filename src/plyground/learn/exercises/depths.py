"""What another ply changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.board import Side
from plyground.learn.exercises.answers import Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.marking import Exercise, Wrong
from plyground.learn.exercises.number_trees import NamedTree, draw_tree
from plyground.learn.exercises.runs import Run
from plyground.texts import _, number, say

__all__ = ["DepthChange"]


class DepthChange(Exercise[float]):
    """The depth at which minimax changes its mind."""

    kind = "depth-change"
    form = Number()

    tree: NamedTree

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty, depth={1: 3, 2: 3, 3: 4}[self.difficulty])
        if len(self.tree.leaves) > {1: 8, 2: 12, 3: 18}[self.difficulty]:
            return False
        self._runs = [Run("minimax", self.tree.board, depth=depth) for depth in range(1, self.tree.depth + 1)]
        for run in self._runs:
            values = sorted(run.decision.values.values())
            # Estimates that are almost equal would make it an exercise in rounding.
            if values[-1] - values[-2] < 0.2:
                return False
        first = self._runs[0].decision.move
        changed = [depth for depth, run in enumerate(self._runs, 1) if run.decision.move != first]
        if not changed:
            return False
        self.right = changed[0]
        return True

    def _choice(self, depth: int) -> str:
        return self.tree.names[(self._runs[depth - 1].decision.move,)]

    @property
    def question(self) -> str:
        return say(
            "Minimax that stops at an inner node takes the number that stands there as its value to Max: an "
            "estimate. Max moves at A, and with depth 1 chooses {node}. What is the smallest depth at which it "
            "chooses another move?",
            node=self._choice(1),
        )

    @property
    def figure(self) -> dict[str, Any]:
        estimates = {path: round(self.tree.boards[path].evaluate(Side.FIRST), 1) for path in self.tree.inner if path}
        return self.tree.figure(values=estimates)

    @property
    def hint(self) -> str:
        return say(
            "With depth 2, take the numbers of the second level as if they were leaves, and work upwards; then those "
            "of the third."
        )

    @property
    def reason(self) -> str:
        parts = [
            say(
                "depth {depth}: {node} with {value}",
                depth=depth,
                node=self._choice(depth),
                value=f"{round(self._runs[depth - 1].decision.value or 0, 1):g}",
            )
            for depth in range(1, int(self.right) + 1)
        ]
        return say(
            "The choice changes at depth {depth}: {choices}.", depth=number(self.right), choices=_("; ").join(parts)
        )

    def _steps(self, given: float) -> dict[str, Any]:
        return self._runs[int(self.right) - 1].query()

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        first = self._choice(1)
        yield Wrong(
            1, "off-by-one", say("Depth 1 is where it still chooses {node}; count the plies from A.", node=first)
        )
        for depth in range(2, self.tree.depth + 1):
            if depth < self.right:
                text = say("With depth {depth} it still chooses {node}.", depth=depth, node=first)
            else:
                text = say("The choice changes at a smaller depth than {depth}.", depth=depth)
            yield Wrong(depth, "off-by-one" if abs(depth - self.right) == 1 else "other", text)
