"""Plyground: adversarial search in connection games.

Importing this package is cheap: no NumPy, no Numba. The compiled parts load when they are used.
"""

from plyground._version import __version__
from plyground.board import Board, Decision, Evaluator, Limit, Move, Outcome, Side
from plyground.errors import PlygroundError
from plyground.game import Clock, Game, Played, Player, Termination, play
from plyground.grid import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules, random_rules

__all__ = [
    "CFOUR",
    "GOMOKU",
    "TICTACTOE",
    "Board",
    "Clock",
    "Decision",
    "Evaluator",
    "Game",
    "GridBoard",
    "Limit",
    "Move",
    "Outcome",
    "Played",
    "Player",
    "PlygroundError",
    "Rules",
    "Side",
    "Termination",
    "__version__",
    "play",
    "random_rules",
]
