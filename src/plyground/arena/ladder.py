"""The ladder of levels: neighbouring levels play each other, and the games show how far apart they are.

The games are saved in a file, twenty at a time, so that a measurement can be stopped and continued. The games of a
rung depend on the seed alone, so the same seed always measures the same openings.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from plyground.arena.elo import Standing, standing
from plyground.arena.match_result import MatchResult, points
from plyground.arena.matches import match
from plyground.arena.openings import Openings
from plyground.arena.ratings import Ratings, Result, rate
from plyground.board import Cancel, Limit, SplitMix
from plyground.errors import N_, InputError
from plyground.players import LEVELS
from plyground.store import GameRecord

__all__ = ["BOARDS", "Ladder", "Rung", "neighbours"]

BOARDS = ("cfour", "tictactoe", "random")
"""The boards that the ladder is measured on by default; `random` is a new board for each pair."""

ANCHOR = "random"
"""The player whose rating is Elo 0."""

_BATCH = 20
# These choose moves at random, so their games differ without an opening.
_BY_LOT = ("random", "winblock")


def neighbours(numbers: Iterable[int]) -> Iterator[tuple[str, str]]:
    """The pairs of players, the one that should win first: each level and the one below it.

    Below the first level is a player that moves at random, above it one that only sees wins and blocks.
    """
    for number in numbers:
        if number == 1:
            yield "level1", "random"
            yield "winblock", "level1"
        else:
            yield f"level{number}", f"level{number - 1}"


@dataclass
class Rung:
    """Two neighbours on one kind of board. A pair holds the half points of `upper` as first and as second player."""

    board: str
    upper: str
    lower: str
    pairs: list[tuple[int, int]] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    """Games that a player lost off the board, because it was late or failed."""

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def standing(self) -> Standing:
        return standing([(one + other) / 4 for one, other in self.pairs])

    def results(self) -> Iterator[Result]:
        for number, (one, other) in enumerate(self.pairs):
            pair = f"{self.upper} {self.lower} {number}"
            yield Result(self.upper, self.lower, one / 2, pair)
            yield Result(self.lower, self.upper, 1 - other / 2, pair)

    def play(
        self,
        games: int,
        seed: int,
        limit: Limit | None,
        executor: Executor | None,
        cancel: Cancel | None,
        watch: Watcher | None = None,
    ) -> Iterator[None]:
        """Plays until there are `games` games; yields after every batch, so that it can be saved."""
        while self.games < games and not (cancel is not None and cancel.is_set()):
            batch = self.games // _BATCH
            wanted = min(_BATCH, games - batch * _BATCH)

            def observe(_records: Sequence[GameRecord], result: MatchResult) -> None:
                if watch is not None:
                    watch(self, result.played, result.games)

            if watch is not None:
                watch(self, 0, wanted)
            result = match(
                self.upper,
                self.lower,
                games=wanted,
                rules=self.board,
                seed=SplitMix(seed).stream(batch).next64() >> 1,
                limit=limit,
                openings=Openings("none") if {self.upper, self.lower} & set(_BY_LOT) else None,
                executor=executor,
                observer=observe,
                cancel=cancel,
            )
            if result.played == wanted:
                # A batch that was played with fewer games before is replaced by the whole batch.
                del self.pairs[batch * _BATCH // 2 :]
                records = result.records
                self.pairs += [
                    (int(2 * points(one, 0)), int(2 * points(other, 1)))
                    for one, other in zip(records[::2], records[1::2], strict=True)
                ]
                self.faults.update({f"{one.player}: {one.termination.value}": one.games for one in result.forfeits})
                yield


Watcher: TypeAlias = Callable[[Rung, int, int], None]
"""Called when a batch of games begins, and as they end: how many have ended, of how many."""


class Ladder:
    """All rungs on all boards, which can be saved to a file."""

    def __init__(self, seed: int = 0, limit: Limit | None = None, version: str = "") -> None:
        self.seed = seed
        self.limit = limit
        self.version = version
        self.commands: list[str] = []
        self.rungs: list[Rung] = []

    def rung(self, board: str, upper: str, lower: str) -> Rung:
        """The rung of these players on this board; a new one if there is none."""
        for rung in self.rungs:
            if (rung.board, rung.upper, rung.lower) == (board, upper, lower):
                return rung
        self.rungs.append(Rung(board, upper, lower))
        return self.rungs[-1]

    def note_command(self, command: str) -> None:
        """Adds the command to the list of commands that played games, which the file keeps."""
        if command not in self.commands:
            self.commands.append(command)

    def measure(
        self,
        games: int,
        boards: Sequence[str] = BOARDS,
        numbers: Sequence[int] = range(1, len(LEVELS) + 1),
        *,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
        news: Callable[[Rung], None] | None = None,
        watch: Watcher | None = None,
    ) -> None:
        """Plays the missing games, the quick levels first; `news` is called after every batch that should be saved."""
        wanted = [self.rung(board, *pair) for pair in neighbours(numbers) for board in boards]
        for rung in wanted:
            for _ in rung.play(games, self.seed, self.limit, executor, cancel, watch):
                if news is not None:
                    news(rung)

    def ratings(self, board: str) -> Ratings | None:
        """The ratings on this board; None without games, or if games do not connect all players to the random mover."""
        results = [result for rung in self.rungs if rung.board == board for result in rung.results()]
        if not any(ANCHOR in (result.first, result.second) for result in results):
            return None
        ratings = rate(results, anchor=ANCHOR)
        return ratings if ratings.is_connected else None

    @property
    def boards(self) -> list[str]:
        return list(dict.fromkeys(rung.board for rung in self.rungs if rung.pairs))

    def save(self, file: Path) -> None:
        """Writes the whole file or nothing: an interruption leaves the old file."""
        ratings = {board: self.ratings(board) for board in self.boards}
        content: dict[str, Any] = {
            "version": self.version,
            "commands": self.commands,
            "seed": self.seed,
            "time": None if self.limit is None else self.limit.time,
            "elo": {
                board: {
                    rating.name: [round(rating.elo), round(rating.low), round(rating.high)]
                    for rating in sorted(rated.players, key=lambda rating: rating.elo)
                }
                for board, rated in ratings.items()
                if rated is not None
            },
            "games": [
                {
                    "board": rung.board,
                    "upper": rung.upper,
                    "lower": rung.lower,
                    "faults": dict(rung.faults),
                    "pairs": " ".join(f"{one}{other}" for one, other in rung.pairs),
                }
                for rung in self.rungs
                if rung.pairs
            ],
        }
        part = file.with_name(file.name + ".part")
        part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(part, file)

    @classmethod
    def load(cls, file: Path) -> Ladder:
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            seconds = content["time"]
            ladder = cls(content["seed"], None if seconds is None else Limit(time=seconds), content["version"])
            ladder.commands = content["commands"]
            for game in content["games"]:
                rung = ladder.rung(game["board"], game["upper"], game["lower"])
                rung.pairs = [(int(pair[0]), int(pair[1])) for pair in game["pairs"].split()]
                rung.faults = Counter(game["faults"])
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError(
                N_("'{file}' is no measurement of the levels ({reason}); name another file"), file=file, reason=error
            ) from None
        return ladder
