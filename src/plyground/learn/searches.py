"""The searches that can be watched, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.board import Board, Cancel, Decision, Evaluator, Limit, Listener, Order, require_board
from plyground.errors import N_, UnknownNameError, UnsupportedError, nearest
from plyground.grid import EVALUATORS
from plyground.learn.games import NumberTree
from plyground.learn.orders import ORDERS, best_first
from plyground.learn.stream import WatchedSearch
from plyground.search import EXPLORATION, Table, alphabeta, deepening, flat_monte_carlo, minimax, uct

__all__ = ["SEARCHES", "ChosenSearch", "choose_search"]

SEARCHES = {
    "minimax": ("depth", "evaluator", "order"),
    "alphabeta": ("depth", "evaluator", "order", "table"),
    "deepening": ("depth", "evaluator", "order", "table"),
    "montecarlo": ("playouts", "seed"),
    "uct": ("playouts", "seed", "c"),
}
"""The options that each search takes."""

_DEPTH = 3
# Few enough to follow, many enough to see a move come out on top.
_PLAYOUTS = {"montecarlo": 5, "uct": 40}


@dataclass(frozen=True)
class ChosenSearch:
    """A search with everything decided, and how it is called. It can be run again, with the same events."""

    name: str
    title: str
    board: Board
    options: Mapping[str, Any]
    """Those that the search takes, filled in."""
    search: WatchedSearch


def choose_search(
    name: str,
    board: Board,
    *,
    depth: int | None = None,
    evaluator: str | None = None,
    order: str | None = None,
    table: bool = False,
    playouts: int | None = None,
    seed: int = 0,
    c: float | None = None,
) -> ChosenSearch:
    """The search of this name, on any board; options that it does not take are ignored.

    Without a depth, trees of numbers are searched down to their leaves and other games three plies ahead.

    What is wrong is refused here, and not in the thread in which the search will run.

    >>> from plyground import GridBoard
    >>> choose_search("alphabeta", GridBoard(), depth=2, order="centre", table=True).title
    'alphabeta depth=2 order=centre table'
    """
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
    require_board(board)
    given = {
        "depth": _usual_depth(board) if depth is None else depth,
        "evaluator": evaluator,
        "order": order,
        "table": table,
        "playouts": _PLAYOUTS.get(name) if playouts is None else playouts,
        "seed": seed,
        "c": EXPLORATION if c is None else c,
    }
    options = {option: given[option] for option in SEARCHES[name]}
    search = _monte_carlo(name, board, options) if "playouts" in options else _depth_first(name, board, options)
    search(lambda event: None, _Cancelled())
    return ChosenSearch(name, _title(name, options), board, options, search)


def _usual_depth(board: Board) -> int:
    """Few enough plies to follow; trees of numbers are made to be searched whole."""
    return board.depth if isinstance(board, NumberTree) else _DEPTH


class _Cancelled:
    """A search that is cancelled from the start does nothing but refuse what is wrong with its arguments."""

    def is_set(self) -> bool:
        return True


def _title(name: str, options: Mapping[str, Any]) -> str:
    """As on the command line; what was not chosen is left out."""
    words = [name]
    for option, value in options.items():
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words.append(f"{option}={value:g}" if option == "c" else f"{option}={value}")
    return " ".join(words)


def _depth_first(name: str, board: Board, options: Mapping[str, Any]) -> WatchedSearch:
    evaluator = _evaluator(options["evaluator"])
    order = _order(options["order"])
    if options["order"] == "evaluated":
        order = best_first(evaluator)
    # Both refuse boards of a kind that they do not know.
    if evaluator is not None:
        evaluator(board, board.turn)
    if order is not None and not board.outcome.is_over:
        order(board)
    depth = options["depth"]
    if name == "minimax":
        return lambda listener, cancel: minimax(board, depth, evaluator, listener, None, cancel, order=order)
    function = alphabeta if name == "alphabeta" else deepening

    def search(listener: Listener, cancel: Cancel) -> Decision:
        table = Table() if options["table"] else None
        return function(board, depth, evaluator, listener, None, cancel, order=order, table=table)

    return search


def _monte_carlo(name: str, board: Board, options: Mapping[str, Any]) -> WatchedSearch:
    if not board.has_winners:
        raise UnsupportedError(
            N_("{search} counts the wins in random games, and this game has no winners; use {others}"),
            search=name,
            others=", ".join(other for other, taken in SEARCHES.items() if "depth" in taken),
        )
    playouts, seed = options["playouts"], options["seed"]
    if name == "montecarlo":
        return lambda listener, cancel: flat_monte_carlo(board, playouts, seed, listener=listener, cancel=cancel)
    limit, c = Limit(playouts=playouts), options["c"]
    return lambda listener, cancel: uct(board, limit, c, seed, listener=listener, cancel=cancel)


def _evaluator(name: str | None) -> Evaluator | None:
    if name is None or name in EVALUATORS:
        return None if name is None else EVALUATORS[name]
    near = nearest(name, EVALUATORS)
    raise UnknownNameError(
        N_("there is no evaluator '{name}'; did you mean {nearest}? Known are {known}")
        if near
        else N_("there is no evaluator '{name}'; known are {known}"),
        name=name,
        nearest=near,
        known=", ".join(EVALUATORS),
    )


def _order(name: str | None) -> Order | None:
    if name is None or name in ORDERS:
        return None if name is None else ORDERS[name]
    near = nearest(name, ORDERS)
    raise UnknownNameError(
        N_("there is no order of moves '{name}'; did you mean {nearest}? Known are {known}")
        if near
        else N_("there is no order of moves '{name}'; known are {known}"),
        name=name,
        nearest=near,
        known=", ".join(ORDERS),
    )
