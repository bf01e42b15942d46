"""Games judged by exact values: the worth of every move of a position, and where a game was given away."""

from plyground.reviews.game_review import Review, Tally
from plyground.reviews.judgement import Judgement, NotJudged, ValuedPosition, Verdict, verdict_of
from plyground.reviews.move_judge import ReviewProgress, StoredGame, judge_moves, review
from plyground.reviews.position_values import PositionValues, ValueSource, at_sight, estimate, find_values
from plyground.reviews.solver_pool import SolverPool

__all__ = [
    "Judgement",
    "NotJudged",
    "PositionValues",
    "Review",
    "ReviewProgress",
    "SolverPool",
    "StoredGame",
    "Tally",
    "ValueSource",
    "ValuedPosition",
    "Verdict",
    "at_sight",
    "estimate",
    "find_values",
    "judge_moves",
    "review",
    "verdict_of",
]
