"""Kernels at work in threads of their own, and the clock that watches over them.

A kernel holds no lock of the interpreter, so the main thread stays free to notice Ctrl-C, a cancel or a
deadline. It then raises the stop flag, which kernels look at every few thousand nodes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from plyground.board import Cancel, Limit, Move
from plyground.solver.results import Progress

if TYPE_CHECKING:
    from plyground.kernels.exact import Answers, Questions, Setup, Table

__all__ = ["Clock", "Watcher", "run_watched"]

_HEARTBEAT = 0.02
_REPORT_EVERY = 0.5

Watcher = Callable[[Progress], None]


class Clock:
    """Time, nodes and patience of one question, which may take several searches to answer."""

    def __init__(self, limit: Limit | None, cancel: Cancel | None, watch: Watcher | None) -> None:
        self._began = time.perf_counter()
        self._limit = limit or Limit()
        self._cancel = cancel
        self._watch = watch
        self._reported = self._began
        self._turn_ends = self._limit.time
        self.nodes = 0
        """Nodes of the searches that have ended."""
        self.move: Move | None = None
        """In an analysis, the move whose value is being looked for."""
        self.known: int | None = None
        """The score, once it is proven and only a best line is still looked for."""

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    @property
    def is_over(self) -> bool:
        if self._cancel is not None and self._cancel.is_set():
            return True
        if self._limit.time is not None and self.seconds >= self._limit.time:
            return True
        return self._limit.nodes is not None and self.nodes >= self._limit.nodes

    @property
    def is_turn_over(self) -> bool:
        """Is everything over, or the share of the search that runs now?"""
        return self.is_over or (self._turn_ends is not None and self.seconds >= self._turn_ends)

    def share(self, waiting: int) -> None:
        """The next search is one of `waiting` that divide the time left between them."""
        if self._limit.time is not None:
            now = self.seconds
            self._turn_ends = now + max(0.0, self._limit.time - now) / waiting

    @property
    def node_limit(self) -> int:
        """Nodes left for the next search; 0 means as many as it takes."""
        return 0 if self._limit.nodes is None else max(1, self._limit.nodes - self.nodes)

    @property
    def wait(self) -> float:
        """How long to sleep before looking again."""
        if self._turn_ends is None:
            return _HEARTBEAT
        return max(0.0, min(_HEARTBEAT, self._turn_ends - self.seconds))

    def report(self, nodes: int, low: int, high: int) -> None:
        """Tells the watcher, twice a second, what the running search has proven about its position."""
        now = time.perf_counter()
        if self._watch is not None and now - self._reported >= _REPORT_EVERY:
            self._reported = now
            if self.known is not None:
                low = high = self.known
            elif self.move is not None:
                low, high = -high, -low  # the search sees the board after the move, with the opponent to move
            self._watch(Progress(self.nodes + nodes, self.seconds, low, high, self.move))


def run_watched(
    setup: Setup,
    table: Table,
    questions: Questions,
    weak: bool,
    clock: Clock,
    threads: int,
) -> Answers:
    """Solves positions, a single one with so many threads, several with one; stops them when the clock says so."""
    from plyground.kernels import exact

    threads = threads if len(questions) == 1 else 1
    signals = exact.Signals(threads)
    # Kernels count their own nodes alone.
    node_limit = -(-clock.node_limit // threads)

    def work() -> Answers:
        if threads == 1:
            return exact.solve_positions(setup, table, questions, weak=weak, node_limit=node_limit, signals=signals)
        return exact.solve_parallel(
            setup, table, questions, threads=threads, weak=weak, node_limit=node_limit, signals=signals
        )

    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(work)
        try:
            while not wait((answer,), clock.wait).done:
                nodes = signals.nodes
                if nodes:  # before the kernel runs, the bounds are not its own yet
                    clock.report(nodes, signals.lower, signals.upper)
                if clock.is_turn_over:
                    break
        finally:
            # Done, out of time, or Ctrl-C: in the last two cases this ends the search, and the pool waits for it.
            signals.stop()
        return answer.result()
