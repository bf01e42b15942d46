"""Searches over their socket: the library's own steps, in pieces that the reader asks for, and nothing left behind."""

from __future__ import annotations

import pytest

from plyground.board import Event
from plyground.learn import choose_search, read_board
from tests.waiting import When
from tests.web.thinking import Decoder, Thinking


@pytest.fixture
def thinking(server, anna):
    with Thinking(server, anna) as socket:
        yield socket


def own_run(board, search, **options):
    """What the library reports and decides."""
    events: list[Event] = []
    chosen = choose_search(search, board, **options)
    return events, chosen.search(events.append, When(lambda: False)), chosen


@pytest.mark.parametrize(
    ("rules", "position", "options"),
    [
        ("tictactoe", "b2 a1", {"search": "minimax", "depth": 4}),
        ("tictactoe", "", {"search": "alphabeta", "depth": 5, "evaluator": "openlines"}),
        ("cfour", "4453", {"search": "alphabeta", "depth": 4}),
        ("cfour", "1122", {"search": "minimax", "depth": 3, "evaluator": "segments"}),
        ("4x4 connect=3 blocked=b2", "1", {"search": "minimax", "depth": 3}),
        ("gomoku", "h8", {"search": "alphabeta", "depth": 2}),
        ("tictactoe", "b2", {"search": "montecarlo", "playouts": 20, "seed": 7}),
        ("cfour", "44", {"search": "montecarlo"}),
        ("cfour", "112233", {"search": "uct", "playouts": 300, "seed": 3, "c": 1.5}),
        ("tictactoe", "", {"search": "uct"}),
        ("gomoku", "", {"search": "uct", "playouts": 30}),
        ("cfour", "44", {"search": "alphabeta", "depth": 4, "order": "centre", "table": True}),
        ("tictactoe", "b2", {"search": "deepening", "depth": 4, "table": True}),
        ("cfour", "", {"search": "deepening", "depth": 3, "evaluator": "segments", "order": "evaluated"}),
        (None, "nim 1 2 3", {"search": "minimax", "depth": 10}),
        (None, "nim 3 4 5", {"search": "deepening", "depth": 4, "table": True}),
        (None, "nim 3 4 5", {"search": "uct", "playouts": 200}),
        (None, "[[3,12,8],[2,4,6],[14,5,2]]", {"search": "alphabeta", "depth": 2}),
        (None, "[[3,[1.5,-2]],4]", {"search": "minimax", "depth": 2}),
    ],
)
def test_what_comes_is_what_the_library_reports(thinking, rules, position, options):
    thought = thinking.think(rules=rules, position=position, **options)
    board = read_board(position, rules)
    events, decision, chosen = own_run(board, **options)
    assert Decoder(board).events(thought.events) == events
    start, end = thought.start, thought.end
    assert (start["search"], start["title"]) == (options["search"], chosen.title)
    assert {name: start["options"][name] for name in options if name != "search"} == {
        name: value for name, value in options.items() if name != "search"
    }
    assert (end["steps"], end["kept"], end["text"]) == (len(events), True, "")
    shown = end["decision"]
    assert shown["move"] == board.move_name(decision.move)
    assert shown["value"] == decision.value
    assert shown["values"] == {board.move_name(move): value for move, value in decision.values.items()}
    assert shown["visits"] == {board.move_name(move): visits for move, visits in decision.visits.items()}
    assert [board.parse_move(name) for name in shown["line"]] == list(decision.line)
    assert (shown["nodes"], shown["playouts"], shown["depth"], shown["complete"]) == (
        decision.nodes,
        decision.playouts,
        decision.depth,
        decision.complete,
    )
