"""Whoever sends hundreds of requests or moves at once does not make others wait for all of them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any, cast

from plyground.board import Side
from plyground.game import Forfeit, Termination
from plyground.grid import GridBoard
from plyground.store import Seat
from plyground.store import live as store
from plyground.web.messages.base import Pong
from plyground.web.play.connection import Connection
from plyground.web.play.messages import Rematch
from plyground.web.play.routes import Games, _apply
from plyground.web.serving.callers import Caller
from plyground.web.serving.rates import Bucket
from plyground.web.serving.services import Services
from plyground.web.serving.settings import ServerSettings
from plyground.web.serving.turns import AddressTurns, RequestTurns
from tests.waiting import PATIENCE
from tests.web.test_replays import somebody


def run(test) -> None:
    asyncio.run(asyncio.wait_for(test, PATIENCE))


def test_requests_of_another_address_wait_for_one_at_most():
    async def test() -> None:
        turns, order = RequestTurns(), []

        async def request(network: str) -> None:
            await turns.wait(Caller.at(network))
            order.append(network)

        flood = [asyncio.create_task(request("flood")) for _time in range(300)]
        await asyncio.sleep(0)
        other = asyncio.create_task(request("other"))
        await other
        assert Counter(order)["flood"] <= 3
        flood[100].cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert Counter(order) == {"flood": 299, "other": 1}
        await asyncio.sleep(0)
        assert not turns._waiting
        await asyncio.wait_for(turns.wait(Caller.at("other")), PATIENCE)

    run(test())


def test_an_address_with_a_long_queue_pauses_while_others_are_there():
    """The requests of the flood run between the steps of another one; alone, it does not have to wait."""

    async def test() -> None:
        turns, begun = RequestTurns(), []

        async def request(network: str) -> None:
            await turns.wait(Caller.at(network))
            begun.append(network)

        async def rounds(count: int) -> int:
            before = len(begun)
            for _round in range(count):
                await asyncio.sleep(0)
            return len(begun) - before

        flood = [asyncio.create_task(request("flood")) for _time in range(300)]
        assert await rounds(60) > 40
        await request("other")
        stopped = asyncio.get_running_loop().time()
        alone = await rounds(60)
        passed = asyncio.get_running_loop().time() - stopped
        assert alone <= 2 + passed / 0.004
        await asyncio.gather(*flood)
        assert begun.count("flood") == 300

    run(test())


def test_one_of_an_address_goes_on_at_a_time():
    async def test() -> None:
        turns, gate, inside = AddressTurns(), asyncio.Event(), []

        async def change(address: str) -> None:
            async with turns.of(address):
                inside.append(address)
                await gate.wait()

        flood = [asyncio.create_task(change("192.0.2.1")) for _time in range(50)]
        for _round in range(5):
            await asyncio.sleep(0)
        other = asyncio.create_task(change("192.0.2.2"))
        while "192.0.2.2" not in inside:
            await asyncio.sleep(0)
        assert inside.count("192.0.2.1") == 1
        gate.set()
        await asyncio.gather(*flood, other)
        assert len(inside) == 51

    run(test())


def test_an_address_whose_changes_wait_in_line_rests_between_them_if_others_are_there():
    async def test() -> None:
        turns, ends, loop = AddressTurns(rests=1), [], asyncio.get_running_loop()

        async def change() -> None:
            async with turns.of("192.0.2.1"):
                await asyncio.sleep(0.02)
                ends.append(loop.time())

        await asyncio.gather(*(change() for _time in range(4)))
        assert not turns._waiting
        async with turns.of("192.0.2.2"):
            pass
        ends.clear()
        await asyncio.gather(*(change() for _time in range(20)))
        ends = ends[:3]
        assert all(later - earlier >= 0.039 for earlier, later in pairwise(ends))

    run(test())


def test_states_of_an_address_are_sent_later_when_they_are_too_many():
    """Whoever waits gets the newest one alone; messages do not wait."""

    class Socket:
        def __init__(self) -> None:
            self.sent: list[str] = []

        async def send_text(self, text: str) -> None:
            self.sent.append(text)

    async def test() -> None:
        bucket, socket = Bucket(0.0, 10_000), Socket()
        connection = Connection(cast(Any, socket), None, Caller.at("192.0.2.1"), state_bytes=bucket)
        sending = asyncio.create_task(connection.send_queued())
        for number in (1, 2, 3):  # each counts four thousand bytes at least
            connection.send_state(partial("state {}".format, number))
            while len(socket.sent) < number:
                await asyncio.sleep(0)
        connection.send_state(lambda: "state 4")
        connection.send(Pong())
        while len(socket.sent) < 4:
            await asyncio.sleep(0)
        connection.send_state(lambda: "state 5")
        bucket.owe(-20_000)
        while len(socket.sent) < 5:
            await asyncio.sleep(0.001)
        assert socket.sent[:3] == ["state 1", "state 2", "state 3"]
        assert json.loads(socket.sent[3]) == {"type": "pong"}
        assert socket.sent[4:] == ["state 5"]
        sending.cancel()

    run(test())


def test_rematches_count_as_new_games(tmp_path):
    """Game after game by resigning and playing again would make as many as messages are allowed."""

    async def test() -> None:
        settings = ServerSettings(database=str(tmp_path / "games.sqlite"), game_burst=3, games_per_minute=1e-3)
        services = Services(settings)
        games = Games(services)
        connection = somebody()
        heard: list[object] = []
        connection.send = heard.append  # type: ignore[method-assign,assignment]
        made = 0
        try:
            live = await games.stored(store.create, GridBoard(), (Seat("human"), Seat("human")))
            id: str | None = live.id
            while id is not None and made < 10:
                session = await games.lobby.enter(id, connection)
                async with session.changing():
                    await session.end(Forfeit(Side.FIRST, Termination.RESIGNATION))
                await _apply(session, connection, Rematch(type="rematch"), 0.0, games)
                id = session.live.rematch
                made += id is not None
        finally:
            await games.lobby.close()
            services.close()
        assert made == 3
        assert heard

    run(test())
