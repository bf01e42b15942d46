"""The messages of a game: making one, joining it, its state, and what goes over its WebSocket."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from plyground.errors import ConflictError, PlygroundError
from plyground.reviews import HintSource
from plyground.web.messages.base import (
    Cell,
    MoveText,
    OutcomeName,
    Ping,
    PlayerText,
    PositionText,
    Received,
    RulesText,
    Sent,
    SideName,
    TerminationName,
)
from plyground.web.messages.positions import Place, PositionState
from plyground.web.messages.refusals import problem_of

__all__ = [
    "Action",
    "Claim",
    "ClientMessage",
    "Clocks",
    "Considered",
    "CreatedGame",
    "Decline",
    "ErrorMessage",
    "GameState",
    "Hint",
    "HintAnswer",
    "Join",
    "Links",
    "NamePlayer",
    "NewGame",
    "OwnGame",
    "PaceState",
    "PlayMove",
    "PlayedMove",
    "PresenceState",
    "Rematch",
    "Resign",
    "SeatRequest",
    "SeatState",
    "Seats",
    "SetPace",
    "Thinking",
    "TimeControl",
    "Undo",
    "client_message",
    "error_message",
]

_MOST_CELLS = 32 * 32

Name: TypeAlias = Annotated[str, Field(max_length=40)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=_MOST_CELLS)]
Delay: TypeAlias = Annotated[float, Field(ge=0, le=60, strict=False)]


# Making and joining a game


class SeatRequest(Received):
    """`human`: whoever makes the game (both seats: two people at one device). `link`: whoever opens the link first."""

    kind: Literal["human", "link", "computer"]
    name: Name = ""
    player: Annotated[PlayerText | None, Field(description="For computers: a built-in player with its options.")] = None


class TimeControl(Received):
    """The time of each side for the whole game, and what every move adds. The first move of each side is free."""

    seconds: Annotated[float, Field(gt=0, le=24 * 3600, strict=False)]
    increment: Annotated[float, Field(ge=0, le=600, strict=False)] = 0.0


class NewGame(Received):
    rules: RulesText = "cfour"
    position: PositionText = ""
    first: SeatRequest
    second: SeatRequest
    lot: Annotated[bool, Field(description="Draw by lot which of the two begins.")] = False
    clock: TimeControl | None = None


class Links(Sent):
    """Paths to send or to open. Whoever opens a seat's link first takes that seat."""

    watch: str
    first: str | None = None
    second: str | None = None


class CreatedGame(Sent):
    id: str
    you: list[SideName]
    links: Links


class Join(Received):
    """The secret of a seat's link, which stands after `#join=` in it."""

    token: Annotated[str, Field(min_length=1, max_length=100)]
    name: Name = ""


class OwnGame(Sent):
    """A game of the visitor, in a list."""

    id: str
    title: Annotated[str, Field(description="What the game is called: Connect Four.")]
    connect: int
    gravity: bool
    names: Annotated[
        tuple[str, str], Field(description="Of the players, in the order of their sides; empty if unknown.")
    ]
    you: list[SideName]
    turn: SideName
    plies: int
    outcome: OutcomeName
    changed: datetime


# From the server


class SeatState(Sent):
    kind: Literal["human", "link", "computer"]
    name: Annotated[str, Field(description="To show, in the reader's language; empty for a person who gave none.")]
    player: str | None = None
    taken: Annotated[bool, Field(description="False for a link that nobody has opened yet.")] = True
    connected: bool = False


class Seats(Sent):
    first: SeatState
    second: SeatState


class Clocks(Sent):
    """The seconds left when this was sent, and whose clock runs."""

    first: float
    second: float
    increment: float
    running: SideName | None


class PlayedMove(Sent):
    ply: int
    move: MoveText
    cell: Cell
    side: SideName
    seconds: float
    value: Annotated[float | None, Field(description="The computer's value of the move, for its own side.")] = None
    nodes: int | None = None


class PaceState(Sent):
    """How a game between computers goes on. It is paused if it has `until` moves or more."""

    until: Annotated[int | None, Field(description="The computers wait after so many moves; null: never.")]
    delay: Annotated[float | None, Field(description="The least seconds for a move; null: the natural time.")]
    yours: Annotated[bool, Field(description="Whether this connection may change it by `pace`.")] = False


class GameState(PositionState):
    """The whole game. Sent at the start of a connection and after every change; `seq` counts the changes."""

    type: Literal["state"] = "state"
    seq: int
    id: str
    start: Annotated[str, Field(description="The position before the first move; with `moves` it gives the game.")]
    ply: Annotated[int, Field(description="The number of moves played; a move has to name it.")]
    moves: list[PlayedMove]
    termination: TerminationName | None
    reason: Annotated[str, Field(description="A sentence, for a game that ended off the board.")] = ""
    players: Seats
    you: Annotated[list[SideName], Field(description="The seats that this connection may move for.")]
    clocks: Clocks | None = None
    pace: Annotated[PaceState | None, Field(description="Null unless two computers play.")] = None
    undo_offer: Annotated[
        SideName | None, Field(description="The side that asks to take a move back; the other agrees by `undo`.")
    ] = None
    rematch_offer: Annotated[SideName | None, Field(description="The side that asks for a rematch.")] = None
    claim_in: Annotated[
        float | None,
        Field(description="The side to move is away: in so many seconds the person who waits may `claim` the game."),
    ] = None
    rematch: Annotated[str | None, Field(description="The id of the rematch, once there is one.")] = None
    missed: Annotated[int, Field(description="Changes since the `since` of a connection that came back.")] = 0


class PresenceState(Sent):
    """Who is here, sent when that changes. Everything else is as in the last state."""

    type: Literal["presence"] = "presence"
    seq: Annotated[int, Field(description="Of the state that it belongs to.")]
    connected: Annotated[list[SideName], Field(description="Sides whose players are connected, computers included.")]
    claim_in: Annotated[float | None, Field(description="As in the state.")]


class Considered(Sent):
    move: MoveText
    cell: Cell
    value: float | None = None
    visits: int | None = None


class Thinking(Sent):
    """A computer thinks; the last such message, with `done`, has what it found and comes before its move."""

    type: Literal["thinking"] = "thinking"
    ply: int
    side: SideName
    player: str
    waiting: Annotated[bool, Field(description="Others are being served first.")] = False
    done: bool = False
    seconds: float = 0.0
    nodes: int = 0
    playouts: int = 0
    depth: int | None = None
    value: Annotated[float | None, Field(description="In the search's own numbers.")] = None
    words: Annotated[str, Field(description="How the player expects the game to end; empty if it does not say.")] = ""
    exact: bool = False
    considered: list[Considered] = Field(default_factory=list)
    line: list[Place] = Field(default_factory=list)
    text: str = ""


class HintAnswer(Sent):
    """The answer to `hint`, for the one who asked."""

    type: Literal["hint"] = "hint"
    ply: int
    move: MoveText
    cell: Cell
    words: Annotated[str, Field(description="What is known about the move, briefly: wins in 7, or 63%.")]
    text: Annotated[str, Field(description="The hint as a sentence, with its source.")]
    source: HintSource
    exact: Annotated[bool, Field(description="Proven.")]
    outcome: Annotated[Literal["win", "draw", "loss"] | None, Field(description="Null unless it is proven.")] = None
    score: Annotated[int | None, Field(description="The exact score; null where the distance is not proven.")] = None
    line: list[Place] = Field(default_factory=list)


class ErrorMessage(Sent):
    """A message of the client was refused. The connection stays open, unless a close code follows."""

    type: Literal["error"] = "error"
    code: Annotated[
        Literal[
            "bad_message",  # not JSON, or not one of our messages
            "not_found",  # there is no such game
            "illegal_move",
            "not_your_turn",
            "not_your_seat",  # you watch
            "wrong_ply",  # the game has gone on; the state that follows says where it is
            "game_over",
            "not_allowed",  # a hint against a human, taking back at the start, …
            "busy",  # too many searches of this visitor, or of everybody
            "too_fast",
            "database",  # cannot be reached; nothing was changed, the move can be sent again
            "computer",  # the player failed
        ],
        Field(),
    ]
    text: str
    ply: int | None = None


def error_message(error: PlygroundError, code: str | None = None) -> ErrorMessage:
    """The message about an error, in the language in use."""
    problem = problem_of(error)
    if code is None:
        code = "illegal_move" if problem.code == "input" else problem.code
        if isinstance(error, ConflictError):
            code = "wrong_ply"
    return ErrorMessage.model_validate({"code": code, "text": problem.text})


# From the client


class PlayMove(Received):
    """`ply` makes a resent move harmless: the same move for the same ply is played once."""

    type: Literal["move"]
    ply: Ply
    move: MoveText


class Undo(Received):
    """Goes back to the sender's last move; a person elsewhere is asked first. `ply`: the number of moves now."""

    type: Literal["undo"]
    ply: Ply


class Resign(Received):
    type: Literal["resign"]


class Hint(Received):
    type: Literal["hint"]


class Rematch(Received):
    """After the end: a new game with the seats swapped; its id comes in the state. Against a link both have to ask."""

    type: Literal["rematch"]


class SetPace(Received):
    """Pauses a game between computers (`until`: the number of moves now), lets them make one more move (one more than
    now) or go on (null), and says how fast they play. Only for whoever began the game. Sending it twice does no harm.
    """

    type: Literal["pace"]
    until: Annotated[Ply | None, Field(description="The computers wait after so many moves; null: never.")] = None
    delay: Annotated[Delay | None, Field(description="The least seconds for a move; null: the natural time.")] = None


class Decline(Received):
    """Refuses what the other person asks for, an undo or a rematch, or withdraws what one asked for oneself."""

    type: Literal["decline"]


class Claim(Received):
    """Ends the game as a win, if the other person is to move and away for too long; see `claim_in`."""

    type: Literal["claim"]


class NamePlayer(Received):
    """Changes the name of the person who sends it, as long as the game runs."""

    type: Literal["name"]
    name: Name


Action: TypeAlias = PlayMove | Undo | Resign | Rematch | SetPace | Decline | Claim | NamePlayer
"""What changes a game."""
ClientMessage: TypeAlias = Annotated[Action | Hint | Ping, Field(discriminator="type")]

client_message: TypeAdapter[Action | Hint | Ping] = TypeAdapter(ClientMessage)
