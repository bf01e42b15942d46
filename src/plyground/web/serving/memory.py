"""`MemoryBudget`: the megabytes that searches may take, which are counted before a search begins."""

from __future__ import annotations

import os
from collections.abc import Callable

__all__ = ["MemoryBudget", "machine_mb"]

_ADDRESS_SHARE = 0.75


class MemoryBudget:
    """Shared by the pools of a server. It belongs to the event loop.

    One address may have three quarters, so that there is room for somebody else. A search that needs more than there is
    in all runs when no other does.
    """

    def __init__(self, megabytes: float) -> None:
        self.megabytes = megabytes
        self.when_freed: list[Callable[[], None]] = []
        """Called when memory was given back: a search may have waited for it."""
        self._taken: dict[str, float] = {}  # by address

    @property
    def taken(self) -> float:
        return sum(self._taken.values())

    def has_room(self, address: str, megabytes: float) -> bool:
        if not megabytes or not self._taken:
            return True
        fits = self.taken + megabytes <= self.megabytes
        share = _ADDRESS_SHARE * self.megabytes
        own = self._taken.get(address, 0.0)
        return fits and (not own or own + megabytes <= share)

    def take(self, address: str, megabytes: float) -> None:
        if megabytes:
            self._taken[address] = self._taken.get(address, 0.0) + megabytes

    def give_back(self, address: str, megabytes: float) -> None:
        if megabytes:
            self._taken[address] -= megabytes
            if self._taken[address] <= 0:
                del self._taken[address]
            for each in self.when_freed:
                each()


def machine_mb() -> float:
    """The memory of this machine; a usual one where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    except (AttributeError, ValueError, OSError):
        return 8192.0
