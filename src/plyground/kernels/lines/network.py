"""What a position of five in a row is worth, by a small learnt network.

Every free cell has 64 features, whole numbers from 0 to MOST: a sum of learnt vectors, clipped. Each of its four lines
adds two of them, one for what it holds as the first player sees it and one as the second player does, by their keys
(see `shapes`). The first 32 features are the board as the first player sees it; the other 32, with the same vectors, as
the second player does. A line without stones or an edge adds nothing, so cells far from all stones have no features.

The sums over all cells, those of the side to move first, become 32 hidden numbers by W1 and b1, those 32 others by W2
and b2, and those the logit of a win by w3 and b3. A hidden number that is negative counts as 0.

A stone changes the features of the cells on its lines alone. What they were before is kept by ply, so that taking a
move back copies and computes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int16, int32

from ..compiled import entry, inlined, inner
from ..memory.records import Record, array
from ..memory.vectors import (
    SHORTS,
    WIDTH,
    add_pair,
    add_times,
    as_floats,
    clipped,
    inner_product,
    load,
    positive,
    store,
    zeros,
)
from .position import FREE
from .shapes import DIRECTIONS, keys_of

CONNECT = 5
KEYS = keys_of(CONNECT)
FEATURES = SHORTS
HIDDEN = WIDTH
MOST = 80
MOST_CELLS = 400
"""So many cells at most, so that sums fit into 16 bits."""
MOST_PLIES = 202

assert MOST * MOST_CELLS < 1 << 15

SCALE = 1000
"""A logit of 1 as a value."""
_LARGEST = 20_000.0

_NONE = np.int16(0)
_ALL = np.int16(MOST)
_SCALE = np.float32(SCALE)

# Whole matrices lie by pairs of rows: see `add_pair`.
Network = Record(
    "LineNetwork",
    first=array(int16, KEYS * FEATURES),  # by the keys of the first player
    second=array(int16, KEYS * FEATURES),
    W1=array(int16, 2 * FEATURES * HIDDEN),  # when the first player is to move, and when the second is
    unit1=array(float32, HIDDEN),  # of the products with W1
    b1=array(float32, HIDDEN),
    W2=array(float32, HIDDEN * HIDDEN),
    b2=array(float32, HIDDEN),
    w3=array(float32, HIDDEN),
    b3=float32,
)

_PLY = (2 * DIRECTIONS * (CONNECT - 1) + 1) * FEATURES

# What a thread knows of the position that it looks at.
Sheet = Record(
    "LineSheet",
    cells=array(int16, MOST_CELLS * FEATURES),
    sums=array(int16, MOST_PLIES * FEATURES),  # by ply
    before=array(int16, MOST_PLIES * _PLY),  # by ply: the features of the cells that its move changed
    hidden=array(float32, HIDDEN),
)


@inlined
def _features(network: Any, position: Any, cell: Any) -> Any:
    keys = position.keys[cell]
    total = zeros(int16)
    for direction in range(DIRECTIONS):
        total = total + load(network.first, np.int64(keys[2 * direction]) * FEATURES)
        total = total + load(network.second, np.int64(keys[2 * direction + 1]) * FEATURES)
    return clipped(total, _NONE, _ALL)


@inner
def look(board: Any, network: Any, position: Any, sheet: Any) -> Any:
    """Starts a sheet, at ply 0."""
    total = zeros(int16)
    for cell in range(board.cells):
        features = zeros(int16)
        if position.stones[cell] == FREE:
            features = _features(network, position, cell)
        store(sheet.cells, cell * FEATURES, features)
        total = total + features
    store(sheet.sums, 0, total)


@inlined
def _look_again(network: Any, position: Any, sheet: Any, cell: Any, at: Any, total: Any) -> Any:
    """The total with the features of a cell whose lines have changed."""
    before = load(sheet.cells, cell * FEATURES)
    after = _features(network, position, cell)
    store(sheet.before, at, before)
    store(sheet.cells, cell * FEATURES, after)
    return total + (after - before)


@inner
def follow(board: Any, network: Any, position: Any, sheet: Any, cell: Any, ply: Any) -> Any:
    """A stone was laid on a cell: the sheet goes on from this ply to the next."""
    at = ply * _PLY
    taken = load(sheet.cells, cell * FEATURES)
    store(sheet.before, at, taken)
    store(sheet.cells, cell * FEATURES, zeros(int16))
    total = load(sheet.sums, ply * FEATURES) - taken
    for direction in range(DIRECTIONS):
        stride = board.steps[direction]
        for distance in range(1, np.int64(board.reach[cell][2 * direction]) + 1):
            other = cell + distance * stride
            if position.stones[other] == FREE:
                at += FEATURES
                total = _look_again(network, position, sheet, other, at, total)
        for distance in range(1, np.int64(board.reach[cell][2 * direction + 1]) + 1):
            other = cell - distance * stride
            if position.stones[other] == FREE:
                at += FEATURES
                total = _look_again(network, position, sheet, other, at, total)
    store(sheet.sums, (ply + 1) * FEATURES, total)


@inlined
def _restore(sheet: Any, cell: Any, at: Any) -> Any:
    store(sheet.cells, cell * FEATURES, load(sheet.before, at))


@inner
def return_to(board: Any, position: Any, sheet: Any, cell: Any, ply: Any) -> Any:
    """The stone that was laid on a cell at this ply was lifted."""
    at = ply * _PLY
    _restore(sheet, cell, at)
    for direction in range(DIRECTIONS):
        stride = board.steps[direction]
        for distance in range(1, np.int64(board.reach[cell][2 * direction]) + 1):
            other = cell + distance * stride
            if position.stones[other] == FREE:
                at += FEATURES
                _restore(sheet, other, at)
        for distance in range(1, np.int64(board.reach[cell][2 * direction + 1]) + 1):
            other = cell - distance * stride
            if position.stones[other] == FREE:
                at += FEATURES
                _restore(sheet, other, at)


@inner
def worth(network: Any, sheet: Any, side: Any, ply: Any) -> Any:
    """What the position of a ply is worth to `side`, which is to move."""
    sums = ply * FEATURES
    rows = side * FEATURES * HIDDEN
    total = zeros(int32)
    other = zeros(int32)
    for k in range(0, FEATURES, 4):
        total = add_pair(total, sheet.sums, sums + k, network.W1, rows + k * HIDDEN)
        other = add_pair(other, sheet.sums, sums + k + 2, network.W1, rows + (k + 2) * HIDDEN)
    hidden = add_times(load(network.b1, 0), as_floats(total + other), load(network.unit1, 0))
    store(sheet.hidden, 0, positive(hidden))
    even = load(network.b2, 0)
    odd = zeros(float32)
    for k in range(0, HIDDEN, 2):
        even = add_times(even, sheet.hidden[k], load(network.W2, k * HIDDEN))
        odd = add_times(odd, sheet.hidden[k + 1], load(network.W2, (k + 1) * HIDDEN))
    logit = inner_product(positive(even + odd), load(network.w3, 0)) + network.b3
    return np.int64(min(max(_SCALE * logit, -_LARGEST), _LARGEST))


@entry
def judge(board: Any, network: Any, position: Any, sheet: Any, side: Any) -> Any:
    """What a position is worth to `side`, which is to move; leaves the sums on the sheet."""
    look(board, network, position, sheet)
    return worth(network, sheet, side, 0)
