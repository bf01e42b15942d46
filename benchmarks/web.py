"""Many games at once over WebSocket, beside an echo server in the same run: `make bench-web`.

Every game is of two people by link, each with a connection of its own, who move at a human pace (a random pause). The
latency of a move is the time from sending it until the *other* player has received the state with it: it was
committed to the database in between. The echo server is a bare WebSocket application under the same uvicorn with the
same settings; its clients send a message of the same size at the same pace, and get as many bytes back as a state has.
Both run at the same time, so that they suffer from the same machine.

At the end every game is read from the database and compared, move by move, with what its players sent: nothing may be
lost, doubled or out of order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from plyground.store.database import Database
from plyground.store.games import get_game

ECHO = """
import socket, sys
import uvicorn

async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    answer = "x" * int(sys.argv[2])
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"] + answer})

config = uvicorn.Config(app, log_config=None, lifespan="off", ws="websockets-sansio", ws_per_message_deflate=False)
listening = socket.socket()
listening.bind(("127.0.0.1", int(sys.argv[1])))
uvicorn.Server(config).run(sockets=[listening])
"""
STATE_BYTES = 6000  # of a state in the middle of a game
RULES = "12x12 connect=9"  # long games: 144 cells, and hardly ever a win among random moves


@dataclass
class Tally:
    latencies: list[float] = field(default_factory=list)
    echoes: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    sent: dict[str, list[str]] = field(default_factory=dict)  # by game: the moves in the order of their plies
    reconnects: int = 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def wait_for(port: int) -> None:
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise TimeoutError(f"nothing answers at port {port}")


async def visitor(base: str, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    client = httpx.AsyncClient(base_url=base, timeout=60, transport=transport)
    (await client.get("/")).raise_for_status()
    return client


class Game:
    """Two players; each answers the other's move after a pause, until the time is over."""

    def __init__(self, base: str, pace: float, tally: Tally, seed: int) -> None:
        self.base = base
        self.pace = pace
        self.tally = tally
        self.random = random.Random(seed)
        self.address = f"127.0.{seed // 50 + 1}.1"  # one address may have 400 connections
        self.id = ""
        self.moves: list[str] = []
        self.sent_at = 0.0
        self.connections: list[Any] = []

    async def open(self) -> None:
        anna, bert = await visitor(self.base, self.address), await visitor(self.base, self.address)
        seats = {"first": {"kind": "human"}, "second": {"kind": "link"}}
        made = (await anna.post("/api/games", json={"rules": RULES, **seats})).raise_for_status().json()
        self.id = made["id"]
        secret = made["links"]["second"].partition("#join=")[2]
        (await bert.post(f"/api/games/{self.id}/join", json={"token": secret})).raise_for_status()
        self.tally.sent[self.id] = self.moves
        for client in (anna, bert):
            cookie = f"plyground_visitor={client.cookies['plyground_visitor']}"
            url = f"{self.base.replace('http', 'ws')}/ws/games/{self.id}"
            self.connections.append(
                await connect(
                    url,
                    additional_headers={"Cookie": cookie},
                    open_timeout=60,
                    compression=None,
                    local_addr=(self.address, 0),
                )
            )
            await client.aclose()

    async def play(self, until: float) -> None:
        try:
            await asyncio.gather(*(self.sit(side, until) for side in (0, 1)))
        except Exception as error:
            self.tally.errors.append(f"{self.id}: {type(error).__name__}: {error}")
        finally:
            for connection in self.connections:
                await connection.close()

    async def sit(self, side: int, until: float) -> None:
        socket = self.connections[side]
        seen = -1
        async for text in socket:
            heard = time.perf_counter()
            state = json.loads(text)
            if state["type"] == "error":
                raise AssertionError(state["text"])
            if state["type"] != "state" or state["ply"] == seen:
                continue
            seen = state["ply"]
            if [move["move"] for move in state["moves"]] != self.moves[:seen] or seen < len(self.moves) - 1:
                raise AssertionError(f"the state at ply {seen} is not what was played")
            mine = (state["turn"] == "second") == bool(side)
            if mine and seen:
                self.tally.latencies.append(heard - self.sent_at)  # the other's move has arrived
            over = state["outcome"] != "open"
            if mine and not over and time.perf_counter() < until:
                await asyncio.sleep(self.random.uniform(0.5, 1.5) * self.pace)
                move = self.random.choice(state["legal"])["move"]
                self.moves.append(move)
                self.sent_at = time.perf_counter()
                await socket.send(json.dumps({"type": "move", "ply": seen, "move": move}))
            elif mine or over:
                # Whoever is to move when the time is over has seen every move; the other need not wait for more.
                for connection in self.connections:
                    await connection.close()
                return


async def echo(port: int, pace: float, until: float, tally: Tally, seed: int) -> None:
    chance = random.Random(seed)
    async with connect(f"ws://127.0.0.1:{port}/", open_timeout=60, compression=None) as socket:
        await asyncio.sleep(chance.uniform(0, pace))
        while time.perf_counter() < until:
            began = time.perf_counter()
            await socket.send(json.dumps({"type": "move", "ply": 7, "move": "4"}))
            await socket.recv()
            tally.echoes.append(time.perf_counter() - began)
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pace)


async def run(options: argparse.Namespace, port: int, echo_port: int) -> Tally:
    tally = Tally()
    await asyncio.gather(wait_for(port), wait_for(echo_port))
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=300) as client:
        while (await client.get("/api/meta")).json()["kernels"] == "compiling":
            await asyncio.sleep(0.5)
    games = [Game(base, options.pace, tally, seed) for seed in range(options.games)]
    for start in range(0, len(games), 10):
        await asyncio.gather(*(game.open() for game in games[start : start + 10]))
        await asyncio.sleep(0.6)  # six requests a game, and the server takes a hundred a second from one address
    print(f"{len(games)} games of two connections each are open; playing for {options.seconds:g} s", flush=True)
    until = time.perf_counter() + options.seconds
    echoing = [echo(echo_port, options.pace, until, tally, seed) for seed in range(options.games)]
    await asyncio.gather(*(game.play(until) for game in games), *echoing)
    return tally


def check(database: str, tally: Tally) -> tuple[int, list[str]]:
    """How many moves the database has, and what is wrong with them."""
    wrong, count = [], 0
    with Database.open(database) as opened:
        for id, moves in tally.sent.items():
            record = get_game(opened, id)
            if record is None:
                wrong.append(f"{id} is not there")
                continue
            record.game()
            found = [record.start.move_name(move.move) for move in record.moves]
            count += len(found)
            if found != moves:
                wrong.append(
                    f"{id}: {len(moves)} moves sent, {len(found)} stored, the same: {found == moves[: len(found)]}"
                )
    return count, wrong


def more_files() -> None:
    """Four ends of connections for each game lie in this process and the servers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))


@contextmanager
def own_postgres(wanted: bool) -> Iterator[str | None]:
    """The URL of an empty database of a PostgreSQL server that ends with the block; None if none is wanted."""
    if not wanted:
        yield None
        return
    from tests.postgres import server

    with server() as started:
        yield started.new_database()


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between a move and its answer, on average")
    parser.add_argument("--database", help="PostgreSQL by URL; a new SQLite file if not given")
    parser.add_argument("--postgres", action="store_true", help="over a PostgreSQL server of its own")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    more_files()
    with (
        tempfile.TemporaryDirectory() as home,
        open(Path(home) / "log", "w+") as log,
        own_postgres(options.postgres) as own,
    ):
        database = options.database or own or str(Path(home) / "games.sqlite")
        port, echo_port = free_port(), free_port()
        words = ["-m", "plyground", "serve", "--no-browser", "--port", str(port), "--database", database]
        commands = [[*words, "--workers", str(options.workers)], ["-c", ECHO, str(echo_port), str(STATE_BYTES)]]
        servers = [subprocess.Popen([sys.executable, *each], stdout=log, stderr=log) for each in commands]
        try:
            tally = asyncio.run(run(options, port, echo_port))
        finally:
            for server in servers:
                server.send_signal(signal.SIGTERM)
            for server in servers:
                server.wait(30)
        count, wrong = check(database, tally)
        log.seek(0)
        usual = ("Plyground is at", "The server has", f"plyground: '{database}' is a new database")
        said = [line for line in log.read().splitlines() if not line.startswith(usual)]
    print(
        f"moves played {count:,} ({count / options.seconds:,.0f} a second), errors {len(tally.errors)}, "
        f"games that differ from what was sent {len(wrong)}"
    )
    print(f"{'':28}{'p50':>9}{'p99':>9}{'most':>9}{'count':>9}")
    for name, values in (("a move, committed and seen", tally.latencies), ("the echo server", tally.echoes)):
        if values:
            shown = [f"{quantile(values, part):6.1f} ms" for part in (0.5, 0.99, 1.0)]
            print(f"{name:28}{''.join(shown)}{len(values):9,}   mean {statistics.fmean(values) * 1000:.1f} ms")
    for line in [*tally.errors[:10], *wrong[:10], *said[:20]]:
        print(line)
    return 1 if tally.errors or wrong or said else 0


if __name__ == "__main__":
    sys.exit(main())
