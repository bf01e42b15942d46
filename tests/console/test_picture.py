"""The board as the terminal shows it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules, Side
from plyground.board import SplitMix
from plyground.console.picture import board_lines
from plyground.console.terminal import glyphs_for, stone_style
from plyground.texts import number, signed

ROUND, LETTERS = glyphs_for("utf-8"), glyphs_for("ascii")


def drawn(board: GridBoard, room: int = 80) -> list[str]:
    return [line.plain for line in board_lines(board, ROUND, room)]


def test_the_last_move_is_marked():
    assert drawn(GridBoard.from_moves("b2 a1", TICTACTOE)) == [
        "  ╭─────────╮",
        "3 │ ·  ·  · │",
        "2 │ ·  X  · │",
        "1 │(O) ·  · │",
        "  ╰─────────╯",
        "    a  b  c",
    ]


@pytest.mark.parametrize(
    ("rules", "row"),
    [("4x1 connect=3 gravity=no", " X  O (X) · "), ("4x1 connect=4 gravity=no", " ●  ○ (●) · ")],
)
def test_three_in_a_row_without_gravity_is_played_with_x_and_o(rules, row):
    assert drawn(GridBoard.from_moves("a1 b1 c1", Rules.parse(rules)))[1] == f"1 │{row}│"


def test_the_winning_line_is_marked_without_colours_too():
    lines = drawn(GridBoard.from_moves("1212121"))
    assert [line[3:9] for line in lines[1:7]] == [" ·  · ", " ·  · ", "[●] · ", "[●] ○ ", "[●] ○ ", "[●] ○ "]


def test_blocked_cells_are_neither_free_nor_stones():
    board = GridBoard(Rules.parse("3x2 connect=2 blocked=b1"))
    assert drawn(board)[1:3] == ["2 │ ·  ·  · │", "1 │ · ▒▒▒ · │"]


def test_letters_where_the_encoding_lacks_the_signs():
    lines = [line.plain for line in board_lines(GridBoard.from_moves("45"), LETTERS)]
    assert all(line.isascii() for line in lines)
    assert lines[6] == "1 | .  .  .  X (O) .  . |"
    assert glyphs_for("no such encoding") == LETTERS
    assert ROUND.first != ROUND.second
    assert LETTERS.first != LETTERS.second


def test_a_board_that_is_too_wide_gets_narrow_cells():
    board = GridBoard.from_moves("h8 i8 h9", GOMOKU)
    assert max(map(len, drawn(board, 60))) == 50
    narrow = drawn(board, 40)
    assert max(map(len, narrow)) == 36
    assert narrow[7] == " 9 │ · · · · · · ·(●)· · · · · · · │"
    assert narrow[8] == " 8 │ · · · · · · · ● ○ · · · · · · │"
    won = drawn(GridBoard.from_moves("a1 a2 b1 b2 c1 c2 d1 d2 e1", GOMOKU), 40)
    assert won[15] == " 1 │[●[●[●[●[●]· · · · · · · · · · │"


@given(st.integers(1, 32), st.integers(1, 32), st.booleans(), st.integers(0, 2**32), st.integers(20, 120))
def test_the_drawing_shows_the_position(columns, rows, gravity, seed, room):
    rules = Rules(columns=columns, rows=rows, connect=4, gravity=gravity)
    board, draw = GridBoard(rules), SplitMix(seed)
    for _ in range(draw.below(20)):
        if board.legal_moves:
            board = board.move(board.legal_moves[draw.below(len(board.legal_moves))])
    lines = board_lines(board, ROUND, room)
    rows_shown = [re.sub(r"[^●○·]", "", line.plain.partition("│")[2]) for line in lines[1:-2]]
    signs = {None: "·", Side.FIRST: "●", Side.SECOND: "○"}
    assert rows_shown == [
        "".join(signs[board.at(column, row)] for column in range(columns)) for row in reversed(range(rows))
    ]
    widths = {line.cell_len for line in lines[:-1]}
    assert len(widths) == 1


def test_the_stones_have_different_colours():
    assert stone_style(Side.FIRST) != stone_style(Side.SECOND)
    assert stone_style(Side.FIRST, winning=True) != stone_style(Side.FIRST)
    spans = {span.style for line in board_lines(GridBoard.from_moves("45"), ROUND) for span in line.spans}
    assert {stone_style(side) for side in Side} <= {str(style) for style in spans}


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (3, "+3"), (-3.0, "-3"), (1e6, "+1,000,000"), (0.5, "+0.50"), (float("inf"), "+∞"), (-1 / 3, "-0.33")],
)
def test_values_are_told_short(value, text):
    assert signed(value) == text
    assert number(value) == text.removeprefix("+")


def test_the_columns_are_labelled_as_moves_are_written():
    assert drawn(GridBoard(CFOUR))[-1].split() == list("1234567")
    assert drawn(GridBoard(Rules.parse("12x4")))[-1].split() == list("123456789abc")
    assert drawn(GridBoard(GOMOKU))[-1].split() == list("abcdefghijklmno")
