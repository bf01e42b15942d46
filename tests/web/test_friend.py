"""A friend by link, at the server: names, offers that are declined, games that are claimed, and no solver meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from plyground.board import Side
from plyground.game import Termination
from plyground.store import Database, games_against_people, get_game
from plyground.web.serving.server import addresses
from tests.waiting import PATIENCE
from tests.web.asking import Asking
from tests.web.people import Chair, Person, Server, running


def by_link(anna: Person, bert: Person, **more: Any) -> str:
    """A game of two people at two devices; Anna moves first."""
    made = anna.new_game({"kind": "human", "name": "Anna"}, "link", **more)
    assert bert.join(made["links"]["second"], name="Bert").status_code == 200
    return str(made["id"])


def state_with(chair: Chair, **wanted: Any) -> dict[str, Any]:
    """Waits for a state with these values."""
    if chair.state and all(chair.state[name] == value for name, value in wanted.items()):
        return chair.state
    return chair.until(
        lambda message: message["type"] == "state" and all(message[name] == value for name, value in wanted.items())
    )


def names(state: dict[str, Any]) -> tuple[str, str]:
    return state["players"]["first"]["name"], state["players"]["second"]["name"]


# Offers


def test_an_undo_is_declined_and_may_be_asked_for_again(anna, bert):
    game = by_link(anna, bert)
    with anna.sit(game) as a, bert.sit(game) as b:
        a.first(), b.first()
        b.send(type="decline")
        assert b.error()["code"] == "not_allowed"  # nobody asked
        a.play("4"), b.at(1)
        a.send(type="undo", ply=1)
        state_with(b, undo_offer="first")
        b.send(type="decline")
        state_with(b, undo_offer=None)
        state_with(a, undo_offer="first")
        assert state_with(a, undo_offer=None)["ply"] == 1
        a.send(type="undo", ply=1)
        state_with(b, undo_offer="first")
        a.send(type="decline")  # Anna thinks better of it
        assert state_with(b, undo_offer=None)["ply"] == 1


def test_a_rematch_is_declined(server, anna, bert):
    game = by_link(anna, bert)
    with Person(server) as carla, anna.sit(game) as a, bert.sit(game) as b, carla.sit(game) as c:
        a.first(), b.first(), c.first()
        a.send(type="resign")
        state_with(b, termination="resignation")
        b.send(type="rematch")
        state_with(a, rematch_offer="second"), state_with(c, rematch_offer="second")
        c.send(type="decline")
        assert c.error()["code"] == "not_your_seat"
        a.send(type="decline")
        state_with(b, rematch_offer="second")
        assert state_with(b, rematch_offer=None)["rematch"] is None


def test_an_offer_is_declined_at_another_worker(two):
    one, other = two
    with Person(one) as anna, Person(other) as bert:
        game = by_link(anna, bert)
        with anna.sit(game) as a, bert.sit(game) as b:
            a.first(), b.first()
            a.play("4"), b.at(1)
            for _time in range(2):
                a.send(type="undo", ply=1)
                state_with(b, undo_offer="first"), state_with(a, undo_offer="first")
                b.send(type="decline")
                state_with(a, undo_offer=None), state_with(b, undo_offer=None)


# Names


def test_names_are_given_with_the_seat_and_changed_while_the_game_runs(server, anna, bert):
    game = by_link(anna, bert)
    with anna.sit(game) as a, bert.sit(game) as b:
        assert names(a.first()) == names(b.first()) == ("Anna", "Bert")
        b.send(type="name", name="  <b>Bert\u202e\n the  Bold</b> ")
        shown = ("Anna", "<b>Bert the Bold</b>")
        assert names(a.until(lambda message: message["type"] == "state" and names(message)[1] != "Bert")) == shown
        a.send(type="name", name="x" * 41)
        assert a.error()["code"] == "bad_message"
        a.send(type="resign")
        state_with(b, termination="resignation")
        b.send(type="name", name="Somebody else")
        assert b.error()["code"] == "game_over"
    with Database.open(server.database) as database:
        record = get_game(database, game)
    assert record is not None
    assert record.players == shown


def test_two_people_at_one_screen_have_no_names_to_change(anna):
    with anna.sit(anna.new_game()["id"]) as chair:
        chair.first()
        chair.send(type="name", name="Anna")
        assert chair.error()["code"] == "not_allowed"


# Claims


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which a game can be claimed almost at once."""
    home = tmp_path_factory.mktemp("hasty")
    settings = {"claim_seconds": 0.1}
    with running(home, str(home / "games.sqlite"), settings=settings) as started:
        yield started
        assert started.faults == ""


def test_a_game_is_claimed_from_somebody_who_is_to_move_and_away(hasty):
    with Person(hasty) as anna, Person(hasty) as bert, Person(hasty) as carla:
        game = by_link(anna, bert)
        with anna.sit(game) as a, carla.sit(game) as c:
            with bert.sit(game) as b:
                a.first(), b.first(), c.first()
                a.play("4"), b.at(1)
                assert a.state["claim_in"] is None
                a.send(type="claim")
                assert a.error()["code"] == "not_allowed"  # Bert is here
            a.until(lambda message: message["type"] == "state" and message["claim_in"] is not None)
            c.send(type="claim")
            assert c.error()["code"] == "not_your_seat"
            end = claimed(a)
            assert (end["outcome"], end["termination"], end["legal"]) == ("first wins", "abandonment", [])
            a.send(type="claim")
            assert a.error()["code"] == "game_over"
        with bert.sit(game) as b:
            assert (b.first()["termination"], b.state["claim_in"]) == ("abandonment", None)
        with Database.open(hasty.database) as database:
            record = get_game(database, game)
        assert record is not None
        assert (record.termination, record.game().winner) == (Termination.ABANDONMENT, Side.FIRST)


def claimed(chair: Chair) -> dict[str, Any]:
    """Claims the game again and again, until the server agrees."""
    while True:
        chair.send(type="claim")
        answer = chair.until(lambda message: message["type"] == "error" or message.get("termination") is not None)
        if answer["type"] == "state":
            return answer
        time.sleep(0.1)  # the server counts messages


def test_nobody_claims_a_game_in_which_it_is_their_own_turn(hasty):
    with Person(hasty) as anna, Person(hasty) as bert:
        game = by_link(anna, bert)
        with anna.sit(game) as a:
            with bert.sit(game) as b:
                a.first(), b.first()
            a.until(lambda message: message["type"] == "state" and not message["players"]["second"]["connected"])
            assert a.state["claim_in"] is None
            a.send(type="claim")
            assert a.error()["code"] == "not_allowed"
            a.play("4")
            assert a.state["claim_in"] is not None  # from now on Bert keeps Anna waiting


def test_nobody_claims_a_game_that_the_friend_has_not_joined(hasty):
    with Person(hasty) as anna:
        made = anna.new_game("human", "link")
        with anna.sit(made["id"]) as a:
            a.first()
            a.play("4")
            assert a.state["claim_in"] is None
            a.send(type="claim")
            assert a.error()["code"] == "not_allowed"


def test_a_game_is_not_claimed_too_early(tmp_path):
    settings = {"claim_seconds": 10 * PATIENCE}
    database = str(tmp_path / "games.sqlite")
    with running(tmp_path, database, settings=settings) as slow, Person(slow) as anna, Person(slow) as bert:
        game = by_link(anna, bert)
        with anna.sit(game) as a:
            a.first()
            a.play("4")
            assert 0 < a.state["claim_in"] <= 10 * PATIENCE
            a.send(type="claim")
            refused = a.error()
            assert refused["code"] == "not_allowed"
            assert "3000 seconds" in refused["text"]
            with bert.sit(game) as b:
                assert b.first()["claim_in"] is None
                state_with(a, claim_in=None)


def test_a_claim_over_two_workers(two):
    one, other = two
    with Person(one) as anna, Person(other) as bert:
        game = by_link(anna, bert)
        with anna.sit(game) as a:
            with bert.sit(game) as b:
                b.first()
                a.until(lambda message: message["type"] == "state" and message["players"]["second"]["connected"])
                a.play("4"), b.at(1)
                a.send(type="claim")
                assert a.error()["code"] == "not_allowed"  # Bert is here, at the other worker
            a.until(lambda message: message["type"] == "state" and not message["players"]["second"]["connected"])
            assert claimed(a)["outcome"] == "first wins"


# No solver for players


def refusal(asking: Asking, type: str = "analyse", **question: Any) -> str:
    """The code with which a question is refused; empty if it is answered."""
    last = asking.ask(type, **question)[-1]
    return str(last["code"]) if last["type"] == "error" else ""


def test_players_get_no_solver_for_the_position_they_play(ready, anna, bert):
    game = by_link(anna, bert, rules="tictactoe")
    with anna.sit(game) as a, bert.sit(game) as b, Asking(ready, anna) as asking, Asking(ready) as stranger:
        a.first(), b.first()
        assert refusal(asking, rules="tictactoe", position="b2") == ""  # a game counts from its first move
        for ply, move in enumerate(["b2", "a1", "c1"]):
            (b if ply % 2 else a).play(move)
            (a if ply % 2 else b).at(ply + 1)
        for position, code in {
            "b2 a1 c1": "not_allowed",  # the position itself
            "b2 a1 c1 a3": "not_allowed",  # one that can follow
            "c1 a1 b2": "not_allowed",  # the same stones
            "b2 c1 a1": "not_allowed",  # its mirror image
            "b2 a1": "not_allowed",  # one that led here
            "b2 a2": "",  # one that cannot come any more
            "": "",  # where the game began
        }.items():
            assert refusal(asking, rules="tictactoe", position=position) == code, position
            assert refusal(stranger, rules="tictactoe", position=position) == ""
        assert refusal(asking, "review", rules="tictactoe", moves="b2 a1 c1 a3") == "not_allowed"
        assert refusal(asking, "why", rules="tictactoe", position="b2 a1 c1") == "not_allowed"
        assert refusal(asking, rules="3x3 connect=3 gravity=no blocked=a3", position="b2 a1 c1") == ""  # another game
        # The same position against oneself gives no hint, either.
        alone = anna.new_game(rules="tictactoe", position="b2 a1 c1")
        with anna.sit(alone["id"]) as chair:
            chair.first()
            chair.send(type="hint")
            assert chair.error()["code"] == "not_allowed"
        a.send(type="resign")
        state_with(b, termination="resignation")
        assert refusal(asking, rules="tictactoe", position="b2 a1 c1") == ""


def test_only_running_games_against_other_people_count(server, anna, bert):
    def held(person: Person) -> list[str]:
        with Database.open(server.database) as database:
            games = games_against_people(database, person.http.cookies["plyground_visitor"])
        return [game.id for game in games]

    with Person(server) as carla:
        with anna.sit(anna.new_game("human", "random")["id"]) as chair:
            chair.first()
            chair.play("4")
        with anna.sit(anna.new_game()["id"]) as chair:
            chair.first()
            chair.play("4")
        own = anna.new_game("human", "link")
        anna.join(own["links"]["second"])
        with anna.sit(own["id"]) as chair:
            chair.first()
            chair.play("4")
        assert held(anna) == []
        game = by_link(anna, bert)
        assert held(anna) == held(bert) == []
        with anna.sit(game) as a:
            a.first()
            a.play("4")
            assert held(anna) == held(bert) == [game]
            assert held(carla) == []
            a.send(type="resign")
            state_with(a, termination="resignation")
        assert held(anna) == held(bert) == []


# The address to send


def test_the_page_learns_whether_others_can_reach_the_server(server, tmp_path):
    assert server.get("/api/meta").json()["network"] is None
    settings = {"host": "0.0.0.0"}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=settings) as open_server:
        network = open_server.get("/api/meta").json()["network"]
    assert network == addresses("0.0.0.0", open_server.port)[1]
    assert "127.0.0.1" not in network
    assert network.endswith(f":{open_server.port}/")
