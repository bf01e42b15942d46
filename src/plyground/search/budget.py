"""The clock and the cancel that every search keeps to."""

from __future__ import annotations

import math
import time

from plyground.board import Cancel, Limit

__all__ = ["Budget", "Stop"]


class Stop(Exception):
    """Unwinds a recursion whose budget is spent; caught within the search."""


class Budget:
    """The clock and the cancel of one search, which counts its nodes and playouts itself."""

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
        """The time is over, or the search was cancelled."""
        return self.is_cancelled or time.perf_counter() >= self.deadline
