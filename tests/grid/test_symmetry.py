"""Symmetries: images against the naive ones, the laws of a group, one canonical form."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plyground import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules
from plyground.grid import Symmetry, canonical, images, position_text, symmetries
from tests import naive, strategies
from tests.strategies import examples

SMALL = st.one_of(
    strategies.rules(largest=7),
    strategies.rules(largest=7, gravity=False),
    strategies.rules(largest=6, gravity=False, square=True),
)


def rearranges(rules: Rules, symmetry: Symmetry) -> tuple[tuple[int, int], ...]:
    """What the symmetry does to every cell."""
    return tuple(symmetry.cell(rules, (c, r)) for c in range(rules.columns) for r in range(rules.rows))


@examples(200)
@given(strategies.boards(SMALL))
def test_images_are_those_of_the_naive_board(board):
    ours = sorted(position_text(image) for image in images(board))
    assert ours == sorted(image.position_text() for image in naive.of_board(board).images())
    assert images(board)[0] == board


@examples(150)
@given(strategies.boards(SMALL))
def test_an_image_is_the_same_position_seen_otherwise(board):
    for symmetry, image in zip(symmetries(board.rules), images(board), strict=True):
        assert image.outcome is board.outcome
        assert image.turn is board.turn
        assert image.count == board.count
        assert image.rules == board.rules
        assert sorted(image.legal_moves) == sorted(symmetry.move(board.rules, m) for m in board.legal_moves)
        assert image.winning_cells == {symmetry.cell(board.rules, cell) for cell in board.winning_cells}
        assert image.last_cell == (board.last_cell and symmetry.cell(board.rules, board.last_cell))
        for move in board.legal_moves:
            assert symmetry.board(board.move(move)) == image.move(symmetry.move(board.rules, move))


@examples(150)
@given(strategies.boards(SMALL))
def test_all_images_have_one_canonical_form(board):
    form = canonical(board)
    assert form in images(board)
    assert {canonical(image) for image in images(board)} == {form}


@examples(100)
@given(SMALL)
def test_the_symmetries_form_a_group(rules):
    cells = [(c, r) for c in range(rules.columns) for r in range(rules.rows)]
    found = {rearranges(rules, symmetry) for symmetry in symmetries(rules)}
    assert tuple(cells) in found
    for one in symmetries(rules):
        assert sorted(rearranges(rules, one)) == sorted(cells)
        assert {one.cell(rules, cell) for cell in rules.blocked} == rules.blocked
        for two in symmetries(rules):
            assert tuple(two.cell(rules, one.cell(rules, cell)) for cell in cells) in found
    assert len(symmetries(rules)) in ((1, 2) if rules.gravity else (1, 2, 4, 8))


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (CFOUR, 2),
        (TICTACTOE, 8),
        (GOMOKU, 8),
        (Rules(columns=5, rows=5, connect=4), 2),
        (Rules(columns=5, rows=4, connect=3, gravity=False), 4),
        (Rules(columns=3, rows=3, connect=3, gravity=False, blocked=[(1, 1)]), 8),
        (Rules(columns=3, rows=3, connect=3, gravity=False, blocked=[(0, 0)]), 2),
        (Rules(columns=3, rows=3, connect=3, gravity=False, blocked=[(0, 0), (2, 2)]), 4),
        (Rules(columns=3, rows=3, connect=3, gravity=False, blocked=[(0, 1), (2, 1)]), 4),
        (Rules(columns=3, rows=3, connect=3, gravity=False, blocked=[(0, 0), (1, 0)]), 1),
        (Rules(columns=7, rows=6, connect=4, blocked=[(3, 2)]), 2),
        (Rules(columns=7, rows=6, connect=4, blocked=[(2, 2)]), 1),
        (Rules(columns=7, rows=6, connect=4, blocked=[(2, 2), (4, 2)]), 2),
    ],
)
def test_how_many_symmetries(rules, count):
    assert len(symmetries(rules)) == count


@examples(50)
@given(strategies.games(strategies.rules(gravity=True)))
def test_the_mirror_of_a_game_is_the_game_of_the_mirrored_columns(game):
    board, moves = game
    assume(len(symmetries(board.rules)) == 2)
    mirrored = board
    for move in moves:
        board, mirrored = board.move(move), mirrored.move(board.rules.columns - 1 - move)
    assert images(board) == [board, mirrored]


def test_only_a_symmetric_position_is_its_own_mirror():
    assert len(set(images(GridBoard.from_moves("44")))) == 1
    assert len(set(images(GridBoard.from_moves("43")))) == 2
