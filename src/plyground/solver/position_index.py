"""A number for every position with a given number of stones: the place of its score in a book.

Two things describe a position of a gravity board: how many stones each column holds (the *filling*), and whose they
are (the *colours*: a bit for each stone, column by column from the left, bottom up, 1 for the side to move, the first
stone in the lowest bit). Fillings are numbered in dictionary order, without those that come after their own mirror
image. Colours are numbered in the order of their bits read as a number, among all that have as many ones as the side
to move has stones. Then

    number = (number of the filling) * (how many colours there are) + (number of the colours)

runs from 0 without gaps. A position and its mirror image share a number: that of the one with the earlier filling or,
if the filling is its own mirror image, with the smaller colours. On 7x6 with 12 stones, 82 % of the numbers belong to
positions that can arise in play. So a book needs no keys; a special score marks the other numbers.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.errors import N_, UnsupportedError
from plyground.grid import Rules, rules_of, symmetries

__all__ = ["MOST_STONES", "Numbers", "PositionIndex", "Words", "check_rules", "check_stones", "position_index"]

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]

MOST_STONES = 20
"""The most stones of a layer: colours are looked up in a table of `2 ** stones` entries."""

_MOST_ROWS = 16


class PositionIndex:
    """The numbers of all positions of `rules` with `stones` stones, laid in turn. `position_index` makes it."""

    def __init__(self, rules: Rules, stones: int) -> None:
        check_rules(rules)
        check_stones(rules, stones)
        self.rules = rules
        self.stones = stones
        self._height = rules.rows + 1
        self._room = [
            (rules.layout.playable & column).bit_count() for column in rules.layout.column_masks
        ]  # cells of each column
        self._fillings = _fillings(self._room, stones)
        self._before = _smaller(self._room, stones)
        own = np.arange(len(self._fillings))
        mirror = own
        self._has_mirror = len(symmetries(rules)) > 1
        if self._has_mirror:
            mirror = self._filling_numbers(self._fillings[:, ::-1].T.astype(np.int64))
        kept = own <= mirror
        self._kept = np.flatnonzero(kept)
        self._block = (np.cumsum(kept) - 1)[np.minimum(own, mirror)]
        self._is_later = mirror < own
        self._is_even = mirror == own if self._has_mirror else np.zeros(len(own), bool)
        self._colour_words = np.flatnonzero(_popcounts(stones) == stones // 2)
        self._colour_numbers = np.full(1 << stones, -1, np.int64)
        self._colour_numbers[self._colour_words] = np.arange(len(self._colour_words))
        self.colours = comb(stones, stones // 2)
        self.size = len(self._kept) * self.colours

    def numbers(self, own: Words, stones: Words) -> Numbers:
        """The numbers of positions given as the stones of the side to move and all stones, one word each.

        -1 for stones that cannot have been laid in turn. Every position has to have `self.stones` stones.
        """
        filling, forth, back = self._described(own, stones)
        flip = self._is_later[filling] | (self._is_even[filling] & (back < forth))
        colour = self._colour_numbers[np.where(flip, back, forth)]
        return np.where(colour < 0, -1, self._block[filling] * self.colours + colour)

    def positions(self, numbers: Numbers) -> tuple[Words, Words]:
        """The stones of the side to move, and all stones, of the positions with these numbers."""
        heights = self._fillings[self._kept[numbers // self.colours]]
        word = self._colour_words[numbers % self.colours]
        own, stones = np.zeros(len(numbers), np.uint64), np.zeros(len(numbers), np.uint64)
        for c in range(self.rules.columns):
            cells = (1 << heights[:, c].astype(np.int64)) - 1
            shift = np.uint64(c * self._height)
            spread = _spread(self.rules, c)
            own |= spread[word & cells].astype(np.uint64) << shift
            stones |= spread[cells].astype(np.uint64) << shift
            word = word >> heights[:, c]
        return own, stones

    def weights(self, numbers: Numbers) -> Numbers:
        """How many positions each number stands for: two, or one if it is its own mirror image."""
        if not self._has_mirror:
            return np.ones(len(numbers), np.int64)
        filling, forth, back = self._described(*self.positions(numbers))
        return np.where(self._is_even[filling] & (forth == back), 1, 2)

    def _described(self, own: Words, stones: Words) -> tuple[Numbers, Numbers, Numbers]:
        """The number of each position's filling, and its colours read from the left and from the right."""
        columns = self.rules.columns
        heights = np.empty((columns, len(own)), np.int64)
        colours = np.empty((columns, len(own)), np.int64)
        for c in range(columns):
            heights[c] = _popcounts(self.rules.rows)[self._column(stones, c)]
            colours[c] = _squeezed(self.rules, c)[self._column(own, c)]
        forth, back = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
        forth_at, back_at = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
        for c in range(columns):
            forth |= colours[c] << forth_at
            forth_at += heights[c]
            back |= colours[columns - 1 - c] << back_at
            back_at += heights[columns - 1 - c]
        return self._filling_numbers(heights), forth, back

    def _column(self, words: Words, c: int) -> Numbers:
        cells = np.uint64((1 << self.rules.rows) - 1)
        return (words >> np.uint64(c * self._height) & cells).astype(np.int64)

    def _filling_numbers(self, heights: Numbers) -> Numbers:
        """The numbers of fillings, given as the heights of their columns."""
        number = np.zeros(heights.shape[1], np.int64)
        left = np.full(heights.shape[1], self.stones)
        for c, before in enumerate(self._before):
            number += before[left, heights[c]]
            left -= heights[c]
        return number


@lru_cache(maxsize=64)
def position_index(rules: Rules, stones: int) -> PositionIndex:
    return PositionIndex(rules, stones)


def check_rules(rules: Rules | str) -> None:
    """Refuses boards that cannot have books."""
    rules = rules_of(rules)
    if not rules.gravity:
        raise UnsupportedError(N_("books are made for boards with gravity; {rules} has none"), rules=rules)
    if rules.columns * (rules.rows + 1) > 64 or rules.rows > _MOST_ROWS:
        raise UnsupportedError(
            N_("{rules} is too large for a book: columns x (rows + 1) may be 64, rows {rows} at most"),
            rules=rules,
            rows=_MOST_ROWS,
        )


def check_stones(rules: Rules, stones: int) -> None:
    """Refuses layers that cannot be numbered."""
    most = min(MOST_STONES, rules.cells)
    if not 0 <= stones <= most:
        raise UnsupportedError(
            N_("a book of positions with {stones} stones; on {rules} it can be {most} at most"),
            stones=stones,
            rules=rules,
            most=most,
        )


def _fillings(room: list[int], stones: int) -> NDArray[np.int8]:
    """All ways to distribute `stones` over columns with this much room, in dictionary order."""
    found = np.zeros((1, 0), np.int8)
    left = np.array([stones])
    for c, most in enumerate(room):
        later = sum(room[c + 1 :])
        heights = np.arange(most + 1)
        fits = (heights <= left[:, None]) & (left[:, None] - heights <= later)
        row, height = np.nonzero(fits)
        found = np.column_stack((found[row], height.astype(np.int8)))
        left = left[row] - height
    return found


def _smaller(room: list[int], stones: int) -> list[Numbers]:
    """For each column, by the stones left for it and the columns after it, and by its height: the number of fillings
    that agree in the columns before it and have fewer stones in it."""
    ways = np.zeros(stones + 1, np.int64)  # ways to distribute that many stones over the columns after this one
    ways[0] = 1
    tables = []
    for most in reversed(room):
        before = np.zeros((stones + 1, most + 1), np.int64)
        here = np.zeros(stones + 1, np.int64)
        for left in range(stones + 1):
            options = [int(ways[left - h]) if h <= left else 0 for h in range(most + 1)]
            before[left, 1:] = np.cumsum(options[:-1])
            here[left] = sum(options)
        tables.append(before)
        ways = here
    return tables[::-1]


@lru_cache(maxsize=32)
def _popcounts(bits: int) -> Numbers:
    counts = np.zeros(1, np.int64)
    for _ in range(bits):
        counts = np.concatenate((counts, counts + 1))
    return counts


@lru_cache(maxsize=256)
def _squeezed(rules: Rules, column: int) -> Numbers:
    """For every set of cells of a column: the same without the blocked cells, with the cells above moved down."""
    result = np.zeros(1 << rules.rows, np.int64)
    cells = np.arange(1 << rules.rows)
    to = 0
    for row in range(rules.rows):
        if (column, row) not in rules.blocked:
            result |= (cells >> row & 1) << to
            to += 1
    return result


@lru_cache(maxsize=256)
def _spread(rules: Rules, column: int) -> Numbers:
    """The inverse of `_squeezed`."""
    result = np.zeros(1 << rules.rows, np.int64)
    cells = np.arange(1 << rules.rows)
    at = 0
    for row in range(rules.rows):
        if (column, row) not in rules.blocked:
            result |= (cells >> at & 1) << row
            at += 1
    return result
