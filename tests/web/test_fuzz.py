"""Random requests and frames, valid or not: no server error, no illegal game, and the server still answers.

Bodies are made by schemathesis from the server's own OpenAPI document, valid and not. Frames are made here: messages
that fit the schema, with plies and moves that may or may not, such messages damaged, and raw bytes.
"""

from __future__ import annotations

import json
import os
import random
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed

from plyground.store.database import Database
from plyground.store.games import find_games
from plyground.web.analysis.session import question as analysis_question
from plyground.web.messages.refusals import Problem
from plyground.web.play.messages import client_message
from plyground.web.think.messages import question as think_question
from tests.waiting import PATIENCE
from tests.web.people import Person, Server, patient_socket, running

LIMITS = {
    "requests_per_second": 1e9,
    "request_burst": 10**9,
    "address_messages_per_second": 1e9,
    "address_game_burst": 10**9,
    "games_per_minute": 1e9,
    "game_burst": 10**9,
    "messages_per_second": 1e9,
    "message_burst": 10**9,
    "think_seconds": 0.05,
}


# Bodies


def fuzz_bodies(server: Server, each: int) -> Counter[str]:
    """Sends `each` requests of every operation and kind; returns how many were sent, by kind."""
    # Its import is seconds of work, which only whoever fuzzes should have.
    import requests
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    sent: Counter[str] = Counter()
    with requests.Session() as session:
        for result in schema.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            for mode in GenerationMode:
                # A request without parameters and body cannot be invalid.
                if mode is GenerationMode.POSITIVE or operation.body or list(operation.iter_parameters()):
                    sent[mode.value] += fuzz_operation(server, session, operation, mode, each)
    return sent


def fuzz_operation(server, session, operation, mode, times: int) -> int:
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    count = 0

    @settings(
        max_examples=times,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case):
        nonlocal count
        answer = case.call(base_url=server.url, session=session, timeout=PATIENCE)
        assert answer.status_code < 500 or answer.status_code == 503, (case.body, answer.text)
        if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
            assert Problem.model_validate(answer.json()).text
        elif answer.status_code < 300:
            case.validate_response(answer, checks=[response_schema_conformance, status_code_conformance])
        count += 1

    ask()
    return count


# Frames


def valid_move(chance: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    ply = state["ply"] if chance.random() < 0.7 else chance.randrange(0, 1025)
    if state["legal"] and chance.random() < 0.6:
        move = chance.choice(state["legal"])["move"]
    else:
        move = "".join(
            chance.choice("123456789abcwz \u00e9\u4e2d\u0000\U0001f600") for _letter in range(chance.randint(1, 4))
        )
    return {"type": "move", "ply": ply, "move": move}


PING = json.dumps({"type": "ping"})


def frame(chance: random.Random, state: dict[str, Any]) -> str | bytes:
    """A message of a game."""
    kind = chance.random()
    if kind < 0.65:
        message = chance.choice(
            [
                valid_move(chance, state),
                valid_move(chance, state),
                valid_move(chance, state),
                {"type": "undo", "ply": chance.choice([state["ply"], chance.randrange(0, 1025)])},
                {"type": "ping"},
                {"type": "rematch"},
                {"type": "pace", "until": chance.choice([None, state["ply"]]), "delay": chance.choice([None, 0, 0.5])},
                {"type": chance.choice(["decline", "claim"])},
                {"type": "name", "name": chance.choice(["", "Anna", "\u202e", "x" * 40])},
                {"type": "hint"} if chance.random() < 0.02 else {"type": "ping"},
                {"type": "resign"} if chance.random() < 0.05 else {"type": "ping"},
            ]
        )
        return json.dumps(message)
    return damaged(chance, json.dumps(valid_move(chance, state)))


def asked(chance: random.Random) -> str | bytes:
    """A message of the analysis."""
    rules = chance.choice(["cfour", "tictactoe", "4x4 connect=3", "3x3", "nonsense", "33x2", "\u0000"])
    position = "".join(chance.choice("1234567") for _move in range(chance.randint(0, 6)))
    message = {
        "type": chance.choice(["analyse", "review", "stop", "ping"]),
        "request": chance.randrange(0, 2**53),
        "rules": rules,
        "position": position,
        "moves": position[:2],
    }
    if message["type"] in ("stop", "ping"):
        message = {"type": message["type"]}
    text = json.dumps(message)
    return text if chance.random() < 0.65 else damaged(chance, text)


def thought(chance: random.Random) -> str | bytes:
    """A message of the searches that are seen at work."""
    number = chance.choice([1, 1, 2, chance.randrange(0, 2**53)])
    kind = chance.choice(["think", "think", "more", "parts", "depths", "stop", "ping"])
    message: dict[str, Any] = {"type": kind, "request": number}
    if kind in ("think", "depths"):
        message |= {
            "search": chance.choice(["minimax", "alphabeta", "deepening", "montecarlo", "uct", "", "nonsense"]),
            "rules": chance.choice([None, "cfour", "tictactoe", "4x4 connect=3", "nonsense", "33x2", "\u0000"]),
            "position": chance.choice(
                [
                    "".join(chance.choice("1234567") for _move in range(chance.randint(0, 6))),
                    "nim " + " ".join(str(chance.randrange(25)) for _heap in range(chance.randint(0, 9))),
                    "".join(chance.choice("[[[]],,1234.-e ") for _sign in range(chance.randint(1, 30))),
                    "[" * chance.randint(1, 100) + "1" + "]" * chance.randint(1, 100),
                ]
            ),
            "depth": chance.choice([None, 0, 1, 2, 3, 64, 10**30]),
            "evaluator": chance.choice([None, "segments", "outcome", "nonsense"]),
            "order": chance.choice([None, "centre", "evaluated", "nonsense"]),
            "table": chance.random() < 0.3,
            "playouts": chance.choice([None, 1, 50, 50_000, -1]),
            "seed": chance.randrange(0, 2**53),
            "c": chance.choice([None, 0, 0.7, 1e308, -1]),
            "game": chance.choice([None, None, None, "mine"]),
        }
        message |= (
            {"from": chance.choice([0, 0, 7, 2**53 - 1])} if kind == "think" else {"most": chance.choice([1, 64])}
        )
    elif kind == "more":
        message["to"] = chance.choice([0, 100, 2**53 - 1])
    elif kind == "parts":
        message["path"] = [
            chance.choice(["1", "4", "b2", "2:3", "", "\u0000"]) for _move in range(chance.randint(0, 4))
        ]
    else:
        del message["request"]
    text = json.dumps(message)
    return text if chance.random() < 0.65 else damaged(chance, text)


def damaged(chance: random.Random, text: str) -> str | bytes:
    how = chance.randrange(7)
    if how == 0:
        return text[: chance.randrange(len(text))]
    if how == 1:
        return chance.randbytes(chance.randint(0, 60))
    if how == 2:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice('{}[]",:0\\\u0000') + text[at + 1 :]
    if how == 3:
        return json.dumps(chance.choice([None, [], 1, "move", [[[]]], {"type": None}, {"type": ["move"]}, {"x": {}}]))
    if how == 4:
        return json.dumps(json.loads(text) | {chance.choice("abc"): chance.random()})
    if how == 5:
        return "[" * chance.randint(1, 3000)
    return text.replace("0", "1e999").replace("4", "-4")


def check_closed(end: ConnectionClosed) -> None:
    """The only reason for the server to close is too many messages that it cannot read."""
    assert end.rcvd is not None
    assert end.rcvd.code == 4400, end


def is_valid(adapter, sent: str | bytes) -> bool:
    try:
        adapter.validate_json(sent)
    except ValidationError:
        return False
    return True


def fuzz_games(server: Server, frames: int, seed: int) -> tuple[int, int]:
    """Sends `frames` frames to games; returns how many were valid by schema, and the number of connections."""
    chance = random.Random(seed)
    valid = sent = connections = 0
    with Person(server) as anna:
        while sent < frames:
            rules = chance.choice(["cfour", "tictactoe", "6x5 connect=4 blocked=c2"])
            second = chance.choice(["human", "human", "link", "random", "winblock"])
            game = anna.new_game("human", second, rules=rules)["id"]
            with anna.sit(game, close_timeout=1) as chair:
                connections += 1
                chair.first()
                try:
                    for _batch in range(20):
                        messages = [frame(chance, chair.state) for _frame in range(10)]
                        messages.append(PING)
                        for message in messages:
                            valid += is_valid(client_message, message)
                            sent += 1
                            chair.socket.send(message)
                        # Read up to the last pong: the server closes a connection that does not read its answers.
                        for _ping in range(messages.count(PING)):
                            chair.until(lambda message: message["type"] == "pong")
                except ConnectionClosed as end:
                    check_closed(end)
    return valid, connections


def fuzz_questions(
    server: Server,
    path: str,
    adapter: TypeAdapter[Any],
    make: Callable[[random.Random], str | bytes],
    frames: int,
    seed: int,
) -> int:
    chance = random.Random(seed)
    valid = sent = 0
    while sent < frames:
        with patient_socket(f"ws://{server.host}{path}", close_timeout=1, max_size=None) as asking:
            try:
                for _batch in range(10):
                    for _frame in range(10):
                        message = make(chance)
                        valid += is_valid(adapter, message)
                        sent += 1
                        asking.send(message)
                    asking.send('{"type": "ping"}')
                    while json.loads(asking.recv(PATIENCE))["type"] != "pong":
                        pass
            except ConnectionClosed as end:
                check_closed(end)
    return valid


def fuzz_wire(server: Server, times: int, seed: int) -> None:
    """Sends bytes that are not HTTP, and bytes that are not WebSocket frames after a handshake."""
    chance = random.Random(seed)
    handshake = (
        f"GET /ws/games/x HTTP/1.1\r\nhost: {server.host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    for _time in range(times):
        with closing(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)) as raw:
            try:
                raw.sendall(handshake if chance.random() < 0.5 else b"")
                raw.sendall(os.urandom(chance.randint(1, 2000)) + b"\r\n\r\n")
                raw.shutdown(socket.SHUT_WR)
                while raw.recv(65536):
                    pass
            except OSError:
                pass


def check_after(server: Server) -> int:
    """Checks that the server answers, logged no error, and stored legal games only; returns the number of games."""
    with Person(server) as anna:
        game = anna.new_game()["id"]
        with anna.sit(game) as chair:
            chair.first()
            chair.play("4")
    count = 0
    with Database.open(server.database) as database:
        for record in find_games(database):
            record.game()
            count += 1
    # uvicorn logs the one for bytes that are not HTTP; the other is said on a machine's first use.
    harmless = ("Invalid HTTP request", "compiling ")
    faults = [line for line in server.faults.splitlines() if not any(text in line for text in harmless)]
    assert not faults, "\n".join(faults[:50])
    return count


def fuzz(folder, bodies_each: int, frames: int) -> tuple[int, int]:
    """Runs all of the above; returns the number of requests and frames, and how many were valid by schema."""
    with running(folder, str(folder / "games.sqlite"), settings=LIMITS) as server:
        bodies = fuzz_bodies(server, bodies_each)
        valid, _connections = fuzz_games(server, frames, seed=1)
        questions = frames // 10
        valid += fuzz_questions(server, "/ws/analysis", analysis_question, asked, questions, seed=2)
        valid += fuzz_questions(server, "/ws/think", think_question, thought, questions, seed=4)
        fuzz_wire(server, max(10, frames // 100), seed=3)
        assert check_after(server) > frames // 300
    return bodies.total() + frames + 2 * questions, valid + bodies["positive"]


def test_a_little_nonsense(tmp_path):
    sent, valid = fuzz(tmp_path, bodies_each=2, frames=600)
    assert valid >= sent / 2


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_hundred_thousand(tmp_path):
    sent, valid = fuzz(tmp_path, bodies_each=500, frames=85_000)
    assert sent >= 100_000
    assert valid >= sent / 2
