"""`GameServer`: a server of games, as a visitor without a browser uses it.

Like every program that is no page, it sends no Origin; the visitor's cookie proves whose seat it is.
"""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from plyground.errors import N_, InputError, MissingError
from plyground.texts import language

__all__ = ["GameServer"]

_ANSWER_SECONDS = 60.0


class GameServer:
    """`address` is like http://127.0.0.1:8000. Nothing goes through a proxy: the server is here or nearby."""

    def __init__(self, address: str, visitor: str) -> None:
        self.address = address
        self._headers = {
            "Accept-Language": language().replace("_", "-"),
            "Cookie": f"plyground_visitor={visitor}",
        }
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def create(self, **wanted: object) -> Mapping[str, Any]:
        """Makes a game: its id, and the links to its seats."""
        return self._post("/api/games", wanted)

    def join(self, game: str, secret: str, name: str = "") -> Mapping[str, Any]:
        """Takes the seat of a link."""
        return self._post(f"/api/games/{game}/join", {"token": secret, "name": name})

    def _post(self, path: str, body: object) -> Mapping[str, Any]:
        headers = {**self._headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        try:
            with self._opener.open(request, timeout=_ANSWER_SECONDS) as answer:
                return self._read(answer.read())
        except urllib.error.HTTPError as refused:
            with refused:
                problem = self._read(refused.read())
            raise InputError(
                N_("the server at {address} refused: {reason}"),
                address=self.address,
                reason=problem.get("text") or f"HTTP {refused.code}",
            ) from None
        except HTTPException:
            raise self.stranger() from None
        except (OSError, UnicodeError) as error:
            raise self.unreachable(error) from None

    def _read(self, text: bytes) -> Mapping[str, Any]:
        try:
            content = json.loads(text)
        except ValueError:
            content = None
        if not isinstance(content, dict):
            raise self.stranger()
        return content

    def connect(self, game: str) -> ClientConnection:
        """A WebSocket at the game; raises OSError or WebSocketException."""
        place = urlsplit(self.address)
        is_secure = place.scheme == "https"
        assert place.hostname is not None
        direct = socket.create_connection((place.hostname, place.port or (443 if is_secure else 80)), _ANSWER_SECONDS)
        return connect(
            f"{'wss' if is_secure else 'ws'}://{place.netloc}/ws/games/{game}",
            sock=direct,
            additional_headers=self._headers,
            open_timeout=_ANSWER_SECONDS,
            close_timeout=1.0,
        )

    def unreachable(self, error: Exception) -> MissingError:
        reason = getattr(error, "reason", error)
        return MissingError(
            N_("no server answers at {address} ({reason}); it ends with the terminal that started the game"),
            address=self.address,
            reason=getattr(reason, "strerror", None) or str(reason) or type(reason).__name__,
        )

    def stranger(self) -> MissingError:
        return MissingError(N_("what answers at {address} is no server of Plyground"), address=self.address)
