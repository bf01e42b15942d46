"""`GameRecord`: a whole game as it was played, which can be checked. Workers return it and the database keeps it.

A record is a value: it can be pickled, compared, written as text (`store.game_text`) and read back the same.
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
"""The most letters in the name of a game or an event: databases index games by them."""

_ON_BOARD = (Termination.WIN, Termination.DRAW)
_NO_TEXT = {0: "\ufffd"} | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def now() -> datetime:
    """The current time, with the precision of records and the database."""
    return datetime.now(UTC)


def plain_text(text: str) -> str:
    """`text` without characters that databases refuse: NUL, and halves of surrogate pairs."""
    return text.translate(_NO_TEXT)


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move, the seconds it took, and what the player reported: the value for the side that moved, and the nodes."""

    move: Move
    seconds: float = 0.0
    value: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if not (self.seconds >= 0 and math.isfinite(self.seconds)):
            raise RecordError(N_("a move took {seconds} s; it has to be 0 or more"), seconds=self.seconds)
        if self.nodes is not None and not 0 <= self.nodes < 2**63:
            raise RecordError(N_("a move took {nodes} nodes; it has to be 0 or more"), nodes=self.nodes)
        # Players may give NumPy numbers and -0.0; databases and texts take plain numbers only.
        object.__setattr__(self, "move", int(self.move))
        object.__setattr__(self, "seconds", float(self.seconds) + 0.0)
        if self.value is not None:
            object.__setattr__(self, "value", None if math.isnan(self.value) else float(self.value) + 0.0)
        if self.nodes is not None:
            object.__setattr__(self, "nodes", int(self.nodes))

    @classmethod
    def of(cls, decision: Decision, seconds: float) -> MoveRecord:
        """What is kept of a decision. Searches count nodes or playouts.

        A move without a search, from the book or at sight, has no value on the scale of the player's searches. A bot
        that names a value need not say what it counted.
        """
        counted = decision.nodes or decision.playouts
        unsearched = counted == 1 or (decision.exact and not counted)
        return cls(decision.move, round(seconds, 6), None if unsearched else decision.value, counted or None)

    @property
    def shown_value(self) -> float | None:
        """The value to show beside those of the game's other moves: None if no search has found it.

        `of` keeps no such value, but earlier versions did: 1, 0 or -1 without nodes from the book, and any with one
        node at sight. Beside the values of searches they look like jumps.
        """
        from_book = self.nodes is None and self.value in (-1.0, 0.0, 1.0)
        return None if from_book or self.nodes == 1 else self.value


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: who played whom under which rules, every move, how it ended, and where it belongs.

    `players` are texts, the first side's and the second's. `start` is the board before the first of `moves`; the first
    `opening` of these were given and not chosen. For a forfeited game `reason` says in a sentence what happened, and
    `forfeit_seconds` how long the loser took over its last turn, which brought no move; None where nobody measured it.
    `limit` is the text of the limit for a move or the whole game. An unfinished game is open and has no termination.
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
    forfeit_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.began.tzinfo is None:
            raise RecordError(N_("game {id} began at {began} of no time zone; times are kept in UTC"), **self._named())
        object.__setattr__(self, "began", self.began.astimezone(UTC))
        # Keep the game of a bot whose name has odd characters.
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
        seconds = self.forfeit_seconds
        if seconds is not None and not (seconds >= 0 and math.isfinite(seconds)):
            raise RecordError(N_("the last turn took {seconds} s; it has to be 0 or more"), seconds=seconds)
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
        forfeit_seconds: float | None = None,
    ) -> GameRecord:
        """The record of a game as it stands. Without `moves`, their times and values are unknown."""
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
            forfeit_seconds=forfeit_seconds,
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

    def game(self, begun: Game[GridBoard] | None = None) -> Game[GridBoard]:
        """Replays the game; refuses a record whose moves or end the rules do not allow.

        If `begun` is given, it has the first moves of this record, and only the others are played on it.
        """
        game = Game(self.start) if begun is None else begun
        known = len(game.moves)
        for ply, record in enumerate(self.moves[known:], start=known + 1):
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
