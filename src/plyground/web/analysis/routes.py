"""The WebSocket of analyses and reviews."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from plyground.web.analysis.messages import QuestionRefused
from plyground.web.analysis.session import AnalysisSession, question
from plyground.web.play.fair_play import check_fair_play
from plyground.web.serving.callers import Caller, caller_of
from plyground.web.serving.questions import Send, answer_questions
from plyground.web.serving.services import services_of

__all__ = ["router"]

router = APIRouter()


@router.websocket("/ws/analysis")
async def analysis(socket: WebSocket) -> None:
    """Takes questions until the client leaves."""
    services = services_of(socket)
    check = partial(check_fair_play, services, caller_of(socket), socket.scope["state"]["visitor"])

    def open_session(caller: Caller, send: Send) -> AnalysisSession:
        return AnalysisSession(
            caller, services.analyses, services.readings, services.solvers, services.settings, send, check
        )

    await answer_questions(socket, question, QuestionRefused, open_session)
