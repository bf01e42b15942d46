"""From a cleared table one thread always needs the same nodes; how many is pinned, so that no change goes unnoticed.

A change of the search changes these: run `python -m tests.solver.test_counts` from the project's folder for the new
ones, and look at them before you write them down.
"""

from __future__ import annotations

import pytest

from plyground.grid import GridBoard, Rules
from plyground.solver import Solver

COUNTS = {
    ("7x6 connect=4", "7417132657364254"): 8382,
    ("7x6 connect=4", "4674467426654431"): 17249,
    ("7x6 connect=4", "5656336624344572"): 4259,
    ("7x6 connect=4", "74171326573642"): 64480,
    ("7x6 connect=4", "46744674266544"): 101636,
    ("9x6 connect=4", "667514981467523611844244932233"): 6019,
    ("10x6 connect=4", "21327138a926788267245815a1887933921a13"): 2335,
    ("7x6 connect=4 blocked=d3", "741713265736425"): 31180,
    ("6x7 connect=5", "45452355253343"): 32753,
    ("5x5 connect=4 gravity=no", "e3 d2 d3 e2 b4 c4 c2 a1 e5 b2 d4"): 2642,
    ("4x4 connect=4 gravity=no", "c1 c3"): 5145,
}


def count(rules: str, game: str) -> list[int]:
    """The nodes of two solves, each from a cleared table, and of a third from a new one."""
    solver = Solver(Rules.parse(rules), threads=1, table_mb=16, book=False)
    board = GridBoard.from_moves(game, solver.rules)
    counts = []
    for _ in range(2):
        solver.clear()
        counts.append(solver.solve(board, line=False).nodes)
    return [*counts, Solver(solver.rules, threads=1, table_mb=16, book=False).solve(board, line=False).nodes]


@pytest.mark.parametrize(("rules", "game"), COUNTS, ids=str)
def test_the_same_nodes_every_time(rules: str, game: str) -> None:
    assert count(rules, game) == [COUNTS[rules, game]] * 3


def test_ten_are_pinned() -> None:
    assert len(COUNTS) >= 10


if __name__ == "__main__":
    for key in COUNTS:
        print(f"    {key}: {count(*key)[0]},")
