"""The arena: matches, tournaments, ratings, and sequential tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground.arena.capacity import capacity_of, check_players
from plyground.arena.elo import Standing, elo_of, score_of, standing
from plyground.arena.entrants import Entrant
from plyground.arena.forfeits import ForfeitCount, Forfeits
from plyground.arena.match_result import MatchResult
from plyground.arena.matches import check_match, match
from plyground.arena.openings import Openings
from plyground.arena.probe import failing_bots
from plyground.arena.ratings import Rating, Ratings, Result, rate, result_of
from plyground.arena.result_text import (
    elo_text,
    forfeit_lines,
    match_facts,
    ratings_summary,
    ratings_table,
    standings_summary,
    unmet_groups,
)
from plyground.arena.schedule import game_count
from plyground.arena.settings import TournamentSettings, check_name, read_settings
from plyground.arena.sprt import SPRT, Verdict
from plyground.arena.task import GameTask, play_game

if TYPE_CHECKING:
    from plyground.arena.extension import extend_tournament, extended
    from plyground.arena.ladder import BOARDS, Ladder, Rung
    from plyground.arena.plots import Results, ratings_plot
    from plyground.arena.standings import Standings, settings_of, standings_of
    from plyground.arena.tournaments import FINISHED, RUNNING, SERVED, STOPPED, run_tournament, tournament

__all__ = [
    "BOARDS",
    "FINISHED",
    "RUNNING",
    "SERVED",
    "SPRT",
    "STOPPED",
    "Entrant",
    "ForfeitCount",
    "Forfeits",
    "GameTask",
    "Ladder",
    "MatchResult",
    "Openings",
    "Rating",
    "Ratings",
    "Result",
    "Results",
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
    "elo_text",
    "extend_tournament",
    "extended",
    "failing_bots",
    "forfeit_lines",
    "game_count",
    "match",
    "match_facts",
    "play_game",
    "rate",
    "ratings_plot",
    "ratings_summary",
    "ratings_table",
    "read_settings",
    "result_of",
    "run_tournament",
    "score_of",
    "settings_of",
    "standing",
    "standings_of",
    "standings_summary",
    "tournament",
    "unmet_groups",
]

__getattr__ = lazy(
    __name__,
    extension="extend_tournament extended",
    ladder="BOARDS Ladder Rung",
    plots="Results ratings_plot",
    standings="Standings settings_of standings_of",
    tournaments="FINISHED RUNNING SERVED STOPPED run_tournament tournament",
)
