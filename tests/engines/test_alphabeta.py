"""Alpha-beta: value, first best move, line and node count of the compiled twin are the textbook's."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GridBoard, Limit, Rules
from plyground.engines.alphabeta import alphabeta
from plyground.errors import IllegalMoveError, LimitError, UnsupportedError
from plyground.grid import EVALUATORS, OutcomeValue, PositionWindows, Segments
from plyground.search import alphabeta as textbook
from tests import strategies
from tests.waiting import CancelAfter

NAMED = list(EVALUATORS.values())


@strategies.examples(150)
@given(
    strategies.boards(strategies.rules(largest=7)),
    st.sampled_from([None, *NAMED, OutcomeValue(7, True), Segments(50, 3, 2), PositionWindows(end=5)]),
    st.integers(1, 3),
    st.one_of(st.none(), st.integers(1, 60)),
)
def test_twins_agree_on_any_board(board: GridBoard, evaluator, depth: int, nodes: int | None) -> None:
    if board.outcome.is_over:
        return
    if len(board.legal_moves) > 12:
        depth = min(depth, 2)
    limit = Limit(nodes=nodes)
    ours, theirs = (search(board, depth, evaluator, limit=limit) for search in (alphabeta, textbook))
    assert (ours.nodes, ours.complete, ours.depth) == (theirs.nodes, theirs.complete, theirs.depth)
    assert (ours.move, ours.value, ours.line) == (theirs.move, theirs.value, theirs.line)
    assert dict(ours.values) == dict(theirs.values)


@pytest.mark.parametrize("name", EVALUATORS)
@pytest.mark.parametrize("moves", ["", "4453", "44444455", "121271"])
def test_twins_agree_at_every_depth_of_connect_four(name: str, moves: str) -> None:
    board = GridBoard.from_moves(moves, CFOUR)
    for depth in range(1, 6):
        ours, theirs = (search(board, depth, EVALUATORS[name]) for search in (alphabeta, textbook))
        assert (ours.nodes, ours.move, ours.value, ours.line) == (theirs.nodes, theirs.move, theirs.value, theirs.line)


def test_tic_tac_toe_to_the_end() -> None:
    board = GridBoard(Rules.parse("tictactoe"))
    ours, theirs = (search(board, 9, EVALUATORS["openlines2"]) for search in (alphabeta, textbook))
    assert (ours.nodes, ours.move, ours.value, ours.line) == (theirs.nodes, theirs.move, theirs.value, theirs.line)


def test_a_run_that_fits_nowhere() -> None:
    board = GridBoard(Rules.parse("4x3 connect=9"))
    for evaluator in NAMED:
        ours, theirs = (search(board, 4, evaluator) for search in (alphabeta, textbook))
        assert (ours.nodes, ours.move, ours.value) == (theirs.nodes, theirs.move, theirs.value)


def test_time_and_cancel_end_it() -> None:
    alphabeta(GridBoard(), 1)  # the kernel is there
    began = time.process_time()
    decision = alphabeta(GridBoard(), 30, limit=Limit(time=0.1))
    assert not decision.complete
    assert not alphabeta(GridBoard(), 30, cancel=CancelAfter(10)).complete
    assert alphabeta(GridBoard(), 30, cancel=CancelAfter(1)).nodes == 0
    assert time.process_time() - began < 5


def test_refuses_what_it_cannot_do() -> None:
    with pytest.raises(LimitError):
        alphabeta(GridBoard(), 0)
    with pytest.raises(IllegalMoveError):
        alphabeta(GridBoard.from_moves("1212121"))
    with pytest.raises(UnsupportedError, match="whole numbers"):
        alphabeta(GridBoard(), 2, PositionWindows(one_short=0.5))
    with pytest.raises(UnsupportedError, match="evaluators of the grid family"):
        alphabeta(GridBoard(), 2, lambda board, side: 0.0)
