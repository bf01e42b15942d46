"""Running tasks that can be asked to stop, one by one.

A task that is to be stopped has a key, a random number of up to 62 bits, and looks at `TaskStop(key)` while it works.
`stop_task(key)` of the executor sets it: for local processes in memory that they share with their parent, on a cluster
in every worker.
"""

from __future__ import annotations

from collections import OrderedDict
from multiprocessing.context import BaseContext
from typing import Any

__all__ = ["PoolStops", "TaskStop", "note_stop"]

_SLOTS = 1024
"""Tasks whose keys differ by a multiple of this share a slot: then only the later stop is seen."""
_MOST_NOTED = 10_000

_here: PoolStops | None = None
"""The stops of the pool that this worker belongs to."""
_noted: OrderedDict[int, None] = OrderedDict()
"""Keys of stopped tasks, where a cluster was told them."""


class PoolStops:
    """The stopped tasks of a pool of processes."""

    def __init__(self, context: BaseContext) -> None:
        self._slots: Any = context.RawArray("Q", _SLOTS)

    def stop(self, key: int) -> None:
        self._slots[key % _SLOTS] = key

    def is_stopped(self, key: int) -> bool:
        return bool(self._slots[key % _SLOTS] == key)

    def use_here(self) -> None:
        """Makes the tasks of this process look here."""
        global _here  # noqa: PLW0603 - a worker belongs to one pool for its whole life
        _here = self


def note_stop(key: int) -> None:
    """Stops the task with this key, if it runs in this process."""
    _noted[key] = None
    while len(_noted) > _MOST_NOTED:
        _noted.popitem(last=False)


class TaskStop:
    """The cancel of the task with this key, in the process that runs it.

    >>> TaskStop(7).is_set()
    False
    """

    def __init__(self, key: int) -> None:
        self._key = key

    def is_set(self) -> bool:
        return self._key in _noted or (_here is not None and _here.is_stopped(self._key))
