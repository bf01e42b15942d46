"""`GameRecord`: a game as it was played, whole and checkable; what workers return and the database keeps.

A record is a value: it can be pickled, compared, written as text (`store.text`) and read back the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from plyground._version import __version__
from plyground.board import Decision, Move, Outcome, Side
from plyground.errors import N_, IllegalMoveError, RecordError
from plyground.game import Game, Termination
from plyground.grid import GridBoard, Rules, moves_text

__all__ = ["LONGEST_NAME", "GameRecord", "MoveRecord", "now", "plain_text"]

LONGEST_NAME = 200
"""Letters in the name of a game or an event: databases look games up by them."""

_ON_BOARD = (Termination.WIN, Termination.DRAW)
_NO_TEXT = {0: "\ufffd"} | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def now() -> datetime:
    """This moment, as records and the database keep it."""
    return datetime.now(UTC)


def plain_text(text: str) -> str:
    """`text` without what no database keeps: NUL, and half of a surrogate pair."""
    return text.translate(_NO_TEXT)


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move, the seconds it took, and what the player said about it: its value for the side that moved, its nodes."""

    move: Move
    seconds: float = 0.0
    value: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if not (self.seconds >= 0 and math.isfinite(self.seconds)):
            raise RecordError(N_("a move took {seconds} s; it has to be 0 or more"), seconds=self.seconds)
        if self.nodes is not None and not 0 <= self.nodes < 2**63:
            raise RecordError(N_("a move took {nodes} nodes; it has to be 0 or more"), nodes=self.nodes)
        # Players compute with NumPy and write -0.0; databases and texts know plain numbers only.
        object.__setattr__(self, "move", int(self.move))
        object.__setattr__(self, "seconds", float(self.seconds) + 0.0)
        if self.value is not None:
            object.__setattr__(self, "value", None if math.isnan(self.value) else float(self.value) + 0.0)
        if self.nodes is not None:
            object.__setattr__(self, "nodes", int(self.nodes))

    @classmethod
    def of(cls, decision: Decision, seconds: float) -> MoveRecord:
        """What of a decision is kept: searches count nodes or playouts."""
        return cls(decision.move, round(seconds, 6), decision.value, decision.nodes or decision.playouts or None)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: who played whom under which rules, every move, how it ended, and where it belongs.

    `players` are texts, the first side's and the second's. `start` is the board before the first of `moves`; the first
    `opening` of these were given and not chosen. `reason` says in a sentence what happened when a game was forfeited.
    `limit` is the text of what a move or the whole game was allowed. An unfinished game is open, without termination.
    """

    id: str
    start: GridBoard
    players: tuple[str, str]
    moves: tuple[MoveRecord, ...]
    outcome: Outcome
    termination: Termination | None
    began: datetime
    reason: str = ""
    opening: int = 0
    event: str | None = None
    round: int | None = None
    seed: int | None = None
    limit: str = ""
    version: str = __version__

    def __post_init__(self) -> None:
        if self.began.tzinfo is None:
            raise RecordError(N_("game {id} began at {began} of no time zone; times are kept in UTC"), **self._named())
        object.__setattr__(self, "began", self.began.astimezone(UTC))
        # A bot's odd name is no reason to lose its game.
        for name in ("id", "reason", "limit", "version"):
            object.__setattr__(self, name, plain_text(getattr(self, name)))
        object.__setattr__(self, "players", tuple(plain_text(player) for player in self.players))
        if self.event is not None:
            object.__setattr__(self, "event", plain_text(self.event))
        for value in (self.id, self.event):
            if value is not None and not 0 < len(value) <= LONGEST_NAME:
                raise RecordError(
                    N_("the name '{name}' has {count} letters; it has to be 1 to {most}"),
                    name=value,
                    count=len(value),
                    most=LONGEST_NAME,
                )
        if self.round is not None and not 0 <= self.round < 2**63:
            raise RecordError(N_("game {id} is of round {round}; it has to be 0 or more"), id=self.id, round=self.round)
        if self.outcome.is_over != (self.termination is not None):
            raise RecordError(
                N_("game {id} has the outcome '{outcome}' and the termination '{termination}'; one is missing"),
                **self._named(),
            )
        if not 0 <= self.opening <= len(self.moves):
            raise RecordError(
                N_("game {id} has {moves} moves, of which the opening cannot be {opening}"), **self._named()
            )

    def _named(self) -> Mapping[str, object]:
        return {
            "id": self.id,
            "began": self.began,
            "outcome": self.outcome.value,
            "termination": "" if self.termination is None else self.termination.value,
            "moves": len(self.moves),
            "opening": self.opening,
        }

    @classmethod
    def of(
        cls,
        game: Game[GridBoard],
        *,
        id: str,
        players: tuple[str, str],
        moves: Iterable[MoveRecord] | None = None,
        began: datetime | None = None,
        reason: str = "",
        opening: int = 0,
        event: str | None = None,
        round: int | None = None,
        seed: int | None = None,
        limit: str = "",
    ) -> GameRecord:
        """The record of a game as it stands; without `moves`, nothing is known of them but that they were played."""
        return cls(
            id=id,
            start=game.start,
            players=players,
            moves=tuple(MoveRecord(move) for move in game.moves) if moves is None else tuple(moves),
            outcome=game.outcome,
            termination=game.termination,
            began=now() if began is None else began,
            reason=reason,
            opening=opening,
            event=event,
            round=round,
            seed=seed,
            limit=limit,
        )

    @property
    def rules(self) -> Rules:
        return self.start.rules

    def player(self, side: Side) -> str:
        return self.players[side.value]

    @property
    def moves_text(self) -> str:
        """The moves in our notation."""
        return moves_text(self.rules, [record.move for record in self.moves])

    def game(self) -> Game[GridBoard]:
        """Replays the game; refuses a record whose moves or end the rules do not allow."""
        game = Game(self.start)
        for ply, record in enumerate(self.moves, start=1):
            game.spend(game.turn, record.seconds)
            try:
                game.play(record.move)
            except IllegalMoveError as error:
                raise RecordError(
                    N_("move {ply} of game {id} cannot be played: {reason}"), ply=ply, id=self.id, reason=error
                ) from None
        if self.termination is not None and self.termination not in _ON_BOARD and not game.is_over:
            winner = self.outcome.winner
            game.end(None if winner is None else winner.opposite, self.termination)
        if (game.outcome, game.termination) != (self.outcome, self.termination):
            raise RecordError(
                N_("game {id} ends as '{outcome}' by '{termination}', but its moves make it '{found}'"),
                **self._named(),
                found=game.outcome.value,
            )
        return game
