"""How good a move looks before it is tried: learnt weights for what lies around its cell and the one above it.

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
from numba import int32

from ..compiled import entry, inlined, inner
from ..memory.records import Array
from .playout import lines_across
from .threats import NO_ROW, lines_of, shape_of

PATTERNS = 4096
"""Of one line: own neighbours (and what is no cell) times 64, plus the opponent's (and what is no cell)."""
CLOSED = 5 * PATTERNS
WEIGHT_COUNT = CLOSED + 1
LOOKS = 7
"""How many weights a move has."""
NUMBERS = Array(int32)

# Where the tables start: the row's, with that of both diagonals behind it. The column's table is the first.
_OF_THE_CELL = PATTERNS
_OF_THE_CELL_ABOVE = 3 * PATTERNS

_THREE_BITS = np.uint64(7)


@inlined
def around(line: Any, at: Any) -> Any:
    """Six bits: the three neighbours before and the three after a place on a line; nothing lies before place 0."""
    seven = (line << 3) >> at
    return np.int64((seven & _THREE_BITS) | (((seven >> 4) & _THREE_BITS) << 3)) | (7 >> min(at, 3))


@inlined
def pattern(geometry: Any, own: Any, other: Any, line: Any, at: Any) -> Any:
    no_cell = ~np.uint64(geometry.valid[line])
    mine = around(np.uint64(own[line]) | no_cell, at)
    return mine * 64 + around(np.uint64(other[line]) | no_cell, at)


@inlined
def looks_across(geometry: Any, shape: Any, own: Any, other: Any, column: Any, row: Any, table: Any) -> Any:
    """The weights of the row and of the two diagonals of a cell, which share a table."""
    if row == NO_ROW:
        return CLOSED, CLOSED, CLOSED
    at_row, at_rising, at_falling = lines_across(shape, column, row)
    return (
        table + pattern(geometry, own, other, at_row, column),
        table + PATTERNS + pattern(geometry, own, other, at_rising, column),
        table + PATTERNS + pattern(geometry, own, other, at_falling, column),
    )


@inlined
def looks_of(geometry: Any, position: Any, column: Any) -> Any:
    """The numbers of a move's weights."""
    shape = shape_of(geometry)
    own = lines_of(shape, position, position.turn)
    other = lines_of(shape, position, 1 - position.turn)
    level = np.int64(position.level[column])
    row = np.int64(geometry.fill[column][level])
    row_above = np.int64(geometry.fill[column][level + 1])
    upright = pattern(geometry, own, other, column, row)
    across = looks_across(geometry, shape, own, other, column, row, _OF_THE_CELL)
    above = looks_across(geometry, shape, own, other, column, row_above, _OF_THE_CELL_ABOVE)
    return upright, across[0], across[1], across[2], above[0], above[1], above[2]


@inner
def prior_of(geometry: Any, position: Any, column: Any) -> Any:
    """How good a move looks, in proportion to others of the same position; 1 where nothing was learnt."""
    if not geometry.has_weights:
        return np.float32(1)
    weights = geometry.weights
    total = np.float32(0)
    for look in looks_of(geometry, position, column):
        total += weights[look]
    return np.float32(math.exp(total))


@entry
def describe(geometry: Any, position: Any, column: Any, looks: Any) -> Any:
    """Writes the numbers of a move's weights, for whoever learns them."""
    for k, look in enumerate(looks_of(geometry, position, column)):
        looks[k] = look
