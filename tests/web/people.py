"""A real server in its own process, and people who use it without a browser: cookies and WebSockets."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import ClientConnection, connect

from plyground.board import Side
from plyground.console.link.state import with_presence
from plyground.game import Game
from plyground.grid import GridBoard, parse_board, parse_rules
from plyground.grid.notation import move_text, parse_move
from plyground.store.database import Database
from plyground.web.messages.base import Pong, Sent
from plyground.web.play.messages import ErrorMessage, GameState, HintAnswer, PresenceState, Thinking
from tests.waiting import PATIENCE, wait_until

SERVE = """
import json, sys
from plyground.web import ServerSettings, bound, serve
settings = ServerSettings(**json.loads(sys.argv[1]))
serve(settings, bound(settings.host, settings.port))
"""
LIGHT = """
from plyground.cli import main
from plyground.web.serving import kernel_loader
kernel_loader._load = lambda *_listeners: None
main()
"""
"""`plyground`, which loads compiled code when somebody needs it: that saves two seconds of work at every start."""


def serving_page(folder: Path) -> str:
    """Python for the `first` of a server that takes the sources of its page from this folder."""
    return f"""
from pathlib import Path
from plyground.web.serving.page_files import PageFiles
PageFiles.__init__.__defaults__ = (Path({str(folder)!r}),)
"""


MESSAGES: dict[str, type[Sent]] = {
    "state": GameState,
    "presence": PresenceState,
    "thinking": Thinking,
    "hint": HintAnswer,
    "error": ErrorMessage,
    "pong": Pong,
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unverified(url: str, headers: dict[str, str] | None = None) -> httpx.Client:
    """A client for plain HTTP: to read the system's certificates takes more time than the server needs to answer."""
    return httpx.Client(base_url=url, headers=headers, timeout=PATIENCE, verify=False)


def patient_socket(url: str, headers: dict[str, str] | None = None, **options: Any) -> ClientConnection:
    """A WebSocket as patient as our tests: by itself it would give a busy server up after 10 or 20 seconds."""
    patient: dict[str, Any] = {"open_timeout": PATIENCE, "ping_interval": None}
    made: ClientConnection = connect(url, additional_headers=headers, **(patient | options))
    return made


@cache
def _empty_database() -> Path:
    """A database without games: to copy it is less work than to make one in every server."""
    folder = tempfile.mkdtemp(prefix="plyground-empty-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "games.sqlite"
    Database.open(str(path)).close()
    return path


class Server:
    """`plyground serve`, which can be killed and started again. With `settings`, a server with other limits.

    A `light` one, and one with `settings`, loads compiled code only when somebody needs it. `first` is Python that a
    server with `settings` runs before it starts.
    """

    def __init__(
        self,
        home: Path,
        database: str,
        workers: int = 1,
        settings: dict[str, Any] | None = None,
        light: bool = False,
        first: str = "",
    ) -> None:
        self.light = light
        self.first = first
        self.home = home
        self.database = database
        self.workers = workers
        self.settings = settings
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = home / f"server-{self.port}.log"
        self._times = 0

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """What the server answers somebody who brings no cookie."""
        with unverified(self.url) as http:
            return http.request(method, path, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def start(self) -> Server:
        if "://" not in self.database and not Path(self.database).exists():
            shutil.copy(_empty_database(), self.database)
        if self.settings is None:
            words = ["-c", LIGHT] if self.light else ["-m", "plyground"]
            words += ["serve", "--no-browser", "--port", str(self.port), "--database", self.database]
            words += ["--workers", str(self.workers)]
        else:
            given = {"port": self.port, "database": self.database, "workers": self.workers, "preload": False}
            given |= self.settings
            words = ["-c", self.first + SERVE, json.dumps(given)]
        env = {**os.environ, "PLYGROUND_HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        with open(self.log, "ab") as log:
            self._times += 1
            # Its own process group, so that kill -9 reaches the workers too.
            self.process = subprocess.Popen(
                [sys.executable, *words], env=env, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        self.wait()
        return self

    def wait(self) -> None:
        def answers() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            try:
                return http.get("/api/meta").status_code == 200
            except httpx.TransportError:
                return False

        with unverified(self.url) as http:
            assert wait_until(answers), self.log.read_text()

    def kill(self) -> None:
        """kill -9, the workers included."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def faults(self) -> str:
        """What the server printed besides its usual lines; empty if all is well."""
        kept = [
            line
            for line in self.log.read_text().splitlines()
            if not line.startswith(("Plyground is at", "The server has ended"))
            and not line.endswith(" is a new database")
        ]
        return "\n".join(kept)


@contextmanager
def running(
    home: Path,
    database: str,
    workers: int = 1,
    settings: dict[str, Any] | None = None,
    light: bool = False,
    first: str = "",
) -> Iterator[Server]:
    server = Server(home, database, workers, settings, light, first)
    try:
        yield server.start()
    finally:
        server.stop()


class Person:
    """A visitor, who keeps the cookie that the first page sets."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.server = server
        self.http = unverified(server.url, {"accept-language": language})
        self.http.get("/")

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.http.close()

    @property
    def cookie(self) -> str:
        return f"plyground_visitor={self.http.cookies['plyground_visitor']}"

    def new_game(self, first: Any = "human", second: Any = "human", **more: Any) -> dict[str, Any]:
        seats = {"first": _seat(first), "second": _seat(second)}
        answer = self.http.post("/api/games", json=seats | more)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def join(self, link: str, name: str = "") -> httpx.Response:
        path, _hash, secret = link.partition("#join=")
        return self.http.post(f"/api/games/{path.removeprefix('/game/')}/join", json={"token": secret, "name": name})

    def sit(
        self, game: str, since: int | None = None, natural: bool = False, until: int | None = None, **options: Any
    ) -> Chair:
        query = f"natural={str(natural).lower()}" + ("" if since is None else f"&since={since}")
        query += "" if until is None else f"&until={until}"
        headers = {"cookie": self.cookie, "accept-language": self.http.headers["accept-language"]}
        return Chair(f"ws://{self.server.host}/ws/games/{game}?{query}", headers, options)


def _seat(seat: Any) -> Any:
    if isinstance(seat, dict):
        return seat
    return {"kind": seat} if seat in ("human", "link") else {"kind": "computer", "player": seat}


class Chair:
    """A WebSocket at a game. Every message is checked against its schema, and every state against the rules."""

    socket: ClientConnection

    def __init__(self, url: str, headers: dict[str, str], options: dict[str, Any]) -> None:
        self._connecting = patient_socket(url, headers, **options)
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    def __enter__(self) -> Chair:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._connecting.__exit__(*failure)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        # Not strictly: JSON has lists where the model has pairs.
        MESSAGES[message["type"]].model_validate(message)
        self.heard.append(message)
        if message["type"] == "presence":
            # The state as it is now, for whoever waits for it.
            message = self.state = with_presence(self.state, message)
            return message
        if message["type"] == "state":
            assert message["seq"] >= self.state.get("seq", 0), "an older state after a newer one"
            check_state(message)
            self.state = message
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool], timeout: float = PATIENCE) -> dict[str, Any]:
        ends = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, ends - time.monotonic()))
            if wanted(message):
                return message

    def first(self) -> dict[str, Any]:
        return self.until(lambda message: message["type"] == "state")

    def at(self, ply: int) -> dict[str, Any]:
        """Waits for the state with `ply` moves."""
        if self.state.get("ply") == ply:
            return self.state
        return self.until(lambda message: message["type"] == "state" and message["ply"] == ply)

    def play(self, move: str) -> dict[str, Any]:
        ply = self.state["ply"]
        self.send(type="move", ply=ply, move=move)
        return self.at(ply + 1)

    def error(self) -> dict[str, Any]:
        return self.until(lambda message: message["type"] == "error")

    def closed(self) -> tuple[int, str]:
        """Reads up to the end, and returns the code and the reason with which the server closed."""
        frame = None
        while frame is None:
            try:
                self.next()
            except ConnectionClosed as end:
                frame = end.rcvd or Close(1006, "")
        return frame.code, frame.reason


def replayed(state: dict[str, Any]) -> Game[GridBoard]:
    """The game of a state, replayed by the rules."""
    rules = parse_rules(state["rules"])
    game = Game(parse_board(state["start"], rules))
    for move in state["moves"]:
        game.play(parse_move(rules, move["move"]))
    return game


def check_state(state: dict[str, Any]) -> None:
    """Checks that everything in a state follows from its start and its moves."""
    game = replayed(state)
    board, rules = game.board, game.board.rules
    name = {Side.FIRST: "first", Side.SECOND: "second"}
    assert state["ply"] == len(game.moves)
    assert state["turn"] == name[board.turn]
    assert [move["ply"] for move in state["moves"]] == list(range(len(game.moves)))
    assert [move["side"] for move in state["moves"]] == [name[before.turn] for before in game.boards[:-1]]
    assert [tuple(move["cell"]) for move in state["moves"]] == [after.last_cell for after in game.boards[1:]]
    stones = {tuple(stone["cell"]): stone["side"] for stone in state["stones"]}
    assert stones == {
        (column, row): name[side]
        for column in range(rules.columns)
        for row in range(rules.rows)
        if (side := board.at(column, row)) is not None
    }
    if state["termination"] in (None, "win", "draw"):
        assert state["outcome"] == game.outcome.value
    legal = {} if state["outcome"] != "open" else {move_text(rules, move): move for move in board.legal_moves}
    assert [place["move"] for place in state["legal"]] == list(legal)
    for place in state["legal"]:
        assert board.move(legal[place["move"]]).last_cell == tuple(place["cell"])
    assert {tuple(cell) for cell in state["winning"]} == board.winning_cells
    assert {tuple(cell) for cell in state["blocked"]} == rules.blocked
