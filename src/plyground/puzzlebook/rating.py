"""How hard a puzzle is, on the scale of the levels' Elo: a level of the same rating finds the answer half of the time.

What a puzzle takes (the solver's nodes, the length of the reason) gives a first estimate. The levels that tried it
move it: the rating is the most likely one, if the truth lies about `_SPREAD` around the estimate, and a level finds the
answer as often as it would beat a player of that rating.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from plyground.players import LEVELS, measured_board
from plyground.puzzlebook.puzzle import Puzzle, PuzzleKind

__all__ = ["MOST", "rating_of"]

MOST = 3000
_SPREAD = 250.0

# Fitted by hand to what levels 3 to 9 solve; `plyground puzzles try` shows how well the ratings order the puzzles.
_START = {
    PuzzleKind.WIN: 550.0,
    PuzzleKind.WIN_IN: 450.0,
    PuzzleKind.DRAW: 550.0,
    PuzzleKind.POISON: 650.0,
    PuzzleKind.WHO: 500.0,
    PuzzleKind.FOURS: 500.0,
}
_PER_DOUBLING = 45.0
"""For twice the nodes."""
_PER_DECISION = 40.0
_NO_REASON = 12
"""Decisions that a reason is taken to have if no short one was found."""
_PER_FOUR = 180.0
"""For every four of a sequence after the second one."""


def rating_of(puzzle: Puzzle) -> int:
    """The rating of a puzzle by what it takes, and by the levels that tried and missed it."""
    board = measured_board(puzzle.rules) or "cfour"
    return _most_likely(
        _estimate(puzzle), {LEVELS[level - 1].elo[board]: level not in puzzle.missed for level in puzzle.tried}
    )


def _estimate(puzzle: Puzzle) -> float:
    rating = _START[puzzle.kind] + _PER_DOUBLING * math.log2(1 + puzzle.nodes)
    if puzzle.kind is PuzzleKind.FOURS:
        return rating + _PER_FOUR * max(0, puzzle.length - 3)
    decisions = _NO_REASON if puzzle.decisions is None else min(puzzle.decisions, _NO_REASON)
    return rating + _PER_DECISION * decisions


def _most_likely(estimate: float, tries: Mapping[int, bool]) -> int:
    """The rating after tries: by the Elo of each level, whether it found the answer."""
    low, high = 0, MOST
    while low < high:
        middle = (low + high) // 2
        if _slope(middle, estimate, tries) > 0:
            low = middle + 1
        else:
            high = middle
    return low


def _slope(rating: float, estimate: float, tries: Mapping[int, bool]) -> float:
    """By how much a higher rating is more likely."""
    found = (estimate - rating) / _SPREAD**2
    for elo, right in tries.items():
        expected = 1 / (1 + 10 ** ((rating - elo) / 400))
        found += (expected - right) * math.log(10) / 400
    return found
