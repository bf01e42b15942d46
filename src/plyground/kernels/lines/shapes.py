"""Shapes: what a line would hold after one more stone, by small tables.

A line through a free cell is seen as far as a run through that cell could reach, `connect - 1` cells to either side.
Each of those cells is free (0), one's own stone (1) or closed (2: the opponent's stone, a blocked cell, no cell), so
the line is a number in base 3, its key. The lowest digit is the cell furthest back:

    offset   -4 -3 -2 -1  .  1  2  3  4         (connect 5; the cell itself has no digit)
    digit     0  1  2  3  .  4  5  6  7

The shape of a key is what a stone on the cell would make of the line. It counts runs through the cell only: what it
lacks to the nearest run, and whether it is open. A shape is open if it can become a four that wins on two cells
without losing a move: two runs lack the same number of stones, and all but one of them are the same.

The threat of a cell sums up the shapes of its four lines; four shapes of four bits each are its lines' index.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, uint8

from ..compiled import entry, inner
from ..memory.records import Array

SHORTEST = 3
LONGEST = 8
"""The lengths of a run that have tables; the largest has 3 ** 14 keys."""

DIRECTIONS = 4

# Shapes. One that lacks n stones is 15 - 2 * n, and one more if it is open.
NOTHING = 0  # no run is possible here any more
TWO = 9
OPEN_TWO = 10
THREE = 11
OPEN_THREE = 12
FOUR = 13
OPEN_FOUR = 14
FIVE = 15

# Threats of a cell, from nothing to a win.
NO_THREAT = 0
SOMETHING = 1  # a run is possible
TWOS = 2  # a two at least
MAKES_THREE = 3  # a three that is not open
MAKES_OPEN_THREE = 4
MAKES_OPEN_THREES = 5  # two of them
MAKES_FOUR = 6
MAKES_FOUR_AND_THREE = 7  # a four and an open three
MAKES_OPEN_FOUR = 8  # wins on two cells, in one line or in two
WINS = 9
THREATS = 10
"""How many there are."""

INDICES = 1 << (4 * DIRECTIONS)
"""How many combinations of four shapes there are."""

SHAPES = Array(uint8)
WORTHS = Array(int32)


def keys_of(connect: int) -> int:
    """How many keys a line has."""
    return int(3 ** (2 * (connect - 1)))


@inner
def _lacking(own: Any, closed: Any, run: Any) -> Any:
    """The cells that a run lacks, as bits; -1 if it cannot be completed."""
    return -1 if closed & run else run & ~own


@inner
def _bits(mask: Any) -> Any:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inner
def _shape(own: Any, closed: Any, connect: Any) -> Any:
    """The shape of a line whose middle cell, bit connect - 1, is among `own`."""
    run = (1 << connect) - 1
    least = connect
    is_open = False
    for start in range(connect):
        lacking = _lacking(own, closed, run << start)
        if lacking < 0:
            continue
        count = _bits(lacking)
        if count < least:
            least = count
            is_open = False
        elif count > least or is_open:
            continue
        for other in range(start):
            before = _lacking(own, closed, run << other)
            if before >= 0 and _bits(before) == count and _bits(before | lacking) == count + 1:
                is_open = True
    if least == connect:
        return NOTHING
    if least == 0:
        return FIVE
    return FIVE - 2 * least + (1 if is_open else 0)


@entry
def fill_shapes(shapes: Any, connect: Any) -> Any:
    """Writes the shape of every key."""
    digits = 2 * (connect - 1)
    count = 1
    for _ in range(digits):
        count *= 3
    for key in range(count):
        own = 1 << (connect - 1)
        closed = 0
        rest = key
        for digit in range(digits):
            bit = 1 << (digit if digit < connect - 1 else digit + 1)
            if rest % 3 == 1:
                own |= bit
            elif rest % 3 == 2:
                closed |= bit
            rest //= 3
        shapes[key] = _shape(own, closed, connect)


def threats() -> np.ndarray[Any, Any]:
    """The threat for each combination of four shapes."""
    index = np.arange(INDICES)
    shapes = np.stack([index >> (4 * direction) & 15 for direction in range(DIRECTIONS)])
    best = shapes.max(axis=0)
    fours = (shapes >= FOUR).sum(axis=0)
    open_threes = (shapes == OPEN_THREE).sum(axis=0)
    found = np.full(INDICES, NO_THREAT, np.uint8)
    # The later, the stronger.
    for holds, threat in (
        (best > NOTHING, SOMETHING),
        (best >= TWO, TWOS),
        (best >= THREE, MAKES_THREE),
        (best >= OPEN_THREE, MAKES_OPEN_THREE),
        (open_threes >= 2, MAKES_OPEN_THREES),
        (fours >= 1, MAKES_FOUR),
        ((fours >= 1) & (open_threes >= 1), MAKES_FOUR_AND_THREE),
        ((fours >= 2) | (best >= OPEN_FOUR), MAKES_OPEN_FOUR),
        (best == FIVE, WINS),
    ):
        found[holds] = threat
    return found
