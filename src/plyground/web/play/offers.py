"""`Offers`: what one player of a game has asked the other for. They are in memory only, at every worker."""

from __future__ import annotations

import time

from plyground.board import Side

__all__ = ["Offers"]


class Offers:
    """`undo` and `rematch` are the sides that ask. Of what two workers say, the later change counts: that of the newer
    game, and in one game the later one by the clock."""

    def __init__(self) -> None:
        self.undo: Side | None = None
        self.rematch: Side | None = None
        self.seq = 0
        """The `seq` of the game as it was when they were made."""
        self._changed = 0.0

    def set(self, seq: int, *, undo: Side | None = None, rematch: Side | None = None) -> None:
        """Replaces all offers; without sides, there are none."""
        self.undo, self.rematch, self.seq = undo, rematch, seq
        # Later than all that is known, even if the clocks of two machines differ.
        self._changed = max(time.time(), self._changed + 1e-3)

    def announcement(self) -> list[float | None]:
        sides = (None if side is None else side.value for side in (self.undo, self.rematch))
        return [self.seq, self._changed, *sides]

    def hear(self, announcement: list[float | None]) -> bool:
        """Takes over what another worker announced, if it is newer. Returns whether that changes anything."""
        seq, changed, *values = announcement
        assert seq is not None
        assert changed is not None
        undo, rematch = (None if value is None else Side(value) for value in values)
        if (seq, changed) <= (self.seq, self._changed):
            return False
        is_new = (undo, rematch) != (self.undo, self.rematch)
        self.undo, self.rematch, self.seq, self._changed = undo, rematch, int(seq), changed
        return is_new
