"""Runs kernels in threads of their own, until they are done or a deadline ends them.

A kernel does not hold the interpreter's lock, so the main thread stays free to notice Ctrl-C, a cancel or the end of
the time. Then it raises the stop flag, which kernels look at every few thousand nodes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from plyground.board import Cancel, Deadline, Limit, Move
from plyground.solver.results import Progress

if TYPE_CHECKING:
    from plyground.kernels.exact import Answers, Questions, Setup, Table, Window

__all__ = ["SolverDeadline", "Watcher", "run_watched"]

_HEARTBEAT = 0.02
_REPORT_EVERY = 0.5

Watcher = Callable[[Progress], None]


class SolverDeadline(Deadline):
    """The limits of one question to the solver, which may take several searches to answer, and its progress."""

    def __init__(self, limit: Limit | None, cancel: Cancel | None, watch: Watcher | None) -> None:
        super().__init__(limit, cancel)
        self._watch = watch
        self._reported = self.began
        self._turn_ends = self.ends
        self.nodes = 0
        """Nodes of the searches that have ended."""
        self.move: Move | None = None
        """In an analysis, the move whose value is being looked for."""
        self.known: int | None = None
        """The score, once it is proven and only a best line is still looked for."""

    @property
    def is_over(self) -> bool:
        return super().is_over or (self.limit.nodes is not None and self.nodes >= self.limit.nodes)

    @property
    def is_turn_over(self) -> bool:
        """Whether the whole question is out of time or nodes, or the search that runs now has used up its share."""
        return self.is_over or time.perf_counter() >= self._turn_ends

    def share(self, waiting: int) -> None:
        """Gives the next search its share of the time left, of which `waiting` searches get equal parts."""
        self._turn_ends = time.perf_counter() + self.seconds_left / waiting

    @property
    def node_limit(self) -> int:
        """Nodes left for the next search; 0 means no limit."""
        return 0 if self.limit.nodes is None else max(1, self.limit.nodes - self.nodes)

    @property
    def wait(self) -> float:
        """Seconds to sleep before looking again."""
        return max(0.0, min(_HEARTBEAT, self._turn_ends - time.perf_counter()))

    def report(self, nodes: int, low: int, high: int) -> None:
        """Tells the watcher, at most twice a second, what the running search has proven about its position."""
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
    window: Window,
    deadline: SolverDeadline,
    threads: int,
) -> Answers:
    """Solves positions until the deadline: a single one with all `threads`, several one after another with one."""
    from plyground.kernels import exact

    threads = threads if len(questions) == 1 else 1
    signals = exact.Signals(threads)
    # Each kernel counts only its own nodes.
    node_limit = -(-deadline.node_limit // threads)

    def work() -> Answers:
        if threads == 1:
            return exact.solve_positions(setup, table, questions, window=window, node_limit=node_limit, signals=signals)
        return exact.solve_parallel(
            setup, table, questions, threads=threads, window=window, node_limit=node_limit, signals=signals
        )

    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(work)
        try:
            while not wait((answer,), deadline.wait).done:
                nodes = signals.nodes
                if nodes:  # before that the kernel has not written its bounds yet
                    deadline.report(nodes, signals.lower, signals.upper)
                if deadline.is_turn_over:
                    break
        finally:
            # Done, out of time, or Ctrl-C. In the last two cases this ends the search, and the pool waits for it.
            signals.stop()
        return answer.result()
