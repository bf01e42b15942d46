"""How far the tasks in local processes are, while they run.

The processes of a pool and their parent share a little memory that no folder names, so nothing is left behind however
they end. A report is one write into it and costs next to nothing: a task need not save on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import Any

__all__ = ["PoolProgress", "task_progress"]

_SLOTS = 1024
"""Tasks whose numbers differ by a multiple of this share a slot: then only the last report is seen."""

_STEPS = 1 << 16
"""A number of a task and its step are written as one value, so that nobody reads half a report."""

_here: PoolProgress | None = None
"""Where the tasks of this worker report to; elsewhere nobody asks."""


class PoolProgress:
    """The last report of each running task of a pool."""

    def __init__(self, context: BaseContext) -> None:
        self._slots: Any = context.RawArray("Q", _SLOTS)

    def report(self, number: int, step: int) -> None:
        self._slots[number % _SLOTS] = number * _STEPS + step

    def end(self, number: int) -> None:
        self._slots[number % _SLOTS] = 0

    def read(self) -> dict[int, int]:
        """The running tasks by number, in order, each with its step."""
        return dict(sorted(divmod(slot, _STEPS) for slot in self._slots if slot))

    def use_here(self) -> None:
        """Makes the tasks of this process report here."""
        global _here  # noqa: PLW0603 - a worker belongs to one pool for its whole life
        _here = self


@contextmanager
def task_progress(number: int) -> Iterator[Callable[[int], None]]:
    """For a task with this number: yields what it calls with each step that it begins. `LocalExecutor.progress` shows
    the steps until the task ends; on other executors they are not seen.

    >>> with task_progress(3) as report:
    ...     report(1)
    """
    progress = _here
    if progress is None:
        yield lambda step: None
        return
    try:
        yield lambda step: progress.report(number, step)
    finally:
        progress.end(number)
