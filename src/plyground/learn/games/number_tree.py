"""A game tree typed as numbers: `[[3,12,8],[2,4,6]]`, with which courses begin.

Nodes may have names, written before them with a colon: `A:[B:[a:3,b:12],C:[c:2,d:4]]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Self, TypeAlias

from plyground.board import Board, Move, Side, is_number, is_whole
from plyground.errors import N_, IllegalMoveError, LimitError, NotationError

__all__ = ["NumberTree"]

_MOST_LEAVES = 5_000
_DEEPEST = 64
_LARGEST = 1_000_000_000

Branch: TypeAlias = "float | tuple[Branch, ...]"
"""A leaf's number, or the branches below a node."""

Path: TypeAlias = tuple[int, ...]
"""The moves that lead from the root to a node."""

_TOKEN = re.compile(r"[\[\],]|[A-Za-z][A-Za-z0-9]*\s*:|[^\s\[\],]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


@dataclass(frozen=True)
class NumberTree(Board):
    """A position is a branch of the tree; move 1 leads to its first branch, move 2 to the second.

    A move is called like the node that it leads to, if that has a name. Names make no difference otherwise: trees that
    differ in nothing else are equal.

    The numbers are worth that much to the first player, who moves at the root. Nobody wins: what counts is the
    number at which the game ends. Equal branches with the same side to move are equal positions.

    >>> tree = NumberTree.parse("[[3,12,8],[2,4,6]]")
    >>> str(tree.move(2)), tree.move(2).move(1).evaluate(Side.FIRST)
    ('[2,4,6]', 2)
    """

    has_winners: ClassVar[bool] = False

    branch: Branch
    turn: Side = Side.FIRST
    _names: Mapping[Path, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    _path: Path = field(default=(), init=False, repr=False, compare=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads numbers between brackets; commas or spaces separate them. Names stand before, with a colon."""
        branch, names = _parsed(text)
        return cls(branch).named(names)

    def named(self, names: Mapping[Path, str]) -> Self:
        """The same tree with names for its nodes, which are given by the moves that lead to them from here.

        >>> str(NumberTree.parse("[[3,12],[2,4]]").named({(): "A", (1,): "B", (1, 1): "a"}))
        'A:[B:[a:3,12],[2,4]]'
        """
        return self._made(self.branch, self.turn, names, ())

    @classmethod
    def _made(cls, branch: Branch, turn: Side, names: Mapping[Path, str], path: Path) -> Self:
        """A part of a tree whose numbers were checked already."""
        tree = object.__new__(cls)
        for name, value in (("branch", branch), ("turn", turn), ("_names", names), ("_path", path)):
            object.__setattr__(tree, name, value)
        return tree

    def __post_init__(self) -> None:
        leaves = 0
        todo: list[tuple[Branch, int]] = [(self.branch, 0)]
        while todo:
            branch, depth = todo.pop()
            if isinstance(branch, tuple):
                if not branch:
                    raise LimitError(N_("a branch of the tree is empty; it needs a number"))
                if depth == _DEEPEST:
                    raise LimitError(N_("the tree is deeper than {most} moves"), most=_DEEPEST)
                todo += [(below, depth + 1) for below in branch]
            elif not (is_number(branch) and abs(branch) <= _LARGEST):
                raise LimitError(
                    N_("the leaf {value} is not a number from -{most} to {most}"), value=repr(branch), most=_LARGEST
                )
            else:
                leaves += 1
        if leaves > _MOST_LEAVES:
            raise LimitError(N_("the tree has {count} leaves; it may have {most}"), count=leaves, most=_MOST_LEAVES)

    def __str__(self) -> str:
        return _text(self.branch, self._names, self._path)

    @property
    def name(self) -> str:
        """That of this node; empty if it has none."""
        return self._names.get(self._path, "")

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Below this node; none below a leaf."""
        return self.branch if isinstance(self.branch, tuple) else ()

    @property
    def depth(self) -> int:
        """The moves to the farthest leaf."""
        depth, level = 0, [self.branch]
        while level := [below for branch in level if isinstance(branch, tuple) for below in branch]:
            depth += 1
        return depth

    @property
    def legal_moves(self) -> range:
        return range(1, len(self.branches) + 1)

    @property
    def is_win(self) -> bool:
        return False

    def move(self, move: Move, /) -> Self:
        if not is_whole(move) or move not in self.legal_moves:
            raise IllegalMoveError(
                N_("there is no branch {move} below '{text}'; there are {count}"),
                move=move,
                text=str(self),
                count=len(self.branches),
            )
        path = (*self._path, move) if self._names else ()
        return self._made(self.branches[move - 1], self.turn.opposite, self._names, path)

    def move_name(self, move: Move) -> str:
        return self._names.get((*self._path, move)) or super().move_name(move)

    def evaluate(self, side: Side, /) -> float:
        """A leaf's number; above the leaves, where a search stops early, the mean of all leaves below."""
        return self._mean if side is Side.FIRST else -self._mean

    @cached_property
    def _mean(self) -> float:
        if not isinstance(self.branch, tuple):
            return self.branch
        leaves: list[float] = []
        todo: list[Branch] = [self.branch]
        while todo:
            branch = todo.pop()
            if isinstance(branch, tuple):
                todo += branch
            else:
                leaves.append(branch)
        return sum(leaves) / len(leaves)


def _text(branch: Branch, names: Mapping[Path, str], path: Path) -> str:
    label = f"{names[path]}:" if path in names else ""
    if not isinstance(branch, tuple):
        return f"{label}{branch}"
    return f"{label}[{','.join(_text(below, names, (*path, move)) for move, below in enumerate(branch, 1))}]"


def _parsed(text: str) -> tuple[Branch, dict[Path, str]]:
    """The tree and its names, checked as they are read, so that a mistake can be named with its place."""
    names: dict[Path, str] = {}
    known: set[str] = set()
    open_branches: list[tuple[int, list[Branch]]] = []
    root: Branch | None = None
    leaves = 0
    needs_item = True  # at the beginning, after an opening bracket, a comma and a name
    is_named = False
    for found in _TOKEN.finditer(text):
        token, place = found.group(), found.start() + 1
        if root is not None:
            raise NotationError(
                N_("'{token}' at place {place} of '{text}' stands after the end of the tree"),
                token=token,
                place=place,
                text=text,
            )
        if token == "," and not needs_item and open_branches:
            needs_item = True
            continue
        if token == "]" and not needs_item:
            _place, items = open_branches.pop()
            if open_branches:
                open_branches[-1][1].append(tuple(items))
            else:
                root = tuple(items)
            continue
        if token.endswith(":") and not is_named:
            name = token[:-1].rstrip()
            if name in known:
                raise NotationError(
                    N_("the name '{name}' at place {place} of '{text}' occurs twice; each node needs its own"),
                    name=name,
                    place=place,
                    text=text,
                )
            known.add(name)
            names[tuple(len(items) + 1 for _place, items in open_branches)] = name
            needs_item = is_named = True
            continue
        if token in ",]":
            raise NotationError(
                N_("'{token}' at place {place} of '{text}' stands where a number or a bracket [ is needed"),
                token=token,
                place=place,
                text=text,
            )
        if token == "[":
            if len(open_branches) == _DEEPEST:
                raise NotationError(
                    N_("'{token}' at place {place} of '{text}' makes the tree deeper than {most} moves"),
                    token=token,
                    place=place,
                    text=text,
                    most=_DEEPEST,
                )
            open_branches.append((place, []))
            needs_item, is_named = True, False
            continue
        if not open_branches:
            raise NotationError(
                N_("'{token}' at place {place} of '{text}' stands before the first bracket ["),
                token=token,
                place=place,
                text=text,
            )
        open_branches[-1][1].append(_number(token, place, text))
        needs_item = is_named = False
        leaves += 1
        if leaves > _MOST_LEAVES:
            raise NotationError(
                N_("'{token}' at place {place} of '{text}' is one leaf too many; there may be {most}"),
                token=token,
                place=place,
                text=text,
                most=_MOST_LEAVES,
            )
    if root is None:
        raise NotationError(
            N_("the bracket [ at place {place} of '{text}' is never closed; add ]"),
            place=open_branches[-1][0] if open_branches else 1,
            text=text,
        )
    return root, names


def _number(token: str, place: int, text: str) -> float:
    written = token.replace("\u2212", "-")
    if _NUMBER.fullmatch(written) is not None and abs(float(written)) <= _LARGEST:
        return int(written) if "." not in written else float(written)
    raise NotationError(
        N_("'{token}' at place {place} of '{text}' is not a number from -{most} to {most}"),
        token=token,
        place=place,
        text=text,
        most=f"{_LARGEST:,}",
    )
