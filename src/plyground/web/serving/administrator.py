"""The administrator: who may start, stop and resume tournaments.

On a server that only its own machine can reach that is everybody there. Elsewhere it is whoever knows the token that
the server was started with: programs send it as `Authorization: Bearer TOKEN`, the page exchanges it for a cookie.
"""

from __future__ import annotations

import hashlib
import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import Field
from starlette.requests import HTTPConnection

from plyground.errors import N_
from plyground.web.messages.base import Received, Sent
from plyground.web.messages.refusals import Refusal, problems
from plyground.web.serving.services import ServicesOf, services_of
from plyground.web.serving.settings import ServerSettings

__all__ = ["ADMIN_COOKIE", "Administrator", "is_administrator", "router"]

router = APIRouter(prefix="/api", tags=["arena"])

ADMIN_COOKIE = "plyground_admin"
_BEARER = "bearer "


class AdminToken(Received):
    token: Annotated[str, Field(min_length=1, max_length=200, description="What the server was started with.")]


class Rights(Sent):
    arena: Annotated[bool, Field(description="Whether the visitor may start, stop and resume tournaments.")]


def is_administrator(connection: HTTPConnection) -> bool:
    settings = services_of(connection).settings
    if settings.is_local:
        return True
    given = connection.headers.get("authorization", "")
    if given.lower().startswith(_BEARER):
        return _same(given[len(_BEARER) :].strip(), settings.admin_token)
    return _same(_cookie(connection), _pass(settings))


async def _administrator(connection: HTTPConnection) -> None:
    if not is_administrator(connection):
        raise Refusal(
            "not_administrator", 403, N_("only the administrator of this server may start, stop and resume tournaments")
        )


Administrator = Annotated[None, Depends(_administrator)]
"""A parameter of routes that change the arena."""


@router.post("/administrator", responses=problems(403))
async def enter(given: AdminToken, connection: HTTPConnection, services: ServicesOf, response: Response) -> Rights:
    """Makes the visitor the administrator, by a cookie."""
    if not _same(given.token.strip(), services.settings.admin_token):
        raise Refusal("not_administrator", 403, N_("this is not the administrator's token"))
    secure = bool(connection.scope["state"]["is_secure"])
    response.set_cookie(ADMIN_COOKIE, _pass(services.settings), httponly=True, samesite="strict", secure=secure)
    return Rights(arena=True)


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def _pass(settings: ServerSettings) -> str:
    """What the cookie holds, so that the token itself is not kept in browsers."""
    return hmac.new(settings.admin_token.encode(), b"administrator", hashlib.sha256).hexdigest()


def _cookie(connection: HTTPConnection) -> str:
    try:
        found = SimpleCookie(connection.headers.get("cookie", "")).get(ADMIN_COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value
