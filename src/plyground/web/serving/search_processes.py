"""`SearchProcesses`: other processes in which computers think, on this machine or on a Dask cluster.

A thread of the `SearchPool` waits for each search. So the pool decides as always whose search is next, how long it may
take and what memory it counts, and cancelling its task stops the search in the other process.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, wait
from typing import TypeVar, cast

from plyground.board import Cancel
from plyground.errors import N_, MissingError, PlayerError
from plyground.executors import ClusterExecutor, LocalExecutor, TaskStop, executor_of, was_lost
from plyground.web.messages.refusals import Refusal

__all__ = ["SearchProcesses"]

log = logging.getLogger(__name__)

T = TypeVar("T")

_TRIES = 3
_LOOK = 0.05  # seconds between two looks at the cancel and the clock
_LATE_SECONDS = 60.0  # after its time; a process that has just been started loads compiled code first
_STOP_SECONDS = 10.0  # for a search that was asked to stop


class SearchProcesses:
    """`where` is a name that `executor_of` knows; `count` searches are meant to run at a time.

    Local processes are started as they are needed: twice as many at most, since the search of somebody who has none
    running begins beside the others. All methods block, and may be called from any thread.
    """

    def __init__(self, where: str, count: int, *, late_seconds: float = _LATE_SECONDS) -> None:
        self.count = count
        self._where = where
        self._late_seconds = late_seconds
        self._lock = threading.Lock()
        self._executor: LocalExecutor | ClusterExecutor | None = None
        self._is_closed = False

    def run(self, search: Callable[[Cancel], T], seconds: float, cancel: Cancel) -> T | None:
        """Calls `search`, which can be pickled and takes about so many seconds, in another process; returns None if it
        was cancelled. If the process is lost or does not answer, the search begins again, and is given up in the end
        (`PlayerError`). If there are no processes, the search is refused as if all of them were busy.
        """
        for _try in range(_TRIES):
            if cancel.is_set():
                return None
            try:
                return self._run_once(search, seconds, cancel)
            except Exception as error:
                if not was_lost(error):
                    raise
                if not cancel.is_set():
                    log.warning("a process was lost in the middle of a search: %s", error)  # not shown
        raise PlayerError(N_("the process in which it thought was lost {tries} times"), tries=_TRIES)

    def _run_once(self, search: Callable[[Cancel], T], seconds: float, cancel: Cancel) -> T | None:
        key = secrets.randbits(61) + 1
        executor, future = self._submit(key, search)
        ends, is_stopped = time.monotonic() + seconds + self._late_seconds, False
        while not wait({future}, _LOOK).done:
            if cancel.is_set() and not is_stopped:
                is_stopped = True
                ends = time.monotonic() + _STOP_SECONDS
                future.cancel()
                self._asked(executor, lambda: executor.stop_task(key))
            elif time.monotonic() > ends:
                if isinstance(executor, LocalExecutor):
                    executor.stop()  # nothing less ends a process that hangs; other searches begin again
                if is_stopped:
                    return None
                raise BrokenExecutor("no answer came in time")  # not shown
        return None if is_stopped and future.cancelled() else future.result()

    def _submit(self, key: int, search: Callable[[Cancel], T]) -> tuple[LocalExecutor | ClusterExecutor, Future[T]]:
        with self._lock:
            if self._executor is None and not self._is_closed:
                self._executor = self._asked(None, self._open)
            executor = self._executor
        if executor is None:
            raise BrokenExecutor("the server ends")  # not shown
        return executor, self._asked(executor, lambda: executor.submit(_search, key, search))

    def _open(self) -> LocalExecutor | ClusterExecutor:
        count = 2 * self.count if self._where == "local" else None
        return cast(LocalExecutor | ClusterExecutor, executor_of(self._where, count))

    def _asked(self, executor: LocalExecutor | ClusterExecutor | None, ask: Callable[[], T]) -> T:
        """Asks the executor. A cluster that does not answer is looked for again the next time."""
        try:
            return ask()
        except MissingError as error:
            log.warning("%s", error)  # not shown
            if executor is not None and self._executor is executor:
                self._executor = None
                executor.shutdown(wait=False)
            raise Refusal("busy", 503, N_("the computers cannot be reached at the moment; the game waits")) from error

    def get_ready(self) -> None:
        """Starts the processes and loads their compiled code, so that no move waits for it."""
        try:
            for _process in range(self.count):
                self._submit(secrets.randbits(61) + 1, _load_kernels)
        except (Refusal, BrokenExecutor):
            pass  # the first search tries again

    def close(self) -> None:
        """Ends the processes, in the middle of their searches."""
        with self._lock:
            self._is_closed = True
            executor, self._executor = self._executor, None
        if isinstance(executor, LocalExecutor):
            executor.stop()
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


def _search(key: int, search: Callable[[Cancel], T]) -> T:
    return search(TaskStop(key))


def _load_kernels(_cancel: Cancel) -> None:
    from plyground.engines import warm_up

    warm_up()
