"""Pairs of games: one opening, played twice with the seats swapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.arena.openings import Openings, opening
from plyground.arena.task import GameTask
from plyground.board import Limit, SplitMix
from plyground.game import Player

__all__ = ["PairTasks"]


@dataclass(frozen=True, slots=True)
class PairTasks:
    """Makes the two games of a pair, for matches and tournaments."""

    openings: Openings
    seed: int
    limit: Limit | None
    threads: int
    adjudicate: bool
    event: str | None
    run: str

    def tasks(
        self,
        rules: str,
        players: tuple[str | Player, str | Player],
        names: tuple[str, str],
        ids: tuple[str, str],
        index: int,
        salt: int = 0,
        round: int | None = None,
    ) -> Iterator[GameTask]:
        """The two games. `index` selects the opening; the players' seeds come from it and from `salt`."""
        given = opening(rules, self.openings, self.seed, index)
        seeds = SplitMix(self.seed ^ 0x5EED).stream(index).stream(salt)
        for game, id in enumerate(ids):
            order = (0, 1) if game == 0 else (1, 0)
            own = [seeds.stream(2 * game + place).next64() >> 1 for place in range(2)]
            yield GameTask(
                id=id,
                start=given.start,
                opening=given.moves,
                players=(players[order[0]], players[order[1]]),
                names=(names[order[0]], names[order[1]]),
                seeds=(own[0], own[1]),
                limit=self.limit,
                threads=self.threads,
                adjudicate=self.adjudicate,
                event=self.event,
                round=round,
                seed=self.seed,
                run=self.run,
            )
