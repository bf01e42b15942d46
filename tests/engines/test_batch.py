"""Boards in batches are the boards that they stand for: every view, mask, reward and end, on any rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GridBoard, Rules
from plyground.engines import BoardBatch
from plyground.environments import move_mask, planes
from plyground.errors import IllegalMoveError, InputError, LimitError
from tests import strategies


def follow(rules: Rules, count: int, seed: int, steps: int) -> int:
    """Plays random moves on a batch and on as many boards; returns how many games ended."""
    batch = BoardBatch(count, rules, seed)
    boards = [GridBoard(rules)] * count
    ended = 0
    observations, masks = batch.reset()
    for _step in range(steps):
        for number, board in enumerate(boards):
            assert batch.board(number) == board
            assert np.array_equal(observations[number], planes(board))
            assert np.array_equal(masks[number], move_mask(board))
        moves = batch.random_moves()
        assert all(masks[range(count), moves] == 1)
        seen = batch.step(moves)
        observations, masks = seen.observations, seen.masks
        for number, move in enumerate(moves.tolist()):
            after = boards[number].move(move)
            assert seen.rewards[number] == (1 if after.is_win else 0)
            assert seen.ended[number] == after.outcome.is_over
            boards[number] = GridBoard(rules) if after.outcome.is_over else after
            ended += after.outcome.is_over
        assert batch.turns.tolist() == [board.turn.value for board in boards]
    return ended


@strategies.examples(60)
@given(strategies.rules(largest=9), st.integers(0, 2**64 - 1))
def test_a_batch_plays_like_its_boards(rules: Rules, seed: int) -> None:
    follow(rules, 3, seed, 20)


@pytest.mark.parametrize("text", ["cfour", "tictactoe", "12x9 connect=4 blocked=c4", "15x15 connect=5 gravity=no"])
def test_games_end_and_start_anew(text: str) -> None:
    rules = Rules.parse(text)
    assert follow(rules, 4, 1, 60) > 0 or rules.cells > 60


def test_the_largest_boards_of_both_kinds() -> None:
    for gravity in (True, False):
        follow(Rules(columns=32, rows=32, connect=17, gravity=gravity, blocked=[(0, 0), (31, 7)]), 2, 5, 4)


def test_the_seed_decides_the_random_moves() -> None:
    def moves(seed: int) -> list[list[int]]:
        batch = BoardBatch(8, CFOUR, seed)
        drawn = []
        for _step in range(5):
            drawn.append(batch.random_moves().tolist())
            batch.step(drawn[-1])
        return drawn

    assert moves(2**64 - 1) == moves(2**64 - 1) != moves(3)


def test_what_is_returned_is_not_changed_by_the_next_step() -> None:
    batch = BoardBatch(1)
    before = batch.reset()[0]
    kept = before.copy()
    batch.step([3])
    assert np.array_equal(before, kept)


def test_an_illegal_move_names_its_board_and_nothing_is_played() -> None:
    batch = BoardBatch(2, "3x1 connect=3")
    batch.step([0, 1])
    with pytest.raises(IllegalMoveError, match=r"board 1: column 2 is full; open columns: 1 3"):
        batch.step([1, 1])
    assert [batch.board(number).count for number in range(2)] == [1, 1]
    for wrong in (-1, 3, 2**40):
        with pytest.raises(IllegalMoveError, match="board 0: there is no column"):
            batch.step([wrong, 2])


@pytest.mark.parametrize("wrong", [[1], [1.0, 2.0], ["1", "2"], None, [[1, 2]], "12", [True, False]])
def test_wrong_moves_are_one_sentence(wrong: object) -> None:
    with pytest.raises(InputError, match="2 whole numbers, one for each board"):
        BoardBatch(2).step(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [0, -1, 1.5, None, "2", True])
def test_a_wrong_count_is_one_sentence(wrong: object) -> None:
    with pytest.raises(LimitError, match="whole number, 1 or more"):
        BoardBatch(wrong)  # type: ignore[arg-type]
