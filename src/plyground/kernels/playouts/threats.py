"""Boards with gravity that know their threats.

A threat is a free cell where a side would complete a run. Stones are kept per line, as in `playout`; a stone can
only make threats on its four lines, so they are kept up to date for the price of four line tests. What a player has
to know at every move is then two words, one bit for each side and column (`Sight`).

Threats stay where they are when the cell is taken: only cells that are free are ever asked for.

Four in a row on up to 13 x 13 cells has a faster way: its four lines fit into one word. Which way a kernel is
compiled for follows from the type of the argument `line_by_line`: None for this way, a number for all other boards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float32, int64, uint8, uint32, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, part, pointer
from ..memory.words import lowest_bit_index
from .playout import LINES, MOST_COLUMNS, MOST_LINES, bit, lines_across, without_lowest

NO_ROW = 63  # follows the rows of a column: no threat is there

Geometry = Record(
    "ThreatGeometry",
    columns=int64,
    rows=int64,
    connect=int64,
    cells=int64,
    row_lines=int64,  # where the rows, the rising and the falling diagonals start among the lines of a side
    rising_lines=int64,
    falling_lines=int64,
    line_count=int64,  # of one side
    lines_at=int64,  # the byte of a position where its lines start
    size=int64,  # bytes of a position
    has_weights=boolean,
    weights=pointer(float32),  # learnt, see `priors`
    network=pointer(uint8),  # learnt, see `evaluation`; there is one if the options ask for it
    fill=array(array(uint8, 36), 32),  # the rows of each column in the order in which they fill, then NO_ROW
    valid=array(uint32, 192),  # for each line the cells that can be played
    keys=array(array(array(uint64, 32), 32), 2),  # random bits for each side, column and row: for the hash
    select=array(array(uint8, 8), 256),  # the n-th bit of every byte
)

# Behind the record lie the threats of the first side, a word for each column with a bit for each row, and those of
# the second; then the lines of the first side and those of the second, as in `playout`.
Position = Record(
    "ThreatPosition",
    turn=int64,  # 0 or 1
    left=int64,  # free cells
    open=uint64,  # the columns that are not full, a bit each
    now=uint64,
    above=uint64,
    hash=uint64,  # of the stones and the side to move
    level=array(uint8, 32),  # stones in each column
)
POSITION_BYTES = Position.size + 2 * 8 * MOST_COLUMNS + 2 * 4 * MOST_LINES

THREATS = Array(uint64)
MOVES = Array(int64)
_HEAD = Position.size

SECOND_TO_MOVE = 0xD1B54A32D192ED03  # in the hash
_SECOND_TO_MOVE = np.uint64(SECOND_TO_MOVE)

_ONE = np.uint64(1)
_NOTHING = np.uint64(0)
_SIDE = np.uint64(0xFFFFFFFF)  # the bits of the first side in a word of both
_BOTH_SIDES = np.uint64((1 << 32) | 1)

# Four lines in one word: lanes of 16 bits, 13 for the line and three for the shifts. What falls into those is no cell.
_LANE = np.uint64(0xFFFF)
_CELLS_OF_LANES = np.uint64(0x1FFF1FFF1FFF1FFF)


class Shape(NamedTuple):
    """What every stone needs of the geometry, read once."""

    lines_at: Any
    side_bytes: Any  # of the lines of one side
    row_lines: Any
    rising_lines: Any
    falling_lines: Any
    connect: Any
    threat_bytes: Any  # of one side


class Sight(NamedTuple):
    """What a player sees: bit c is the first side's in column c, bit 32 + c the second's."""

    now: Any
    """A stone that falls into the column wins."""
    above: Any
    """A stone that falls on top of the next one wins: whoever plays the column now hands it over."""
    open: Any
    """The columns that are not full; the lower half only."""


@inlined
def shape_of(geometry: Any) -> Any:
    return Shape(
        geometry.lines_at,
        geometry.line_count * 4,
        geometry.row_lines,
        geometry.rising_lines,
        geometry.falling_lines,
        geometry.connect,
        geometry.columns * 8,
    )


@inlined
def sight_of(position: Any) -> Any:
    return Sight(position.now, position.above, position.open)


@inlined
def half(side: Any) -> Any:
    """The number of the first bit of a side in a word of both."""
    return side << 5


@inlined
def columns_of(word: Any, side: Any) -> Any:
    """The columns of one side in a word of both."""
    return (word >> half(side)) & _SIDE


@inlined
def lines_of(shape: Any, position: Any, side: Any) -> Any:
    """The lines of a side: columns, rows, rising diagonals, falling diagonals."""
    return part(LINES, position, shape.lines_at + side * shape.side_bytes)


@inlined
def threats_of(shape: Any, position: Any, side: Any) -> Any:
    """For each column the rows where a side would win."""
    return part(THREATS, position, _HEAD + side * shape.threat_bytes)


@inlined
def has_bit(bits: Any, n: Any) -> Any:
    """1 or 0."""
    return (bits >> n) & _ONE


@inlined
def four_completions(stones: Any) -> Any:
    """Cells that complete a run of four in a line."""
    left = stones << 1
    right = stones >> 1
    return (left & (stones << 2) & ((stones << 3) | right)) | (right & (stones >> 2) & ((stones >> 3) | left))


@inner
def completions_of(stones: Any, connect: Any) -> Any:
    """Cells that complete a run of `connect` in a line: so many stones on one side, and the rest on the other."""
    found = _NOTHING
    if connect == 4:
        return four_completions(stones)
    if connect > 32:
        return found
    for before in range(connect):
        cells = ~_NOTHING
        for step in range(1, before + 1):
            cells = cells & (stones << step)
        for step in range(1, connect - before):
            cells = cells & (stones >> step)
        found = found | cells
    return found


@inlined
def in_lanes(vertical: Any, horizontal: Any, rising: Any, falling: Any) -> Any:
    """Four lines in one word."""
    return vertical | (horizontal << 16) | (rising << 32) | (falling << 48)


@inlined
def threaten(geometry: Any, position: Any, threats: Any, column: Any, row: Any, turn: Any, sight: Any) -> Any:
    """Notes a threat of `turn` on a free cell."""
    rows = threats[column] | bit(row)
    threats[column] = rows
    fill = geometry.fill[column]
    level = np.int64(position.level[column])
    shift = column + half(turn)
    return Sight(
        sight.now | (has_bit(rows, fill[level]) << shift),
        sight.above | (has_bit(rows, fill[level + 1]) << shift),
        sight.open,
    )


@inlined
def place(geometry: Any, shape: Any, position: Any, column: Any, turn: Any, sight: Any, line_by_line: Any) -> Any:
    """Drops a stone that does not win; returns what is seen then. The rest of the position stays as it was, except for
    the column's level, the threats and the lines."""
    level = np.int64(position.level[column])
    fill = geometry.fill[column]
    row = np.int64(fill[level])
    next_row = np.int64(fill[level + 1])
    third_row = np.int64(fill[level + 2])
    position.level[column] = level + 1

    own = lines_of(shape, position, turn)
    at_row, at_rising, at_falling = lines_across(shape, column, row)
    across = bit(column)
    vertical = np.uint64(own[column]) | bit(row)
    horizontal = np.uint64(own[at_row]) | across
    rising = np.uint64(own[at_rising]) | across
    falling = np.uint64(own[at_falling]) | across
    own[column] = vertical
    own[at_row] = horizontal
    own[at_rising] = rising
    own[at_falling] = falling
    if line_by_line is None:
        found = four_completions(in_lanes(vertical, horizontal, rising, falling)) & _CELLS_OF_LANES
    else:
        vertical = completions_of(vertical, shape.connect)
        horizontal = completions_of(horizontal, shape.connect)
        rising = completions_of(rising, shape.connect)
        falling = completions_of(falling, shape.connect)
        found = vertical | horizontal | rising | falling
    if found != 0:
        threats = threats_of(shape, position, turn)
        other = lines_of(shape, position, 1 - turn)
        valid = geometry.valid
        free_vertical = np.uint64(valid[column] & ~other[column])
        free_horizontal = np.uint64(valid[at_row] & ~other[at_row])
        free_rising = np.uint64(valid[at_rising] & ~other[at_rising])
        free_falling = np.uint64(valid[at_falling] & ~other[at_falling])
        # Threats in the column itself are looked at below, when its landing cell is known.
        if line_by_line is None:
            found = found & in_lanes(free_vertical, free_horizontal, free_rising, free_falling)
            threats[column] |= found & _LANE
            found = found & ~_LANE
            while found != 0:
                number = lowest_bit_index(found)
                found = without_lowest(found)
                there = number & 15
                lane = number >> 4
                slope = (lane >> 1) * (5 - 2 * lane)  # a row 0, the rising diagonal 1, the falling one -1
                sight = threaten(geometry, position, threats, there, row + slope * (there - column), turn, sight)
        else:
            threats[column] |= vertical & free_vertical
            horizontal = horizontal & free_horizontal
            while horizontal != 0:
                there = lowest_bit_index(horizontal)
                horizontal = without_lowest(horizontal)
                sight = threaten(geometry, position, threats, there, row, turn, sight)
            rising = rising & free_rising
            while rising != 0:
                there = lowest_bit_index(rising)
                rising = without_lowest(rising)
                sight = threaten(geometry, position, threats, there, row + there - column, turn, sight)
            falling = falling & free_falling
            while falling != 0:
                there = lowest_bit_index(falling)
                falling = without_lowest(falling)
                sight = threaten(geometry, position, threats, there, row - there + column, turn, sight)

    first = threats_of(shape, position, 0)[column]
    second = threats_of(shape, position, 1)[column]
    others = ~(_BOTH_SIDES << column)
    now = (has_bit(first, next_row) << column) | (has_bit(second, next_row) << (column + 32))
    above = (has_bit(first, third_row) << column) | (has_bit(second, third_row) << (column + 32))
    is_open = sight.open
    if next_row == NO_ROW:
        is_open = is_open & ~across
    return Sight((sight.now & others) | now, (sight.above & others) | above, is_open)


@inlined
def apply(geometry: Any, shape: Any, position: Any, column: Any, line_by_line: Any) -> Any:
    """Plays a column that does not win, and passes the turn."""
    turn = position.turn
    row = geometry.fill[column][position.level[column]]
    key = geometry.keys[turn][column][row]
    sight = place(geometry, shape, position, column, turn, sight_of(position), line_by_line)
    position.now = sight.now
    position.above = sight.above
    position.open = sight.open
    position.hash ^= key ^ _SECOND_TO_MOVE
    position.turn = 1 - turn
    position.left -= 1


@entry
def replay(geometry: Any, position: Any, moves: Any, count: Any, line_by_line: Any) -> Any:
    """Plays columns, one after the other; none of them may win."""
    shape = shape_of(geometry)
    for k in range(count):
        apply(geometry, shape, position, moves[k], line_by_line)
