"""What a position is worth to the side to move, and how good its moves look, by a small learnt network.

It knows four in a row with gravity, on up to 12 x 12 cells with any of them blocked. Every free cell has 64 features,
whole numbers from 0 to 127: a sum of learnt vectors, clipped. Four of them stand for the patterns of the cell's lines
(see `priors`; here each line has a table of its own), one for its flags. Say that a side gets a cell if the rest of the
board is filled first and then the column up to that cell; and that a threat is good if the side to move gets its cell,
and bad if the opponent does. The flags are

    1 if the side to move gets the cell, 2 * min(free cells below, 3),
    8, 16 if a cell below is a good or a bad threat of the side to move, 32, 64 likewise for the opponent's threats,
    128, 256 if the cell itself is a threat of the side to move or of the opponent, 512, 1024 if the one above it is.

With neighbours, every free cell has as many features again. Each is a weighted sum of one feature of the cell and of
the eight around it, plus a number, and 0 if that is negative. A cell that is not free counts 0, and the weights of the
left are those of the right.

A column is the sum of its free cells. It becomes 32 hidden numbers by W1 and b1; the sums over all columns of both, and
how many cells are left, become 32 hidden numbers by W2 and b2, and those the value by w3 and b3, between -1 and 1. A
move is weighed by the cell where it lands, the one above that and the hidden numbers of its column: by A, B, Q and bp
to 32 hidden numbers, and by wp to the logarithm of its prior. A hidden number that is negative counts as 0.

Most of it is computed in whole numbers of 16 bits: see `engines.evaluation` for how the weights are rounded.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import float32, int8, int16, int32, int64, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, part
from ..memory.vectors import (
    SHORTS,
    WIDTH,
    WORDS,
    add_pair,
    add_times,
    add_up_to_most,
    as_floats,
    backwards,
    by_power,
    clipped,
    inner_product,
    load,
    positive,
    shifted_by_place,
    store,
    store_as_int32,
    times_power,
    upper_product,
    zeros,
)
from ..memory.words import count_bits, lowest_bit_index
from .playout import lines_across, without_lowest
from .priors import PATTERNS
from .threats import has_bit, lines_of, shape_of, threats_of

CHANNELS = SHORTS
FEATURES = 2 * CHANNELS  # with neighbours
FLAGS = 2048
HIDDEN = WIDTH
MOST_SIDE = 12  # columns and rows of the largest board
LARGEST = 127  # feature of a cell
ROWS = WORDS  # that are looked at, so that vectors can be used
SHIFT = 7  # features are times 2 ** SHIFT where neighbours are added up
COARSE = 3  # sums of neighbours over the board are by 2 ** COARSE
AT_ONCE = 3  # columns that are multiplied with a matrix at once, so that its rows are read less often

# A matrix lies row by row, or by pairs of rows if its numbers are whole: see `add_pair`. All fields but the last two
# fill whole cache lines.
Network = Record(
    "Network",
    V=array(int8, PATTERNS * CHANNELS),  # by the pattern of the column,
    R=array(int8, PATTERNS * CHANNELS),  # of the row,
    D=array(int8, PATTERNS * CHANNELS),  # of the rising
    E=array(int8, PATTERNS * CHANNELS),  # and of the falling diagonal
    F=array(int16, FLAGS * CHANNELS),
    K=array(int16, 6 * CHANNELS),  # below left and right, left and right, above left and right; below, itself, above
    kb=array(int16, CHANNELS),
    W1=array(int16, FEATURES * HIDDEN),
    unit1=array(float32, HIDDEN),  # of the products with W1
    b1=array(float32, HIDDEN),
    W2=array(int16, FEATURES * HIDDEN),  # for the features,
    unit2=array(float32, HIDDEN),
    W2u=array(float32, (HIDDEN + 1) * HIDDEN),  # for the hidden numbers and the number of free cells
    b2=array(float32, HIDDEN),
    w3=array(float32, HIDDEN),
    A=array(int16, FEATURES * HIDDEN),
    B=array(int16, FEATURES * HIDDEN),
    unitp=array(float32, HIDDEN),  # of the products with A and B
    Q=array(float32, HIDDEN * HIDDEN),
    bp=array(float32, HIDDEN),
    wp=array(float32, HIDDEN),
    b3=float32,
    features=int64,  # no more than the channels if there are no neighbours
)

_COLUMN = (MOST_SIDE + 2) * CHANNELS

# What a thread writes down while it evaluates positions of one board.
Sheet = Record(
    "Sheet",
    cells=array(int16, (MOST_SIDE + 2) * _COLUMN),  # features of all cells, with a margin of zeros around the board
    sums=array(int16, MOST_SIDE * FEATURES),  # of the columns
    next=array(int16, MOST_SIDE * 2 * FEATURES),  # for each column the features of the next two cells
    hidden=array(float32, MOST_SIDE * HIDDEN),  # of the columns
    whole=array(int16, FEATURES),  # the sum of the columns
    lines=array(uint64, 96),  # both sides of every line: see `join_lines`
    looks=array(int32, 5 * ROWS),  # where the vectors of the cells of a column begin: patterns by row, and the flags
    inputs=array(float32, HIDDEN + 1),  # of the last step, too: hidden numbers and the number of free cells
    weights=array(float32, MOST_SIDE),  # of the moves, by column
    columns=array(int64, MOST_SIDE + AT_ONCE),  # those at hand
)
NUMBERS = Array(float32)

_MOST_CELLS = np.float32(MOST_SIDE * MOST_SIDE)
_NONE = np.int16(0)
_ALL = np.int16(LARGEST)
_SHIFT = np.int16(SHIFT)
_COARSE = np.int16(COARSE)
_LOOK = CHANNELS.bit_length() - 1

_HALF = np.uint64(0xFFFFFFFF)
_BEFORE = np.uint64(0x0000000700000007)
_AFTER = np.uint64(0x0000003800000038)
_BEFORE_THE_FIRST = np.uint64(7)
_PATTERN = np.uint64(PATTERNS - 1)


@inlined
def network_of(geometry: Any) -> Any:
    return part(Network, geometry.network, 0)


@inlined
def join_lines(geometry: Any, own: Any, other: Any, lines: Any) -> Any:
    """Writes every line as one word: in the upper half the own stones and what is no cell, in the lower half the
    opponent's and what is no cell. Three places that are no cells come first."""
    for line in range(geometry.line_count):
        no_cell = ~np.uint64(geometry.valid[line])
        mine = ((np.uint64(own[line]) | no_cell) << 3) | _BEFORE_THE_FIRST
        theirs = ((np.uint64(other[line]) | no_cell) << 3) | _BEFORE_THE_FIRST
        lines[line] = (mine << 32) | (theirs & _HALF)


@inlined
def patterns(places: Any) -> Any:
    """The patterns around places, as in `priors`. Each is a line from three places before on."""
    six = (places & _BEFORE) | ((places >> 1) & _AFTER)
    return (six | (six >> 26)) & _PATTERN


@inlined
def free_cells_of(geometry: Any, position: Any, column: Any) -> Any:
    """How many there are."""
    return count_bits(np.uint64(geometry.valid[column])) - np.int64(position.level[column])


@inlined
def landing_row(geometry: Any, position: Any, column: Any) -> Any:
    """Beyond the last row if the column is full, and beside the board."""
    if column < 0 or column >= geometry.columns:
        return geometry.rows
    return min(np.int64(geometry.fill[column][position.level[column]]), geometry.rows)


@inlined
def cell_at(column: Any, row: Any) -> Any:
    """Where the features of a cell begin."""
    return (column + 1) * _COLUMN + (row + 1) * CHANNELS


@inlined
def look_at_column(geometry: Any, shape: Any, position: Any, column: Any, mine: Any, theirs: Any, sheet: Any) -> Any:
    """Notes which vectors stand for the cells of a column. `mine` and `theirs` are the rows with threats."""
    level = np.int64(position.level[column])
    fill = geometry.fill[column]
    free = free_cells_of(geometry, position, column)
    turns = position.left - free + 1
    lines = sheet.lines
    looks = sheet.looks
    at_row, at_rising, at_falling = lines_across(shape, column, 0)
    vertical = lines[column]
    store_as_int32(looks, 0, patterns(shifted_by_place(vertical)) << _LOOK)
    store_as_int32(looks, ROWS, patterns(load(lines, at_row) >> column) << _LOOK)
    rising = backwards(load(lines, at_rising - (ROWS - 1)))
    store_as_int32(looks, 2 * ROWS, patterns(rising >> column) << _LOOK)
    store_as_int32(looks, 3 * ROWS, patterns(load(lines, at_falling) >> column) << _LOOK)
    below = np.int64(0)
    for depth in range(free):
        row = np.int64(fill[level + depth])
        gets = (turns + depth) & 1
        here = np.int64(has_bit(mine, row) + 2 * has_bit(theirs, row))
        above = np.int64(has_bit(mine, row + 1) + 2 * has_bit(theirs, row + 1))
        flags = gets + 2 * min(depth, 3) + 8 * below + 128 * here + 512 * above
        below |= ((here & 1) | ((here & 2) << 1)) << (1 - gets)
        looks[4 * ROWS + depth] = flags << _LOOK


@inlined
def write_features(geometry: Any, network: Any, position: Any, column: Any, sheet: Any) -> Any:
    """Adds up the vectors of a column's cells; returns the sum of the cells."""
    level = np.int64(position.level[column])
    fill = geometry.fill[column]
    free = free_cells_of(geometry, position, column)
    looks = sheet.looks
    cells = sheet.cells
    # Cells that are taken, as far as neighbours see them. Those that are blocked are never written.
    lowest = min(landing_row(geometry, position, column - 1), landing_row(geometry, position, column + 1))
    for taken in range(max(lowest - 1, 0), landing_row(geometry, position, column)):
        store(cells, cell_at(column, taken), zeros(int16))
    total = zeros(int16)
    second = zeros(int16)
    for depth in range(free):
        row = np.int64(fill[level + depth])
        cell = load(network.V, looks[row])
        cell = cell + load(network.R, looks[ROWS + row])
        cell = cell + load(network.D, looks[2 * ROWS + row])
        cell = cell + load(network.E, looks[3 * ROWS + row])
        cell = clipped(cell + load(network.F, looks[4 * ROWS + depth]), _NONE, _ALL)
        store(cells, cell_at(column, row), times_power(cell, _SHIFT))
        if depth == 0:
            store(sheet.next, 2 * column * FEATURES, cell)
        elif depth == 1:
            second = cell
        total = total + cell
    store(sheet.next, (2 * column + 1) * FEATURES, second)
    store(sheet.sums, column * FEATURES, total)
    return total


@inlined
def write_neighbours(geometry: Any, network: Any, position: Any, column: Any, sheet: Any) -> Any:
    """Adds up what lies around a column's free cells; returns the sum of the cells. The column and those beside it have
    their features."""
    level = np.int64(position.level[column])
    fill = geometry.fill[column]
    free = free_cells_of(geometry, position, column)
    cells = sheet.cells
    bias = load(network.kb, 0)
    beside_below = load(network.K, 0)
    beside = load(network.K, CHANNELS)
    beside_above = load(network.K, 2 * CHANNELS)
    below = load(network.K, 3 * CHANNELS)
    itself = load(network.K, 4 * CHANNELS)
    above = load(network.K, 5 * CHANNELS)

    # `sum` is that of the row at hand, without what lies above it; `next_sum` that of the row above, with nothing but
    # what lies below it.
    row = np.int64(fill[level])
    at = cell_at(column, row)
    around = load(cells, at - CHANNELS - _COLUMN) + load(cells, at - CHANNELS + _COLUMN)
    next_sum = bias + upper_product(around, beside_below)
    depth = 0
    total = zeros(int16)
    second = zeros(int16)
    around = load(cells, at - _COLUMN) + load(cells, at + _COLUMN)
    own = load(cells, at)
    while depth < free:
        this_sum = next_sum + (upper_product(around, beside) + upper_product(own, itself))
        next_sum = bias + (upper_product(around, beside_below) + upper_product(own, below))
        at += CHANNELS
        around = load(cells, at - _COLUMN) + load(cells, at + _COLUMN)
        own = load(cells, at)
        this_sum = positive(this_sum + (upper_product(around, beside_above) + upper_product(own, above)))
        if row == np.int64(fill[level + depth]):  # else the cell is blocked
            if depth == 0:
                store(sheet.next, 2 * column * FEATURES + CHANNELS, this_sum)
            elif depth == 1:
                second = this_sum
            total = add_up_to_most(total, this_sum)
            depth += 1
        row += 1
    store(sheet.next, (2 * column + 1) * FEATURES + CHANNELS, second)
    store(sheet.sums, column * FEATURES + CHANNELS, total)
    return total


@inlined
def list_columns(columns: Any, bits: Any) -> Any:
    """Writes the numbers of columns, and the last of them again for those that are computed in vain; returns how many
    there are."""
    count = 0
    column = 0
    while bits != 0:
        column = lowest_bit_index(bits)
        bits = without_lowest(bits)
        columns[count] = column
        count += 1
    for k in range(1, AT_ONCE):
        columns[count + k - 1] = column
    return count


@inlined
def add_three_products(totals: Any, inputs: Any, one: Any, two: Any, three: Any, count: Any, matrix: Any) -> Any:
    """Three totals, each with the product of its `count` whole inputs with one matrix."""
    total, second, third = totals
    for k in range(0, count, 2):
        total = add_pair(total, inputs, one + k, matrix, k * HIDDEN)
        second = add_pair(second, inputs, two + k, matrix, k * HIDDEN)
        third = add_pair(third, inputs, three + k, matrix, k * HIDDEN)
    return total, second, third


@inlined
def hide_columns(network: Any, sheet: Any, count: Any) -> Any:
    """The hidden numbers of the listed columns; returns their sum."""
    columns = sheet.columns
    whole = zeros(float32)
    for k in range(0, count, AT_ONCE):
        nothing = zeros(int32)
        totals = add_three_products(
            (nothing, nothing, nothing),
            sheet.sums,
            columns[k] * FEATURES,
            columns[k + 1] * FEATURES,
            columns[k + 2] * FEATURES,
            network.features,
            network.W1,
        )
        unit = load(network.unit1, 0)
        bias = load(network.b1, 0)
        first = positive(add_times(bias, as_floats(totals[0]), unit))
        second = positive(add_times(bias, as_floats(totals[1]), unit))
        third = positive(add_times(bias, as_floats(totals[2]), unit))
        store(sheet.hidden, columns[k] * HIDDEN, first)
        store(sheet.hidden, columns[k + 1] * HIDDEN, second)
        store(sheet.hidden, columns[k + 2] * HIDDEN, third)
        whole = whole + first
        if k + 1 < count:
            whole = whole + second
        if k + 2 < count:
            whole = whole + third
    return whole


@inlined
def add_product(total: Any, inputs: Any, count: Any, matrix: Any) -> Any:
    """`total` and the product of `count` inputs with a matrix."""
    # Two sums side by side: one would have to wait for itself at every step.
    other = zeros(float32)
    for k in range(0, count - 1, 2):
        total = add_times(total, inputs[k], load(matrix, k * HIDDEN))
        other = add_times(other, inputs[k + 1], load(matrix, (k + 1) * HIDDEN))
    if count & 1:
        total = add_times(total, inputs[count - 1], load(matrix, (count - 1) * HIDDEN))
    return total + other


@inner
def evaluate(geometry: Any, position: Any, sheet: Any) -> Any:
    """What an open position is worth to the side to move; leaves on the sheet what `weigh_moves` needs."""
    shape = shape_of(geometry)
    network = network_of(geometry)
    features = network.features
    turn = position.turn
    join_lines(geometry, lines_of(shape, position, turn), lines_of(shape, position, 1 - turn), sheet.lines)
    mine = threats_of(shape, position, turn)
    theirs = threats_of(shape, position, 1 - turn)
    cells = zeros(int16)
    around = zeros(int16)
    for column in range(geometry.columns + 1):
        if column < geometry.columns:
            look_at_column(geometry, shape, position, column, mine[column], theirs[column], sheet)
            cells = cells + write_features(geometry, network, position, column, sheet)
        if features > CHANNELS and column > 0 and has_bit(position.open, column - 1) != 0:
            total = write_neighbours(geometry, network, position, column - 1, sheet)
            around = add_up_to_most(around, by_power(total, _COARSE))
    store(sheet.whole, 0, cells)
    store(sheet.whole, CHANNELS, around)
    count = list_columns(sheet.columns, position.open)
    store(sheet.inputs, 0, hide_columns(network, sheet, count))
    sheet.inputs[HIDDEN] = np.float32(position.left) / _MOST_CELLS
    total = zeros(int32)
    other = zeros(int32)
    for k in range(0, features, 4):
        total = add_pair(total, sheet.whole, k, network.W2, k * HIDDEN)
        other = add_pair(other, sheet.whole, k + 2, network.W2, (k + 2) * HIDDEN)
    hidden = add_times(load(network.b2, 0), as_floats(total + other), load(network.unit2, 0))
    hidden = positive(add_product(hidden, sheet.inputs, HIDDEN + 1, network.W2u))
    return np.float32(math.tanh(inner_product(hidden, load(network.w3, 0)) + network.b3))


@inner
def weigh_moves(geometry: Any, sheet: Any, moves: Any) -> Any:
    """Writes the weights of moves, a bit for each column: the logarithms of how good they look, up to a number that is
    the same for all moves of a position.

    `evaluate` has to be called first.
    """
    network = network_of(geometry)
    features = network.features
    columns = sheet.columns
    hidden = sheet.hidden
    count = list_columns(columns, moves)
    for k in range(0, count, AT_ONCE):
        one = columns[k]
        two = columns[k + 1]
        three = columns[k + 2]
        nothing = zeros(int32)
        totals = (nothing, nothing, nothing)
        at = 2 * FEATURES
        totals = add_three_products(totals, sheet.next, one * at, two * at, three * at, features, network.A)
        totals = add_three_products(
            totals, sheet.next, one * at + FEATURES, two * at + FEATURES, three * at + FEATURES, features, network.B
        )
        unit = load(network.unitp, 0)
        bias = load(network.bp, 0)
        first = add_times(bias, as_floats(totals[0]), unit)
        second = add_times(bias, as_floats(totals[1]), unit)
        third = add_times(bias, as_floats(totals[2]), unit)
        for n in range(HIDDEN):
            row = load(network.Q, n * HIDDEN)
            first = add_times(first, hidden[one * HIDDEN + n], row)
            second = add_times(second, hidden[two * HIDDEN + n], row)
            third = add_times(third, hidden[three * HIDDEN + n], row)
        last = load(network.wp, 0)
        sheet.weights[one] = inner_product(positive(first), last)
        sheet.weights[two] = inner_product(positive(second), last)
        sheet.weights[three] = inner_product(positive(third), last)


@entry
def judge(geometry: Any, position: Any, sheet: Any, weights: Any) -> Any:
    """The value of an open position; writes what each column that is not full weighs as a move."""
    value = evaluate(geometry, position, sheet)
    weigh_moves(geometry, sheet, position.open)
    for column in range(geometry.columns):
        weights[column] = sheet.weights[column]
    return value
