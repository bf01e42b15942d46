"""Every ending of a turn, as the people at the page see it, and as the store keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from plyground.store import Database, get_game
from tests.misbehaving import ENDINGS
from tests.waiting import PATIENCE, wait_until
from tests.web.people import Chair, Person, Server, running

FIRST = """
from tests.misbehaving import register_misbehaving
register_misbehaving()
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With one thread for searches: a search that nobody ends leaves no room for the next."""
    home = tmp_path_factory.mktemp("endings")
    settings = {"move_threads": 1, "idle_seconds": 0.0}
    with running(home, str(home / "games.sqlite"), settings=settings, first=FIRST) as started:
        yield started


def ended(chair: Chair) -> dict[str, Any]:
    return chair.until(lambda message: message["type"] == "state" and message["outcome"] != "open")


def errors_at(chair: Chair) -> list[tuple[str, str]]:
    """The errors that were sent up to now, by code and text."""
    chair.send(type="ping")
    chair.until(lambda message: message["type"] == "pong")
    return [(message["code"], message["text"]) for message in chair.heard if message["type"] == "error"]


def check_stored(person: Person, seen: dict[str, Any]) -> None:
    """The store has the game as it was seen, and it is the same when it is read again."""
    game = str(seen["id"])
    with Database.open(person.server.database) as database:
        record = get_game(database, game)
    assert record is not None
    assert record.game().outcome is record.outcome
    assert record.termination is not None
    assert (record.outcome.value, record.termination.value) == (seen["outcome"], seen["termination"])
    assert record.reason == seen["reason"]

    # Once nobody is there, the session is dropped, and the next look reads the store.
    def reads_the_same() -> bool:
        again = person.http.get(f"/api/games/{game}").json()
        same = ("seq", "ply", "moves", "stones", "outcome", "termination", "reason", "legal", "clocks")
        return {name: again[name] for name in same} == {name: seen[name] for name in same}

    assert wait_until(reads_the_same)


@pytest.mark.parametrize("ending", [name for name in ENDINGS if name not in ("late", "cancelled")])
def test_a_turn_ends_on_the_page(anna, ending):
    expected = ENDINGS[ending]
    made = anna.new_game("human", expected.player)
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("4")
        if expected.termination is None:
            assert chair.at(2)["moves"][1]["move"] == "1"
            return
        end = ended(chair)
        assert (end["ply"], end["outcome"], end["termination"]) == (1, "first wins", expected.termination.value)
        assert end["reason"] == expected.reason
        failed = ("computer", f"The computer failed, and loses: {expected.reason}")
        assert errors_at(chair) == ([] if ending == "resigned" else [failed])
    check_stored(anna, end)
    if ending == "crashed":
        log = anna.server.log.read_text()
        assert "the player misbehaving way=crash failed" in log
        assert 'raise ZeroDivisionError("division by zero")' in log, "with its traceback"


def test_a_human_makes_an_illegal_move_and_resigns(anna):
    made = anna.new_game("human", "misbehaving way=move", position="444444")
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.send(type="move", ply=0, move="4")
        error = chair.error()
        assert (error["code"], error["text"]) == ("illegal_move", "Column 4 is full; open columns: 1 2 3 5 6 7")
        assert chair.first()["outcome"] == "open", "a human tries again"
        chair.send(type="resign")
        end = ended(chair)
        assert (end["outcome"], end["termination"], end["reason"]) == ("second wins", "resignation", "")
    check_stored(anna, end)


def test_a_late_turn_on_the_page(anna):
    """The clock decides it: no time limit of a search is a rule of the game."""
    made = anna.new_game("misbehaving way=tire", "misbehaving way=tire", clock={"seconds": 0.2, "increment": 0})
    with anna.sit(made["id"]) as chair:
        end = ended(chair)
        assert (end["ply"], end["outcome"], end["termination"]) == (2, "second wins", "timeout")
        assert end["clocks"]["first"] == 0
    check_stored(anna, end)
    check_the_search_has_ended(anna)


@pytest.mark.parametrize("how", ["undo", "resign"])
def test_a_turn_is_cancelled_on_the_page(anna, how):
    made = anna.new_game("human", ENDINGS["cancelled"].player)
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("1")
        chair.until(lambda message: message["type"] == "thinking")
        if how == "undo":
            chair.send(type="undo", ply=1)
            assert chair.at(0)["outcome"] == "open"
            chair.play("4")
            assert chair.at(2)["outcome"] == "open", "the next search has begun, so the cancelled one has ended"
            assert errors_at(chair) == []
        else:
            chair.send(type="resign")
            assert ended(chair)["termination"] == "resignation"
    check_the_search_has_ended(anna)


def check_the_search_has_ended(person: Person) -> None:
    """The only thread for searches is free."""
    made = person.new_game("misbehaving way=move", "human")
    with person.sit(made["id"]) as chair:
        chair.until(lambda message: message["type"] == "state" and message["ply"] == 1, PATIENCE)


@pytest.mark.parametrize(
    ("way", "reason"), [("decline", "this player plays on Sundays alone"), ("rude", "ValueError: not today")]
)
def test_a_computer_that_cannot_play_at_all_ends_the_game(anna, way, reason):
    made = anna.new_game("human", f"misbehaving way={way}")
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("4")
        end = ended(chair)
        assert (end["outcome"], end["termination"], end["reason"]) == ("first wins", "crash", reason)
        assert errors_at(chair) == [("computer", f"The computer failed, and loses: {reason}")]
    check_stored(anna, end)
