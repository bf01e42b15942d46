"""What a player sees at once, and playouts that go by it.

`outlook` says what a position is without a search: won, lost, drawn, or open, with the moves that make sense.
Playouts move among those, under a policy that says which of the rules hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    copy_bytes,
    count_ones,
    load_f32,
    load_i32,
    load_i64,
    load_u8,
    load_u64,
    lowest_one,
    store_f32,
    store_i32,
    store_i64,
)
from .playout import below, mixed
from .threats import ABOVE, COLUMNS, FILL, LEVEL, NOW, OPEN, PER_COLUMN, SELECT, SIZE, THREATS, TURN, place, shape_of

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_LOW = np.uint64(0xFFFFFFFF)
_BYTE = np.uint64(255)
_U5 = np.uint64(5)
_U8 = np.uint64(8)
_U32 = np.uint64(32)
_STEP = np.uint64(0x9E3779B97F4A7C15)

# How a playout moves; every bit adds a rule. Wins and the only block are rules of every policy but 0.
RANDOM = 0
SEES_NOW = 1
NOT_UNDER = 2  # never plays under an opponent's threat if there is another move
TWO_STEPS = 4  # wins where the next two cells of a column are both its own threats
RESERVE = 8  # keeps the columns that the opponent may not enter for later
HABITS = 16  # of two random moves takes the one whose cell did better in the games before

# How fast a habit changes with a game. Not tuned.
RATE = np.float32(1 / 64)

DRAWN = 2


@inlined
def nth_column(geometry: Any, columns: Any, n: Any, wide: Any) -> Any:
    """The n-th bit of a set of columns."""
    if wide is None:
        ones = count_ones(columns & _BYTE)
        base = 8 if n >= ones else 0
        n = n - ones if n >= ones else n
        byte = np.int64((columns >> np.uint64(base)) & _BYTE)
        return base + np.int64(load_u8(geometry, SELECT + byte * 8 + n))
    base = 0
    ones = count_ones(columns & _BYTE)
    while n >= ones:
        n -= ones
        columns = columns >> _U8
        base += 8
        ones = count_ones(columns & _BYTE)
    return base + np.int64(load_u8(geometry, SELECT + np.int64(columns & _BYTE) * 8 + n))


@inner
def two_step_win(geometry: Any, position: Any, columns: Any, turn: Any) -> Any:
    """Of columns whose next cell is a threat of `turn`: those where the cell after that is one, too."""
    threats = position + THREATS + turn * load_i64(geometry, COLUMNS) * 8
    found = _ZERO
    while columns != _ZERO:
        column = lowest_one(columns)
        columns = columns & (columns - _ONE)
        third = load_u8(geometry, FILL + column * PER_COLUMN + np.int64(load_u8(position, LEVEL + column)) + 2)
        if (load_u64(threats, column) >> np.uint64(third)) & _ONE != _ZERO:
            found = found | (_ONE << np.uint64(column))
    return found


# What is known of a position without a search.
OPEN_GAME = 0
WINS = 1
LOSES = 2
DRAWS = 3


@inlined
def outlook(geometry: Any, position: Any, turn: Any, now: Any, above: Any, is_open: Any, policy: Any) -> Any:
    """What `turn` can do: the verdict, in how many plies it comes true, and the moves that make sense.

    The moves of a won game win; those of a lost game are what is left; those of an open one lose nothing at once.
    """
    mine = (now >> (np.uint64(turn) << _U5)) & _LOW
    if mine != _ZERO:
        return WINS, 1, mine
    theirs = np.uint64(1 - turn) << _U5
    blocks = (now >> theirs) & _LOW
    under = (above >> theirs) & _LOW
    if blocks != _ZERO:
        if (blocks & (blocks - _ONE)) != _ZERO or (blocks & under) != _ZERO:
            return LOSES, 2, blocks
        return OPEN_GAME, 0, blocks
    if is_open == _ZERO:
        return DRAWS, 0, is_open
    if (policy & NOT_UNDER) == 0:
        return OPEN_GAME, 0, is_open
    moves = is_open & ~under
    if moves == _ZERO:
        return LOSES, 2, is_open
    if (policy & TWO_STEPS) != 0:
        twice = moves & (above >> (np.uint64(turn) << _U5))
        if twice != _ZERO:
            twice = two_step_win(geometry, position, twice, turn)
            if twice != _ZERO:
                return WINS, 3, twice
    return OPEN_GAME, 0, moves


@inlined
def cell_of(geometry: Any, position: Any, column: Any) -> Any:
    """The cell where a stone lands: 32 rows to a column."""
    level = np.int64(load_u8(position, LEVEL + column))
    return column * 32 + np.int64(load_u8(geometry, FILL + column * PER_COLUMN + level))


@inlined
def habit(geometry: Any, position: Any, habits: Any, turn: Any, column: Any) -> Any:
    return load_f32(habits, turn * 1024 + cell_of(geometry, position, column))


@inner
def learn(habits: Any, record: Any, plies: Any, turn: Any, winner: Any) -> Any:
    """After a game: the cells that a side took become a little more or less of a habit."""
    for k in range(plies):
        at = turn * 1024 + np.int64(load_i32(record, k))
        goal = np.float32(0) if winner == DRAWN else (np.float32(1) if winner == turn else np.float32(-1))
        old = load_f32(habits, at)
        store_f32(habits, at, old + (goal - old) * RATE)
        turn = 1 - turn


@inlined
def play_out(
    geometry: Any, shape: Any, position: Any, random: Any, policy: Any, wide: Any, habits: Any, record: Any
) -> Any:
    """A game to its end under a policy; uses the position up.

    Returns the side that wins (or DRAWN), the plies until then, whether every move on the way was forced (so the
    result is proven), the state of the generator, and the plies that were played and recorded.
    """
    turn = load_i64(position, TURN)
    now = load_u64(position, NOW)
    above = load_u64(position, ABOVE)
    is_open = load_u64(position, OPEN)
    plies = 0
    forced = True
    while True:
        if policy == RANDOM:
            if is_open == _ZERO:
                return DRAWN, plies, forced, random, plies
            moves = is_open
        else:
            verdict, distance, moves = outlook(geometry, position, turn, now, above, is_open, policy)
            if verdict != OPEN_GAME:
                if verdict == DRAWS:
                    return DRAWN, plies, forced, random, plies
                winner = turn if verdict == WINS else 1 - turn
                return winner, plies + distance, forced, random, plies
            if (policy & RESERVE) != 0:
                shared = moves & ~(above >> (np.uint64(turn) << _U5))
                if shared != _ZERO and shared != moves:
                    moves = shared
                    forced = False
        if (moves & (moves - _ONE)) != _ZERO:
            forced = False
            random += _STEP
            number = mixed(random)
            count = count_ones(moves)
            column = nth_column(geometry, moves, below(number, count), wide)
            if (policy & HABITS) != 0:
                rival = nth_column(geometry, moves, below(number << _U32, count), wide)
                if habit(geometry, position, habits, turn, rival) > habit(geometry, position, habits, turn, column):
                    column = rival
        else:
            column = lowest_one(moves)
        if (policy & HABITS) != 0:
            store_i32(record, plies, np.int32(cell_of(geometry, position, column)))
        if policy == RANDOM and (now >> (np.uint64(column) + (np.uint64(turn) << _U5))) & _ONE != _ZERO:
            return turn, plies + 1, False, random, plies
        now, above, is_open = place(geometry, shape, position, column, turn, now, above, is_open, wide)
        turn = 1 - turn
        plies += 1


@entry
def many_playouts(
    geometry: Any,
    position: Any,
    room: Any,
    seed: Any,
    policy: Any,
    count: Any,
    results: Any,
    wide: Any,
    habits: Any,
    record: Any,
) -> Any:
    """So many games under a policy; `results` gets the wins of either side, the draws, all plies, and the proofs."""
    random = np.uint64(seed)
    shape = shape_of(geometry)
    for _ in range(count):
        copy_bytes(room, position, load_i64(geometry, SIZE))
        winner, plies, forced, random, made = play_out(geometry, shape, room, random, policy, wide, habits, record)
        if (policy & HABITS) != 0:
            learn(habits, record, made, load_i64(position, TURN), winner)
        store_i64(results, winner, load_i64(results, winner) + 1)
        store_i64(results, 3, load_i64(results, 3) + plies)
        if forced:
            store_i64(results, 4, load_i64(results, 4) + 1)
