"""Trees of numbers for exercises: drawn at random, with a letter for every node."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import Any, TypeAlias

from plyground.learn.exercises.draw import Draw
from plyground.learn.games import NumberTree
from plyground.texts import _, number

__all__ = ["NamedTree", "Path", "draw_tree", "listed", "side_name", "values_text"]

Path: TypeAlias = tuple[int, ...]
"""The moves from the root to a node; branches count from 1."""

_Branch: TypeAlias = "int | tuple[_Branch, ...]"

# Leaves differ, so that no node has two best moves; both signs occur, so that a wrong sign shows.
_LEAVES = tuple(range(-12, 13))
_MOST_LEAVES = {1: 9, 2: 12, 3: 18}
_WIDE = {2: 2, 3: 3, 4: 6}
"""By depth: one node in so many has three branches, so that few trees are too large."""


def side_name(maximizing: bool) -> str:
    """Courses call the sides so in every language."""
    return "Max" if maximizing else "Min"


def listed(names: Iterator[str] | list[str] | tuple[str, ...]) -> str:
    """Names in one line of text."""
    return _(", ").join(names)


def values_text(values: list[float]) -> str:
    return listed([number(value) for value in values])


def draw_tree(draw: Draw, difficulty: int, depth: int | None = None, root: int | None = None) -> NamedTree:
    """A tree of two plies, or of three; the hardest have three or four. Every node has two or three branches, the root
    as many as `root` says."""
    if depth is None:
        depth = {1: 2, 2: 3, 3: draw.between(3, 4)}[difficulty]
    while True:
        shape = _draw_shape(draw, depth, _WIDE[depth], root)
        count = _leaf_count(shape)
        if depth + 2 <= count <= max(_MOST_LEAVES[difficulty], 2**depth):
            break
    leaves = iter(draw.shuffled(_LEAVES)[:count])
    return NamedTree(NumberTree(_filled(shape, leaves)))


def _draw_shape(draw: Draw, depth: int, wide: int, count: int | None = None) -> _Branch:
    if depth == 0:
        return 0
    count = count or (2 if draw.below(wide) else 3)
    return tuple(_draw_shape(draw, depth - 1, wide) for _ in range(count))


def _leaf_count(shape: _Branch) -> int:
    return sum(map(_leaf_count, shape)) if isinstance(shape, tuple) else 1


def _filled(shape: _Branch, leaves: Iterator[int]) -> Any:
    return tuple(_filled(branch, leaves) for branch in shape) if isinstance(shape, tuple) else next(leaves)


class NamedTree:
    """A number tree whose inner nodes are called A, B, … level by level, and whose leaves a, b, … from the left."""

    def __init__(self, board: NumberTree) -> None:
        self.boards: dict[Path, NumberTree] = {}
        level: list[tuple[Path, NumberTree]] = [((), board)]
        self.depth = -1
        while level:
            self.depth += 1
            self.boards.update(level)
            level = [((*path, move), at.move(move)) for path, at in level for move in at.legal_moves]
        self.inner = [path for path, at in self.boards.items() if at.branches]
        # Leaves from the left, whatever their depth: paths in the order of their moves.
        self.leaves = sorted(path for path, at in self.boards.items() if not at.branches)
        self.names = dict(zip(self.inner, ascii_uppercase, strict=False))
        self.names |= dict(zip(self.leaves, ascii_lowercase, strict=False))
        self.board = board.named(self.names)

    @property
    def leaf_names(self) -> tuple[str, ...]:
        return tuple(self.names[path] for path in self.leaves)

    def path(self, name: str) -> Path:
        return next(path for path, known in self.names.items() if known == name)

    def below(self, path: Path) -> list[Path]:
        """The paths of a node's branches."""
        return [(*path, move) for move in self.boards[path].legal_moves]

    def leaves_below(self, path: Path) -> list[Path]:
        return [leaf for leaf in self.leaves if leaf[: len(path)] == path]

    def figure(self, asked: Path | None = None, values: dict[Path, float] | None = None) -> dict[str, Any]:
        """The tree as JSON. Leaves show their numbers, inner nodes those of `values`."""
        return {"type": "tree", "tree": self._node((), asked, values or {})}

    def _node(self, path: Path, asked: Path | None, values: dict[Path, float]) -> dict[str, Any]:
        board = self.boards[path]
        return {
            "name": self.names[path],
            "maximizing": len(path) % 2 == 0,
            "value": values.get(path) if board.branches else board.branch,
            "asked": path == asked,
            "children": [self._node(below, asked, values) for below in self.below(path)],
        }
