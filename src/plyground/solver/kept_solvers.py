"""`solve` and `analyse`: the solver's questions without a solver of one's own.

A solver per set of rules is kept for the next call, with what it has learnt; the one that was not asked for longest is
given up for a new one. Threads that ask about the same rules wait for each other.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.board import Cancel, Limit
from plyground.grid import CFOUR, Position, Rules, board_of, rules_of
from plyground.solver.results import Analysis, Solution
from plyground.solver.sizes import check_size
from plyground.solver.solver import Solver
from plyground.solver.threads import Watcher

__all__ = ["analyse", "solve"]

_MOST = 2
"""Solvers that are kept: each has a table of its own."""


class _Kept:
    """A solver and who may use it now. It is made when it is first needed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.solver: Solver | None = None


_kept: OrderedDict[Rules, _Kept] = OrderedDict()
_lock = threading.Lock()


@contextmanager
def _solver_of(rules: Rules) -> Iterator[Solver]:
    """The solver of these rules, for one caller at a time."""
    check_size(rules)
    with _lock:
        kept = _kept.setdefault(rules, _Kept())
        _kept.move_to_end(rules)
        while len(_kept) > _MOST:
            _kept.popitem(last=False)
    with kept.lock:
        if kept.solver is None:
            kept.solver = Solver(rules)
        yield kept.solver


def solve(
    position: Position,
    *,
    rules: Rules | str | None = None,
    weak: bool = False,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    watch: Watcher | None = None,
    line: bool = True,
) -> Solution:
    """The exact value of a position and a best line; bounds when `limit` or `cancel` ends it early.

    The position is a board, a game that stands there, or a text: moves played such as `"4453"`, or rows from the top
    and the side to move. `rules` are those of a text, Connect Four if they are left out. The rest is as for
    `Solver.solve`.

    >>> print(solve("4444445623333356555225221171").value.words)
    wins in 1
    """
    board = board_of(position, CFOUR if rules is None else rules)
    with _solver_of(board.rules if rules is None else rules_of(rules)) as solver:
        return solver.solve(board, weak=weak, limit=limit, cancel=cancel, watch=watch, line=line)


def analyse(
    position: Position,
    *,
    rules: Rules | str | None = None,
    weak: bool = False,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
    watch: Watcher | None = None,
    line: bool = True,
) -> Analysis:
    """The exact value of every move; the arguments are those of `solve`. `plyground.analyse` takes larger boards, too.

    >>> analyse("b2 a1 a2", rules="tictactoe").best
    (5,)
    """
    board = board_of(position, CFOUR if rules is None else rules)
    with _solver_of(board.rules if rules is None else rules_of(rules)) as solver:
        return solver.analyse(board, weak=weak, limit=limit, cancel=cancel, watch=watch, line=line)
