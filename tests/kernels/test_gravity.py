"""The gravity kernels against the naive oracle: every position of small boards, every run length, blocked cells."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from plyground.kernels import solving
from tests.kernels.naive import Cell, NaiveSolver, Position, bits


def check(
    width: int,
    height: int,
    connect: int,
    blocked: frozenset[Cell],
    positions: list[Position],
    oracle: NaiveSolver,
    megabytes: float = 1,
) -> None:
    setup = solving.Setup(width, height, connect, bits(blocked, height))
    table = solving.Table(setup, megabytes)
    words = solving.new_positions(len(positions))
    expected = np.zeros(len(positions), np.int64)
    for i, (mine, theirs) in enumerate(positions):
        solving.put_position(words, i, bits(mine, height), bits(mine | theirs, height))
        expected[i] = oracle.value(mine, theirs)
    for weak in (False, True):
        truth = np.sign(expected) if weak else expected
        table.clear()
        results = solving.solve_positions(setup, table, words, weak=weak)
        assert (results[:, 4] == 1).all()
        np.testing.assert_array_equal(results[:, 0], truth)
        np.testing.assert_array_equal(results[:, 1], truth)
        for (mine, theirs), (score, _, column, _, _) in zip(positions, results.tolist(), strict=True):
            landing = {move[0]: move for move in oracle.moves(mine, theirs)}
            if not landing:
                assert column == -1
                continue
            move = landing[column]
            if oracle.wins(mine, move):
                value = (oracle.cells + 1 - len(mine) - len(theirs)) // 2
            else:
                value = -oracle.value(theirs, mine | {move})
            assert (np.sign(value) if weak else value) == score


SMALL = [(w, h) for w in range(1, 5) for h in range(1, 5) if w * h <= 12]


@pytest.mark.parametrize(("width", "height"), SMALL)
@pytest.mark.parametrize("blocks", [0, 1, 2])
def test_every_position_of_small_boards(width: int, height: int, blocks: int) -> None:
    cells = [(c, r) for c in range(width) for r in range(height)]
    for blocked in combinations(cells, blocks):
        for connect in range(2, max(width, height) + 2):
            oracle = NaiveSolver(width, height, connect, frozenset(blocked))
            positions = list(oracle.reachable())
            check(width, height, connect, frozenset(blocked), positions, oracle)
