"""`Places`: how many searches may be in memory at once: in all, for one address and for one visitor.

A search in slices keeps its tree while others have their turn, up to some tens of megabytes. One that finds no place
waits for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

from plyground.web.serving.callers import Caller

__all__ = ["Places", "VisitorPlaces"]


class Places:
    """One address may have three quarters of them, so that there is a place for somebody else."""

    def __init__(self, most: int, per_visitor: int) -> None:
        self._all = asyncio.Semaphore(most)
        self._per_address = max(1, 3 * most // 4)
        self._per_visitor = per_visitor
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, caller: Caller) -> VisitorPlaces:
        own = self._share(caller.visitor, self._per_visitor)
        return VisitorPlaces(own, self._share(f"at {caller.address}", self._per_address), self._all)

    def _share(self, key: str, most: int) -> asyncio.Semaphore:
        share = self._shares.get(key)
        if share is None:
            share = self._shares[key] = asyncio.Semaphore(most)
        return share


class VisitorPlaces:
    def __init__(self, *shares: asyncio.Semaphore) -> None:
        self._shares = shares

    @property
    def are_taken(self) -> bool:
        """Whether another search would have to wait."""
        return any(share.locked() for share in self._shares)

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as taken:
            for share in self._shares:
                await taken.enter_async_context(share)
            yield
