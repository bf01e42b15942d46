"""`Pace`: until where the computers of a game play, and how fast, as whoever began the game has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["NATURAL_PACE", "Pace"]


@dataclass(frozen=True, slots=True)
class Pace:
    until: int | None = None
    """The computers wait once the game has so many moves; None if they play to the end."""
    delay: float | None = None
    """The least seconds for a move; None for the natural time."""
    number: int = 0
    """Counts the choices, so that workers agree on the last one."""

    def holds(self, ply: int) -> bool:
        """Whether the computers wait after so many moves."""
        return self.until is not None and ply >= self.until

    def next(self, until: int | None, delay: float | None) -> Pace:
        """The pace after another choice."""
        return Pace(until, delay, self.number + 1)

    def announcement(self) -> list[Any]:
        """What the other workers have to know, for `heard`."""
        return [self.until, self.delay, self.number]

    def heard(self, announcement: list[Any]) -> Pace:
        """The later of this pace and another worker's."""
        other = Pace(*announcement)
        return other if other.number > self.number else self


NATURAL_PACE = Pace()
"""Of a game that nobody has paused or sped up."""
