"""Turns: so that whoever sends hundreds of requests or moves at once does not make others wait for all of them."""

from __future__ import annotations

import asyncio
from collections import deque
from weakref import WeakValueDictionary

__all__ = ["RequestTurns", "StoreTurns"]

_STORE_CALLS = 4
_LONG_QUEUE = 16
"""A browser has six requests on their way at most."""
_PAUSE = 0.004
_LATELY = 2.0


class RequestTurns:
    """Requests begin in turn: in every round of the event loop one of each network. It belongs to the event loop.

    While others are there, a network with a long queue begins one in `_PAUSE` seconds: every request that runs makes
    the others wait a little, in each of the rounds that they take.
    """

    def __init__(self) -> None:
        self._begun: set[str] = set()  # the networks that have had their turn in this round
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._paused: dict[str, float] = {}  # until when, for networks with a long queue
        self._here: dict[str, float] = {}  # when each network came last, the latest at the end
        self._next: asyncio.Handle | None = None

    async def wait(self, network: str) -> None:
        loop = asyncio.get_running_loop()
        self._note(network, loop.time())
        if network in self._begun or network in self._waiting:
            turn = loop.create_future()
            self._waiting.setdefault(network, deque()).append(turn)
            if self._next is None:
                self._plan()
            await turn
        else:
            self._begun.add(network)
            self._plan()

    def _plan(self, pause: float = 0.0) -> None:
        """The next round is the next of the event loop, or comes after a pause, unless a new network comes before."""
        if self._next is not None:
            self._next.cancel()
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(pause, self._next_round) if pause else loop.call_soon(self._next_round)

    def _next_round(self) -> None:
        self._next = None
        self._begun.clear()
        now = asyncio.get_running_loop().time()
        for network, queue in list(self._waiting.items()):
            if len(queue) > _LONG_QUEUE and len(self._here) > 1:
                if now < self._paused.get(network, 0.0):
                    continue
                self._paused[network] = now + _PAUSE
            while queue:
                turn = queue.popleft()
                if not turn.done():  # else its client has left
                    turn.set_result(None)
                    self._begun.add(network)
                    break
            if not queue:
                del self._waiting[network]
                self._paused.pop(network, None)
        if self._begun:
            self._plan()
        elif self._waiting:
            self._plan(_PAUSE)

    def _note(self, network: str, now: float) -> None:
        """Remembers who was here lately."""
        self._here.pop(network, None)
        self._here[network] = now
        while (first := next(iter(self._here))) != network and self._here[first] < now - _LATELY:
            del self._here[first]


class StoreTurns:
    """Changes of games: of one address a few at a time are on their way to the database, so that the next change of
    somebody else is committed soon."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Semaphore:
        turn = self._turns.get(address)
        if turn is None:
            turn = self._turns[address] = asyncio.Semaphore(_STORE_CALLS)
        return turn
