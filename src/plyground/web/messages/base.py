"""What the page and the server say to each other. The OpenAPI document is made from these classes.

Moves and rules are texts of our notation (`4`, `b2`, `9x7 connect=5`); cells are `[column, row]` from 0, row 0 at
the bottom. Sides are `first` and `second`. A *ply* counts the moves of a game from 0: the ply of a move is how many
were played before it. Unknown fields in what a client sends are refused, so that a typing error is not lost.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

__all__ = [
    "LANGUAGE_COOKIE",
    "MOST_CELLS",
    "VISITOR_COOKIE",
    "Cell",
    "Clock",
    "Clocks",
    "Considered",
    "Created",
    "ErrorMessage",
    "FromClient",
    "GameState",
    "Hint",
    "Hinted",
    "Join",
    "LevelInfo",
    "Limits",
    "Links",
    "Meta",
    "Move",
    "NewGame",
    "OptionInfo",
    "Ping",
    "Place",
    "PlayedMove",
    "PlayerInfo",
    "Pong",
    "PositionRequest",
    "PositionState",
    "Preset",
    "Problem",
    "Rematch",
    "Resign",
    "Seat",
    "SeatState",
    "Seats",
    "SideName",
    "Stone",
    "Thinking",
    "Undo",
    "from_client",
]

VISITOR_COOKIE = "plyground_visitor"
LANGUAGE_COOKIE = "plyground_language"

MOST_CELLS = 32 * 32
_LONGEST_RULES = 8_000  # 32x32 with almost every cell blocked
_LONGEST_POSITION = 6_000  # the moves of a full 32x32 board without gravity

SideName: TypeAlias = Literal["first", "second"]
OutcomeName: TypeAlias = Literal["open", "first wins", "second wins", "draw"]
TerminationName: TypeAlias = Literal["win", "draw", "resignation", "timeout", "illegal move", "crash", "adjudication"]
Cell: TypeAlias = tuple[int, int]
RulesText: TypeAlias = Annotated[str, Field(max_length=_LONGEST_RULES, examples=["cfour", "9x7 connect=5 blocked=c4"])]
PositionText: TypeAlias = Annotated[
    str, Field(max_length=_LONGEST_POSITION, examples=["", "4453"], description="Moves played, or rows and who moves.")
]
MoveText: TypeAlias = Annotated[str, Field(min_length=1, max_length=4, examples=["4", "b2"])]
PlayerText: TypeAlias = Annotated[str, Field(min_length=1, max_length=200, examples=["level3", "alphabeta depth=4"])]
Name: TypeAlias = Annotated[str, Field(max_length=40)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=MOST_CELLS)]
Code: TypeAlias = Annotated[str, Field(description="A word for programs; the text is for people.")]


class Received(BaseModel):
    """What a client sends: strictly typed, nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Sent(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(extra="forbid")


# Errors


class Problem(Sent):
    """Why a request was refused (any 4xx or 5xx answer): at which field, and where in its text."""

    code: Code
    text: Annotated[str, Field(description="A sentence in the visitor's language.")]
    field: Annotated[str | None, Field(description="The field that is wrong, dotted: `first.player`.")] = None
    place: Annotated[int | None, Field(description="The index in the field's text, from 0.")] = None


# Positions


class Place(Sent):
    """A move that can be played, and the cell where its stone comes to rest."""

    move: MoveText
    cell: Cell


class Stone(Sent):
    cell: Cell
    side: SideName
    ply: Annotated[int | None, Field(description="Null for stones that lay there at the start.")] = None


class PositionRequest(Received):
    rules: RulesText = "cfour"
    position: PositionText = ""


class PositionState(Sent):
    """Everything needed to draw a position and to let somebody choose a move."""

    rules: Annotated[str, Field(description="The canonical text, or the preset's name.")]
    position: Annotated[str, Field(description="Rows from the top and the side to move.")]
    columns: int
    rows: int
    connect: int
    gravity: bool
    blocked: list[Cell]
    stones: list[Stone]
    turn: SideName
    legal: list[Place]
    outcome: OutcomeName
    winning: list[Cell]
    last: Cell | None = None


# Games


class Seat(Received):
    """`human`: whoever makes the game (both seats: two people at one device). `link`: whoever opens the link first."""

    kind: Literal["human", "link", "computer"]
    name: Name = ""
    player: Annotated[PlayerText | None, Field(description="For computers: a built-in player with its options.")] = None


class Clock(Received):
    """Time for the whole game of a side, and what every move adds. The first move of each side is free."""

    seconds: Annotated[float, Field(gt=0, le=24 * 3600, strict=False)]
    increment: Annotated[float, Field(ge=0, le=600, strict=False)] = 0.0


class NewGame(Received):
    rules: RulesText = "cfour"
    position: PositionText = ""
    first: Seat
    second: Seat
    lot: Annotated[bool, Field(description="Draw by lot which of the two begins.")] = False
    clock: Clock | None = None


class Links(Sent):
    """Paths to send or to open. A seat's link lets the first who opens it take that seat."""

    watch: str
    first: str | None = None
    second: str | None = None


class Created(Sent):
    id: str
    you: list[SideName]
    links: Links


class Join(Received):
    """The secret of a seat's link, which stands after `#join=` in it."""

    token: Annotated[str, Field(min_length=1, max_length=100)]
    name: Name = ""


class SeatState(Sent):
    kind: Literal["human", "link", "computer"]
    name: str
    player: str | None = None
    taken: Annotated[bool, Field(description="False for a link that nobody has opened yet.")] = True
    connected: bool = False


class Seats(Sent):
    first: SeatState
    second: SeatState


class Clocks(Sent):
    """Seconds left when this was sent, and whose clock runs."""

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
    value: Annotated[float | None, Field(description="What a computer thought of it, for its own side.")] = None
    nodes: int | None = None


class GameState(PositionState):
    """The whole game. Sent at the start of a connection and after every change; `seq` counts the changes."""

    type: Literal["state"] = "state"
    seq: int
    id: str
    start: Annotated[str, Field(description="The position before the first move; with `moves` it gives the game.")]
    ply: Annotated[int, Field(description="How many moves were played; a move has to name it.")]
    moves: list[PlayedMove]
    termination: TerminationName | None
    reason: Annotated[str, Field(description="A sentence, for a game that ended off the board.")] = ""
    players: Seats
    you: Annotated[list[SideName], Field(description="The seats that this connection may move for.")]
    clocks: Clocks | None = None
    undo_offer: Annotated[SideName | None, Field(description="Who asks to take back; the other agrees by undo.")] = None
    rematch_offer: Annotated[SideName | None, Field(description="Who asks for a rematch.")] = None
    rematch: Annotated[str | None, Field(description="The id of the rematch, once there is one.")] = None
    missed: Annotated[int, Field(description="Changes since the `since` of a connection that came back.")] = 0


class Considered(Sent):
    move: MoveText
    cell: Cell
    value: float | None = None
    visits: int | None = None


class Thinking(Sent):
    """A computer thinks; `done` comes once, with what it found, before the state with its move."""

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
    value: float | None = None
    exact: bool = False
    considered: list[Considered] = []
    line: list[Place] = []
    text: str = ""


class Hinted(Sent):
    """The answer to `hint`, to whoever asked."""

    type: Literal["hint"] = "hint"
    ply: int
    move: MoveText
    cell: Cell
    words: str
    exact: bool
    score: int | None = None
    line: list[Place] = []


class ErrorMessage(Sent):
    """A message of the client was refused; the connection stays, unless a close code follows."""

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


class Pong(Sent):
    type: Literal["pong"] = "pong"


class Move(Received):
    """`ply` makes a resent move harmless: the same move for the same ply is played once."""

    type: Literal["move"]
    ply: Ply
    move: MoveText


class Undo(Received):
    """`ply`: how many moves there are now. Goes back to the sender's last move; a link is asked first."""

    type: Literal["undo"]
    ply: Ply


class Resign(Received):
    type: Literal["resign"]


class Hint(Received):
    type: Literal["hint"]


class Rematch(Received):
    """After the end: a new game with the seats swapped; its id comes in the state. Against a link both have to ask."""

    type: Literal["rematch"]


class Ping(Received):
    type: Literal["ping"]


FromClient: TypeAlias = Annotated[Move | Undo | Resign | Hint | Rematch | Ping, Field(discriminator="type")]

from_client: TypeAdapter[Move | Undo | Resign | Hint | Rematch | Ping] = TypeAdapter(FromClient)


# What the page has to know first


class Preset(Sent):
    name: str
    label: str
    rules: str


class LevelInfo(Sent):
    number: int
    name: str
    label: str
    player: Annotated[str, Field(description="The text to name as the player of a seat.")]
    elo: Annotated[dict[str, float], Field(description="Measured rating by preset.")] = {}
    error: Annotated[dict[str, float], Field(description="Half of the 95 % interval, by preset.")] = {}


class OptionInfo(Sent):
    name: str
    kind: Literal["whole", "number", "choice", "flag", "span", "words"]
    description: str
    allowed: str
    default: str | None
    choices: list[str] = []
    least: float | None = None
    most: float | None = None


class PlayerInfo(Sent):
    name: str
    description: str
    options: list[OptionInfo]


class Limits(Sent):
    columns: int
    rows: int
    seconds: Annotated[float, Field(description="The most a search may take for a move.")]
    searches: Annotated[int, Field(description="Searches that one visitor may have running.")]
    message_bytes: int
    messages_per_second: float


class Meta(Sent):
    version: str
    language: str
    languages: dict[str, str]
    presets: list[Preset]
    levels: list[LevelInfo]
    players: list[PlayerInfo]
    limits: Limits
    kernels: Literal["compiling", "ready", "failed"]
