"""Clients that do not read, that ping without end, and that come and go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import select
import socket
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.uri import parse_uri

from plyground.board import Side
from plyground.store import Seat
from plyground.web.play.connection import Connection
from plyground.web.play.messages import GameState
from tests.waiting import PATIENCE
from tests.web.people import Person, Server, running
from tests.web.test_replays import entered, run, somebody

LARGE = "32x32"


class RawSocket:
    """A WebSocket that reads only when it is told to."""

    def __init__(self, server: Server, path: str, cookie: str) -> None:
        self.protocol = ClientProtocol(parse_uri(f"ws://{server.host}{path}"))
        self.raw = socket.socket()
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.raw.settimeout(PATIENCE)
        self.raw.connect(("127.0.0.1", server.port))
        request = self.protocol.connect()
        request.headers["Cookie"] = cookie
        self.protocol.send_request(request)
        self.write()
        while self.protocol.state is not State.OPEN:
            self.protocol.receive_data(self.raw.recv(1024))

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.raw.close()

    def write(self) -> None:
        for data in self.protocol.data_to_send():
            self.raw.sendall(data)

    def send(self, **message: object) -> None:
        self.protocol.send_text(json.dumps(message).ljust(600).encode())
        self.write()

    def close_code(self) -> int | None:
        """Reads to the end, and returns with which code the server closed."""
        with contextlib.suppress(OSError):
            while self.protocol.close_rcvd is None and (data := self.raw.recv(65536)):
                self.protocol.receive_data(data)
        closed = self.protocol.close_rcvd
        return None if closed is None else closed.code


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("impatient")
    limits = {"send_seconds": 0.2, "close_seconds": 1e6, "message_burst": 2000, "idle_seconds": 0.0}
    limits["calm_seconds"] = 0.1
    with running(home, str(home / "games.sqlite"), settings=limits) as started:
        yield started
        assert started.faults == ""


def test_who_does_not_read_is_sent_away(impatient):
    with Person(impatient) as anna, Person(impatient) as bert:
        game = anna.new_game("human", "link", rules=f"{LARGE} gravity=no")["id"]
        with bert.sit(game) as watching:
            watching.first()
            with RawSocket(impatient, f"/ws/games/{game}", anna.cookie) as slow:
                watching.until(lambda message: message["type"] == "state" and message["players"]["first"]["connected"])
                for _time in range(600):  # each is answered with a state of fifty kilobytes, until nothing fits
                    slow.send(type="undo", ply=5)  # long enough to be read alone
                watching.until(
                    lambda message: message["type"] == "state" and not message["players"]["first"]["connected"]
                )
                assert slow.close_code() == 4508


def test_pings_count_as_messages(impatient):
    with Person(impatient) as anna, anna.sit(anna.new_game()["id"], close_timeout=1) as chair:
        chair.first()
        with contextlib.suppress(ConnectionClosed):
            for _time in range(10_000):
                chair.socket.ping()
        assert chair.closed()[0] == 4429


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("calm")
    limits = {"calm_seconds": 1e6, "messages_per_second": 1e-3, "close_seconds": 1e6}
    with running(home, str(home / "games.sqlite"), settings=limits) as started:
        yield started


@pytest.mark.parametrize("first", [[], [{"type": "ping"}]])
def test_nothing_more_is_read_of_who_pings_too_often(calm, first):
    """Even if the application takes a message meanwhile. A server that reads on would take all of it."""
    with (
        Person(calm) as anna,
        RawSocket(calm, f"/ws/games/{anna.new_game()['id']}", anna.cookie) as flooding,
    ):
        for message in first:
            flooding.send(**message)
        for _time in range(200):
            flooding.protocol.send_ping(b"")
        flood = b"".join(flooding.protocol.data_to_send())
        flooding.raw.setblocking(False)
        sent, most = 0, 64 << 20
        while sent < most and select.select([], [flooding.raw], [], 1)[1]:
            sent += flooding.raw.send(flood)
        assert sent < most


@pytest.mark.soak
def test_pings_that_nobody_reads_fill_no_memory(tmp_path):
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings={}) as server, Person(server) as anna:
        assert server.process is not None
        status = f"/proc/{server.process.pid}/status"

        def resident() -> int:
            with open(status) as lines:
                return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

        before = resident()
        for _socket in range(24):
            with (
                contextlib.suppress(OSError),
                RawSocket(server, f"/ws/games/{anna.new_game()['id']}", anna.cookie) as slow,
            ):
                for _time in range(50_000):
                    slow.protocol.send_ping(b"x" * 125)
                    slow.write()
        assert resident() - before < 30_000


def test_who_watches_comes_and_goes_unnoticed(impatient):
    with Person(impatient) as anna:
        game = anna.new_game(rules=LARGE)["id"]
        with anna.sit(game) as chair:
            chair.first()
            for _arrival in range(8):
                with Person(impatient) as watcher, watcher.sit(game) as other:
                    other.first()
            chair.send(type="ping")
            chair.until(lambda message: message["type"] == "pong")
            # Anna's own arrival may be told once.
            assert [message["type"] for message in chair.heard if message["type"] != "presence"] == ["state", "pong"]
            assert len(chair.heard) <= 3


@pytest.mark.soak
def test_a_hundred_spectators_and_sixty_arrivals(tmp_path):
    """They are sent next to nothing: the state of the large game once each, and who plays."""

    def somebody_at(address: str) -> connect:
        return connect(address, additional_headers={"cookie": f"plyground_visitor={secrets.token_urlsafe(32)}"})

    async def watch(address: str) -> int:
        async with contextlib.AsyncExitStack() as open_all:
            received = 0

            async def count(socket: ClientConnection) -> None:
                nonlocal received
                async for message in socket:
                    received += len(message)

            watching = [await open_all.enter_async_context(somebody_at(address)) for _spectator in range(100)]
            for socket in watching:
                await socket.recv()
            counting = [asyncio.create_task(count(socket)) for socket in watching]
            for _arrival in range(60):
                async with somebody_at(address) as other:
                    await other.recv()
            for socket in watching:
                await socket.send('{"type": "ping"}')
            while received < 100 * len('{"type":"pong"}'):
                await asyncio.sleep(0.01)
            for task in counting:
                task.cancel()
            return received

    with running(tmp_path, str(tmp_path / "games.sqlite"), settings={}) as server, Person(server) as anna:
        address = f"ws://{server.host}/ws/games/{anna.new_game(rules=LARGE)['id']}"
        assert asyncio.run(asyncio.wait_for(watch(address), PATIENCE)) < 100_000


def test_a_player_who_comes_and_goes_is_announced_once_a_second(tmp_path):
    async def test(services, games) -> None:
        session, watcher = await entered(games, (Seat("human"), Seat("link")))
        watcher.sides = frozenset()
        session._note_presence()
        sent: list[str] = []
        watcher.send_presence = lambda presence: sent.append(presence())  # type: ignore[method-assign]
        player = somebody()
        player.sides = frozenset({Side.FIRST})
        for _time in range(50):
            session.enter(player, None)
            session.leave(player)
        assert len(sent) <= 2
        session.enter(player, None)
        while not sent or json.loads(sent[-1])["connected"] != ["first"]:
            await asyncio.sleep(0.01)
        session.leave(player)

    run(tmp_path, test)


def test_states_are_written_once_for_all_who_watch(tmp_path, monkeypatch):
    async def test(services, games) -> None:
        session, _player = await entered(games, (Seat("human"), Seat("human")))
        watching = [somebody() for _watcher in range(100)]
        for each in watching:
            each.sides = frozenset()
            session.enter(each, None)
        session._show_presence()
        made: list[Connection] = []
        plain = session.state_for

        def counted(connection: Connection) -> GameState:
            made.append(connection)
            return plain(connection)

        monkeypatch.setattr(session, "state_for", counted)
        texts = {session._state_text(each) for each in watching}
        assert len(texts) == 1
        assert len(made) < len(watching)

    run(tmp_path, test)
