"""`Presence`: which players of a game are connected, to this worker or to another, and how long the others are away."""

from __future__ import annotations

import time

from plyground.board import Side

__all__ = ["Presence"]

_HEARD_SECONDS = 20.0  # for which it counts that another worker said who is connected to it


class Presence:
    """A side that nobody has seen yet counts as away since this was made: the server may have been restarted."""

    def __init__(self) -> None:
        self._here: frozenset[Side] = frozenset()
        self._elsewhere: dict[str, tuple[float, frozenset[Side]]] = {}
        """For each other worker: the sides whose players are connected to it, and until when that counts."""
        self._seen = dict.fromkeys(Side, time.monotonic())

    @property
    def here(self) -> frozenset[Side]:
        """Sides whose players are connected to this worker."""
        return self._here

    @here.setter
    def here(self, sides: frozenset[Side]) -> None:
        self._see(self._here | sides)
        self._here = sides

    @property
    def connected(self) -> frozenset[Side]:
        moment = time.monotonic()
        return self._here.union(*(sides for until, sides in self._elsewhere.values() if until > moment))

    def is_elsewhere(self, side: Side) -> bool:
        """Whether the player of this side is connected to another worker and not to this one."""
        return side not in self._here and side in self.connected

    def hear(self, worker: str, sides: frozenset[Side]) -> frozenset[Side] | None:
        """Notes who is connected to another worker. Returns who was there before; None for a new worker."""
        known = self._elsewhere.get(worker)
        self._elsewhere[worker] = (time.monotonic() + _HEARD_SECONDS, sides)
        self._see(sides if known is None else sides | known[1])
        return None if known is None else known[1]

    def away(self, side: Side) -> float | None:
        """For how many seconds nobody has been connected for this side; None if somebody is."""
        return None if side in self.connected else time.monotonic() - self._seen[side]

    def _see(self, sides: frozenset[Side]) -> None:
        self._seen.update(dict.fromkeys(sides, time.monotonic()))
