"""Several threads on one table: what they call decided is decided, and all of them end when they should."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, solve
from plyground.engines import Champion, LineSearch
from plyground.errors import LimitError
from tests.engines.lines.test_sequences import positions
from tests.strategies import examples
from tests.waiting import CancelAfter, wait_until

OPEN = GridBoard.from_moves("h8 i9 g7", "gomoku")


def kernels() -> int:
    return sum(thread.name == "kernel" for thread in threading.enumerate())


@examples(25)
@given(positions(5), st.sampled_from([500, 20_000]))
def test_what_they_call_decided_is_decided(board: GridBoard, nodes: int) -> None:
    if board.outcome.is_over or board.free.bit_count() > 14:
        return
    decision = LineSearch(threads=2).decide(board, Limit(nodes=nodes))
    assert decision.move in board.legal_moves
    assert decision.nodes <= nodes + 2_000
    if decision.exact:
        assert decision.value in (1.0, -1.0)
        assert solve(board, weak=True).value.outcome == ("win" if decision.value == 1 else "loss")


def test_one_thread_finds_the_same_every_time() -> None:
    decisions = [LineSearch(threads=1).decide(OPEN, Limit(nodes=6_000)) for _ in range(2)]
    assert decisions[0].nodes == decisions[1].nodes
    assert (decisions[0].line, decisions[0].value) == (decisions[1].line, decisions[1].value)


def test_others_work_beside_the_first() -> None:
    search = LineSearch(threads=3)
    decision = search.decide(OPEN, Limit(nodes=60_000))
    shares = [int(thread.search["nodes"][0]) for thread in (search._memory.main, *search._memory.helpers)]
    assert decision.nodes == sum(shares) <= 63_000
    assert min(shares[1:]) > 0


def test_time_and_cancel_end_all_of_them() -> None:
    before = kernels()
    assert LineSearch(threads=2).decide(OPEN, Limit(time=0.3)).depth
    assert not LineSearch(threads=2).decide(OPEN, Limit(time=1e6), CancelAfter(10)).complete
    assert wait_until(lambda: kernels() <= before)


def test_a_game_is_played_to_its_end() -> None:
    board, search = GridBoard("7x7 connect=4 gravity=no"), LineSearch(threads=2)
    while not board.outcome.is_over:
        board = board.move(search.decide(board, Limit(nodes=400)).move)


def test_the_champion_lends_it_its_threads() -> None:
    assert Champion(threads=2)._lines.threads == 2
    assert Champion(threads=1)._lines.threads == 1


def test_no_threads_are_too_few() -> None:
    with pytest.raises(LimitError, match="the number of threads is 0"):
        LineSearch(threads=0)
