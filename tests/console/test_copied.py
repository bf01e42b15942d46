"""What the terminal prints can be given back to it: boards, and the command that goes on with a game."""

from __future__ import annotations

import shlex

from hypothesis import given
from hypothesis import strategies as st

from plyground import Game, Side
from plyground.console.continuation import continuation
from plyground.console.picture import board_lines
from plyground.console.terminal import glyphs_for
from plyground.grid import board_of
from tests import strategies
from tests.strategies import examples


@examples(200)
@given(strategies.boards(), st.sampled_from(["utf-8", "ascii"]), st.sampled_from([20, 80, 200]), st.booleans())
def test_a_board_as_the_terminal_shows_it_is_read_back(board, encoding, room, is_beside_a_panel):
    lines = [line.plain for line in board_lines(board, glyphs_for(encoding), room)]
    if is_beside_a_panel:
        lines[1] += "     ● random"
    turn = "x" if board.turn is Side.FIRST else "o"
    assert board_of("\n".join([*lines, turn]), board.rules) == board
    first, second = (board.stones(side).bit_count() for side in Side)
    if first - second == (0 if board.turn is Side.FIRST else 1):
        assert board_of("\n".join(lines), board.rules) == board


@examples(100)
@given(strategies.games(), st.booleans())
def test_the_command_that_goes_on_with_a_game_names_its_position(played, from_rows):
    start, moves = played
    game = Game(start, moves)
    if from_rows:
        game = Game(game.board)
    words = shlex.split(continuation(game, ("human", "human")))
    options = dict(zip(words[2::2], words[3::2], strict=True))
    assert board_of(options.get("--position", ""), options["--rules"]) == game.board
