"""The OpenAPI document, extended by the messages of the WebSockets, which OpenAPI itself does not cover."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from pydantic.json_schema import models_json_schema
from starlette.responses import Response

from plyground.web.analysis.messages import (
    Analyse,
    AskedPosition,
    AskReview,
    MoveJudgement,
    MoveWorths,
    PositionWorth,
    QuestionRefused,
    ReviewEnd,
)
from plyground.web.analysis.reasons import AskWhy, Reason
from plyground.web.messages.base import Ping, Pong, Sent, Stop
from plyground.web.play.messages import (
    Claim,
    Decline,
    ErrorMessage,
    GameState,
    Hint,
    HintAnswer,
    NamePlayer,
    PlayMove,
    PresenceState,
    Rematch,
    Resign,
    SetPace,
    Thinking,
    Undo,
)
from plyground.web.serving.callers import caller_of
from plyground.web.serving.services import ServicesOf
from plyground.web.think.messages import (
    AskDepths,
    AskParts,
    DepthRows,
    EvaluationParts,
    More,
    SearchSteps,
    Think,
    ThinkEnd,
    ThinkRefused,
    ThinkStart,
)

__all__ = ["describe", "router"]

router = APIRouter(include_in_schema=False)

_REF = "#/components/schemas/{model}"


def _sockets() -> dict[str, dict[str, Any]]:
    """Each WebSocket: what it is for, its query, and the classes of its messages."""
    return {
        "/ws/games/{id}": {
            "description": "Play or watch a game. Its state comes first, and again after every change.",
            "query": {
                "since": "The last `seq` that was seen; the first state then says how many changes were `missed`.",
                "natural": "`false`: computers answer as fast as they can instead of taking 1 to 2 seconds.",
                "until": "As in `pace`, for a server that does not know the pace of the game, after a restart.",
                "delay": "As in `pace`, for a server that does not know the pace of the game, after a restart.",
            },
            "send": [PlayMove, Undo, Resign, Hint, Rematch, Decline, Claim, NamePlayer, SetPace, Ping],
            "receive": [GameState, PresenceState, Thinking, HintAnswer, ErrorMessage, Pong],
        },
        "/ws/analysis": {
            "description": "Ask for the value of every move, or a review of a game. A new question ends the last.",
            "query": {},
            "send": [Analyse, AskReview, AskWhy, Stop, Ping],
            "receive": [
                AskedPosition,
                MoveWorths,
                PositionWorth,
                MoveJudgement,
                ReviewEnd,
                Reason,
                QuestionRefused,
                Pong,
            ],
        },
        "/ws/think": {
            "description": "See a textbook search at work, step by step. A new search ends the last.",
            "query": {},
            "send": [Think, More, AskParts, AskDepths, Stop, Ping],
            "receive": [ThinkStart, SearchSteps, ThinkEnd, EvaluationParts, DepthRows, ThinkRefused, Pong],
        },
    }


def describe(app: FastAPI) -> None:
    """Adds the messages to the application's document, under `x-websockets`."""
    plain = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = plain()
            made["x-websockets"] = _described(made["components"]["schemas"])
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


@router.get("/api/openapi.json")
async def document(request: Request, services: ServicesOf) -> Response:
    app = request.app

    def written() -> Response:
        if not hasattr(app.state, "openapi_text"):
            app.state.openapi_text = json.dumps(app.openapi(), ensure_ascii=False)
        return Response(app.state.openapi_text, media_type="application/json")

    return await services.read(caller_of(request), written)


def _described(schemas: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for path, socket in _sockets().items():
        entry: dict[str, Any] = {"description": socket["description"], "query": socket["query"]}
        for direction in ("send", "receive"):
            models: list[type[Sent]] = socket[direction]
            refs, definitions = models_json_schema([(model, "serialization") for model in models], ref_template=_REF)
            for name, schema in definitions.get("$defs", {}).items():
                schemas.setdefault(name, schema)
            entry[direction] = [refs[model, "serialization"] for model in models]
        found[path] = entry
    return found
