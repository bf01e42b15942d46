"""Loads every kernel that the program can need. The first time on a machine, they are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from plyground.engines.alphabeta import alphabeta
from plyground.engines.champion import Champion
from plyground.engines.deepening import Deepening
from plyground.engines.flat import flat_monte_carlo
from plyground.engines.lines import LineSearch
from plyground.engines.uct import UCT
from plyground.errors import N_
from plyground.grid import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules
from plyground.solver import Solver

__all__ = ["KERNELS", "warm_up"]

_WIDE = Rules(columns=9, rows=9, connect=4)
_FIVE = Rules(columns=9, rows=9, connect=5)


def _load_solver(rules: Rules) -> None:
    Solver(rules, threads=1, table_mb=1, book=False).get_ready()


def _load_champion(rules: Rules) -> None:
    Champion(threads=1, exact=False).prepare(rules)


def _load_plans(rules: Rules) -> None:
    from plyground.kernels import exact, plans

    plans.get_ready(exact.Setup(rules.columns, rules.rows, rules.connect))


KERNELS: dict[str, Callable[[], object]] = {
    "solver": lambda: _load_solver(CFOUR),
    N_("explanations"): lambda: _load_plans(CFOUR),
    N_("solver, larger boards"): lambda: _load_solver(_WIDE),
    N_("solver, without gravity"): lambda: _load_solver(TICTACTOE),
    N_("explanations, larger boards"): lambda: _load_plans(_WIDE),
    "champion": lambda: _load_champion(CFOUR),
    N_("champion, other lengths of a row"): lambda: _load_champion(_FIVE),
    N_("champion, without gravity"): lambda: LineSearch().prepare(GOMOKU),
    "uct": lambda: UCT().prepare(CFOUR),
    "montecarlo": lambda: flat_monte_carlo(GridBoard(), playouts=1),
    "alphabeta": lambda: alphabeta(GridBoard(), depth=1),
    "deepening": lambda: Deepening().prepare(CFOUR),
}
"""What can be loaded, by the name that people read, and how."""

Watcher: TypeAlias = Callable[[int, str], None]


def warm_up(watch: Watcher | None = None) -> None:
    """Loads or compiles all of `KERNELS`; `watch` gets each one's number, from 1, and name before its turn."""
    for number, (name, load) in enumerate(KERNELS.items(), 1):
        if watch is not None:
            watch(number, name)
        load()
