"""From a `GridBoard` to the blocks of memory that the kernels read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.board import Side
from plyground.grid import GridBoard, Rules, bits
from plyground.kernels.memory import Record
from plyground.kernels.playouts import playout

__all__ = ["Lines", "Records", "address", "fill_orders", "geometry_of", "position_of", "scratch", "with_tail"]

Records: TypeAlias = NDArray[np.void]
"""Memory of the kernels, with names: a structured array, of one element where nothing else is said."""


def address(array: NDArray[Any]) -> int:
    """Where an array lies. The caller keeps the array alive as long as a kernel may look there."""
    return int(array.ctypes.data)


def with_tail(record: Record, size: int, **tail: tuple[type, tuple[int, ...]]) -> np.dtype[np.void]:
    """A record of so many bytes in all, with arrays behind its fields whose lengths depend on the board."""
    names, offsets = list(record.fields), list(record.offsets.values())
    formats = [record.dtype[name] for name in names]
    end = record.size
    for name, (kind, shape) in tail.items():
        names.append(name)
        formats.append(np.dtype((kind, shape)))
        offsets.append(end)
        end += formats[-1].itemsize
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


class Lines(NamedTuple):
    """The lines of a side on a board: columns, rows, rising and falling diagonals, and where each kind starts."""

    rows: int
    rising: int
    falling: int
    line_count: int

    @classmethod
    def of(cls, rules: Rules) -> Lines:
        columns, rows = rules.columns, rules.rows
        diagonals = columns + rows - 1
        # The first rising diagonal runs through the top left corner: `column - row` is 1 - rows there.
        return cls(columns, columns + rows + rows - 1, columns + rows + diagonals, columns + rows + 2 * diagonals)

    def through(self, column: int, row: int) -> tuple[tuple[int, int], ...]:
        """The four lines of a cell, each with the cell's place in it."""
        return (
            (column, row),
            (self.rows + row, column),
            (self.rising + column - row, column),
            (self.falling + column + row, column),
        )

    def masks(self, rules: Rules, stones: int) -> list[int]:
        """Every line with a bit for each of these stones."""
        masks = [0] * self.line_count
        for number in bits(stones):
            for line, place in self.through(*rules.layout.cell(number)):
                masks[line] |= 1 << place
        return masks


def fill_orders(rules: Rules) -> list[list[int]]:
    """For each column its rows, in the order in which they fill."""
    return [[row for row in range(rules.rows) if (column, row) not in rules.blocked] for column in range(rules.columns)]


@lru_cache(maxsize=64)
def geometry_of(rules: Rules) -> Records:
    """What the kernels know of a board. Shared, so nobody writes to it."""
    lines, position = Lines.of(rules), _position_type(rules)
    geometry = playout.Geometry.new()
    fields = geometry[0]
    fields["columns"] = rules.columns
    fields["rows"] = rules.rows
    fields["gravity"] = rules.gravity
    fields["shifts"] = _shifts(rules)
    fields["row_lines"] = lines.rows
    fields["rising_lines"] = lines.rising
    fields["falling_lines"] = lines.falling
    fields["line_count"] = lines.line_count
    assert position.fields is not None
    fields["free_at"] = position.fields["free"][1]
    fields["size"] = position.fields["free"][1] + position["free"].itemsize
    for column, rows in enumerate(fill_orders(rules)):
        fields["depth"][column] = len(rows)
        fields["fill"][column, : len(rows)] = rows
    geometry.flags.writeable = False
    return geometry


def _shifts(rules: Rules) -> list[int]:
    """The shifts that leave a bit for every run of `connect`: doubled, so five of them do for 32 cells."""
    if rules.connect > max(rules.columns, rules.rows):
        return [32] * 5  # past the end of every mask: no line has room for a run
    shifts, length = [], 1
    while length < rules.connect:
        shifts.append(min(length, rules.connect - length))
        length += shifts[-1]
    return shifts + [0] * (5 - len(shifts))


@lru_cache(maxsize=64)
def _position_type(rules: Rules) -> np.dtype[np.void]:
    words = 0 if rules.gravity else (rules.columns * rules.rows + 63) // 64
    return with_tail(
        playout.Position,
        playout.POSITION_BYTES,
        lines=(np.uint32, (2, Lines.of(rules).line_count)),
        free=(np.uint8, (8 * words,)),
    )


def scratch(rules: Rules, count: int = 1) -> Records:
    """Room for so many positions."""
    return np.zeros(count, _position_type(rules))


def position_of(board: GridBoard) -> Records:
    """A board as the kernels keep it. It has to be open: a run that is there already is not looked for."""
    rules = board.rules
    layout = rules.layout
    position = scratch(rules)
    fields = position[0]
    fields["turn"] = 0 if board.turn is Side.FIRST else 1
    fields["left"] = board.free.bit_count()
    fields["lines"] = [Lines.of(rules).masks(rules, board.stones(side)) for side in (Side.FIRST, Side.SECOND)]
    free = board.free
    if rules.gravity:
        is_open = [column for column in range(rules.columns) if free & layout.column_masks[column]]
        fields["open_count"] = len(is_open)
        fields["open_columns"][: len(is_open)] = is_open
        taken = layout.playable & ~free
        fields["level"][: rules.columns] = [(taken & mask).bit_count() for mask in layout.column_masks]
    else:
        stored = np.frombuffer(free.to_bytes(layout.columns * layout.height // 8 + 1, "little"), np.uint8)
        packed = np.packbits(np.unpackbits(stored, bitorder="little")[_reading_order(rules)], bitorder="little")
        fields["free"][: len(packed)] = packed
    return position


@lru_cache(maxsize=64)
def _reading_order(rules: Rules) -> NDArray[np.int64]:
    """For every move of a board without gravity, the number of its cell's bit."""
    return np.array([bit.bit_length() - 1 for bit in rules.layout.reading_order], np.int64)
