"""`HttpProtocol` and `SocketProtocol`: uvicorn's protocols with limits on what a connection may hold and for how long.

uvicorn waits for a client as long as it takes. Here a connection ends whose request does not come to its end, or that
does not read what it is sent; one address has a bounded number of them; and a WebSocket's pings count as messages.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack
from random import uniform
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from plyground.web.messages.close_codes import TOO_BIG, TOO_FAST, TOO_SLOW
from plyground.web.serving.callers import Caller, CallerCounts
from plyground.web.serving.file_limit import connections_within_files
from plyground.web.serving.logs import set_up_logs
from plyground.web.serving.proxies import Proxies
from plyground.web.serving.rates import Bucket
from plyground.web.serving.settings import ServerSettings

__all__ = ["HttpProtocol", "ServerConfig", "SocketProtocol"]

log = logging.getLogger(__name__)

_MOST_FRAGMENTS = 1000
_MOST_AT_ONCE = 4096  # bytes that are read from one client before others have their turn
_MOST_OF_SOCKET = 512  # the same for a WebSocket: eighty pings, which take two milliseconds
_MOST_AFTER_CLOSE = 65_536  # bytes in which the answer to a close is looked for
_LATEST = 1.25  # a request is waited for up to so many times as long as its limit says
_DROPPED_AT_ONCE = 262_144
_DROP_SECONDS = 0.1


class ServerConfig(uvicorn.Config):
    """The configuration of uvicorn, with what the protocols need. It is sent to the workers."""

    settings: ServerSettings
    connections: CallerCounts
    """The open connections of this process."""

    proxies: Proxies
    has_own_log: bool = False
    """Whether the process is there for the server alone, and its log as well."""

    def load(self) -> None:
        super().load()
        settings = self.settings
        if self.has_own_log:
            set_up_logs(settings)
        self.proxies = Proxies(settings.proxies)
        most = connections_within_files(settings.all_sockets)
        if most < settings.all_sockets:
            log.warning(  # not shown
                "this process may open so few files that it holds %d connections instead of %d; raise its limit of"
                " open files",
                most,
                settings.all_sockets,
            )
        own = min(settings.address_sockets, most // 2)
        self.connections = CallerCounts(most, own, min(settings.network_share * own, 3 * most // 4), most)


class _Limited(asyncio.Protocol):
    """What the two protocols have in common: their place among the connections, and a client that does not read."""

    config: ServerConfig
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    place: ExitStack | None = None
    """Given back when the connection ends. A WebSocket takes over that of its request."""
    _reads_by: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reads_by is None:
            self._reads_by = self.loop.call_later(self.config.settings.send_seconds, self.send_away)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()
        if self.place is not None:
            self.place.close()

    def _stop_waiting(self) -> None:
        if self._reads_by is not None:
            self._reads_by.cancel()
            self._reads_by = None

    def send_away(self) -> None:
        """Ends the connection of a client that does not read."""
        self.transport.abort()

    def _abort_soon(self) -> None:
        self.loop.call_later(self.config.settings.close_seconds, self.transport.abort)

    def _drop(self) -> None:
        """Of a client that was sent away, a lot is read at once and rarely, and nothing is parsed: it costs next to
        nothing. Not to read at all would reset the connection before the client has read why it ends."""
        self.transport.max_size = _DROPPED_AT_ONCE  # type: ignore[attr-defined]
        self.transport.pause_reading()
        self.loop.call_later(_DROP_SECONDS, self.transport.resume_reading)


class HttpProtocol(_Limited, H11Protocol):
    """Requests. One that does not arrive in time is answered with 408 and its connection closed."""

    config: ServerConfig

    def __init__(self, config: ServerConfig, **more: Any) -> None:
        super().__init__(config, **more)
        self._awaited: str | None = None
        self._arrives_by: asyncio.TimerHandle | None = None
        self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # By default asyncio hands over 256 kB at once: with 40,000 pings in it, nobody else was served for a second.
        transport.max_size = _MOST_AT_ONCE  # type: ignore[attr-defined]
        self.place = ExitStack()
        host = self.client[0] if self.client else "?"
        # A proxy brings many visitors; it limits them by itself.
        caller = Caller(*[f"proxy {id(self)}"] * 3) if self.config.proxies.include(host) else Caller.at(host)
        if not self.place.enter_context(self.config.connections.one_more(caller)):
            _answer(transport, 503, "Service Unavailable")
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return self._drop()
        super().data_received(data)
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Answers what is no request, or one whose head is too long. The rest of it may still be on its way."""
        self._is_refused = True
        if self._is_unanswered:
            self.transport.write(_whole_answer(400, "Bad Request", msg))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._abort_soon()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._await(None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._await(None)
        place, self.place = self.place, None
        super().handle_websocket_upgrade(event)
        cast(SocketProtocol, self.transport.get_protocol()).place = place

    def _watch(self) -> None:
        """Sets the time by which what is missing of the request has to be here."""
        if self.transport.is_closing() or self.place is None:
            return self._await(None)
        match self.conn.their_state:
            case h11.IDLE:
                # Between two requests, uvicorn has a time of its own.
                self._await("headers" if self._is_first or self.conn.trailing_data[0] else None)
            case h11.SEND_BODY:
                self._await("body")
            case _:
                self._await(None)

    @property
    def _is_first(self) -> bool:
        """Whether no request has come over this connection yet."""
        return cast(Any, self.cycle) is None

    @property
    def _is_unanswered(self) -> bool:
        return self._is_first or not self.cycle.response_started or self.cycle.response_complete

    def _await(self, part: str | None) -> None:
        if part == self._awaited:
            return
        self._awaited = part
        if self._arrives_by is not None:
            self._arrives_by.cancel()
            self._arrives_by = None
        if part is not None:
            settings = self.config.settings
            seconds = settings.header_seconds if part == "headers" else settings.body_seconds
            # Hundreds that came at once are not given up at once, which would keep everybody else waiting.
            self._arrives_by = self.loop.call_later(seconds * uniform(1, _LATEST), self._give_up)

    def _give_up(self) -> None:
        self._arrives_by = None
        if self._is_unanswered:
            _answer(self.transport, 408, "Request Timeout")
        self.transport.close()
        self._abort_soon()


class SocketProtocol(_Limited, WebSocketsSansIOProtocol):
    """WebSockets. A client that does not read is closed with 4508, and cut off if it does not read that either."""

    config: ServerConfig

    def __init__(self, config: ServerConfig, **more: Any) -> None:
        super().__init__(config, **more)
        settings = config.settings
        self.messages = Bucket(settings.messages_per_second, settings.message_burst)
        """The messages and pings that may come, which the application shares."""
        self._pings = Bucket(settings.pings_per_second, settings.ping_burst)
        self._is_calming = self._is_ended = False
        self._after_close = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.max_size = _MOST_OF_SOCKET  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._after_close += len(data)
        if self._is_ended or self._after_close > _MOST_AFTER_CLOSE:
            self._drop()
        elif self._is_calming:
            self.transport.pause_reading()  # the application has resumed it when it took a message
        else:
            super().data_received(data)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["messages"] = self.messages

    def handle_ping(self) -> None:
        output = b"".join(self.conn.data_to_send())
        if self.close_sent:
            return
        if not self._may_ping():
            self._calm_down()
        elif self.writable.is_set():  # else the pong would wait in memory
            self.transport.write(output)

    def handle_pong(self, event: Frame) -> None:
        if self.close_sent:
            return
        if self._may_ping():
            super().handle_pong(event)
        else:
            self._calm_down()

    def _may_ping(self) -> bool:
        return self._pings.take() and self.messages.take()

    def _calm_down(self) -> None:
        """Reads no more, and closes a little later: who were closed at once would come back at once."""
        if not self._is_calming:
            self._is_calming = True
            self.transport.pause_reading()
            self.loop.call_later(self.config.settings.calm_seconds, self.end, TOO_FAST, "too many pings")  # not shown

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < _MOST_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.end(TOO_BIG, "too many fragments")  # not shown

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort_soon()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._abort_soon()

    def send_away(self) -> None:
        self.end(TOO_SLOW, "too slow")  # not shown

    def end(self, code: int, reason: str) -> None:
        """Closes without waiting for the client, and cuts it off a little later."""
        if self.close_sent or not self.handshake_complete or self.transport.is_closing():
            self._abort_soon()
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.close_sent = self._is_ended = True
        # Until then what comes is dropped.
        self.close_timer = self.loop.call_later(self.config.settings.close_seconds, self.transport.abort)
        self.read_paused = False
        self.transport.resume_reading()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.writable.set()  # whoever waits to send something learns that it is too late


def _answer(transport: asyncio.Transport, status: int, reason: str) -> None:
    """A whole answer, for a request that the application does not see."""
    transport.write(_whole_answer(status, reason))
    transport.close()


def _whole_answer(status: int, reason: str, text: str = "") -> bytes:
    head = ["connection: close", "content-type: text/plain", f"content-length: {len(text)}"]
    return "\r\n".join([f"HTTP/1.1 {status} {reason}", *head, "", text]).encode()
