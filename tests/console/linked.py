"""Terminals that play each other by link: each is a process of its own, whose lines the test writes and reads."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

from tests.waiting import PATIENCE, wait_until
from tests.web.people import Chair, Person

IMPATIENT = """
from plyground.cli import main
from plyground.console.link import connection
connection._GIVE_UP_SECONDS = 0.0
main()
"""
"""`plyground`, which gives a lost server up at its second attempt."""


WATCHFUL = """
from plyground.cli import main
from plyground.console.link import connection
connection._PING_SECONDS = 0.1
main()
"""
"""`plyground`, which asks a silent server at once whether it is there."""


class Player:
    """`plyground play` with standard input and output as pipes. `home` has its database and its key."""

    def __init__(self, home: Path, *arguments: str, language: str = "en", program: str = "") -> None:
        start = ["-c", program] if program else ["-m", "plyground"]
        self.process = subprocess.Popen(
            [sys.executable, *start, "--lang", language, "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env={**os.environ, "PLYGROUND_HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "100"},
        )
        self.shown = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while block := self.process.stdout.read(1):
            self.shown += block

    def says(self, expected: str, times: int = 1) -> None:
        """Waits until it has shown this text so many times."""
        assert wait_until(lambda: self.shown.count(expected) >= times or self.process.poll() is not None)
        assert wait_until(lambda: self.shown.count(expected) >= times or not self._reader.is_alive())
        assert self.shown.count(expected) >= times, self.shown

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def ends(self) -> int:
        """Its exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    @property
    def link(self) -> str:
        self.says("#join=", times=2)
        self.says("Ctrl-C")
        found = re.search(r"http\S+#join=[\w-]+", self.shown)
        assert found is not None, self.shown
        return found[0]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


class Play(Protocol):
    def __call__(self, *arguments: str, home: str = "anna", language: str = "en", program: str = "") -> Player: ...


@contextmanager
def players(folder: Path) -> Iterator[Play]:
    """Starts players, who are ended with the block."""
    with ExitStack() as ended:

        def play(*arguments: str, home: str = "anna", language: str = "en", program: str = "") -> Player:
            player = Player(folder / home, *arguments, language=language, program=program)
            ended.callback(player.close)
            return player

        yield play


@contextmanager
def guest(link: str) -> Iterator[Chair]:
    """Somebody without a terminal who has taken the seat of the link: a WebSocket alone."""
    url, _slash, rest = link.partition("/game/")
    server: Any = SimpleNamespace(url=url, host=url.removeprefix("http://"))
    with Person(server) as person:
        joined = person.join(f"/game/{rest}")
        assert joined.status_code == 200, joined.text
        with person.sit(joined.json()["id"]) as chair:
            chair.first()
            yield chair


def seen(chair: Chair, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next state of which this holds."""
    return chair.until(lambda message: message["type"] == "state" and wanted(message))
