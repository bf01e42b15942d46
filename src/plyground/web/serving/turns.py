"""Turns: so that whoever sends hundreds of requests or moves at once does not make others wait for all of them."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from plyground.web.serving.callers import Caller

__all__ = ["AddressTurns", "RequestTurns"]

_OF_NETWORK = 4
_LONG_QUEUE = 16
"""A browser has six requests on their way at most."""
_PAUSE = 0.004
_LATELY = 2.0


class _Waiting(NamedTuple):
    caller: Caller
    rest: float
    turn: asyncio.Future[None]


class RequestTurns:
    """Requests begin in turn: in every round of the event loop one of each address, and a few of each network. It
    belongs to the event loop.

    While others are there, an address with a long queue begins one in `_PAUSE` seconds: every request that runs makes
    the others wait a little, in each of the rounds that they take.
    """

    def __init__(self) -> None:
        self._begun: Counter[str] = Counter()  # by address and by network, in this round
        self._waiting: dict[str, deque[_Waiting]] = {}  # by address, the one whose turn was last at the end
        self._rests: dict[str, float] = {}  # until when an address pauses
        self._lately = _Lately()
        self._next: asyncio.Handle | None = None

    async def wait(self, caller: Caller, rest: float = 0.0) -> None:
        """Waits for the caller's turn. While others are there, the next of that address comes `rest` seconds later."""
        loop = asyncio.get_running_loop()
        self._lately.note(caller.address, loop.time())
        if caller.address in self._waiting or not self._may_begin(caller, loop.time()):
            turn = loop.create_future()
            self._waiting.setdefault(caller.address, deque()).append(_Waiting(caller, rest, turn))
            if self._next is None:
                self._plan()
            await turn
        else:
            self._begin(caller, rest, loop.time())
            self._plan()

    def _may_begin(self, caller: Caller, now: float) -> bool:
        if now < self._rests.get(caller.address, 0.0):
            return False
        return not self._begun[caller.address] and self._begun[caller.network] < _OF_NETWORK

    def _begin(self, caller: Caller, rest: float, now: float) -> None:
        self._begun.update((caller.address, caller.network))
        if rest and self._lately.are_several:
            self._rests[caller.address] = now + rest
            for address in [address for address, until in self._rests.items() if until < now]:
                del self._rests[address]

    def _plan(self, pause: float = 0.0) -> None:
        """The next round is the next of the event loop, or comes after a pause, unless a new address comes before."""
        if self._next is not None:
            self._next.cancel()
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(pause, self._next_round) if pause else loop.call_soon(self._next_round)

    def _next_round(self) -> None:
        self._next = None
        self._begun.clear()
        now = asyncio.get_running_loop().time()
        for address, queue in list(self._waiting.items()):
            while queue and queue[0].turn.done():  # its client has left
                queue.popleft()
            if queue and not self._may_begin(queue[0].caller, now):
                continue
            del self._waiting[address]
            if queue:
                pause = _PAUSE if len(queue) > _LONG_QUEUE else 0.0
                caller, rest, turn = queue.popleft()
                turn.set_result(None)
                self._begin(caller, max(rest, pause), now)
            if queue:
                self._waiting[address] = queue
        if self._begun:
            self._plan()
        elif self._waiting:
            self._plan(_PAUSE)


class AddressTurns:
    """Lets one of each address go on at a time; the others of that address wait in line.

    With `rests`, while the line is long and other addresses are there, the next one begins after a rest so many times
    as long as the one before took: somebody else finds the way free in between.
    """

    def __init__(self, rests: float = 0.0) -> None:
        self._rests = rests
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: Counter[str] = Counter()
        self._lately = _Lately()

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        now = asyncio.get_running_loop().time
        self._lately.note(address, now())
        line = self._lines.get(address)
        if line is None:
            line = self._lines[address] = asyncio.Lock()
        self._waiting[address] += 1
        try:
            await line.acquire()
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
        try:
            began = now()
            yield
            if self._rests and self._waiting[address] > _LONG_QUEUE and self._lately.are_several:
                await asyncio.sleep(self._rests * (now() - began))
        finally:
            line.release()


class _Lately:
    """Which addresses were here lately."""

    def __init__(self) -> None:
        self._came: dict[str, float] = {}  # when each came last, the latest at the end

    @property
    def are_several(self) -> bool:
        return len(self._came) > 1

    def note(self, address: str, now: float) -> None:
        self._came.pop(address, None)
        self._came[address] = now
        while (first := next(iter(self._came))) != address and self._came[first] < now - _LATELY:
            del self._came[first]
