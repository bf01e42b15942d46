"""Single key presses, without Enter, on POSIX terminals and on Windows."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType

__all__ = ["Keys"]

# What terminals send for the arrows, by our names.
_ARROWS = {"[A": "up", "[B": "down", "[C": "right", "[D": "left", "OC": "right", "OD": "left"}

if sys.platform == "win32":
    import msvcrt

    class Keys:
        """Use it in a `with`; `wait` returns the next key, or None after `seconds`."""

        def __enter__(self) -> Keys:
            return self

        def __exit__(self, *_exception: object) -> None:
            return None

        def wait(self, seconds: float) -> str | None:
            end = time.monotonic() + seconds
            while not msvcrt.kbhit():
                left = end - time.monotonic()
                if left <= 0:
                    return None
                time.sleep(min(0.02, left))
            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            if key in ("\x00", "\xe0"):
                return {"M": "right", "K": "left", "H": "up", "P": "down"}.get(msvcrt.getwch(), "")
            return "enter" if key == "\r" else key

else:
    import select
    import termios
    import tty

    class Keys:
        """Use it in a `with`; `wait` returns the next key, or None after `seconds`. Ctrl-C stays Ctrl-C."""

        def __enter__(self) -> Keys:
            self._file = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._file)
            tty.setcbreak(self._file)
            return self

        def __exit__(
            self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
        ) -> None:
            termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

        def wait(self, seconds: float) -> str | None:
            if not select.select([self._file], [], [], seconds)[0]:
                return None
            data = os.read(self._file, 1)
            if not data:
                # The terminal is gone.
                raise EOFError
            if data == b"\x1b":
                return self._escape()
            if data[0] >= 0x80:
                # The rest of a letter in UTF-8, typed with another keyboard layout on: one key all the same.
                more = 3 if data[0] >= 0xF0 else 2 if data[0] >= 0xE0 else 1
                data += os.read(self._file, more)
            key = data.decode("utf-8", "replace")
            return "enter" if key in "\r\n" else key

        def _escape(self) -> str:
            rest = ""
            while len(rest) < 2 and select.select([self._file], [], [], 0.05)[0]:
                rest += os.read(self._file, 1).decode("ascii", "replace")
            return _ARROWS.get(rest, "escape" if not rest else "")
