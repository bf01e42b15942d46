"""Shapes and threats from their definitions, cell by cell: slow, and without any table."""

from __future__ import annotations

from itertools import combinations

from plyground import GridBoard, Side
from plyground.grid import bits

STEPS = ((1, 0), (0, -1), (1, -1), (-1, -1))


def runs_through(board: GridBoard, column: int, row: int, right: int, up: int) -> list[frozenset[tuple[int, int]]]:
    """Every run of free cells and stones in this direction that a stone here would belong to."""
    rules, found = board.rules, []
    for back in range(rules.connect):
        cells = [(column + (i - back) * right, row + (i - back) * up) for i in range(rules.connect)]
        if all(0 <= c < rules.columns and 0 <= r < rules.rows and (c, r) not in rules.blocked for c, r in cells):
            found.append(frozenset(cells))
    return found


def shape(board: GridBoard, side: Side, column: int, row: int, right: int, up: int) -> int:
    """15 less twice what the line lacks after a stone here, and one more if it can become a four that wins on two
    cells with one stone less than it lacks."""
    layout = board.rules.layout
    own = layout.cells(board.stones(side)) | {(column, row)}
    others = layout.cells(board.stones(side.opposite))
    lacking = [run - own for run in runs_through(board, column, row, right, up) if not run & others]
    if not lacking:
        return 0
    least = min(map(len, lacking))
    if least == 0:
        return 15
    useful = sorted(frozenset().union(*lacking))
    for stones in combinations(useful, least - 1):
        wins = [cells - set(stones) for cells in lacking]
        if len(set().union(*(cells for cells in wins if len(cells) == 1))) > 1:
            return 16 - 2 * least
    return 15 - 2 * least


def wins_on(board: GridBoard, side: Side) -> set[int]:
    """The moves by which `side` would complete a run."""
    layout = board.rules.layout
    return {layout.place(layout.cell(bit)) for bit in bits(board.threat_mask(side))}
