"""The result of a match, counted game by game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from plyground.arena.elo import Standing, standing
from plyground.arena.forfeits import Forfeits
from plyground.arena.result_text import match_html, match_summary
from plyground.arena.sprt import SPRT, Verdict
from plyground.store import GameRecord

__all__ = ["MatchObserver", "MatchResult", "points"]


def points(record: GameRecord, side: int) -> float:
    """The points of the player on `side` (0 for the first player): 1, 1/2 or 0."""
    winner = record.outcome.winner
    return 0.5 if winner is None else float(winner.value == side)


@dataclass
class MatchResult:
    """The result of a match so far, from the first player's point of view. It prints as a summary."""

    players: tuple[str, str]
    games: int
    """The number of games that were scheduled."""
    test: SPRT | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[float] = field(default_factory=list)
    """The scores of whole pairs, in order, without gaps."""
    forfeits: Forfeits = field(default_factory=Forfeits)
    _by_number: dict[int, GameRecord] = field(default_factory=dict, repr=False)
    _verdict: Verdict | None = field(default=None, repr=False)

    @property
    def records(self) -> list[GameRecord]:
        """The games that have ended, in the order in which they were scheduled."""
        return [record for _number, record in sorted(self._by_number.items())]

    @property
    def played(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points; not a number before the first game has ended."""
        return (self.wins + self.draws / 2) / self.played if self.played else math.nan

    @property
    def silent(self) -> str | None:
        """A player that failed before its first answer in every game, if there is one. Then there is no result."""
        unanswered = self.forfeits.unanswered
        return next((name for name in self.players if self.played and unanswered(name) == self.played), None)

    @property
    def counted(self) -> list[GameRecord]:
        """The games behind `standing`: those of whole pairs, in order, without gaps."""
        return [self._by_number[number] for number in range(2 * len(self.pairs))]

    @property
    def standing(self) -> Standing:
        return standing(self.pairs)

    @property
    def verdict(self) -> Verdict | None:
        """The state of the test. After a decision, pairs that were still being played change nothing."""
        return self._verdict

    def __str__(self) -> str:
        return "\n".join(match_summary(self))

    def _repr_html_(self) -> str:
        return match_html(self)

    def add(self, number: int, record: GameRecord) -> None:
        """Counts game `number`, once. The first player moves first in games with an even number."""
        if number in self._by_number:
            return
        self._by_number[number] = record
        mine = points(record, number % 2)
        if mine == 1:
            self.wins += 1
        elif mine == 0:
            self.losses += 1
        else:
            self.draws += 1
        self.forfeits.add(record)
        while (even := 2 * len(self.pairs)) in self._by_number and even + 1 in self._by_number:
            pair = self._by_number[even], self._by_number[even + 1]
            self.pairs.append((points(pair[0], 0) + points(pair[1], 1)) / 2)
            if self.test is not None and (self._verdict is None or self._verdict.accepted is None):
                self._verdict = self.test.judge(self.pairs)


MatchObserver: TypeAlias = Callable[[Sequence[GameRecord], MatchResult], None]
"""Called with the games that have ended since the last call, and with the result so far, always the same object."""
