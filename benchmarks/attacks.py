"""What an ordinary visitor notices while another address attacks the server.

The visitor, at 127.0.0.1, plays against a computer that answers at once, makes games and reads a position. Each attack
comes from 127.0.0.2, from a process of its own at the lowest priority, since an attacker computes elsewhere. It is
measured between two quiet spells of the same server, a new one for every attack: the time from a move or a request to
its answer, and what was refused.

    make bench-attacks ARGS="--seconds 10 --only champions"
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.web import free_port, quantile, wait_for

ATTACKER = "127.0.0.2"
LARGE = "32x32"
MOST_TIMES = 3.0
"""How much slower the slowest answers may be."""
PAUSE = 0.1
"""The visitor's, after every move. Games last for seconds then: a visitor may begin thirty in a minute."""
SEATS = {"first": {"kind": "human"}, "second": {"kind": "human"}}


def made_up() -> dict[str, str]:
    return {"cookie": f"plyground_visitor={secrets.token_urlsafe(32)}"}


class Attack:
    """The server at `port`, as an attacker reaches it."""

    def __init__(self, port: int) -> None:
        self.port = port
        transport = httpx.AsyncHTTPTransport(local_address=ATTACKER)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60)

    async def game(self, headers: dict[str, str], **wanted: Any) -> str:
        """A new game, asked for until it is granted."""
        while True:
            answer = await self.http.post("/api/games", json={**SEATS, **wanted}, headers=headers)
            if answer.status_code == httpx.codes.CREATED:
                return str(answer.json()["id"])
            await asyncio.sleep(1)

    def socket(self, path: str, headers: dict[str, str], **more: Any) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}{path}", additional_headers=headers, local_addr=(ATTACKER, 0), **more
        )

    async def games(self) -> None:
        """New games, each of a made-up visitor."""

        async def flood() -> None:
            while True:
                await self.http.post("/api/games", json=SEATS, headers=made_up())

        await asyncio.gather(*(flood() for _time in range(8)))

    async def requests(self) -> None:
        """Three hundred connections that ask for what takes the server longest to say, one question after the other."""

        async def ask(path: str) -> None:
            while True:
                with contextlib.suppress(Exception):
                    await self.http.get(path, headers=made_up())

        self.http = httpx.AsyncClient(
            base_url=self.http.base_url,
            transport=httpx.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx.Limits(max_connections=300)),
            timeout=60,
        )
        paths = ("/api/openapi.json", "/api/meta", "/", "/api/games?limit=500", "/nowhere")
        await asyncio.gather(*(ask(paths[number % len(paths)]) for number in range(300)))

    async def moves(self) -> None:
        """Two hundred players, each alone at a board, who move and take back as fast as they may."""

        async def play(headers: dict[str, str]) -> None:
            game = await self.game(headers)
            while True:
                with contextlib.suppress(Exception):
                    async with self.socket(f"/ws/games/{game}", headers, close_timeout=0.1) as socket:
                        while True:
                            state = json.loads(await socket.recv())
                            if state["type"] == "state":
                                change = {"type": "move", "move": "4"} if not state["ply"] else {"type": "undo"}
                                await socket.send(json.dumps({**change, "ply": state["ply"]}))

        visitors = [made_up() for _visitor in range(10)]
        await asyncio.gather(*(play(headers) for headers in visitors for _time in range(20)))

    async def champions(self) -> None:
        """Sixteen made-up visitors, each with a champion that takes all the time it may."""

        async def think() -> None:
            headers = made_up()
            computer = {"kind": "computer", "player": "champion time=10"}
            game = await self.game(headers, rules=LARGE, first=computer, second=computer)
            async with self.socket(f"/ws/games/{game}?natural=false", headers) as socket:
                async for _message in socket:
                    pass

        await asyncio.gather(*(think() for _time in range(16)))

    async def reasons(self) -> None:
        """Sixteen made-up visitors who ask why, about positions that nobody has solved."""

        async def ask() -> None:
            async with self.socket("/ws/analysis", made_up()) as socket:
                for number in range(10**6):
                    question = {"type": "why", "request": number, "rules": "9x7", "moves": "5" * (number % 6)}
                    await socket.send(json.dumps(question))
                    while json.loads(await socket.recv())["type"] not in ("reason", "error"):
                        pass

        await asyncio.gather(*(ask() for _time in range(16)))

    async def drawings(self) -> None:
        """Pictures of long games, which take computing and no search."""
        moves = " ".join(f"{chr(97 + n % 26)}{n // 26 + 1}" for n in range(300))
        query = {"rules": "26x26 connect=20 gravity=no", "moves": moves}

        async def draw() -> None:
            while True:
                await self.http.get("/api/position/animation.svg", params=query, headers=made_up())

        await asyncio.gather(*(draw() for _time in range(16)))

    async def half_requests(self) -> None:
        """Fifteen hundred requests that never come to their end."""

        async def hold() -> None:
            while True:
                with contextlib.suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0))
                    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
                    await reader.read()
                    writer.close()
                await asyncio.sleep(2)

        await asyncio.gather(*(hold() for _time in range(1500)))

    async def unread(self) -> None:
        """Twenty clients that ask for large states and never read them."""
        headers = made_up()
        game = await self.game(headers, rules=LARGE)

        async def ask() -> None:
            while True:
                with contextlib.suppress(Exception):
                    async with self.socket(f"/ws/games/{game}", headers, max_queue=1, close_timeout=0.1) as socket:
                        while True:
                            await socket.send(json.dumps({"type": "undo", "ply": 5}))
                            await asyncio.sleep(0.05)

        await asyncio.gather(*(ask() for _time in range(20)))

    async def pings(self) -> None:
        """Twenty clients that ping as fast as they can."""
        headers = made_up()
        game = await self.game(headers)

        async def ping() -> None:
            while True:
                with contextlib.suppress(Exception):
                    async with self.socket(f"/ws/games/{game}", headers, close_timeout=0.1) as socket:
                        while True:
                            await socket.ping()

        await asyncio.gather(*(ping() for _time in range(20)))

    async def messages(self) -> None:
        """Twenty clients that send messages as fast as they can, before and after they are sent away."""
        headers = made_up()
        game = await self.game(headers)

        async def talk() -> None:
            while True:
                with contextlib.suppress(Exception):
                    async with self.socket(f"/ws/games/{game}", headers, close_timeout=0.1) as socket:
                        while True:
                            await socket.send('{"type": "ping"}')

        await asyncio.gather(*(talk() for _time in range(20)))

    async def arrivals(self) -> None:
        """A hundred spectators of one large game, and others who come and go."""
        game = await self.game(made_up(), rules=LARGE)

        async def watch(stays: bool) -> None:
            while True:
                with contextlib.suppress(Exception):
                    async with self.socket(f"/ws/games/{game}", made_up()) as socket:
                        async for _message in socket:
                            if not stays:
                                break

        await asyncio.gather(*(watch(number < 100) for number in range(108)))


NAMES = [
    "games",
    "requests",
    "moves",
    "champions",
    "reasons",
    "drawings",
    "half_requests",
    "unread",
    "pings",
    "messages",
    "arrivals",
]


class Ordinary:
    """A visitor, and how long the answers took."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.random = Random(port)
        self.times: list[float] = []
        self.refused = 0

    async def visit(self, seconds: float) -> tuple[list[float], int]:
        self.times, self.refused = [], 0
        self.http.cookies.clear()  # a new visitor, who has not made as many games yet
        await self.http.get("/")
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends:
            await self._play(ends)
        return self.times, self.refused

    async def _timed(self, answer: Awaitable[Any]) -> Any:
        began = time.perf_counter()
        found = await answer
        self.times.append(time.perf_counter() - began)
        return found

    async def _play(self, ends: float) -> None:
        wanted = {"first": {"kind": "human"}, "second": {"kind": "computer", "player": "random"}, "rules": "12x12"}
        made = await self._timed(self.http.post("/api/games", json=wanted))
        if made.status_code != 201:
            self.refused += 1
            await asyncio.sleep(0.2)
            return
        cookie = {"cookie": f"plyground_visitor={self.http.cookies['plyground_visitor']}"}
        address = f"ws://127.0.0.1:{self.port}/ws/games/{made.json()['id']}?natural=false"
        async with connect(address, additional_headers=cookie, open_timeout=60) as socket:
            state = await self._state(socket, 0)
            while state["outcome"] == "open" and time.perf_counter() < ends:
                choice = self.random.choice(state["legal"])["move"]
                move = json.dumps({"type": "move", "ply": state["ply"], "move": choice})

                async def answered(message: str = move, ply: int = state["ply"]) -> Any:
                    await socket.send(message)
                    return await self._state(socket, ply + 2)

                state = await self._timed(answered())
                position = await self._timed(self.http.post("/api/position", json={"position": "4453"}))
                self.refused += position.status_code != 200
                await asyncio.sleep(PAUSE)

    async def _state(self, socket: Any, ply: int) -> Any:
        while True:
            message = json.loads(await socket.recv())
            self.refused += message["type"] == "error"
            if message["type"] == "state" and (message["ply"] >= ply or message["outcome"] != "open"):
                return message


@contextlib.contextmanager
def server(home: Path) -> Iterator[int]:
    """A server of its own, by its port."""
    port = free_port()
    words = ["serve", "--no-browser", "--port", str(port), "--database", str(home / "games.sqlite")]
    with open(home / "log", "w") as log:
        process = subprocess.Popen([sys.executable, "-m", "plyground", *words], stdout=log, stderr=log)
    try:
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def measure(port: int, name: str, seconds: float) -> tuple[list[float], list[float], int]:
    """The visitor's times without and with the attack, and what was refused during it."""
    await wait_for(port)
    visitor = Ordinary(port)
    while (await visitor.http.get("/api/meta")).json()["kernels"] == "compiling":
        await asyncio.sleep(0.5)
    quiet, _refused = await visitor.visit(seconds)
    words = ["nice", "-n", "19", sys.executable, __file__, "--attack", name, "--port", str(port)]
    attacker = subprocess.Popen(words)
    await asyncio.sleep(2)
    attacked, refused = await visitor.visit(seconds)
    if attacker.poll() is not None:
        raise SystemExit(f"the attack {name} ended by itself, so it was none")
    attacker.kill()
    attacker.wait()
    after, _refused = await visitor.visit(seconds / 2)
    return quiet + after, attacked, refused


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", choices=NAMES, action="append")
    parser.add_argument("--attack", choices=NAMES, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        attack: Callable[[Attack], Awaitable[None]] = getattr(Attack, options.attack)

        async def run() -> None:
            await attack(Attack(options.port))

        asyncio.run(run())
        return 0
    head = (
        f"{'attack':14} {'quiet p50':>10} {'p99 ms':>8} {'attacked p50':>13} {'p99 ms':>8} {'times':>6} {'refused':>8}"
    )
    print(f"{head} {'log bytes':>10}", flush=True)
    faults = 0
    for name in options.only or NAMES:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            with server(home) as port:
                quiet, attacked, refused = asyncio.run(measure(port, name, options.seconds))
            log = (home / "log").stat().st_size
        before, now = quantile(quiet, 0.99), quantile(attacked, 0.99)
        faults += now > MOST_TIMES * before or refused > 0
        print(
            f"{name:14} {quantile(quiet, 0.5):10.1f} {before:8.1f} {quantile(attacked, 0.5):13.1f} {now:8.1f}"
            f" {now / before:6.2f} {refused:8} {log:10}",
            flush=True,
        )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
