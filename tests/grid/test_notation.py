"""Notation: one text for every value, read strictly, defined in `docs/notation.md`."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GOMOKU, TICTACTOE, Game, GridBoard, Rules, Side
from plyground.errors import IllegalMoveError, InputError, NotationError, PositionError, RulesError, UnknownNameError
from plyground.grid import (
    PRESETS,
    cell_text,
    moves_text,
    parse_board,
    parse_cell,
    parse_moves,
    parse_position,
    parse_rules,
    position_text,
    rules_name,
    rules_text,
)
from tests import naive, strategies
from tests.strategies import examples

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
# Garbage that looks like notation is worth more than garbage that does not.
ALPHABET = "0123456789abcdefghxo.#/= ,-" + "connectgravityblockedrandomseed" + "\n\t\u00b2\u0663\uff11\ud7ff\U0001f600"
GARBAGE = st.one_of(st.text(max_size=40), st.text(ALPHABET, max_size=40))


def refusal(read: Callable[[], object]) -> InputError | None:
    """The error that reading ends with, which has to be ours and say something; None if all is well."""
    try:
        read()
    except InputError as error:
        str(error)  # no value that the sentence asks for is missing
        return error
    return None


def test_the_page_is_true():
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 8
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted > 20


def test_the_tables_of_the_page_are_true():
    page = PAGE.read_text("utf-8")
    presets = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|$", page, re.MULTILINE))
    assert presets == {"cfour": str(CFOUR), "tictactoe": str(TICTACTOE), "gomoku": str(GOMOKU)}
    options = re.findall(r"^\| `(\w+=[^`]+)` \|", page, re.MULTILINE)
    assert str(Rules.parse(" ".join(["9x7", *options]))) == "9x7 " + " ".join(options)


@examples(200)
@given(strategies.rules())
def test_rules_round_trip(rules):
    text = rules_text(rules)
    assert text == naive.of_rules(rules).rules_text() == str(rules)
    assert parse_rules(text) == Rules.parse(text) == rules
    assert repr(rules) == f"Rules({text!r})"


@examples(150)
@given(strategies.games())
def test_games_round_trip(game):
    board, moves = game
    text = moves_text(board.rules, moves)
    assert text == naive.of_rules(board.rules).moves_text(moves)
    assert parse_moves(board.rules, text) == moves
    for move in moves:
        board = board.move(move)
    again = GridBoard.from_moves(text, board.rules)
    assert again == board
    assert again.last_cell == board.last_cell
    assert parse_board(text, board.rules) == board


@examples(200)
@given(strategies.boards())
def test_positions_round_trip(board):
    text = position_text(board)
    assert text == naive.of_board(board).position_text()
    assert parse_position(text, board.rules) == parse_board(text, board.rules) == board
    assert GridBoard.parse(text + "\n", board.rules) == board
    assert text in repr(board)


def test_every_cell_of_the_largest_board_has_its_name():
    rules = Rules(columns=32, rows=32, connect=5)
    names = {cell_text((c, r)) for c in range(32) for r in range(32)}
    assert len(names) == 1024
    for column in range(32):
        for row in range(32):
            name = cell_text((column, row))
            assert name == naive.cell_name((column, row))
            assert parse_cell(name, rules) == (column, row)


@examples(400)
@given(GARBAGE, strategies.rules())
def test_garbage_is_refused_with_one_of_our_errors_and_nothing_else(text, rules):
    for read in (
        lambda: parse_rules(text),
        lambda: parse_cell(text, rules),
        lambda: parse_moves(rules, text),
        lambda: parse_position(text, rules),
        lambda: parse_board(text, rules),
        lambda: GridBoard.from_moves(text, rules),
    ):
        error = refusal(read)
        assert error is None or error.place is None or 0 <= error.place <= len(text)


@examples(300)
@given(strategies.boards(strategies.rules(largest=6)), st.data())
def test_a_text_with_one_wrong_character_is_refused_or_means_what_it_says(board, data):
    """Strict: whatever is accepted is written back as it was read."""
    text = position_text(board)
    place = data.draw(st.integers(0, len(text) - 1))
    mark = data.draw(st.sampled_from("xo.#/ 1X"))
    changed = text[:place] + mark + text[place + 1 :]
    if refusal(lambda: parse_position(changed, board.rules)) is None:
        assert position_text(parse_position(changed, board.rules)) == changed


@pytest.mark.parametrize(
    ("text", "kind", "place", "says"),
    [
        ("", NotationError, None, "empty"),
        ("   ", NotationError, None, "empty"),
        ("seven", UnknownNameError, 0, "neither a preset"),
        ("conectfour", UnknownNameError, 0, "neither a preset"),
        ("  cfuor", UnknownNameError, 2, "the nearest preset is cfour"),
        ("tictacto", UnknownNameError, 0, "the nearest preset is tictactoe"),
        ("7X6", UnknownNameError, 0, "neither"),
        ("07x6", UnknownNameError, 0, "neither"),
        ("7x6x5", UnknownNameError, 0, "neither"),
        ("7x", UnknownNameError, 0, "neither"),
        ("0x6", RulesError, None, "columns is 0"),
        ("7x33", RulesError, None, "rows is 33"),
        ("99999999999x6", RulesError, None, "columns is 99999999999"),
        ("7x6 connect=1", RulesError, None, "connect is 1"),
        ("7x6 connect=9223372036854775808", RulesError, None, "from 2 to 9223372036854775807"),
        ("7x6 connect=-4", NotationError, 12, "connect=-4"),
        ("7x6 connect=" + "9" * 5000, NotationError, 12, "connect=9"),
        ("7x6 connect=04", NotationError, 12, "connect=04"),
        ("7x6 connect=\u0664", NotationError, 12, "whole number"),
        ("7x6 connect=", NotationError, 4, "'connect='"),
        ("7x6 connect", NotationError, 4, "'connect'"),
        ("7x6 conect=4", NotationError, 4, "'conect'"),
        ("7x6 connect=4 connect=4", NotationError, 14, "second time"),
        ("7x6 gravity=off", NotationError, 12, "neither yes nor no"),
        ("7x6 blocked=a1,h1", NotationError, 15, "'h1'"),
        ("7x6 blocked=a1,a7", NotationError, 15, "a1 to g6"),
        ("7x6 blocked=a1,", NotationError, 15, "''"),
        ("7x6 blocked=a1,A2", NotationError, 15, "'A2'"),
        ("7x6 blocked=a1,b2,a1", NotationError, 18, "already"),
        ("7x6 blocked=a01", NotationError, 12, "'a01'"),
        ("1x1 blocked=a1", RulesError, None, "all 1 cells"),
        ("cfour connect=5", NotationError, 6, "there are none"),
        ("random sede=5", NotationError, 7, "there are seed"),
        ("random seed=x", NotationError, 12, "seed=x"),
        ("7x6\tconnect=4", UnknownNameError, 0, "neither"),
    ],
)
def test_rules_that_cannot_be_read(text, kind, place, says):
    with pytest.raises(kind) as caught:
        Rules.parse(text)
    assert says in str(caught.value)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("text", "rules", "kind", "place", "says"),
    [
        ("4480", CFOUR, NotationError, 2, "1 to 7"),
        ("44 5", CFOUR, NotationError, 2, "' '"),
        ("44A", CFOUR, NotationError, 2, "'A'"),
        ("1111111", CFOUR, IllegalMoveError, 6, "full"),
        ("12121212", CFOUR, IllegalMoveError, 7, "won"),
        ("b2 b2", TICTACTOE, IllegalMoveError, 3, "taken"),
        ("b2 d1", TICTACTOE, NotationError, 3, "a1 to c3"),
        ("b2  a1", TICTACTOE, NotationError, 3, "''"),
        (" b2", TICTACTOE, NotationError, 0, "''"),
        ("b2,a1", TICTACTOE, NotationError, 0, "'b2,a1'"),
        ("5", TICTACTOE, NotationError, 0, "like a1"),
        ("a1", Rules.parse("3x3 connect=3 gravity=no blocked=a1"), IllegalMoveError, 0, "blocked"),
    ],
)
def test_games_that_cannot_be_read_or_played(text, rules, kind, place, says):
    with pytest.raises(kind) as caught:
        GridBoard.parse(text, rules)
    assert says in str(caught.value)
    assert caught.value.place == place
    assert caught.value.text == text


BLOCKED = Rules.parse("3x3 connect=3 blocked=b2")


@pytest.mark.parametrize(
    ("text", "rules", "kind", "place", "says"),
    [
        (".../.../...", TICTACTOE, NotationError, 11, "who moves"),
        (".../.../... X", TICTACTOE, NotationError, 12, "who moves"),
        (".../.../... x ", TICTACTOE, NotationError, 12, "who moves"),
        (".../... x", TICTACTOE, NotationError, None, "2 rows"),
        (".../..../... x", TICTACTOE, NotationError, 4, "4 cells"),
        (".../.X./... x", TICTACTOE, NotationError, 5, "'X'"),
        (".../.#./... x", TICTACTOE, NotationError, 5, "b2"),
        (".../.../... x", BLOCKED, NotationError, 5, "write '#'"),
        ("..x/.#./... x", BLOCKED, PositionError, None, "c3 hangs in the air"),
        (".o./.#./... x", BLOCKED, PositionError, None, "b3 hangs in the air"),
    ],
)
def test_positions_that_cannot_be_read(text, rules, kind, place, says):
    with pytest.raises(kind) as caught:
        parse_position(text, rules)
    assert says in str(caught.value)
    assert caught.value.place == place


def test_the_side_to_move_and_unbalanced_stones_are_read():
    board = GridBoard.parse("xxx/.#./xxx o", Rules.parse("3x3 connect=4 gravity=no blocked=b2"))
    assert board.turn is Side.SECOND
    assert board.count == 6
    assert board.legal_moves == (3, 5)


@given(strategies.boards())
def test_a_move_and_the_cell_that_it_fills_name_each_other(board):
    for move in board.legal_moves:
        cell = board.cell_of(move)
        assert board.move(move).last_cell == cell
        assert board.rules.move_into(cell) == move


@given(strategies.rules())
def test_places_run_in_reading_order_from_the_top_left(rules):
    cells = [rules.layout.cell_at(place) for place in range(rules.columns * rules.rows)]
    assert cells == [(c, r) for r in reversed(range(rules.rows)) for c in range(rules.columns)]
    assert [rules.layout.place(cell) for cell in cells] == list(range(len(cells)))


@given(strategies.boards())
def test_a_game_stands_at_the_position_of_its_text(board):
    game = Game.parse(position_text(board) + " ", board.rules)
    assert (game.board, game.moves) == (board, ())


def test_a_game_from_moves_knows_them():
    game = Game.parse("4453\n")
    assert game.moves == (3, 3, 4, 2)
    assert game.start == GridBoard(CFOUR)
    with pytest.raises(NotationError) as caught:
        Game.parse("4480")
    assert caught.value.place == 2


@given(strategies.rules())
def test_the_name_of_rules_is_read_as_the_rules(rules):
    assert parse_rules(rules_name(rules)) == rules


def test_presets_are_called_by_their_names():
    assert [rules_name(rules) for rules in PRESETS.values()] == list(PRESETS)
