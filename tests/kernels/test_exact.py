"""Every kernel against brute force: all positions of small boards, every run length, blocked cells, set-ups."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from plyground.kernels import solving
from tests.kernels.oracle import UNREACHED, all_values, lines_of, positions_of, value_after

SMALL = [(w, h) for w in range(1, 5) for h in range(1, 5) if w * h <= 12]


def check(
    width: int, height: int, connect: int, blocked: frozenset[int], gravity: bool, two_words: bool, most: int, seed: int
) -> int:
    """Compare up to `most` positions (all, if there are no more) and the moves named for some; how many were compared."""
    lines = lines_of(width, height, connect, blocked)
    mask = np.array([cell in blocked for cell in range(width * height)])
    values = all_values(width, height, lines, mask, gravity)
    numbers = np.flatnonzero(values != UNREACHED)
    random = np.random.default_rng(seed)
    if len(numbers) > most:
        numbers = random.choice(numbers, most, replace=False)
    bits = sum(1 << (cell // height * (height + 1) + cell % height) for cell in blocked)
    setup = solving.Setup(width, height, connect, bits, gravity, two_words)
    table = solving.Table(setup, 0.25)
    positions = positions_of(numbers, width, height)
    truth = values[numbers].astype(np.int64)
    for weak in (False, True):
        expected = np.sign(truth) if weak else truth
        table.clear()
        results = solving.solve_positions(setup, table, positions, weak=weak)
        np.testing.assert_array_equal(results[:, 0], expected)
        np.testing.assert_array_equal(results[:, 1], expected)
        assert (results[:, 4] == 1).all()
        for i in random.choice(len(numbers), min(50, len(numbers)), replace=False).tolist():
            number, move = int(numbers[i]), int(results[i, 2])
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


@pytest.mark.parametrize(("gravity", "two_words"), [(True, False), (True, True), (False, False)])
@pytest.mark.parametrize(("width", "height"), SMALL)
def test_small_boards(width: int, height: int, gravity: bool, two_words: bool) -> None:
    cells = range(width * height)
    compared = 0
    for count in (0, 1, 2):
        for blocked in combinations(cells, count):
            for connect in range(2, max(width, height) + 2):
                most = 10**9 if count < 2 and width * height < 12 else 3000
                compared += check(width, height, connect, frozenset(blocked), gravity, two_words, most, len(blocked))
    assert compared > 0
