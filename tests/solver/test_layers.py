"""Numbers of positions, and layers: against boards, and against the counts that the field knows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import UnsupportedError
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules
from plyground.grid.symmetry import canonical
from plyground.solver.layers import UNREACHED, counts, layers, scores_from_next
from plyground.solver.position_index import position_index

BOARDS = ("7x6 connect=4", "5x4 connect=4", "4x4 connect=3", "5x5 connect=4 blocked=c2", "5x4 connect=4 blocked=a2,d3")
PLIES_7X6 = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)


def words(board: GridBoard) -> tuple[np.ndarray, np.ndarray]:
    own = board.stones(board.turn)
    return np.array([own], np.uint64), np.array([own | board.stones(board.turn.opposite)], np.uint64)


def number(board: GridBoard) -> int:
    return int(position_index(board.rules, board.count).numbers(*words(board))[0])


@st.composite
def games(draw: st.DrawFn, rules: Rules, stones: int) -> GridBoard:
    board = GridBoard(rules)
    while board.count < stones and board.legal_moves:
        board = board.move(draw(st.sampled_from(board.legal_moves)))
    return board


@pytest.mark.parametrize("text", BOARDS)
def test_a_number_tells_its_position(text):
    rules = Rules.parse(text)
    for stones in (0, 1, 4, 7, 10):
        index = position_index(rules, stones)
        numbers = np.unique(np.linspace(0, index.size - 1, 5000).astype(np.int64))
        first = index.numbers(*index.positions(numbers))
        # Some numbers belong to the mirror image of a position with a smaller one; that one stays.
        assert (first <= numbers).all()
        assert (index.numbers(*index.positions(first)) == first).all()


@settings(max_examples=60, deadline=None)
@given(data=st.data(), text=st.sampled_from(BOARDS), stones=st.integers(0, 10))
def test_two_positions_share_a_number_just_when_they_are_images(data, text, stones):
    rules = Rules.parse(text)
    one, other = data.draw(games(rules, stones)), data.draw(games(rules, stones))
    if one.count == other.count:
        assert (number(one) == number(other)) == (canonical(one) == canonical(other))
    assert 0 <= number(one) < position_index(rules, one.count).size


def test_stones_that_were_not_laid_by_turns_have_no_number():
    board = GridBoard.parse("......./......./......./......./......./oo..... x", CFOUR)
    assert number(board) == -1


def test_boards_without_gravity_or_too_large_are_refused():
    with pytest.raises(UnsupportedError, match="gravity"):
        position_index(TICTACTOE, 3)
    with pytest.raises(UnsupportedError, match="too large"):
        position_index(Rules(columns=10, rows=6, connect=4), 3)
    with pytest.raises(UnsupportedError, match="20 at most"):
        position_index(CFOUR, 21)


def test_the_layers_of_7x6_have_the_known_sizes():
    found = []
    for layer in layers(CFOUR, 8):
        index = position_index(CFOUR, layer.stones)
        found.append(int(index.weights(np.flatnonzero(layer.open | layer.won)).sum()))
    assert tuple(found) == PLIES_7X6


def test_a_board_worked_out_from_its_end_has_the_known_positions_and_value():
    """All of 4x4 without any search: the full boards are draws, every other layer follows from the next."""
    rules = Rules.parse("4x4 connect=4")
    every = list(layers(rules, rules.cells))
    last = every[-1]
    scores = np.where(last.open, 0, UNREACHED).astype(np.int8)
    total = counts(last, scores).all
    for layer in reversed(every[:-1]):
        scores = scores_from_next(layer, scores)
        total += counts(layer, scores).all
    assert total == 161029
    assert scores.tolist() == [0]
