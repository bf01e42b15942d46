"""The messages about tournaments and stored games."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from plyground.web.messages.base import OutcomeName, PlayerText, Received, RulesText, Sent, TerminationName
from plyground.web.messages.positions import PositionState

__all__ = [
    "ForfeitRow",
    "NewTournament",
    "PairRecord",
    "StandingRow",
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
    rounds: Annotated[int, Field(ge=1, le=50, description="In each round, every player meets every other twice.")] = 1
    seconds: Annotated[float, Field(gt=0, le=LONGEST_MOVE, strict=False, description="At most, for a move.")] = 0.5


class TournamentSummary(Sent):
    name: str
    state: StateName
    format: str
    rules: list[str]
    titles: Annotated[list[str], Field(description="What the games of `rules` are called.")]
    players: list[str]
    names: Annotated[list[str], Field(description="What the `players` are called, in the language of the request.")]
    played: int
    wanted: int
    began: datetime
    changed: datetime
    can_stop: Annotated[bool, Field(description="It was started from the page and is running.")]
    can_go_on: Annotated[
        bool, Field(description="It is not running, has games left, and all its players are built in.")
    ]
    idle: Annotated[float | None, Field(description="If it is running: seconds since its last game began.")] = None
    problem: Annotated[str, Field(description="Why it ended early, if it failed here.")] = ""


class PairRecord(Sent):
    """The games that a player won, drew and lost against another."""

    won: int
    drawn: int
    lost: int


class StandingRow(Sent):
    """A row of the table, the strongest first."""

    name: str
    label: Annotated[str, Field(description="What the player is called, in the language of the request.")]
    player: str
    elo: float
    low: Annotated[float | None, Field(description="The lower end of the 95 % interval; null without a game.")]
    high: float | None
    games: int
    score: Annotated[float, Field(description="Points for each game.")]
    against: Annotated[list[PairRecord | None], Field(description="In the order of the rows; null against itself.")]


class ForfeitRow(Sent):
    """The games that a player lost by forfeit in one way."""

    player: str
    label: Annotated[str, Field(description="What the player is called, in the language of the request.")]
    termination: TerminationName
    games: int
    reason: Annotated[str, Field(description="What happened the first time.")]


class TournamentState(TournamentSummary):
    standings: list[StandingRow]
    forfeits: list[ForfeitRow]
    forfeited: Annotated[int, Field(description="The games behind the ratings that were lost by forfeit.")]
    advantage: Annotated[float, Field(description="What the first move is worth, in Elo.")]
    connected: Annotated[bool, Field(description="False if some players' ratings cannot be compared yet.")]
    plot: Annotated[str, Field(description="The ratings as an SVG drawing, in the page's colours.")]


class TournamentGame(Sent):
    id: str
    round: int | None
    players: tuple[str, str]
    names: Annotated[tuple[str, str], Field(description="What the players are called, in the language of the request.")]
    outcome: OutcomeName
    termination: TerminationName | None
    plies: int
    began: datetime


class StoredMove(Sent):
    move: str
    seconds: float
    value: Annotated[float | None, Field(description="The player's value of the move, for its own side.")]
    nodes: int | None


class StoredGame(Sent):
    """A game in the database, from the page or from a tournament."""

    id: str
    rules: str
    start: str
    moves: Annotated[str, Field(description="In our notation.")]
    played: list[StoredMove]
    board: Annotated[PositionState, Field(description="After the last move, with the ply of every stone.")]
    opening: Annotated[int, Field(description="The number of moves at the start that were given, not chosen.")]
    players: tuple[str, str]
    names: Annotated[
        tuple[str, str],
        Field(description="What the players are called: You for the visitor, empty for a person who gave no name."),
    ]
    address: Annotated[str | None, Field(description="Where the game itself is, if it was played on the page.")] = None
    outcome: OutcomeName
    termination: TerminationName | None
    reason: str
    event: str | None
    round: int | None
    began: datetime
