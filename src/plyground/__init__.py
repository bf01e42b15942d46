"""Plyground: adversarial search in connection games.

Importing this package is cheap: no NumPy, no Numba. The compiled parts load when they are used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plyground._lazy import lazy
from plyground._version import __version__
from plyground.board import Board, Decision, Evaluator, Limit, Move, Outcome, Side
from plyground.errors import PlygroundError
from plyground.game import Clock, Game, Played, Player, Termination
from plyground.grid import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules, animate_svg, draw_svg, random_rules

if TYPE_CHECKING:
    from plyground import learn
    from plyground.arena import Entrant, MatchResult, Standings, match, tournament
    from plyground.explanations import Explanation, explain
    from plyground.players import as_player, make_player, play
    from plyground.puzzlebook import Puzzle, puzzles
    from plyground.reviews import Hint, Review, analyse, hint, review
    from plyground.solver import Solver, solve

__all__ = [
    "CFOUR",
    "GOMOKU",
    "TICTACTOE",
    "Board",
    "Clock",
    "Decision",
    "Entrant",
    "Evaluator",
    "Explanation",
    "Game",
    "GridBoard",
    "Hint",
    "Limit",
    "MatchResult",
    "Move",
    "Outcome",
    "Played",
    "Player",
    "PlygroundError",
    "Puzzle",
    "Review",
    "Rules",
    "Side",
    "Solver",
    "Standings",
    "Termination",
    "__version__",
    "analyse",
    "animate_svg",
    "as_player",
    "draw_svg",
    "explain",
    "hint",
    "learn",
    "make_player",
    "match",
    "play",
    "puzzles",
    "random_rules",
    "review",
    "solve",
    "tournament",
]


# What needs a kernel, a player or the arena loads when it is first asked for.
_later = lazy(
    __name__,
    arena="Entrant MatchResult Standings match tournament",
    explanations="Explanation explain",
    players="as_player make_player play",
    puzzlebook="Puzzle puzzles",
    reviews="Hint Review analyse hint review",
    solver="Solver solve",
)


def __getattr__(name: str) -> Any:
    # The one room that is used by its own name: `plyground.learn.exercise(…)`.
    return import_module("plyground.learn") if name == "learn" else _later(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
