"""Waiting for a condition, never for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds that a wait may take. It only matters when something is broken: a busy machine may need minutes."""


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Whether the condition came true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class When:
    """A cancel that is set as soon as a condition holds."""

    def __init__(self, condition: Callable[[], object]) -> None:
        self._condition = condition

    def is_set(self) -> bool:
        return bool(self._condition())


class CancelAfter:
    """A cancel that is set from its n-th question on, so that a search is ended in its middle however fast it is."""

    def __init__(self, questions: int) -> None:
        self._left = questions

    def is_set(self) -> bool:
        self._left -= 1
        return self._left <= 0
