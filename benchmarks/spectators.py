"""One game before many spectators: `make bench-spectators ARGS="--spectators 1000 --seconds 60"`.

Both sides are moved at a human pace. Measured is the time from sending a move until a spectator has the state with it,
over all spectators and moves. One process plays all the spectators, so its own work is in the times, too. At the end
every spectator has to have the whole game; a spectator may skip a state, because a newer one is complete in itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from benchmarks.web import RULES, free_port, more_files, own_postgres, quantile, visitor, wait_for

PER_ADDRESS = 300  # the server lets one address have 400
TOGETHER = 20


@dataclass
class Shown:
    sent: dict[int, float] = field(default_factory=dict)  # by ply: when the move was sent
    moves: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    whole: int = 0
    skipped: int = 0
    errors: list[str] = field(default_factory=list)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


async def watch(port: int, game: str, number: int, shown: Shown, opened: asyncio.Semaphore, ready: list[int]) -> None:
    address = f"127.0.{number // PER_ADDRESS + 1}.1"
    seen = 0
    try:
        async with opened:
            socket = await connect(
                f"ws://127.0.0.1:{port}/ws/games/{game}",
                additional_headers={"Cookie": f"plyground_visitor={secrets.token_urlsafe(32)}"},
                open_timeout=60,
                compression=None,
                local_addr=(address, 0),
            )
        ready.append(number)
        async for text in socket:
            heard = time.perf_counter()
            state = json.loads(text)
            if state["type"] != "state" or state["ply"] <= seen:
                continue
            shown.skipped += state["ply"] - seen - 1
            seen = state["ply"]
            shown.times.append(heard - shown.sent[seen])
            if [move["move"] for move in state["moves"]] != shown.moves[:seen]:
                raise AssertionError(f"the state at ply {seen} is not what was played")
            if shown.is_over.is_set() and seen == len(shown.moves):
                shown.whole += 1
                await socket.close()
                return
    except Exception as error:
        shown.errors.append(f"{type(error).__name__}: {error}")


async def run(options: argparse.Namespace, port: int) -> Shown:
    await wait_for(port)
    shown, chance = Shown(), random.Random(1)
    base = f"http://127.0.0.1:{port}"
    player = await visitor(base, "127.0.0.1")
    seats = {"first": {"kind": "human"}, "second": {"kind": "human"}}
    made = (await player.post("/api/games", json={"rules": RULES, **seats})).raise_for_status().json()
    cookie = {"Cookie": f"plyground_visitor={player.cookies['plyground_visitor']}"}
    ready: list[int] = []
    opened = asyncio.Semaphore(TOGETHER)
    watching = [
        asyncio.create_task(watch(port, made["id"], number, shown, opened, ready))
        for number in range(options.spectators)
    ]
    async with connect(
        f"ws://127.0.0.1:{port}/ws/games/{made['id']}", additional_headers=cookie, open_timeout=60, compression=None
    ) as socket:
        state: dict[str, Any] = await next_state(socket, 0)
        while len(ready) + len(shown.errors) < options.spectators:
            await asyncio.sleep(0.1)
        print(f"{len(ready)} spectators watch; playing for {options.seconds:g} s", flush=True)
        ends = time.perf_counter() + options.seconds
        while not shown.is_over.is_set() and state["outcome"] == "open":
            await asyncio.sleep(chance.uniform(0.5, 1.5) * options.pace)
            move, ply = chance.choice(state["legal"])["move"], state["ply"]
            if time.perf_counter() > ends:
                shown.is_over.set()  # with this move
            shown.moves.append(move)
            shown.sent[ply + 1] = time.perf_counter()
            await socket.send(json.dumps({"type": "move", "ply": ply, "move": move}))
            state = await next_state(socket, ply + 1)
        shown.is_over.set()
        _done, late = await asyncio.wait(watching, timeout=60)
        for task in late:
            task.cancel()
    return shown


async def next_state(socket: Any, ply: int) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "error":
            raise AssertionError(message["text"])
        if message["type"] == "state" and message["ply"] >= ply:
            return message


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves, on average")
    parser.add_argument("--workers", type=int, default=1, help="more than one need --postgres")
    parser.add_argument("--postgres", action="store_true", help="over a PostgreSQL server of its own")
    options = parser.parse_args()
    more_files()
    with (
        tempfile.TemporaryDirectory() as home,
        open(Path(home) / "log", "w+") as log,
        own_postgres(options.postgres) as database,
    ):
        port = free_port()
        words = ["-m", "plyground", "serve", "--no-browser", "--port", str(port), "--workers", str(options.workers)]
        words += ["--database", database or str(Path(home) / "games.sqlite")]
        server = subprocess.Popen([sys.executable, *words], stdout=log, stderr=log)
        try:
            shown = asyncio.run(run(options, port))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    lost = options.spectators - shown.whole
    print(
        f"moves {len(shown.moves)}, states received {len(shown.times):,}, skipped {shown.skipped:,}, "
        f"spectators without the whole game {lost}, errors {len(shown.errors)}"
    )
    if shown.times:
        p50, p99, most = (quantile(shown.times, part) for part in (0.5, 0.99, 1.0))
        print(f"from a move to a spectator: p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {most:.1f} ms")
    for line in shown.errors[:10]:
        print(line)
    return 1 if lost or shown.errors else 0


if __name__ == "__main__":
    sys.exit(main())
