"""What a computer says of its move: results that it sees, and never its own numbers."""

from __future__ import annotations

import pytest

from plyground import GridBoard, make_player
from plyground.board import Decision
from plyground.game import Game
from plyground.reviews import expected_result


@pytest.mark.parametrize(
    ("player", "moves", "words"),
    [
        ("alphabeta depth=4", "44", ""),
        ("alphabeta depth=5", "414155", "sees a win in 2"),  # an open three
        ("alphabeta depth=3", "31415", "sees a loss in 1"),
        ("alphabeta depth=2", "414155", ""),
        ("minimax depth=2", "121212", "sees a win in 1"),
        ("deepening depth=4", "112233", "wins in 1"),
        ("solver", "4444445623333356555225221171", "wins in 1"),
        ("solver", "31415", "loses in 1"),
        ("staged", "121212", ""),  # "wins at once" is its note
    ],
)
def test_a_player_names_the_end_that_it_sees(player, moves, words):
    board = GridBoard.from_moves(moves)
    assert expected_result(board, make_player(player).decide(Game(board))) == words


def test_playouts_give_a_percentage():
    board = GridBoard.from_moves("44")
    decision = make_player("uct playouts=1000 seed=1").decide(Game(board))
    assert decision.value is not None
    assert expected_result(board, decision) == f"scores {round(50 * decision.value + 50)}% in its playouts"


@pytest.mark.parametrize("level", [3, 4, 5, 6])
def test_a_few_playouts_say_nothing(level):
    board = GridBoard.from_moves("44")
    decision = make_player(f"level{level} seed=1").decide(Game(board))
    assert 0 < decision.playouts < 100
    assert expected_result(board, decision) == ""


def test_the_playouts_of_the_move_itself_count():
    board = GridBoard.from_moves("44")
    assert expected_result(board, Decision(3, 0.3, playouts=700, visits={3: 99})) == ""
    assert expected_result(board, Decision(3, 0.3, playouts=700, visits={3: 100})) == "scores 65% in its playouts"


def test_evaluations_and_strange_lines_say_nothing():
    board = GridBoard.from_moves("44")
    for decision in (Decision(0, 999_793.0), Decision(0, float("inf"), line=(0, 99)), Decision(0)):
        assert expected_result(board, decision) == ""
    assert expected_result(board, Decision(0, float("inf"), exact=True, line=(0,))) == "wins"
    assert expected_result(board, Decision(0, 0.0, exact=True)) == "draw"
