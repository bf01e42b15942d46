"""`StepRecorder`: the steps of a running search as arrays, handed out in pieces."""

from __future__ import annotations

from typing import Any

from plyground.board import Board, Event
from plyground.web.think.encoding import StepEncoder

__all__ = ["MOST_STEPS", "PIECE_STEPS", "StepRecorder"]

MOST_STEPS = 400_000
"""The steps of a search that are kept."""
MOST_MOVES = 4_000_000
"""The moves that all kept steps may name: on a large board a single step can name hundreds."""
PIECE_STEPS = 2_000
_PIECE_MOVES = 20_000


class StepRecorder:
    """Give `take` to a `SlicedSearch`. The first `skipped` steps are counted but not handed out.

    When there are more steps than are kept, the search goes on to its decision unrecorded.
    """

    def __init__(self, board: Board, skipped: int) -> None:
        self._encoder = StepEncoder(board)
        self._skipped = skipped
        self._piece: list[list[Any]] = []
        self._named_before = 0  # moves named before this piece
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
        if self.steps == MOST_STEPS or self._encoder.named > MOST_MOVES:
            self.is_whole = False
            return True
        step = self._encoder.encode(event)
        self.steps += 1
        if self.steps <= self._skipped:
            return False
        self._piece.append(step)
        return len(self._piece) >= self.room or self._encoder.named - self._named_before >= _PIECE_MOVES

    def piece(self) -> list[list[Any]]:
        """The steps since the last piece. Ask for it between two slices."""
        piece, self._piece = self._piece, []
        self._named_before = self._encoder.named
        return piece
