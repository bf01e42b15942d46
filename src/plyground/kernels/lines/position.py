"""A position whose line shapes are kept up to date with each stone.

Cells are numbered in reading order, row by row from the top left. The first player is side 0. Stones are lifted in the
reverse of the order in which they were laid: what is known of a taken cell is kept from the moment it was taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, int64, uint8, uint16, uint32, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Record, array, pointer
from .shapes import DIRECTIONS, LONGEST, THREATS, WINS

MOST_CELLS = 1024

FREE = 0
BLOCKED = 3  # 1 and 2 are stones of side 0 and side 1

Board = Record(
    "LineBoard",
    cells=int64,
    connect=int64,
    steps=array(int64, DIRECTIONS),  # from a cell to the next one in each direction
    powers=array(uint32, 2 * (LONGEST - 1)),  # of 3: the weights of the digits of a key
    reach=pointer(array(uint8, 2 * DIRECTIONS)),  # for each cell: how far its lines go, forward and back
    shapes=pointer(uint8),  # by key
    threats=pointer(uint8),  # by lines' index
    worths=pointer(int32),  # by lines' index: how much a stone is worth there
    values=pointer(
        array(int32, 2)
    ),  # by lines' index: what a free cell adds to a side's value if it is to move, or not
    to_move=int64,  # what being to move adds to a value
    near=int64,  # a cell is near a stone that is so many steps away
    keys=pointer(array(uint64, 2)),  # random bits for each cell and side
)

Position = Record(
    "LinePosition",
    stones=array(uint8, MOST_CELLS),
    near=array(uint8, MOST_CELLS),  # how many stones are near each cell
    keys=array(array(uint32, 2 * DIRECTIONS), MOST_CELLS),  # for each cell: by direction, then side
    lines=array(array(uint16, 2), MOST_CELLS),  # for each cell and side, four shapes
    threats=array(array(uint8, 2), MOST_CELLS),
    counts=array(array(int32, 16), 2),  # for each side: how many free cells have each threat
    values=array(array(int64, 2), 2),  # for each side: the sum over all free cells if it is to move, and if it is not
    hash=uint64,
    left=int64,  # free cells
)

assert THREATS <= 16


@inlined
def _refresh(board: Any, position: Any, cell: Any, direction: Any, side: Any) -> Any:
    """A free cell's line has changed."""
    shape = np.int64(board.shapes[position.keys[cell][2 * direction + side]])
    before = np.int64(position.lines[cell][side])
    shift = 4 * direction
    lines = (before & ~(15 << shift)) | (shape << shift)
    if lines == before:
        return
    position.lines[cell][side] = lines
    values = position.values[side]
    values[0] += np.int64(board.values[lines][0]) - np.int64(board.values[before][0])
    values[1] += np.int64(board.values[lines][1]) - np.int64(board.values[before][1])
    threat = board.threats[lines]
    was = position.threats[cell][side]
    if threat != was:
        position.threats[cell][side] = threat
        counts = position.counts[side]
        counts[was] -= 1
        counts[threat] += 1


@inlined
def _mark(board: Any, position: Any, cell: Any, direction: Any, digit: Any, side: Any, step: Any) -> Any:
    """A stone of `side` comes (1) or goes (-1) at a digit of a cell's line."""
    keys = position.keys[cell]
    power = np.int64(board.powers[digit]) * step
    own = 2 * direction + side
    other = 2 * direction + 1 - side
    keys[own] = np.int64(keys[own]) + power
    keys[other] = np.int64(keys[other]) + 2 * power
    if position.stones[cell] == FREE:
        _refresh(board, position, cell, direction, 0)
        _refresh(board, position, cell, direction, 1)


@inner
def _mark_lines(board: Any, position: Any, cell: Any, side: Any, step: Any) -> Any:
    connect = board.connect
    for direction in range(DIRECTIONS):
        stride = board.steps[direction]
        for distance in range(1, np.int64(board.reach[cell][2 * direction]) + 1):
            other = cell + distance * stride
            _mark(board, position, other, direction, connect - 1 - distance, side, step)
            if distance <= board.near:
                position.near[other] += step
        for distance in range(1, np.int64(board.reach[cell][2 * direction + 1]) + 1):
            other = cell - distance * stride
            _mark(board, position, other, direction, connect - 2 + distance, side, step)
            if distance <= board.near:
                position.near[other] += step


@inlined
def _count(board: Any, position: Any, cell: Any, step: Any) -> Any:
    """A cell becomes free (1) or is taken (-1)."""
    for side in range(2):
        position.counts[side][position.threats[cell][side]] += step
        values = board.values[position.lines[cell][side]]
        position.values[side][0] += step * np.int64(values[0])
        position.values[side][1] += step * np.int64(values[1])
    position.left += step


@inner
def lay(board: Any, position: Any, cell: Any, side: Any) -> Any:
    """Puts a stone on a free cell."""
    _count(board, position, cell, -1)
    position.stones[cell] = side + 1
    position.hash ^= board.keys[cell][side]
    _mark_lines(board, position, cell, side, 1)


@inner
def lift(board: Any, position: Any, cell: Any, side: Any) -> Any:
    """Takes back the newest stone."""
    _mark_lines(board, position, cell, side, -1)
    position.stones[cell] = FREE
    position.hash ^= board.keys[cell][side]
    _count(board, position, cell, 1)


@inner
def has_win(position: Any, side: Any) -> Any:
    """On how many cells a stone of `side` would complete a run."""
    return np.int64(position.counts[side][WINS])


@inner
def first_cell(board: Any, position: Any, side: Any, threat: Any, start: Any) -> Any:
    """The first free cell from `start` on with this threat or a stronger one; -1 if there is none."""
    for cell in range(start, board.cells):
        if position.threats[cell][side] >= threat and position.stones[cell] == FREE:
            return cell
    return -1


@inner
def winning_cell(board: Any, position: Any, cell: Any, side: Any) -> Any:
    """The only cell on which `side` completes a run with the four that its stone on `cell` has made."""
    for direction in range(DIRECTIONS):
        stride = board.steps[direction]
        for distance in range(1, np.int64(board.reach[cell][2 * direction]) + 1):
            other = cell + distance * stride
            if position.stones[other] == FREE and position.threats[other][side] == WINS:
                return other
        for distance in range(1, np.int64(board.reach[cell][2 * direction + 1]) + 1):
            other = cell - distance * stride
            if position.stones[other] == FREE and position.threats[other][side] == WINS:
                return other
    return -1


@entry
def set_up(board: Any, position: Any, stones: Any) -> Any:
    """Fills a position: what lies on each cell, as in `stones`."""
    connect = board.connect
    for side in range(2):
        position.values[side][0] = 0
        position.values[side][1] = 0
        for threat in range(16):
            position.counts[side][threat] = 0
    position.left = 0
    position.hash = np.uint64(0)
    for cell in range(board.cells):
        position.near[cell] = 0
        position.stones[cell] = BLOCKED if stones[cell] == BLOCKED else FREE
        for side in range(2):
            lines = np.int64(0)
            for direction in range(DIRECTIONS):
                key = np.int64(0)
                for distance in range(1, connect):
                    if distance > board.reach[cell][2 * direction]:
                        key += 2 * np.int64(board.powers[connect - 2 + distance])
                    if distance > board.reach[cell][2 * direction + 1]:
                        key += 2 * np.int64(board.powers[connect - 1 - distance])
                position.keys[cell][2 * direction + side] = key
                lines |= np.int64(board.shapes[key]) << (4 * direction)
            position.lines[cell][side] = lines
            position.threats[cell][side] = board.threats[lines]
        if position.stones[cell] == FREE:
            _count(board, position, cell, 1)
    for cell in range(board.cells):
        if stones[cell] == 1 or stones[cell] == 2:
            lay(board, position, cell, np.int64(stones[cell]) - 1)
