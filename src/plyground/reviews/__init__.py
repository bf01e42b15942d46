"""The worth of every move of a position, a hint for the next move, and where a game was given away."""

from plyground.reviews.analysis import EstimatedAnalysis, analyse, analyse_in_time, estimate_moves
from plyground.reviews.expectation import expected_result, has_enough_playouts, percent_text
from plyground.reviews.game_review import Review, Tally
from plyground.reviews.hints import Hint, HintSource, hint
from plyground.reviews.judgement import Judgement, NotJudged, ValuedPosition, Verdict, verdict_of
from plyground.reviews.line_values import StandingThreat, ThreatStage, standing_threats
from plyground.reviews.move_judge import ReviewProgress, StoredGame, judge_moves, review
from plyground.reviews.position_values import (
    PositionValues,
    ValueSource,
    at_sight,
    estimate,
    find_values,
    is_hopeless,
    line_note,
    too_large_note,
    value_words,
)
from plyground.reviews.solver_pool import SolverPool

__all__ = [
    "EstimatedAnalysis",
    "Hint",
    "HintSource",
    "Judgement",
    "NotJudged",
    "PositionValues",
    "Review",
    "ReviewProgress",
    "SolverPool",
    "StandingThreat",
    "StoredGame",
    "Tally",
    "ThreatStage",
    "ValueSource",
    "ValuedPosition",
    "Verdict",
    "analyse",
    "analyse_in_time",
    "at_sight",
    "estimate",
    "estimate_moves",
    "expected_result",
    "find_values",
    "has_enough_playouts",
    "hint",
    "is_hopeless",
    "judge_moves",
    "line_note",
    "percent_text",
    "review",
    "standing_threats",
    "too_large_note",
    "value_words",
    "verdict_of",
]
