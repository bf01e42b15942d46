"""The report of a tournament in the database, or of a match whose games were saved."""

from __future__ import annotations

from collections.abc import Callable

from plyground.arena.report.facts import Report, make_report
from plyground.arena.schedule import game_count, in_order
from plyground.arena.settings import TournamentSettings
from plyground.errors import UnknownNameError
from plyground.store import Database, GameFilter, GameRecord, find_games, get_tournament

__all__ = ["load_report"]


def load_report(database: Database, name: str, watch: Callable[[int], None] | None = None) -> Report:
    """The report of a tournament; of one that is running, the games so far. The error for an unknown name suggests one.

    `watch` is called with the number of games that have been read.
    """
    games: list[GameRecord] = []
    for record in find_games(database, GameFilter(event=name, finished=True)):
        games.append(record)
        if watch is not None:
            watch(len(games))
    games.sort(key=lambda record: in_order(record.id))
    try:
        kept = get_tournament(database, name)
    except UnknownNameError:
        # The games of a match have an event name too, but no settings.
        if not games:
            raise
        return make_report(name, games)
    settings = TournamentSettings.from_json(kept.settings)
    return make_report(
        name,
        games,
        settings=kept.settings,
        scheduled=game_count(settings),
        players=[entrant.name for entrant in settings.players],
        anchor=settings.anchor,
        anchor_elo=settings.anchor_elo,
    )
