"""The WebSocket of analyses and reviews."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.texts import say
from plyground.web.analysis.messages import QuestionRefused
from plyground.web.analysis.session import AnalysisSession, question
from plyground.web.messages.base import Ping, Pong, Sent
from plyground.web.messages.close_codes import BAD_MESSAGES, TOO_FAST, TOO_MANY
from plyground.web.play.fair_play import check_fair_play
from plyground.web.serving.rates import Bucket
from plyground.web.serving.services import services_of
from plyground.web.serving.settings import ServerSettings

__all__ = ["router"]

router = APIRouter()


@router.websocket("/ws/analysis")
async def answer_questions(socket: WebSocket) -> None:
    """Takes questions until the client leaves."""
    services = services_of(socket)
    settings = services.settings
    await socket.accept()

    async def send(message: Sent) -> None:
        # A client who has left is no error: the loop that receives ends as well.
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(message.model_dump_json())

    state = socket.scope["state"]
    visitor = state["visitor"] or state["address"]
    with services.connected(visitor) as is_allowed:
        if not is_allowed:
            await socket.close(TOO_MANY, "too many connections")  # not shown
            return
        check = partial(check_fair_play, services, state["visitor"])
        session = AnalysisSession(visitor, services.analyses, services.solvers, settings, send, check)
        await _take_questions(socket, session, settings, send)


async def _take_questions(
    socket: WebSocket, session: AnalysisSession, settings: ServerSettings, send: Callable[[Sent], Awaitable[None]]
) -> None:
    bucket = Bucket(settings.messages_per_second, settings.message_burst)
    try:
        # Not `receive_text`, which raises once an answer could not be sent to a client who had left.
        while (message := await socket.receive())["type"] == "websocket.receive":
            if not bucket.take():
                return await _close(socket, TOO_FAST, "too fast")  # not shown
            if message.get("text") is None:
                return await _close(socket, BAD_MESSAGES, "text frames only")  # not shown
            try:
                asked = question.validate_json(message["text"])
            except ValidationError as error:
                await send(_misread(error))
                continue
            if isinstance(asked, Ping):
                await send(Pong())
            else:
                session.ask(asked)
    finally:
        session.close()


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


def _misread(error: ValidationError) -> QuestionRefused:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:])
    text = say("{field}: {reason}", field=field or "-", reason=first["msg"])
    return QuestionRefused(request=None, code="bad_message", text=text, field=field or None)
