"""The report of what is in the database: a tournament, or a match whose games were kept."""

from __future__ import annotations

import re
from collections.abc import Callable

from plyground.arena.report.facts import Report, make_report
from plyground.arena.schedule import game_count
from plyground.arena.settings import TournamentSettings
from plyground.errors import UnknownNameError
from plyground.store.database import Database
from plyground.store.games import GameFilter, search
from plyground.store.record import GameRecord
from plyground.store.tournaments import get_tournament

__all__ = ["load_report"]


def _natural(id: str) -> list[tuple[int, str]]:
    """Orders ids as people would, game 9 before game 10: as scheduled, whichever was played first."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", id)]


def load_report(database: Database, name: str, watch: Callable[[int], None] | None = None) -> Report:
    """Of a tournament that goes on, the games so far. An error for a name that there is none of names the nearest.

    `watch` is called with the number of games that have been read.
    """
    games: list[GameRecord] = []
    for record in search(database, GameFilter(event=name, finished=True)):
        games.append(record)
        if watch is not None:
            watch(len(games))
    games.sort(key=lambda record: _natural(record.id))
    try:
        kept = get_tournament(database, name)
    except UnknownNameError:
        # The games of a match are kept under a name too, without settings.
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
