"""`SlicedSearch`: a search that works only while it is run, a slice at a time.

The textbook searches are recursive and report by calling a listener, so one that pauses needs a thread that keeps its
stack. That thread sleeps between two slices, and whoever calls `run` waits for it during one. So a search that waits
for its reader holds no thread of the pool, and other visitors have their turn between any two slices.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

from plyground.board import Cancel, Decision, Event, Listener

__all__ = ["SlicedSearch"]

_SLICE = 0.1  # seconds: soon enough for the first picture, and for others to have their turn


class _Abandoned(BaseException):
    """Unwinds a search that nobody waits for."""


class SlicedSearch:
    """`take` gets every event and says whether the slice should end with it. Close the search when it is not needed.

    A search that has worked for `seconds` is told to stop; its decision is then not complete.
    """

    def __init__(
        self, search: Callable[[Listener, Cancel], Decision], take: Callable[[Event], bool], seconds: float
    ) -> None:
        self.decision: Decision | None = None
        """There once the search is over, unless it was cancelled."""
        self.is_over = False
        self._search = search
        self._take = take
        self._most = seconds
        self._worked = 0.0  # in the slices before
        self._began = 0.0
        self._cancel: Cancel = threading.Event()
        self._closed = False
        self._failure: BaseException | None = None
        self._go: SimpleQueue[None] = SimpleQueue()
        self._paused: SimpleQueue[None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def seconds(self) -> float:
        """The time at work, to the end of the last slice."""
        return self._worked

    @property
    def is_out_of_time(self) -> bool:
        return self._worked >= self._most

    def run(self, cancel: Cancel) -> None:
        """Runs the next slice, and raises what the search raised. It blocks, and belongs in a worker thread."""
        self._cancel = cancel
        self._began = time.perf_counter()
        if self._thread is None:
            self._thread = threading.Thread(target=self._think, name="think", daemon=True)
            self._thread.start()
        else:
            self._go.put(None)
        self._paused.get()
        self._worked += time.perf_counter() - self._began
        if self._failure is not None:
            raise self._failure

    def stop_after(self, seconds: float) -> None:
        """Leaves the search at most so much more time at work."""
        self._most = min(self._most, self._worked + seconds)

    def close(self) -> None:
        """Ends the search: now if it waits, or else with its next step."""
        self._closed = True
        self._go.put(None)

    # In the thread of the search

    def is_set(self) -> bool:
        """The cancel that the search is given."""
        return self._is_abandoned or self._worked + time.perf_counter() - self._began >= self._most

    @property
    def _is_abandoned(self) -> bool:
        return self._closed or self._cancel.is_set()

    def _think(self) -> None:
        try:
            self.decision = self._search(self._hear, self)
        except _Abandoned:
            pass
        except BaseException as failure:
            self._failure = failure
        self.is_over = True
        self._paused.put(None)

    def _hear(self, event: Event) -> None:
        if self._is_abandoned:
            raise _Abandoned
        if self._take(event) or time.perf_counter() - self._began >= _SLICE:
            self._paused.put(None)
            self._go.get()
            if self._closed:
                raise _Abandoned
