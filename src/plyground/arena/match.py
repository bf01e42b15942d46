"""A match of two players: pairs of games on the same opening with the seats swapped, and the result.

Everything random comes from the seed: boards, openings, and the players' own seeds. Pairs are judged in the order in
which they were scheduled, so the verdict does not depend on which games were quick or how many ran at a time.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TypeAlias

from plyground.arena.capacity import capacity_of, check_players
from plyground.arena.elo import Standing, standing
from plyground.arena.openings import Openings, check_rules, opening
from plyground.arena.run import end_run, play_games
from plyground.arena.sprt import SPRT, Verdict
from plyground.arena.task import GameTask
from plyground.board import Cancel, Limit, SplitMix
from plyground.errors import N_, LimitError
from plyground.executors import local_executor
from plyground.game import Termination
from plyground.grid import Rules
from plyground.players import player_text
from plyground.store import GameRecord

__all__ = ["MatchObserver", "MatchResult", "PairTasks", "check_match", "match", "points"]


def points(record: GameRecord, side: int) -> float:
    """The points of the player on `side` (0 for the first player): 1, 1/2 or 0."""
    winner = record.outcome.winner
    return 0.5 if winner is None else float(winner.value == side)


@dataclass
class MatchResult:
    """The result of a match so far, from the first player's point of view."""

    players: tuple[str, str]
    games: int
    """The number of games that were scheduled."""
    test: SPRT | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[float] = field(default_factory=list)
    """The scores of whole pairs, in order, without gaps."""
    terminations: Counter[tuple[str, Termination]] = field(default_factory=Counter)
    """How often each player lost by its own fault."""
    reasons: dict[tuple[str, Termination], str] = field(default_factory=dict)
    """What happened the first time, such as an exit code or the last output of a bot."""
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
        return (self.wins + self.draws / 2) / self.played if self.played else 0.5

    @property
    def standing(self) -> Standing:
        return standing(self.pairs)

    @property
    def verdict(self) -> Verdict | None:
        """The state of the test. After a decision, pairs that were still being played change nothing."""
        return self._verdict

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
        if record.termination in FAULTS and record.outcome.winner is not None:
            fault = record.player(record.outcome.winner.opposite), record.termination
            self.terminations[fault] += 1
            self.reasons.setdefault(fault, record.reason)
        while (even := 2 * len(self.pairs)) in self._by_number and even + 1 in self._by_number:
            pair = self._by_number[even], self._by_number[even + 1]
            self.pairs.append((points(pair[0], 0) + points(pair[1], 1)) / 2)
            if self.test is not None and (self._verdict is None or self._verdict.accepted is None):
                self._verdict = self.test.judge(self.pairs)


FAULTS = (Termination.TIMEOUT, Termination.CRASH, Termination.ILLEGAL_MOVE)

MatchObserver: TypeAlias = Callable[[Sequence[GameRecord], MatchResult], None]
"""Called with the games that have ended since the last call, and with the result so far, always the same object."""


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
        players: tuple[str, str],
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


def match(
    first: str,
    second: str,
    *,
    games: int = 100,
    rules: str | Rules = "cfour",
    seed: int = 0,
    limit: Limit | None = None,
    openings: Openings | None = None,
    adjudicate: bool = False,
    sprt: SPRT | None = None,
    executor: Executor | None = None,
    concurrency: int | None = None,
    event: str | None = None,
    observer: MatchObserver | None = None,
    cancel: Cancel | None = None,
) -> MatchResult:
    """Lets two players, named by their texts, play `games` games (an even number), or fewer if `sprt` decides earlier.

    `executor` is used and left open; without one, local processes play `concurrency` games at a time, one for each
    core by default. `rules` may be `random`: a new board for each pair. `event` is the event of the games' records.

    >>> from plyground.executors import Here
    >>> result = match("alphabeta depth=2", "random", games=4, rules="tictactoe", executor=Here())
    >>> result.played, len(result.pairs), result.score > 0.5
    (4, 2, True)
    """
    openings = openings or Openings()
    texts = check_match(first, second, games, str(rules), openings, adjudicate)
    names = texts if texts[0] != texts[1] else (texts[0], f"{texts[1]} (2)")
    capacity = capacity_of(executor, concurrency)
    check_players(texts, limit, capacity, [str(rules)])
    run = event or f"match-{secrets.token_hex(6)}"
    result = MatchResult(names, games, sprt)
    maker = PairTasks(openings, seed, limit, capacity.threads, adjudicate, event, run)
    numbers = {f"{run}-{number // 2 + 1}{'ab'[number % 2]}": number for number in range(games)}
    ids = list(numbers)

    def tasks() -> Iterator[GameTask]:
        for pair in range(games // 2):
            yield from maker.tasks(str(rules), texts, names, (ids[2 * pair], ids[2 * pair + 1]), pair)

    workers = local_executor(capacity.games) if executor is None else executor
    playing = play_games(tasks(), workers, cancel)
    complete = False
    try:
        for records in playing:
            for record in records:
                result.add(numbers[record.id], record)
            if observer is not None:
                observer(records, result)
            if (verdict := result.verdict) is not None and verdict.accepted is not None:
                break
        complete = result.played == games
    finally:
        playing.close()
        if not complete:
            end_run(workers, run)
        if executor is None:
            workers.shutdown()
    return result


def check_match(
    first: str, second: str, games: int, rules: str, openings: Openings, adjudicate: bool = False
) -> tuple[str, str]:
    """Refuses a match that cannot be played, before it starts; returns the players' texts in their normal form."""
    if games < 2 or games % 2:
        raise LimitError(
            N_("a match of {games} games; it has to be an even number, as every opening is played twice"), games=games
        )
    check_rules(rules, openings, adjudicate)
    return player_text(first), player_text(second)
