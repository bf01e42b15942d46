"""How good a position looks: evaluators as values that are passed to a search.

Each is called with a board and a side and answers for that side. The weights of longer or shorter
runs follow from how many stones a segment still lacks, so every evaluator works on every board.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from plyground.board import Board, Evaluator, Side
from plyground.errors import N_, UnsupportedError
from plyground.grid.board import GridBoard

__all__ = [
    "EVALUATORS",
    "OPEN_LINES",
    "OPEN_LINES_WEIGHTED",
    "OUTCOME",
    "POSITION",
    "SEGMENTS",
    "SEGMENTS_THOUSAND",
    "OpenLines",
    "OutcomeValue",
    "PositionWindows",
    "Segments",
]


def _grid(board: Board) -> GridBoard:
    if not isinstance(board, GridBoard):
        raise UnsupportedError(
            N_("this evaluator looks at grids, not at {kind}; use the board's own evaluate()"),
            kind=type(board).__name__,
        )
    return board


@dataclass(frozen=True, slots=True)
class OutcomeValue:
    """`win` for a won position, minus that for a lost one, 0 for all else.

    With `distance`, every cell left free adds one: a faster win is worth more, a slower loss less.
    """

    win: float = 1
    distance: bool = False

    def __call__(self, board: Board, side: Side) -> float:
        winner = board.winner
        if winner is None:
            return 0
        value = self.win + (_grid(board).free.bit_count() if self.distance else 0)
        return value if winner is side else -value


@lru_cache(maxsize=64)
def by_lacking(connect: int, *weights: float) -> tuple[float, ...]:
    """A table from the stones in a segment to its weight; `weights` start with a complete segment.

    An empty segment is worth nothing, however short it is.
    """
    table = [0.0] * (connect + 1)
    for lacking, weight in enumerate(weights):
        if connect - lacking > 0:
            table[connect - lacking] = weight
    return tuple(table)


@dataclass(frozen=True, slots=True)
class Segments:
    """Segments with stones of one side only: complete, one short, two short; the opponent's negative."""

    complete: int = 1_000_000
    one_short: int = 100
    two_short: int = 1

    def __call__(self, board: Board, side: Side) -> float:
        board = _grid(board)
        layout = board.rules.layout
        weight = by_lacking(layout.connect, self.complete, self.one_short, self.two_short)
        own, other = board.stones(side), board.stones(side.opposite)
        total = 0.0
        for segment in layout.segments:
            mine = own & segment
            theirs = other & segment
            if mine:
                if not theirs:
                    total += weight[mine.bit_count()]
            elif theirs:
                total -= weight[theirs.bit_count()]
        return total


@dataclass(frozen=True, slots=True)
class PositionWindows:
    """Weights of the cells (segments through each) plus windows; the game's end overrides both.

    It is not symmetric: the opponent's windows count less than one's own.
    """

    end: float = 10_000
    complete: float = 100
    one_short: float = 5
    two_short: float = 2
    opponent_one_short: float = -4

    def __call__(self, board: Board, side: Side) -> float:
        board = _grid(board)
        winner = board.winner
        if winner is not None:
            return self.end if winner is side else -self.end
        if not board.free:
            return 0
        layout = board.rules.layout
        own, other = board.stones(side), board.stones(side.opposite)
        mine_weight = by_lacking(layout.connect, self.complete, self.one_short, self.two_short)
        theirs_weight = by_lacking(layout.connect, 0, self.opponent_one_short)
        total = 0.0
        for segment in layout.segments:
            mine = own & segment
            theirs = other & segment
            # Each segment through a cell is one point of that cell's weight.
            total += mine.bit_count() - theirs.bit_count()
            if not theirs:
                total += mine_weight[mine.bit_count()]
            elif not mine:
                total += theirs_weight[theirs.bit_count()]
        return total


@dataclass(frozen=True, slots=True)
class OpenLines:
    """Lines with stones of one side only: own minus the opponent's.

    Unweighted, a line with two stones counts like a line with one, and every win is infinite.
    `weighted` corrects both: n stones in a line count n * n, and a win is a large number that grows
    with the cells left free, so that the fastest one is chosen.
    """

    weighted: bool = False

    def __call__(self, board: Board, side: Side) -> float:
        board = _grid(board)
        if board.is_win:
            return OutcomeValue(1_000_000, True)(board, side) if self.weighted else OutcomeValue(math.inf)(board, side)
        if not board.free:
            return 0
        own, other = board.stones(side), board.stones(side.opposite)
        total = 0
        for segment in board.rules.layout.segments:
            mine = (own & segment).bit_count()
            theirs = (other & segment).bit_count()
            if mine and not theirs:
                total += mine * mine if self.weighted else 1
            elif theirs and not mine:
                total -= theirs * theirs if self.weighted else 1
        return total


OUTCOME = OutcomeValue()
SEGMENTS = Segments()
SEGMENTS_THOUSAND = Segments(one_short=1_000)
POSITION = PositionWindows()
OPEN_LINES = OpenLines()
OPEN_LINES_WEIGHTED = OpenLines(weighted=True)

EVALUATORS: dict[str, Evaluator] = {
    "outcome": OUTCOME,
    "segments": SEGMENTS,
    "segments1000": SEGMENTS_THOUSAND,
    "position": POSITION,
    "openlines": OPEN_LINES,
    "openlines2": OPEN_LINES_WEIGHTED,
}
"""The evaluators by the names that players and commands use."""
