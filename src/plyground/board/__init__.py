"""The abstract game and what every search shares: nothing here knows about grids."""

from plyground.board.abstract import Board, Evaluator, Move, Outcome, Side
from plyground.board.deadline import Deadline
from plyground.board.decision import Cancel, Decision, Limit, Onlooker
from plyground.board.events import (
    Backup,
    Cut,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Listener,
    Playout,
    Select,
)
from plyground.board.random import SplitMix

__all__ = [
    "Backup",
    "Board",
    "Cancel",
    "Cut",
    "Deadline",
    "Decision",
    "Enter",
    "Evaluate",
    "Evaluator",
    "Event",
    "Expand",
    "Leave",
    "Limit",
    "Listener",
    "Move",
    "Onlooker",
    "Outcome",
    "Playout",
    "Select",
    "Side",
    "SplitMix",
]
