"""`SolverPool`: solvers to borrow for an analysis, a review or a hint."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from plyground.executors import cores
from plyground.grid import Rules
from plyground.solver import Solver

__all__ = ["SolverPool"]

_TABLE_MB = 128
_MOST_IDLE = 3


class SolverPool:
    """Each solver has one borrower at a time, and keeps its table for the next question about the same rules.

    `threads` is the number of threads of each solver.
    """

    def __init__(self, table_mb: float = _TABLE_MB, most_idle: int = _MOST_IDLE, *, threads: int | None = None) -> None:
        self._table_mb = table_mb
        self._most_idle = most_idle
        self._idle: OrderedDict[int, Solver] = OrderedDict()  # by identity, the one used last at the end
        self._lock = threading.Lock()
        # By default one core stays free, for a server or whoever else asked.
        self._threads = threads or min(4, max(1, cores() - 1))

    @contextmanager
    def borrow(self, rules: Rules) -> Iterator[Solver]:
        with self._lock:
            found = next((key for key, solver in reversed(self._idle.items()) if solver.rules == rules), None)
            solver = None if found is None else self._idle.pop(found)
        if solver is None:
            solver = Solver(rules, threads=self._threads, table_mb=self._table_mb)
        try:
            yield solver
        finally:
            with self._lock:
                self._idle[id(solver)] = solver
                while len(self._idle) > self._most_idle:
                    self._idle.popitem(last=False)
