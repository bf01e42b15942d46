"""`Connection`: one WebSocket at a game, of somebody who plays or watches.

Outgoing messages are queued here and sent by a task of their own, so that a slow reader delays nobody else. A state is
complete in itself, so if several wait to be sent, only the newest is. They wait while the address is sent more than it
may have: a player who moves without end before hundreds of spectators would keep the server busy. The server cuts off a
client that does not read at all (`serving.protocols`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.board import Side
from plyground.texts import _, language, speaking
from plyground.web.messages.base import Sent
from plyground.web.messages.close_codes import TOO_SLOW
from plyground.web.play.messages import Thinking
from plyground.web.serving.callers import Caller
from plyground.web.serving.rates import Bucket

__all__ = ["Connection"]

_MOST_WAITING = 64
_STATE_PAUSE = 0.05
_NO_LIMIT = 1e12
_LEAST_BYTES = 4096  # that a state counts: a short one is work, too


class Connection:
    def __init__(
        self,
        socket: WebSocket,
        visitor: str | None,
        caller: Caller,
        *,
        natural: bool = True,
        state_bytes: Bucket | None = None,
    ) -> None:
        self.socket = socket
        self._state_bytes = state_bytes or Bucket(_NO_LIMIT, _NO_LIMIT)
        self.visitor = visitor
        self.natural = natural
        """Whether computers take a natural time for their moves instead of answering at once."""
        self.caller = caller
        """Whom searches and connections are counted for."""
        self.sides: frozenset[Side] = frozenset()
        self.began_game = False
        """Whether this visitor began the game, if two computers play it."""
        self.language = language()
        self._messages: deque[str] = deque()
        self._state: Callable[[], str] | None = None
        self._presence: Callable[[], str] | None = None
        self._wake = asyncio.Event()
        self._close: tuple[int, str] | None = None

    def send(self, message: Sent) -> None:
        """Queues a message."""
        if isinstance(message, Thinking) and message.text:
            with speaking(self.language):
                message = message.model_copy(update={"text": _(message.text)})
        if len(self._messages) >= _MOST_WAITING:
            self.close(TOO_SLOW, "too slow")  # not shown
            return
        self._messages.append(message.model_dump_json())
        self._wake.set()

    def send_state(self, state: Callable[[], str]) -> None:
        """Queues the state, after the messages that wait already. `state` is called when it can be sent."""
        self._state = state
        self._wake.set()

    def send_presence(self, presence: Callable[[], str]) -> None:
        """Queues who is here. A state that waits to be sent says it as well."""
        self._presence = presence
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Closes the connection once everything is sent; at once if the client is too slow."""
        if code == TOO_SLOW:
            self._messages.clear()
            self._state = self._presence = None
        self._close = (code, reason)
        self._wake.set()

    async def send_queued(self) -> None:
        """Sends what is queued, until the connection ends."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while True:
                while self._messages:
                    if not await self._write(self._messages.popleft()):
                        return
                if not (self._state or self._presence) or self._state_bytes.has():
                    break
                await asyncio.sleep(_STATE_PAUSE)
            newest = self._state or self._presence
            self._state = self._presence = None
            if newest is not None:
                with speaking(self.language):
                    text = newest()
                self._state_bytes.owe(max(len(text), _LEAST_BYTES))
                if not await self._write(text):
                    return
            if self._close is not None and not self._messages:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self.socket.close(*self._close)
                return

    async def _write(self, text: str) -> bool:
        """Returns False if the client has left. The task that receives notices it as well."""
        try:
            await self.socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            return False
        return True
