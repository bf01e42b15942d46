"""The addresses under `/embed/`, the only ones that a page of another site may show in a frame.

They neither read nor set cookies (the middleware sees to it), so nothing in the frame can act for a visitor. What they
show is what everybody sees who knows the address of a game: its moves. They hold no seats and no secrets of links.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from plyground.errors import PlygroundError, UnknownNameError
from plyground.store import live as store
from plyground.texts import _
from plyground.web.embed.documents import Embedded, board_html, board_text, embedded_game, filled, message_html
from plyground.web.messages.base import GameText, RulesText
from plyground.web.messages.positions import GameRequest, read_game
from plyground.web.messages.refusals import FieldError, sentence_of, status_of
from plyground.web.play.routes import GameId
from plyground.web.serving.callers import caller_of
from plyground.web.serving.middleware import EMBED_POLICY
from plyground.web.serving.page_files import PageFiles
from plyground.web.serving.pages import PageFilesOf
from plyground.web.serving.services import ServicesOf

__all__ = ["router"]

router = APIRouter(prefix="/embed", include_in_schema=False)

Ply = Annotated[int | None, Query(ge=0, le=100_000)]
Language = Annotated[str | None, Query(max_length=20)]


@router.get("/game/{id}")
async def game(
    id: GameId,
    request: Request,
    files: PageFilesOf,
    services: ServicesOf,
    ply: Ply = None,
    lang: Language = None,
) -> Response:
    """A game of the page: the board after `ply` moves, or as it is now."""

    def shown() -> Response:
        try:
            live = store.load(services.database, id)
        except UnknownNameError:
            return _message(files, _("There is no game at this address."), 404)
        except PlygroundError as error:
            return _message(files, sentence_of(error), status_of(error))
        assert live is not None
        return _response(files, embedded_game(live), ply, {} if lang is None else {"lang": lang})

    return await services.look_up(caller_of(request), shown)


@router.get("/position")
async def position(
    request: Request,
    files: PageFilesOf,
    services: ServicesOf,
    rules: RulesText = "cfour",
    position: GameText = "",
    ply: Ply = None,
    lang: Language = None,
) -> Response:
    """A position by its text. The moves of a game can be stepped through."""

    def shown() -> Response:
        try:
            game = read_game(GameRequest(rules=rules, position=position), services.settings)
        except FieldError as fault:
            return _message(files, sentence_of(fault.error), status_of(fault.error))
        query = {"rules": rules, "position": position}
        embedded = Embedded("", game.boards, board_text(game.board), f"/analyse?{urlencode(query)}")
        return _response(files, embedded, ply, query if lang is None else {**query, "lang": lang})

    return await services.read(caller_of(request), shown)


def _response(files: PageFiles, shown: Embedded, ply: int | None, query: dict[str, str]) -> Response:
    return _framed(files, shown.title or shown.ending, board_html(shown, ply, query))


def _message(files: PageFiles, text: str, status: int) -> Response:
    return _framed(files, text, message_html(text), status)


def _framed(files: PageFiles, title: str, main: str, status: int = 200) -> Response:
    html = filled(files.html("embed/embed.html"), title, main)
    return HTMLResponse(html, status, {"content-security-policy": EMBED_POLICY})
