"""Nim: a player takes any number of objects from one heap, and whoever takes the last object wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from plyground.board import Board, Move, Side, is_whole
from plyground.errors import N_, IllegalMoveError, LimitError, NotationError

__all__ = ["Nim"]

_MOST_HEAPS = 8
_LARGEST = 20
_BASE = _LARGEST + 1  # a move is the index of its heap times this, and the number of objects taken

_PIECE = re.compile(r"[^\s,]+")


@dataclass(frozen=True)
class Nim(Board):
    """At most eight heaps of at most twenty objects. An empty heap keeps its place: the others keep their names.

    A move is written as its heap and the number of objects taken: `2:3` takes three from the second heap.

    >>> board = Nim((3, 4, 5))
    >>> str(board.move(board.parse_move("2:3")))
    'nim 3 1 5'
    """

    heaps: tuple[int, ...]
    turn: Side = Side.FIRST

    def __post_init__(self) -> None:
        object.__setattr__(self, "heaps", tuple(self.heaps))
        if not 1 <= len(self.heaps) <= _MOST_HEAPS:
            raise LimitError(
                N_("there are {count} heaps; Nim is played here with 1 to {most}"),
                count=len(self.heaps),
                most=_MOST_HEAPS,
            )
        for heap in self.heaps:
            if not (is_whole(heap) and 0 <= heap <= _LARGEST):
                raise LimitError(
                    N_("the heap {value} is not a whole number from 0 to {most}"), value=repr(heap), most=_LARGEST
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `nim 3 4 5`; the first player is to move.

        >>> Nim.parse("nim 3 4 5").heaps
        (3, 4, 5)
        """
        named = re.match(r"\s*nim\b:?", text, re.IGNORECASE)
        begin = 0 if named is None else named.end()
        heaps: list[int] = []
        for found in _PIECE.finditer(text, begin):
            heap = found.group()
            if not (heap.isascii() and heap.isdigit() and len(heap) <= 9 and int(heap) <= _LARGEST):
                raise NotationError(
                    N_("'{heap}' at place {place} of '{text}' is no heap; write whole numbers from 0 to {most}"),
                    heap=heap,
                    place=found.start() + 1,
                    text=text,
                    most=_LARGEST,
                )
            if len(heaps) == _MOST_HEAPS:
                raise NotationError(
                    N_("'{heap}' at place {place} of '{text}' is one heap too many; there may be {most}"),
                    heap=heap,
                    place=found.start() + 1,
                    text=text,
                    most=_MOST_HEAPS,
                )
            heaps.append(int(heap))
        if not heaps:
            raise NotationError(
                N_("'{text}' names no heaps; write their sizes at place {place}, like nim 3 4 5"),
                text=text,
                place=len(text) + 1,
            )
        return cls(tuple(heaps))

    def __str__(self) -> str:
        return f"nim {self.sizes}"

    @property
    def sizes(self) -> str:
        """The heaps alone: `3 4 5`."""
        return " ".join(map(str, self.heaps))

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(index * _BASE + taken for index, heap in enumerate(self.heaps) for taken in range(1, heap + 1))

    @property
    def is_win(self) -> bool:
        return not any(self.heaps)

    def move(self, move: Move, /) -> Self:
        if not is_whole(move) or move not in self.legal_moves:
            raise IllegalMoveError(
                N_("'{move}' cannot be played in '{text}'; take at least one object from one heap, like 1:1"),
                move=self.move_name(move) if is_whole(move) else repr(move),
                text=str(self),
            )
        index, taken = divmod(move, _BASE)
        heaps = (*self.heaps[:index], self.heaps[index] - taken, *self.heaps[index + 1 :])
        return type(self)(heaps, self.turn.opposite)

    def evaluate(self, side: Side, /) -> float:
        """1 for the winner, -1 for the loser, and 0 as long as objects are left."""
        return 0 if not self.is_win else 1 if self.winner is side else -1

    def move_name(self, move: Move) -> str:
        index, taken = divmod(move, _BASE)
        return f"{index + 1}:{taken}"
