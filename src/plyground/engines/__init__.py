"""The compiled twins of the textbook searches, and the champion: `GridBoard` in, `Decision` out; boards in batches.

Importing this loads NumPy and Numba; a kernel is loaded, or compiled once, when it is first used.
"""

from plyground.engines.alphabeta import alphabeta
from plyground.engines.batch import BatchStep, BoardBatch
from plyground.engines.champion import Champion
from plyground.engines.deepening import Deepening, deepen
from plyground.engines.flat import flat_monte_carlo
from plyground.engines.lines import LineSearch, ThreatSearch, ThreatWin
from plyground.engines.style import UNLEARNT, Style
from plyground.engines.uct import UCT, uct
from plyground.engines.warm_up import KERNELS, warm_up

__all__ = [
    "KERNELS",
    "UCT",
    "UNLEARNT",
    "BatchStep",
    "BoardBatch",
    "Champion",
    "Deepening",
    "LineSearch",
    "Style",
    "ThreatSearch",
    "ThreatWin",
    "alphabeta",
    "deepen",
    "flat_monte_carlo",
    "uct",
    "warm_up",
]
