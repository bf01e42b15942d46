"""`RequestMiddleware`: the checks that every request passes before a route sees it, and the headers of every response.

- **Host.** It has to be one of the server's own addresses or names. Otherwise a page elsewhere could reach a server on
  the visitor's computer through a foreign name that leads there (DNS rebinding).
- **Origin.** On WebSockets and on requests that write, it has to be the host itself. Programs other than browsers send
  no origin and carry no visitor's cookies.
- **Size and rate.** The size of a body and the number of requests from one address are bounded, and requests of
  different addresses begin in turn. Who sends too many waits for the refusal, and cannot send the next one meanwhile.
- **Visitor.** A random number in an HttpOnly cookie; a seat belongs to its hash. It identifies nobody.
- **Proxies.** What a trusted proxy says about the visitor's address and about encryption counts. Under TLS the cookie
  is `Secure`, and browsers are told to stay with it (HSTS).
- **Language.** `?lang=`, the page's cookie, or the browser's preference, in use until the request is answered.
- **Frames.** No page may show ours in a frame, except the documents under `/embed/`, which bring a policy of their own
  that allows it. Requests there have no cookies: they are not read, and none is set.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.errors import N_, PlygroundError
from plyground.texts import _, known_language, speaking
from plyground.web.messages.refusals import Refusal, problem_of, status_of
from plyground.web.serving.callers import Caller
from plyground.web.serving.exchange import Exchange
from plyground.web.serving.proxies import Proxies
from plyground.web.serving.rates import CallerRates, Rate
from plyground.web.serving.settings import ServerSettings
from plyground.web.serving.turns import RequestTurns

__all__ = ["EMBED_POLICY", "POLICY", "VISITOR_COOKIE", "RequestMiddleware"]

VISITOR_COOKIE = "plyground_visitor"
_LANGUAGE_COOKIE = "plyground_language"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "  # not shown
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
EMBED_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "  # not shown
    "base-uri 'none'; form-action 'none'; frame-ancestors * file:"  # a page on the visitor's disk may frame it, too
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_FRAMED_HEADERS = {name: value for name, value in _HEADERS.items() if name != "x-frame-options"} | {
    "content-security-policy": EMBED_POLICY
}
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR = 365 * 24 * 3600
_COOKIELESS = ("/page/", "/embed/", "/healthz", "/readyz", "/metrics")
_READING = ("GET", "HEAD", "OPTIONS")
_SOCKET_REQUESTS = 3  # to open a WebSocket counts as so many
_SOCKET_REST = 0.06  # seconds in which an address opens no other one, if it is not alone here


class RequestMiddleware:
    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings
        own = Rate(settings.requests_per_second, settings.request_burst)
        self._rates = CallerRates(None, own, own.times(settings.network_share))
        self._turns = RequestTurns()
        self._proxies = Proxies(settings.proxies)
        name = socket.gethostname().lower()
        self._names = {"localhost", name, f"{name}.local", settings.host.lower(), *map(str.lower, settings.public)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookieless = scope["path"].startswith(_COOKIELESS)
        cookies = {} if cookieless else _cookies(headers.get("cookie", ""))
        with speaking(_language(scope, headers, cookies)):
            visitor = cookies.get(VISITOR_COOKIE, "")
            known = _TOKEN.fullmatch(visitor) is not None
            state = scope.setdefault("state", {})
            # A connection without the cookie cannot own a seat, it can only watch.
            state["visitor"] = visitor if known else None
            came = self._proxies.came(scope["client"][0] if scope.get("client") else "?", scope["scheme"], headers)
            state["is_secure"] = came.is_secure
            caller = state["caller"] = Caller.at(came.host, state["visitor"])
            exchange = Exchange(scope, came)
            new = None
            if not known and scope["type"] == "http" and not cookieless:
                new = state["visitor"] = secrets.token_urlsafe(32)
            await self._turns.wait(caller, _SOCKET_REST if scope["type"] == "websocket" else 0.0)
            if scope["type"] == "websocket":
                try:
                    await self._check(scope, headers, caller)
                except Refusal as refusal:
                    exchange.refuse(refusal.code)
                    # Before it is accepted, a WebSocket can only be refused with a bare 403.
                    await send({"type": "websocket.close", "code": 1008})
                    return
                with exchange:
                    await self.app(scope, receive, send)
                return
            with exchange:
                await self._http(scope, headers, receive, _Response(send, new, exchange))

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, response: _Response) -> None:
        try:
            await self._check(scope, headers, scope["state"]["caller"])
            await self.app(scope, _BoundedBody(receive, headers, self.settings.body_bytes), response)
        except PlygroundError as error:
            if response.begun:
                raise
            problem = problem_of(error)
            response.exchange.refuse(problem.code)
            body = json.dumps(problem.model_dump()).encode()
            start: Message = {
                "type": "http.response.start",
                "status": status_of(error),
                "headers": [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))],
            }
            await response(start)
            await response({"type": "http.response.body", "body": body})

    async def _check(self, scope: Scope, headers: Headers, caller: Caller) -> None:
        host = headers.get("host", "")
        if not self._is_own_name(host):
            raise Refusal(
                "host", 421, N_("this server does not go by the name '{host}'; open it by its address"), host=host
            )
        if scope["type"] == "websocket" or scope["method"] not in _READING:
            origin = headers.get("origin")
            foreign = origin is not None and _netloc(origin) != host.lower()
            if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise Refusal(
                    "origin",
                    403,
                    N_("a page of '{origin}' may not use this server"),
                    origin=origin or _("another site"),
                )
        if not self._rates.take(caller, _SOCKET_REQUESTS if scope["type"] == "websocket" else 1):
            await asyncio.sleep(self.settings.refused_seconds)
            raise Refusal("too_fast", 429, N_("too many requests; wait a moment"))

    def _is_own_name(self, host: str) -> bool:
        name = _name(host)
        return name in self._names or _is_address(name)


class _Response:
    """Sends the response with our headers, and knows whether it has begun."""

    def __init__(self, send: Send, visitor: str | None, exchange: Exchange) -> None:
        self._send = send
        self._visitor = visitor
        self.exchange = exchange
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            self.exchange.status = message["status"]
            is_secure = self.exchange.came.is_secure
            headers = MutableHeaders(scope=message)
            framed = headers.get("content-security-policy") == EMBED_POLICY
            for name, value in (_FRAMED_HEADERS if framed else _HEADERS).items():
                headers[name] = value
            if "cache-control" not in headers:
                headers["cache-control"] = "no-store" if self.exchange.path.startswith("/api/") else "no-cache"
            headers["x-request-id"] = self.exchange.id
            if is_secure:
                headers["strict-transport-security"] = f"max-age={_YEAR}"
            if self._visitor is not None:
                secure = "; Secure" if is_secure else ""
                headers.append(
                    "set-cookie",  # not shown
                    f"{VISITOR_COOKIE}={self._visitor}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}",
                )
        await self._send(message)


class _BoundedBody:
    """Receives a body of at most `most` bytes."""

    def __init__(self, receive: Receive, headers: Headers, most: int) -> None:
        self._receive = receive
        self._left = self._most = most
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise self._too_big()

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise self._too_big()
        return message

    def _too_big(self) -> Refusal:
        return Refusal("too_big", 413, N_("the request is too big; {most} bytes are allowed"), most=self._most)


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}


def _language(scope: dict[str, Any] | Scope, headers: Headers, cookies: dict[str, str]) -> str:
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [])
    preferred = sorted(
        ((_quality(part), part.partition(";")[0].strip()) for part in headers.get("accept-language", "").split(",")),
        key=lambda pair: -pair[0],
    )
    wanted = [*asked, cookies.get(_LANGUAGE_COOKIE, ""), *(tag for quality, tag in preferred if quality > 0)]
    return next((known for tag in wanted if tag and (known := known_language(tag))), "en")


def _quality(part: str) -> float:
    match = re.search(r";\s*q=([0-9](?:\.[0-9]{1,3})?)\s*$", part)
    return float(match[1]) if match else 1.0


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name(host: str) -> str:
    """The host without its port and brackets."""
    name = host.lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if re.search(r":[0-9]*$", name) else name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
