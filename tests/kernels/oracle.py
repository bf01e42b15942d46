"""Brute force over every position of a small board at once, for the tests: a dense table, no search, no tricks.

A position is a number in base 3, one digit per cell (0 free, 1 the side to move, 2 the other), cells column by column
from the bottom left. Values are computed from full boards backwards. It shares nothing with the kernels.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

UNREACHED = np.int8(-100)


def lines_of(width: int, height: int, connect: int, blocked: frozenset[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Every line as a row of cell numbers; lines over blocked cells are left out."""
    rows = []
    for column in range(width):
        for row in range(height):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(column + right * i, row + up * i) for i in range(connect)]
                if all(0 <= c < width and 0 <= r < height for c, r in line):
                    cells = [c * height + r for c, r in line]
                    if not blocked & set(cells):
                        rows.append(cells)
    return np.array(rows, np.int64).reshape(len(rows), connect)


@numba.njit(cache=True)
def _has_line(digits: Any, side: int, lines: Any) -> bool:
    for i in range(lines.shape[0]):
        whole = True
        for j in range(lines.shape[1]):
            if digits[lines[i, j]] != side:
                whole = False
                break
        if whole:
            return True
    return False


@numba.njit(cache=True)
def all_values(width: int, height: int, lines: Any, blocked: Any, gravity: bool) -> Any:
    """The value of every position that has no line yet and (with gravity) no stone in the air; else UNREACHED.

    Stone counts are not asked to balance: set-ups count too.
    """
    cells = width * height
    powers = np.ones(cells + 1, np.int64)
    for i in range(cells):
        powers[i + 1] = powers[i] * 3
    values = np.full(powers[cells], UNREACHED, np.int8)
    playable = cells - blocked.sum()
    digits = np.zeros(cells, np.int64)
    # The other side's view of a position swaps digits 1 and 2, so fill by falling number of stones.
    by_stones = np.zeros(powers[cells], np.int8)
    for number in range(powers[cells]):
        rest = number
        for _ in range(cells):
            by_stones[number] += rest % 3 != 0
            rest //= 3
    for stones in range(playable, -1, -1):
        for number in range(powers[cells]):
            if by_stones[number] != stones:
                continue
            rest = number
            legal = True
            for i in range(cells):
                digits[i] = rest % 3
                rest //= 3
                if blocked[i] and digits[i] != 0:
                    legal = False
            if gravity:
                for column in range(width):
                    gap = False
                    for row in range(height):
                        cell = column * height + row
                        if blocked[cell]:
                            continue
                        if digits[cell] == 0:
                            gap = True
                        elif gap:
                            legal = False
            if not legal or _has_line(digits, 1, lines) or _has_line(digits, 2, lines):
                continue
            swapped = 0
            for i in range(cells):
                if digits[i] != 0:
                    swapped += (3 - digits[i]) * powers[i]
            best = -99
            for cell in range(cells):
                if digits[cell] != 0 or blocked[cell]:
                    continue
                if gravity:
                    supported = True
                    for below in range(cell - cell % height, cell):
                        if digits[below] == 0 and not blocked[below]:
                            supported = False
                    if not supported:
                        continue
                digits[cell] = 1
                if _has_line(digits, 1, lines):
                    value = (playable + 2 - (stones + 1)) // 2
                else:
                    value = -values[swapped + 2 * powers[cell]]
                digits[cell] = 0
                best = max(best, value)
            values[number] = 0 if best == -99 else best
    return values


def positions_of(
    numbers: np.ndarray[Any, np.dtype[np.int64]], width: int, height: int
) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Positions in the kernels' layout: (count, 4) words."""
    words = np.zeros((len(numbers), 4), np.uint64)
    rest = numbers.copy()
    for cell in range(width * height):
        bit = np.uint64(1 << (cell // height * (height + 1) + cell % height))
        digit = rest % 3
        rest //= 3
        words[digit == 1, 0] |= bit
        words[digit != 0, 2] |= bit
    return words


def value_after(values: Any, number: int, cell: int, width: int, height: int, lines: Any, playable: int) -> int:
    """What the side to move gets by playing `cell`."""
    digits = [number // 3**i % 3 for i in range(width * height)]
    assert digits[cell] == 0
    digits[cell] = 1
    if any(all(digits[c] == 1 for c in line) for line in lines.tolist()):
        return (playable + 2 - sum(d != 0 for d in digits)) // 2
    return -int(values[sum((3 - d) % 3 * 3**i for i, d in enumerate(digits))])
