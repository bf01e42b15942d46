"""Games that a player lost off the board, by player and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plyground.game import Termination
from plyground.store import GameRecord

if TYPE_CHECKING:
    from plyground.store import GameSummary

__all__ = ["FAULTS", "ForfeitCount", "Forfeits", "is_forfeit"]

FAULTS = (Termination.TIMEOUT, Termination.CRASH, Termination.ILLEGAL_MOVE)


def is_forfeit(game: GameRecord | GameSummary) -> bool:
    """Whether the loser failed. To resign is no failure, unless it is the player's first answer."""
    if game.outcome.winner is None:
        return False
    return game.termination in FAULTS or (game.termination is Termination.RESIGNATION and _is_first_answer(game))


def _is_first_answer(game: GameRecord | GameSummary) -> bool:
    """Whether the loser of a forfeited game made no move in it."""
    plies = len(game.moves) if isinstance(game, GameRecord) else game.plies
    return plies - game.opening <= 1


@dataclass(frozen=True, slots=True)
class ForfeitCount:
    """The games that a player lost in one way. `reason` says what happened the first time."""

    player: str
    termination: Termination
    games: int
    reason: str


@dataclass
class Forfeits:
    """The forfeits of a match or tournament so far: an iterable of counts, sorted by player."""

    _games: Counter[tuple[str, Termination]] = field(default_factory=Counter)
    _reasons: dict[tuple[str, Termination], str] = field(default_factory=dict)
    _unanswered: Counter[str] = field(default_factory=Counter)

    def add(self, game: GameRecord | GameSummary) -> None:
        """Counts the game if it is a forfeit."""
        winner, termination = game.outcome.winner, game.termination
        if winner is None or termination is None or not is_forfeit(game):
            return
        kind = game.players[winner.opposite.value], termination
        self._games[kind] += 1
        self._reasons.setdefault(kind, game.reason)
        self._unanswered[kind[0]] += _is_first_answer(game)

    def unanswered(self, player: str) -> int:
        """The games that the player lost before it made a move."""
        return self._unanswered[player]

    def __iter__(self) -> Iterator[ForfeitCount]:
        """Another thread may add games at the same time."""
        for kind, games in sorted(self._games.copy().items(), key=lambda item: (item[0][0], item[0][1].value)):
            yield ForfeitCount(*kind, games, self._reasons.get(kind, ""))

    def __bool__(self) -> bool:
        return bool(self._games)
