"""Runs a tournament that is kept in the database, and resumes it after any interruption.

The process that runs the tournament commits each game once, as a whole, under its id. So the database always holds
only games of the schedule, and a run plays the scheduled games that are missing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field

from plyground.arena.capacity import Capacity, capacity_of, check_players
from plyground.arena.match import PairTasks
from plyground.arena.ratings import Ratings, rate, result_of
from plyground.arena.run import end_run, play_games
from plyground.arena.schedule import game_count, pair_ids, rounds_at_once, scheduled
from plyground.arena.settings import TournamentSettings
from plyground.arena.task import GameTask
from plyground.board import Cancel, Outcome
from plyground.executors import local_executor
from plyground.store import (
    Database,
    GameFilter,
    GameRecord,
    add_games,
    get_tournament,
    keep_tournament,
    set_state,
    summaries,
)

__all__ = ["FINISHED", "RUNNING", "STOPPED", "Standings", "run_tournament", "settings_of", "standings_of"]

RUNNING, STOPPED, FINISHED = "running", "stopped", "finished"
"""The states of a tournament in the database. It stays `running` if its process was killed."""


@dataclass
class Standings:
    """A tournament's results so far: the outcome and the players of every game by its id."""

    settings: TournamentSettings
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    players: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def played(self) -> int:
        return len(self.outcomes)

    @property
    def wanted(self) -> int:
        return game_count(self.settings)

    def add(self, id: str, players: tuple[str, str], outcome: Outcome) -> None:
        if outcome.is_over:
            self.players[id] = players
            self.outcomes[id] = outcome

    def ratings(self) -> Ratings:
        """The ratings after the games so far. Another thread may add games at the same time."""
        return rate(
            [result_of(id, self.players[id], outcome) for id, outcome in list(self.outcomes.items())],
            players=[entrant.name for entrant in self.settings.players],
            anchor=self.settings.anchor,
            anchor_elo=self.settings.anchor_elo,
        )


def settings_of(database: Database, name: str) -> TournamentSettings:
    """The settings of a tournament in the database."""
    return TournamentSettings.from_json(get_tournament(database, name).settings)


def standings_of(database: Database, settings: TournamentSettings) -> Standings:
    """The results of a tournament in the database."""
    found = Standings(settings)
    for game in summaries(database, GameFilter(event=settings.name)):
        found.add(game.id, game.players, game.outcome)
    return found


def run_tournament(
    database: Database,
    settings: TournamentSettings,
    *,
    executor: Executor | None = None,
    concurrency: int | None = None,
    observer: Callable[[Standings], None] | None = None,
    cancel: Cancel | None = None,
) -> Standings:
    """Plays the games that are missing, all of them if the tournament is new; returns the standings after that.

    Refuses a name that is taken by a tournament with other settings. `executor` is used and left open; without one,
    local processes play `concurrency` games at a time. `observer` is called after games were committed.
    """
    capacity = capacity_of(executor, concurrency)
    check_players((entrant.player for entrant in settings.players), settings.limit, capacity, settings.rules)
    keep_tournament(database, settings.name, settings.json())
    standings = standings_of(database, settings)
    if standings.played < standings.wanted:
        set_state(database, settings.name, RUNNING)
        workers = local_executor(capacity.games) if executor is None else executor
        try:
            _play(database, standings, workers, capacity, observer, cancel)
        finally:
            complete = standings.played >= standings.wanted
            set_state(database, settings.name, FINISHED if complete else STOPPED)
            if executor is None:
                workers.shutdown()
    return standings


def _play(
    database: Database,
    standings: Standings,
    executor: Executor,
    capacity: Capacity,
    observer: Callable[[Standings], None] | None,
    cancel: Cancel | None,
) -> None:
    run = f"{standings.settings.name}-{secrets.token_hex(6)}"
    for rounds in rounds_at_once(standings.settings):
        playing = play_games(_missing(standings, rounds, capacity, run), executor, cancel)
        complete = False
        try:
            for records in playing:
                _commit(database, standings, records)
                if observer is not None:
                    observer(standings)
            complete = cancel is None or not cancel.is_set()
        finally:
            playing.close()
            if not complete:
                end_run(executor, run)
        if not complete:
            return


def _commit(database: Database, standings: Standings, records: list[GameRecord]) -> None:
    add_games(database, records)
    for record in records:
        standings.add(record.id, record.players, record.outcome)


def _missing(standings: Standings, rounds: range, capacity: Capacity, run: str) -> Iterator[GameTask]:
    settings = standings.settings
    maker = PairTasks(
        settings.opening_kind,
        settings.seed,
        settings.limit,
        capacity.threads,
        settings.adjudicate,
        settings.name,
        run,
    )
    entrants = settings.players
    known = dict(standings.outcomes)  # as they were when these rounds began
    for pair in scheduled(settings, rounds, known):
        ids = pair_ids(settings.name, pair)
        if all(id in known for id in ids):
            continue
        first, second = entrants[pair.first], entrants[pair.second]
        for task in maker.tasks(
            settings.rules[pair.opening % len(settings.rules)],
            (first.player, second.player),
            (first.name, second.name),
            ids,
            pair.opening,
            pair.first * len(entrants) + pair.second + 1,
            pair.round,
        ):
            if task.id not in known:
                yield task
