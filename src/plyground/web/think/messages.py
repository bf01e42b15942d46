"""The messages of `/ws/think`: the search that is asked for, its steps, and how it ended."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from plyground.web.messages.base import (
    GameText,
    Ping,
    Received,
    RequestNumber,
    RulesText,
    Sent,
    SideName,
    Stop,
)
from plyground.web.messages.positions import PositionState

__all__ = [
    "AskDepths",
    "AskParts",
    "AskedSearch",
    "DecisionState",
    "DepthRow",
    "DepthRows",
    "EvaluationParts",
    "More",
    "PartState",
    "SearchSteps",
    "Think",
    "ThinkEnd",
    "ThinkRefused",
    "ThinkStart",
    "ThoughtGame",
    "ThoughtPosition",
    "question",
]

_NameText: TypeAlias = Annotated[str, Field(max_length=100)]
_StepNumber: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
Value: TypeAlias = float | Literal["inf", "-inf"] | None

# From the client


class AskedSearch(Received):
    """A search on a position. An option that the search does not take is not looked at."""

    request: RequestNumber
    position: Annotated[
        GameText,
        Field(description="Of a grid, as in an analysis; `nim 3 4 5`; a tree of numbers; or the moves of `game`."),
    ] = ""
    rules: Annotated[RulesText | None, Field(description="Of a grid; null is `cfour`.")] = None
    game: Annotated[_NameText | None, Field(description="A game that the server's owner has added.")] = None
    search: Annotated[_NameText, Field(examples=["minimax", "alphabeta", "montecarlo", "uct"])]
    depth: int | None = None
    evaluator: Annotated[_NameText | None, Field(description="Null is the board's own.")] = None
    order: Annotated[_NameText | None, Field(description="Of the moves; null is as the board has them.")] = None
    table: Annotated[bool, Field(description="Whether alpha-beta keeps a table of positions.")] = False
    playouts: int | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    c: Annotated[float | None, Field(description="How much UCT explores.")] = None


class Think(AskedSearch):
    """Asks for the steps of a search. It ends the search before on this connection."""

    model_config = ConfigDict(populate_by_name=True)

    type: Literal["think"]
    first: Annotated[
        _StepNumber,
        Field(alias="from", description="The first step to send. Searches are repeatable, so a client can go on."),
    ] = 0


class More(Received):
    """The client has the steps up to `to` and wants more: 20,000 steps beyond it are sent at most."""

    type: Literal["more"]
    request: RequestNumber
    to: _StepNumber


class AskParts(Received):
    """Asks why the position after the moves of `path` is worth what it is, for the last `think` of this connection."""

    type: Literal["parts"]
    request: RequestNumber
    path: Annotated[list[_NameText], Field(max_length=1024)]


class AskDepths(AskedSearch):
    """Asks what the search chooses at the depths 1 to `most`."""

    type: Literal["depths"]
    most: Annotated[int, Field(ge=1, le=64)] = 6


# To the client


class ThoughtGame(Sent):
    kind: Literal["grid", "nim", "tree", "own"]
    name: Annotated[str, Field(description="The preset or rules of a grid; the name of a game that was added.")]


class ThoughtPosition(Sent):
    """A position that is not on a grid."""

    text: str
    turn: SideName


class ThinkStart(Sent):
    """The first answer to `think`: the search and its position, as the server read them."""

    type: Literal["thinking"] = "thinking"
    request: int
    title: str
    search: str
    options: Annotated[dict[str, Any], Field(description="All that the search takes, with its defaults.")]
    game: ThoughtGame
    position: PositionState | ThoughtPosition
    most: Annotated[int, Field(description="How many steps are kept at most.")]


class SearchSteps(Sent):
    """Some steps of the search, in their order. A step is an array that begins with what happens:

    - `["enter", node, parent, move, depth, maximizing, alpha, beta, outcome, legal, text]`
    - `["evaluate", node, value]`, `["leave", node, value]`
    - `["cut", node, alpha, beta, skipped]`
    - `["deepen", node, depth]`, `["lookup", node, value, bound]`
    - `["expand", node, parent, move, visits, total, outcome, text]`
    - `["select", node, parent, move, score]`
    - `["playout", node, moves, value]`
    - `["backup", node, value, visits, total]`

    Nodes are numbered from 0; a root has no parent and no move (null). Moves are named as people write them. A value
    without end is `"inf"` or `"-inf"`. `maximizing` is 0 or 1. `outcome` is 0 while the game is open, 1 if the first
    side has won, 2 if the second has, 3 for a draw. `legal` is missing, or null before a `text`, where the search looks
    no further. `text` is the position, for boards that are no grids.
    """

    model_config = ConfigDict(populate_by_name=True)

    type: Literal["steps"] = "steps"
    request: int
    first: Annotated[int, Field(alias="from", description="The number of the first of these steps, from 0.")]
    events: list[list[Any]]


class DecisionState(Sent):
    """What the search decided; values are those of the side to move."""

    move: str
    value: Value
    values: dict[str, Value]
    visits: dict[str, int]
    line: list[str]
    nodes: int
    playouts: int
    depth: int | None
    seconds: Annotated[float, Field(description="The time at work, without that in which the search had to wait.")]
    complete: bool


class ThinkEnd(Sent):
    """The last answer to `think`, after all steps."""

    type: Literal["thought"] = "thought"
    request: int
    steps: Annotated[int, Field(description="How many steps there are, sent now or before.")]
    kept: Annotated[bool, Field(description="False if the tree was too large: the steps are its beginning.")]
    text: Annotated[str, Field(description="What has to be said about it, in the visitor's language; often empty.")]
    decision: DecisionState


class PartState(Sent):
    cells: list[str]
    side: SideName
    value: Value


class EvaluationParts(Sent):
    """Why a position is worth what it is: the parts add up to the value, for the side to move at the root."""

    type: Literal["parts"] = "parts"
    request: int
    path: list[str]
    value: Value
    parts: Annotated[list[PartState], Field(description="Empty if the evaluator has none to show.")]


class DepthRow(Sent):
    depth: int
    move: str
    value: Value
    nodes: int
    cuts: int


class DepthRows(Sent):
    """The choices so far, from depth 1 on. `complete`: there will be no more."""

    type: Literal["depths"] = "depths"
    request: int
    rows: list[DepthRow]
    complete: bool
    text: Annotated[str, Field(description="Why there are fewer rows than were asked for, if there are.")] = ""


class ThinkRefused(Sent):
    """The question cannot be answered; `field` and `place` say where it is wrong."""

    type: Literal["refused"] = "refused"
    request: int | None
    code: str
    text: str
    field: str | None = None
    place: int | None = None


_Question: TypeAlias = Annotated[Think | More | AskParts | AskDepths | Stop | Ping, Field(discriminator="type")]

question: TypeAdapter[Think | More | AskParts | AskDepths | Stop | Ping] = TypeAdapter(_Question)
