"""The compiled playouts play the textbook's games: same seed, same moves, same end."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Rules, Side
from plyground.board import SplitMix
from plyground.engines.geometry import geometry_of, position_of, scratch
from plyground.kernels.playouts import playout
from plyground.search import play_out
from tests import strategies

SEEDS = st.integers(0, 2**64 - 1)


def signed(seed: int) -> int:
    return seed - 2**64 if seed >= 2**63 else seed


def compiled_game(board: GridBoard, seed: int) -> list[int]:
    geometry = playout.Geometry.at(geometry_of(board.rules))
    position, room = playout.Position.at(position_of(board)), playout.Position.at(scratch(board.rules))
    moves = np.zeros(1024, np.int64)
    count = playout.random_game(geometry, position, room, signed(seed), playout.MOVES.at(moves))
    return [int(move) for move in moves[:count]]


def textbook_game(board: GridBoard, seed: int) -> list[int]:
    record: list[int] = []
    play_out(board, SplitMix(seed), record)
    return record


@strategies.examples(300)
@given(strategies.boards(), SEEDS)
def test_the_same_seed_plays_the_same_game_on_any_board(board: GridBoard, seed: int) -> None:
    if board.outcome.is_over:
        return
    assert compiled_game(board, seed) == textbook_game(board, seed)


@strategies.examples(60)
@given(strategies.boards(), SEEDS)
def test_results_and_the_generator_agree_over_many_games(board: GridBoard, seed: int) -> None:
    if board.outcome.is_over:
        return
    random = SplitMix(seed)
    expected = [0, 0, 0]
    for _ in range(5):
        winner = play_out(board, random).winner
        expected[2 if winner is None else 0 if winner is Side.FIRST else 1] += 1
    geometry = playout.Geometry.at(geometry_of(board.rules))
    position, room = playout.Position.at(position_of(board)), playout.Position.at(scratch(board.rules))
    results = playout.Results.new()
    state = playout.playouts(geometry, position, room, signed(seed), 5, playout.Results.at(results))
    assert results["games"][0].tolist() == expected
    assert state % 2**64 == random.state


def test_the_largest_boards_of_both_kinds() -> None:
    for gravity in (True, False):
        for connect in (2, 5, 17, 32, 33, 1024):
            rules = Rules(columns=32, rows=32, connect=connect, gravity=gravity, blocked=[(0, 0), (5, 31), (31, 7)])
            board = GridBoard(rules)
            assert compiled_game(board, connect) == textbook_game(board, connect)
