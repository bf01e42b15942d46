"""The arena: matches, tournaments, ratings, and sequential tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.arena.capacity import capacity_of, check_players
from plyground.arena.elo import Standing, elo_of, score_of, standing
from plyground.arena.match import MatchResult, check_match, match
from plyground.arena.openings import Openings
from plyground.arena.ratings import Rating, Ratings, Result, rate, result_of
from plyground.arena.schedule import game_count
from plyground.arena.settings import Entrant, TournamentSettings, check_name, read_settings
from plyground.arena.sprt import SPRT, Verdict
from plyground.arena.task import GameTask, play_game

if TYPE_CHECKING:
    from plyground.arena.ladder import BOARDS, Ladder, Rung
    from plyground.arena.plots import ratings_plot
    from plyground.arena.tournament import (
        FINISHED,
        RUNNING,
        STOPPED,
        Standings,
        run_tournament,
        settings_of,
        standings_of,
    )

__all__ = [
    "BOARDS",
    "FINISHED",
    "RUNNING",
    "SPRT",
    "STOPPED",
    "Entrant",
    "GameTask",
    "Ladder",
    "MatchResult",
    "Openings",
    "Rating",
    "Ratings",
    "Result",
    "Rung",
    "Standing",
    "Standings",
    "TournamentSettings",
    "Verdict",
    "capacity_of",
    "check_match",
    "check_name",
    "check_players",
    "elo_of",
    "game_count",
    "match",
    "play_game",
    "rate",
    "ratings_plot",
    "read_settings",
    "result_of",
    "run_tournament",
    "score_of",
    "settings_of",
    "standing",
    "standings_of",
]

__getattr__ = lazy(
    __name__,
    ladder="BOARDS Ladder Rung",
    plots="ratings_plot",
    tournament="FINISHED RUNNING STOPPED Standings run_tournament settings_of standings_of",
)
