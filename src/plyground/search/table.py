"""A transposition table: what a search has found out about positions that several orders of moves lead to."""

from __future__ import annotations

import math
from typing import NamedTuple

from plyground.board import Board, Bound, Evaluator, Move, Side
from plyground.errors import N_, InputError, UnsupportedError

__all__ = ["Entry", "Key", "Table", "require_table"]


class Key(NamedTuple):
    """A position, and all that its value depends on.

    The depth is part of that: with more plies left, a search may find another value. The next search can use the same
    table, even for the other side or with another evaluator.
    """

    board: Board
    depth: int
    side: Side
    evaluator: Evaluator


class Entry(NamedTuple):
    """The value of a position, how it compares to the true one, and the best continuation."""

    value: float
    bound: Bound
    line: tuple[Move, ...]


class Table:
    """Positions with their values, for `alphabeta` and `deepening`. It grows without bound.

    >>> from plyground import GridBoard
    >>> from plyground.search import alphabeta
    >>> table = Table()
    >>> alphabeta(GridBoard(), 6).nodes, alphabeta(GridBoard(), 6, table=table).nodes, len(table)
    (9037, 6040, 1594)
    """

    def __init__(self) -> None:
        self._entries: dict[Key, Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, key: Key, alpha: float, beta: float) -> Entry | None:
        """What is known, if that is enough for a search with this window."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        value, bound, _ = entry
        if bound == "exact" or (bound == "upper" and value <= alpha) or (bound == "lower" and value >= beta):
            return entry
        return None

    def keep(self, key: Key, alpha: float, beta: float, value: float, line: tuple[Move, ...]) -> None:
        """Keeps the value that a search with this window has found."""
        bound: Bound = "exact"
        # Nothing is below minus infinity or above infinity, so there a bound is exact.
        if -math.inf < value <= alpha:
            bound = "upper"
        elif beta <= value < math.inf:
            bound = "lower"
        self._entries[key] = Entry(value, bound, line)


def require_table(table: object, board: Board) -> None:
    """Refuses what is neither a table nor None, and boards that a table would never find again."""
    if table is None:
        return
    if not isinstance(table, Table):
        raise InputError(N_("the table is {value}; it has to be a Table()"), value=repr(table))
    if type(board).__hash__ in (None, object.__hash__):
        raise UnsupportedError(
            N_("a table needs boards that are equal when their positions are: give {kind} an __eq__ and a __hash__"),
            kind=type(board).__name__,
        )
