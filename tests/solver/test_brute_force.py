"""The solver against all positions of all tiny boards."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from plyground.grid import Rules
from plyground.grid.symmetry import symmetries
from plyground.solver import Solver
from tests.solver.brute import Brute

TINY = [(c, r) for c in range(1, 5) for r in range(1, 5) if (c, r) != (4, 4) and c * r > 1]


def blockings(columns: int, rows: int, gravity: bool, most: int):
    """Every way to block up to `most` cells, one of each kind that a symmetry maps onto itself."""
    cells = [(c, r) for c in range(columns) for r in range(rows)]
    plain = Rules(columns=columns, rows=rows, connect=2, gravity=gravity)
    seen = set()
    for count in range(min(most, len(cells) - 1) + 1):
        for blocked in combinations(cells, count):
            images = [tuple(sorted(s.cell(plain, cell) for cell in blocked)) for s in symmetries(plain)]
            if min(images) not in seen:
                seen.add(min(images))
                yield frozenset(blocked)


def compare(rules: Rules, solver: Solver, most: int | None = None) -> int:
    """Compares all positions, or so many of them drawn at random."""
    brute = Brute(rules.columns, rules.rows, rules.connect, rules.gravity, rules.blocked)
    zeros = np.zeros_like(brute.movers)
    positions, scores = np.stack([brute.movers, zeros, brute.stones, zeros], axis=1), brute.scores
    if most is not None and len(positions) > most:
        drawn = np.random.default_rng(most).choice(len(positions), most, replace=False)
        positions, scores = positions[drawn], scores[drawn]
    wrong = solver.solve_many(positions) != scores
    assert not wrong.any(), (str(rules), positions[wrong][0], scores[wrong][0])
    signs = solver.solve_many(positions, weak=True)
    wrong = signs != np.sign(scores)
    assert not wrong.any(), (str(rules), positions[wrong][0], scores[wrong][0], "weak")
    return len(positions)


@pytest.mark.parametrize("gravity", [True, False], ids=["gravity", "free"])
@pytest.mark.parametrize(("columns", "rows"), TINY, ids=str)
def test_every_position(columns: int, rows: int, gravity: bool) -> None:
    # A run longer than both sides can never be made: one such length stands for all.
    for connect in range(2, max(columns, rows) + 2):
        for blocked in blockings(columns, rows, gravity, 2):
            rules = Rules(columns=columns, rows=rows, connect=connect, gravity=gravity, blocked=blocked)
            assert compare(rules, Solver(rules, threads=1, table_mb=1)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("connect", [2, 3, 4])
def test_every_position_of_4x4_with_gravity(connect: int) -> None:
    rules = Rules(columns=4, rows=4, connect=connect)
    assert compare(rules, Solver(rules, threads=1, table_mb=16)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("connect", [3, 4])
def test_many_positions_of_4x4_without_gravity(connect: int) -> None:
    rules = Rules(columns=4, rows=4, connect=connect, gravity=False)
    assert compare(rules, Solver(rules, threads=1, table_mb=16), most=300_000) == 300_000
