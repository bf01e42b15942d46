"""Games between computers: whoever began one can pause it, let it go on move by move, and set its speed."""

from __future__ import annotations

import time
from typing import Any

import pytest

from plyground.web.play.pace import Pace
from tests.web.people import Chair, Person, running

RULES = "7x6 connect=7"  # nobody wins soon
LONG = "32x32 connect=33"  # a thousand moves: somebody can pause it, however busy the machine is


def is_paused(message: dict[str, Any]) -> bool:
    return message["type"] == "state" and message["pace"]["until"] is not None


def stays(person: Person, chair: Chair) -> bool:
    """Whether nothing more is played, as far as forty looks at the game show: a computer here would move within one."""
    path, ply = f"/api/games/{chair.state['id']}", chair.state["ply"]
    return all(person.http.get(path).json()["ply"] == ply for _look in range(40))


def new_game(person: Person, rules: str = RULES) -> str:
    return str(person.new_game("random", "random seed=1", rules=rules)["id"])


def test_a_paused_game_waits_goes_on_by_one_move_and_then_to_its_end(anna):
    with anna.sit(new_game(anna), until=3) as chair:
        assert chair.at(3)["pace"] == {"until": 3, "delay": None, "yours": True}
        assert stays(anna, chair)
        for ply in (4, 5):
            chair.send(type="pace", until=ply)
            chair.send(type="pace", until=ply)  # a message that is sent twice lets nobody play twice
            chair.at(ply)
            assert stays(anna, chair)
        chair.send(type="pace", until=None)
        chair.until(lambda message: message["type"] == "state" and message["outcome"] != "open")


def test_a_pause_ends_the_search(anna):
    """A computer that thinks is interrupted, and nothing is played after the pause."""
    id = anna.new_game("uct time=10", "uct time=10")["id"]
    with anna.sit(id) as chair:
        chair.until(lambda message: message["type"] == "thinking" and not message["waiting"])
        chair.send(type="pace", until=0)
        assert chair.until(is_paused)["ply"] == 0
        assert stays(anna, chair)


def test_a_pause_survives_a_reload_and_everybody_who_watches_sees_it(anna, bert):
    id = new_game(anna, LONG)
    with bert.sit(id, until=0) as early:  # a stranger's wish does not count
        early.at(2)
        with anna.sit(id) as chair:
            chair.first()
            chair.send(type="pace", until=0, delay=0.5)
            chair.until(is_paused)
        seen = early.until(is_paused)
        assert seen["pace"] == {"until": 0, "delay": 0.5, "yours": False}
        with anna.sit(id) as again:
            assert again.first()["pace"] == {"until": 0, "delay": 0.5, "yours": True}
            assert anna.http.get(f"/api/games/{id}").json()["pace"]["until"] == 0
            assert stays(anna, again)


def test_only_who_began_the_game_can_pause_it(anna, bert):
    id = new_game(anna)
    with anna.sit(id, until=2) as mine, bert.sit(id) as theirs:
        mine.at(2)
        theirs.first()
        theirs.send(type="pace", until=None)
        refused = theirs.error()
        assert (refused["code"], refused["text"]) == (
            "not_allowed",
            "Only the person who started this game can pause it",
        )
        assert stays(anna, mine)
        # Having begun it gives nobody a seat.
        mine.send(type="move", ply=2, move="1")
        assert mine.error()["code"] == "not_your_seat"


@pytest.mark.parametrize("seats", [("human", "random"), ("human", "human")])
def test_a_game_with_a_person_cannot_be_paused(anna, seats):
    with anna.sit(anna.new_game(*seats)["id"]) as chair:
        assert chair.first()["pace"] is None
        chair.send(type="pace", until=0)
        assert chair.error()["text"] == "Only a game between two computers can be paused"


def test_a_slow_game_takes_its_time(anna):
    with anna.sit(new_game(anna), until=0) as chair:
        chair.first()
        began = time.monotonic()
        chair.send(type="pace", until=2, delay=0.3)
        chair.at(2)
        assert time.monotonic() - began >= 0.55


def test_clocks_stand_still_in_a_pause(anna):
    id = anna.new_game("random", "random", rules=RULES, clock={"seconds": 30.0})["id"]
    with anna.sit(id, until=4) as chair:
        state = chair.at(4)
        assert state["clocks"]["running"] is None
        before = state["clocks"]
        assert stays(anna, chair)
        chair.send(type="pace", until=4, delay=1.0)
        after = chair.until(lambda message: message["type"] == "state" and message["pace"]["delay"] == 1.0)
        assert after["clocks"] == before


def test_a_server_that_has_restarted_hears_of_the_pause_from_the_page(home):
    with running(home, str(home / "games.sqlite"), light=True) as server, Person(server) as anna:
        id = new_game(anna)
        with anna.sit(id, until=2) as chair:
            chair.at(2)
        server.kill()
        server.start()
        with anna.sit(id, until=2) as chair:
            assert chair.first()["ply"] == 2
            assert stays(anna, chair)


def test_the_latest_choice_counts_for_every_worker():
    start = Pace()
    mine = start.next(3, 0.5)
    later = mine.next(None, 2.0)
    assert start.heard(mine.announcement()) == mine
    assert later.heard(mine.announcement()) == later
    assert mine.heard(later.announcement()) == later
    assert [mine.holds(ply) for ply in (2, 3, 4)] == [False, True, True]
    assert not later.holds(100)
