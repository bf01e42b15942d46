"""Plyground: adversarial search in connection games.

Importing this package is cheap: no NumPy, no Numba. The compiled parts load when they are used.
"""

from typing import TYPE_CHECKING

from plyground._lazy import lazy
from plyground._version import __version__
from plyground.board import Board, Decision, Evaluator, Limit, Move, Outcome, Side
from plyground.errors import PlygroundError
from plyground.game import Clock, Game, Played, Player, Termination, play
from plyground.grid import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules, draw_svg, random_rules

if TYPE_CHECKING:
    from plyground.arena.match import match
    from plyground.players import make_player
    from plyground.solver import Solver, analyse, solve

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
    "analyse",
    "draw_svg",
    "make_player",
    "match",
    "play",
    "random_rules",
    "solve",
]


# What needs a kernel, a player or the arena loads when it is first asked for.
__getattr__ = lazy(
    __name__,
    arena="match",
    players="make_player",
    solver="Solver analyse solve",
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
