"""Turns: so that whoever sends hundreds of requests or moves at once does not make others wait for all of them."""

from __future__ import annotations

import asyncio
from collections import deque
from weakref import WeakValueDictionary

__all__ = ["RequestTurns", "StoreTurns"]

_STORE_CALLS = 4


class RequestTurns:
    """Requests begin in turn: in every round of the event loop one of each network. It belongs to the event loop."""

    def __init__(self) -> None:
        self._begun: set[str] = set()  # the networks that have had their turn in this round
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._is_planned = False

    async def wait(self, network: str) -> None:
        if network in self._begun or network in self._waiting:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(network, deque()).append(turn)
            self._plan()
            await turn
        else:
            self._begun.add(network)
            self._plan()

    def _plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_soon(self._next_round)

    def _next_round(self) -> None:
        self._is_planned = False
        self._begun.clear()
        for network, queue in list(self._waiting.items()):
            while queue:
                turn = queue.popleft()
                if not turn.done():  # else its client has left
                    turn.set_result(None)
                    self._begun.add(network)
                    break
            if not queue:
                del self._waiting[network]
        if self._begun:
            self._plan()


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
