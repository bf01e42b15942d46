"""Searches over their socket: the library's own steps, in pieces that the reader asks for, and nothing left behind."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plyground.board import Cut, Event
from plyground.grid import EVALUATORS, parts
from plyground.learn import choose_search, read_board
from tests.waiting import When
from tests.web.people import running
from tests.web.thinking import Decoder, Thinking

AHEAD = 20_000


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


# Pieces, and a reader that is slow or was away


def test_the_server_waits_for_its_reader(thinking):
    """It sends 20,000 steps beyond those that the reader has, in pieces of 2,000 at most, and goes on when asked."""
    number = thinking.send("think", search="minimax", depth=5)
    assert thinking.next()["type"] == "thinking"
    count = has = 0
    for _window in range(2):
        while count < has + AHEAD:
            message = thinking.next()
            assert (message["type"], message["from"]) == ("steps", count)
            assert 1 <= len(message["events"]) <= 2000
            count += len(message["events"])
        assert count == has + AHEAD
        thinking.socket.send('{"type": "ping"}')
        assert thinking.next()["type"] == "pong", "nothing more comes unasked"
        thinking.more(number + 1, count)  # of another search
        thinking.more(number, count // 2)
        has = count // 2
    thinking.socket.send('{"type": "stop"}')
    thinking.more(number, count)
    thinking.socket.send('{"type": "ping"}')
    while (message := thinking.next())["type"] != "pong":
        assert message["type"] == "steps", "of the pieces before"


def test_after_a_lost_connection_it_goes_on(server, anna):
    search: dict[str, Any] = {"search": "uct", "playouts": 400, "position": "4453"}
    with Thinking(server, anna) as socket:
        whole = socket.think(**search)
    with Thinking(server, anna) as socket:
        socket.send("think", **search)
        socket.next()
        begun = socket.next()["events"]
    with Thinking(server, anna) as socket:
        rest = socket.think(first=len(begun), **search)
    assert begun + rest.events == whole.events
    assert rest.start["title"] == whole.start["title"]
    for end in (rest.end, whole.end):
        del end["request"], end["decision"]["seconds"]
    assert rest.end == whole.end
    with Thinking(server, anna) as socket:
        beyond = socket.think(first=10**9, **search)
    assert (beyond.events, beyond.end["steps"]) == ([], len(whole.events))


def test_a_new_search_ends_the_one_before(thinking):
    first = thinking.send("think", search="minimax", depth=6)
    second = thinking.send("think", search="minimax", depth=1, rules="tictactoe")
    while (message := thinking.next())["request"] == first:
        assert message["type"] in ("thinking", "steps")
    assert (message["type"], message["request"]) == ("thinking", second)
    while message["type"] != "thought":
        message = thinking.next()
        assert message["request"] == second


# What is refused


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"search": "alphabet"}, "search"),
        ({"search": ""}, "search"),
        ({"position": "44x"}, "position"),
        ({"position": "1122334"}, "position"),
        ({"position": "[[3,12,8],[2,4,6"}, "position"),
        ({"position": "nim 3 400"}, "position"),
        ({"position": "nim 0 0"}, "position"),
        ({"position": "[[3,12],[2,4]]", "search": "uct"}, "search"),
        ({"position": "nim 3", "evaluator": "segments"}, "evaluator"),
        ({"rules": "7y6"}, "rules"),
        ({"rules": "33x3"}, "rules"),
        ({"evaluator": "nonsense"}, "evaluator"),
        ({"order": "nonsense"}, "order"),
        ({"depth": 0}, "depth"),
        ({"depth": 65}, "depth"),
        ({"depth": -(10**30)}, "depth"),
        ({"search": "uct", "playouts": 50_001}, "playouts"),
        ({"search": "montecarlo", "playouts": 0}, "playouts"),
        ({"search": "uct", "c": -0.5}, "c"),
        ({"game": "mine"}, "game"),
    ],
)
def test_bad_questions_are_answered_with_their_field(server, asked, field):
    for language in ("en", "ko", "zh-CN"):
        with Thinking(server, language=language) as socket:
            refused = socket.refused(**({"search": "alphabeta"} | asked))
            assert (refused["code"], refused["field"]) == ("input", field)
            assert refused["text"].isascii() == (language == "en"), "in the reader's language"


def test_what_is_no_question_is_refused_and_the_socket_stays(thinking):
    for text in ("", "{", "[]", '{"type": "think"}', '{"type": "think", "request": 1, "search": 3}', '"stop"'):
        thinking.socket.send(text)
        refused = thinking.next()
        assert (refused["type"], refused["code"], refused["request"]) == ("refused", "bad_message", None)
    assert thinking.think(search="minimax", depth=1).end["kept"]


def test_no_search_on_a_game_against_a_person(server, anna, bert):
    made = anna.new_game("human", "link")
    assert bert.join(made["links"]["second"]).status_code == 200
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("4")
        with Thinking(server, anna) as socket:
            refused = socket.refused(search="alphabeta", position="4")
            assert (refused["code"], refused["field"]) == ("not_allowed", None)
            refused = socket.refused("depths", search="alphabeta", position="45")
            assert refused["code"] == "not_allowed"
            assert socket.think(search="alphabeta", rules="tictactoe").end["kept"]
            assert socket.think(search="alphabeta", position="nim 3 4 5").end["kept"]


# What is derived


@pytest.mark.parametrize("evaluator", [None, *EVALUATORS])
def test_the_parts_of_a_leaf_are_the_librarys_own(thinking, evaluator):
    thought = thinking.think(search="alphabeta", depth=2, evaluator=evaluator, position="44")
    board = read_board("44")
    number = thought.start["request"]
    for path in ([], ["4"], ["4", "3"], ["1", "1", "1"]):
        thinking.socket.send(json.dumps({"type": "parts", "request": number, "path": path}))
        answer = thinking.next()
        leaf = board
        for name in path:
            leaf = leaf.move(leaf.parse_move(name))
        judge = None if evaluator is None else EVALUATORS[evaluator]
        assert (answer["type"], answer["request"], answer["path"]) == ("parts", number, path)
        assert answer["value"] == (leaf.evaluate(board.turn) if judge is None else judge(leaf, board.turn))
        assert [(part["cells"], part["side"], part["value"]) for part in answer["parts"]] == [
            (list(part.cells), part.side.name.lower(), part.value) for part in parts(judge, leaf, board.turn)
        ]


def test_the_parts_of_a_win_that_is_worth_everything(thinking):
    number = thinking.think(search="minimax", depth=1, evaluator="openlines", position="414141").start["request"]
    thinking.socket.send(json.dumps({"type": "parts", "request": number, "path": ["4"]}))
    answer = thinking.next()
    assert answer["value"] == "inf"
    assert [(part["cells"], part["value"]) for part in answer["parts"]] == [(["d1", "d2", "d3", "d4"], "inf")]


def test_parts_may_be_asked_for_at_once(thinking):
    number = thinking.send("think", search="minimax", depth=1)
    thinking.socket.send(json.dumps({"type": "parts", "request": number, "path": ["4"]}))
    while (message := thinking.next())["type"] != "parts":
        assert message["type"] in ("thinking", "steps", "thought")
    assert (message["request"], message["path"]) == (number, ["4"])


def test_parts_of_what_is_not_there_are_refused(thinking):
    assert thinking.refused("parts", path=[])["code"] == "no_search"
    number = thinking.think(search="minimax", depth=1).start["request"]
    for path in (["9"], ["1"] * 7, ["1", "2", "1", "2", "1", "2", "1", "3"]):
        thinking.socket.send(json.dumps({"type": "parts", "request": number, "path": path}))
        refused = thinking.next()
        assert (refused["type"], refused["field"]) == ("refused", "path")
    refused = thinking.refused(search="nonsense")["request"]
    thinking.socket.send(json.dumps({"type": "parts", "request": refused, "path": []}))  # said already
    number = thinking.think(search="minimax", depth=2, position="[[3,12],[2,4]]").start["request"]
    thinking.socket.send(json.dumps({"type": "parts", "request": number, "path": ["1", "2"]}))
    answer = thinking.next()
    assert (answer["value"], answer["parts"]) == (12, [])


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("4453", {"search": "alphabeta", "order": "centre"}),
        ("44", {"search": "minimax"}),
        ("", {"search": "deepening", "table": True}),
        ("[[3,12,8],[2,[4,1],6],[14,5,2]]", {"search": "alphabeta"}),
    ],
)
def test_a_row_of_depths_is_what_each_depth_chooses(thinking, position, options):
    number = thinking.send("depths", position=position, most=4, **options)
    board = read_board(position)
    rows = []
    for depth in range(1, 5):
        events, decision, _chosen = own_run(board, depth=depth, **options)
        cuts = sum(isinstance(event, Cut) for event in events)
        rows.append(
            {
                "depth": depth,
                "move": board.move_name(decision.move),
                "value": decision.value,
                "nodes": decision.nodes,
                "cuts": cuts,
            }
        )
        answer = thinking.next()
        assert (answer["type"], answer["request"]) == ("depths", number)
        assert (answer["rows"], answer["complete"]) == (rows, depth == 4)


def test_depths_do_not_end_the_search_beside_them(thinking):
    first = thinking.send("think", search="alphabeta", depth=3)
    second = thinking.send("depths", search="alphabeta", most=2)
    ends = {("thought", first): False, ("depths", second): False}
    while not all(ends.values()):
        message = thinking.next()
        kind = message["type"], message["request"]
        assert kind in (("thinking", first), ("steps", first), *ends)
        ends[kind] = message.get("complete", True)
    assert thinking.refused("depths", search="uct")["field"] == "search"


# Games of the owner's own

COINS = """
from plyground import Board, Side

class Coins(Board):
    def __init__(self, coins=6, turn=Side.FIRST):
        self.coins, self._turn = coins, turn
    turn = property(lambda self: self._turn)
    legal_moves = property(lambda self: [take for take in (1, 2, 3) if take <= self.coins])
    is_win = property(lambda self: self.coins == 0)
    def move(self, move):
        return Coins(self.coins - move, self.turn.opposite)
    def evaluate(self, side):
        return 0 if not self.is_win else 1 / BROKEN if self.winner is side else -1
    def __str__(self):
        return f"{self.coins} coins"

BROKEN = 1
def broken():
    global BROKEN
    BROKEN = 0
    return Coins(80)
"""


def test_a_game_that_the_owner_added(tmp_path):
    file = tmp_path / "coins.py"
    file.write_text(COINS)
    games = {"coins": f"{file}:Coins", "broken": f"{file}:broken"}
    with (
        running(tmp_path, str(tmp_path / "games.sqlite"), settings={"games": games}) as server,
        Thinking(server) as thinking,
    ):
        assert server.get("/api/meta").json()["games"] == ["coins", "broken"]
        thought = thinking.think(search="alphabeta", depth=8, game="coins", position="1")
        assert thought.start["game"] == {"kind": "own", "name": "coins"}
        assert thought.start["position"] == {"text": "5 coins", "turn": "second"}
        assert thought.events[0][-1] == "5 coins"
        assert (thought.end["decision"]["move"], thought.end["decision"]["value"]) == ("1", 1)
        refused = thinking.refused(search="alphabeta", game="nothing")
        assert (refused["field"], "coins, broken" in refused["text"]) == ("game", True)
        assert thinking.refused(search="alphabeta", game="coins", position="7")["field"] == "position"
        # A bug in the game is named by file and line.
        number = thinking.send("think", search="minimax", depth=6, game="broken", position="3 " * 25)
        while (message := thinking.next())["type"] != "refused":
            pass
        assert message["request"] == number
        assert message["text"].startswith("The game in 'coins.py' does not work, line 13: ZeroDivisionError")
        assert server.faults == ""
