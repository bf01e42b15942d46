"""What a position is worth to the side to move, and how good its moves look, by a small learnt network.

It knows four in a row with gravity, on up to 12 x 12 cells with any of them blocked. Every free cell has 32 features,
whole numbers from 0 to 127: a sum of learnt vectors, clipped. Four of them stand for the patterns of the cell's lines
(see `priors`; here each line has a table of its own), one for its flags:

    z + 2 * min(d, 3) + 8 * t + 16 * o

where d free cells lie below it, z is 1 if the side to move gets the cell when the rest of the board is filled first and
then the column up to it, and t and o are 1 if a free cell below is a threat of the side to move or of the opponent.

A column is the sum of its free cells. It becomes 32 hidden numbers by W1 and b1; the sums over all columns of both, and
how many cells are left, become 32 hidden numbers by W2 and b2, and those the value by w3 and b3, between -1 and 1. A
move is weighed by the cell where it lands, the one above that and the hidden numbers of its column: by A, B, Q and bp
to 32 hidden numbers, and by wp to the logarithm of its prior. A hidden number that is negative counts as 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import float32, int8, int16, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, part
from ..memory.vectors import WIDTH, add_times, as_floats, clipped, inner_product, load, positive, store, zeros
from ..memory.words import count_bits
from .playout import lines_across
from .priors import PATTERNS
from .threats import NO_ROW, has_bit, lines_of, shape_of, threats_of

CHANNELS = WIDTH
FLAGS = 32
INPUTS = 2 * CHANNELS + 1
MOST_SIDE = 12  # columns and rows of the largest board
LARGEST = 127  # feature of a cell

# The names are those of the file. A matrix lies row by row; every field but the last fills whole cache lines.
Network = Record(
    "Network",
    V=array(int8, PATTERNS * CHANNELS),  # by the pattern of the column,
    R=array(int8, PATTERNS * CHANNELS),  # of the row,
    D=array(int8, PATTERNS * CHANNELS),  # of the rising
    E=array(int8, PATTERNS * CHANNELS),  # and of the falling diagonal
    F=array(int16, FLAGS * CHANNELS),
    W1=array(float32, CHANNELS * CHANNELS),
    b1=array(float32, CHANNELS),
    W2=array(float32, INPUTS * CHANNELS),
    b2=array(float32, CHANNELS),
    w3=array(float32, CHANNELS),
    A=array(float32, CHANNELS * CHANNELS),
    B=array(float32, CHANNELS * CHANNELS),
    Q=array(float32, CHANNELS * CHANNELS),
    bp=array(float32, CHANNELS),
    wp=array(float32, CHANNELS),
    b3=float32,
)

# What a thread writes down while it evaluates a position.
Sheet = Record(
    "Sheet",
    cells=array(int16, MOST_SIDE * 2 * CHANNELS),  # for each column the features of the next two cells
    columns=array(float32, MOST_SIDE * CHANNELS),  # and its hidden numbers
    numbers=array(float32, CHANNELS),  # of the column or cell at hand
    inputs=array(float32, INPUTS),  # of the last step
    lines=array(uint64, 2 * MOST_SIDE + 2 * (2 * MOST_SIDE - 1)),  # both sides of every line: see `join_lines`
)
NUMBERS = Array(float32)

_SCALE = np.float32(1 / 64)
_MOST_CELLS = np.float32(MOST_SIDE * MOST_SIDE)
_NONE = np.int16(0)
_ALL = np.int16(LARGEST)

_HALF = np.uint64(0xFFFFFFFF)
_BEFORE = np.uint64(0x0000000700000007)
_AFTER = np.uint64(0x0000003800000038)
_BEFORE_THE_FIRST = np.uint64(7)
_PATTERN = np.uint64(PATTERNS - 1)
_NOTHING = np.uint64(0)


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
def pattern(line: Any, at: Any) -> Any:
    """The pattern around a place on a line, as in `priors`."""
    seven = line >> at
    six = (seven & _BEFORE) | ((seven >> 1) & _AFTER)
    return np.int64((six | (six >> 26)) & _PATTERN)


@inlined
def features(network: Any, shape: Any, lines: Any, column: Any, row: Any, flags: Any) -> Any:
    """Those of a free cell."""
    at_row, at_rising, at_falling = lines_across(shape, column, row)
    total = load(network.V, pattern(lines[column], row) * CHANNELS)
    total = total + load(network.R, pattern(lines[at_row], column) * CHANNELS)
    total = total + load(network.D, pattern(lines[at_rising], column) * CHANNELS)
    total = total + load(network.E, pattern(lines[at_falling], column) * CHANNELS)
    return clipped(total + load(network.F, flags * CHANNELS), _NONE, _ALL)


@inlined
def sum_of_column(
    geometry: Any, network: Any, shape: Any, position: Any, column: Any, mine: Any, theirs: Any, sheet: Any
) -> Any:
    """The features of all free cells of a column; those of the next two cells are written down.

    `mine` and `theirs` are the rows with threats.
    """
    level = np.int64(position.level[column])
    fill = geometry.fill[column]
    free = count_bits(np.uint64(geometry.valid[column])) - level
    turns = position.left - free + 1
    total = zeros(int16)
    own_below = _NOTHING
    other_below = _NOTHING
    for depth in range(free):
        row = np.int64(fill[level + depth])
        below = np.int64(own_below * np.uint64(8) + other_below * np.uint64(16))
        flags = ((turns + depth) & 1) + 2 * min(depth, 3) + below
        cell = features(network, shape, sheet.lines, column, row, flags)
        if depth < 2:
            store(sheet.cells, (2 * column + depth) * CHANNELS, cell)
        total = total + cell
        own_below |= has_bit(mine, row)
        other_below |= has_bit(theirs, row)
    return total


@inlined
def add_product(total: Any, inputs: Any, at: Any, count: Any, matrix: Any) -> Any:
    """`total` and the product of `count` inputs from `at` on with a matrix."""
    # Two sums side by side: one would have to wait for itself at every step.
    other = zeros(float32)
    for k in range(0, count - 1, 2):
        total = add_times(total, inputs[at + k], load(matrix, k * CHANNELS))
        other = add_times(other, inputs[at + k + 1], load(matrix, (k + 1) * CHANNELS))
    if count & 1:
        total = add_times(total, inputs[at + count - 1], load(matrix, (count - 1) * CHANNELS))
    return total + other


@inner
def evaluate(geometry: Any, position: Any, sheet: Any) -> Any:
    """What an open position is worth to the side to move; leaves on the sheet what `weigh_move` needs."""
    shape = shape_of(geometry)
    network = network_of(geometry)
    turn = position.turn
    join_lines(geometry, lines_of(shape, position, turn), lines_of(shape, position, 1 - turn), sheet.lines)
    mine = threats_of(shape, position, turn)
    theirs = threats_of(shape, position, 1 - turn)
    cells = zeros(float32)
    columns = zeros(float32)
    for column in range(geometry.columns):
        if has_bit(position.open, column) == 0:
            continue
        whole = sum_of_column(geometry, network, shape, position, column, mine[column], theirs[column], sheet)
        total = as_floats(whole, _SCALE)
        store(sheet.numbers, 0, total)
        hidden = positive(add_product(load(network.b1, 0), sheet.numbers, 0, CHANNELS, network.W1))
        store(sheet.columns, column * CHANNELS, hidden)
        cells = cells + total
        columns = columns + hidden
    store(sheet.inputs, 0, cells)
    store(sheet.inputs, CHANNELS, columns)
    sheet.inputs[2 * CHANNELS] = np.float32(position.left) / _MOST_CELLS
    hidden = positive(add_product(load(network.b2, 0), sheet.inputs, 0, INPUTS, network.W2))
    return np.float32(math.tanh(inner_product(hidden, load(network.w3, 0)) + network.b3))


@inner
def weigh_move(geometry: Any, position: Any, sheet: Any, column: Any) -> Any:
    """The logarithm of how good a move looks, up to a number that is the same for all moves of a position.

    `evaluate` has to be called first.
    """
    network = network_of(geometry)
    level = np.int64(position.level[column])
    total = load(network.bp, 0)
    store(sheet.numbers, 0, as_floats(load(sheet.cells, 2 * column * CHANNELS), _SCALE))
    total = add_product(total, sheet.numbers, 0, CHANNELS, network.A)
    if geometry.fill[column][level + 1] != NO_ROW:
        store(sheet.numbers, 0, as_floats(load(sheet.cells, (2 * column + 1) * CHANNELS), _SCALE))
        total = add_product(total, sheet.numbers, 0, CHANNELS, network.B)
    total = add_product(total, sheet.columns, column * CHANNELS, CHANNELS, network.Q)
    return inner_product(positive(total), load(network.wp, 0))


@entry
def judge(geometry: Any, position: Any, sheet: Any, weights: Any) -> Any:
    """The value of an open position; writes what each column that is not full weighs as a move."""
    value = evaluate(geometry, position, sheet)
    for column in range(geometry.columns):
        if has_bit(position.open, column) != 0:
            weights[column] = weigh_move(geometry, position, sheet, column)
    return value
