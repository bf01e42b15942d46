"""`TurnLeases`: only one worker searches for a computer's move; if it dies, another takes over."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from plyground.errors import StoreError
from plyground.store import live as store
from plyground.web.play.store_threads import StoreThreads
from plyground.web.play.workers import Workers
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.retry import Again, retry

__all__ = ["TurnLeases"]

_LEASE = 4.0  # seconds for which a worker holds a computer's turn, unless it renews the lease


class TurnLeases:
    def __init__(self, stored: StoreThreads, workers: Workers, background: BackgroundTasks) -> None:
        self._stored = stored
        self._workers = workers
        self._background = background
        self._numbers = itertools.count()

    @asynccontextmanager
    async def hold(self, game: str) -> AsyncIterator[bool]:
        """Waits until this worker holds the turn, and holds it in the block.

        Yields whether another worker may have held it before, and may have moved.
        """
        if not self._workers.are_several:
            yield False
            return
        # Unique to this turn, so that releasing the last turn does not release the next.
        holder = f"{self._workers.own_id} {next(self._numbers)}"

        async def take() -> None:
            if not await self._take(game, holder):
                raise Again

        await retry(take, wait=0.02, longest=_LEASE / 4)
        renewing = asyncio.create_task(self._renew(game, holder))
        try:
            yield True
        finally:
            renewing.cancel()
            self._background.start(self._release(game, holder))

    async def _take(self, game: str, holder: str) -> bool:
        try:
            return await self._stored(store.hold, game, holder, _LEASE)
        except StoreError:
            return False

    async def _renew(self, game: str, holder: str) -> None:
        while True:
            await asyncio.sleep(_LEASE / 4)
            await self._take(game, holder)

    async def _release(self, game: str, holder: str) -> None:
        with suppress(StoreError):
            await self._stored(store.release, game, holder)
