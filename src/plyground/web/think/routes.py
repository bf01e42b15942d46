"""The WebSocket of searches that are seen at work."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from plyground.web.play.fair_play import check_fair_play
from plyground.web.serving.callers import Caller, caller_of
from plyground.web.serving.questions import Send, answer_questions
from plyground.web.serving.services import services_of
from plyground.web.think.messages import ThinkRefused, question
from plyground.web.think.session import ThinkSession

__all__ = ["router"]

router = APIRouter()


@router.websocket("/ws/think")
async def think(socket: WebSocket) -> None:
    """Takes questions until the client leaves."""
    services = services_of(socket)
    check = partial(check_fair_play, services, caller_of(socket), socket.scope["state"]["visitor"])

    def open_session(caller: Caller, send: Send) -> ThinkSession:
        places = services.think_places.of(caller)
        return ThinkSession(
            caller, services.analyses, services.readings, places, services.settings, services.games, send, check
        )

    await answer_questions(socket, question, ThinkRefused, open_session)
