"""Games as people play them: by link, at one device, against computers, watched, taken back, on the clock."""

from __future__ import annotations

import time

import pytest

from plyground.grid import GridBoard, parse_rules
from plyground.reviews import hint as ask_for_hint
from plyground.solver import Solver
from plyground.store.database import Database
from plyground.store.games import get_game
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE
from tests.web.people import Person, replayed

WIN_OF_FIRST = "1212121"  # down the first column


def by_link(anna, bert, **more):
    """A game of two people at two devices; Anna moves first."""
    made = anna.new_game("human", "link", **more)
    assert made["you"] == ["first"]
    joined = bert.join(made["links"]["second"], name="Bert")
    assert joined.status_code == 200, joined.text
    assert joined.json()["you"] == ["second"]
    return made["id"]


def test_two_people_play_a_game_by_link_while_another_watches(server, anna, bert):
    game = by_link(anna, bert)
    with Person(server) as carla, anna.sit(game) as a, bert.sit(game) as b, carla.sit(game) as c:
        for chair, you in ((a, ["first"]), (b, ["second"]), (c, [])):
            assert chair.first()["you"] == you
        for ply, move in enumerate(WIN_OF_FIRST):
            (a if ply % 2 == 0 else b).play(move)
            states = [chair.at(ply + 1) for chair in (a, b, c)]
            for state in states[1:]:
                assert {**state, "you": None} == {**states[0], "you": None}
        assert a.state["outcome"] == "first wins"
        assert a.state["termination"] == "win"
        assert a.state["legal"] == []
        assert sorted(a.state["winning"]) == [[0, row] for row in range(4)]
        assert a.state["players"]["second"]["name"] == "Bert"
        c.send(type="resign")
        assert c.error()["code"] == "not_your_seat"
        a.send(type="move", ply=7, move="3")
        assert a.error()["code"] == "game_over"
    with Database.open(server.database) as database:
        record = get_game(database, game)
    assert record is not None
    assert record.moves_text == WIN_OF_FIRST
    assert record.game().winner is not None


def test_a_move_that_is_sent_again_is_played_once(anna, bert):
    game = by_link(anna, bert)
    with anna.sit(game) as a, bert.sit(game) as b:
        a.first(), b.first()
        for _time in range(3):
            a.send(type="move", ply=0, move="4")
        assert a.at(1)["ply"] == 1
        b.at(1)
        b.play("4")
        a.at(2)
        a.send(type="move", ply=0, move="4")  # long after
        seq = a.state["seq"]
        a.send(type="ping")
        a.until(lambda message: message["type"] == "pong")
        assert a.state["seq"] == seq
        assert [move["move"] for move in a.state["moves"]] == ["4", "4"]
        assert not [message for message in a.heard if message["type"] == "error"]
        a.send(type="move", ply=0, move="5")  # another move for that ply
        assert a.error()["code"] == "wrong_ply"
        a.send(type="move", ply=1, move="4")  # the ply of the other side
        assert a.error()["code"] == "wrong_ply"


def test_what_is_none_of_ones_business_is_refused(server, anna, bert):
    game = by_link(anna, bert, rules="tictactoe")
    with Person(server) as carla, anna.sit(game) as a, bert.sit(game) as b, carla.sit(game) as c:
        a.first(), b.first(), c.first()
        for chair, message, code in (
            (b, {"type": "move", "ply": 0, "move": "b2"}, "not_your_turn"),
            (c, {"type": "move", "ply": 0, "move": "b2"}, "not_your_seat"),
            (c, {"type": "undo", "ply": 0}, "not_your_seat"),
            (c, {"type": "hint"}, "not_your_seat"),
            (c, {"type": "rematch"}, "not_your_seat"),
            (a, {"type": "move", "ply": 1, "move": "b2"}, "wrong_ply"),
            (a, {"type": "move", "ply": 0, "move": "z9"}, "illegal_move"),
            (a, {"type": "move", "ply": 0, "move": "d1"}, "illegal_move"),
            (a, {"type": "undo", "ply": 0}, "not_allowed"),
            (a, {"type": "undo", "ply": 5}, "wrong_ply"),
            (a, {"type": "rematch"}, "not_allowed"),
            (a, {"type": "hint"}, "not_allowed"),
            (a, {"type": "move", "ply": 0}, "bad_message"),
            (a, {"type": "move", "ply": "0", "move": "b2"}, "bad_message"),
            (a, {"type": "move", "ply": 0, "move": "b2", "more": 1}, "bad_message"),
            (a, {"type": "dance"}, "bad_message"),
        ):
            chair.send(**message)
            assert chair.error()["code"] == code, message
        a.play("b2")
        b.at(1)
        b.send(type="move", ply=1, move="b2")
        error = b.error()
        assert (error["code"], error["text"]) == ("illegal_move", "Cell b2 is taken; choose a free cell")
        assert b.first()["ply"] == 1  # a refusal comes with the state


def test_a_seat_is_taken_once(server, anna, bert):
    made = anna.new_game("link", "human")
    link = made["links"]["first"]
    assert made["you"] == ["second"]
    assert bert.join(link).status_code == 200
    assert bert.join(link).status_code == 200  # a second time is fine
    with Person(server) as carla:
        refused = carla.join(link)
        assert (refused.status_code, refused.json()["code"]) == (409, "taken")
        refused = carla.join(link[:-3] + "abc")
        assert (refused.status_code, refused.json()["code"]) == (403, "bad_link")
        refused = carla.join("/game/nothing#join=secret")
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        state = carla.http.get(f"/api/games/{made['id']}").json()
        assert state["you"] == []
        assert state["players"]["first"]["taken"]


def test_a_guest_who_watched_can_take_the_seat(anna, bert):
    made = anna.new_game("human", "link")
    with anna.sit(made["id"]) as a, bert.sit(made["id"]) as b:
        assert not a.first()["players"]["second"]["taken"]
        assert b.first()["you"] == []
        bert.join(made["links"]["second"])
        b.until(lambda message: message["type"] == "state" and message["you"] == ["second"])
        a.until(lambda message: message["type"] == "state" and message["players"]["second"]["connected"])
        a.play("4")
        b.at(1)
        b.play("4")


def test_who_opens_their_own_link_plays_alone(anna):
    made = anna.new_game("human", "link")
    assert anna.join(made["links"]["second"]).json()["you"] == ["first", "second"]
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("4")
        chair.play("4")
        chair.send(type="undo", ply=2)
        chair.at(1)
        chair.send(type="resign")
        chair.until(lambda message: message["type"] == "state" and message["outcome"] == "first wins")
        chair.send(type="rematch")
        chair.until(lambda message: message["type"] == "state" and message["rematch"])


def test_a_friend_by_link_against_a_computer(anna, bert):
    made = anna.new_game("link", "winblock")
    assert made["you"] == []
    bert.join(made["links"]["first"])
    with anna.sit(made["id"]) as a, bert.sit(made["id"]) as b:
        assert a.first()["you"] == []
        b.first()
        b.play("4")
        b.at(2), a.at(2)
        b.send(type="hint")
        b.until(lambda message: message["type"] == "hint")
        b.send(type="undo", ply=2)  # a computer agrees at once
        b.at(0), a.at(0)


def test_a_link_to_no_game(anna):
    assert anna.http.get("/api/games/0123456789").status_code == 404
    with anna.sit("0123456789") as chair:
        assert chair.error()["code"] == "not_found"
        assert chair.closed()[0] == 4404


def test_two_people_at_one_device(anna):
    made = anna.new_game(rules="3x3 connect=3", position="2")
    assert made["you"] == ["first", "second"]
    with anna.sit(made["id"]) as chair:
        assert chair.first()["turn"] == "second"
        for move in "131":
            chair.play(move)
        chair.send(type="undo", ply=3)
        assert chair.at(2)["moves"][-1]["move"] == "3"
        chair.send(type="resign")
        assert chair.first()["outcome"] == "first wins"  # the second was to move
        chair.send(type="rematch")
        again = chair.first()["rematch"]
    with anna.sit(again) as chair:
        state = chair.first()
        assert (state["ply"], state["start"], state["you"]) == (0, ".../.../.x. o", ["first", "second"])


def test_a_computer_answers_and_is_taken_back_with(anna):
    made = anna.new_game("human", "level3")
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("4")
        chair.at(2)
        kinds = [message["type"] for message in chair.heard]
        assert kinds[-3:] == ["thinking", "thinking", "state"] or "thinking" in kinds
        done = [message for message in chair.heard if message["type"] == "thinking" and message["done"]]
        assert [(message["ply"], message["side"]) for message in done] == [(1, "second")]
        chair.send(type="undo", ply=2)
        assert chair.at(0)["turn"] == "first"
        chair.play("1")
        chair.at(2)
        chair.send(type="resign")
        assert chair.first()["outcome"] == "second wins"
        chair.send(type="rematch")
        again = chair.first()["rematch"]
    with anna.sit(again) as chair:
        state = chair.until(lambda message: message["type"] == "state" and message["ply"] == 1)
        assert state["you"] == ["second"]  # seats swapped, so the computer has begun
        assert state["players"]["first"]["player"] == "level3"
        assert state["moves"][0]["side"] == "first"


def test_a_computer_thinks_visibly(anna, ready):
    """Messages come while it searches: the count grows, and in the end every move has a value."""

    def counts_shown() -> int:
        made = anna.new_game("human", "champion time=1 exact=no", rules="9x9 connect=5")
        with anna.sit(made["id"]) as chair:
            chair.first()
            chair.play("5")
            chair.at(2)
            seen = [message for message in chair.heard if message["type"] == "thinking"]
        playouts = [message["playouts"] for message in seen]
        assert playouts == sorted(playouts)
        assert [message["done"] for message in seen] == [False] * (len(seen) - 1) + [True]
        assert {each["move"] for each in seen[-1]["considered"]} == set("123456789")
        assert seen[-1]["line"][0]["move"] == chair.state["moves"][1]["move"]
        assert seen[-1]["value"] == chair.state["moves"][1]["value"]
        return len({message["playouts"] for message in seen if not message["done"]})

    # A busy machine may give the search no time within its second; the next game shows it.
    assert any(counts_shown() >= 3 for _game in range(20))


def test_a_search_without_an_end_of_its_own_takes_what_its_options_say(anna):
    for player, playouts in (("uct compiled=yes", 1000), ("champion exact=no", None)):
        made = anna.new_game("human", player, rules="12x12 connect=4 blocked=f6")
        with anna.sit(made["id"]) as chair:
            chair.first()
            chair.play("5")
            chair.at(2)
            done = [message for message in chair.heard if message["type"] == "thinking"][-1]
        assert playouts in (None, done["playouts"])
        assert done["seconds"] < ServerSettings().think_seconds, "not all that the server would allow"


def test_computers_play_each_other_to_the_end(anna):
    made = anna.new_game("level2", "winblock seed=4", rules="4x4 connect=3")
    assert made["you"] == []
    with anna.sit(made["id"]) as chair:
        end = chair.until(lambda message: message["type"] == "state" and message["outcome"] != "open")
    assert replayed(end).is_over


def test_a_computer_takes_its_natural_time(anna):
    def shown_while_it_waits() -> bool:
        made = anna.new_game("human", "random", rules="tictactoe")
        with anna.sit(made["id"], natural=True) as chair:
            chair.first()
            began = time.monotonic()  # before the server can begin to count
            chair.play("b2")
            shown = chair.until(lambda message: message["type"] == "thinking" and message["done"])
            assert shown["player"] == "random"
            chair.send(type="ping")
            chair.until(lambda message: message["type"] == "pong")
            waiting = bool(chair.state["ply"] == 1)
            chair.at(2)
            assert time.monotonic() - began >= 0.95
            return waiting

    # Where the pong of a busy machine comes after the move, the next game shows it.
    assert any(shown_while_it_waits() for _game in range(20)), "what it thought is not shown before its move"


@pytest.mark.parametrize("moves", ["4444445623333356555225", "44556", "44444452"])
def test_a_hint_is_a_best_move(anna, moves):
    board = GridBoard.from_moves(moves)
    best = Solver(board.rules, table_mb=16).analyse(board, line=False)
    made = anna.new_game(position=moves)
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.send(type="hint")
        hint = chair.until(lambda message: message["type"] == "hint")
    assert hint["exact"]
    assert hint["move"] in [board.move_name(move) for move in best.best]
    assert hint["score"] == best.value.score
    assert hint["words"] == best.value.words
    assert hint["text"] == str(ask_for_hint(board))
    assert hint["source"] in ("book", "solver")


def test_a_move_by_link_is_taken_back_if_both_agree(anna, bert):
    game = by_link(anna, bert)
    with anna.sit(game) as a, bert.sit(game) as b:
        a.first(), b.first()
        a.play("4"), b.at(1)
        b.play("3"), a.at(2)
        a.send(type="undo", ply=2)
        asked = b.until(lambda message: message["type"] == "state" and message["undo_offer"] == "first")
        assert asked["ply"] == 2
        b.send(type="undo", ply=2)
        assert a.at(0)["undo_offer"] is None
        b.at(0)
        a.play("1"), b.at(1)
        b.send(type="undo", ply=1)
        assert b.error()["code"] == "not_allowed"  # Bert has no move to take back
        a.send(type="undo", ply=1)
        b.until(lambda message: message["type"] == "state" and message["undo_offer"] == "first")
        b.play("1")  # which declines the offer
        assert a.at(2)["undo_offer"] is None


def test_a_rematch_by_link_has_the_seats_swapped(anna, bert):
    game = by_link(anna, bert)
    with anna.sit(game) as a, bert.sit(game) as b:
        a.first(), b.first()
        a.send(type="resign")
        b.until(lambda message: message["type"] == "state" and message["termination"] == "resignation")
        a.send(type="rematch")
        b.until(lambda message: message["type"] == "state" and message["rematch_offer"] == "first")
        assert b.state["rematch"] is None
        b.send(type="rematch")
        again = b.until(lambda message: message["type"] == "state" and message["rematch"])["rematch"]
        assert a.until(lambda message: message["type"] == "state" and message["rematch"])["rematch"] == again
        b.send(type="rematch")  # asking again makes no third game
        b.send(type="ping")
        b.until(lambda message: message["type"] == "pong")
        assert b.state["rematch"] == again
    with anna.sit(again) as a, bert.sit(again) as b:
        assert a.first()["you"] == ["second"]
        assert b.first()["you"] == ["first"]
        assert b.state["players"]["first"]["name"] == "Bert"
        b.play("4"), a.at(1)
        a.play("4")


def test_a_clock_charges_thinking_and_adds_the_increment(anna, bert):
    game = by_link(anna, bert, clock={"seconds": PATIENCE, "increment": 0.5})
    with anna.sit(game) as a, bert.sit(game) as b:
        assert a.first()["clocks"] == {"first": PATIENCE, "second": PATIENCE, "increment": 0.5, "running": None}
        b.first()
        a.play("4"), b.at(1)
        began = time.monotonic()
        b.play("4"), a.at(2)
        took = time.monotonic() - began
        assert a.state["clocks"]["running"] == "first"
        assert PATIENCE + 0.5 - took <= a.state["clocks"]["first"] <= PATIENCE + 0.5
        assert a.state["clocks"]["second"] == PATIENCE + 0.5
        time.sleep(0.2)  # Anna thinks
        a.play("3"), b.at(3)
        took = time.monotonic() - began
        assert PATIENCE + 1 - took <= b.state["clocks"]["first"] <= PATIENCE + 1 - 0.2
        assert b.state["clocks"]["running"] == "second"


def test_a_clock_runs_out(anna, bert):
    game = by_link(anna, bert, clock={"seconds": 0.2, "increment": 0})
    with anna.sit(game) as a, bert.sit(game) as b:
        a.first(), b.first()
        time.sleep(0.3)  # longer than there is time: the first moves are free
        a.play("4"), b.at(1)
        time.sleep(0.3)
        b.play("4"), a.at(2)
        end = a.until(lambda message: message["type"] == "state" and message["outcome"] != "open")
        assert (end["outcome"], end["termination"]) == ("second wins", "timeout")
        assert end["clocks"]["first"] == 0
        assert end["legal"] == []


def test_who_comes_back_gets_what_was_missed(anna, bert):
    game = by_link(anna, bert)
    with bert.sit(game) as b:
        with anna.sit(game) as a:
            a.first(), b.first()
            a.play("4"), b.at(1)
            seen = a.state["seq"]
        b.until(lambda message: message["type"] == "state" and not message["players"]["first"]["connected"])
        b.play("5")
        with anna.sit(game, since=seen) as a:
            state = a.first()
            assert (state["ply"], state["missed"], state["you"]) == (2, 1, ["first"])
            b.until(lambda message: message["type"] == "state" and message["players"]["first"]["connected"])


def test_games_on_other_boards(anna):
    rules = "5x4 connect=3 gravity=no blocked=c2"
    made = anna.new_game(rules=rules, position="x..../...../..#../..... o")
    with anna.sit(made["id"]) as chair:
        state = chair.first()
        assert parse_rules(state["rules"]) == parse_rules(rules)
        assert state["stones"] == [{"cell": [0, 3], "side": "first", "ply": None}]
        assert state["turn"] == "second"
        chair.send(type="move", ply=0, move="c2")
        assert "blocked" in chair.error()["text"]
        chair.play("e1")
        assert chair.state["stones"][-1] == {"cell": [4, 0], "side": "second", "ply": 0}


def test_a_lot_decides_who_begins(anna):
    seats = {tuple(anna.new_game("human", "random", lot=True)["you"]) for _time in range(30)}
    assert seats == {("first",), ("second",)}


@pytest.mark.parametrize(
    ("body", "field", "place"),
    [
        ({"rules": "9x7 conect=5"}, "rules", 4),
        ({"rules": "0x7"}, "rules", None),
        ({"position": "44444441"}, "position", 6),
        ({"position": "1212121"}, "position", None),
        ({"first": {"kind": "computer"}}, "first.player", None),
        ({"first": {"kind": "human", "player": "level1"}}, "first.player", None),
        ({"second": {"kind": "computer", "player": "lvel1"}}, "second.player", None),
        ({"second": {"kind": "robot"}}, "second.kind", None),
        ({"clock": {"seconds": -1}}, "clock.seconds", None),
        ({"rules": "12x12", "second": {"kind": "computer", "player": "solver"}}, "second.player", None),
    ],
)
def test_what_is_wrong_is_said_at_its_field(anna, body, field, place):
    seats = {"first": {"kind": "human"}, "second": {"kind": "human"}}
    answer = anna.http.post("/api/games", json=seats | body)
    assert answer.status_code == 422
    problem = answer.json()
    assert (problem["field"], problem["place"]) == (field, place)
    assert problem["text"]


def test_everybody_reads_their_own_language(server, anna):
    with Person(server, language="ko-KR,ko;q=0.9,en;q=0.5") as kim:
        game = by_link(anna, kim, rules="tictactoe")
        with anna.sit(game) as a, kim.sit(game) as k:
            a.first(), k.first()
            a.send(type="move", ply=0, move="z9")
            english = a.error()["text"]
            a.play("b2"), k.at(1)
            k.send(type="move", ply=1, move="b2")
            korean = k.error()["text"]
    assert english.isascii()
    assert any("가" <= letter <= "힣" for letter in korean)
