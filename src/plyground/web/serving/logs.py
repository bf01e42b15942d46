"""The log of a server: one line for an event, with its time, its level and the request that it belongs to.

What repeats is counted instead of written: whoever can make the server write a line can make it write a million.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from contextvars import ContextVar
from datetime import UTC, datetime

from plyground.web.serving.settings import ServerSettings

__all__ = ["ACCESS_LOG", "LineFormatter", "RepeatCounter", "request_id", "set_up_logs"]

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""Of the request or the WebSocket that is being answered."""

ACCESS_LOG = logging.getLogger("plyground.access")

_WINDOW = 10.0  # seconds in which a line is written once
_KEY_LENGTH = 60  # of a message: the lines of one kind begin alike


class LineFormatter(logging.Formatter):
    """As text, or as one JSON object a line with `time`, `level`, `logger`, `request`, `message` and, for failures,
    `trace`. Fields of the access log are there under their names."""

    def __init__(self, as_json: bool = False) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        message, request = record.getMessage(), request_id.get()
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        if not self._as_json:
            # One line for what a client sent: a line break in it would look like another event.
            line = f"{moment} {record.levelname} {record.name} [{request}] {_printable(message)}"
            return f"{line}\n{trace}" if trace else line
        fields = {
            "time": moment,
            "level": record.levelname,
            "logger": record.name,
            "request": request,
            "message": message,
            **getattr(record, "fields", {}),
        }
        return json.dumps(fields | ({"trace": trace} if trace else {}))


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class RepeatCounter(logging.Filter):
    """Lets a line through once in ten seconds, and then says how often it came again."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}
        """For each kind of line: until when it is only counted, and how many were."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == ACCESS_LOG.name or getattr(record, "is_count", False):
            return True
        key = record.name, record.levelno, str(record.msg)[:_KEY_LENGTH]
        with self._lock:
            moment = time.monotonic()
            until, count = self._seen.get(key, (0.0, 0))
            if moment < until:
                self._seen[key] = until, count + 1
                if not count:
                    timer = threading.Timer(until - moment, self.write_count, [key])
                    timer.daemon = True
                    timer.start()
                return False
            self._seen[key] = moment + _WINDOW, 0
            if len(self._seen) > 1000:
                self._seen = {key: seen for key, seen in self._seen.items() if seen[0] > moment}
        return True

    def write_count(self, key: tuple[str, int, str]) -> None:
        with self._lock:
            _until, count = self._seen.pop(key, (0.0, 0))
        if count:
            name, level, beginning = key
            logging.getLogger(name).log(
                level,
                "%s … %d more such lines",
                beginning,
                count,
                extra={"is_count": True},  # not shown
            )


def set_up_logs(settings: ServerSettings) -> None:
    """Gives all lines of this process the form that the settings name. Without a handler, standard error gets them."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.StreamHandler())
    for handler in root.handlers:
        handler.setFormatter(LineFormatter(settings.json_log))
        handler.addFilter(RepeatCounter())
    ACCESS_LOG.setLevel(logging.INFO if settings.access_log else logging.CRITICAL)
