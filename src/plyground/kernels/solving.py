"""Setting up the solver kernels: the constants of a board, a table, positions in, results out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import gravity as _gravity
from . import table as _table

Words = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

DEFAULT_FLAGS = 511
LARGEST_BITS = 128
DEFAULT_MEGABYTES = 128.0


@dataclass(frozen=True)
class Setup:
    """The constants of one family of positions: everything a kernel must know of the rules.

    `blocked` has a bit for every blocked cell, in the layout of the package's docstring.
    """

    width: int
    height: int
    connect: int
    blocked: int = 0
    gravity: bool = True
    two_words: bool = False  # use the two-word kernel on a small board too (tests do)

    @property
    def stride(self) -> int:
        return self.height + 1

    @property
    def bits(self) -> int:
        return self.width * self.stride

    @property
    def wide(self) -> bool:
        """Does a position take two words?"""
        return self.two_words or self.bits > 64

    @property
    def playable(self) -> int:
        column = (1 << self.height) - 1
        return sum(column << (c * self.stride) for c in range(self.width)) & ~self.blocked

    @property
    def cells(self) -> int:
        return self.playable.bit_count()

    def workspace(self) -> Words:
        """A thread's own memory, with the constants in place."""
        if not 1 <= self.bits <= LARGEST_BITS:
            raise ValueError(f"a board of {self.bits} bits does not fit into {LARGEST_BITS}")
        frame = _gravity.FRAME_HEAD + self.width * _gravity.CHILD
        space = np.zeros(_gravity.FRAMES + frame * (self.cells + 2), np.uint64)
        space[_gravity.CONNECT] = self.connect
        space[_gravity.STRIDE] = self.stride
        space[_gravity.WIDTH] = self.width
        space[_gravity.CELLS] = self.cells
        word_bits = 128 if self.wide else 64
        space[_gravity.FOUR] = int(self.connect == 4 and 3 * (self.stride + 1) < word_bits)
        bottom = sum(1 << (c * self.stride) for c in range(self.width))
        for slot, value in (
            (_gravity.BOTTOM, bottom),
            (_gravity.PLAYABLE, self.playable),
            (_gravity.EVENS, self._evens()),
            (_gravity.BLOCKED, self.blocked),
        ):
            space[slot] = value & (2**64 - 1)
            space[slot + 1] = value >> 64
        for column in range(self.width):
            for row in range(self.stride):
                bit = column * self.stride + row
                space[_gravity.COLUMN_OF + bit] = column
                space[_gravity.WEIGHT_OF + bit] = 2 * min(column, self.width - 1 - column)
        return space

    def _evens(self) -> int:
        """The cells with an even number of playable cells above them in their column."""
        evens = 0
        for column in range(self.width):
            above = 0
            for row in reversed(range(self.height)):
                cell = 1 << (column * self.stride + row)
                if self.playable & cell:
                    if above % 2 == 0:
                        evens |= cell
                    above += 1
        return evens


class Table:
    """A transposition table for one setup."""

    def __init__(self, setup: Setup, megabytes: float = DEFAULT_MEGABYTES) -> None:
        if setup.wide:
            bits = _table.wide_bucket_bits(megabytes)
        else:
            bits = _table.narrow_bucket_bits(setup.bits, megabytes)
        self.header: Words = _table.new_header(setup.bits, bits, setup.wide)
        # Zeroed pages come from the system when they are first touched.
        self.entries: Words = np.zeros(int(self.header[_table.ENTRY_WORDS]), np.uint64)

    @property
    def megabytes(self) -> float:
        return self.entries.nbytes / 2**20

    def clear(self) -> None:
        """Forget everything, at once where the entries have room for a generation."""
        mask = int(self.header[_table.GENERATION_MASK])
        generation = int(self.header[_table.GENERATION])
        if generation == mask:
            self.entries.fill(0)
            generation = 0
        self.header[_table.GENERATION] = (generation + int(self.header[_table.GENERATION_ONE])) & mask


def new_signals(threads: int = 1) -> Numbers:
    """The array that a running solve is watched and stopped through."""
    return np.zeros(_gravity.SIGNAL_NODES + max(threads, 1), np.int64)


def new_positions(count: int) -> Words:
    return np.zeros((count, 4), np.uint64)


def put_position(positions: Words, index: int, mover: int, stones: int) -> None:
    """Write one position: the stones of the side to move, and all stones (blocked cells may be in it or not)."""
    word = 2**64 - 1
    positions[index] = (mover & word, mover >> 64, stones & word, stones >> 64)


def solve_positions(
    setup: Setup,
    table: Table,
    positions: Words,
    *,
    weak: bool = False,
    clear_each: bool = False,
    node_limit: int = 0,
    flags: int = DEFAULT_FLAGS,
    workspace: Words | None = None,
    signals: Numbers | None = None,
    thread: int = 0,
    threads: int = 1,
) -> Numbers:
    """Solve every position; one row per position: lower bound, upper bound, move, nodes, complete."""
    results = np.zeros((len(positions), 5), np.int64)
    if workspace is None:
        workspace = setup.workspace()
    if signals is None:
        signals = new_signals(threads)
    options = np.array([flags, weak, clear_each, node_limit, thread, threads], np.int64)
    kernel = _gravity.solve_wide if setup.wide else _gravity.solve_narrow
    kernel(workspace, table.header, table.entries, signals, positions, options, results)
    return results
