"""`Keyboard`: the lines that are typed while something else is waited for, too."""

from __future__ import annotations

import codecs
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Keyboard", "Typed"]


@dataclass(frozen=True, slots=True)
class Typed:
    """A line; None at the end of the input."""

    line: str | None


class Keyboard:
    """Reads standard input in a thread, and calls `hear` there with every line.

    It reads without Python's buffer: a thread that waits inside the buffer holds its lock, and the interpreter cannot
    end then.
    """

    def __init__(self, hear: Callable[[Typed], None]) -> None:
        self._hear = hear
        threading.Thread(target=self._run, name="keyboard", daemon=True).start()

    def _run(self) -> None:
        decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")(errors="replace")
        rest = ""
        with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
            while block := raw.read(4096):
                *lines, rest = (rest + decoder.decode(block)).split("\n")
                for line in lines:
                    self._hear(Typed(line))
        if rest:
            self._hear(Typed(rest))
        self._hear(Typed(None))
