"""A board as the kernels know it: its constants, and one thread's memory with these constants in place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .keys import IMAGES, VALUES
from .records import FREE, MOST_ABOVE, NARROW, WIDE, Family

Words = np.ndarray[Any, np.dtype[np.uint64]]

LARGEST_BITS = 128
LARGEST_FREE_BITS = 64


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
    def family(self) -> Family:
        """The records of the kernel that solves such boards."""
        if not self.gravity:
            return FREE
        return WIDE if self.wide else NARROW

    @property
    def playable(self) -> int:
        column = (1 << self.height) - 1
        return sum(column << (c * self.stride) for c in range(self.width)) & ~self.blocked

    @property
    def cells(self) -> int:
        return self.playable.bit_count()

    def workspace(self) -> Workspace:
        return Workspace(self)

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

    def _cells_above(self) -> dict[int, int]:
        """For every playable cell, as its bit: the number of playable cells above it in its column."""
        found = {}
        for column in range(self.width):
            above = 0
            for row in reversed(range(self.height)):
                bit = column * self.stride + row
                if self.playable >> bit & 1:
                    found[bit] = above
                    above += 1
        return found


class Workspace:
    """One thread's own memory: the constants of a board, the job at hand, and a stack of frames."""

    def __init__(self, setup: Setup) -> None:
        most = LARGEST_BITS if setup.gravity else LARGEST_FREE_BITS
        if not 1 <= setup.bits <= most:
            raise ValueError(f"a board of {setup.bits} bits does not fit into {most}")
        family = setup.family
        frame_bytes = family.frame.size + (setup.width if setup.gravity else setup.cells) * family.node.size
        symmetries = [] if setup.gravity else setup._symmetries()
        frames_at = family.workspace.size
        images_at = frames_at + frame_bytes * (setup.cells + 2)
        self._memory = np.zeros(images_at // 8 + IMAGES * len(symmetries), np.uint64)
        self.address = self._memory.ctypes.data
        self.record: Any = self._memory[: frames_at // 8].view(family.workspace.dtype)[0]
        record = self.record
        record["frames"] = self.address + frames_at
        record["frame_bytes"] = frame_bytes
        record["images"] = self.address + images_at
        record["symmetries"] = len(symmetries)
        for i, cells in enumerate(symmetries):
            start = images_at // 8 + IMAGES * i
            self._memory[start : start + IMAGES] = _byte_tables(cells)
        record["connect"] = setup.connect
        record["stride"] = setup.stride
        record["width"] = setup.width
        record["cells"] = setup.cells
        word_bits = 128 if setup.gravity and setup.wide else 64
        record["unrolled"] = setup.connect == 4 and 3 * (setup.stride + 1) < word_bits
        bottom = sum(1 << (c * setup.stride) for c in range(setup.width))
        above = setup._cells_above()
        centre, middle = setup._ring(1), setup._ring(2)
        words = {
            "bottom": bottom,
            "playable": setup.playable,
            "blocked": setup.blocked,
            "spare": bottom << setup.height,
            "evens": sum(1 << bit for bit, count in above.items() if count % 2 == 0),
            "centre": centre,
            "middle": middle,
        }
        for name, word in words.items():
            record[name] = _stored(word, word_bits)
        with_above = [
            sum(1 << bit for bit, count in above.items() if count >= least) for least in range(MOST_ABOVE + 1)
        ]
        record["with_above"] = [_stored(word, word_bits) for word in with_above]
        column_of, weight_of = record["column_of"], record["weight_of"]
        for column in range(setup.width):
            for row in range(setup.stride):
                bit = column * setup.stride + row
                column_of[bit] = column if setup.gravity else bit
                rings = (centre >> bit & 1) + (middle >> bit & 1)
                weight_of[bit] = 3 * setup._lines_through(column, row) + 4 * rings


def _stored(word: int, bits: int) -> Any:
    """A word as its record stores it."""
    return word if bits == 64 else (word & (2**64 - 1), word >> 64)


def _byte_tables(cells: dict[int, int]) -> Words:
    """For each of the eight bytes of a word and each of its values, the image of its bits: flat."""
    tables = np.zeros((8, VALUES), np.uint64)
    values = np.arange(VALUES)
    for bit, image in cells.items():
        tables[bit // 8, (values >> (bit % 8)) & 1 == 1] |= np.uint64(1 << image)
    return tables.ravel()
