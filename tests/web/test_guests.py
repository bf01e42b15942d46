"""One bad guest spoils nothing for the others, and a class behind one router is no bad guest."""

from __future__ import annotations

import contextlib
import json
import secrets

import httpx
import pytest

from tests.waiting import PATIENCE
from tests.web.asking import Asking
from tests.web.people import Person, Server, patient_socket, running

ATTACKER = "127.0.0.2"
SEATS = {"first": {"kind": "human"}, "second": {"kind": "human"}}


def attacker(server: Server) -> httpx.Client:
    """A client at another address than everybody else."""
    transport = httpx.HTTPTransport(local_address=ATTACKER, verify=False)
    return httpx.Client(base_url=server.url, transport=transport, timeout=PATIENCE)


def made_up() -> dict[str, str]:
    return {"cookie": f"plyground_visitor={secrets.token_urlsafe(32)}"}


def flood_with_games(server: Server, requests: int) -> dict[str, int]:
    """How many games were made without a cookie, and with a made-up cookie each."""
    made = {}
    with attacker(server) as http:
        for kind in ("without", "made up"):
            codes = []
            for _time in range(requests):
                codes.append(
                    http.post("/api/games", json=SEATS, headers=made_up() if kind == "made up" else {}).status_code
                )
                http.cookies.clear()
            assert set(codes) <= {201, 429}
            made[kind] = codes.count(201)
    return made


def test_a_flood_of_games_is_charged_to_its_address(tmp_path):
    limits = {"game_burst": 3, "games_per_minute": 1e-3, "address_game_burst": 8, "address_games_per_minute": 1e-3}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=limits) as server:
        assert flood_with_games(server, 10) == {"without": 3, "made up": 5}
        with Person(server) as anna:
            anna.new_game()


@pytest.mark.soak
def test_three_thousand_games(tmp_path):
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings={"request_burst": 10**9}) as server:
        made = flood_with_games(server, 3000)
        assert made["without"] < 300
        assert made["made up"] < 900
        with Person(server) as anna:
            anna.new_game()


def hold_the_threads(server: Server, visitors: int, player: str, open_all: contextlib.ExitStack) -> None:
    """Made-up visitors of one address, each with a computer that thinks about its move."""
    with attacker(server) as http:
        for _visitor in range(visitors):
            headers = made_up()
            seats = {"first": {"kind": "computer", "player": player}, "second": {"kind": "human"}}
            made = http.post("/api/games", json={**seats, "rules": "32x32"}, headers=headers)
            assert made.status_code == 201, made.text
            socket = open_all.enter_context(
                patient_socket(
                    f"ws://{server.host}/ws/games/{made.json()['id']}?natural=false",
                    headers,
                    source_address=(ATTACKER, 0),
                    close_timeout=0.1,
                )
            )
            while json.loads(socket.recv(PATIENCE))["type"] != "thinking":
                pass


def test_nobody_waits_for_the_computers_of_an_attacker(tmp_path):
    """They would think for hours: on a server that lets others wait for them, this never ends."""
    limits = {"think_seconds": 1e6, "move_threads": 1}
    with (
        running(tmp_path, str(tmp_path / "games.sqlite"), settings=limits) as server,
        contextlib.ExitStack() as open_all,
        Person(server) as anna,
    ):
        hold_the_threads(server, 3, "minimax depth=64 time=86400", open_all)
        with anna.sit(anna.new_game("human", "random")["id"]) as chair:
            chair.first()
            chair.play("4")
            chair.at(2)
        assert anna.http.get("/api/learn/lessons/minimax").status_code == 200


@pytest.mark.soak
def test_sixteen_champions(tmp_path):
    with (
        running(tmp_path, str(tmp_path / "games.sqlite"), settings={}) as server,
        contextlib.ExitStack() as open_all,
        Person(server) as anna,
    ):
        hold_the_threads(server, 16, "champion time=10", open_all)
        with anna.sit(anna.new_game("human", "random")["id"]) as chair:
            chair.first()
            for ply, move in enumerate("4455"):
                chair.play(move)
                chair.at(2 * ply + 2)


def test_a_class_behind_one_router_plays_analyses_and_reviews(server, ready):
    """Thirty visitors of one address at once, under the limits that every server has."""
    with contextlib.ExitStack() as lesson:
        pupils = [lesson.enter_context(Person(server)) for _pupil in range(30)]
        games = [pupil.new_game("human", "level3")["id"] for pupil in pupils]
        chairs = [lesson.enter_context(pupil.sit(game)) for pupil, game in zip(pupils, games, strict=True)]
        asking = [lesson.enter_context(Asking(server, pupil)) for pupil in pupils]
        for chair in chairs:
            chair.first()
        for ply in (0, 2):
            for chair in chairs:
                chair.send(type="move", ply=ply, move="4")
            for chair in chairs:
                chair.at(ply + 2)
        for type, fields in (("analyse", {"position": "4444445623333356555225"}), ("review", {"moves": "1212121"})):
            numbers = [each.send(type, **fields) for each in asking]
            for each, number in zip(asking, numbers, strict=True):
                assert each.answers(number)[-1]["type"] in ("analysis", "reviewed")
        assert {pupil.http.get("/api/learn/lessons/minimax").status_code for pupil in pupils} == {200}
        assert not [message for chair in chairs for message in chair.heard if message["type"] == "error"]
