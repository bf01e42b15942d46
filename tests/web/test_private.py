"""What does not leave the server: bots' command lines and words, records by guessed ids, where the database is. And who
may change the arena."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from plyground.arena import RUNNING, SERVED, Entrant, TournamentSettings, run_tournament
from plyground.errors import InputError, StoreError
from plyground.executors import Here
from plyground.store.database import PASSWORD_FILE, Database, _url, _with_password
from plyground.store.tournaments import get_tournament, keep_tournament, set_state
from plyground.store.upkeep import backup
from plyground.web.arena.public import PublicNames, public_reason, signed_id, unsigned_id
from plyground.web.arena.tournament_runner import TournamentRunner
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.settings import ServerSettings
from tests.cli.running import run
from tests.web.in_process import InProcess, in_process

SECRET = "hunter2"
BOT = f"cmd:sh -c 'echo {SECRET}-of-stderr >&2; exit 3' --api-key={SECRET}"


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    """With a tournament of the command line, in which two bots crash."""
    file = str(tmp_path_factory.mktemp("private") / "games.sqlite")
    players = (Entrant(BOT), Entrant(f"{BOT} again"), Entrant("nice name", BOT))
    with Database.open(file) as opened:
        run_tournament(opened, TournamentSettings("cup", players, rules=("tictactoe",)), executor=Here(), force=True)
        keep_tournament(opened, "other", TournamentSettings("other", players).json())
        set_state(opened, "other", RUNNING)
    return file


def settings_for(database: str, **more: Any) -> ServerSettings:
    return ServerSettings(database=database, preload=False, port=80, **more)


@pytest.fixture(scope="module")
def local(database) -> Iterator[InProcess]:
    with in_process(settings_for(database)) as opened:
        yield opened


@pytest.fixture(scope="module")
def public(database) -> Iterator[InProcess]:
    """Behind a proxy, so reached from elsewhere."""
    copied = f"{database}-copy"
    with Database.open(database) as opened:
        backup(opened, Path(copied))
    with in_process(settings_for(copied, public=("games.example",), admin_token="the token")) as opened:
        yield opened


def test_neither_a_command_line_nor_standard_error_leaves(local):
    games = local.get("/api/tournaments/cup/games").json()
    assert len(games) == 6
    paths = ["/api/tournaments", "/api/tournaments/cup", "/api/tournaments/cup/games"]
    for game in games:
        assert set(game["players"]) <= {"cmd:sh", "cmd:sh (2)", "nice name"}
        paths += [f"/api/records/{game['id']}", f"/api/records/{game['id']}/game.txt"]
    for path in paths:
        answer = local.get(path)
        assert answer.status_code == 200, answer.text
        assert SECRET not in answer.text, path
    state = local.get("/api/tournaments/cup").json()
    assert {row["name"] for row in state["standings"]} == {"cmd:sh", "cmd:sh (2)", "nice name"}
    met = local.get("/api/tournaments/cup/games", params={"player": "cmd:sh (2)", "opponent": "nice name"}).json()
    assert [set(game["players"]) for game in met] == [{"cmd:sh (2)", "nice name"}] * 2
    assert local.get("/api/tournaments/cup/games", params={"player": BOT}).json() == []


def test_the_reason_of_a_forfeit_keeps_what_is_no_secret(local):
    forfeits = local.get("/api/tournaments/cup").json()["forfeits"]
    assert {row["reason"] for row in forfeits} == {"cmd:sh ended with exit code 3 before it answered"}
    long = f"{BOT} {'x' * 300}"
    assert public_reason(f"{long[:40]} … {long[-40:]} resigned", [long]) == ""
    assert public_reason("random resigned", ["random"]) == "random resigned"


def test_the_id_of_a_tournament_game_cannot_be_guessed(local):
    (game, *_rest) = local.get("/api/tournaments/cup/games").json()
    guessed = game["id"].rpartition(".")[0]
    assert guessed.startswith("cup-")
    for id in (guessed, f"{guessed}.", f"{guessed}.{'0' * 24}", f"{game['id'][:-1]}x"):
        assert local.get(f"/api/records/{id}").status_code == 404
        assert local.get(f"/api/records/{id}/picture.svg").status_code == 404
    assert local.get(f"/api/records/{game['id']}").json()["event"] == "cup"


def test_a_signature_belongs_to_one_id_and_one_server():
    one, other = ServerSettings(admin_token="a"), ServerSettings(admin_token="b")
    assert unsigned_id(one, signed_id(one, "a.b-1a")) == "a.b-1a"
    assert unsigned_id(other, signed_id(one, "a.b-1a")) is None
    assert unsigned_id(one, signed_id(one, "a-1a").replace("1a", "1b", 1)) is None


def test_names_for_visitors_stay_apart():
    names = PublicNames(["cmd:./a/bot -x", "cmd:./b/bot -y", "cmd:bot (2)", "random"])
    shown = [names.shown(name) for name in ("cmd:./a/bot -x", "cmd:./b/bot -y", "random")]
    assert shown == ["cmd:bot", "cmd:bot (2)", "random"]
    assert names.recorded("cmd:bot (2)") == "cmd:./b/bot -y"
    assert names.recorded("cmd:./b/bot -y") is None


def test_an_error_of_the_database_does_not_say_where_it_is(local, monkeypatch):
    def fails(*_given: object) -> None:
        raise StoreError("'{place}' cannot be reached ({reason})", place="postgresql://anna@db.internal", reason="x")

    monkeypatch.setattr("plyground.web.arena.routes.get_tournament", fails)
    answer = local.get("/api/tournaments/cup/games")
    assert (answer.status_code, answer.json()["code"]) == (503, "database")
    assert "internal" not in answer.text
    assert "anna" not in answer.text


def test_a_nul_in_an_id_is_an_unknown_game(postgres):
    from plyground.errors import UnknownNameError
    from plyground.store import live

    with Database.open(postgres.new_database()) as opened, pytest.raises(UnknownNameError):
        live.load(opened, "\0")


def test_the_password_of_the_database_comes_from_a_file(monkeypatch, tmp_path):
    url = "postgresql://anna@db/games"
    assert _with_password(_url(url)).password is None, "libpq looks into PGPASSWORD and ~/.pgpass"
    file = tmp_path / "password"
    file.write_text(f"{SECRET}\n")
    monkeypatch.setenv(PASSWORD_FILE, str(file))
    assert _with_password(_url(url)).password == SECRET
    assert _with_password(_url("postgresql://anna:own@db/games")).password == "own"
    monkeypatch.setenv(PASSWORD_FILE, str(tmp_path / "none"))
    with pytest.raises(InputError, match="cannot be read"):
        _with_password(_url(url))


# Who may change the arena


NEW = {"name": "new", "players": ["random", "winblock"], "rules": "tictactoe"}
CHANGES = [("/api/tournaments", NEW), ("/api/tournaments/cup/resume", None), ("/api/tournaments/cup/stop", None)]


def codes(answers: list[httpx.Response]) -> list[tuple[int, str]]:
    return [(answer.status_code, answer.json().get("code", "")) for answer in answers]


def test_a_visitor_from_elsewhere_does_not_change_the_arena(public):
    public.cookies.clear()
    answers = [public.post(path, json=body) for path, body in CHANGES]
    assert codes(answers) == [(403, "not_administrator")] * 3
    assert "new" not in {each["name"] for each in public.get("/api/tournaments").json()}
    assert public.get("/api/meta").json()["arena"] is False
    assert not any(each["can_go_on"] or each["can_stop"] for each in public.get("/api/tournaments").json())
    wrong = {"authorization": "Bearer the toke"}
    assert public.post("/api/tournaments/cup/stop", headers=wrong).status_code == 403
    assert public.post("/api/administrator", json={"token": "guess"}).status_code == 403


def test_the_token_makes_an_administrator(public):
    public.cookies.clear()
    header = {"authorization": "Bearer the token"}
    assert public.post("/api/tournaments/cup/stop", headers=header).status_code == 200
    entered = public.post("/api/administrator", json={"token": " the token "})
    assert entered.status_code == 200
    assert "the token" not in str(entered.headers)
    assert public.get("/api/meta").json()["arena"] is True
    assert public.post("/api/tournaments/cup/stop").status_code == 200
    public.cookies.clear()
    assert public.post("/api/tournaments/cup/stop").status_code == 403


def test_on_its_own_machine_a_server_needs_no_token(local):
    assert local.get("/api/meta").json()["arena"] is True
    assert local.post("/api/tournaments/cup/stop").status_code == 200


@pytest.mark.parametrize(
    ("settings", "is_local"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "192.0.2.1"}, False),
        ({"public": ("games.example",)}, False),
        ({"proxies": ("127.0.0.1",)}, False),
    ],
)
def test_which_servers_are_reached_from_elsewhere(settings, is_local):
    assert ServerSettings(**settings).is_local is is_local


def test_a_stop_on_the_page_leaves_a_run_of_the_command_line_alone(local, database):
    answer = local.post("/api/tournaments/other/stop")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_served")
    with Database.open(database) as opened:
        assert get_tournament(opened, "other").state == RUNNING
        runner = TournamentRunner(opened)
        with pytest.raises(Refusal):
            runner.stop("other")
        # One that another worker of the server runs is asked to stop by its state.
        set_state(opened, "other", SERVED)
        runner.stop("other")
        assert get_tournament(opened, "other").state == "stopping"
        set_state(opened, "other", RUNNING)


def test_the_token_is_kept_in_a_private_file_or_taken_from_the_environment(monkeypatch, tmp_path):
    from plyground.cli.serve import ADMIN_VARIABLE, _admin_token

    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    token, file = _admin_token()
    assert file is not None
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(token) >= 32
    assert _admin_token() == (token, None)
    monkeypatch.setenv(ADMIN_VARIABLE, "mine")
    assert _admin_token() == ("mine", None)
    monkeypatch.delenv(ADMIN_VARIABLE)
    Path(file).write_text("")
    with pytest.raises(InputError, match="is empty"):
        _admin_token()


def test_the_command_line_calls_a_served_tournament_running(database):
    with Database.open(database) as opened:
        set_state(opened, "other", SERVED)
    assert '"running"' in run("tournament", "list", "--json", "--database", database).stdout
    with Database.open(database) as opened:
        set_state(opened, "other", RUNNING)
