"""What a node is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.board import Leave, Side
from plyground.learn.exercises.answers import Number
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.marking import Exercise, Wrong
from plyground.learn.exercises.number_trees import NamedTree, Path, draw_tree, side_name, values_text
from plyground.learn.exercises.runs import Run
from plyground.learn.games import NumberTree
from plyground.learn.tree import Node
from plyground.search import minimax
from plyground.texts import number, say

__all__ = ["MinimaxValue"]


class MinimaxValue(Exercise[float]):
    """The value of a node of a number tree."""

    kind = "minimax-value"
    form = Number()

    tree: NamedTree
    path: Path

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty)
        # A node right above the leaves is too easy for a larger tree.
        self.path = draw.pick([path for path in self.tree.inner if len(path) <= self.difficulty - 1])
        self._run = Run("minimax", self.tree.board, depth=self.tree.depth)
        self.right = _value(self._node)
        return self.right != 0  # its sign is to be seen

    @property
    def _node(self) -> Node:
        node = self._run.node_at(self.path)
        assert node is not None
        return node

    @property
    def _name(self) -> str:
        return self.tree.names[self.path]

    @property
    def question(self) -> str:
        return say(
            "Max moves at A, then the sides take turns; the numbers are what the game is worth to Max. "
            "What is node {node} worth?",
            node=self._name,
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure(self.path)

    @property
    def hint(self) -> str:
        return say("Begin at the leaves and work upwards: Min takes the lowest value below it, Max the highest.")

    @property
    def reason(self) -> str:
        values = values_text([_value(child) for child in self._node.children])
        if self._node.maximizing:
            return say(
                "{node} is worth {value}: Max takes the highest of {values}.",
                node=self._name,
                value=number(self.right),
                values=values,
            )
        return say(
            "{node} is worth {value}: Min takes the lowest of {values}.",
            node=self._name,
            value=number(self.right),
            values=values,
        )

    def _steps(self, given: float) -> dict[str, Any]:
        return self._run.query(self._run.step(Leave, self._node))

    def _wrong_answers(self) -> Iterator[Wrong[float]]:
        node, right = self._node, self.right
        yield Wrong(
            -right,
            "sign",
            say(
                "{value} is the value for the other side: all numbers are what the game is worth to Max, even where "
                "Min moves.",
                value=number(-right),
            ),
        )
        values = [_value(child) for child in node.children]
        other = min(values) if node.maximizing else max(values)
        mover, opponent = side_name(node.maximizing), side_name(not node.maximizing)
        yield Wrong(
            other,
            "side",
            say(
                "{value} is what {opponent} would choose at {node}, but {mover} is to move there.",
                value=number(other),
                node=self._name,
                mover=mover,
                opponent=opponent,
            ),
        )
        board = self.tree.boards[self.path]
        swapped = _value_to_max(NumberTree(board.branch, board.turn.opposite))
        yield Wrong(
            swapped,
            "side",
            say(
                "{value} comes out if Max and Min change places. At {node} it is {mover} who moves.",
                value=number(swapped),
                node=self._name,
                mover=mover,
            ),
        )
        if node.parent is not None:
            above = _value(node.parent)
            yield Wrong(
                above,
                "off-by-one",
                say(
                    "{value} is the value of {above}, one level above {node}.",
                    value=number(above),
                    above=self.tree.names[self.path[:-1]],
                    node=self._name,
                ),
            )
        for child, below in zip(node.children, self.tree.below(self.path), strict=True):
            yield Wrong(
                _value(child),
                "off-by-one",
                say(
                    "{value} is the value of {below}, one level below {node}: {mover} has a better choice.",
                    value=number(_value(child)),
                    below=self.tree.names[below],
                    node=self._name,
                    mover=mover,
                ),
            )
        for leaf in self.tree.leaves_below(self.path):
            value = self.tree.boards[leaf].evaluate(self.tree.board.turn)
            yield Wrong(
                value,
                "other",
                say(
                    "{value} stands at leaf {leaf}, but the two sides would not both play towards it.",
                    value=number(value),
                    leaf=self.tree.names[leaf],
                ),
            )


def _value(node: Node) -> float:
    assert node.value is not None
    return node.value


def _value_to_max(board: NumberTree) -> float:
    value = minimax(board, 64).value
    assert value is not None
    return value if board.turn is Side.FIRST else -value
