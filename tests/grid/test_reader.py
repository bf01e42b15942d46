"""What people write and copy: read as the strict notation where that reads it, and as what it means elsewhere."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GOMOKU, TICTACTOE, Game, GridBoard, Rules, Side, solve
from plyground.errors import IllegalMoveError, InputError, NotationError, PlygroundError, PositionError
from plyground.grid import (
    GameLine,
    board_of,
    cell_text,
    move_text,
    moves_text,
    parse_board,
    position_text,
    read_position,
)
from tests import strategies
from tests.grid.test_notation import GARBAGE, refusal
from tests.strategies import examples


def line_of(game: tuple[GridBoard, list[int]]) -> GameLine:
    return GameLine(game[0], tuple(game[1]))


def is_told_by_its_stones(board: GridBoard) -> bool:
    """Whether the numbers of stones tell who moves, as they do in play."""
    stones = [board.stones(side).bit_count() for side in Side]
    return stones[0] - stones[1] == (0 if board.turn is Side.FIRST else 1)


@examples(200)
@given(strategies.games(), strategies.rules())
def test_a_game_in_one_line_is_read_back_whatever_rules_are_expected(game, rules):
    played = line_of(game)
    assert read_position(str(played), rules) == played
    assert read_position(f"\n  {played}\r\n", rules) == played
    assert Game.parse(str(played), rules).boards == played.boards


@examples(200)
@given(strategies.boards(), st.integers(0, 6), strategies.rules())
def test_a_game_from_a_position_is_read_back(start, plies, rules):
    board = start
    moves: list[int] = []
    while board.legal_moves and len(moves) < plies:
        moves.append(board.legal_moves[len(moves) % len(board.legal_moves)])
        board = board.move(moves[-1])
    played = GameLine(start, tuple(moves))
    assert read_position(str(played), rules) == played
    assert read_position(str(played), rules).board == board


@examples(200)
@given(st.one_of(GARBAGE, st.text("123456789abcdefghijklmnopqrstuvw", max_size=6)), strategies.rules())
def test_what_the_strict_notation_reads_is_read_the_same(text, rules):
    if refusal(lambda: parse_board(text, rules)) is None:
        assert board_of(text, rules) == parse_board(text, rules)


@examples(200)
@given(strategies.boards())
def test_positions_are_read_as_the_strict_notation_reads_them(board):
    text = position_text(board)
    assert read_position(text, board.rules) == GameLine(board)
    rows, turn = text.split(" ")
    assert read_position("\n".join([*rows.split("/"), turn]), board.rules).board == board
    assert read_position(rows.replace("/", "/\n").upper() + f" {turn}", board.rules).board == board


@examples(200)
@given(strategies.boards())
def test_a_printed_board_is_read_back(board):
    printed = str(board)
    if is_told_by_its_stones(board):
        assert read_position(printed, board.rules).board == board
        assert read_position(f"{board.rules}:\r\n{printed}\r\n").board == board
    turn = "x" if board.turn is Side.FIRST else "o"
    assert read_position(f"{printed}\n{turn}", board.rules).board == board


@examples(150)
@given(strategies.games(), st.sampled_from(["{} ", "{},", "{};\n", "  {}\t"]))
def test_moves_may_stand_apart_have_numbers_and_be_cells(game, written):
    played = line_of(game)
    rules = played.start.rules
    moves = [move_text(rules, move) for move in played.moves]
    cells = [cell_text(after.last_cell) for after in played.boards[1:] if after.last_cell is not None]
    for names in (moves, cells):
        if names == cells and len(cells) == 1 and rules.gravity and rules.columns > 9:
            continue  # "a1" is two columns there
        numbered = [(f"{ply // 2 + 1}. " if ply % 2 == 0 else "") + name for ply, name in enumerate(names)]
        for text in (
            "".join(map(written.format, names)),
            " ".join(numbered),
            "".join(f"{each}\n" for each in numbered),
        ):
            if rules.gravity and rules.columns > 9 and names == moves and re.fullmatch(r"(\s|[a-w][1-9])*", text):
                continue
            assert read_position(text, rules) == played, text
            assert read_position(f"{rules}: {text.upper()}").board == played.board


@pytest.mark.parametrize(
    ("text", "rules", "means"),
    [
        ("cfour: 4253", TICTACTOE, "cfour: 4253"),
        ("Connect Four: 4253", CFOUR, "cfour: 4253"),
        ("connect four 4253", TICTACTOE, "cfour: 4253"),
        ("connect-4\n4253", TICTACTOE, "cfour: 4253"),
        ("Tic-Tac-Toe：b2 a1", CFOUR, "tictactoe: b2 a1"),
        ("tic tac toe", CFOUR, "tictactoe:"),
        ("gomoku: h8 i9", CFOUR, "gomoku: h8 i9"),
        ("GOMOKU h8i9", CFOUR, "gomoku: h8 i9"),
        ("9x7 connect=5 blocked=c4: 99", CFOUR, "9x7 connect=5 blocked=c4: 99"),
        ("9x7 connect=5 99", CFOUR, "9x7 connect=5: 99"),
        ("", CFOUR, "cfour:"),
        ("cfour:", TICTACTOE, "cfour:"),
        ("1. 4 4 2. 3 3", CFOUR, "cfour: 4433"),
        ("1.4 4 2.3", CFOUR, "cfour: 443"),
        ("1. 4 2. 4 3. 3", CFOUR, "cfour: 443"),
        ("1. 4 1... 4 2. 3", CFOUR, "cfour: 443"),
        ("1... 4 2. 3 3", CFOUR, "cfour: 433"),
        ("d1 d2 C1", CFOUR, "cfour: 443"),
        ("d1d2c1", CFOUR, "cfour: 443"),
        ("44 53", CFOUR, "cfour: 4453"),
        ("a1", Rules.parse("12x4"), "12x4 connect=4: a1"),
        ("a1 a2", Rules.parse("12x4"), "12x4 connect=4: 11"),
        ("xo. x", Rules.parse("3x1 gravity=no"), "3x1 connect=4 gravity=no: xo. x"),
        ("xo. x c1", Rules.parse("3x1 gravity=no"), "3x1 connect=4 gravity=no: xo. x c1"),
        ("o../.x./... x\nc3", TICTACTOE, "tictactoe: o../.x./... x c3"),
        ("o.. / .x. / ... x", TICTACTOE, "tictactoe: o../.x./... x"),
        ("o..\n.x.\n...", TICTACTOE, "tictactoe: o../.x./... x"),
        ("o|.|.\n-+-+-\n.|x|.\n-+-+-\n.|.|.\nO", TICTACTOE, "tictactoe: o../.x./... o"),
        ("tic-tac-toe\nO . .\n. X .\n. . . x", CFOUR, "tictactoe: o../.x./... x"),
    ],
)  # fmt: skip
def test_forms(text, rules, means):
    assert str(read_position(text, rules)) == means


@pytest.mark.parametrize(
    ("text", "rules", "kind", "place", "says"),
    [
        ("cfour: 4283", CFOUR, NotationError, 9, "'8' at place 10 of 'cfour: 4283' is not a column"),
        ("cfour: 1111111", CFOUR, IllegalMoveError, 13, "place 14 of 'cfour: 1111111': column 1 is full"),
        ("cfuor: 42", CFOUR, InputError, 0, "the nearest preset is cfour"),
        ("\n 7x6 conect=4: 42", CFOUR, NotationError, 6, "'conect' at place 7"),
        ("7x99: 1", CFOUR, InputError, None, "rows is 99"),
        ("1. 4 4 3. 3", CFOUR, NotationError, 7, "'3.' at place 8"),
        ("1. 4 4 4 2. 3", CFOUR, NotationError, 9, "'2.' at place 10"),
        ("4453.", CFOUR, NotationError, 0, "'4453.' at place 1"),
        ("44 1. 3", CFOUR, NotationError, 3, "'1.' at place 4"),
        ("1. 4 4 2.", CFOUR, NotationError, 7, "'2.' at place 8"),
        ("d1 d3", CFOUR, NotationError, 3, "'d3' at place 4 of 'd1 d3': the stone comes to rest on d2"),
        ("d1 h1", CFOUR, NotationError, 3, "a1 to g6"),
        ("d1 5", CFOUR, NotationError, 0, "'d' at place 1"),
        ("44x", CFOUR, NotationError, 2, "'x' at place 3"),
        ("44 x", CFOUR, NotationError, 3, "'x' at place 4"),
        ("tictactoe: b2 b2", CFOUR, IllegalMoveError, 14, "taken"),
        ("tictactoe: b2 5", CFOUR, NotationError, 14, "'5' at place 15"),
        ("tictactoe: .../.z./... x", CFOUR, NotationError, 16, "'z' at place 17"),
        ("tictactoe: .../.../...", CFOUR, NotationError, 22, "who moves at place 23"),
        ("tictactoe:\n...\n.z.\n...", CFOUR, NotationError, 16, "'z' at place 17 of 'tictactoe: ... .z. ...'"),
        ("tictactoe:\n...\n....\n...", CFOUR, NotationError, 15, "has 4 cells; the rules say 3"),
        ("tictactoe:\n...\n...", CFOUR, NotationError, None, "has 2 rows; the rules say 3"),
        ("tictactoe:\nxx.\n...\n...", CFOUR, NotationError, None, "2 stones of x and 0 of o"),
        (".......\n...x...\n.......\n.......\n.......\n.......", CFOUR, PositionError, None, "d5 hangs in the air"),
    ],
)  # fmt: skip
def test_errors_say_what_is_wrong_and_where(text, rules, kind, place, says):
    with pytest.raises(kind) as caught:
        read_position(text, rules)
    assert says in str(caught.value)
    assert caught.value.place == place


@examples(400)
@given(
    st.one_of(GARBAGE, st.text("xo.#12│|●○·▒ \n:.()[]/,1a", max_size=40), GARBAGE.map("tic-tac-toe: {}".format)),
    strategies.rules(),
)
def test_garbage_is_refused_with_one_of_our_errors_and_nothing_else(text, rules):
    error = refusal(lambda: read_position(text, rules))
    assert error is None or error.place is None or 0 <= error.place <= len(text)


def test_the_library_takes_what_people_write():
    assert solve("Tic-tac-toe: 1. b2 b3", line=False).value.score == 2
    assert board_of("d1 d2") == board_of("44") == GridBoard.from_moves("44")
    assert Game.parse("cfour: 44").moves == Game.from_moves("44").moves
    assert read_position(str(GridBoard(GOMOKU)), GOMOKU).board == GridBoard(GOMOKU)
    for strict in (parse_board, GridBoard.parse, GridBoard.from_moves, Game.from_moves):
        with pytest.raises(PlygroundError):
            strict("cfour: 44")
    assert moves_text(CFOUR, read_position("1. 4").moves) == "4"
