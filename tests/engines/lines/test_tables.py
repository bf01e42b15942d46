"""The shapes of all lines, from the tables and stone by stone, are those of the definition."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Rules, Side
from plyground.engines.lines.tables import LinePosition, line_board
from plyground.kernels.lines import shapes
from tests import strategies
from tests.engines.lines import naive


@st.composite
def line_rules(draw, largest: int = 10) -> Rules:
    size = st.integers(1, largest)
    columns, rows = draw(size), draw(size)
    chance = random.Random(draw(st.integers(0, 2**32)))
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    blocked = chance.sample(cells, draw(st.integers(0, min(6, len(cells) - 1))))
    return Rules(columns=columns, rows=rows, connect=draw(st.integers(3, 8)), gravity=False, blocked=blocked)


def compare(board: GridBoard, most_cells: int) -> None:
    layout = board.rules.layout
    position = LinePosition(line_board(board.rules), board).memory[0]
    free = list(board.legal_moves)
    for move in random.Random(board.count).sample(free, min(most_cells, len(free))):
        column, row = layout.cell_at(move)
        for number, side in enumerate(Side):
            lines = int(position["lines"][move, number])
            expected = [naive.shape(board, side, column, row, *step) for step in naive.STEPS]
            assert [lines >> (4 * direction) & 15 for direction in range(4)] == expected
    for number, side in enumerate(Side):
        threats = position["threats"][free, number]
        assert {move for move, threat in zip(free, threats, strict=True) if threat == shapes.WINS} == naive.wins_on(
            board, side
        )
        assert list(position["counts"][number][: shapes.THREATS]) == list(
            np.bincount(threats, minlength=shapes.THREATS)
        )
    assert position["left"] == len(free)


@strategies.examples(90)
@given(strategies.boards(line_rules()))
def test_shapes_are_those_of_the_definition(board: GridBoard) -> None:
    if not board.outcome.is_over:
        compare(board, 6)


@pytest.mark.parametrize("connect", [5, 8])
def test_the_largest_board(connect: int) -> None:
    chance = random.Random(connect)
    rules = Rules(columns=32, rows=32, connect=connect, gravity=False, blocked=[(3, 3), (31, 0)])
    board = GridBoard(rules)
    while board.count < 200 and not board.outcome.is_over:
        board = board.move(chance.choice(board.legal_moves))
    compare(board, 40)


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("xxx.?", shapes.FOUR),
        (".xxx?.", shapes.OPEN_FOUR),
        ("oxxx?.", shapes.FOUR),
        ("..xx?..", shapes.OPEN_THREE),
        ("oxx?..", shapes.THREE),
        (".x?...", shapes.OPEN_TWO),
        ("xx?xxx", shapes.FIVE),
        ("x.xx?.x", shapes.OPEN_FOUR),
        ("o.?..o", shapes.NOTHING),
    ],
)
def test_shapes_by_name(line: str, shape: int) -> None:
    rules = Rules(columns=len(line), rows=1, connect=5, gravity=False)
    sides = {stone: [(column, 0) for column, each in enumerate(line) if each == stone] for stone in "xo"}
    board = GridBoard.setup(rules, sides["x"], sides["o"])
    lines = LinePosition(line_board(rules), board).memory[0]["lines"][line.index("?"), 0]
    assert lines & 15 == shape
