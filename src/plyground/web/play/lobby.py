"""`Lobby`: the games that somebody is at, in this worker process, and what the workers tell each other.

Two players of one game may sit on different workers of one server. That goes through PostgreSQL's LISTEN and NOTIFY:
a change is announced by the transaction that makes it, so that nobody hears of what was not committed, it needs
no server besides the one that holds the games, and a worker that dies leaves nothing behind.
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
from plyground.store import live as store
from plyground.store.changes import Changes, notify
from plyground.store.database import Database
from plyground.store.record import now
from plyground.web.messages.base import Thinking
from plyground.web.play.computers import Computers
from plyground.web.play.connection import Guest
from plyground.web.play.game_session import GameRoom
from plyground.web.serving.services import Services

__all__ = ["Lobby"]

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_BEAT = 8.0  # seconds after which a worker says again who is connected to it
_BELIEVED = 20.0  # seconds for which that is believed


class Lobby:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.computers = Computers(services.settings)
        self.began = now()
        self.worker = secrets.token_hex(8)
        self.has_siblings = not services.database.is_sqlite
        """May other processes serve the same games? With SQLite this one is alone."""
        self._rooms: dict[str, GameRoom] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changes: Changes | None = None

    async def open(self) -> None:
        if not self.has_siblings:
            return
        loop = asyncio.get_running_loop()
        changes = Changes(self.services.database, lambda topic: loop.call_soon_threadsafe(self._hear, topic))
        self._changes = await asyncio.to_thread(changes.__enter__)
        self.start(self._beat())

    async def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        for task in list(self._tasks):
            task.cancel()
        if self._changes is not None:
            await asyncio.to_thread(self._changes.__exit__)

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Lets something run on its own."""
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

    # Rooms

    async def enter(self, id: str, guest: Guest, since: int | None = None) -> GameRoom:
        if guest.visitor is not None:
            guest.sides = await self.stored(store.sides_of, id, [guest.visitor])
        room = await self._room(id)
        room.enter(guest, since)
        self._presence_changed(room)
        return room

    async def _room(self, id: str) -> GameRoom:
        lock = self._opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                room = self._rooms.get(id)
                if room is None:
                    live = await self.stored(store.load, id)
                    assert live is not None
                    room = self._rooms[id] = GameRoom(self, live)
                return room
        finally:
            if not lock.locked():
                self._opening.pop(id, None)

    def leave(self, room: GameRoom, guest: Guest) -> None:
        room.leave(guest)
        self._presence_changed(room)
        if not room.guests:
            asyncio.get_running_loop().call_later(self.services.settings.idle_seconds, self._tidy, room)

    def _tidy(self, room: GameRoom) -> None:
        """Nobody came back: what the room knows is in the store."""
        if not room.guests and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            room.close()
            self.computers.forget(room.id)

    def find(self, id: str) -> GameRoom | None:
        return self._rooms.get(id)

    async def look_again(self, id: str) -> None:
        """The store has news of this game."""
        room = self._rooms.get(id)
        if room is not None:
            await room.refresh()

    # Other workers

    def spread(self, room: GameRoom, message: Thinking) -> None:
        """Tells the guests of a game, here and elsewhere."""
        room.tell(message)
        self._say(room, {"thinking": message.model_dump(mode="json")})

    def talk(self, room: GameRoom) -> None:
        """Tells the other workers what is not in the store: offers, and who is connected."""
        offers = (room.undo_offer, room.rematch_offer)
        self._say(
            room,
            {
                "here": [side.value for side in room.here],
                "offers": [None if side is None else side.value for side in offers],
                "seq": room.live.seq,
            },
        )

    def _presence_changed(self, room: GameRoom) -> None:
        room.wake()
        self.talk(room)

    def _say(self, room: GameRoom, what: dict[str, Any]) -> None:
        if self.has_siblings:
            topic = f"talk {room.id} {json.dumps({'worker': self.worker} | what)}"
            self.start(self._announce(topic))

    async def _announce(self, topic: str) -> None:
        def announce(database: Database) -> None:
            with database.writing() as connection:
                notify(connection, topic)

        try:
            await self.stored(announce)
        except PlygroundError as error:
            log.info("cannot tell the other workers: %s", error)  # not shown

    def _hear(self, topic: str | None) -> None:
        if topic is None:
            for id in list(self._rooms):
                self.start(self._refresh(id))
            return
        kind, _space, rest = topic.partition(" ")
        if kind == "game":
            self.start(self._refresh(rest))
        elif kind == "talk":
            id, _space, said = rest.partition(" ")
            room = self._rooms.get(id)
            if room is not None:
                self._listen(room, json.loads(said))

    async def _refresh(self, id: str) -> None:
        try:
            await self.look_again(id)
        except PlygroundError as error:
            log.info("cannot look at %s: %s", id, error)  # not shown

    def _listen(self, room: GameRoom, said: dict[str, Any]) -> None:
        if said["worker"] == self.worker:
            return
        if "thinking" in said:
            room.tell(Thinking.model_validate(said["thinking"]))
            return
        sides = frozenset(Side(value) for value in said["here"])
        known = room.elsewhere.get(said["worker"])
        until = asyncio.get_running_loop().time() + _BELIEVED
        room.elsewhere[said["worker"]] = (until, sides)
        undo, again = (None if value is None else Side(value) for value in said["offers"])
        news = known is None or known[1] != sides
        # An offer is about the game as it was; what was played since has answered it.
        if said["seq"] == room.live.seq:
            news |= (undo or room.undo_offer, again or room.rematch_offer) != (room.undo_offer, room.rematch_offer)
            room.undo_offer, room.rematch_offer = undo or room.undo_offer, again or room.rematch_offer
        if known is None:
            self.talk(room)  # it is new to us, so we may be new to it
        if news:
            room.changed()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            for room in list(self._rooms.values()):
                if room.guests:
                    self.talk(room)
