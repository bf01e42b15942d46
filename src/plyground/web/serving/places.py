"""`Places`: how many searches may be in memory at once, in all and for one visitor.

A search in slices keeps its tree while others have their turn, up to some tens of megabytes. One that finds no place
waits for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

__all__ = ["Places", "VisitorPlaces"]


class Places:
    def __init__(self, most: int, per_visitor: int) -> None:
        self._all = asyncio.Semaphore(most)
        self._per_visitor = per_visitor
        self._visitors: WeakValueDictionary[str, VisitorPlaces] = WeakValueDictionary()

    def of(self, visitor: str) -> VisitorPlaces:
        places = self._visitors.get(visitor)
        if places is None:
            places = self._visitors[visitor] = VisitorPlaces(self._all, self._per_visitor)
        return places


class VisitorPlaces:
    def __init__(self, all: asyncio.Semaphore, most: int) -> None:
        self._all = all
        self._own = asyncio.Semaphore(most)

    @property
    def are_taken(self) -> bool:
        """Whether another search would have to wait."""
        return self._own.locked() or self._all.locked()

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        async with self._own, self._all:
            yield
