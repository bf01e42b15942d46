"""Plyground: adversarial search in connection games.

Importing this package is cheap: no NumPy, no Numba. The compiled parts load when they are used.
"""

from typing import TYPE_CHECKING, Any

from plyground._version import __version__
from plyground.board import Board, Decision, Evaluator, Limit, Move, Outcome, Side
from plyground.errors import PlygroundError
from plyground.game import Clock, Game, Played, Player, Termination, play
from plyground.grid import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules, random_rules

if TYPE_CHECKING:
    from plyground.solver import Solver

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
    "Solver",
    "Termination",
    "__version__",
    "play",
    "random_rules",
]


def __getattr__(name: str) -> Any:
    # The solver brings its results and texts along, which a program that only plays does not need.
    if name == "Solver":
        from plyground.solver import Solver

        return Solver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
