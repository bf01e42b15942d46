"""Kernels at work in threads of their own, and the clock that watches over them.

A kernel holds no lock of the interpreter, so the main thread stays free to notice Ctrl-C, a cancel or a
deadline. It then raises the stop flag, which kernels look at every few thousand nodes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plyground.board import Cancel, Limit, Move
from plyground.solver.results import Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Clock", "Watcher", "run_threads"]

_HEARTBEAT = 0.02
_REPORT_EVERY = 0.5

# Columns of a kernel's answers.
LOWER, UPPER, MOVE, NODES, COMPLETE = range(5)

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
        """Nodes of the searches that are finished."""
        self.move: Move | None = None

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
        now = time.perf_counter()
        if self._watch is not None and now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._watch(Progress(self.nodes + nodes, self.seconds, low, high, self.move))


def run_threads(
    setup: Any,
    table: Any,
    spaces: list[Any],
    positions: NDArray[np.uint64],
    weak: bool,
    clock: Clock,
) -> NDArray[np.int64]:
    """Solves `positions`, one position with as many threads as there are workspaces, several with one."""
    from plyground.kernels import gravity, solving

    threads = len(spaces) if len(positions) == 1 else 1
    signals = solving.new_signals(threads)
    answers: list[NDArray[np.int64]] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def work(index: int) -> None:
        try:
            answers.append(
                solving.solve_positions(
                    setup,
                    table,
                    positions,
                    weak=weak,
                    node_limit=clock.node_limit,
                    workspace=spaces[index],
                    signals=signals,
                    thread=index,
                    threads=threads,
                )
            )
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    workers = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(threads)]
    for worker in workers:
        worker.start()
    try:
        while not done.wait(clock.wait):
            nodes = int(signals[gravity.SIGNAL_NODES :].sum())
            clock.report(nodes, int(signals[gravity.SIGNAL_LOWER]), int(signals[gravity.SIGNAL_UPPER]))
            if clock.is_turn_over:
                break
    finally:
        # One thread is done, time is up, or Ctrl-C arrived: in each case all of them stop.
        signals[gravity.SIGNAL_STOP] = 1
        for worker in workers:
            worker.join()
    if failures:
        raise failures[0]
    return _merged(answers)


def _merged(answers: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The tightest bounds that any thread has proven, and all their nodes."""
    result = max(answers, key=lambda rows: int(rows[0, COMPLETE])).copy()
    if len(answers) > 1:
        result[0, LOWER] = max(int(rows[0, LOWER]) for rows in answers)
        result[0, UPPER] = min(int(rows[0, UPPER]) for rows in answers)
        result[0, NODES] = sum(int(rows[0, NODES]) for rows in answers)
    return result
