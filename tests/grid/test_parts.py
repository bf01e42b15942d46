"""The parts of an evaluation: what an evaluator counts, and nothing else."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Side
from plyground.grid import EVALUATORS, OPEN_LINES, OUTCOME, POSITION, SEGMENTS, OutcomeValue, Part, cell_text, parts
from tests import strategies
from tests.search.test_depth_first import Relay
from tests.strategies import examples

SMALL = strategies.boards(strategies.rules(largest=7))
BOTH = st.sampled_from(Side)
JUDGES = [*EVALUATORS.values(), OutcomeValue(win=50, distance=True)]


@pytest.mark.parametrize("judge", JUDGES, ids=[*EVALUATORS, "distance"])
@examples(150)
@given(board=SMALL, side=BOTH)
def test_the_parts_add_up_and_are_lines_or_stones_of_their_side(judge, board, side):
    found = parts(judge, board, side)
    assert sum(part.value for part in found) == judge(board, side)
    lines = {frozenset(map(cell_text, segment)) for segment in board.segments}
    stones = {
        owner: {
            cell_text((column, row))
            for column in range(board.rules.columns)
            for row in range(board.rules.rows)
            if board.at(column, row) is owner
        }
        for owner in Side
    }
    for part in found:
        cells = frozenset(part.cells)
        assert part.value
        assert cells & stones[part.side]
        if board.is_win and judge is not SEGMENTS and judge is not EVALUATORS["segments1000"]:
            continue
        assert not cells & stones[part.side.opposite]
        assert cells in lines or (len(cells) == 1 and judge is POSITION)


@pytest.mark.parametrize("name", ["outcome", "position", "openlines", "openlines2"])
def test_a_won_position_is_explained_by_its_winning_line(name):
    board = GridBoard.from_moves("1212121")
    judge = EVALUATORS[name]
    for side in Side:
        assert parts(judge, board, side) == (Part(("a1", "a2", "a3", "a4"), Side.FIRST, judge(board, side)),)
    assert parts(OPEN_LINES, board, Side.SECOND)[0].value == -math.inf


def test_segments_go_on_counting_after_a_win():
    board = GridBoard.from_moves("1212121")
    found = parts(SEGMENTS, board, Side.FIRST)
    assert Part(("a1", "a2", "a3", "a4"), Side.FIRST, 1_000_000) in found
    assert len(found) > 1


def test_no_evaluator_is_the_boards_own():
    board = GridBoard.from_moves("4455")
    assert parts(None, board, Side.FIRST) == parts(SEGMENTS, board, Side.FIRST)
    assert parts(OUTCOME, board, Side.FIRST) == ()


def test_what_cannot_be_taken_apart_is_one_part():
    board = GridBoard.from_moves("4455")
    assert parts(lambda board, side: 7, board, Side.SECOND) == (Part((), Side.SECOND, 7),)
    assert parts(None, Relay(0, 1, Side.FIRST), Side.SECOND) == (Part((), Side.SECOND, -1),)
