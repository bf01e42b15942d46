"""The strong alpha-beta: what it calls decided is decided, and it beats the plain one in less time."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GridBoard, Limit, Side, random_rules
from plyground.engines.alphabeta import alphabeta
from plyground.engines.deepening import Deepening, deepen
from plyground.grid import EVALUATORS, OUTCOME, parse_rules
from tests import strategies
from tests.waiting import CancelAfter


@strategies.examples(150)
@given(strategies.boards(strategies.rules(largest=5)), st.sampled_from([None, *EVALUATORS.values()]))
def test_what_it_calls_decided_is_decided(board: GridBoard, evaluator) -> None:
    if board.outcome.is_over or board.free.bit_count() > 14:
        return
    decision = deepen(board, evaluator, Limit(nodes=300_000))
    assert decision.move in board.legal_moves
    assert decision.line[0] == decision.move
    if decision.exact:
        exact = alphabeta(board, 20, OUTCOME, Limit(nodes=3_000_000))
        if exact.complete:
            assert decision.value is not None
            assert exact.value == (math.copysign(1, decision.value) if math.isinf(decision.value) else 0)


@strategies.examples(100)
@given(strategies.boards(strategies.rules(largest=12)))
def test_takes_a_win_and_blocks_a_loss(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    decision = deepen(board, None, Limit(depth=2, nodes=20_000))
    mine, theirs = (board.threat_mask(side) & board.reachable for side in (board.turn, board.turn.opposite))
    if mine:
        assert board.target(decision.move) & mine
        assert decision.value == math.inf
    elif theirs:
        assert board.target(decision.move) & theirs


@pytest.mark.parametrize(
    ("rules", "moves", "chosen"),
    [
        ("gomoku", "", {"h8"}),
        ("gomoku", "h8", {"g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"}),
        ("19x19 connect=5 gravity=no", "", {"k10", "j10"}),
        ("8x8 connect=5 gravity=no", "", {"d4", "d5", "e4", "e5"}),
    ],
)
@pytest.mark.parametrize("nodes", [1, 100, 5_000])
def test_where_all_cells_are_equal_the_middle_is_chosen(rules: str, moves: str, chosen: set[str], nodes: int) -> None:
    board = GridBoard.from_moves(moves, parse_rules(rules))
    decision = deepen(board, None, Limit(nodes=nodes))
    assert board.move_name(decision.move) in chosen
    assert decision.line[0] == decision.move


def test_the_line_can_be_played() -> None:
    board = GridBoard.from_moves("4453", CFOUR)
    decision = deepen(board, None, Limit(depth=8))
    assert decision.depth == 8
    assert len(decision.line) >= 4
    for move in decision.line:
        board = board.move(move)


@pytest.mark.parametrize("boards", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_beats_the_plain_search_with_the_same_evaluator_at_fewer_nodes(boards: int) -> None:
    score = 0.0
    for seed in range(boards):
        for strong_side in Side:
            board, strong, nodes = GridBoard(random_rules(seed)), Deepening(), dict.fromkeys(Side, 0)
            while not board.outcome.is_over:
                if board.turn is strong_side:
                    decision = strong.decide(board, Limit(nodes=20_000))
                else:
                    decision = alphabeta(board, 6)
                nodes[board.turn] += decision.nodes
                board = board.move(decision.move)
            assert nodes[strong_side] < nodes[strong_side.opposite]
            score += 0.5 if board.winner is None else float(board.winner is strong_side)
    assert score >= boards * 5 / 4


def test_time_and_cancel_end_it() -> None:
    deepen(GridBoard(), limit=Limit(depth=1))  # the kernel is there
    began = time.process_time()
    assert deepen(GridBoard(random_rules(4)), limit=Limit(time=0.5)).depth
    assert not deepen(GridBoard(random_rules(4)), limit=Limit(time=1e6), cancel=CancelAfter(10)).complete
    assert deepen(GridBoard(), cancel=CancelAfter(1)).move in range(7)
    assert time.process_time() - began < 5
