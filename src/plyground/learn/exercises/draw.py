"""What exercises draw from: the portable random numbers, in the forms that generators need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from plyground.board import SplitMix

__all__ = ["Draw"]

T = TypeVar("T")


class Draw:
    """The same seed draws the same on every machine."""

    def __init__(self, random: SplitMix) -> None:
        self._random = random

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        return self._random.below(n)

    def between(self, low: int, high: int) -> int:
        """A number in low..high, both included."""
        return low + self._random.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        return items[self._random.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        left = list(items)
        return [left.pop(self._random.below(len(left))) for _ in range(len(left))]
