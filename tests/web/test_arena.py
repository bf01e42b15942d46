"""Tournaments over HTTP: what the database holds, started and stopped from the page, with limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from plyground.arena import Entrant, TournamentSettings, run_tournament, standings_of
from plyground.executors import Here
from plyground.store.database import Database
from plyground.store.games import GameFilter, count_games
from plyground.store.tournaments import get_tournament, keep_tournament, set_state
from plyground.web.arena.messages import TournamentState
from plyground.web.arena.tournament_runner import TournamentRunner
from tests.waiting import wait_until
from tests.web.people import Server


@pytest.fixture(scope="session")
def cup(server: Server) -> TournamentSettings:
    """A tournament that was run from the command line, into the server's database."""
    players = tuple(Entrant(name, name) for name in ("winblock", "random", "alphabeta depth=1"))
    settings = TournamentSettings("cup", players, rounds=2, seed=3)
    with Database.open(server.database) as database:
        run_tournament(database, settings, executor=Here())
    return settings


def state_of(http: httpx.Client, name: str) -> dict[str, Any]:
    answer = http.get(f"/api/tournaments/{name}")
    assert answer.status_code == 200, answer.text
    TournamentState.model_validate_json(answer.text)
    state: dict[str, Any] = answer.json()
    return state


def until(http: httpx.Client, name: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    state: dict[str, Any] = {}

    def look() -> bool:
        nonlocal state
        state = state_of(http, name)
        return holds(state)

    assert wait_until(look), state
    return state


def test_table_and_ratings_are_those_of_the_games(server, anna, cup):
    state = state_of(anna.http, "cup")
    assert (state["state"], state["played"], state["wanted"]) == ("finished", 12, 12)
    assert not state["can_stop"]
    assert not state["can_go_on"]
    with Database.open(server.database) as database:
        standings = standings_of(database, cup)
    assert [(row["name"], row["elo"]) for row in state["standings"]] == [
        (rating.name, round(rating.elo, 3)) for rating in standings.ratings().players
    ]
    games = anna.http.get("/api/tournaments/cup/games?limit=500").json()
    assert len(games) == 12
    names = [row["name"] for row in state["standings"]]
    for row in state["standings"]:
        for other, record in zip(names, row["against"], strict=True):
            met = [game for game in games if set(game["players"]) == {row["name"], other}]
            if other == row["name"]:
                assert record is None
                continue
            won = sum(
                game["players"][game["outcome"] == "second wins"] == row["name"]
                for game in met
                if game["outcome"] in ("first wins", "second wins")
            )
            drawn = sum(game["outcome"] == "draw" for game in met)
            assert (record["won"], record["drawn"], record["lost"]) == (won, drawn, len(met) - won - drawn)
    met = anna.http.get("/api/tournaments/cup/games", params={"player": names[0], "opponent": names[1]}).json()
    assert {frozenset(game["players"]) for game in met} == {frozenset(names[:2])}
    assert any(summary["name"] == "cup" for summary in anna.http.get("/api/tournaments").json())


def test_every_game_can_be_fetched_with_what_the_players_said(anna, cup):
    for game in anna.http.get("/api/tournaments/cup/games").json():
        record = anna.http.get(f"/api/records/{game['id']}").json()
        assert len(record["played"]) == game["plies"]
        assert record["players"] == game["players"]
        assert record["event"] == "cup"
    searched = [each["nodes"] for each in record["played"] if each["nodes"] is not None]
    assert record["opening"] > 0
    assert searched or "alphabeta depth=1" not in record["players"]


def test_a_tournament_is_started_stopped_and_goes_on(anna):
    wanted = {
        "name": "live",
        "players": ["random", "winblock", "montecarlo playouts=200"],
        "rounds": 30,
        "seconds": 0.5,
    }
    made = anna.http.post("/api/tournaments", json=wanted)
    assert made.status_code == 201, made.text
    try:
        busy = anna.http.post("/api/tournaments", json={**wanted, "name": "second"})
        assert (busy.status_code, busy.json()["code"]) == (409, "busy")
        some = until(anna.http, "live", lambda state: state["played"] > 0)
        assert some["can_stop"]
        assert some["plot"].startswith("<svg")
        assert anna.http.post("/api/tournaments/live/stop").json()["state"] in ("stopping", "stopped")
        stopped = until(anna.http, "live", lambda state: state["state"] == "stopped")
        assert 0 < stopped["played"] < stopped["wanted"]
        # Whoever played it has ended then, and no game came after it had stopped.
        ended = until(anna.http, "live", lambda state: state["can_go_on"])
        assert ended["played"] == stopped["played"]
        assert anna.http.post("/api/tournaments/live/resume").status_code == 200
        until(anna.http, "live", lambda state: state["played"] > ended["played"])
    finally:
        anna.http.post("/api/tournaments/live/stop")
    last = until(anna.http, "live", lambda state: state["state"] == "stopped")
    games = anna.http.get("/api/tournaments/live/games?limit=500").json()
    assert len({game["id"] for game in games}) == len(games) == last["played"]


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"players": ["random", "cmd:/bin/true"]}, 422, "players"),
        ({"players": ["random", "lib:./x.so"]}, 422, "players"),
        ({"players": ["random", "human"]}, 422, "players"),
        ({"players": ["random", "nobody"]}, 422, "players"),
        ({"players": ["random", "random"]}, 422, "players"),
        ({"players": ["random"]}, 422, "players"),
        ({"players": ["random", "solver"], "rules": "gomoku"}, 422, "players"),
        ({"players": ["random", "solver"], "rules": "random"}, 422, "players"),
        ({"players": ["random"] * 9}, 422, "players"),
        ({"name": "a b"}, 422, "name"),
        ({"name": "../etc"}, 422, "name"),
        ({"name": "cup"}, 409, "name"),
        ({"rules": "7x"}, 422, "rules"),
        ({"rounds": 0}, 422, "rounds"),
        ({"players": ["random", *(f"level{number}" for number in range(1, 8))], "rounds": 50}, 422, "rounds"),
        ({"seconds": 60}, 422, "seconds"),
    ],
)
def test_what_is_not_allowed_is_refused_at_its_field(anna, cup, change, status, field):
    before = len(anna.http.get("/api/tournaments").json())
    wanted = {"name": "refused", "players": ["random", "winblock"], **change}
    answer = anna.http.post("/api/tournaments", json=wanted)
    assert (answer.status_code, answer.json()["field"]) == (status, field), answer.text
    assert len(anna.http.get("/api/tournaments").json()) == before


def test_unknown_tournaments_and_games_are_not_found_and_name_no_place(server, anna, cup):
    for path in ("/api/tournaments/cap", "/api/tournaments/cap/games", "/api/records/cap-1a"):
        answer = anna.http.get(path)
        assert answer.status_code == 404
        assert str(server.home) not in answer.text
    assert anna.http.post("/api/tournaments/cap/stop").status_code == 404
    assert anna.http.post("/api/tournaments/cap/resume").status_code == 404


def test_one_whose_driver_was_killed_can_go_on(server, anna):
    players = (Entrant("winblock", "winblock"), Entrant("random", "random"))
    with Database.open(server.database) as database:
        run_tournament(database, TournamentSettings("orphan", players, seed=1), executor=Here())
        set_state(database, "orphan", "running")  # as a killed driver leaves it
    state = state_of(anna.http, "orphan")
    assert state["idle"] is not None
    assert not state["can_stop"], "nobody here runs it"
    assert not state["can_go_on"], "it may still be alive elsewhere"


def test_one_of_another_version_does_not_hide_the_others(server, anna, cup):
    with Database.open(server.database) as database:
        keep_tournament(database, "future", {"name": "future", "players": ["random", "winblock"], "colour": "blue"})
    names = [each["name"] for each in anna.http.get("/api/tournaments").json()]
    assert "cup" in names
    assert "future" not in names


def test_bots_of_a_stored_tournament_are_not_started_from_the_page(server, anna):
    players = (Entrant("bot", "cmd:/bin/false"), Entrant("random", "random"))
    with Database.open(server.database) as database:
        keep_tournament(database, "foreign", TournamentSettings("foreign", players).json())
    assert not state_of(anna.http, "foreign")["can_go_on"]
    answer = anna.http.post("/api/tournaments/foreign/resume")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_allowed")


def test_whichever_worker_is_told_the_tournament_stops(tmp_path):
    players = tuple(Entrant(name, name) for name in ("random", "montecarlo playouts=200"))
    with Database.open(str(tmp_path / "games.sqlite")) as database:
        one, other = TournamentRunner(database), TournamentRunner(database)
        settings = TournamentSettings("shared", players, rounds=200)
        keep_tournament(database, "shared", settings.json())
        one.start(settings)
        try:
            assert wait_until(lambda: count_games(database, GameFilter(event="shared")) or one.problems)
            assert one.problems == {}
            assert other.running is None
            other.stop("shared")
            assert wait_until(lambda: one.running is None)
        finally:
            one.close()
        assert get_tournament(database, "shared").state == "stopped"
        assert one.problems == {}


def test_forfeits_are_told_by_kind_with_the_first_reason(server, anna):
    players = (Entrant("broken", "cmd:false"), Entrant("random", "random"))
    settings = TournamentSettings("broken-cup", players, rules=("tictactoe",))
    with Database.open(server.database) as database:
        run_tournament(database, settings, executor=Here(), force=True)
    state = state_of(anna.http, "broken-cup")
    assert state["forfeited"] == 2
    assert state["forfeits"] == [
        {
            "player": "broken",
            "label": "broken",
            "termination": "crash",
            "games": 2,
            "reason": "cmd:false ended with exit code 1 before it answered",
        }
    ]
