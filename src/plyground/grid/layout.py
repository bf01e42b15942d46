"""Where the cells of a board lie in an integer, and the masks that follow from it.

One column is `rows + 1` bits, bottom first, columns from the left; the bit on top of each column is
spare and never a stone. For 7x6 (bit numbers):

     6 13 20 27 34 41 48     <- spare
     5 12 19 26 33 40 47     <- top row
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42     <- bottom row

A step up is 1, right `rows + 1`, up-right `rows + 2`, down-right `rows`; no line wraps around,
because it would have to pass through a spare bit.

Blocked cells count as occupied, but as neither side's stone. With `occupied` the stones and the
blocked cells, `occupied + bottoms` carries through each column to its lowest free cell, under a
blocked cell as long as there is room and above it afterwards: that is where a stone lands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from plyground.board import is_whole

if TYPE_CHECKING:
    from plyground.grid.rules import Rules

Cell: TypeAlias = tuple[int, int]
"""(column, row), both from 0, the bottom row being row 0."""


def whole_cell(value: object) -> Cell | None:
    """`value` as a cell if it is a pair of whole numbers, else None."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(is_whole(part) for part in value):
        return int(value[0]), int(value[1])
    return None


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set in `mask`, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, eq=False)
class Layout:
    """Masks of one set of rules. Get it from `layout_of`, which keeps one for equal rules."""

    columns: int
    rows: int
    connect: int
    blocked_cells: frozenset[Cell]

    @property
    def height(self) -> int:
        """Bits in a column."""
        return self.rows + 1

    def bit(self, column: int, row: int) -> int:
        return 1 << (column * self.height + row)

    def cell(self, bit_number: int) -> Cell:
        return divmod(bit_number, self.height)

    def cells(self, mask: int) -> frozenset[Cell]:
        return frozenset(self.cell(number) for number in bits(mask))

    def mask(self, cells: frozenset[Cell] | set[Cell]) -> int:
        result = 0
        for column, row in cells:
            result |= self.bit(column, row)
        return result

    @cached_property
    def bottoms(self) -> int:
        return sum(self.bit(column, 0) for column in range(self.columns))

    @cached_property
    def column_masks(self) -> tuple[int, ...]:
        return tuple(((1 << self.rows) - 1) << (c * self.height) for c in range(self.columns))

    @cached_property
    def blocked(self) -> int:
        return self.mask(self.blocked_cells)

    @cached_property
    def playable(self) -> int:
        return sum(self.column_masks) & ~self.blocked

    def place(self, cell: Cell) -> int:
        """The number of a cell in reading order: row by row from the top left, from 0."""
        column, row = cell
        return (self.rows - 1 - row) * self.columns + column

    def cell_at(self, place: int) -> Cell:
        """The cell with this number in reading order."""
        row, column = divmod(place, self.columns)
        return column, self.rows - 1 - row

    @cached_property
    def reading_order(self) -> tuple[int, ...]:
        """Every cell as a one-bit mask, row by row from the top left: the moves of a board without gravity."""
        return tuple(self.bit(*self.cell_at(place)) for place in range(self.columns * self.rows))

    @cached_property
    def directions(self) -> tuple[int, int, int, int]:
        return (1, self.height, self.height + 1, self.height - 1)

    @cached_property
    def run_shifts(self) -> tuple[tuple[int, ...], ...]:
        """For each direction the shifts that leave a bit for every run: doubled, so log2(connect) of them."""
        plans = []
        for step in self.directions:
            plan, length = [], 1
            while length < self.connect:
                grow = min(length, self.connect - length)
                plan.append(grow * step)
                length += grow
            plans.append(tuple(plan))
        return tuple(plans)

    def has_run(self, stones: int) -> bool:
        for plan in self.run_shifts:
            run = stones
            for shift in plan:
                run &= run >> shift
            if run:
                return True
        return False

    def run_cells(self, stones: int) -> int:
        """All stones that are part of a run of `connect` or more."""
        result = 0
        for step, plan in zip(self.directions, self.run_shifts, strict=True):
            run = stones
            for shift in plan:
                run &= run >> shift
            for k in range(self.connect if run else 0):
                result |= run << (k * step)
        return result

    def completing(self, stones: int) -> int:
        """Where one more stone would make a run. Stones and spare bits may be among them."""
        result, most = 0, self.connect - 1
        for step in self.directions:
            # For each cell: so many stones follow it, and so many precede it.
            after = [-1]
            while after[-1] and len(after) <= most:
                after.append(after[-1] & (stones >> (len(after) * step)))
            before, length = -1, 0
            while before and length <= most:
                if most - length < len(after):
                    result |= before & after[most - length]
                length += 1
                before &= stones << (length * step)
        return result

    @cached_property
    def segments(self) -> tuple[int, ...]:
        """Every run of `connect` cells without a blocked one, as masks: up, right, rising, falling."""
        found = []
        for dc, dr in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for c in range(self.columns):
                for r in range(self.rows):
                    last_c, last_r = c + dc * (self.connect - 1), r + dr * (self.connect - 1)
                    if last_c >= self.columns or not 0 <= last_r < self.rows:
                        continue
                    mask = sum(self.bit(c + dc * k, r + dr * k) for k in range(self.connect))
                    if not mask & self.blocked:
                        found.append(mask)
        return tuple(found)

    @cached_property
    def weights(self) -> dict[Cell, int]:
        """How many segments run through each playable cell."""
        counts = dict.fromkeys(self.cells(self.playable), 0)
        for segment in self.segments:
            for number in bits(segment):
                counts[self.cell(number)] += 1
        return counts


@lru_cache(maxsize=256)
def _layout(columns: int, rows: int, connect: int, blocked: frozenset[Cell]) -> Layout:
    return Layout(columns, rows, connect, blocked)


def layout_of(rules: Rules) -> Layout:
    # A run that does not fit on the board can never be made, whatever its length.
    connect = min(rules.connect, max(rules.columns, rules.rows) + 1)
    return _layout(rules.columns, rules.rows, connect, rules.blocked)
