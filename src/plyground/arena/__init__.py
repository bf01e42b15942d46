"""The arena: matches, tournaments, ratings, and tests that know when to stop."""

from plyground.arena.elo import Standing, elo_of, score_of, standing
from plyground.arena.match import MatchResult, check_match, check_name, match
from plyground.arena.openings import Openings
from plyground.arena.playing import GameTask, play_game
from plyground.arena.sprt import SPRT, Verdict

__all__ = [
    "SPRT",
    "GameTask",
    "MatchResult",
    "Openings",
    "Standing",
    "Verdict",
    "check_match",
    "check_name",
    "elo_of",
    "match",
    "play_game",
    "score_of",
    "standing",
]
