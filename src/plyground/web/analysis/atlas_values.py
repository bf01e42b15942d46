"""What an atlas of the package knows about an open board: proven by the same solver, but long ago."""

from __future__ import annotations

from plyground.atlas import shipped_atlas
from plyground.grid import GridBoard, Rules
from plyground.reviews import PositionValues, ValueSource

__all__ = ["atlas_values"]

_AT_ONCE = 10_000_000
"""Nodes that the solver looks through in a moment: then it answers itself, and finds the line, too."""


def atlas_values(board: GridBoard) -> PositionValues | None:
    """The values of all first moves; None where there are stones, or where no atlas has the worth of every move."""
    rules = board.rules
    if board.count or not rules.gravity:
        return None
    atlas = shipped_atlas(Rules(columns=rules.columns, rows=rules.rows, connect=rules.connect))
    entry = None if atlas is None else atlas.entry(rules.blocked)
    if entry is None or entry.nodes < _AT_ONCE or len(entry.scores) < len(board.legal_moves):
        return None
    return PositionValues(board, entry.values, source=ValueSource.EXACT, done=True)
