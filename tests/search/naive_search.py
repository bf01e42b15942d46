"""Minimax and alpha-beta a second time, written for counting: nothing here uses the package's searches.

`plain_minimax` takes any board and keeps everything it sees. `ListGame` is Connect Four on a list of 42 numbers with
evaluations of its own, so that node counts do not depend on the package's boards either.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from plyground import Board, Side


def plain_minimax(board: Board, depth: int, side: Side, judge: Callable[[Board, Side], float]) -> float:
    """The value for `side`, by the definition."""
    if depth == 0 or board.outcome.is_over:
        return judge(board, side)
    values = [plain_minimax(board.move(move), depth - 1, side, judge) for move in board.legal_moves]
    return max(values) if board.turn is side else min(values)


# A stone is 1 (first) or 5 (second); the sum over a segment says what lies in it.
def _lines() -> list[tuple[int, int, int, int]]:
    found = []
    for column in range(7):
        for row in range(6):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if 0 <= column + 3 * across < 7 and 0 <= row + 3 * up < 6:
                    cells = [(column + k * across) * 6 + row + k * up for k in range(4)]
                    found.append((cells[0], cells[1], cells[2], cells[3]))
    return found


LINES = _lines()
LINES_THROUGH = [[line for line in LINES if cell in line] for cell in range(42)]
assert len(LINES) == 69

SEGMENTS_BY_SUM = {2: 1, 3: 100, 4: 1_000_000, 10: -1, 15: -100, 20: -1_000_000}
"""For the first player; the second's is the negative."""
WINDOWS_BY_SUM = {
    1: {2: 2, 3: 5, 4: 100, 15: -4},
    5: {10: 2, 15: 5, 20: 100, 3: -4},
}


class ListGame:
    """Connect Four with stones that are put down and taken up again."""

    def __init__(self, judge: str) -> None:
        self.cells = [0] * 42
        self.heights = [0] * 7
        self.judge = judge
        self.nodes = 0
        self.known: dict[bytes, float] = {}
        """Values of positions, which other orders of moves lead to again."""

    def wins(self, cell: int) -> bool:
        cells = self.cells
        return any(cells[a] + cells[b] + cells[c] + cells[d] in (4, 20) for a, b, c, d in LINES_THROUGH[cell])

    def value(self, last: int) -> float:
        """For the first player, who sits at the root."""
        cells = self.cells
        if self.judge == "segments":
            table = SEGMENTS_BY_SUM
            return sum(table.get(cells[a] + cells[b] + cells[c] + cells[d], 0) for a, b, c, d in LINES)
        if self.wins(last):
            return 10_000 if cells[last] == 1 else -10_000
        table = WINDOWS_BY_SUM[1]
        windows = sum(table.get(cells[a] + cells[b] + cells[c] + cells[d], 0) for a, b, c, d in LINES)
        weights = sum(len(LINES_THROUGH[n]) * {0: 0, 1: 1, 5: -1}[stone] for n, stone in enumerate(cells))
        return windows + weights

    def negamax(self, depth: int, stone: int, low: float, high: float, last: int, pruning: bool) -> float:
        """Alpha-beta in the other notation: each side sees its own values. Without pruning, plain minimax."""
        self.nodes += 1
        if depth == 0 or (last >= 0 and self.wins(last)) or min(self.heights) == 6:
            position = bytes(self.cells)
            if position not in self.known:
                self.known[position] = self.value(last)
            value = self.known[position]
            return value if stone == 1 else -value
        best = -math.inf
        for column in range(7):
            if self.heights[column] == 6:
                continue
            cell = column * 6 + self.heights[column]
            self.cells[cell] = stone
            self.heights[column] += 1
            best = max(best, -self.negamax(depth - 1, 6 - stone, -high, -max(low, best), cell, pruning))
            self.heights[column] -= 1
            self.cells[cell] = 0
            if pruning and best >= high:
                break
        return best


@cache
def naive_count(judge: str, depth: int, pruning: bool) -> tuple[int, float]:
    """Positions entered from the empty 7x6 board, the root included, and its value."""
    game = ListGame(judge)
    value = game.negamax(depth, 1, -math.inf, math.inf, -1, pruning)
    return game.nodes, value
