"""From a `GridBoard` with gravity to the position with threats that the champion's kernels read."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from plyground.board import Side, SplitMix
from plyground.engines.geometry import Bytes, address, block_of
from plyground.engines.priors import learnt_weights
from plyground.grid import GridBoard, Rules, bits
from plyground.kernels.playouts import threats

__all__ = ["threat_geometry", "threat_position", "wide"]


def wide(rules: Rules) -> int | None:
    """The last argument of the kernels: None where four lines fit into one word."""
    return None if rules.connect == 4 and rules.columns <= 13 and rules.rows <= 13 else 1


@lru_cache(maxsize=64)
def threat_geometry(rules: Rules, learnt: bool = False) -> Bytes:
    """What the kernels know of a board: see `kernels.threats`. Shared, so nobody writes to it.

    With `learnt` it names the weights of `kernels.priors`, too.
    """
    columns, rows = rules.columns, rules.rows
    block = block_of(threats.GEOMETRY_BYTES)
    slots = block.view(np.int64)
    starts = (0, columns, columns + rows + rows - 1, columns + rows + columns + rows - 1)
    count = columns + rows + 2 * (columns + rows - 1)
    lines = threats.THREATS + 2 * 8 * columns
    for slot, value in (
        (threats.COLUMNS, columns),
        (threats.ROWS, rows),
        (threats.CONNECT, rules.connect),
        (threats.CELLS, rules.cells),
        (threats.ROW_LINES, starts[1]),
        (threats.RISING, starts[2]),
        (threats.FALLING, starts[3]),
        (threats.LINE_COUNT, count),
        (threats.LINES, lines),
        (threats.SIZE, lines + 2 * 4 * count),
    ):
        slots[slot] = value
    weights = learnt_weights(rules) if learnt else None
    slots[threats.WEIGHTS] = 0 if weights is None else address(weights)
    valid = block[threats.VALID : threats.VALID + 4 * count].view(np.uint32)
    for column in range(columns):
        open_rows = [row for row in range(rows) if (column, row) not in rules.blocked]
        start = threats.FILL + column * threats.PER_COLUMN
        block[start : start + threats.PER_COLUMN] = threats.NO_ROW
        block[start : start + len(open_rows)] = open_rows
        for row in open_rows:
            valid[column] |= np.uint32(1 << row)
            for line in (starts[1] + row, starts[2] + column - row, starts[3] + column + row):
                valid[line] |= np.uint32(1 << column)
    random = SplitMix(0)
    _keys(block)[:] = [random.next64() for _ in range(2 * 32 * 32)]
    for byte in range(256):
        for n, bit in enumerate(bits(byte)):
            block[threats.SELECT + byte * 8 + n] = bit
    block.flags.writeable = False
    return block


def _keys(geometry: Bytes) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return geometry[threats.KEYS : threats.KEYS + 2 * 32 * 32 * 8].view(np.uint64)


def threat_position(board: GridBoard) -> Bytes:
    """A board as `kernels.threats` keeps it. It has to be open: a run that is there already is not looked for."""
    rules, layout = board.rules, board.rules.layout
    geometry = threat_geometry(rules)
    numbers = geometry.view(np.int64)
    keys = _keys(geometry)
    block = block_of(threats.POSITION_BYTES)
    slots, words = block.view(np.int64), block.view(np.uint64)
    slots[threats.TURN] = 0 if board.turn is Side.FIRST else 1
    slots[threats.LEFT] = board.free.bit_count()
    count, start = int(numbers[threats.LINE_COUNT]), int(numbers[threats.LINES])
    lines = [0] * (2 * count)
    rows_of = [0] * (2 * rules.columns)
    key = 0 if board.turn is Side.FIRST else threats.SECOND_TO_MOVE
    for number, side in enumerate((Side.FIRST, Side.SECOND)):
        for bit in bits(board.stones(side)):
            column, row = layout.cell(bit)
            key ^= int(keys[(number * 32 + column) * 32 + row])
            lines[number * count + column] |= 1 << row
            steps = ((threats.ROW_LINES, row), (threats.RISING, column - row), (threats.FALLING, column + row))
            for first, step in steps:
                lines[number * count + int(numbers[first]) + step] |= 1 << column
        for bit in bits(board.threat_mask(side)):
            column, row = layout.cell(bit)
            rows_of[number * rules.columns + column] |= 1 << row
    block[start : start + 8 * count].view(np.uint32)[:] = lines
    block[threats.THREATS : start].view(np.uint64)[:] = rows_of
    now = above = is_open = 0
    filled = layout.playable & ~board.free
    for column in range(rules.columns):
        level = (filled & layout.column_masks[column]).bit_count()
        block[threats.LEVEL + column] = level
        fill = threats.FILL + column * threats.PER_COLUMN + level
        landing, after = int(geometry[fill]), int(geometry[fill + 1])
        is_open |= (landing != threats.NO_ROW) << column
        for number in range(2):
            rows = rows_of[number * rules.columns + column]
            now |= (rows >> landing & 1) << (column + 32 * number)
            above |= (rows >> after & 1) << (column + 32 * number)
    words[threats.OPEN], words[threats.NOW], words[threats.ABOVE], words[threats.HASH] = is_open, now, above, key
    return block
