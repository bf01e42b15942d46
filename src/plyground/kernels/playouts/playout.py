"""Random games to the end, and the position they start from.

A position is one block of memory, so that a playout starts with one copy of it. Stones are kept per line: every
column, row, rising and falling diagonal of the board is one 32-bit mask for each side. A stone touches four masks,
and a run through it is in one of them; a larger board is no slower.

    byte  0   TURN   0 or 1
          8   LEFT   free cells
         16   OPEN   with gravity: how many columns are not full
         24   LIST   with gravity: the open columns in order, a byte each
         56   LEVEL  with gravity: stones in each column, a byte each
         88   LINES  masks of the first side: columns, rows, rising, falling diagonals; then those of the second
              FREE   without gravity: the free cells in reading order, 64 to a word; the geometry says where

The bits of a column count rows from the bottom; those of all other lines count columns from the left.
The geometry of a board is a block of its own, shared by all positions.

The random numbers are SplitMix64, one number per move, as in `board.random` and `search.playout`: the same seed
plays the same games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    copy_bytes,
    count_ones,
    load_f64,
    load_i64,
    load_u8,
    load_u32,
    load_u64,
    look,
    store_f64,
    store_i64,
    store_u8,
    store_u32,
    store_u64,
)

# The position, in bytes; the first three are slots of 64 bits.
TURN = 0
LEFT = 1
OPEN = 2
LIST = 24
LEVEL = 56
LINES = 88
MOST_LINES = 32 + 32 + 63 + 63
POSITION_BYTES = LINES + 2 * 4 * MOST_LINES + 8 * 16

# The geometry, in slots of 64 bits.
COLUMNS = 0
ROWS = 1
GRAVITY = 2
SHIFTS = 3  # five shifts that leave a bit for every run of `connect`: doubled
ROW_LINES = 8  # where the rows, the rising and the falling diagonals start among the lines of a side
RISING = 9
FALLING = 10
LINE_COUNT = 11  # of one side
FREE = 12  # the byte of a position where its free cells start
SIZE = 13  # bytes of a position
DEPTH = 16  # 32 slots: cells that can be played in each column
FILL = 48 * 8  # from this byte on: for every column its rows in the order in which they fill, 32 bytes to a column
GEOMETRY_BYTES = FILL + 32 * 32

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_U27 = np.uint64(27)
_U30 = np.uint64(30)
_U31 = np.uint64(31)
_U32 = np.uint64(32)
_U63 = np.uint64(63)

DRAWN = 2  # the result of a game: 0 or 1 is the side that won


@inlined
def mixed(state: Any) -> Any:
    """The random number of a SplitMix64 state that was just stepped."""
    z = (state ^ (state >> _U30)) * _MIX_1
    z = (z ^ (z >> _U27)) * _MIX_2
    return z ^ (z >> _U31)


@inlined
def below(number: Any, n: Any) -> Any:
    """0..n-1 from the upper half of a random number."""
    return np.int64(((number >> _U32) * np.uint64(n)) >> _U32)


@inlined
def shape_of(geometry: Any) -> Any:
    """What every stone needs, read once: in registers it costs nothing, and memory that kernels write to never is."""
    return (
        load_i64(geometry, LINE_COUNT) * 4,
        load_i64(geometry, ROW_LINES),
        load_i64(geometry, RISING),
        load_i64(geometry, FALLING),
        load_i64(geometry, SHIFTS),
        load_i64(geometry, SHIFTS + 1),
    )


@inner
def longer_run(geometry: Any, run: Any) -> Any:
    """The rest of the doubling for runs of more than four; `run` is what the first two shifts left."""
    run = run & (run >> load_u64(geometry, SHIFTS + 2))
    run = run & (run >> load_u64(geometry, SHIFTS + 3))
    return run & (run >> load_u64(geometry, SHIFTS + 4))


@inlined
def put(geometry: Any, shape: Any, position: Any, column: Any, row: Any, turn: Any) -> Any:
    """Lays a stone of `turn` on a cell, in its four lines only; True if it completes a run."""
    side_bytes, row_lines, rising, falling, shift_1, shift_2 = shape
    lines = position + LINES + turn * side_bytes
    across = _ONE << np.uint64(column)
    at_row = row_lines + row
    at_rising = rising + column - row
    at_falling = falling + column + row
    a = np.uint64(load_u32(lines, column)) | (_ONE << np.uint64(row))
    b = np.uint64(load_u32(lines, at_row)) | across
    c = np.uint64(load_u32(lines, at_rising)) | across
    d = np.uint64(load_u32(lines, at_falling)) | across
    store_u32(lines, column, np.uint32(a))
    store_u32(lines, at_row, np.uint32(b))
    store_u32(lines, at_rising, np.uint32(c))
    store_u32(lines, at_falling, np.uint32(d))
    shift = np.uint64(shift_1)
    a = a & (a >> shift)
    b = b & (b >> shift)
    c = c & (c >> shift)
    d = d & (d >> shift)
    shift = np.uint64(shift_2)
    a = a & (a >> shift)
    b = b & (b >> shift)
    c = c & (c >> shift)
    d = d & (d >> shift)
    if (a | b | c | d) == _ZERO:
        return False
    a = longer_run(geometry, a)
    b = longer_run(geometry, b)
    c = longer_run(geometry, c)
    d = longer_run(geometry, d)
    return (a | b | c | d) != _ZERO


@inner
def close_column(position: Any, column: Any) -> Any:
    """Takes a column from the list of open ones."""
    count = load_i64(position, OPEN) - 1
    place = 0
    while load_u8(position, LIST + place) != column:
        place += 1
    for k in range(place, count):
        store_u8(position, LIST + k, load_u8(position, LIST + k + 1))
    store_i64(position, OPEN, count)


@inlined
def nth_free(geometry: Any, position: Any, n: Any) -> Any:
    """Without gravity: the n-th free cell in reading order."""
    free = position + load_i64(geometry, FREE)
    slot = 0
    word = load_u64(free, slot)
    ones = count_ones(word)
    while n >= ones:
        n -= ones
        slot += 1
        word = load_u64(free, slot)
        ones = count_ones(word)
    at = 0
    width = 32
    while width > 0:
        ones = count_ones((word >> np.uint64(at)) & ((_ONE << np.uint64(width)) - _ONE))
        if n >= ones:
            n -= ones
            at += width
        width >>= 1
    return slot * 64 + at


@inlined
def take_cell(geometry: Any, shape: Any, position: Any, cell: Any, turn: Any) -> Any:
    """Without gravity: plays a free cell, by its number in reading order; True if it wins."""
    free = position + load_i64(geometry, FREE)
    store_u64(free, cell >> 6, load_u64(free, cell >> 6) ^ (_ONE << (np.uint64(cell) & _U63)))
    columns = load_i64(geometry, COLUMNS)
    line = cell // columns
    return put(geometry, shape, position, cell - line * columns, load_i64(geometry, ROWS) - 1 - line, turn)


@inlined
def drop(geometry: Any, shape: Any, position: Any, column: Any, turn: Any) -> Any:
    """With gravity: plays an open column; True if it wins."""
    level = np.int64(load_u8(position, LEVEL + column))
    row = np.int64(load_u8(geometry, FILL + column * 32 + level))
    level += 1
    store_u8(position, LEVEL + column, np.uint8(level))
    if level == load_i64(geometry, DEPTH + column):
        close_column(position, column)
    return put(geometry, shape, position, column, row, turn)


@inlined
def apply(geometry: Any, shape: Any, position: Any, move: Any) -> Any:
    """Plays a legal move and passes the turn; True if it wins."""
    turn = load_i64(position, TURN)
    if load_i64(geometry, GRAVITY) != 0:
        won = drop(geometry, shape, position, move, turn)
    else:
        won = take_cell(geometry, shape, position, move, turn)
    store_i64(position, TURN, 1 - turn)
    store_i64(position, LEFT, load_i64(position, LEFT) - 1)
    return won


@inlined
def play_out(geometry: Any, shape: Any, position: Any, random: Any) -> Any:
    """Uniformly random moves from an open position to the end; uses the position up.

    `random` is the generator's state before the first move. Returns the result and the state afterwards.
    """
    turn = load_i64(position, TURN)
    left = load_i64(position, LEFT)
    if load_i64(geometry, GRAVITY) != 0:
        # As `drop`, but the place in the list is known, and the number of open columns stays in a register.
        count = load_i64(position, OPEN)
        while left > 0:
            random += _STEP
            place = below(mixed(random), count)
            column = np.int64(load_u8(position, LIST + place))
            level = np.int64(load_u8(position, LEVEL + column))
            row = np.int64(load_u8(geometry, FILL + column * 32 + level))
            level += 1
            store_u8(position, LEVEL + column, np.uint8(level))
            if level == load_i64(geometry, DEPTH + column):
                count -= 1
                for k in range(place, count):
                    store_u8(position, LIST + k, load_u8(position, LIST + k + 1))
            if put(geometry, shape, position, column, row, turn):
                return turn, random
            turn = 1 - turn
            left -= 1
    else:
        while left > 0:
            random += _STEP
            cell = nth_free(geometry, position, below(mixed(random), left))
            if take_cell(geometry, shape, position, cell, turn):
                return turn, random
            turn = 1 - turn
            left -= 1
    return DRAWN, random


@entry
def playouts(geometry: Any, position: Any, scratch: Any, seed: Any, count: Any, results: Any) -> Any:
    """`count` games from one open position; `results` gets how often each side won and how often nobody.

    Returns the generator's state afterwards, as a signed number.
    """
    random = np.uint64(seed)
    shape = shape_of(geometry)
    size = load_i64(geometry, SIZE)
    for _ in range(count):
        copy_bytes(scratch, position, size)
        result, random = play_out(geometry, shape, scratch, random)
        store_i64(results, result, load_i64(results, result) + 1)
    return np.int64(random)


@entry
def flat_playouts(
    geometry: Any,
    positions: Any,
    settled: Any,
    states: Any,
    visits: Any,
    totals: Any,
    candidates: Any,
    rounds: Any,
    scratch: Any,
    gains: Any,
    stop: Any,
) -> Any:
    """Flat Monte Carlo in rounds: one game for each candidate in turn.

    `settled` is the result of a candidate that ended the game, -1 for all others; `gains` is what each of the
    three results is worth. Sums are kept in the order of the games, as the textbook keeps them.
    """
    shape = shape_of(geometry)
    size = load_i64(geometry, SIZE)
    for round_number in range(rounds):
        if round_number & 15 == 0 and look(stop, 0) != 0:
            break
        for k in range(candidates):
            result = load_i64(settled, k)
            if result < 0:
                copy_bytes(scratch, positions + k * POSITION_BYTES, size)
                result, random = play_out(geometry, shape, scratch, load_u64(states, k))
                store_u64(states, k, random)
            store_i64(visits, k, load_i64(visits, k) + 1)
            store_f64(totals, k, load_f64(totals, k) + load_f64(gains, result))


@entry
def random_game(geometry: Any, position: Any, scratch: Any, seed: Any, moves: Any) -> Any:
    """One game from an open position, every move written to `moves`; returns how many there were.

    The same game as `play_out`, told move by move: what the tests compare with the textbook.
    """
    copy_bytes(scratch, position, load_i64(geometry, SIZE))
    random = np.uint64(seed)
    shape = shape_of(geometry)
    count = 0
    for _ in range(load_i64(position, LEFT)):
        random += _STEP
        if load_i64(geometry, GRAVITY) != 0:
            move = np.int64(load_u8(scratch, LIST + below(mixed(random), load_i64(scratch, OPEN))))
        else:
            move = nth_free(geometry, scratch, below(mixed(random), load_i64(scratch, LEFT)))
        store_i64(moves, count, move)
        count += 1
        if apply(geometry, shape, scratch, move):
            break
    return count
