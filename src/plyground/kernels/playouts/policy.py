"""What a player sees at once, and playouts that go by it.

`outlook` says what a position is without a search: won, lost, drawn, or open, with the moves that make sense.
Playouts move among those, under a policy that says which of the rules hold.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import float32, int32, int64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, copy_bytes
from ..memory.words import count_bits, lowest_bit_index
from .playout import DRAWN, MOST_CELLS, RANDOM_STEP, below, bit, mixed, without_lowest
from .threats import columns_of, half, has_bit, place, shape_of, sight_of, threats_of

# How a playout moves; every bit adds a rule. Wins and the only block are rules of every policy but RANDOM.
RANDOM = 0
SEES_NOW = 1
NOT_UNDER = 2  # never plays under an opponent's threat if there is another move
TWO_STEPS = 4  # wins where the two cells above the next one of a column are both its own threats
RESERVE = 8  # keeps the columns that the opponent may not enter for later
HABITS = 16  # of two random moves takes the one whose cell did better in the games before

# How fast a habit changes with a game. Not tuned.
_RATE = np.float32(1 / 64)

Results = Record(
    "PolicyResults",
    games=array(int64, 3),  # how many games each side won, and how many nobody did
    plies=int64,  # of all games
    proofs=int64,  # games in which every move was forced
)

HABITS_OF_SIDES = Array(array(float32, MOST_CELLS))
"""For each side and cell how well it did, from -1 to 1."""
CELLS = Array(int32)
"""The cells of a playout, in the order in which they were taken."""

_NOTHING = np.uint64(0)
_BYTE = np.uint64(255)


@inlined
def nth_column(geometry: Any, columns: Any, n: Any, line_by_line: Any) -> Any:
    """The n-th bit of a set of columns."""
    base = 0
    ones = count_bits(columns & _BYTE)
    if line_by_line is None:
        # 13 columns at most: two bytes.
        base = 8 if n >= ones else 0
        n = n - ones if n >= ones else n
        columns = columns >> base
    else:
        while n >= ones:
            n -= ones
            columns = columns >> 8
            base += 8
            ones = count_bits(columns & _BYTE)
    return base + np.int64(geometry.select[columns & _BYTE][n])


# What is known of a position without a search.
OPEN_GAME = 0
WINS = 1
LOSES = 2
DRAWS = 3


class Outlook(NamedTuple):
    verdict: Any
    plies: Any
    """Until the verdict comes true."""
    moves: Any
    """Of a won game those that win; of a lost game what is left; of an open one those that lose nothing at once."""


@inner
def two_step_wins(geometry: Any, position: Any, columns: Any, turn: Any) -> Any:
    """Of columns where the cell above the next one is a threat of `turn`: those where the cell above that is, too."""
    threats = threats_of(shape_of(geometry), position, turn)
    found = _NOTHING
    while columns != 0:
        column = lowest_bit_index(columns)
        columns = without_lowest(columns)
        third_row = geometry.fill[column][np.int64(position.level[column]) + 2]
        if has_bit(threats[column], third_row) != 0:
            found = found | bit(column)
    return found


@inlined
def outlook(geometry: Any, position: Any, turn: Any, sight: Any, policy: Any) -> Any:
    """What `turn` can do."""
    wins = columns_of(sight.now, turn)
    if wins != 0:
        return Outlook(WINS, 1, wins)
    blocks = columns_of(sight.now, 1 - turn)
    under = columns_of(sight.above, 1 - turn)
    if blocks != 0:
        if without_lowest(blocks) != 0 or (blocks & under) != 0:
            return Outlook(LOSES, 2, blocks)
        return Outlook(OPEN_GAME, 0, blocks)
    if sight.open == 0:
        return Outlook(DRAWS, 0, sight.open)
    if (policy & NOT_UNDER) == 0:
        return Outlook(OPEN_GAME, 0, sight.open)
    moves = sight.open & ~under
    if moves == 0:
        return Outlook(LOSES, 2, sight.open)
    if (policy & TWO_STEPS) != 0:
        twice = moves & (sight.above >> half(turn))
        if twice != 0:
            twice = two_step_wins(geometry, position, twice, turn)
            if twice != 0:
                return Outlook(WINS, 3, twice)
    return Outlook(OPEN_GAME, 0, moves)


@inlined
def cell_of(geometry: Any, position: Any, column: Any) -> Any:
    """The cell where a stone lands: 32 rows to a column."""
    return column * 32 + np.int64(geometry.fill[column][position.level[column]])


@inner
def learn(habits: Any, cells: Any, plies: Any, turn: Any, winner: Any) -> Any:
    """After a game: the cells that a side took become a little more or less of a habit."""
    for k in range(plies):
        goal = np.float32(0) if winner == DRAWN else (np.float32(1) if winner == turn else np.float32(-1))
        habit = habits[turn][cells[k]]
        habits[turn][cells[k]] = habit + (goal - habit) * _RATE
        turn = 1 - turn


class Playout(NamedTuple):
    winner: Any
    """Or DRAWN."""
    plies: Any
    """Until the game is over."""
    forced: Any
    """Every move on the way was, so the result is proven."""
    random: Any
    """The state of the generator afterwards."""
    made: Any
    """Plies that were played and recorded; the rest of `plies` was foreseen."""


@inlined
def play_out(
    geometry: Any, shape: Any, position: Any, random: Any, policy: Any, line_by_line: Any, habits: Any, cells: Any
) -> Any:
    """A game to its end under a policy; uses the position up."""
    turn = position.turn
    sight = sight_of(position)
    plies = 0
    forced = True
    while True:
        if policy == RANDOM:
            if sight.open == 0:
                return Playout(DRAWN, plies, forced, random, plies)
            moves = sight.open
        else:
            verdict, distance, moves = outlook(geometry, position, turn, sight, policy)
            if verdict != OPEN_GAME:
                if verdict == DRAWS:
                    return Playout(DRAWN, plies, forced, random, plies)
                winner = turn if verdict == WINS else 1 - turn
                return Playout(winner, plies + distance, forced, random, plies)
            if (policy & RESERVE) != 0:
                shared = moves & ~(sight.above >> half(turn))
                if shared != 0 and shared != moves:
                    moves = shared
                    forced = False
        if without_lowest(moves) != 0:
            forced = False
            random += RANDOM_STEP
            number = mixed(random)
            count = count_bits(moves)
            column = nth_column(geometry, moves, below(number, count), line_by_line)
            if (policy & HABITS) != 0:
                rival = nth_column(geometry, moves, below(number << 32, count), line_by_line)
                habit = habits[turn][cell_of(geometry, position, column)]
                if habits[turn][cell_of(geometry, position, rival)] > habit:
                    column = rival
        else:
            column = lowest_bit_index(moves)
        if (policy & HABITS) != 0:
            cells[plies] = cell_of(geometry, position, column)
        if policy == RANDOM and has_bit(sight.now, column + half(turn)) != 0:
            return Playout(turn, plies + 1, False, random, plies)
        sight = place(geometry, shape, position, column, turn, sight, line_by_line)
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
    line_by_line: Any,
    habits: Any,
    cells: Any,
) -> Any:
    """So many games under a policy, each played in `room`."""
    random = np.uint64(seed)
    shape = shape_of(geometry)
    for _ in range(count):
        copy_bytes(room, position, geometry.size)
        playout = play_out(geometry, shape, room, random, policy, line_by_line, habits, cells)
        random = playout.random
        if (policy & HABITS) != 0:
            learn(habits, cells, playout.made, position.turn, playout.winner)
        results.games[playout.winner] += 1
        results.plies += playout.plies
        if playout.forced:
            results.proofs += 1
