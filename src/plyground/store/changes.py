"""How one process learns what another wrote: PostgreSQL notifies it, a SQLite file is polled.

A writer calls `notify` in its transaction, so listeners hear only of changes that were committed. A topic is a kind
and a name: `game ID`, `tournament NAME`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any, Self

from sqlalchemy import Connection, text

from plyground.store.database import Database

__all__ = ["Changes", "notify"]

log = logging.getLogger(__name__)

_CHANNEL = "plyground"
_LOOKS = 0.05  # seconds between two looks at a SQLite file; a look takes microseconds
_WAITS = 0.2  # seconds after which a listener sees that it should end
_AGAIN = 1.0  # seconds between two tries to reach a server that went away
_LONGEST = 7000  # bytes of a topic; PostgreSQL refuses 8000


def notify(connection: Connection, topic: str) -> None:
    """Notifies the listeners of `topic` when the transaction is committed."""
    if connection.dialect.name == "postgresql":
        # An empty topic means: look at everything.
        payload = topic if len(topic.encode()) <= _LONGEST else ""
        connection.execute(text("SELECT pg_notify(:channel, :topic)"), {"channel": _CHANNEL, "topic": payload})


class Changes:
    """Calls `heard` in a thread of its own for every change by any process, until the `with` block ends.

    It is called with the topic, or with None if anything may have changed and the listener has to look at all that
    it follows. That is so for a SQLite file, and after the connection to a server was lost.
    """

    def __init__(self, database: Database, heard: Callable[[str | None], object]) -> None:
        self._database = database
        self._heard = heard
        self._ended = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="plyground-changes", daemon=True)

    def __enter__(self) -> Self:
        """Returns when the listener is ready: it misses nothing that is committed later."""
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        listen = self._look if self._database.is_sqlite else self._listen
        away = False
        while not self._ended.is_set():
            try:
                listen(away)
            except Exception:
                # Go on after any error: if the listener ended, everybody would wait for ever.
                log.log(
                    logging.INFO if away else logging.WARNING,
                    "cannot hear of changes now, will try again",  # not shown
                    exc_info=log.isEnabledFor(logging.INFO),
                )
                away = True
                self._ready.set()  # do not block the start; the listener reports when the database is back
                self._ended.wait(_AGAIN)

    def _look(self, away: bool) -> None:
        """Polls the number of commits by other connections, which SQLite counts for each connection."""
        with closing(self._database.engine.raw_connection()) as connection:
            cursor = connection.cursor()

            def commits() -> object:
                return cursor.execute("PRAGMA data_version").fetchone()

            seen = commits()
            self._ready.set()
            if away:
                self._heard(None)
            while not self._ended.wait(_LOOKS):
                count = commits()
                if count != seen:
                    seen = count
                    self._heard(None)

    def _listen(self, away: bool) -> None:
        pool = self._database.engine.raw_connection()
        connection: Any = pool.driver_connection
        pool.detach()  # a listening connection must not go back to the pool
        with closing(connection):
            connection.autocommit = True
            connection.execute(f"LISTEN {_CHANNEL}")
            self._ready.set()
            if away:
                self._heard(None)
            while not self._ended.is_set():
                for notice in connection.notifies(timeout=_WAITS):
                    self._heard(notice.payload or None)
