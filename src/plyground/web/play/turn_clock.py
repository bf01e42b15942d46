"""`TurnClock`: when the turns of the games began, by a clock that nobody sets.

The store notes the time of day of every change, and that may jump: an administrator or a time server sets it. Game
clocks must not jump with it, so this process remembers when each turn began by its monotonic clock.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from datetime import datetime

from plyground.store import LiveGame, now

__all__ = ["TurnClock"]

_MOST_GAMES = 10_000


class TurnClock:
    """Of all games of this process; make it when the server begins. Times in which no server ran do not count."""

    def __init__(self) -> None:
        self._made = time.monotonic()
        self._turns: OrderedDict[str, tuple[datetime, float]] = OrderedDict()
        """For each game that was used last: when its turn began, by the store and by the monotonic clock."""

    def began(self, live: LiveGame) -> float:
        """When the turn of this game began. The time of day is asked once for each turn, when it is first seen here:
        after a change of this process at once, and by another worker as soon as that has announced it."""
        known = self._turns.get(live.id)
        if known is not None and known[0] == live.changed:
            return known[1]
        moment = time.monotonic()
        age = max(0.0, (now() - live.changed).total_seconds())
        began = max(self._made, moment - age)
        self._turns[live.id] = live.changed, began
        self._turns.move_to_end(live.id)
        while len(self._turns) > _MOST_GAMES:
            self._turns.popitem(last=False)
        return began
