"""Random games to the end, and the position they start from.

A position is one block of memory, so a playout starts with one copy of it. Stones are kept per line: every column,
row, rising and falling diagonal of the board is one 32-bit mask for each side. A stone touches four masks, and a run
through it is in one of them; a larger board is no slower. The bits of a column count rows from the bottom; those of
all other lines count columns from the left.

The geometry of a board is a block of its own, shared by all positions.

The random numbers are SplitMix64, one number per move, as in `board.random` and `search.playout`: the same seed plays
the same games.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float64, int64, uint8, uint32, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, copy_bytes, part
from ..memory.words import count_bits

MOST_COLUMNS = 32
MOST_LINES = 32 + 32 + 63 + 63  # of one side: columns, rows, rising and falling diagonals
MOST_CELLS = 32 * 32

Geometry = Record(
    "PlayoutGeometry",
    columns=int64,
    rows=int64,
    gravity=boolean,
    shifts=array(int64, 5),  # what is left after `run & (run >> shift)` for each of them: runs of `connect` stones
    row_lines=int64,  # where the rows, the rising and the falling diagonals start among the lines of a side
    rising_lines=int64,
    falling_lines=int64,
    line_count=int64,  # of one side
    free_at=int64,  # the byte of a position where its free cells start
    size=int64,  # bytes of a position
    depth=array(int64, 32),  # cells that can be played in each column
    fill=array(array(uint8, 32), 32),  # the rows of each column in the order in which they fill
)

# Behind the record lie the lines of the first side, those of the second, and without gravity the free cells.
Position = Record(
    "PlayoutPosition",
    turn=int64,  # 0 or 1
    left=int64,  # free cells
    open_count=int64,  # with gravity: how many columns are not full
    open_columns=array(uint8, 32),  # with gravity: which ones, in order
    level=array(uint8, 32),  # with gravity: stones in each column
)
POSITION_BYTES = Position.size + 2 * 4 * MOST_LINES + MOST_CELLS // 8

Results = Record("PlayoutResults", games=array(int64, 3))
"""How many games each side won, and how many nobody did."""

# Flat Monte Carlo: a move to try.
Candidate = Record(
    "Candidate",
    result=int64,  # of a move that ends the game; UNSETTLED for all others
    random=uint64,  # the state of its own generator
    visits=int64,
    total=float64,
)
UNSETTLED = -1
CANDIDATES = Array(Candidate)
GAINS = Array(float64)

DRAWN = 2  # the result of a game; 0 and 1 are the sides that win

LINES = Array(uint32)
FREE_CELLS = Array(uint64)
MOVES = Array(int64)
_HEAD = Position.size

_ONE = np.uint64(1)
RANDOM_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)

# Rounds of flat Monte Carlo between two looks at the flag.
_PACE = 16


class Shape(NamedTuple):
    """What every stone needs of the geometry, read once: it stays in registers, and costs nothing there."""

    side_bytes: Any  # of the lines of one side
    row_lines: Any
    rising_lines: Any
    falling_lines: Any
    shift_1: Any
    shift_2: Any


@inlined
def shape_of(geometry: Any) -> Any:
    return Shape(
        geometry.line_count * 4,
        geometry.row_lines,
        geometry.rising_lines,
        geometry.falling_lines,
        geometry.shifts[0],
        geometry.shifts[1],
    )


@inlined
def mixed(state: Any) -> Any:
    """The random number of a SplitMix64 state that was just stepped."""
    z = (state ^ (state >> 30)) * _MIX_1
    z = (z ^ (z >> 27)) * _MIX_2
    return z ^ (z >> 31)


@inlined
def below(number: Any, n: Any) -> Any:
    """0..n-1 from the upper half of a random number."""
    return np.int64(((number >> 32) * np.uint64(n)) >> 32)


@inlined
def bit(n: Any) -> Any:
    return _ONE << n


@inlined
def without_lowest(bits: Any) -> Any:
    """The bits without the lowest that is set."""
    return bits & (bits - _ONE)


@inlined
def lines_of(shape: Any, position: Any, side: Any) -> Any:
    """The lines of a side: columns, rows, rising diagonals, falling diagonals."""
    return part(LINES, position, _HEAD + side * shape.side_bytes)


@inlined
def lines_across(shape: Any, column: Any, row: Any) -> Any:
    """The numbers of the row, the rising and the falling diagonal of a cell; its column's is that of the column."""
    return shape.row_lines + row, shape.rising_lines + column - row, shape.falling_lines + column + row


@inlined
def free_cells(geometry: Any, position: Any) -> Any:
    """Without gravity: the free cells in reading order, 64 to a word."""
    return part(FREE_CELLS, position, geometry.free_at)


@inner
def longer_run(geometry: Any, run: Any) -> Any:
    """The rest of the shifts, for runs of more than four; `run` is what the first two left."""
    run = run & (run >> geometry.shifts[2])
    run = run & (run >> geometry.shifts[3])
    return run & (run >> geometry.shifts[4])


@inlined
def put(geometry: Any, shape: Any, position: Any, column: Any, row: Any, turn: Any) -> Any:
    """Lays a stone of `turn` on a cell, in its four lines only; True if it completes a run."""
    lines = lines_of(shape, position, turn)
    at_row, at_rising, at_falling = lines_across(shape, column, row)
    across = bit(column)
    vertical = np.uint64(lines[column]) | bit(row)
    horizontal = np.uint64(lines[at_row]) | across
    rising = np.uint64(lines[at_rising]) | across
    falling = np.uint64(lines[at_falling]) | across
    lines[column] = vertical
    lines[at_row] = horizontal
    lines[at_rising] = rising
    lines[at_falling] = falling
    vertical = vertical & (vertical >> shape.shift_1)
    horizontal = horizontal & (horizontal >> shape.shift_1)
    rising = rising & (rising >> shape.shift_1)
    falling = falling & (falling >> shape.shift_1)
    vertical = vertical & (vertical >> shape.shift_2)
    horizontal = horizontal & (horizontal >> shape.shift_2)
    rising = rising & (rising >> shape.shift_2)
    falling = falling & (falling >> shape.shift_2)
    if (vertical | horizontal | rising | falling) == 0:
        return False
    vertical = longer_run(geometry, vertical)
    horizontal = longer_run(geometry, horizontal)
    rising = longer_run(geometry, rising)
    falling = longer_run(geometry, falling)
    return (vertical | horizontal | rising | falling) != 0


@inlined
def remove(columns: Any, place: Any, count: Any) -> Any:
    """Takes an element out of a list; `count` is how many are left."""
    for k in range(place, count):
        columns[k] = columns[k + 1]


@inner
def close_column(position: Any, column: Any) -> Any:
    """Takes a column from the list of open ones."""
    place = 0
    while position.open_columns[place] != column:
        place += 1
    position.open_count -= 1
    remove(position.open_columns, place, position.open_count)


@inlined
def nth_free(geometry: Any, position: Any, n: Any) -> Any:
    """Without gravity: the n-th free cell in reading order."""
    free = free_cells(geometry, position)
    slot = 0
    word = free[slot]
    ones = count_bits(word)
    while n >= ones:
        n -= ones
        slot += 1
        word = free[slot]
        ones = count_bits(word)
    at = 0
    width = 32
    while width > 0:
        ones = count_bits((word >> at) & (bit(width) - _ONE))
        if n >= ones:
            n -= ones
            at += width
        width >>= 1
    return slot * 64 + at


@inlined
def take_cell(geometry: Any, shape: Any, position: Any, cell: Any, turn: Any) -> Any:
    """Without gravity: plays a free cell, by its number in reading order; True if it wins."""
    free = free_cells(geometry, position)
    free[cell >> 6] ^= bit(cell & 63)
    columns = geometry.columns
    # Division of short, unsigned numbers is the fastest.
    line = np.int64(np.uint32(cell) // np.uint32(columns))
    return put(geometry, shape, position, cell - line * columns, geometry.rows - 1 - line, turn)


@inlined
def drop(geometry: Any, shape: Any, position: Any, column: Any, turn: Any) -> Any:
    """With gravity: plays an open column; True if it wins."""
    level = np.int64(position.level[column])
    row = np.int64(geometry.fill[column][level])
    position.level[column] = level + 1
    if level + 1 == geometry.depth[column]:
        close_column(position, column)
    return put(geometry, shape, position, column, row, turn)


@inlined
def apply(geometry: Any, shape: Any, position: Any, move: Any) -> Any:
    """Plays a legal move and passes the turn; True if it wins."""
    turn = position.turn
    if geometry.gravity:
        won = drop(geometry, shape, position, move, turn)
    else:
        won = take_cell(geometry, shape, position, move, turn)
    position.turn = 1 - turn
    position.left -= 1
    return won


@inlined
def play_out(geometry: Any, shape: Any, position: Any, random: Any) -> Any:
    """Uniformly random moves from an open position to the end; uses the position up.

    `random` is the generator's state before the first move. Returns the result and the state afterwards.
    """
    turn = position.turn
    left = position.left
    if geometry.gravity:
        # As `drop`, but the place in the list is known, and the number of open columns stays in a register.
        count = position.open_count
        while left > 0:
            random += RANDOM_STEP
            place = below(mixed(random), count)
            column = np.int64(position.open_columns[place])
            level = np.int64(position.level[column])
            row = np.int64(geometry.fill[column][level])
            position.level[column] = level + 1
            if level + 1 == geometry.depth[column]:
                count -= 1
                remove(position.open_columns, place, count)
            if put(geometry, shape, position, column, row, turn):
                return turn, random
            turn = 1 - turn
            left -= 1
    else:
        while left > 0:
            random += RANDOM_STEP
            cell = nth_free(geometry, position, below(mixed(random), left))
            if take_cell(geometry, shape, position, cell, turn):
                return turn, random
            turn = 1 - turn
            left -= 1
    return DRAWN, random


@entry
def playouts(geometry: Any, position: Any, room: Any, seed: Any, count: Any, results: Any) -> Any:
    """`count` games from one open position, each played in `room`.

    Returns the generator's state afterwards, as a signed number.
    """
    random = np.uint64(seed)
    shape = shape_of(geometry)
    size = geometry.size
    for _ in range(count):
        copy_bytes(room, position, size)
        result, random = play_out(geometry, shape, room, random)
        results.games[result] += 1
    return np.int64(random)


@entry
def flat_playouts(
    geometry: Any, positions: Any, candidates: Any, count: Any, rounds: Any, room: Any, gains: Any, stop: Any
) -> Any:
    """Flat Monte Carlo in rounds: one game for each of `count` candidates in turn, from its position.

    `gains` is what each of the three results is worth. Sums are kept in the order of the games, as the textbook keeps
    them.
    """
    shape = shape_of(geometry)
    size = geometry.size
    for round_number in range(rounds):
        if round_number & (_PACE - 1) == 0 and stop.raised != 0:
            break
        for k in range(count):
            candidate = candidates[k]
            result = candidate.result
            if result == UNSETTLED:
                copy_bytes(room, part(Position, positions, k * POSITION_BYTES), size)
                result, candidate.random = play_out(geometry, shape, room, candidate.random)
            candidate.visits += 1
            candidate.total += gains[result]


@entry
def random_game(geometry: Any, position: Any, room: Any, seed: Any, moves: Any) -> Any:
    """One game from an open position, every move written to `moves`; returns how many there were.

    The same game as `play_out`, move by move: the tests compare it with the textbook.
    """
    copy_bytes(room, position, geometry.size)
    random = np.uint64(seed)
    shape = shape_of(geometry)
    count = 0
    for _ in range(position.left):
        random += RANDOM_STEP
        if geometry.gravity:
            move = np.int64(room.open_columns[below(mixed(random), room.open_count)])
        else:
            move = nth_free(geometry, room, below(mixed(random), room.left))
        moves[count] = move
        count += 1
        if apply(geometry, shape, room, move):
            break
    return count
