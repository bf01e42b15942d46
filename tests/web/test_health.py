"""For whoever runs the server: whether it lives and is ready, what it counts, its access log, and a restart."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from plyground.errors import N_, StoreError
from plyground.store import live
from plyground.web.serving.app import create_app
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE, wait_until
from tests.web.people import LIGHT, Person, running, unverified

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
AS_SYSTEMD = """
import os
os.dup2(int(os.environ["SOCKET"]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
"""
SEATS = {"first": {"kind": "human"}, "second": {"kind": "human"}}


def in_process(tmp_path: Path, test: Callable[[httpx.AsyncClient], Awaitable[None]], **settings: object) -> None:
    """Runs a test on an application without a server around it."""

    async def goes() -> None:
        app = create_app(ServerSettings(str(tmp_path / "games.sqlite"), preload=False, **settings))  # type: ignore[arg-type]
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            await test(client)

    asyncio.run(goes())


def test_it_lives_and_is_ready(tmp_path, monkeypatch):
    async def test(client: httpx.AsyncClient) -> None:
        alive = await client.get("/healthz")
        assert (alive.status_code, alive.text) == (200, "ok\n")
        assert "set-cookie" not in alive.headers
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"database": "ok", "kernels": "ready"})

        def away(*_about: object) -> None:
            raise StoreError(N_("the database is away"))

        monkeypatch.setattr(live, "seqs", away)
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()) == (503, {"database": "away", "kernels": "ready"})
        assert (await client.get("/healthz")).status_code == 200

    in_process(tmp_path, test)


def test_it_is_not_ready_before_its_code_is_loaded(tmp_path):
    async def test(client: httpx.AsyncClient) -> None:
        app = client._transport.app  # type: ignore[attr-defined]
        app.state.services.kernel_loader.state = "compiling"
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["kernels"]) == (503, "compiling")

    in_process(tmp_path, test)


def test_metrics_are_there_if_they_are_wanted(tmp_path):
    async def off(client: httpx.AsyncClient) -> None:
        assert (await client.get("/metrics")).status_code == 404

    async def on(client: httpx.AsyncClient) -> None:
        await client.get("/")
        assert (await client.post("/api/games", json=SEATS)).status_code == 201
        assert (await client.post("/api/games", json=SEATS)).status_code == 429
        assert (await client.get("/api/games", headers={"host": "evil.example"})).status_code == 421
        text = (await client.get("/metrics")).text
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert found['plyground_requests_total{status="201"}'] == "1"
        assert found['plyground_refusals_total{code="too_fast"}'] == "1"
        assert found['plyground_refusals_total{code="host"}'] == "1"
        assert found['plyground_searches_waiting{pool="moves"}'] == "0"
        assert int(found["plyground_store_seconds_count"]) >= 2
        assert found['plyground_store_seconds_bucket{le="+Inf"}'] == found["plyground_store_seconds_count"]
        assert float(found["plyground_resident_memory_bytes"]) > 1e6
        for name in found:
            assert re.fullmatch(r'plyground_[a-z_]+(\{[a-z]+="[^"]+"\})?', name), name

    in_process(tmp_path, off)
    in_process(tmp_path, on, metrics=True, game_burst=1, games_per_minute=1e-3)


def test_the_access_log(tmp_path):
    settings = {"access_log": True, "json_log": True}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=settings) as server:
        with Person(server) as anna:
            answer = anna.http.get("/api/games/nobody")
            with anna.sit(anna.new_game()["id"]) as chair:
                chair.first()
        assert wait_until(lambda: '"WEBSOCKET"' in server.log.read_text())
        lines = [json.loads(line) for line in server.faults.splitlines()]
    (line,) = [line for line in lines if line["path"] == "/api/games/nobody"]
    assert (line["method"], line["status"], line["address"]) == ("GET", 404, "127.0.0.1")
    assert line["request"] == answer.headers["x-request-id"]
    assert {"time", "level", "logger", "message", "milliseconds"} <= line.keys()


def test_nobody_is_refused_while_the_server_restarts(tmp_path):
    """systemd holds the socket, and hands it to one server after the other."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def start() -> subprocess.Popen[bytes]:
            words = ["-c", AS_SYSTEMD + LIGHT, "serve", "--no-browser", "--database", str(tmp_path / "games.sqlite")]
            return subprocess.Popen(
                [sys.executable, *words],
                env={**os.environ, "PLYGROUND_HOME": str(tmp_path), "SOCKET": str(listening.fileno())},
                pass_fds=[listening.fileno()],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        def ask() -> int:
            with unverified(f"http://127.0.0.1:{port}") as http:
                return http.get("/healthz").status_code

        first = start()
        assert ask() == 200
        first.terminate()
        first.wait(PATIENCE)
        codes: list[int] = []
        asking = threading.Thread(target=lambda: codes.append(ask()))
        asking.start()  # while no server runs
        second = start()
        asking.join(PATIENCE)
        second.terminate()
        second.wait(PATIENCE)
        assert codes == [200]


@pytest.mark.needs("systemd-analyze")
def test_the_systemd_unit(tmp_path):
    for name in ("plyground.service", "plyground.socket"):
        text = (DEPLOY / name).read_text().replace("/opt/plyground/bin/plyground", f'"{sys.executable}"')
        (tmp_path / name).write_text(text)
    words = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "plyground.service")]
    checked = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert "plyground" not in checked.stderr, checked.stderr
