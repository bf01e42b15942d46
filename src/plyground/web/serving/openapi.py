"""The OpenAPI document, with the messages of the WebSockets, for which OpenAPI itself has no place."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from plyground.web.analysis.messages import (
    Analyse,
    MoveJudged,
    Opened,
    PositionWorth,
    Refused,
    Review,
    Reviewed,
    Stop,
    Worths,
)
from plyground.web.messages.base import (
    ErrorMessage,
    GameState,
    Hint,
    Hinted,
    Move,
    Ping,
    Pong,
    Rematch,
    Resign,
    Sent,
    Thinking,
    Undo,
)

__all__ = ["describe", "sockets"]

_REF = "#/components/schemas/{model}"


def sockets() -> dict[str, dict[str, Any]]:
    """Each WebSocket: what it is for, its query, and the classes of its messages."""
    return {
        "/ws/games/{id}": {
            "description": "Play or watch a game. The first message is its state; so is the answer to every change.",
            "query": {
                "since": "The `seq` that was seen last; the first state then says how many changes were `missed`.",
                "natural": "`false`: computers answer as fast as they can instead of taking 1 to 2 seconds.",
            },
            "send": [Move, Undo, Resign, Hint, Rematch, Ping],
            "receive": [GameState, Thinking, Hinted, ErrorMessage, Pong],
        },
        "/ws/analysis": {
            "description": "Ask for the value of every move, or for a review of a game; a new question ends the last.",
            "query": {},
            "send": [Analyse, Review, Stop, Ping],
            "receive": [Opened, Worths, PositionWorth, MoveJudged, Reviewed, Refused, Pong],
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


def _described(schemas: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for path, socket in sockets().items():
        entry: dict[str, Any] = {"description": socket["description"], "query": socket["query"]}
        for direction in ("send", "receive"):
            models: list[type[Sent]] = socket[direction]
            refs, definitions = models_json_schema([(model, "serialization") for model in models], ref_template=_REF)
            for name, schema in definitions.get("$defs", {}).items():
                schemas.setdefault(name, schema)
            entry[direction] = [refs[model, "serialization"] for model in models]
        found[path] = entry
    return found
