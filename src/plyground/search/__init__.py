"""The textbook searches, over any `Board`.

Each returns a `Decision`, keeps to a `Limit` and a cancel, and reports its steps to a listener if there is one.
Ctrl-C ends any of them at once: boards are values, so the game in progress is as it was.
"""

from plyground.search.alphabeta import alphabeta
from plyground.search.best_move import Algorithm, find_best_move
from plyground.search.deepening import deepening
from plyground.search.depth_first import DEEPEST
from plyground.search.flat import FLAT_LIMITS, flat_monte_carlo
from plyground.search.minimax import minimax
from plyground.search.playout import play_out
from plyground.search.table import Table
from plyground.search.uct import EXPLORATION, FINAL_CHOICES, UCT, uct

__all__ = [
    "DEEPEST",
    "EXPLORATION",
    "FINAL_CHOICES",
    "FLAT_LIMITS",
    "UCT",
    "Algorithm",
    "Table",
    "alphabeta",
    "deepening",
    "find_best_move",
    "flat_monte_carlo",
    "minimax",
    "play_out",
    "uct",
]
