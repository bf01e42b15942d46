"""Games from texts, moves by their texts, and what a game shows of itself."""

from __future__ import annotations

import pytest
from hypothesis import given

from plyground import CFOUR, TICTACTOE, Game, GridBoard
from plyground.errors import IllegalMoveError, InputError, NotationError
from plyground.grid import moves_text, position_text
from tests import strategies
from tests.board.test_board import Countdown
from tests.strategies import examples


class Plain(Countdown):
    """A game that says nothing of itself."""

    __repr__ = object.__repr__


@examples(100)
@given(strategies.games(strategies.rules(largest=7)))
def test_a_game_is_read_back_from_its_text(played):
    start, moves = played
    rules = start.rules
    game = Game.from_moves(moves_text(rules, moves), rules)
    assert (game.start, game.moves) == (start, tuple(moves))
    assert Game.from_moves(moves_text(rules, moves), str(rules)).board == game.board
    pushed = Game(rules)
    for board, move in zip(game.boards, moves, strict=False):
        assert pushed.push(board.move_name(move)) is pushed
    assert pushed.board == game.board
    again = eval(repr(game), {"Game": Game})
    assert (again.start, again.moves) == (game.start, game.moves)


def test_the_repr_shows_rules_and_moves():
    assert repr(Game.from_moves("4453")) == "Game.from_moves('4453')"
    assert repr(Game("tictactoe").push("b2").push(0)) == "Game.from_moves('b2 a3', 'tictactoe')"
    rows = GridBoard.parse("o../.x./... x", "tictactoe")
    assert position_text(rows) in repr(Game(rows, [8]))
    assert repr(Game(rows, [8])).endswith("moves='c1')")
    assert repr(Game(Countdown(5), [2, 1])).startswith("Game(Countdown(left=5")
    assert repr(Game(Plain(5), [2, 1])) == "Game(<Plain>, moves='2 1')"


def test_push_takes_a_move_or_its_text():
    assert Game("cfour").push("4").push(3).moves == (3, 3)
    assert Game(Countdown(5)).push("2").push(1).moves == (2, 1)
    for game, text in (
        (Game("cfour"), "8"),
        (Game("cfour"), "44"),
        (Game("tictactoe"), "4"),
        (Game(Countdown(5)), "9"),
    ):
        with pytest.raises(NotationError, match=text):
            game.push(text)
        assert game.moves == ()
    with pytest.raises(IllegalMoveError, match="column 1 is full"):
        Game.from_moves("111111").push("1")


def test_moves_that_cannot_be_read_or_played_are_named_by_their_place():
    with pytest.raises(InputError, match="place 3 of '44x'"):
        Game.from_moves("44x")
    with pytest.raises(InputError, match="place 7 of '1111111'"):
        Game.from_moves("1111111")


def test_rules_are_a_start():
    assert Game(TICTACTOE).start == Game("tictactoe").start == GridBoard(TICTACTOE)
    drawn = Game.from_moves("1", "random")
    assert drawn.start == GridBoard(drawn.board.rules), "drawn once"


def test_only_games_of_grids_have_a_picture():
    assert str(Game.from_moves("4", CFOUR)._repr_svg_()).startswith("<svg")
    assert Game(Countdown(5))._repr_svg_() is None
