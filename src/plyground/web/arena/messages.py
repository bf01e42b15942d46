"""What the page and the server say to each other about tournaments and stored games."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from plyground.web.messages.base import OutcomeName, PlayerText, Received, RulesText, Sent, TerminationName

__all__ = [
    "NewTournament",
    "Record",
    "Standing",
    "StateName",
    "StoredGame",
    "StoredMove",
    "TournamentGame",
    "TournamentState",
    "TournamentSummary",
]

MOST_PLAYERS = 8
LONGEST_MOVE = 2.0

StateName: TypeAlias = Literal["new", "running", "stopping", "stopped", "finished"]


class NewTournament(Received):
    """A tournament among built-in players; foreign bots play in those started from the command line."""

    name: Annotated[str, Field(min_length=1, max_length=60, examples=["friday-cup"])]
    players: Annotated[list[PlayerText], Field(min_length=2, max_length=MOST_PLAYERS)]
    rules: RulesText = "cfour"
    rounds: Annotated[int, Field(ge=1, le=50, description="In each, everybody meets everybody, twice.")] = 1
    seconds: Annotated[float, Field(gt=0, le=LONGEST_MOVE, strict=False, description="At most, for a move.")] = 0.5


class TournamentSummary(Sent):
    name: str
    state: StateName
    format: str
    rules: list[str]
    players: list[str]
    played: int
    wanted: int
    began: datetime
    changed: datetime
    can_stop: Annotated[bool, Field(description="It was started from the page, and runs.")]
    can_go_on: Annotated[bool, Field(description="It does not run, has games left, and its players are all built in.")]
    idle: Annotated[float | None, Field(description="Of one that runs: seconds since its last game began.")] = None
    problem: Annotated[str, Field(description="Why it ended early, if it failed here.")] = ""


class Record(Sent):
    """What a player won, drew and lost against another."""

    won: int
    drawn: int
    lost: int


class Standing(Sent):
    """A row of the table, the strongest first."""

    name: str
    player: str
    elo: float
    low: Annotated[float | None, Field(description="Of the 95 % interval; null without a game.")]
    high: float | None
    games: int
    score: Annotated[float, Field(description="Points for each game.")]
    against: Annotated[list[Record | None], Field(description="In the order of the rows; null against itself.")]


class TournamentState(TournamentSummary):
    standings: list[Standing]
    advantage: Annotated[float, Field(description="What the first move is worth, in Elo.")]
    connected: Annotated[bool, Field(description="False if some players' ratings cannot be compared yet.")]
    plot: Annotated[str, Field(description="The ratings as an SVG drawing, in the page's colours.")]


class TournamentGame(Sent):
    id: str
    round: int | None
    players: tuple[str, str]
    outcome: OutcomeName
    termination: TerminationName | None
    plies: int
    began: datetime


class StoredMove(Sent):
    move: str
    seconds: float
    value: Annotated[float | None, Field(description="What the player said of it, for its own side.")]
    nodes: int | None


class StoredGame(Sent):
    """A game of the database, of the page or of a tournament."""

    id: str
    rules: str
    start: str
    moves: Annotated[str, Field(description="In our notation.")]
    played: list[StoredMove]
    opening: Annotated[int, Field(description="How many of the moves were given and not chosen.")]
    players: tuple[str, str]
    outcome: OutcomeName
    termination: TerminationName | None
    reason: str
    event: str | None
    round: int | None
    began: datetime
