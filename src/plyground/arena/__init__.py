"""The arena: matches, tournaments, ratings, and sequential tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.arena.elo import Standing, elo_of, score_of, standing
from plyground.arena.match import MatchResult, check_match, match
from plyground.arena.openings import Openings
from plyground.arena.ratings import Rating, Ratings, Result, rate, result_of
from plyground.arena.settings import Entrant, TournamentSettings, check_name, read_settings
from plyground.arena.sprt import SPRT, Verdict
from plyground.arena.task import GameTask, play_game

if TYPE_CHECKING:
    from plyground.arena.tournament import Standings, run_tournament, settings_of, standings_of

__all__ = [
    "SPRT",
    "Entrant",
    "GameTask",
    "MatchResult",
    "Openings",
    "Rating",
    "Ratings",
    "Result",
    "Standing",
    "Standings",
    "TournamentSettings",
    "Verdict",
    "check_match",
    "check_name",
    "elo_of",
    "match",
    "play_game",
    "rate",
    "read_settings",
    "result_of",
    "run_tournament",
    "score_of",
    "settings_of",
    "standing",
    "standings_of",
]


def __getattr__(name: str) -> Any:
    # Every worker imports this room to play a game, but only the process that runs a tournament needs the database.
    if name in ("Standings", "run_tournament", "settings_of", "standings_of"):
        from plyground.arena import tournament

        return getattr(tournament, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
