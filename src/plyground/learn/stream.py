"""The events of a running search, one at a time.

The search runs in a thread and waits when it is far enough ahead. So even a long search can be shown at once, and
ends soon after its viewer leaves.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from plyground.board import Cancel, Decision, Event, Listener

__all__ = ["EventStream", "WatchedSearch"]

WatchedSearch: TypeAlias = Callable[[Listener, Cancel], Decision]

_AHEAD = 256
_POLL = 0.2


class _Abandoned(BaseException):
    """Unwinds a search whose viewer has left."""


class EventStream:
    """Use it in a `with`: leaving ends the search."""

    def __init__(self, search: WatchedSearch) -> None:
        self._search = search
        self._queue: queue.Queue[Event | None] = queue.Queue(_AHEAD)
        self._stop = threading.Event()
        self._failure: Exception | None = None
        self._over = False
        self.decision: Decision | None = None
        """What the search decided; there when `next` has returned None. Its seconds leave out those in which the
        search waited for its reader."""
        self._waited = 0.0
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)

    def __enter__(self) -> EventStream:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._stop.set()
        self._thread.join(2)

    def next(self) -> Event | None:
        """The next event; None when the search is over. A failure of the search is raised here."""
        while not self._over:
            try:
                # In slices, so that Ctrl-C is heard on every platform.
                event = self._queue.get(timeout=_POLL)
            except queue.Empty:
                continue
            if event is not None:
                return event
            self._over = True
        if self._failure is not None:
            raise self._failure
        return None

    def _run(self) -> None:
        try:
            decision = self._search(self._put, self._stop)
            self.decision = replace(decision, seconds=max(0.0, decision.seconds - self._waited))
        except _Abandoned:
            return
        except Exception as error:
            self._failure = error
        try:
            self._put(None)
        except _Abandoned:
            return

    def _put(self, event: Event | None) -> None:
        began = time.monotonic()
        while not self._stop.is_set():
            try:
                self._queue.put(event, timeout=_POLL)
            except queue.Full:
                continue
            self._waited += time.monotonic() - began
            return
        raise _Abandoned
