"""`Services`: what the parts of the server share. While the server runs, it is `app.state.services`."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from plyground.errors import N_
from plyground.reviews import SolverPool
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.callers import Caller, CallerCounts
from plyground.web.serving.kernel_loader import KernelLoader
from plyground.web.serving.memory import MemoryBudget
from plyground.web.serving.metrics import Metrics
from plyground.web.serving.places import Places
from plyground.web.serving.rates import Bucket, CallerRates, Rate, Rates
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.search_processes import SearchProcesses
from plyground.web.serving.settings import ServerSettings
from plyground.web.serving.turns import AddressTurns

if TYPE_CHECKING:
    from plyground.store import Database

__all__ = ["SOLVER_MB", "Services", "ServicesOf", "Visitor", "services_of", "visitor_of"]

P = ParamSpec("P")
T = TypeVar("T")

SOLVER_MB = 128.0
"""What the solver of an analysis, a hint or a reason takes, or the champion's estimate in its place."""
_STORE_THREADS = 8
_READING_THREADS = 1
_LOOKUP_THREADS = 2
_LOOKUPS_BESIDE = (
    3  # the database has fifteen connections: eight for the threads of the store, and some for tournaments
)
_MESSAGE_PAUSE = 0.01
_STORE_WAITING = 5.0  # seconds to wait for a database that is locked or away, before the player gets an error


class Services:
    def __init__(self, settings: ServerSettings) -> None:
        from plyground.learn import load_game
        from plyground.store import Database, served

        self.settings = settings
        self.metrics = Metrics()
        self.database: Database = Database.open(settings.database, waiting=_STORE_WAITING)
        self._claim = ExitStack()
        # A server that is ending still has the file for a moment.
        self._claim.enter_context(served(self.database, _STORE_WAITING))
        self.memory = MemoryBudget(settings.search_mb / 2)
        limits: dict[str, Any] = {"waiting": settings.waiting, "per_address": settings.address_searches}
        self.search_processes: SearchProcesses | None = None
        """Where computers think, if not in this process."""
        move_threads, most_beside = settings.move_threads, None
        if settings.search_executor is not None:
            move_threads = most_beside = settings.search_processes
            self.search_processes = SearchProcesses(settings.search_executor, settings.search_processes)
        self.moves = SearchPool(
            move_threads, per_visitor=settings.searches, memory=self.memory, most_beside=most_beside, **limits
        )
        """Moves and hints: seconds each."""
        self.analyses = SearchPool(
            settings.analysis_threads, per_visitor=settings.searches, memory=self.memory, **limits
        )
        """Analyses and reviews. They may take minutes, so they have threads of their own and no move waits for them."""
        self.readings = SearchPool(_READING_THREADS, per_visitor=settings.address_searches, rests=True, **limits)
        """Reading and drawing positions: moments each, but long ones on a large board."""
        self.lookups = SearchPool(
            _LOOKUP_THREADS, per_visitor=settings.address_searches, most_beside=_LOOKUPS_BESIDE, **limits
        )
        """Lists, stored games and tournaments: what is read of the database and may be long."""
        self.think_places = Places(settings.think_places, per_visitor=settings.searches)
        self.games = {name: load_game(text) for name, text in settings.games.items()}
        """Games of the owner's own, to see searches at work on."""
        self.solvers = SolverPool(SOLVER_MB, most_idle=max(1, int(settings.search_mb / 8 / SOLVER_MB)))
        self.kernel_loader = KernelLoader(settings.preload)
        if self.search_processes is not None:
            self.kernel_loader.when_loaded.append(self.search_processes.get_ready)
        self.connections = CallerCounts(
            settings.connections,
            settings.address_connections,
            settings.network_share * settings.address_connections,
            settings.all_connections,
        )
        """The open WebSockets."""
        own = Rate(settings.address_messages_per_second, settings.address_messages_per_second)
        self._messages = CallerRates(None, own, own.times(settings.network_share))
        self._reading = AddressTurns()
        self.store_turns = AddressTurns(rests=2)
        """New games, and changes of games: one of an address at a time is on its way to the database, so that the next
        one of somebody else is committed soon."""
        self._state_bytes = Rates(settings.address_state_bytes, 4 * settings.address_state_bytes)
        self._threads = ThreadPoolExecutor(_STORE_THREADS, thread_name_prefix="store")

    async def stored(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function of the store in a thread, since it blocks."""
        context = contextvars.copy_context()
        call = partial(context.run, partial(function, *args, **kwargs))
        with self.metrics.timing_store():
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def messages_of(self, socket: HTTPConnection) -> Bucket:
        """How many messages may still come over a WebSocket. Its protocol takes its pings from the same bucket."""
        settings = self.settings
        known: Bucket | None = socket.scope["state"].get("messages")
        return known or Bucket(settings.messages_per_second, settings.message_burst)

    def state_bytes_of(self, caller: Caller) -> Bucket:
        """How many bytes of states may still be sent to the address."""
        return self._state_bytes.bucket(caller.address)

    async def wait_to_read(self, caller: Caller) -> None:
        """Waits while an address sends more messages than it may: they are read later, and fill no memory here."""
        async with self._reading.of(caller.address):  # hundreds who asked again and again would be work themselves
            while not self._messages.take(caller):
                await asyncio.sleep(_MESSAGE_PAUSE)

    async def read(self, caller: Caller, work: Callable[[], T]) -> T:
        """Calls a function that takes a moment of computing, in a thread, when it is this caller's turn."""
        return await self.readings.run(caller, lambda _cancel: work())

    async def look_up(self, caller: Caller, work: Callable[[], T]) -> T:
        """Calls a function that reads a lot of the database, in a thread, when it is this caller's turn."""
        with self.metrics.timing_store():
            return await self.lookups.run(caller, lambda _cancel: work())

    def close(self) -> None:
        self.moves.close()
        self.analyses.close()
        self.readings.close()
        self.lookups.close()
        if self.search_processes is not None:
            self.search_processes.close()
        self._threads.shutdown(wait=True)
        self.database.close()
        self._claim.close()


def services_of(connection: HTTPConnection) -> Services:
    return cast(Services, connection.app.state.services)


def visitor_of(connection: HTTPConnection) -> str:
    """The visitor's secret, from the cookie. The middleware gives a new one to a request that has none."""
    visitor = connection.scope["state"]["visitor"]
    if visitor is None:
        raise Refusal("visitor", 403, N_("without the cookie that the page sets, games can only be watched"))
    return cast(str, visitor)


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)  # FastAPI would call a function that is not async in a thread


async def _visitor(connection: HTTPConnection) -> str:
    return visitor_of(connection)


ServicesOf = Annotated[Services, Depends(_services)]
Visitor = Annotated[str, Depends(_visitor)]
