"""What a visitor may not do, and what the server says then."""

from __future__ import annotations

import json
import re
import socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from plyground.web.messages.players import allowed_player, player_infos
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.middleware import POLICY, VISITOR_COOKIE
from plyground.web.serving.page_files import PAGE
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE
from tests.web.people import Person, patient_socket, running

SEATS = {"first": {"kind": "human"}, "second": {"kind": "human"}}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/game/abc", 200),
        ("GET", "/think", 200),
        ("GET", "/learn", 200),
        ("GET", "/learn/minimax", 200),
        ("GET", "/learn/minimax/sheet", 200),
        ("GET", "/atlas", 200),
        ("GET", "/puzzle", 200),
        ("GET", "/puzzle/daily", 200),
        ("GET", "/page/0123456789abcdef/index.js", 404),
        ("GET", "/page/nothing.js", 404),
        ("GET", "/nothing", 404),
        ("GET", "/api/meta", 200),
        ("GET", "/api/nothing", 404),
        ("POST", "/api/games", 422),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/docs", 200),
    ],
)
def test_every_answer_has_the_headers(server, method, path, status):
    answer = server.request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in answer.headers


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere():
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert POLICY.startswith("default-src 'none'")
    for page in PAGE.rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), page
        assert not re.search(r"<style|\sstyle=|\son\w+=", text), page
        assert not re.search(r"(?:src|href)=\"(?!/)", text), page


def test_the_visitor_is_a_cookie_that_scripts_cannot_read(server):
    first, second = (server.get("/") for _time in range(2))
    cookies = [answer.headers["set-cookie"] for answer in (first, second)]
    for cookie in cookies:
        assert re.fullmatch(VISITOR_COOKIE + r"=[A-Za-z0-9_-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie)
    assert cookies[0] != cookies[1]
    again = server.get("/", headers={"cookie": cookies[0].partition(";")[0]})
    assert "set-cookie" not in again.headers
    invented = server.get("/", headers={"cookie": f"{VISITOR_COOKIE}=me"})
    assert "set-cookie" in invented.headers


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", "https://localhost"]
)
def test_pages_of_others_may_neither_write_nor_listen(server, anna, origin):
    answer = anna.http.post("/api/games", json=SEATS, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    made = anna.new_game()
    headers = {"cookie": anna.cookie, "origin": origin}
    address = f"ws://{server.host}/ws/games/{made['id']}"
    with pytest.raises(InvalidStatus) as refused, patient_socket(address, headers):
        pass
    assert refused.value.response.status_code == 403


def test_its_own_page_may(server, anna):
    headers = {"origin": server.url, "sec-fetch-site": "same-origin"}
    assert anna.http.post("/api/games", json=SEATS, headers=headers).status_code == 201
    headers = {"sec-fetch-site": "cross-site"}
    assert anna.http.post("/api/games", json=SEATS, headers=headers).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a b"])
def test_a_foreign_name_for_this_machine_is_refused(server, host):
    answer = server.get("/api/meta", headers={"host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost:5", "127.0.0.1", "[::1]:7", "192.168.1.7:7642", socket.gethostname()])
def test_addresses_and_own_names_are_fine(server, host):
    assert server.get("/api/meta", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "player",
    [
        "cmd:/bin/sh",
        "CMD: time=1 touch /tmp/x",
        "so:/tmp/x.so",
        "text:./x",
        "kaggle:/etc/passwd",
        "openspiel:x",
        " cmd:x",
        "level3\ncmd:x",
        "human",
        "human name=x",
        "solver table=100000",
        "alphabeta time=60",
        "nobody",
        "../../etc/passwd",
        "level3 level4",
    ],
)
def test_bots_and_files_are_never_taken_from_a_request(anna, player):
    body = {"first": {"kind": "human"}, "second": {"kind": "computer", "player": player}}
    answer = anna.http.post("/api/games", json=body)
    assert answer.status_code == 422
    assert answer.json()["field"] == "second.player"


@pytest.mark.parametrize(
    "path", ["/page/../serving/app.py", "/page/%2e%2e/serving/app.py", "/page/..%2fserving/app.py", "/page//etc/passwd"]
)
def test_only_the_page_is_served(server, path):
    # Over a plain socket, because a client library would normalise the path first.
    with socket.create_connection((server.host.split(":")[0], server.port)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nhost: {server.host}\r\nconnection: close\r\n\r\n".encode())
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"import" not in answer


def test_a_request_that_is_too_big(server, anna):
    answer = anna.http.post("/api/games", content=b" " * 40_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_big")

    def drip():
        for _time in range(40):
            yield b" " * 1000

    answer = anna.http.post("/api/games", content=drip(), headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


def test_a_message_that_is_too_big(anna):
    made = anna.new_game()
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.socket.send(" " * 40_000)
        assert chair.closed()[0] == 1009


def test_messages_that_cannot_be_read(anna):
    made = anna.new_game()
    with anna.sit(made["id"]) as chair:
        chair.first()
        for junk in (
            "",
            "{",
            "[]",
            "null",
            '"move"',
            b"\x00\xff",
            json.dumps({"type": "move", "ply": 10**30, "move": "4"}),
        ):
            chair.socket.send(junk)
            assert chair.error()["code"] == "bad_message"
        chair.play("4")  # the connection stays open
        for _time in range(13):
            chair.socket.send("junk")
        assert chair.closed()[0] == 4400


def test_a_flood_of_messages_is_ended(tmp_path):
    # A small limit that never grows again: however slow the machine is, few answers wait to be read when it is reached.
    limits = {"message_burst": 20, "messages_per_second": 1e-3}
    with (
        running(tmp_path, str(tmp_path / "games.sqlite"), settings=limits) as server,
        Person(server) as anna,
        anna.sit(anna.new_game()["id"], close_timeout=1) as chair,
    ):
        chair.first()
        try:
            for _time in range(2000):
                chair.send(type="ping")
        except ConnectionClosed:
            pass
        assert chair.closed()[0] == 4429
        assert chair.heard[-1]["code"] == "too_fast"


def test_too_many_connections_requests_and_games(tmp_path):
    # Nothing is gained while the test goes on, however slow the machine is.
    limits = {"connections": 2, "game_burst": 3, "games_per_minute": 1e-3, "request_burst": 40}
    limits |= {"requests_per_second": 1e-3, "refused_seconds": 0}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=limits) as server, Person(server) as anna:
        made = [anna.new_game()["id"] for _time in range(3)]
        answer = anna.http.post("/api/games", json=SEATS)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        with anna.sit(made[0]) as one, anna.sit(made[0]) as two, anna.sit(made[0]) as three:
            one.first(), two.first()
            assert three.closed()[0] == 4430
        codes = [anna.http.get("/api/meta").status_code for _time in range(50)]
        assert set(codes) == {200, 429}
        assert codes == sorted(codes)


def test_searches_of_one_visitor_are_limited(server, tmp_path):
    """Of six slow computers four may search or wait. The others show that they wait, and move later."""
    with Person(server) as anna:
        games = [anna.new_game("human", "alphabeta depth=9 time=2")["id"] for _time in range(6)]
        chairs = [anna.sit(game).__enter__() for game in games]
        try:
            for chair in chairs:
                chair.first()
            for chair in chairs:
                chair.send(type="move", ply=0, move="4")
            for chair in chairs:
                assert chair.at(2)["ply"] == 2
            waited = [
                message
                for chair in chairs
                for message in chair.heard
                if message["type"] == "thinking" and message["waiting"]
            ]
            assert waited
        finally:
            for chair in chairs:
                chair.__exit__(None, None, None)


def test_somebody_elses_cookie_is_needed_for_somebody_elses_seat(server, anna):
    made = anna.new_game("human", "link")
    url = f"ws://{server.host}/ws/games/{made['id']}"
    for headers in ({}, {"cookie": f"{VISITOR_COOKIE}={'A' * 43}"}, {"cookie": f"{VISITOR_COOKIE}=x; other=1"}):
        with patient_socket(url, headers) as stranger:
            assert json.loads(stranger.recv(PATIENCE))["you"] == []
            stranger.send(json.dumps({"type": "move", "ply": 0, "move": "4"}))
            assert json.loads(stranger.recv(PATIENCE))["code"] == "not_your_seat"


def test_no_request_starts_processes():
    with pytest.raises(Refusal, match="the option workers is 2; on the page it may be 1 at most"):
        allowed_player("montecarlo workers=2", ServerSettings())
    assert all(option.name != "workers" for player in player_infos(ServerSettings()) for option in player.options)
