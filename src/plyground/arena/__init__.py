"""The arena: matches, tournaments, ratings, and tests that know when to stop."""

from plyground.arena.elo import Standing, elo_of, score_of, standing
from plyground.arena.match import MatchResult, check_match, check_name, match
from plyground.arena.openings import Openings
from plyground.arena.playing import GameTask, play_game
from plyground.arena.ratings import Rating, Ratings, Result, rate, result_of
from plyground.arena.sprt import SPRT, Verdict

__all__ = [
    "SPRT",
    "GameTask",
    "MatchResult",
    "Openings",
    "Rating",
    "Ratings",
    "Result",
    "Standing",
    "Verdict",
    "check_match",
    "check_name",
    "elo_of",
    "match",
    "play_game",
    "rate",
    "result_of",
    "score_of",
    "standing",
]
