"""`Lobby`: the sessions of the games that are open in this worker process, and the messages between the workers.

The two players of a game may be connected to different workers. The workers talk through PostgreSQL's LISTEN and
NOTIFY: a change is announced by the transaction that makes it, so only committed changes are announced; no further
server is needed; and a worker that dies leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from plyground.board import Side
from plyground.errors import PlygroundError
from plyground.store import Changes, Database, notify, now
from plyground.store import live as store
from plyground.web.play.computers import Computers
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession
from plyground.web.play.messages import Thinking
from plyground.web.serving.services import Services

__all__ = ["Lobby"]

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_ANNOUNCE_SECONDS = 8.0  # after which a worker announces again who is connected to it
_PRESENCE_SECONDS = 20.0  # for which that counts


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.computers = Computers()
        self.began = now()
        self.worker = secrets.token_hex(8)
        self.has_other_workers = not services.database.is_sqlite
        """Whether other processes may serve the same games. With SQLite there is only this one."""
        self._sessions: dict[str, GameSession] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changes: Changes | None = None

    async def open(self) -> None:
        if not self.has_other_workers:
            return
        loop = asyncio.get_running_loop()
        changes = Changes(self.services.database, lambda topic: loop.call_soon_threadsafe(self._receive, topic))
        self._changes = await asyncio.to_thread(changes.__enter__)
        self.start(self._announce_regularly())

    async def close(self) -> None:
        for session in self._sessions.values():
            session.close()
        for task in list(self._tasks):
            task.cancel()
        if self._changes is not None:
            await asyncio.to_thread(self._changes.__exit__)

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Runs something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.error("something failed in the background", exc_info=failure)  # not shown

    async def stored(self, function: Callable[Concatenate[Database, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function of the store with the database, in a thread."""
        return await self.services.stored(function, self.services.database, *args, **kwargs)

    # Sessions

    async def enter(self, id: str, connection: Connection, since: int | None = None) -> GameSession:
        if connection.visitor is not None:
            connection.sides = await self.stored(store.sides_of, id, [connection.visitor])
        session = await self._session(id)
        session.enter(connection, since)
        self._connections_changed(session)
        return session

    async def _session(self, id: str) -> GameSession:
        lock = self._opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                session = self._sessions.get(id)
                if session is None:
                    live = await self.stored(store.load, id)
                    assert live is not None
                    session = self._sessions[id] = GameSession(self, live)
                return session
        finally:
            if not lock.locked():
                self._opening.pop(id, None)

    def leave(self, session: GameSession, connection: Connection) -> None:
        session.leave(connection)
        self._connections_changed(session)
        if not session.connections:
            asyncio.get_running_loop().call_later(self.services.settings.idle_seconds, self._drop_if_empty, session)

    def _drop_if_empty(self, session: GameSession) -> None:
        """Drops a session that nobody came back to; the store has the game."""
        if not session.connections and self._sessions.get(session.id) is session:
            del self._sessions[session.id]
            session.close()
            self.computers.forget(session.id)

    def find(self, id: str) -> GameSession | None:
        return self._sessions.get(id)

    async def refresh(self, id: str) -> None:
        """Reads the game again, if it is open here."""
        session = self._sessions.get(id)
        if session is not None:
            await session.refresh()

    # Other workers

    def broadcast(self, session: GameSession, message: Thinking) -> None:
        """Sends a message to all connections of a game, here and at the other workers."""
        session.send(message)
        self._notify_workers(session, {"thinking": message.model_dump(mode="json")})

    def announce(self, session: GameSession) -> None:
        """Sends the other workers what is not in the store: offers, and who is connected."""
        offers = (session.undo_offer, session.rematch_offer)
        self._notify_workers(
            session,
            {
                "here": [side.value for side in session.connected_here],
                "offers": [None if side is None else side.value for side in offers],
                "seq": session.live.seq,
            },
        )

    def _connections_changed(self, session: GameSession) -> None:
        session.connections_changed()
        self.announce(session)

    def _notify_workers(self, session: GameSession, content: dict[str, Any]) -> None:
        if self.has_other_workers:
            topic = f"talk {session.id} {json.dumps({'worker': self.worker} | content)}"
            self.start(self._notify(topic))

    async def _notify(self, topic: str) -> None:
        def write(database: Database) -> None:
            with database.writing() as connection:
                notify(connection, topic)

        try:
            await self.stored(write)
        except PlygroundError as error:
            log.info("cannot reach the other workers: %s", error)  # not shown

    def _receive(self, topic: str | None) -> None:
        if topic is None:
            for id in list(self._sessions):
                self.start(self._refresh(id))
            return
        kind, _space, rest = topic.partition(" ")
        if kind == "game":
            self.start(self._refresh(rest))
        elif kind == "talk":
            id, _space, content = rest.partition(" ")
            session = self._sessions.get(id)
            if session is not None:
                self._receive_announcement(session, json.loads(content))

    async def _refresh(self, id: str) -> None:
        try:
            await self.refresh(id)
        except PlygroundError as error:
            log.info("cannot read %s: %s", id, error)  # not shown

    def _receive_announcement(self, session: GameSession, content: dict[str, Any]) -> None:
        if content["worker"] == self.worker:
            return
        if "thinking" in content:
            session.send(Thinking.model_validate(content["thinking"]))
            return
        sides = frozenset(Side(value) for value in content["here"])
        known = session.connected_elsewhere.get(content["worker"])
        until = asyncio.get_running_loop().time() + _PRESENCE_SECONDS
        session.connected_elsewhere[content["worker"]] = (until, sides)
        undo, again = (None if value is None else Side(value) for value in content["offers"])
        is_new = known is None or known[1] != sides
        # An offer counts only while the game is as it was; a later move has answered it.
        if content["seq"] == session.live.seq:
            is_new |= (undo or session.undo_offer, again or session.rematch_offer) != (
                session.undo_offer,
                session.rematch_offer,
            )
            session.undo_offer, session.rematch_offer = undo or session.undo_offer, again or session.rematch_offer
        if known is None:
            self.announce(session)  # a new worker may not know this one either
        if is_new:
            session.send_state_to_all()

    async def _announce_regularly(self) -> None:
        while True:
            await asyncio.sleep(_ANNOUNCE_SECONDS)
            for session in list(self._sessions.values()):
                if session.connections:
                    self.announce(session)
