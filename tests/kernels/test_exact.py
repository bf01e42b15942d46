"""Every kernel against brute force: all positions of small boards, every run length, blocked cells, set-ups."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from plyground.kernels import exact
from tests.kernels.oracle import UNREACHED, all_values, lines_of, positions_of, value_after

SMALL = [(w, h) for w in range(1, 5) for h in range(1, 5) if w * h <= 12]


@lru_cache(maxsize=300)
def truth_of(
    width: int, height: int, connect: int, blocked: frozenset[int], gravity: bool
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], np.ndarray[Any, np.dtype[np.int8]]]:
    """The lines of a board, and the value of every position on it: the same for narrow and wide kernels."""
    lines = lines_of(width, height, connect, blocked)
    mask = np.array([cell in blocked for cell in range(width * height)])
    return lines, all_values(width, height, lines, mask, gravity)


def check(
    width: int, height: int, connect: int, blocked: frozenset[int], gravity: bool, two_words: bool, most: int, seed: int
) -> int:
    """Compare up to `most` positions (all, if there are no more) and some of the moves; how many were compared."""
    lines, values = truth_of(width, height, connect, blocked, gravity)
    numbers = np.flatnonzero(values != UNREACHED)
    random = np.random.default_rng(seed)
    if len(numbers) > most:
        numbers = random.choice(numbers, most, replace=False)
    bits = sum(1 << (cell // height * (height + 1) + cell % height) for cell in blocked)
    setup = exact.Setup(width, height, connect, bits, gravity, two_words)
    table = exact.Table(setup, 0.25)
    positions = positions_of(numbers, width, height)
    questions = exact.questions_of(positions)
    truth = values[numbers].astype(np.int64)
    for weak in (False, True):
        expected = np.sign(truth) if weak else truth
        table.clear()
        results = exact.solve_positions(setup, table, questions, window=exact.WEAK if weak else exact.ALL_SCORES)
        np.testing.assert_array_equal(results["lower"], expected)
        np.testing.assert_array_equal(results["upper"], expected)
        assert results["complete"].all()
        for i in random.choice(len(numbers), min(50, len(numbers)), replace=False).tolist():
            number, move = int(numbers[i]), int(results["move"][i])
            if move == -1:
                assert int(positions[i, 2] | np.uint64(bits)).bit_count() == width * height
                continue
            if gravity:
                taken = int(positions[i, 2]) | bits
                row = next(r for r in range(height) if not taken >> (move * (height + 1) + r) & 1)
                cell = move * height + row
            else:
                cell = move // (height + 1) * height + move % (height + 1)
            value = value_after(values, number, cell, width, height, lines, width * height - len(blocked))
            assert (np.sign(value) if weak else value) == expected[i]
    return len(numbers)


def blocked_sets(cells: int, count: int, most: int) -> list[frozenset[int]]:
    sets = [frozenset(blocked) for blocked in combinations(range(cells), count)]
    if len(sets) > most:
        chosen = np.random.default_rng(cells).choice(len(sets), most, replace=False)
        sets = [sets[i] for i in chosen.tolist()]
    return sets


KINDS = [(True, False), (True, True), (False, False)]


@pytest.mark.parametrize(("gravity", "two_words"), KINDS)
@pytest.mark.parametrize(("width", "height"), SMALL)
def test_small_boards(width: int, height: int, gravity: bool, two_words: bool) -> None:
    """Up to nine cells: every position, every choice of up to two blocked cells; above, a sample."""
    cells = width * height
    for count in (0, 1, 2):
        for blocked in blocked_sets(cells, count, 99 if cells <= 9 else 3):
            for connect in range(2, max(width, height) + 2):
                most = 10**9 if cells <= 9 else 600
                assert check(width, height, connect, blocked, gravity, two_words, most, count) > 0


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("gravity", "two_words"), KINDS)
@pytest.mark.parametrize(("width", "height"), [(3, 4), (4, 3), (2, 6), (6, 2)])
def test_every_position_of_twelve_cells(width: int, height: int, gravity: bool, two_words: bool) -> None:
    for count in (0, 1, 2):
        for blocked in blocked_sets(width * height, count, 99):
            for connect in range(2, max(width, height) + 2):
                assert check(width, height, connect, blocked, gravity, two_words, 10**9, count) > 0


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("connect", [2, 3, 4])
@pytest.mark.parametrize(("gravity", "most"), [(True, 10**9), (False, 200_000)])
def test_four_by_four(connect: int, gravity: bool, most: int) -> None:
    assert check(4, 4, connect, frozenset(), gravity, False, most, 1) > 0
