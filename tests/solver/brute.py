"""Exact values of every position of a tiny board, by working backwards through all of them.

Shares nothing with the package: cells are digits of a number in base three, lines are lists of cells. A stone only
makes the number larger, so counting down meets every position after all its successors.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

Cell = tuple[int, int]


class Brute:
    """All positions of a board that play can reach, with their scores."""

    def __init__(self, columns: int, rows: int, connect: int, gravity: bool, blocked: frozenset[Cell]) -> None:
        self.cells = [(c, r) for c in range(columns) for r in range(rows) if (c, r) not in blocked]
        number = {cell: i for i, cell in enumerate(self.cells)}
        lines = []
        for c, r in self.cells:
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(c + dc * i, r + dr * i) for i in range(connect)]
                if all(cell in number for cell in line):
                    lines.append([number[cell] for cell in line])
        below = [
            [number[other] for other in self.cells if other[0] == c and other[1] < r] if gravity else []
            for c, r in self.cells
        ]
        width = max([1, *map(len, below)])
        below_array = np.full((len(self.cells), width), -1, np.int64)
        for i, others in enumerate(below):
            below_array[i, : len(others)] = others
        bits = np.array([1 << (c * (rows + 1) + r) for c, r in self.cells], np.uint64)
        line_array = np.array(lines, np.int64).reshape(len(lines), connect)
        self.movers, self.stones, self.scores = _all(len(self.cells), line_array, below_array, bits)


@numba.njit(cache=True)
def _has_line(digits: Any, lines: Any, side: int) -> bool:
    for i in range(lines.shape[0]):
        full = True
        for j in range(lines.shape[1]):
            if digits[lines[i, j]] != side:
                full = False
                break
        if full:
            return True
    return False


@numba.njit(cache=True)
def _open_cell(digits: Any, below: Any, cell: int) -> bool:
    if digits[cell] != 0:
        return False
    for j in range(below.shape[1]):  # noqa: SIM110 - compiled
        if below[cell, j] >= 0 and digits[below[cell, j]] == 0:
            return False
    return True


@numba.njit(cache=True)
def _all(cells: int, lines: Any, below: Any, bits: Any) -> Any:
    """Movers' stones, all stones and scores of every position reached by play in which the game is still open."""
    powers = np.ones(cells + 1, np.int64)
    for i in range(cells):
        powers[i + 1] = powers[i] * 3
    total = powers[cells]
    # 0 not reached, 1 open, 2 won by the side that moved last, 3 full
    state = np.zeros(total, np.uint8)
    value = np.zeros(total, np.int16)
    digits = np.zeros(cells, np.int64)
    state[0] = 1
    for s in range(total):
        if state[s] == 0:
            continue
        rest, stones = s, 0
        for i in range(cells):
            digits[i] = rest % 3
            rest //= 3
            stones += digits[i] != 0
        mover = 1 + stones % 2
        if _has_line(digits, lines, 3 - mover):
            state[s] = 2
            value[s] = -((cells + 2 - stones) // 2)
            continue
        if stones == cells:
            state[s] = 3
            continue
        for i in range(cells):
            if _open_cell(digits, below, i):
                state[s + mover * powers[i]] = 1
    count = 0
    for s in range(total - 1, -1, -1):
        if state[s] != 1:
            continue
        count += 1
        rest, stones = s, 0
        for i in range(cells):
            digits[i] = rest % 3
            rest //= 3
            stones += digits[i] != 0
        mover = 1 + stones % 2
        best = -1000
        for i in range(cells):
            if _open_cell(digits, below, i):
                best = max(best, -value[s + mover * powers[i]])
        value[s] = best
    movers = np.zeros(count, np.uint64)
    masks = np.zeros(count, np.uint64)
    scores = np.zeros(count, np.int64)
    k = 0
    for s in range(total):
        if state[s] != 1:
            continue
        rest, stones = s, 0
        for i in range(cells):
            digits[i] = rest % 3
            rest //= 3
            stones += digits[i] != 0
        for i in range(cells):
            if digits[i] != 0:
                masks[k] |= bits[i]
                if digits[i] == 1 + stones % 2:
                    movers[k] |= bits[i]
        scores[k] = value[s]
        k += 1
    return movers, masks, scores
