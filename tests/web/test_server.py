"""The command, and what the server says about itself."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack

import pytest

from plyground._version import __version__
from plyground.executors import cores
from plyground.grid import PRESETS, GridBoard, parse_rules
from plyground.texts import catalogue, languages
from plyground.web.messages.positions import PositionState
from plyground.web.play.messages import GameState
from plyground.web.serving.meta import Meta
from plyground.web.serving.page_files import PAGE
from tests.bots.processes import cpu_seconds
from tests.cli.running import process, run
from tests.waiting import PATIENCE, wait_until
from tests.web.people import Person, free_port, patient_socket, unverified
from tools.catalogue import marked_in_page


def test_a_port_in_use_is_said_with_a_free_one(server, tmp_path):
    ended = process("serve", "--no-browser", "--port", str(server.port), "--database", str(tmp_path / "x.sqlite"))
    assert ended.returncode == 3
    assert f"port {server.port} is in use" in ended.stderr
    free = int(ended.stderr.rpartition("--port ")[2])
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", free))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--port", "70000"), 2, "65535"),
        (("--port", "x"), 2, "whole number"),
        (("--host", "nowhere.invalid"), 2, "no address"),
        (("--workers", "2"), 2, "PostgreSQL"),
        (("--workers", "0"), 2, "1 or more"),
        (("--database", "mysql://x/y"), 2, "names no database"),
        (("--game", "mygame.py:Game"), 2, "names no game"),
        (("--game", "mine=nowhere.py:Game"), 3, "cannot be read"),
    ],
)
def test_what_cannot_be_served_is_said(tmp_path, words, code, said):
    if "--database" not in words:
        words = (*words, "--database", str(tmp_path / "x.sqlite"))
    ended = run("serve", "--no-browser", *words)
    assert ended.exit_code == code, ended.stderr
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_ctrl_c_ends_it_well_and_a_network_is_warned_of(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "plyground", "serve", "--host", "0.0.0.0", "--port", str(port)]
    command += ["--database", str(tmp_path / "x.sqlite")]
    env = {**os.environ, "LC_ALL": "C.UTF-8", "PLYGROUND_HOME": str(tmp_path)}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        env.pop(name, None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=env) as served:
        assert served.stdout is not None
        lines = [served.stdout.readline() for _line in range(4)]
        sent = lines[1].split()[-1]
        with unverified(sent) as http:
            assert http.get("api/meta").status_code == 200
        served.send_signal(signal.SIGINT)
        out, err = served.communicate(timeout=PATIENCE)
    assert lines[0] == f"Plyground is at http://localhost:{port}/ (Ctrl-C ends it)\n"
    assert (tmp_path / "data" / "admin-token").read_text().strip() in lines[2]
    assert "No browser could be opened" in lines[3]
    assert "every game is kept" in out
    new, warning, *_more = err.splitlines()
    assert new == f"plyground: '{tmp_path / 'x.sqlite'}' is a new database"
    assert warning.startswith("Warning: everybody")
    assert served.returncode == 0


def test_what_the_page_has_to_know(server, anna):
    answer = anna.http.get("/api/meta")
    meta = Meta.model_validate(answer.json())
    assert meta.version == __version__
    assert meta.languages == dict(languages())
    assert {preset.name for preset in meta.presets} == {*PRESETS, "random"}
    for preset in meta.presets:
        parse_rules(preset.rules)
    assert [level.number for level in meta.levels] == list(range(1, 11))
    names = [player.name for player in meta.players]
    assert "alphabeta" in names
    assert "human" not in names
    assert not [name for name in names if ":" in name]

    def kernels() -> str:
        return Meta.model_validate(anna.http.get("/api/meta").json()).kernels

    assert wait_until(lambda: kernels() != "compiling")
    assert kernels() == "ready"


def test_every_level_and_player_of_the_list_can_be_named(anna):
    meta = anna.http.get("/api/meta").json()
    for text in [level["player"] for level in meta["levels"]] + [player["name"] for player in meta["players"]]:
        body = {"first": {"kind": "human"}, "second": {"kind": "computer", "player": text}}
        assert anna.http.post("/api/games", json=body).status_code == 201, text


@pytest.mark.parametrize("code", ["en", "ko", "zh_CN"])
def test_the_page_gets_all_its_texts(server, code):
    texts = server.get(f"/api/texts/{code}").json()
    assert "" not in texts
    words = catalogue(code)
    for forms in (forms for module in PAGE.glob("*.js") for forms in marked_in_page(module)):
        if len(forms) == 1 and words.gettext(forms[0]) != forms[0]:
            assert texts[forms[0]] == words.gettext(forms[0])
        elif len(forms) == 2 and words.ngettext(*forms, 1) != forms[0]:
            assert texts[forms[0]] == [words.ngettext(*forms, 1)]  # both languages have one form for every number
    assert bool(texts) == (code != "en")
    assert "Ctrl-C" not in json.dumps(texts)  # the console's own


def test_a_language_that_is_not_there(server):
    answer = server.get("/api/texts/de", headers={"accept-language": "de, ko;q=0.8, en;q=0.7"})
    assert answer.status_code == 404
    assert "'de'" in answer.json()["text"]
    assert not answer.json()["text"].isascii()  # in the next best language


@pytest.mark.parametrize("rules", ["cfour", "tictactoe", "5x4 connect=3 blocked=b2,c1"])
@pytest.mark.parametrize("moves", [0, 3])
def test_a_position_is_read(anna, rules, moves):
    board = GridBoard(parse_rules(rules))
    for _ply in range(moves):
        board = board.move(board.legal_moves[-1])
    text = repr(board).split("'")[1]
    answer = anna.http.post("/api/position", json={"rules": rules, "position": text})
    state = PositionState.model_validate(answer.json())
    assert GridBoard.parse(state.position, parse_rules(state.rules)) == board
    assert [place.move for place in state.legal] == [board.move_name(move) for move in board.legal_moves]


@pytest.mark.parametrize(
    ("rules", "winnable"),
    [("cfour", True), ("3x3 connect=5", False), ("3x3 connect=3", True), ("2x3 connect=3 blocked=a2,b2", False)],
)
def test_a_position_says_whether_anybody_can_win(anna, rules, winnable):
    answer = anna.http.post("/api/position", json={"rules": rules})
    assert answer.json()["winnable"] is winnable


def test_an_error_in_a_position_has_its_place(anna):
    answer = anna.http.post("/api/position", json={"rules": "tictactoe", "position": "b2 a1 b2"})
    assert answer.status_code == 422
    assert answer.json()["field"] == "position"
    assert answer.json()["place"] == 6


def test_the_documents(server):
    described = server.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    schemas = described["components"]["schemas"]
    text = json.dumps(described)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in schemas
    for socket_path, messages in described["x-websockets"].items():
        assert socket_path.startswith("/ws/")
        assert messages["send"]
        assert messages["receive"]
    assert "text/html" in server.get("/api/docs").headers["content-type"]


def test_an_address_that_is_no_page_says_so_as_a_page(server):
    answer = server.get("/nothing", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert answer.content == server.get("/").content


def test_a_game_over_http_is_the_game_over_the_socket(anna):
    made = anna.new_game(position="44")
    with anna.sit(made["id"]) as chair:
        chair.first()
        chair.play("4")
        over_http = GameState.model_validate(anna.http.get(f"/api/games/{made['id']}").json())
        assert over_http == GameState.model_validate(chair.state)
    with Person(anna.server) as bert:
        assert bert.http.get(f"/api/games/{made['id']}").json()["you"] == []


def test_the_page_stays_quick_while_everything_is_searched(server):
    """With analyses and textbook searches on all threads, most pings are still answered at once.

    What is measured is the work that the server does until it answers: other programs do not add to it.
    """
    with ExitStack() as stack:
        for _visitor in range(3):
            visitor = stack.enter_context(Person(server))
            game = visitor.new_game("alphabeta depth=20 time=5", "alphabeta depth=20 time=5", rules="12x12 connect=5")
            chair = stack.enter_context(visitor.sit(game["id"]))
            chair.until(lambda message: message["type"] == "thinking")
            asking = patient_socket(f"ws://{server.host}/ws/analysis", {"cookie": visitor.cookie})
            stack.enter_context(asking).send(json.dumps({"type": "analyse", "request": 1, "rules": "8x8"}))
        anna = stack.enter_context(Person(server))
        chair = stack.enter_context(anna.sit(anna.new_game()["id"]))
        chair.first()
        assert server.process is not None
        took = []
        for _time in range(60):
            began = cpu_seconds(server.process.pid)
            chair.send(type="ping")
            chair.until(lambda message: message["type"] == "pong")
            took.append(cpu_seconds(server.process.pid) - began)
        assert anna.http.get("/api/meta").status_code == 200
    print("work until a ping is answered, ms:", [round(1000 * t) for t in sorted(took)[::10]])
    assert sorted(took)[30] < 0.15 * cores()
