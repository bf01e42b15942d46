"""What takes in the steps of a running search: `StepRecorder` hands them out as arrays, in pieces."""

from __future__ import annotations

from typing import Any

from plyground.board import Board, Cut, Event
from plyground.web.think.encoding import StepEncoder

__all__ = ["MOST_STEPS", "PIECE_STEPS", "CutCounter", "StepRecorder"]

MOST_STEPS = 400_000
"""The steps of a search that are kept."""
_MOST_SIZE = 16_000_000
"""Characters in the names of moves and the texts of positions: on a large board a single step can name hundreds."""
PIECE_STEPS = 2_000
_PIECE_SIZE = 100_000


class StepRecorder:
    """Give `take` to a `SlicedSearch`. The first `skipped` steps are counted but not handed out.

    When there are more steps than are kept, the search goes on to its decision unrecorded.
    """

    def __init__(self, board: Board, skipped: int) -> None:
        self._encoder = StepEncoder(board)
        self._skipped = skipped
        self._piece: list[list[Any]] = []
        self._size_before = 0  # of the pieces before
        self.room = PIECE_STEPS
        """The most steps of the next piece."""
        self.steps = 0
        """How many there were so far, at most those that are kept."""
        self.is_whole = True
        """False once there are more than are kept."""

    def take(self, event: Event) -> bool:
        """Whether the piece is full."""
        if not self.is_whole:
            return False
        if self.steps == MOST_STEPS or self._encoder.size > _MOST_SIZE:
            self.is_whole = False
            return True
        step = self._encoder.encode(event)
        self.steps += 1
        if self.steps <= self._skipped:
            return False
        self._piece.append(step)
        return len(self._piece) >= self.room or self._encoder.size - self._size_before >= _PIECE_SIZE

    def piece(self) -> list[list[Any]]:
        """The steps since the last piece. Ask for it between two slices."""
        piece, self._piece = self._piece, []
        self._size_before = self._encoder.size
        return piece


class CutCounter:
    """Counts the steps of a search and the cuts among them."""

    def __init__(self) -> None:
        self.steps = self.cuts = 0

    def take(self, event: Event) -> bool:
        self.steps += 1
        self.cuts += isinstance(event, Cut)
        return False
