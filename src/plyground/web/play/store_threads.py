"""`StoreThreads`: calls functions of the store from the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from plyground.store import Database
from plyground.web.serving.services import Services

__all__ = ["StoreThreads"]

P = ParamSpec("P")
T = TypeVar("T")


class StoreThreads:
    """Calls a function of the store with the server's database, in one of the threads that the server has for it."""

    def __init__(self, services: Services) -> None:
        self.database = services.database
        self._in_thread = services.stored

    async def __call__(self, function: Callable[Concatenate[Database, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._in_thread(function, self.database, *args, **kwargs)
