"""Messages about the atlas: its sizes, and the map around a board."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.web.messages.base import Cell, MoveText, Sent
from plyground.web.messages.positions import PositionState

__all__ = ["AtlasBoard", "AtlasCell", "AtlasMap", "AtlasMove", "AtlasSize", "AtlasValue"]


class AtlasSize(Sent):
    """A size of which the server has an atlas. The counts are those of one blocked cell, for the first player."""

    size: Annotated[str, Field(examples=["7x6"])]
    columns: int
    rows: int
    blocked: Annotated[int, Field(description="Boards with up to so many blocked cells.")]
    boards: Annotated[int, Field(description="How many boards, images counted once.")]
    won: int
    drawn: int
    lost: int
    proved: Annotated[int, Field(description="On so many boards a second solver found the same.")]


class AtlasValue(Sent):
    """An exact value, for the first player."""

    words: Annotated[str, Field(description="In the visitor's language: wins in 7.")]
    outcome: Literal["win", "draw", "loss"]
    score: int
    moves: Annotated[int | None, Field(description="The winner's moves to the end; null for a draw.")]
    plies: Annotated[int, Field(description="To the end of the game under best play.")]


class AtlasCell(AtlasValue):
    """What the board is worth if this cell is blocked as well."""

    cell: Cell


class AtlasMove(AtlasValue):
    """What a first move is worth."""

    move: MoveText
    cell: Cell
    best: bool


class AtlasBoard(AtlasValue):
    """The empty board with its blocked cells."""

    position: PositionState
    first_moves: list[AtlasMove]
    nodes: int
    proved: Annotated[bool, Field(description="Whether a second solver found the same.")]


class AtlasMap(Sent):
    """A board, and what blocking one more cell of it does; no cells if the atlas ends here."""

    size: str
    blocked: list[Cell]
    board: AtlasBoard
    cells: list[AtlasCell]
