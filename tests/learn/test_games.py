"""Nim against its theory, number trees against a direct recursion, and texts that cannot be read."""

from __future__ import annotations

import functools
import operator
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import CFOUR, GridBoard, Side
from plyground.board import Board
from plyground.errors import IllegalMoveError, InputError, LimitError
from plyground.learn import Nim, NumberTree, board_text, read_board
from plyground.search import alphabeta, minimax, uct

HEAPS = st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any)
TREES = st.recursive(st.integers(-20, 20), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25).filter(
    lambda tree: isinstance(tree, list)
)


@settings(deadline=None)
@given(HEAPS)
def test_nim_is_won_unless_the_xor_of_its_heaps_is_zero(heaps):
    board = Nim(tuple(heaps))
    wins = functools.reduce(operator.xor, heaps) != 0
    for search in (minimax, alphabeta):
        assert search(board, depth=sum(heaps)).value == (1 if wins else -1)
    decision = minimax(board, depth=sum(heaps))
    for move, value in decision.values.items():
        after = board.move(move).heaps
        assert value == (1 if functools.reduce(operator.xor, after) == 0 else -1)


def test_monte_carlo_plays_nim():
    board = read_board("nim 1 2 4")
    after = board.move(uct(board, seed=1).move)
    assert isinstance(after, Nim)
    assert functools.reduce(operator.xor, after.heaps) == 0


def test_a_game_of_nim():
    board: Board = read_board("nim 3 4 5")
    assert [board.move_name(move) for move in board.legal_moves][:4] == ["1:1", "1:2", "1:3", "2:1"]
    assert len(board.legal_moves) == 12
    for name, text in (("2:3", "3 1 5"), ("1:3", "0 1 5"), ("3:5", "0 1 0"), ("2:1", "0 0 0")):
        assert board.winner is None
        board = board.move(board.parse_move(name))
        assert board_text(board) == text
    assert (board.winner, board.is_draw, board.legal_moves) == (Side.SECOND, False, ())
    assert (board.evaluate(Side.FIRST), board.evaluate(Side.SECOND)) == (-1, 1)


def true_value(tree, maximizing: bool, depth: int):
    if not isinstance(tree, list):
        return tree
    if depth == 0:
        leaves = list(leaves_of(tree))
        return sum(leaves) / len(leaves)
    return (max if maximizing else min)(true_value(below, not maximizing, depth - 1) for below in tree)


def leaves_of(tree):
    if not isinstance(tree, list):
        yield tree
        return
    for below in tree:
        yield from leaves_of(below)


@settings(deadline=None)
@given(TREES, st.integers(1, 12))
def test_a_number_tree_is_worth_what_a_direct_recursion_says(tree, depth):
    board = read_board(str(tree))
    assert board_text(board) == str(tree).replace(" ", "")
    for search in (minimax, alphabeta):
        assert search(board, depth).value == pytest.approx(true_value(tree, True, depth))
    below = board.move(1)
    if below.legal_moves:
        assert minimax(below, depth).value == pytest.approx(-true_value(tree[0], False, depth))


def test_the_tree_of_the_courses():
    board = read_board("[[3,12,8],[2,4,6],[14,5,2]]")
    assert minimax(board, 2).value == 3
    decision = alphabeta(board, 2)
    assert (decision.move, decision.value, decision.nodes) == (1, 3, 11)
    assert board.move(1).move(2).outcome.value == "draw"
    assert board.move(1).move(2).evaluate(Side.SECOND) == -12


def test_positions_are_values():
    tree = read_board("[[1,2],[1,2],[3]]")
    assert tree.move(1) == tree.move(2) != tree.move(3)
    assert len({tree.move(1), tree.move(2), tree.move(3)}) == 2
    assert tree.move(1) != read_board("[1,2]")  # the other side is to move
    nim = read_board("nim 2 2")
    assert nim.move(1).move(nim.parse_move("2:1")) == nim.move(nim.parse_move("2:1")).move(1)


def test_trees_are_read_as_people_type_them():
    assert read_board(" [ [3, 12 8]\n[2.5,-4,+6] ] ") == NumberTree(((3, 12, 8), (2.5, -4, 6)))
    assert read_board("[\u22123]") == NumberTree((-3,))
    assert read_board("NIM: 3,4,5") == read_board("nim 3 4 5")


def test_nodes_of_a_tree_can_have_names():
    tree = read_board("A : [B:[a:3, b :12] [2,4], c: 5]")
    assert isinstance(tree, NumberTree)
    assert str(tree) == "A:[B:[a:3,b:12],[2,4],c:5]"
    assert read_board(str(tree)) == tree == read_board("[[3,12],[2,4],5]")
    assert hash(tree) == hash(read_board("[[3,12],[2,4],5]"))
    assert [tree.move_name(move) for move in tree.legal_moves] == ["B", "2", "c"]
    assert [tree.parse_move(name) for name in ("B", "2", "c")] == [1, 2, 3]
    assert (tree.name, tree.move(1).name, tree.move(1).move(2).name, tree.move(2).name) == ("A", "B", "b", "")
    assert str(tree.move(1)) == "B:[a:3,b:12]"
    assert str(NumberTree(((1, 2), 3)).named({(1,): "X", (1, 2): "y"})) == "[X:[1,y:2],3]"


def test_grids_are_read_with_their_rules():
    assert read_board("4453") == GridBoard.from_moves("4453")
    assert read_board("") == GridBoard(CFOUR)
    assert board_text(read_board("b2 a1", "tictactoe")) == ".../.x./o.. x"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("[[3,12,8],[2,4,6]", 1, "is never closed"),
        ("[[3,12,8,[2,4,6]]", 1, "is never closed"),
        ("[[3,12],x]", 9, "'x' at place 9 of '[[3,12],x]' is not a number"),
        ("[[3,,12]]", 5, "where a number or a bracket [ is needed"),
        ("[[3,12],]", 9, "where a number or a bracket [ is needed"),
        ("[[],[3]]", 3, "where a number or a bracket [ is needed"),
        ("[]", 2, "where a number or a bracket [ is needed"),
        ("[[3]]]", 6, "stands after the end of the tree"),
        ("[3] 4", 5, "stands after the end of the tree"),
        ("[1e400]", 2, "is not a number"),
        ("[99999999999]", 2, "is not a number from -1,000,000,000 to 1,000,000,000"),
        ("[\n3,\nnan]", 6, "'nan' at place 6 of '[ 3, nan]' is not a number"),
        ("A:[B:[a:3,a:4]]", 11, "the name 'a' at place 11 of 'A:[B:[a:3,a:4]]' occurs twice"),
        ("A:[B:,3]", 6, "where a number or a bracket [ is needed"),
        ("A:[B:C:3]", 6, "'C:' at place 6 of 'A:[B:C:3]' is not a number"),
        ("A:[3] B:", 7, "stands after the end of the tree"),
        ("[" * 65 + "1" + "]" * 65, 65, "deeper than 64 moves"),
        (f"[{','.join('1' * 5001)}]", 10002, "one leaf too many; there may be 5000"),
        ("nim", 4, "write their sizes at place 4, like nim 3 4 5"),
        ("nim 3 x 5", 7, "'x' at place 7 of 'nim 3 x 5' is no heap; write whole numbers from 0 to 20"),
        ("nim 3 21", 7, "is no heap"),
        ("nim 3 -1", 7, "is no heap"),
        ("nim 1 2 3 4 5 6 7 8 9", 21, "one heap too many; there may be 8"),
    ],
)
def test_a_typing_mistake_is_named_with_its_place(text, place, said):
    with pytest.raises(InputError) as caught:
        read_board(text)
    assert said in str(caught.value)
    assert caught.value.place == place - 1


def test_what_is_at_the_bounds_is_read():
    assert len(read_board(f"[{','.join('1' * 5000)}]").legal_moves) == 5000
    deep = read_board("[" * 64 + "1" + "]" * 64)
    assert alphabeta(deep, 64).value == 1
    assert read_board("nim 20 20 20 20 20 20 20 20").legal_moves


def test_boards_that_make_no_sense_are_refused():
    for make in (
        lambda: Nim(()),
        lambda: Nim((1,) * 9),
        lambda: Nim((21,)),
        lambda: Nim((True,)),
        lambda: NumberTree(()),
        lambda: NumberTree(((1, ()),)),
        lambda: NumberTree((float("nan"),)),
        lambda: NumberTree((1,) * 5001),
    ):
        with pytest.raises(LimitError):
            make()
    for board, move in ((read_board("nim 1 2"), 2), (read_board("[1,2]"), 3), (read_board("[1,2]"), 0)):
        with pytest.raises(IllegalMoveError):
            board.move(move)
    with pytest.raises(InputError, match="is not a text"):
        read_board(5)  # type: ignore[arg-type]


def test_random_texts_are_read_or_refused_by_an_error_of_ours():
    generator = random.Random(0)
    for _ in range(3000):
        text = generator.choice("[n") + "".join(generator.choices("[],, 1-9.imA:", k=generator.randrange(12)))
        try:
            board = read_board(text)
        except InputError:
            continue
        assert read_board(str(board)) == board
