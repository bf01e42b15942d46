"""`GameConnection`: the WebSocket at a served game, which connects again when it is lost."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection

from plyground.console.link.server import GameServer
from plyground.errors import N_, InputError, PlygroundError

__all__ = ["Back", "GameConnection", "Gone", "Lost", "Message"]

_PING_SECONDS = 20.0  # of silence, after which the server is asked whether it is there
_FIRST_WAIT, _LONGEST_WAIT = 0.25, 4.0
_GIVE_UP_SECONDS = 30.0  # a server that is started again is back by then


@dataclass(frozen=True, slots=True)
class Message:
    """What the server sent."""

    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is lost; it is tried again."""


@dataclass(frozen=True, slots=True)
class Back:
    """The lost connection is there again."""


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no way back to the game."""

    error: PlygroundError


class GameConnection:
    """Receives in a thread, and connects again when the connection is lost. `hear` is called there with each event."""

    def __init__(self, server: GameServer, game: str, hear: Callable[[Message | Lost | Back | Gone], None]) -> None:
        self._server = server
        self._game = game
        self._hear = hear
        self._socket: ClientConnection | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="game-connection", daemon=True)
        self._thread.start()

    def send(self, **message: object) -> bool:
        """Returns False if there is no connection."""
        if (open_socket := self._socket) is not None:
            with suppress(OSError, WebSocketException):
                open_socket.send(json.dumps(message))
                return True
        return False

    def close(self) -> None:
        self._closing.set()
        if (open_socket := self._socket) is not None:
            open_socket.close()
        self._thread.join(_LONGEST_WAIT)

    def _run(self) -> None:
        wait, lost_at = _FIRST_WAIT, None
        while not self._closing.is_set():
            failure: Exception
            try:
                with self._server.connect(self._game) as self._socket:
                    if lost_at is not None:
                        self._hear(Back())
                    wait, lost_at = _FIRST_WAIT, None
                    self._receive(self._socket)
            except ConnectionClosed as closed:
                failure = closed
                # The server closes with these codes when coming back would not help.
                if closed.rcvd is not None and (closed.rcvd.code == 1008 or 4000 <= closed.rcvd.code < 4500):
                    return self._give_up(closed.rcvd.reason)
            except InvalidStatus as refused:
                failure = refused
                # A proxy answers with 502 or so while the server behind it is away.
                if refused.response.status_code < 500:
                    return self._give_up(f"HTTP {refused.response.status_code}")
            except (OSError, WebSocketException) as error:
                failure = error
            except ValueError:
                return self._hear(Gone(self._server.stranger()))
            finally:
                self._socket = None
            if self._closing.is_set():
                return
            if lost_at is None:
                lost_at = time.monotonic()
                self._hear(Lost())
            elif time.monotonic() - lost_at > _GIVE_UP_SECONDS:
                return self._hear(Gone(self._server.unreachable(failure)))
            self._closing.wait(wait)
            wait = min(_LONGEST_WAIT, 2 * wait)

    def _give_up(self, reason: str) -> None:
        error = InputError(N_("the server at {address} refused: {reason}"), address=self._server.address, reason=reason)
        self._hear(Gone(error))

    def _receive(self, open_socket: ClientConnection) -> None:
        """Reads until the connection ends, which raises; ValueError for what no server of ours sends."""
        is_asked = False
        while True:
            try:
                content = json.loads(open_socket.recv(_PING_SECONDS))
            except TimeoutError:
                if is_asked:
                    raise
                is_asked = True
                open_socket.send('{"type": "ping"}')
                continue
            is_asked = False
            if not isinstance(content, dict):
                raise ValueError(content)
            self._hear(Message(content))
