"""Every rule of the family against the naive second implementation, on random games and free set-ups."""

from __future__ import annotations

import pickle
import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plyground import CFOUR, GridBoard, Outcome, Rules, Side
from plyground.errors import IllegalMoveError, PositionError
from tests import naive, strategies
from tests.strategies import examples

FULL_COLUMN = Rules(columns=3, rows=4, connect=3, blocked=[(1, 0), (1, 1), (1, 2), (1, 3)])
FLOOR_AND_CEILING = Rules(columns=4, rows=4, connect=3, blocked=[(0, 0), (1, 3), (2, 1), (2, 2)])


def agree(board: GridBoard, judge: naive.NaiveBoard) -> None:
    """Everything that can be asked about a position."""
    assert board.turn is (Side.FIRST if judge.turn == "x" else Side.SECOND)
    assert list(board.legal_moves) == judge.legal_moves()
    assert board.outcome is Outcome(judge.outcome())
    assert board.is_win is (judge.winner() is not None)
    assert board.is_draw is (judge.outcome() == "draw")
    assert (board.winner and naive.letter(board.winner)) == judge.winner()
    assert board.winning_cells == judge.winning_cells()
    assert board.count == judge.count()
    for cell in judge.cells():
        side = board.at(*cell)
        assert judge.get(cell) in ([naive.letter(side)] if side else [".", "#"])


@examples(150)
@given(strategies.games())
def test_a_game_move_by_move(game):
    board, moves = game
    judge = naive.of_rules(board.rules)
    large = board.rules.cells > 60
    for number, move in enumerate(moves):
        # The judge is slow: on large boards it looks at every tenth position.
        if not large or number % 10 == 0:
            agree(board, judge)
        landed = judge.target(move)
        board, judge = board.move(move), judge.play(move)
        assert board.last_cell == landed
    agree(board, judge)
    assert naive.of_board(board) == judge


@examples(200)
@given(strategies.setups())
def test_free_set_ups(setup):
    rules, first, second, turn = setup
    board = GridBoard.setup(*setup)
    judge = naive.of_rules(rules)
    for stone, cells in (("x", first), ("o", second)):
        for cell in cells:
            judge = judge.put(cell, stone)
    judge.turn = naive.letter(turn)
    agree(board, judge)
    assert board.last_cell is None


@examples(200)
@given(strategies.boards())
def test_threats(board):
    judge = naive.of_board(board)
    for side in Side:
        threats = board.threats(side)
        assert threats == judge.threats(naive.letter(side))
        assert board.threat_mask(side) == sum(board.rules.layout.bit(*cell) for cell in threats)


@examples(200)
@given(strategies.boards())
def test_who_may_still_connect(board):
    for side in Side:
        theirs = board.rules.layout.cells(board.stones(side.opposite))
        assert board.may_connect(side) == any(not run & theirs for run in board.segments)
    assert board.is_dead == (not any(board.may_connect(side) for side in Side))


@examples(200)
@given(strategies.boards())
def test_reachable_cells_are_where_the_moves_lead(board):
    judge = naive.of_board(board)
    layout = board.rules.layout
    assert layout.cells(board.free) == {cell for cell in judge.cells() if judge.get(cell) == "."}
    targets = {judge.target(move) for move in range(board.rules.columns * board.rules.rows)} - {None}
    assert layout.cells(board.reachable) == targets
    if not board.is_win:
        assert {layout.cells(board.target(move)) for move in board.legal_moves} == {frozenset([c]) for c in targets}


@examples(100)
@given(strategies.rules())
def test_segments_and_weights(rules):
    judge = naive.of_rules(rules)
    board = GridBoard(rules)
    expected = {frozenset(segment) for segment in judge.segments()}
    assert set(board.segments) == expected
    assert len(board.segments) == len(expected)
    if rules.cells <= 60:
        open_cells = [cell for cell in judge.cells() if judge.get(cell) == "."]
        assert rules.layout.weights == {cell: judge.weight(cell) for cell in open_cells}


@examples(150)
@given(strategies.boards(), st.integers(-3, 1100))
def test_moves_that_cannot_be_played_are_refused(board, move):
    judge = naive.of_board(board)
    if move in judge.legal_moves():
        board.move(move)
        return
    with pytest.raises(IllegalMoveError) as caught:
        board.move(move)
    assert str(caught.value)


@examples(150)
@given(strategies.games())
def test_a_move_leaves_the_old_board_as_it_was(game):
    board, moves = game
    for move in moves:
        before = (hash(board), repr(board), board.legal_moves, board.outcome, board.last_cell, board.turn)
        copy = pickle.loads(pickle.dumps(board))
        after = board.move(move)
        assert (hash(board), repr(board), board.legal_moves, board.outcome, board.last_cell, board.turn) == before
        assert board == copy
        assert after != board
        board = after


@examples(150)
@given(strategies.boards())
def test_boards_are_values(board):
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert hash(copy) == hash(board)
    assert copy.last_cell == board.last_cell
    assert copy.rules == board.rules
    assert hash(copy.rules) == hash(board.rules)
    assert copy.outcome is board.outcome
    # The way there does not count, nor does the newest stone.
    again = GridBoard.from_stones(board.rules, board.stones(Side.FIRST), board.stones(Side.SECOND), board.turn)
    assert again == board
    turned = GridBoard.from_stones(
        board.rules, board.stones(Side.FIRST), board.stones(Side.SECOND), board.turn.opposite
    )
    assert turned != board
    assert board != "board"


def test_equal_stones_under_other_rules_are_another_position():
    assert GridBoard(CFOUR) != GridBoard(Rules(columns=7, rows=6, connect=5))
    assert GridBoard(CFOUR) == GridBoard(Rules(columns=7, rows=6, connect=4))


def test_a_board_cannot_be_changed():
    board = GridBoard.from_moves("44")
    for name in ("rules", "turn", "legal_moves", "winner", "outcome", "count", "last_cell", "anything"):
        with pytest.raises(AttributeError):
            setattr(board, name, None)


@examples(150)
@example((FULL_COLUMN, [], [(1, 0)], Side.FIRST), 1)
@example((FLOOR_AND_CEILING, [(0, 1)], [(1, 0)], Side.FIRST), 2)
@given(strategies.setups(strategies.rules(largest=6)), st.integers(0, 2**36))
def test_any_stones_are_either_laid_or_refused_for_a_reason(setup, extra):
    """A cell more, anywhere: accepted exactly when it lies on an open cell, alone, and on something."""
    rules, first, second, turn = setup
    cell = (extra % (rules.columns + 1), extra // (rules.columns + 1) % (rules.rows + 1))
    stones = {*first, *second}
    inside = cell[0] < rules.columns and cell[1] < rules.rows
    below = {(cell[0], row) for row in range(cell[1])} - rules.blocked
    sound = (
        all(stone not in rules.blocked for stone in stones)
        and inside
        and cell not in rules.blocked
        and cell not in second
        and (not rules.gravity or below <= stones)
    )
    if sound:
        board = GridBoard.setup(rules, [*first, cell], second, turn)
        assert board.at(*cell) is Side.FIRST
    else:
        with pytest.raises(PositionError) as caught:
            GridBoard.setup(rules, [*first, cell], second, turn)
        assert str(caught.value)


def test_the_largest_board_plays_to_the_end():
    rules = Rules(columns=32, rows=32, connect=32, blocked=[(column, column) for column in range(0, 32, 5)])
    board, judge = GridBoard(rules), naive.of_rules(rules)
    chance, moves = random.Random(1), 0
    while board.legal_moves:
        move = chance.choice(board.legal_moves)
        cell = judge.target(move)
        assert cell is not None
        board = board.move(move)
        assert board.last_cell == cell
        judge.grid[31 - cell[1]][cell[0]] = judge.turn  # in place: copying 1024 cells a move takes long
        judge.turn = naive.other(judge.turn)
        moves += 1
    assert moves == rules.cells == 1024 - 7
    assert board.is_draw
    agree(board, judge)


def test_runs_longer_than_connect_win_and_are_marked_whole():
    rules = Rules(columns=9, rows=1, connect=3, gravity=False)
    board = GridBoard.setup(rules, first=[(c, 0) for c in (0, 1, 2, 4, 5, 6, 7)], second=[(8, 0)], turn=Side.FIRST)
    assert board.winner is Side.FIRST
    joined = GridBoard.setup(rules, first=[(c, 0) for c in (0, 1, 3, 4, 7)]).move(2)
    assert joined.winning_cells == {(c, 0) for c in range(5)}


def test_with_a_run_on_both_sides_the_one_that_is_not_to_move_has_won():
    rules = Rules(columns=3, rows=2, connect=3, gravity=False)
    top, bottom = [(c, 1) for c in range(3)], [(c, 0) for c in range(3)]
    for turn in Side:
        assert GridBoard.setup(rules, top, bottom, turn).winner is turn.opposite


def test_a_stone_rests_under_a_blocked_cell_first_and_above_it_afterwards():
    board = GridBoard(Rules(columns=2, rows=4, connect=4, blocked=[(0, 2), (1, 0)]))
    landed = []
    for move in (0, 0, 0, 1, 1, 1):
        board = board.move(move)
        landed.append(board.last_cell)
    assert landed == [(0, 0), (0, 1), (0, 3), (1, 1), (1, 2), (1, 3)]
    assert board.is_draw


def test_stones_outside_the_board_are_refused_as_masks_too():
    layout = CFOUR.layout
    for first, second in ((-1, -1), (-1, 0), (layout.bit(0, 6), 0), (1 << 49, 0), (1 << 900, 1)):
        with pytest.raises(PositionError, match="outside"):
            GridBoard.from_stones(CFOUR, first, second)
    for last in (-1, 1, 49, 900):
        with pytest.raises(PositionError, match="last"):
            GridBoard.from_stones(CFOUR, 1, 0, Side.SECOND, last)
    with pytest.raises(PositionError, match="both sides"):
        GridBoard.from_stones(CFOUR, 1, 1)
    for cell in ((7, 0), (0, 6), (-1, 0), (0, -1)):
        with pytest.raises(PositionError, match="outside"):
            GridBoard(CFOUR).at(*cell)
        with pytest.raises(PositionError, match=f"column {cell[0]}, row {cell[1]} is outside"):
            GridBoard.setup(CFOUR, [cell])


@pytest.mark.parametrize("cell", [(0.0, 0), ("a", 1), (True, False), (0, 0, 0), (0,), 3, "a1", None])
def test_what_is_no_cell_is_refused_with_the_value(cell):
    for first, second in (([cell], []), ([(0, 0)], [(1, 0), cell])):
        with pytest.raises(PositionError, match=re.escape(f"the cell {cell!r} is not a pair of whole numbers")):
            GridBoard.setup(CFOUR, first, second)


@pytest.mark.parametrize("turn", ["x", None, 0])
def test_what_is_no_side_does_not_move(turn):
    with pytest.raises(PositionError, match=f"the side to move is {turn!r}; it has to be"):
        GridBoard.setup(CFOUR, turn=turn)
