"""The searches that can be watched, by name."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.board import Cancel, Decision, Evaluator, Limit, Listener
from plyground.errors import N_, UnknownNameError, nearest
from plyground.grid import EVALUATORS, GridBoard
from plyground.learn.stream import WatchedSearch
from plyground.search import EXPLORATION, UCT, alphabeta, flat_monte_carlo, minimax

__all__ = ["SEARCHES", "ChosenSearch", "choose_search"]

SEARCHES = {
    "minimax": ("depth", "evaluator"),
    "alphabeta": ("depth", "evaluator"),
    "montecarlo": ("playouts", "seed"),
    "uct": ("playouts", "seed", "c"),
}
"""The options that each search takes."""

# Few enough to follow, many enough to see a move come out on top.
_PLAYOUTS_FLAT = 5
_PLAYOUTS_UCT = 40


@dataclass(frozen=True)
class ChosenSearch:
    """A search with everything decided, and how it is called."""

    title: str
    board: GridBoard
    search: WatchedSearch


def choose_search(
    name: str,
    board: GridBoard,
    depth: int,
    evaluator: str | None,
    playouts: int | None,
    seed: int,
    exploration: float | None,
) -> ChosenSearch:
    if name not in SEARCHES:
        near = nearest(name, SEARCHES)
        raise UnknownNameError(
            N_("there is no search '{name}' to watch; did you mean {nearest}? Known are {known}")
            if near
            else N_("there is no search '{name}' to watch; known are {known}"),
            name=name,
            nearest=near,
            known=", ".join(SEARCHES),
        )
    # Checked before the search starts in its thread.
    Limit(depth=depth, playouts=playouts)
    judge = _evaluator(evaluator)
    if name in ("minimax", "alphabeta"):
        function = minimax if name == "minimax" else alphabeta
        title = f"{name} depth={depth}" + (f" evaluator={evaluator}" if evaluator else "")
        return ChosenSearch(
            title, board, lambda listener, cancel: function(board, depth, judge, listener=listener, cancel=cancel)
        )
    if name == "montecarlo":
        each = _PLAYOUTS_FLAT if playouts is None else playouts

        def flat(listener: Listener, cancel: Cancel) -> Decision:
            return flat_monte_carlo(board, each, seed, listener=listener, cancel=cancel)

        return ChosenSearch(f"montecarlo playouts={each} seed={seed}", board, flat)
    limit = Limit(playouts=_PLAYOUTS_UCT if playouts is None else playouts)
    c = EXPLORATION if exploration is None else exploration
    uct = UCT(c, seed)
    title = f"uct playouts={limit.playouts} c={c:g} seed={seed}"
    return ChosenSearch(title, board, lambda listener, cancel: uct.decide(board, limit, listener, cancel))


def _evaluator(name: str | None) -> Evaluator | None:
    if name is None:
        return None
    if name in EVALUATORS:
        return EVALUATORS[name]
    near = nearest(name, EVALUATORS)
    raise UnknownNameError(
        N_("there is no evaluator '{name}'; did you mean {nearest}? Known are {known}")
        if near
        else N_("there is no evaluator '{name}'; known are {known}"),
        name=name,
        nearest=near,
        known=", ".join(EVALUATORS),
    )
