"""Runs a tournament, and resumes one that is kept in the database after any interruption.

The process that runs the tournament commits each game once, as a whole, under its id. So the database always holds
only games of the schedule, and a run plays the scheduled games that are missing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path

from plyground.arena.capacity import Capacity, capacity_of, check_players
from plyground.arena.entrants import Entrant, entrants
from plyground.arena.openings import Openings, opening
from plyground.arena.pairs import PairTasks
from plyground.arena.probe import check_bots
from plyground.arena.run import end_run, place_for, play_games
from plyground.arena.schedule import in_order, pair_ids, rounds_at_once, scheduled, stages_of
from plyground.arena.settings import TournamentSettings
from plyground.arena.standings import Standings, standings_of
from plyground.arena.task import GameTask
from plyground.arena.values import flag, instance
from plyground.board import Cancel, Limit
from plyground.errors import N_, InputError
from plyground.executors import local_executor
from plyground.game import Player
from plyground.grid import GridBoard, Rules
from plyground.players import AnyPlayer
from plyground.store import (
    Database,
    GameFilter,
    GameRecord,
    add_games,
    find_games,
    keep_tournament,
    list_tournaments,
    set_state,
)

__all__ = ["FINISHED", "RUNNING", "SERVED", "STOPPED", "run_tournament", "tournament"]

RUNNING, SERVED, STOPPED, FINISHED = "running", "served", "stopped", "finished"
"""The states of a tournament in the database. `served` is one that runs on a server, which its page may stop. It stays
`running` or `served` if its process was killed."""


def tournament(
    players: Iterable[AnyPlayer | Entrant],
    *,
    rounds: int = 1,
    pairs: int = 1,
    format: str = "round-robin",
    rules: str | Rules | Sequence[str | Rules] = "cfour",
    seed: int = 0,
    limit: Limit | None = None,
    openings: Openings | None = None,
    adjudicate: bool = False,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    name: str | None = None,
    database: Database | str | Path | None = None,
    executor: Executor | None = None,
    concurrency: int | None = None,
    force: bool = False,
    observer: Callable[[Standings], None] | None = None,
    cancel: Cancel | None = None,
) -> Standings:
    """Lets the players play a tournament, and returns the standings with all its games.

    A player is a name, a `Player`, a function `board -> move`, or an `Entrant`, which gives any of these a name of its
    own. `TournamentSettings` explains the formats, rounds and pairs; where games are played, `match` says.
    Every bot is asked for a move first; one that cannot make any is an error, unless `force` lets it lose its games.

    With a `name` the tournament is kept in the database (`database`, a file, a URL, or an open one; the user's own
    without it). If it was interrupted, the same call plays what is missing. Without a name nothing is kept.

    >>> from plyground.executors import Here
    >>> standings = tournament(["alphabeta depth=2", "random", "winblock"], rules="tictactoe", executor=Here())
    >>> standings.played, len(standings.records), len(standings.ratings().players)
    (6, 6, 3)
    """
    allowed = instance("limit", limit, Limit, "Limit(time=0.5)") or Limit()
    opened = instance("openings", openings, Openings, "Openings('drawn')") or Openings()
    instance("database", database, Database | str | Path, '"games.sqlite", "postgresql://…"')
    if name is None and database is not None:
        raise InputError(N_("a tournament that is kept in a database needs a name: name='cup'"))
    settings = TournamentSettings(
        name="tournament" if name is None else name,
        players=entrants("players", players),
        format=format,
        rounds=rounds,
        pairs=pairs,
        rules=rules,  # type: ignore[arg-type]  # the settings make texts of it
        openings=opened.kind,
        plies=opened.plies,
        seed=seed,
        time=allowed.time,
        nodes=allowed.nodes,
        depth=allowed.depth,
        playouts=allowed.playouts,
        adjudicate=adjudicate,
        anchor=anchor,
        anchor_elo=anchor_elo,
    )
    with ExitStack() as stack:
        if name is None:
            kept = None
        elif isinstance(database, Database):
            kept = database
        else:
            kept = stack.enter_context(Database.open(None if database is None else str(database)))
        standings = run_tournament(
            kept,
            settings,
            executor=executor,
            concurrency=concurrency,
            force=force,
            observer=observer,
            cancel=cancel,
        )
        if kept is not None:
            standings.records = list(find_games(kept, GameFilter(event=settings.name, finished=True)))
    standings.records.sort(key=lambda record: in_order(record.id))
    return standings


def run_tournament(
    database: Database | None,
    settings: TournamentSettings,
    *,
    executor: Executor | None = None,
    concurrency: int | None = None,
    force: bool = False,
    observer: Callable[[Standings], None] | None = None,
    cancel: Cancel | None = None,
    state: str = RUNNING,
) -> Standings:
    """Plays the games that are missing, all of them if the tournament is new; returns the standings after that.

    Refuses a name that is taken by a tournament with other settings. `executor` is used and left open; without one,
    local processes play `concurrency` games at a time, or this process plays, if it alone knows some player. `observer`
    is called after games were committed, and at first if there are some already. Without a database, the games are
    kept in the standings only. `state` is what the database says while it runs.

    Before the first game every bot is asked for a move. A bot that makes none stops the run, and nothing is kept of a
    new tournament; with `force` the games begin without that.
    """
    flag("force", force)
    standings = Standings(settings) if database is None else standings_of(database, settings)
    contestants = {entrant.name: entrant.contestant for entrant in _playing(standings)}
    players = list(contestants.values())
    executor = place_for(players, executor, concurrency)
    capacity = capacity_of(executor, concurrency)
    check_players(players, settings.limit, capacity, settings.rules)
    if database is not None and any(kept.name == settings.name for kept in list_tournaments(database)):
        keep_tournament(database, settings.name, settings.json())  # refuses other settings
    if standings.played < standings.wanted:
        if observer is not None and standings.played:
            observer(standings)
        workers = local_executor(capacity.games) if executor is None else executor
        try:
            if not force:
                check_bots(contestants, _boards(settings), settings.limit, workers, cancel)
            if database is not None:
                keep_tournament(database, settings.name, settings.json())
            _set_state(database, settings.name, state)
            try:
                _play(database, standings, contestants, workers, capacity, observer, cancel)
            finally:
                complete = standings.played >= standings.wanted
                _set_state(database, settings.name, FINISHED if complete else STOPPED)
        finally:
            if executor is None:
                workers.shutdown()
    return standings


def _playing(standings: Standings) -> list[Entrant]:
    """The entrants that may have games to play: not those of earlier stages alone whose games are all there."""
    settings = standings.settings
    names = set(stages_of(settings)[-1].players)
    if settings.stages is not None and settings.format != "swiss":
        for pair in scheduled(settings, range(1, settings.rounds + 1), standings.outcomes):
            if any(id not in standings.outcomes for id in pair_ids(settings.name, pair)):
                names |= {settings.players[place].name for place in (pair.first, pair.second)}
    return [entrant for entrant in settings.players if entrant.name in names]


def _boards(settings: TournamentSettings) -> list[GridBoard]:
    """The board of the first pair under each of the rules."""
    empty = Openings("none")
    return [opening(rules, empty, settings.seed, place).start for place, rules in enumerate(settings.rules)]


def _set_state(database: Database | None, name: str, state: str) -> None:
    if database is not None:
        set_state(database, name, state)


def _play(
    database: Database | None,
    standings: Standings,
    contestants: Mapping[str, str | Player],
    executor: Executor,
    capacity: Capacity,
    observer: Callable[[Standings], None] | None,
    cancel: Cancel | None,
) -> None:
    run = f"{standings.settings.name}-{secrets.token_hex(6)}"
    for rounds in rounds_at_once(standings.settings):
        tasks = _missing(standings, contestants, rounds, capacity, run)
        playing = play_games(tasks, executor, cancel, first=standings.played + 1)
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


def _commit(database: Database | None, standings: Standings, records: list[GameRecord]) -> None:
    if database is None:
        standings.records += records
    else:
        add_games(database, records)
    for record in records:
        standings.add(record)


def _missing(
    standings: Standings, contestants: Mapping[str, str | Player], rounds: range, capacity: Capacity, run: str
) -> Iterator[GameTask]:
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
    names = [entrant.name for entrant in settings.players]
    known = dict(standings.outcomes)  # as they were when these rounds began
    for pair in scheduled(settings, rounds, known):
        ids = pair_ids(settings.name, pair)
        if all(id in known for id in ids):
            continue
        for task in maker.tasks(
            settings.rules[pair.opening % len(settings.rules)],
            (contestants[names[pair.first]], contestants[names[pair.second]]),
            (names[pair.first], names[pair.second]),
            ids,
            pair.opening,
            pair.salt,
            pair.round,
        ):
            if task.id not in known:
                yield task
