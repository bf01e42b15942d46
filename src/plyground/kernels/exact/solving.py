"""Setting up the solver kernels: the constants of a board, a table, positions in, results out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import table as _table
from . import workspace as slots
from .free import solve_free
from .gravity import solve_narrow, solve_wide
from .workspace import SIGNAL_INDEX, SIGNAL_LOWER, SIGNAL_MOVE, SIGNAL_NODES, SIGNAL_STOP, SIGNAL_UPPER

__all__ = [
    "ALL_FLAGS",
    "DEFAULT_FLAGS",
    "DEFAULT_FREE_FLAGS",
    "DEFAULT_MEGABYTES",
    "FLAG_NAMES",
    "LARGEST_BITS",
    "LARGEST_FREE_BITS",
    "SIGNAL_INDEX",
    "SIGNAL_LOWER",
    "SIGNAL_MOVE",
    "SIGNAL_NODES",
    "SIGNAL_STOP",
    "SIGNAL_UPPER",
    "Numbers",
    "Setup",
    "Table",
    "Words",
    "new_positions",
    "new_signals",
    "put_position",
    "solve_parallel",
    "solve_positions",
]

Words = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

FLAG_NAMES = {
    "evens": slots.EVENS_BOUND,
    "zugzwang": slots.ZUGZWANG_BOUND,
    "dead": slots.DEAD_STONES,
    "probes": slots.CHILD_PROBES,
    "table-move": slots.TABLE_MOVE,
    "chains": slots.FORCED_CHAINS,
    "mirror": slots.MIRROR_KEYS,
    "far-windows": slots.FAR_WINDOWS,
    "threat-order": slots.THREAT_ORDER,
    "chain-order": slots.CHAIN_ORDER,
}
ALL_FLAGS = sum(FLAG_NAMES.values())
# Dead stones cost a fifth of the speed with gravity and save next to nothing; without, they save a lot.
DEFAULT_FLAGS = ALL_FLAGS - slots.DEAD_STONES
DEFAULT_FREE_FLAGS = ALL_FLAGS
LARGEST_BITS = 128
LARGEST_FREE_BITS = 64
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
        """Do the keys take two words? (Without gravity they hold both sides' stones, so they do.)"""
        return self.two_words or self.bits > 64 or not self.gravity

    @property
    def playable(self) -> int:
        column = (1 << self.height) - 1
        return sum(column << (c * self.stride) for c in range(self.width)) & ~self.blocked

    @property
    def cells(self) -> int:
        return self.playable.bit_count()

    def workspace(self) -> Words:
        """A thread's own memory, with the constants in place."""
        most = LARGEST_BITS if self.gravity else LARGEST_FREE_BITS
        if not 1 <= self.bits <= most:
            raise ValueError(f"a board of {self.bits} bits does not fit into {most}")
        frame = slots.HEAD + (self.width if self.gravity else self.cells) * slots.CHILD
        symmetries = [] if self.gravity else self._symmetries()
        symmetry_at = slots.FRAMES + frame * (self.cells + 2)
        space = np.zeros(symmetry_at + 2048 * len(symmetries), np.uint64)
        space[slots.CONNECT] = self.connect
        space[slots.STRIDE] = self.stride
        space[slots.WIDTH] = self.width
        space[slots.CELLS] = self.cells
        word_bits = 128 if self.gravity and self.wide else 64
        space[slots.FOUR] = int(self.connect == 4 and 3 * (self.stride + 1) < word_bits)
        space[slots.FRAME_SIZE] = frame
        space[slots.SYMMETRIES] = len(symmetries)
        space[slots.SYMMETRY_AT] = symmetry_at
        bottom = sum(1 << (c * self.stride) for c in range(self.width))
        words = {
            slots.BOTTOM: bottom,
            slots.PLAYABLE: self.playable,
            slots.EVENS: self._evens(),
            slots.BLOCKED: self.blocked,
            slots.SPARE: bottom << self.height,
            slots.CENTRE: self._ring(1),
            slots.MIDDLE: self._ring(2),
        }
        words |= {slots.WITH_ABOVE + 2 * above: self._with_above(above) for above in range(64)}
        for slot, value in words.items():
            space[slot] = value & (2**64 - 1)
            space[slot + 1] = value >> 64
        for column in range(self.width):
            for row in range(self.stride):
                bit = column * self.stride + row
                space[slots.COLUMN_OF + bit] = column if self.gravity else bit
                rings = sum(words[ring] >> bit & 1 for ring in (slots.CENTRE, slots.MIDDLE))
                space[slots.WEIGHT_OF + bit] = 3 * self._lines_through(column, row) + 4 * rings
        for i, cells in enumerate(symmetries):
            space[symmetry_at + 2048 * i : symmetry_at + 2048 * (i + 1)] = _byte_tables(cells)
        return space

    def _symmetries(self) -> list[dict[int, int]]:
        """The symmetries of the board besides the identity, each as a map of bits; blocked cells must fit."""
        w, h = self.width - 1, self.height - 1
        candidates = [lambda c, r: (w - c, r), lambda c, r: (c, h - r), lambda c, r: (w - c, h - r)]
        if w == h:
            candidates += [
                lambda c, r: (r, c),
                lambda c, r: (h - r, c),
                lambda c, r: (r, w - c),
                lambda c, r: (h - r, w - c),
            ]
        found = []
        for image in candidates:
            cells = {}
            for column in range(self.width):
                for row in range(self.height):
                    to_column, to_row = image(column, row)
                    cells[column * self.stride + row] = to_column * self.stride + to_row
            if all(self.blocked >> a & 1 == self.blocked >> b & 1 for a, b in cells.items()):
                found.append(cells)
        return found

    def _ring(self, thirds: int) -> int:
        """The cells of the inner columns, so many thirds of the board."""
        column = (1 << self.height) - 1
        return sum(
            column << (c * self.stride)
            for c in range(self.width)
            if 3 * abs(2 * c - (self.width - 1)) <= thirds * self.width
        )

    def _lines_through(self, column: int, row: int) -> int:
        """The number of lines through a cell, blocked ones not counted."""
        count = 0
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for start in range(self.connect):
                line = [(column + right * (i - start), row + up * (i - start)) for i in range(self.connect)]
                count += all(
                    0 <= c < self.width and 0 <= r < self.height and self.playable >> (c * self.stride + r) & 1
                    for c, r in line
                )
        return count

    def _with_above(self, count: int) -> int:
        """The playable cells with at least `count` playable cells above them in their column."""
        found = 0
        for column in range(self.width):
            above = 0
            for row in reversed(range(self.height)):
                cell = 1 << (column * self.stride + row)
                if self.playable & cell:
                    if above >= count:
                        found |= cell
                    above += 1
        return found

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


def _byte_tables(cells: dict[int, int]) -> Words:
    """For each of the eight bytes of a word and each of its values, the image of its bits: 8 x 256 words, flat."""
    tables = np.zeros((8, 256), np.uint64)
    values = np.arange(256)
    for bit, image in cells.items():
        tables[bit // 8, (values >> (bit % 8)) & 1 == 1] |= np.uint64(1 << image)
    return tables.ravel()


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
    return np.zeros(SIGNAL_NODES + max(threads, 1), np.int64)


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
    flags: int | None = None,
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
    if flags is None:
        flags = DEFAULT_FLAGS if setup.gravity else DEFAULT_FREE_FLAGS
    options = np.array([flags, weak, clear_each, node_limit, thread, threads], np.int64)
    kernel = solve_narrow
    if setup.wide:
        kernel = solve_wide if setup.gravity else solve_free
    kernel(workspace, table.header, table.entries, signals, positions, options, results)
    return results


def solve_parallel(
    setup: Setup,
    table: Table,
    mover: int,
    stones: int,
    *,
    threads: int,
    weak: bool = False,
    node_limit: int = 0,
    flags: int | None = None,
    signals: Numbers | None = None,
) -> Numbers:
    """Solve one position with several threads on one table; a row like those of `solve_positions`.

    The node limit holds for each thread; the nodes returned are those of all together.
    """
    positions = new_positions(1)
    put_position(positions, 0, mover, stones)
    if signals is None:
        signals = new_signals(threads)
    shared = signals

    def work(thread: int) -> Numbers:
        return solve_positions(
            setup,
            table,
            positions,
            weak=weak,
            node_limit=node_limit,
            flags=flags,
            signals=shared,
            thread=thread,
            threads=threads,
        )[0]

    with ThreadPoolExecutor(threads) as pool:
        rows = list(pool.map(work, range(threads)))
    # A thread that stopped early has proven less; bounds of several threads may be joined. The move belongs to the
    # best lower bound: should another thread's upper bound meet it, the move is proven to be best.
    best: Numbers = max(rows, key=lambda row: (int(row[4]), int(row[0]))).copy()
    best[0] = max(row[0] for row in rows)
    best[1] = min(row[1] for row in rows)
    best[3] = sum(row[3] for row in rows)
    return best
