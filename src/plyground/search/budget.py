"""What every search does about its limits: look at the clock, listen for a cancel."""

from __future__ import annotations

import math
import time

from plyground.board import Cancel, Limit

__all__ = ["Budget", "Stop"]


class Stop(Exception):
    """Unwinds a recursion whose budget is spent. Never leaves the search."""


class Budget:
    """The clock and the cancel of one search; counts are the search's own affair."""

    def __init__(self, limit: Limit | None, cancel: Cancel | None) -> None:
        self.limit = limit or Limit()
        self.cancel = cancel
        self.began = time.perf_counter()
        self.deadline = math.inf if self.limit.time is None else self.began + self.limit.time

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.began

    @property
    def is_cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    @property
    def is_spent(self) -> bool:
        """The time is over, or somebody cancelled."""
        return self.is_cancelled or time.perf_counter() >= self.deadline
