"""UCT: the compiled tree is the textbook's, visit for visit."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GridBoard, Limit, Rules, random_rules
from plyground.board import Decision
from plyground.engines.uct import UCT, uct
from plyground.errors import IllegalMoveError, LimitError, UnknownNameError
from plyground.search import UCT as Textbook
from tests import strategies
from tests.waiting import CancelAfter


def same(ours: Decision, theirs: Decision) -> None:
    assert dict(ours.visits) == dict(theirs.visits)
    assert dict(ours.values) == dict(theirs.values)
    assert (ours.move, ours.value, ours.line) == (theirs.move, theirs.value, theirs.line)
    assert (ours.nodes, ours.playouts, ours.complete) == (theirs.nodes, theirs.playouts, theirs.complete)


@strategies.examples(80)
@given(
    strategies.boards(strategies.rules(largest=9)),
    st.integers(0, 2**64 - 1),
    st.sampled_from([0.0, 0.3, 0.7, 1.4]),
    st.integers(1, 150),
    st.sampled_from(["value", "visits", "bound"]),
)
def test_same_seed_same_tree(board: GridBoard, seed: int, c: float, playouts: int, final: str) -> None:
    if board.outcome.is_over:
        return
    limit = Limit(playouts=playouts)
    same(UCT(c, seed, final).decide(board, limit), Textbook(c, seed, final).decide(board, limit))


@pytest.mark.parametrize("text", ["cfour", "tictactoe", "9x9 connect=4 blocked=c4", "5x5 connect=4 gravity=no"])
def test_same_game_move_by_move_with_the_tree_kept(text: str) -> None:
    board = GridBoard(Rules.parse(text))
    ours, theirs = UCT(seed=5), Textbook(seed=5)
    for ply in range(12):
        if board.outcome.is_over:
            break
        limit = Limit(nodes=300) if ply % 4 == 3 and text != "tictactoe" else Limit(playouts=400)
        decision = ours.decide(board, limit)
        same(decision, theirs.decide(board, limit))
        board = board.move(decision.move)
        # Sometimes a move of the opponent lies in between, as in a real game.
        if ply % 3 == 1 and not board.outcome.is_over:
            board = board.move(board.legal_moves[-1])


def test_many_playouts_agree_beyond_the_table_of_logarithms() -> None:
    board, limit = GridBoard.from_moves("44444", CFOUR), Limit(playouts=20_000)
    same(UCT(seed=1).decide(board, limit), Textbook(seed=1).decide(board, limit))


def test_a_full_tree_is_searched_on() -> None:
    board = GridBoard(random_rules(1))
    small = UCT(memory=0.1)
    decision = small.decide(board, Limit(playouts=100_000))
    assert decision.playouts == 100_000
    assert decision.nodes < 0.1 * 2**20 / 16 + 2
    assert sum(decision.visits.values()) == 100_000
    assert small.decide(board.move(decision.move), Limit(playouts=1000)).complete


def test_a_limit_of_nodes_ends_where_the_whole_game_is_in_the_tree() -> None:
    decision = uct(GridBoard(Rules.parse("2x2 connect=3")), Limit(nodes=1000))
    assert decision.nodes < 40
    assert decision.complete


def test_a_deadline_and_a_cancel_end_it() -> None:
    board = GridBoard(random_rules(2))
    UCT().prepare(board.rules)
    began = time.process_time()
    decision = uct(board, Limit(time=0.1))
    assert decision.complete
    assert decision.seconds > 0.09
    assert not uct(board, Limit(playouts=10**9), cancel=CancelAfter(10)).complete
    assert time.process_time() - began < 2


def test_refuses_what_it_cannot_do() -> None:
    with pytest.raises(LimitError):
        UCT(c=-1)
    with pytest.raises(UnknownNameError):
        UCT(final="best")
    with pytest.raises(LimitError, match="uct takes no depth, and the limit says depth=3"):
        uct(GridBoard(), Limit(depth=3))
    with pytest.raises(IllegalMoveError):
        uct(GridBoard.from_moves("1212121"))
