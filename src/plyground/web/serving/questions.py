"""The WebSockets on which a visitor asks questions: reading them, and refusing what cannot be read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.texts import say
from plyground.web.messages.base import Ping, Pong, Sent
from plyground.web.messages.close_codes import BAD_MESSAGES, TOO_FAST, TOO_MANY
from plyground.web.serving.callers import Caller, caller_of
from plyground.web.serving.services import services_of

__all__ = ["QuestionSession", "Send", "answer_questions"]

Send: TypeAlias = Callable[[Sent], Awaitable[None]]


class QuestionSession(Protocol):
    """Answers the questions of one connection. It belongs to the event loop."""

    def ask(self, asked: Any) -> None: ...

    def close(self) -> None: ...


async def answer_questions(
    socket: WebSocket,
    question: TypeAdapter[Any],
    refused: Callable[..., Sent],
    open_session: Callable[[Caller, Send], QuestionSession],
) -> None:
    """Takes questions until the client leaves.

    `open_session` gets the caller whom searches are counted for, and how to send; `refused` makes the message about a
    question that cannot be read.
    """
    services = services_of(socket)
    await socket.accept()

    async def send(message: Sent) -> None:
        # A client who has left is no error: the loop that receives ends as well.
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(message.model_dump_json(by_alias=True))

    caller = caller_of(socket)
    with services.connections.one_more(caller) as is_allowed:
        if not is_allowed:
            await socket.close(TOO_MANY, "too many connections")  # not shown
            return
        session = open_session(caller, send)
        messages = services.messages_of(socket)
        try:
            # Not `receive_text`, which raises once an answer could not be sent to a client who had left.
            while (message := await socket.receive())["type"] == "websocket.receive":
                if not messages.take():
                    return await _close(socket, TOO_FAST, "too fast")  # not shown
                if message.get("text") is None:
                    return await _close(socket, BAD_MESSAGES, "text frames only")  # not shown
                await services.wait_to_read(caller)
                try:
                    asked = question.validate_json(message["text"])
                except ValidationError as error:
                    await send(_misread(refused, error))
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


def _misread(refused: Callable[..., Sent], error: ValidationError) -> Sent:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:])
    text = say("{field}: {reason}", field=field or "-", reason=first["msg"])
    return refused(request=None, code="bad_message", text=text, field=field or None)
