"""The base classes of all messages, and the texts that they are made of. The OpenAPI document is made from the classes.

Moves and rules are texts of our notation (`4`, `b2`, `9x7 connect=5`); cells are `[column, row]` from 0, with row 0 at
the bottom. Sides are `first` and `second`. A *ply* counts the moves of a game from 0: the ply of a move is the number
of moves before it.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Cell",
    "GameText",
    "MoveText",
    "OutcomeName",
    "Ping",
    "PlayerText",
    "Pong",
    "PositionText",
    "Received",
    "RequestNumber",
    "RulesText",
    "Sent",
    "SideName",
    "Stop",
    "TerminationName",
    "finite",
]

_LONGEST_RULES = 8_000  # 32x32 with almost every cell blocked
_LONGEST_POSITION = 6_000  # the moves of a full 32x32 board without gravity
_LONGEST_GAME = 20_000  # rules, a start and moves with their numbers

SideName: TypeAlias = Literal["first", "second"]
OutcomeName: TypeAlias = Literal["open", "first wins", "second wins", "draw"]
TerminationName: TypeAlias = Literal[
    "win", "draw", "resignation", "timeout", "illegal move", "crash", "adjudication", "abandonment"
]
Cell: TypeAlias = tuple[int, int]
RulesText: TypeAlias = Annotated[str, Field(max_length=_LONGEST_RULES, examples=["cfour", "9x7 connect=5 blocked=c4"])]
PositionText: TypeAlias = Annotated[
    str,
    Field(
        max_length=_LONGEST_POSITION,
        examples=["", "4453"],
        description="The moves played, or the rows and the side to move.",
    ),
]
GameText: TypeAlias = Annotated[
    str,
    Field(
        max_length=_LONGEST_GAME,
        examples=["", "4453", "cfour: 4453", "1. d1 d2 2. e1 c1"],
        description="A game or position in any form of the notation; if it names rules, they count.",
    ),
]
MoveText: TypeAlias = Annotated[str, Field(min_length=1, max_length=4, examples=["4", "b2"])]
RequestNumber: TypeAlias = Annotated[
    int, Field(ge=0, lt=2**53, description="Chosen by the client; every answer to the question carries it.")
]
PlayerText: TypeAlias = Annotated[str, Field(min_length=1, max_length=200, examples=["level3", "alphabeta depth=4"])]


class Received(BaseModel):
    """A message of a client. Unknown fields are refused, so that a mistyped name is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Sent(BaseModel):
    """A message of the server."""

    model_config = ConfigDict(extra="forbid")


class Ping(Received):
    type: Literal["ping"]


class Stop(Received):
    """Ends the questions of this connection that are being answered."""

    type: Literal["stop"]


class Pong(Sent):
    type: Literal["pong"] = "pong"


def finite(value: float | None) -> float | None:
    """A number that JSON can hold: searches use infinity for a certain win, and JSON has none."""
    return None if value is None else max(-1e12, min(1e12, float(value)))
