"""`Guest`: one WebSocket at a game, of somebody who plays or watches.

What is to be sent is kept here and sent by a task of its own, so that a slow reader delays nobody. A state says
everything, so of several that were not sent yet only the newest is.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.board import Side
from plyground.texts import _, language, speaking
from plyground.web.messages.base import Sent, Thinking

__all__ = ["BAD_MESSAGES", "NOT_FOUND", "TOO_FAST", "TOO_MANY", "TOO_SLOW", "UNAVAILABLE", "Guest"]

# Close codes. From 4500 on, coming back later helps.
BAD_MESSAGES = 4400
NOT_FOUND = 4404
TOO_FAST = 4429
TOO_MANY = 4430
UNAVAILABLE = 4503
TOO_SLOW = 4508

_MOST_WAITING = 64


class Guest:
    def __init__(self, socket: WebSocket, visitor: str | None, address: str, *, natural: bool = True) -> None:
        self.socket = socket
        self.visitor = visitor
        self.natural = natural
        """Computers take their time for this guest."""
        self.payer = visitor or address
        """Who is charged for searches."""
        self.sides: frozenset[Side] = frozenset()
        self.language = language()
        self._messages: deque[str] = deque()
        self._state: Callable[[], str] | None = None
        self._wake = asyncio.Event()
        self._end: tuple[int, str] | None = None

    def tell(self, message: Sent) -> None:
        """Sends a message soon."""
        if isinstance(message, Thinking) and message.text:
            with speaking(self.language):
                message = message.model_copy(update={"text": _(message.text)})
        if len(self._messages) >= _MOST_WAITING:
            self.dismiss(TOO_SLOW, "too slow")  # not shown
            return
        self._messages.append(message.model_dump_json())
        self._wake.set()

    def show(self, state: Callable[[], str]) -> None:
        """Sends the state, as it will be when it can be sent; after the messages that were told before."""
        self._state = state
        self._wake.set()

    def dismiss(self, code: int, reason: str) -> None:
        """Closes the connection once everything is sent, except for one who does not read."""
        if code == TOO_SLOW:
            self._messages.clear()
            self._state = None
        self._end = (code, reason)
        self._wake.set()

    async def deliver(self) -> None:
        """Sends what there is to send, until the connection ends."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._messages:
                if not await self._send(self._messages.popleft()):
                    return
            if self._state is not None:
                state, self._state = self._state, None
                with speaking(self.language):
                    text = state()
                if not await self._send(text):
                    return
            if self._end is not None and not self._messages:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self.socket.close(*self._end)
                return

    async def _send(self, text: str) -> bool:
        """False: the client has gone, in the middle of it all. Whoever receives notices as well."""
        try:
            await self.socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            return False
        return True
