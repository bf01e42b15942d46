"""`Services`: what the parts of the server share. While the server runs, it is `app.state.services`."""

from __future__ import annotations

import asyncio
import contextvars
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from plyground.errors import N_
from plyground.reviews import SolverPool
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.kernel_loader import KernelLoader
from plyground.web.serving.places import Places
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.settings import ServerSettings

if TYPE_CHECKING:
    from plyground.store import Database

__all__ = ["Services", "ServicesOf", "Visitor", "services_of", "visitor_of"]

P = ParamSpec("P")
T = TypeVar("T")

_STORE_THREADS = 8
_STORE_WAITING = 5.0  # seconds to wait for a database that is locked or away, before the player gets an error


class Services:
    def __init__(self, settings: ServerSettings) -> None:
        from plyground.learn import load_game
        from plyground.store import Database

        self.settings = settings
        self.database: Database = Database.open(settings.database, waiting=_STORE_WAITING)
        self.moves = SearchPool(settings.move_threads, per_visitor=settings.searches, waiting=settings.waiting)
        """Moves and hints: seconds each."""
        self.analyses = SearchPool(settings.analysis_threads, per_visitor=settings.searches, waiting=settings.waiting)
        """Analyses and reviews. They may take minutes, so they have threads of their own and no move waits for them."""
        self.think_places = Places(settings.think_places, per_visitor=settings.searches)
        self.games = {name: load_game(text) for name, text in settings.games.items()}
        """Games of the owner's own, to see searches at work on."""
        self.solvers = SolverPool()
        self.kernel_loader = KernelLoader(settings.preload)
        self._connections: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(_STORE_THREADS, thread_name_prefix="store")

    async def stored(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function of the store in a thread, since it blocks."""
        context = contextvars.copy_context()
        call = partial(context.run, partial(function, *args, **kwargs))
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    @contextmanager
    def connected(self, visitor: str) -> Iterator[bool]:
        """Counts an open WebSocket of a visitor while the block runs. Yields False if it is one too many."""
        self._connections[visitor] += 1
        try:
            yield (
                self._connections[visitor] <= self.settings.connections
                and self._connections.total() <= self.settings.all_connections
            )
        finally:
            self._connections[visitor] -= 1
            if not self._connections[visitor]:
                del self._connections[visitor]

    def close(self) -> None:
        self.moves.close()
        self.analyses.close()
        self._threads.shutdown(wait=True)
        self.database.close()


def services_of(connection: HTTPConnection) -> Services:
    return cast(Services, connection.app.state.services)


def visitor_of(connection: HTTPConnection) -> str:
    """The visitor's secret, from the cookie. The middleware gives a new one to a request that has none."""
    visitor = connection.scope["state"]["visitor"]
    if visitor is None:
        raise Refusal("visitor", 403, N_("without the cookie that the page sets, games can only be watched"))
    return cast(str, visitor)


ServicesOf = Annotated[Services, Depends(services_of)]
Visitor = Annotated[str, Depends(visitor_of)]
