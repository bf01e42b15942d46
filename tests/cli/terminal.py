"""A real terminal for tests: tmux, of a given size, whose screen can be read."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Callable

from tests.waiting import PATIENCE

PLYGROUND = f"{shlex.quote(sys.executable)} -m plyground"


class Terminal:
    """Runs a shell command; when it ends, the screen says `code=` and its exit code."""

    def __init__(self, arguments: str, columns: int = 80, rows: int = 24, env: dict[str, str] | None = None) -> None:
        self._socket = f"plyground-{uuid.uuid4().hex[:12]}"
        settings = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "", **(env or {})}
        given = " ".join(f"{name}={shlex.quote(value)}" for name, value in settings.items() if value)
        run = f"env -u NO_COLOR -u COLUMNS -u LINES {given} {PLYGROUND} {arguments}"
        # The shell survives Ctrl-C, which is meant for the program; `trap :` leaves it to the child as it was.
        command = f"trap : INT; {run}; echo code=$?; stty -a | grep -o -e '-*icanon'; sleep 600"
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", str(columns), "-y", str(rows), "sh", "-c", command)

    def _tmux(self, *arguments: str) -> str:
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            ["tmux", "-u", "-L", self._socket, *arguments],
            capture_output=True,
            encoding="utf-8",
            env=environment,
            timeout=PATIENCE,
            check=True,
        ).stdout

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._tmux("kill-server")

    def keys(self, *names: str) -> None:
        """Presses keys by tmux's names: `Enter`, `Space`, `C-c`, or a letter."""
        self._tmux("send-keys", *names)

    def line(self, text: str) -> None:
        """Types a line."""
        self._tmux("send-keys", "-l", text)
        self.keys("Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self, colours: bool = False) -> str:
        return self._tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def history(self) -> str:
        """Everything shown so far, what has scrolled away included."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-1000")

    def wait(self, expected: str | Callable[[str], bool]) -> str:
        """The screen, once it shows what is expected."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if expected(screen) if callable(expected) else expected in screen:
                return screen
            assert time.monotonic() < end, f"{expected!r} does not show:\n{screen}"
            time.sleep(0.05)
