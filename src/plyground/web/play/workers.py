"""`Workers`: the messages between the worker processes of a server.

The two players of a game may be connected to different workers. The workers talk through PostgreSQL's LISTEN and
NOTIFY: a change is announced by the transaction that makes it, so only committed changes are announced; no further
server is needed; and a worker that dies leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any

from plyground.errors import PlygroundError
from plyground.store import Changes, Database, notify
from plyground.web.play.store_threads import StoreThreads
from plyground.web.serving.background import BackgroundTasks

__all__ = ["Workers"]

log = logging.getLogger(__name__)


class Workers:
    def __init__(self, stored: StoreThreads, background: BackgroundTasks) -> None:
        self.own_id = secrets.token_hex(8)
        self.are_several = not stored.database.is_sqlite
        """Whether other processes may serve the same games. With SQLite there is only this one."""
        self._stored = stored
        self._background = background
        self._changes: Changes | None = None

    async def open(
        self,
        game_changed: Callable[[str | None], None],
        message_came: Callable[[str, str, dict[str, Any]], None],
    ) -> None:
        """Starts to listen. Both functions are called in the event loop.

        `game_changed` gets the id of a game that changed in the store, or None if any may have changed;
        `message_came` gets the id of a game, the id of another worker, and what it sent.
        """
        if not self.are_several:
            return

        def receive(topic: str | None) -> None:
            if topic is None:
                game_changed(None)
                return
            kind, _space, rest = topic.partition(" ")
            if kind == "game":
                game_changed(rest)
            elif kind == "talk":
                game, worker, content = rest.split(" ", 2)
                if worker != self.own_id:
                    message_came(game, worker, json.loads(content))

        loop = asyncio.get_running_loop()
        changes = Changes(self._stored.database, lambda topic: loop.call_soon_threadsafe(receive, topic))
        self._changes = await asyncio.to_thread(changes.__enter__)

    async def close(self) -> None:
        if self._changes is not None:
            await asyncio.to_thread(self._changes.__exit__)

    def send(self, game: str, content: dict[str, Any]) -> None:
        """Sends the other workers a message about a game."""
        if self.are_several:
            self._background.start(self._send(f"talk {game} {self.own_id} {json.dumps(content)}"))

    async def _send(self, topic: str) -> None:
        def write(database: Database) -> None:
            with database.writing() as connection:
                notify(connection, topic)

        try:
            await self._stored(write)
        except PlygroundError as error:
            log.info("cannot reach the other workers: %s", error)  # not shown
