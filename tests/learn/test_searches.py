"""The searches that can be watched, by name and with their options, on any board."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from plyground import CFOUR, TICTACTOE, GridBoard, Side
from plyground.board import Event
from plyground.errors import InputError, PositionError, UnknownNameError, UnsupportedError
from plyground.grid import EVALUATORS, POSITION, SEGMENTS
from plyground.learn import ORDERS, SEARCHES, Nim, NumberTree, best_first, choose_search
from plyground.search import Table, alphabeta
from tests.search.test_depth_first import Relay

TREE = NumberTree.parse("[[3,12,8],[2,4,6],[14,5,2]]")
DEPTH_FIRST = [name for name, options in SEARCHES.items() if "depth" in options]
PLAYING = [name for name in SEARCHES if name not in DEPTH_FIRST]


def events_of(name: str, board: Any, **how: Any) -> list[Event]:
    """Of a search that is run twice: the second time has to be as the first."""
    chosen = choose_search(name, board, **how)
    runs: list[list[Event]] = []
    for _ in range(2):
        events: list[Event] = []
        chosen.search(events.append, threading.Event())
        runs.append(events)
    assert runs[0] == runs[1]
    return runs[0]


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("board", [GridBoard(CFOUR), GridBoard(TICTACTOE), Nim((1, 2))])
def test_a_chosen_search_can_be_run_again(name, board):
    assert events_of(name, board, table="table" in SEARCHES[name], order="evaluated")


def test_the_options_are_filled_in_and_in_the_title():
    board = GridBoard(CFOUR)
    chosen = choose_search("alphabeta", board, evaluator="position", order="centre", table=True)
    assert (chosen.name, chosen.board) == ("alphabeta", board)
    assert chosen.options == {"depth": 3, "evaluator": "position", "order": "centre", "table": True}
    assert chosen.title == "alphabeta depth=3 evaluator=position order=centre table"
    assert choose_search("deepening", board, depth=2).title == "deepening depth=2"
    assert choose_search("uct", board).options == {"playouts": 40, "seed": 0, "c": 0.7}
    assert choose_search("uct", board, c=1.5, seed=3).title == "uct playouts=40 seed=3 c=1.5"
    assert choose_search("montecarlo", board, playouts=2).title == "montecarlo playouts=2 seed=0"


def test_the_options_reach_the_search():
    board = GridBoard.from_moves("4453")
    events: list[Event] = []
    alphabeta(board, 4, POSITION, events.append, order=best_first(POSITION), table=Table())
    assert events_of("alphabeta", board, depth=4, evaluator="position", order="evaluated", table=True) == events


@pytest.mark.parametrize("name", PLAYING)
def test_random_games_need_winners(name):
    with pytest.raises(UnsupportedError, match="this game has no winners; use minimax, alphabeta, deepening"):
        choose_search(name, TREE)


@pytest.mark.parametrize("name", DEPTH_FIRST)
def test_a_tree_of_numbers_is_searched(name):
    chosen = choose_search(name, TREE, depth=2)
    decision = chosen.search(lambda event: None, threading.Event())
    assert (decision.move, decision.value) == (1, 3)


def test_what_is_for_grids_is_refused_for_other_games():
    with pytest.raises(UnsupportedError, match="the order 'centre' is for grids, not for Nim"):
        choose_search("minimax", Nim((1, 2)), order="centre")
    with pytest.raises(UnsupportedError, match="this evaluator looks at grids, not at NumberTree"):
        choose_search("minimax", TREE, evaluator="segments")
    with pytest.raises(UnsupportedError, match="give Relay an __eq__ and a __hash__"):
        choose_search("alphabeta", Relay(), table=True)
    with pytest.raises(PositionError, match="the board is None"):
        choose_search("alphabeta", None)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="there is no order of moves 'x'; known are legal, centre"):
        choose_search("alphabeta", TREE, order="x")
    with pytest.raises(InputError):
        choose_search("alphabeta", TREE, depth=0)


# Orders


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("board", [GridBoard.from_moves("445"), GridBoard.from_moves("b2 a1", TICTACTOE)])
def test_an_order_has_every_legal_move_once(name, board):
    assert sorted(ORDERS[name](board)) == sorted(board.legal_moves)


def test_the_centre_comes_first():
    assert list(ORDERS["centre"](GridBoard(CFOUR))) == [3, 2, 4, 1, 5, 0, 6]
    assert list(ORDERS["centre"](GridBoard("6x5"))) == [2, 3, 1, 4, 0, 5]
    board = GridBoard(TICTACTOE)
    assert " ".join(board.move_name(move) for move in ORDERS["centre"](board)) == "b2 b3 a2 c2 b1 a3 c3 a1 c1"


def test_evaluated_is_best_first_for_the_side_to_move():
    board = GridBoard.from_moves("44455")
    for judge in (None, *EVALUATORS.values()):
        order = best_first(judge)
        value = SEGMENTS if judge is None else judge
        values = [value(board.move(move), Side.SECOND) for move in order(board)]
        assert values == sorted(values, reverse=True)
    assert ORDERS["evaluated"](board) == best_first(SEGMENTS)(board)
    assert list(ORDERS["reversed"](board)) == [6, 5, 4, 3, 2, 1, 0]
    assert list(ORDERS["legal"](board)) == [0, 1, 2, 3, 4, 5, 6]
