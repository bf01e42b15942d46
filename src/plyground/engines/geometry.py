"""From a `GridBoard` to the blocks of memory that the kernels read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.board import Side
from plyground.grid import GridBoard, Rules, bits
from plyground.kernels.playouts import playout

__all__ = ["Bytes", "address", "block_of", "geometry_of", "position_of", "scratch"]

Bytes: TypeAlias = NDArray[np.uint8]


def address(array: NDArray[Any]) -> int:
    """Where an array lies. The caller keeps the array alive as long as a kernel may look there."""
    return int(array.ctypes.data)


def block_of(size: int) -> Bytes:
    """Zeros, so many bytes at least."""
    # Whole words, so that slots of 64 bits are where processors like them.
    return np.zeros((size + 7) // 8, np.uint64).view(np.uint8)


def scratch() -> Bytes:
    """Room for a position."""
    return block_of(playout.POSITION_BYTES)


@lru_cache(maxsize=64)
def geometry_of(rules: Rules) -> Bytes:
    """What the kernels know of a board: see `kernels.playout`. Shared, so nobody writes to it."""
    columns, rows = rules.columns, rules.rows
    block = block_of(playout.GEOMETRY_BYTES)
    slots = block.view(np.int64)
    slots[playout.COLUMNS] = columns
    slots[playout.ROWS] = rows
    slots[playout.GRAVITY] = rules.gravity
    slots[playout.SHIFTS : playout.SHIFTS + 5] = _shifts(rules)
    slots[playout.ROW_LINES] = columns
    slots[playout.RISING] = columns + rows + rows - 1
    slots[playout.FALLING] = columns + rows + columns + rows - 1
    count = columns + rows + 2 * (columns + rows - 1)
    slots[playout.LINE_COUNT] = count
    slots[playout.FREE] = playout.LINES + 8 * count
    slots[playout.SIZE] = playout.LINES + 8 * count + (0 if rules.gravity else (columns * rows + 63) // 64 * 8)
    for column in range(columns):
        open_rows = [row for row in range(rows) if (column, row) not in rules.blocked]
        slots[playout.DEPTH + column] = len(open_rows)
        start = playout.FILL + column * 32
        block[start : start + len(open_rows)] = open_rows
    block.flags.writeable = False
    return block


def _shifts(rules: Rules) -> list[int]:
    """The shifts that leave a bit for every run of `connect`: doubled, so five of them do for 32 cells."""
    if rules.connect > max(rules.columns, rules.rows):
        return [32] * 5  # past the end of every mask: no line has room for a run
    shifts, length = [], 1
    while length < rules.connect:
        shifts.append(min(length, rules.connect - length))
        length += shifts[-1]
    return shifts + [0] * (5 - len(shifts))


def position_of(board: GridBoard) -> Bytes:
    """A board as the kernels keep it. It has to be open: a run that is there already is not looked for."""
    rules = board.rules
    layout = rules.layout
    geometry = geometry_of(rules).view(np.int64)
    block = scratch()
    slots = block.view(np.int64)
    slots[playout.TURN] = 0 if board.turn is Side.FIRST else 1
    slots[playout.LEFT] = board.free.bit_count()
    count = int(geometry[playout.LINE_COUNT])
    lines = [0] * (2 * count)
    for offset, side in ((0, Side.FIRST), (count, Side.SECOND)):
        for number in bits(board.stones(side)):
            column, row = layout.cell(number)
            lines[offset + column] |= 1 << row
            steps = ((playout.ROW_LINES, row), (playout.RISING, column - row), (playout.FALLING, column + row))
            for start, step in steps:
                lines[offset + int(geometry[start]) + step] |= 1 << column
    block[playout.LINES : playout.LINES + 8 * count].view(np.uint32)[:] = lines
    free = board.free
    if rules.gravity:
        is_open = [column for column in range(rules.columns) if free & layout.column_masks[column]]
        slots[playout.OPEN] = len(is_open)
        block[playout.LIST : playout.LIST + len(is_open)] = is_open
        for column in range(rules.columns):
            stones = ~free & layout.playable & layout.column_masks[column]
            block[playout.LEVEL + column] = stones.bit_count()
    else:
        start = int(geometry[playout.FREE])
        stored = np.frombuffer(free.to_bytes(layout.columns * layout.height // 8 + 1, "little"), np.uint8)
        packed = np.packbits(np.unpackbits(stored, bitorder="little")[_reading_order(rules)], bitorder="little")
        block[start : start + len(packed)] = packed
    return block


@lru_cache(maxsize=64)
def _reading_order(rules: Rules) -> NDArray[np.int64]:
    """For every move of a board without gravity, the number of its cell's bit."""
    return np.array([bit.bit_length() - 1 for bit in rules.layout.reading_order], np.int64)
