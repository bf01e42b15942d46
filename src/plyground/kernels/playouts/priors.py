"""How good a move looks before anything was tried: learnt weights for what lies around its cell and the one above it.

Four lines run through a cell. What matters to four in a row are the three neighbours on either side, each of them
free, own, the opponent's, or no cell at all: 4096 patterns a line, and a learnt weight for each. The row and the two
diagonals of the cell above count as well, since a stone hands that cell to the opponent. A move's weights are added up,
and the moves of a node share its attention in proportion to `exp` of their sums.

The weights, 32 bits each, one table after the other: the column, the row, the diagonals; the row and the diagonals of
the cell above; and one number for a column that is full after the stone. `tools/priors.py` learns them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import load_f32, load_i32, load_i64, load_u8, load_u32, store_f32, store_i32
from .threats import (
    FALLING,
    FILL,
    LEVEL,
    LINE_COUNT,
    LINES,
    NO_ROW,
    PER_COLUMN,
    RISING,
    ROW_LINES,
    TURN,
    VALID,
    WEIGHTS,
)

PATTERNS = 4096
"""Of one line: own neighbours (and what is no cell) times 64, plus the opponent's (and what is no cell)."""
CLOSED = 5 * PATTERNS
WEIGHT_COUNT = CLOSED + 1
LOOKS = 7
"""How many weights a move has."""

_SEVEN = np.uint64(7)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)


@inlined
def around(line: Any, at: Any) -> Any:
    """Six bits: the three neighbours before and the three after a place on a line; nothing lies before place 0."""
    seven = (np.uint64(line) << _THREE) >> np.uint64(at)
    return np.int64((seven & _SEVEN) | (((seven >> _FOUR) & _SEVEN) << _THREE)) | (7 >> min(at, 3))


@inlined
def pattern(geometry: Any, own: Any, other: Any, line: Any, at: Any) -> Any:
    no_cell = ~np.uint64(load_u32(geometry + VALID, line))
    mine = around(np.uint64(load_u32(own, line)) | no_cell, at)
    return mine * 64 + around(np.uint64(load_u32(other, line)) | no_cell, at)


@inner
def look_at(geometry: Any, position: Any, column: Any, looks: Any) -> Any:
    """Writes the places of a move's weights."""
    side_bytes = load_i64(geometry, LINE_COUNT) * 4
    turn = load_i64(position, TURN)
    lines = position + load_i64(geometry, LINES)
    own = lines + turn * side_bytes
    other = lines + (1 - turn) * side_bytes
    fill = FILL + column * PER_COLUMN + np.int64(load_u8(position, LEVEL + column))
    row = np.int64(load_u8(geometry, fill))
    store_i32(looks, 0, np.int32(pattern(geometry, own, other, column, row)))
    table = PATTERNS
    for k in range(1, LOOKS, 3):
        if row == NO_ROW:
            for closed in range(k, k + 3):
                store_i32(looks, closed, np.int32(CLOSED))
        else:
            across = pattern(geometry, own, other, load_i64(geometry, ROW_LINES) + row, column)
            rising = pattern(geometry, own, other, load_i64(geometry, RISING) + column - row, column)
            falling = pattern(geometry, own, other, load_i64(geometry, FALLING) + column + row, column)
            store_i32(looks, k, np.int32(table + across))
            store_i32(looks, k + 1, np.int32(table + PATTERNS + rising))
            store_i32(looks, k + 2, np.int32(table + PATTERNS + falling))
        row = np.int64(load_u8(geometry, fill + 1))
        table += 2 * PATTERNS


@inner
def write_priors(geometry: Any, position: Any, edges: Any, facts: Any, priors: Any, count: Any, looks: Any) -> Any:
    """The prior of each edge of a node: 1 on average, and 1 for all where nothing was learnt."""
    weights = load_i64(geometry, WEIGHTS)
    total = np.float32(0)
    for k in range(count):
        prior = np.float32(1)
        if weights != 0:
            look_at(geometry, position, np.int64(load_i32(edges, facts + k) & 255), looks)
            sum_ = np.float32(0)
            for look in range(LOOKS):
                sum_ += load_f32(weights, np.int64(load_i32(looks, look)))
            prior = np.float32(math.exp(sum_))
        total += prior
        store_f32(edges, priors + k, prior)
    if weights != 0:
        for k in range(count):
            store_f32(edges, priors + k, load_f32(edges, priors + k) * np.float32(count) / total)


@entry
def describe(geometry: Any, position: Any, column: Any, looks: Any) -> Any:
    """What `look_at` sees, for whoever learns from it."""
    look_at(geometry, position, column, looks)
