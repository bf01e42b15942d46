"""Boards with gravity that know their threats, and playouts that never overlook one.

A threat is a free cell where a side would complete a run. Stones are kept per line, as in `playout`; a stone can
only make threats on its four lines, so they are kept up to date for the price of four line tests. What a player has
to know at every move is then two words, one bit for each side and column:

    now      a stone that falls into the column wins
    above    a stone that falls on top of the next one wins: whoever plays the column now hands it over

    byte  0   TURN   0 or 1
          8   LEFT   free cells
         16   OPEN   the columns that are not full, a bit each
         24   NOW    bit c: the first side wins in column c; bit 32 + c: the second side
         32   ABOVE  likewise, for the cell after the next
         40   HASH   of the stones and the side to move
         48   LEVEL  stones in each column, a byte each
         80   THREATS  rows of each column where a side would win, 64 bits each: the first side's, then the second's
              LINES  32-bit masks as in `playout`; the geometry says where

Four in a row on up to 13 x 13 cells has a faster way: its four lines fit into one word. Which way a kernel is
compiled for follows from the type of the argument `wide`: None, or a number for all other boards.

Threats stay where they are when the cell is taken: only cells that are free are ever asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    load_i64,
    load_u8,
    load_u32,
    load_u64,
    lowest_one,
    store_i64,
    store_u8,
    store_u32,
    store_u64,
)

# The position: slots of 64 bits, then bytes.
TURN = 0
LEFT = 1
OPEN = 2
NOW = 3
ABOVE = 4
HASH = 5
LEVEL = 48
THREATS = 80
POSITION_BYTES = THREATS + 2 * 8 * 32 + 2 * 4 * (32 + 32 + 63 + 63)

# The geometry, in slots of 64 bits.
COLUMNS = 0
ROWS = 1
CONNECT = 2
CELLS = 3
ROW_LINES = 4  # where the rows, the rising and the falling diagonals start among the lines of a side
RISING = 5
FALLING = 6
LINE_COUNT = 7
LINES = 8  # the byte of a position where its lines start
SIZE = 9  # bytes of a position
WEIGHTS = 10  # address of the learnt weights of `priors`; 0: none
FILL = 11 * 8  # from this byte on: rows of each column in the order they fill, then 63s; 36 bytes to a column
PER_COLUMN = 36
NO_ROW = 63
VALID = FILL + 32 * PER_COLUMN  # from this byte on: 32 bits for each line, the cells that can be played
KEYS = VALID + 192 * 4  # from this byte on: 64 random bits for each side and cell, 32 rows to a column
SELECT = KEYS + 2 * 32 * 32 * 8  # from this byte on: the n-th bit of every byte, 8 bytes to each
GEOMETRY_BYTES = SELECT + 256 * 8

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_BOTH = np.uint64((1 << 32) | 1)
_LOW = np.uint64(0xFFFFFFFF)
_BYTE = np.uint64(255)
_U5 = np.uint64(5)
_U8 = np.uint64(8)
_U16 = np.uint64(16)
_U48 = np.uint64(48)
_LANE = np.uint64(0xFFFF)
_LANES = np.uint64(0x1FFF1FFF1FFF1FFF)
_U32 = np.uint64(32)
_STEP = np.uint64(0x9E3779B97F4A7C15)
SECOND_TO_MOVE = 0xD1B54A32D192ED03  # in the hash
_SECOND_TO_MOVE = np.uint64(SECOND_TO_MOVE)


@inlined
def shape_of(geometry: Any) -> Any:
    """What every stone needs, read once."""
    return (
        load_i64(geometry, LINES),
        load_i64(geometry, LINE_COUNT) * 4,
        load_i64(geometry, ROW_LINES),
        load_i64(geometry, RISING),
        load_i64(geometry, FALLING),
        load_i64(geometry, CONNECT),
        load_i64(geometry, COLUMNS) * 8,
    )


@inlined
def four_completions(stones: Any) -> Any:
    left = stones << _ONE
    right = stones >> _ONE
    return (left & (stones << _TWO) & ((stones << _THREE) | right)) | (
        right & (stones >> _TWO) & ((stones >> _THREE) | left)
    )


@inner
def completions_of(stones: Any, connect: Any) -> Any:
    """Cells that complete a run of `connect` in a line: so many stones on one side, and the rest on the other."""
    found = _ZERO
    if connect == 4:
        return four_completions(stones)
    if connect > 32:
        return found
    for before in range(connect):
        cells = ~_ZERO
        for step in range(1, before + 1):
            cells = cells & (stones << np.uint64(step))
        for step in range(1, connect - before):
            cells = cells & (stones >> np.uint64(step))
        found = found | cells
    return found


@inlined
def threaten(geometry: Any, position: Any, threats: Any, column: Any, row: Any, half: Any, now: Any, above: Any) -> Any:
    """Notes a threat on a free cell."""
    rows = load_u64(threats, column) | (_ONE << np.uint64(row))
    store_u64(threats, column, rows)
    fill = FILL + column * PER_COLUMN + np.int64(load_u8(position, LEVEL + column))
    shift = np.uint64(column) + half
    now = now | (((rows >> np.uint64(load_u8(geometry, fill))) & _ONE) << shift)
    above = above | (((rows >> np.uint64(load_u8(geometry, fill + 1))) & _ONE) << shift)
    return now, above


@inlined
def place(
    geometry: Any, shape: Any, position: Any, column: Any, turn: Any, now: Any, above: Any, is_open: Any, wide: Any
) -> Any:
    """Drops a stone that does not win; returns the three words as they are then."""
    lines, side_bytes, row_lines, rising, falling, connect, threat_bytes = shape
    level = np.int64(load_u8(position, LEVEL + column))
    fill = FILL + column * PER_COLUMN + level
    row = np.int64(load_u8(geometry, fill))
    next_row = np.uint64(load_u8(geometry, fill + 1))
    third_row = np.uint64(load_u8(geometry, fill + 2))
    store_u8(position, LEVEL + column, np.uint8(level + 1))

    own = position + lines + turn * side_bytes
    across = _ONE << np.uint64(column)
    at_row = row_lines + row
    at_rising = rising + column - row
    at_falling = falling + column + row
    a = np.uint64(load_u32(own, column)) | (_ONE << np.uint64(row))
    b = np.uint64(load_u32(own, at_row)) | across
    c = np.uint64(load_u32(own, at_rising)) | across
    d = np.uint64(load_u32(own, at_falling)) | across
    store_u32(own, column, np.uint32(a))
    store_u32(own, at_row, np.uint32(b))
    store_u32(own, at_rising, np.uint32(c))
    store_u32(own, at_falling, np.uint32(d))
    found = _ZERO
    if wide is None:
        # The lanes are 16 bits, 13 for the line and three for the shifts: what falls into those is no cell.
        found = four_completions(a | (b << _U16) | (c << _U32) | (d << _U48)) & _LANES
    else:
        a = completions_of(a, connect)
        b = completions_of(b, connect)
        c = completions_of(c, connect)
        d = completions_of(d, connect)
        found = a | b | c | d
    threats = position + THREATS + turn * threat_bytes
    if found != _ZERO:
        half = np.uint64(turn) << _U5
        other = position + lines + (1 - turn) * side_bytes
        valid = geometry + VALID
        free_a = np.uint64(load_u32(valid, column) & ~load_u32(other, column))
        free_b = np.uint64(load_u32(valid, at_row) & ~load_u32(other, at_row))
        free_c = np.uint64(load_u32(valid, at_rising) & ~load_u32(other, at_rising))
        free_d = np.uint64(load_u32(valid, at_falling) & ~load_u32(other, at_falling))
        # Threats in the column itself are looked at below, when its landing cell is known.
        if wide is None:
            found = found & (free_a | (free_b << _U16) | (free_c << _U32) | (free_d << _U48))
            store_u64(threats, column, load_u64(threats, column) | (found & _LANE))
            found = found & ~_LANE
            while found != _ZERO:
                bit = lowest_one(found)
                found = found & (found - _ONE)
                there = bit & 15
                lane = bit >> 4
                slope = (lane >> 1) * (5 - 2 * lane)  # a row 0, the rising diagonal 1, the falling one -1
                now, above = threaten(
                    geometry, position, threats, there, row + slope * (there - column), half, now, above
                )
        else:
            store_u64(threats, column, load_u64(threats, column) | (a & free_a))
            b = b & free_b
            while b != _ZERO:
                there = lowest_one(b)
                b = b & (b - _ONE)
                now, above = threaten(geometry, position, threats, there, row, half, now, above)
            c = c & free_c
            while c != _ZERO:
                there = lowest_one(c)
                c = c & (c - _ONE)
                now, above = threaten(geometry, position, threats, there, row + there - column, half, now, above)
            d = d & free_d
            while d != _ZERO:
                there = lowest_one(d)
                d = d & (d - _ONE)
                now, above = threaten(geometry, position, threats, there, row - there + column, half, now, above)

    first = load_u64(position + THREATS, column)
    second = load_u64(position + THREATS + threat_bytes, column)
    shift = np.uint64(column)
    keep = ~(_BOTH << shift)
    now = (now & keep) | (((first >> next_row) & _ONE) << shift) | (((second >> next_row) & _ONE) << (shift + _U32))
    above = (
        (above & keep) | (((first >> third_row) & _ONE) << shift) | (((second >> third_row) & _ONE) << (shift + _U32))
    )
    if next_row == np.uint64(NO_ROW):
        is_open = is_open & ~across
    return now, above, is_open


@inlined
def apply(geometry: Any, shape: Any, position: Any, column: Any, wide: Any) -> Any:
    """Plays a column that does not win, and passes the turn."""
    turn = load_i64(position, TURN)
    level = np.int64(load_u8(position, LEVEL + column))
    row = np.int64(load_u8(geometry, FILL + column * PER_COLUMN + level))
    key = load_u64(geometry + KEYS, (turn * 32 + column) * 32 + row)
    now, above, is_open = place(
        geometry,
        shape,
        position,
        column,
        turn,
        load_u64(position, NOW),
        load_u64(position, ABOVE),
        load_u64(position, OPEN),
        wide,
    )
    store_u64(position, NOW, now)
    store_u64(position, ABOVE, above)
    store_u64(position, OPEN, is_open)
    store_u64(position, HASH, load_u64(position, HASH) ^ key ^ _SECOND_TO_MOVE)
    store_i64(position, TURN, 1 - turn)
    store_i64(position, LEFT, load_i64(position, LEFT) - 1)


@entry
def replay(geometry: Any, position: Any, moves: Any, count: Any, wide: Any) -> Any:
    """Plays columns, one after the other; none of them may win."""
    shape = shape_of(geometry)
    for k in range(count):
        apply(geometry, shape, position, load_i64(moves, k), wide)
