"""Flat Monte Carlo: the compiled twin and the textbook agree in every number."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, random_rules
from plyground.engines.flat import flat_monte_carlo
from plyground.errors import IllegalMoveError, LimitError
from plyground.search import flat_monte_carlo as textbook
from tests import strategies
from tests.waiting import CancelAfter


@strategies.examples(80)
@given(strategies.boards(strategies.rules(largest=7)), st.integers(0, 2**64 - 1), st.integers(1, 6))
def test_same_seed_same_statistics(board: GridBoard, seed: int, playouts: int) -> None:
    if board.outcome.is_over:
        return
    rewards = (2, 0.1, -1.3)
    ours, theirs = (search(board, playouts, seed, rewards) for search in (flat_monte_carlo, textbook))
    assert (ours.move, ours.value, ours.line) == (theirs.move, theirs.value, theirs.line)
    assert dict(ours.values) == dict(theirs.values)
    assert dict(ours.visits) == dict(theirs.visits)
    assert (ours.nodes, ours.playouts, ours.complete) == (theirs.nodes, theirs.playouts, theirs.complete)


def test_a_limit_of_playouts_is_shared_by_the_candidates() -> None:
    board = GridBoard.from_moves("4453")
    for most in (1, 20, 100):
        ours, theirs = (search(board, 50, 7, limit=Limit(playouts=most)) for search in (flat_monte_carlo, textbook))
        assert dict(ours.values) == dict(theirs.values)
        assert ours.playouts == theirs.playouts


def test_time_ends_it_and_leaves_the_candidates_level() -> None:
    flat_monte_carlo(GridBoard(), 1)  # the kernel is there
    began = time.process_time()
    decision = flat_monte_carlo(GridBoard(random_rules(3)), 10**9, limit=Limit(time=0.3))
    assert time.process_time() - began < 1
    assert not decision.complete
    assert max(decision.visits.values()) == min(decision.visits.values()) > 100


def test_a_cancel_ends_it() -> None:
    flat_monte_carlo(GridBoard(), 1)
    began = time.process_time()
    assert not flat_monte_carlo(GridBoard(), 10**9, cancel=CancelAfter(10)).complete
    assert time.process_time() - began < 1
    assert flat_monte_carlo(GridBoard(), 10, cancel=CancelAfter(1)).move == 0


def test_refuses_what_it_cannot_do() -> None:
    with pytest.raises(LimitError):
        flat_monte_carlo(GridBoard(), 0)
    with pytest.raises(LimitError, match="flat Monte Carlo takes no nodes"):
        flat_monte_carlo(GridBoard(), limit=Limit(nodes=5))
    with pytest.raises(IllegalMoveError):
        flat_monte_carlo(GridBoard.from_moves("1212121"))
