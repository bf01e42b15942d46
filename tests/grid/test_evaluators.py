"""Evaluators against their naive definitions, and the tables that the sources print."""

from __future__ import annotations

import math
import pickle
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, TICTACTOE, Board, GridBoard, Rules, Side
from plyground.errors import UnsupportedError
from plyground.grid import (
    EVALUATORS,
    OPEN_LINES,
    OPEN_LINES_WEIGHTED,
    OUTCOME,
    POSITION,
    SEGMENTS,
    SEGMENTS_THOUSAND,
    OutcomeValue,
)
from tests import naive, strategies
from tests.strategies import examples

SMALL = strategies.boards(strategies.rules(largest=7))
BOTH = st.sampled_from(Side)


@examples(200)
@given(SMALL, BOTH)
def test_segments(board, side):
    judge, stone = naive.of_board(board), naive.letter(side)
    assert SEGMENTS(board, side) == judge.segments_value(stone)
    assert SEGMENTS_THOUSAND(board, side) == judge.segments_value(stone, one_short=1000)
    assert board.evaluate(side) == SEGMENTS(board, side)


@examples(200)
@given(SMALL, BOTH)
def test_position_weights_and_windows(board, side):
    assert POSITION(board, side) == naive.of_board(board).position_value(naive.letter(side))


@examples(200)
@given(SMALL, BOTH)
def test_open_lines(board, side):
    assert OPEN_LINES(board, side) == naive.of_board(board).open_lines_value(naive.letter(side))


@examples(200)
@given(SMALL, BOTH)
def test_outcome(board, side):
    winner = naive.of_board(board).winner()
    expected = 0 if winner is None else 1 if winner == naive.letter(side) else -1
    assert OUTCOME(board, side) == expected
    assert OutcomeValue(7)(board, side) == 7 * expected
    free = sum(line.count(".") for line in naive.of_board(board).grid)
    assert OutcomeValue(7, distance=True)(board, side) == (7 + free) * expected


@examples(200)
@given(SMALL)
def test_what_one_side_gains_the_other_loses(board):
    for name, evaluator in EVALUATORS.items():
        if name != "position":  # which counts the opponent's windows less than the own ones
            assert evaluator(board, Side.FIRST) == -evaluator(board, Side.SECOND)


def test_the_weights_are_the_printed_table():
    half = [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 10, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]]
    table = half + half[::-1]
    assert {
        (column, 5 - line): weight for line, row in enumerate(table) for column, weight in enumerate(row)
    } == CFOUR.layout.weights


def test_the_values_that_the_sources_give():
    pair = GridBoard.setup(CFOUR, first=[(0, 0), (1, 0)])
    assert SEGMENTS(pair, Side.FIRST) == 1
    triple = GridBoard.setup(CFOUR, first=[(0, 0), (1, 0), (2, 0)])
    assert SEGMENTS(triple, Side.FIRST) == 100 + 1
    assert SEGMENTS_THOUSAND(triple, Side.FIRST) == 1000 + 1
    assert SEGMENTS(triple, Side.SECOND) == -101
    # Three in the corner: cells 3 + 4 + 5, a window of three, a window of two.
    assert POSITION(triple, Side.FIRST) == 12 + 5 + 2
    assert POSITION(triple, Side.SECOND) == -12 - 4
    four = GridBoard.setup(CFOUR, first=[(c, 0) for c in range(4)])
    assert POSITION(four, Side.FIRST) == 10_000
    assert POSITION(four, Side.SECOND) == -10_000
    # Full and nobody has four.
    full = GridBoard.setup(
        CFOUR,
        first=[(c, r) for c in range(7) for r in range(6) if (c // 2 + r) % 2],
        second=[(c, r) for c in range(7) for r in range(6) if not (c // 2 + r) % 2],
    )
    assert full.is_draw
    assert POSITION(full, Side.FIRST) == 0


def test_open_lines_of_tictactoe():
    centre = GridBoard.from_moves("b2", TICTACTOE)
    assert OPEN_LINES(centre, Side.FIRST) == 4
    won = GridBoard.parse("xxx/oo./... o", TICTACTOE)
    assert OPEN_LINES(won, Side.FIRST) == math.inf
    assert OPEN_LINES(won, Side.SECOND) == -math.inf
    assert OPEN_LINES(GridBoard.parse("xox/xoo/oxx o", TICTACTOE), Side.FIRST) == 0


def test_the_corrected_open_lines_weigh_two_stones_above_one():
    two_in_one_line = GridBoard.parse("xx./.../... o", TICTACTOE)
    assert OPEN_LINES(two_in_one_line, Side.FIRST) == 4
    assert OPEN_LINES_WEIGHTED(two_in_one_line, Side.FIRST) == 4 + 1 + 1 + 1
    # The same number of open lines, and still the pair is worth more than two stones apart.
    apart = GridBoard.parse("x../..x/... o", TICTACTOE)
    assert OPEN_LINES(apart, Side.FIRST) == 5
    assert OPEN_LINES_WEIGHTED(apart, Side.FIRST) == 5 < OPEN_LINES_WEIGHTED(two_in_one_line, Side.FIRST)
    early = GridBoard.parse("xxx/oo./... o", TICTACTOE)
    late = GridBoard.parse("xxx/oox/xoo o", TICTACTOE)
    assert OPEN_LINES_WEIGHTED(early, Side.FIRST) > OPEN_LINES_WEIGHTED(late, Side.FIRST) > 1000
    assert OPEN_LINES_WEIGHTED(early, Side.SECOND) == -OPEN_LINES_WEIGHTED(early, Side.FIRST)


def test_evaluators_are_values():
    for evaluator in EVALUATORS.values():
        assert pickle.loads(pickle.dumps(evaluator)) == evaluator
        hash(evaluator)


def test_a_run_longer_than_the_board_leaves_nothing_to_count():
    board = GridBoard.setup(Rules(columns=3, rows=3, connect=1000, gravity=False), first=[(0, 0), (1, 1)])
    assert [evaluator(board, Side.FIRST) for evaluator in EVALUATORS.values()] == [0] * len(EVALUATORS)


def test_a_board_that_is_no_grid_gets_a_sentence():
    class Other:
        winner = None

    for evaluator in (SEGMENTS, POSITION, OPEN_LINES):
        with pytest.raises(UnsupportedError, match="Other"):
            evaluator(cast(Board, cast(Any, Other())), Side.FIRST)
