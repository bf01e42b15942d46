"""A game tree typed as numbers: `[[3,12,8],[2,4,6]]`, with which courses begin."""

from __future__ import annotations

import re
from dataclasses import dataclass
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

_TOKEN = re.compile(r"[\[\],]|[^\s\[\],]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


@dataclass(frozen=True)
class NumberTree(Board):
    """A position is a branch of the tree; move 1 leads to its first branch, move 2 to the second.

    The numbers are worth that much to the first player, who moves at the root. Nobody wins: what counts is the
    number at which the game ends. Equal branches with the same side to move are equal positions.

    >>> tree = NumberTree.parse("[[3,12,8],[2,4,6]]")
    >>> str(tree.move(2)), tree.move(2).move(1).evaluate(Side.FIRST)
    ('[2,4,6]', 2)
    """

    has_winners: ClassVar[bool] = False

    branch: Branch
    turn: Side = Side.FIRST

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads numbers between brackets; commas or spaces separate them."""
        return cls(_parsed(text))

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
        return _text(self.branch)

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
        below = object.__new__(type(self))  # checked with the whole tree
        object.__setattr__(below, "branch", self.branches[move - 1])
        object.__setattr__(below, "turn", self.turn.opposite)
        return below

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


def _text(branch: Branch) -> str:
    return f"[{','.join(map(_text, branch))}]" if isinstance(branch, tuple) else f"{branch}"


def _parsed(text: str) -> Branch:
    """The tree, checked as it is read, so that a mistake can be named with its place."""
    open_branches: list[tuple[int, list[Branch]]] = []
    root: Branch | None = None
    leaves = 0
    needs_item = True  # at the beginning, after an opening bracket and after a comma
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
            needs_item = True
            continue
        if not open_branches:
            raise NotationError(
                N_("'{token}' at place {place} of '{text}' stands before the first bracket ["),
                token=token,
                place=place,
                text=text,
            )
        open_branches[-1][1].append(_number(token, place, text))
        needs_item = False
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
    return root


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
