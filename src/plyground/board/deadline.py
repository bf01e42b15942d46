"""When a search has to end: the time of its limit, and the cancel of whoever asked."""

from __future__ import annotations

import math
import time

from plyground.board.decision import Cancel, Limit, require_limit
from plyground.errors import N_, LimitError


class Deadline:
    """The clock and the cancel of one search. The search itself counts nodes and playouts.

    The clock starts now, or at `began` as `time.perf_counter` gives it.
    """

    def __init__(self, limit: Limit | None, cancel: Cancel | None, began: float | None = None) -> None:
        require_limit(limit)
        if cancel is not None and not hasattr(cancel, "is_set"):
            raise LimitError(
                N_("the cancel is {value}; it has to be something with is_set, such as a threading.Event"),
                value=repr(cancel),
            )
        self.limit = limit or Limit()
        self.cancel = cancel
        self.began = time.perf_counter() if began is None else began
        self.ends = math.inf if self.limit.time is None else self.began + self.limit.time

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.began

    @property
    def seconds_left(self) -> float:
        """Infinite without a time limit, 0 when the time is over."""
        return max(0.0, self.ends - time.perf_counter())

    @property
    def is_cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    @property
    def is_over(self) -> bool:
        """The time is over, or somebody cancelled."""
        return self.is_cancelled or time.perf_counter() >= self.ends
