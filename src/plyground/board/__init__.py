"""The abstract game and what every search shares: nothing here knows about grids."""

from plyground.board.abstract import (
    Board,
    Evaluator,
    Move,
    Outcome,
    Side,
    require_board,
    require_function,
    require_open,
)
from plyground.board.deadline import Deadline
from plyground.board.decision import (
    DEFAULT_PLAYOUTS,
    DEFAULT_TIME,
    Cancel,
    Decision,
    Limit,
    Onlooker,
    check_limit,
    is_number,
    is_whole,
    limit_or_default,
    require_limit,
    tightest,
)
from plyground.board.events import Backup, Cut, Enter, Evaluate, Event, Expand, Leave, Listener, Playout, Select
from plyground.board.random import SplitMix

__all__ = [
    "DEFAULT_PLAYOUTS",
    "DEFAULT_TIME",
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
    "check_limit",
    "is_number",
    "is_whole",
    "limit_or_default",
    "require_board",
    "require_function",
    "require_limit",
    "require_open",
    "tightest",
]
