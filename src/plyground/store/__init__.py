"""The database: whole games, tournaments, and the page's games, which are committed move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.store.game_text import BadGame, game_text, read_games
from plyground.store.record import GameRecord, MoveRecord, now

if TYPE_CHECKING:
    from plyground.store.changes import Changes, notify
    from plyground.store.database import Database
    from plyground.store.games import (
        GameFilter,
        GameSummary,
        add_games,
        count_games,
        find_games,
        get_game,
        known_ids,
        last_game,
        summaries,
    )
    from plyground.store.live import LiveGame, Seat
    from plyground.store.own_games import HeldGame, games_against_people, held_games
    from plyground.store.tournaments import (
        Tournament,
        change_settings,
        delete_tournament,
        get_tournament,
        keep_tournament,
        list_tournaments,
        set_state,
    )
    from plyground.store.upkeep import backup, delete_games, forget_games, restore, served

__all__ = [
    "BadGame",
    "Changes",
    "Database",
    "GameFilter",
    "GameRecord",
    "GameSummary",
    "HeldGame",
    "LiveGame",
    "MoveRecord",
    "Seat",
    "Tournament",
    "add_games",
    "backup",
    "change_settings",
    "count_games",
    "delete_games",
    "delete_tournament",
    "find_games",
    "forget_games",
    "game_text",
    "games_against_people",
    "get_game",
    "get_tournament",
    "held_games",
    "keep_tournament",
    "known_ids",
    "last_game",
    "list_tournaments",
    "live",
    "notify",
    "now",
    "read_games",
    "restore",
    "served",
    "set_state",
    "summaries",
]

__getattr__ = lazy(
    __name__,
    changes="Changes notify",
    database="Database",
    games="GameFilter GameSummary add_games count_games find_games get_game known_ids last_game summaries",
    own_games="HeldGame games_against_people held_games",
    live="LiveGame Seat",
    upkeep="backup delete_games forget_games restore served",
    tournaments="Tournament change_settings delete_tournament get_tournament keep_tournament list_tournaments "
    "set_state",
)
