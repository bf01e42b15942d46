"""`Lobby`: the games that are open in this worker process, each with its session and the turns of its computers."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, NamedTuple

from plyground.errors import PlygroundError
from plyground.store import live as store
from plyground.web.play.computer_turns import ComputerTurns
from plyground.web.play.computers import ComputerLimits, Computers
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession
from plyground.web.play.messages import Thinking
from plyground.web.play.player_actions import set_pace
from plyground.web.play.store_threads import StoreThreads
from plyground.web.play.turn_clock import TurnClock
from plyground.web.play.turn_leases import TurnLeases
from plyground.web.play.workers import Workers
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.services import Services

__all__ = ["Lobby"]

log = logging.getLogger(__name__)

_ANNOUNCE_SECONDS = 8.0  # after which a worker announces again who is connected to it


class _OpenGame(NamedTuple):
    session: GameSession
    turns: ComputerTurns

    def close(self) -> None:
        self.session.close()
        self.turns.stop()


class Lobby:
    def __init__(self, stored: StoreThreads, services: Services) -> None:
        self._stored = stored
        self._pool = services.moves
        self._settings = services.settings
        self._computers = Computers(ComputerLimits.of(services.settings), services.search_processes)
        self._background = BackgroundTasks()
        self._workers = Workers(stored, self._background)
        self._leases = TurnLeases(stored, self._workers, self._background)
        self._turn_clock = TurnClock()
        self._games: dict[str, _OpenGame] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def open(self) -> None:
        await self._workers.open(self._game_changed, self._message_came)
        if self._workers.are_several:
            self._background.start(self._announce_regularly())

    async def close(self) -> None:
        for game in self._games.values():
            game.close()
        self._background.close()
        await self._workers.close()

    # Sessions

    async def enter(
        self,
        id: str,
        connection: Connection,
        since: int | None = None,
        pace: tuple[int | None, float | None] | None = None,
    ) -> GameSession:
        """Lets a connection enter a game. `since` is the last change that it saw; `pace` (until, delay) is the pace
        that it knew, which counts if the server does not know one."""
        visitor = connection.visitor
        sides = None if visitor is None else await self._stored(store.sides_of, id, [visitor])
        session = await self._session(id)
        if visitor is not None and sides != session.sides_of(visitor):
            await session.refresh()  # the seat was taken through another worker, a moment ago
        if session.live.is_between_computers and visitor is not None:
            connection.began_game = await self._stored(store.begun_by, id, visitor)
        if pace is not None and connection.began_game and not session.pace.number:
            set_pace(session, connection, *pace)
        session.enter(connection, since)
        return session

    async def _session(self, id: str) -> GameSession:
        lock = self._opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                if id not in self._games:
                    live = await self._stored(store.load, id)
                    assert live is not None
                    self._games[id] = self._open_game(live)
                    try:
                        # What changed since it was read was announced to nobody here.
                        await self._games[id].session.refresh()
                    except BaseException:
                        self._games.pop(id).close()
                        raise
                return self._games[id].session
        finally:
            if not lock.locked():
                self._opening.pop(id, None)

    def _open_game(self, live: store.LiveGame) -> _OpenGame:
        session = GameSession(
            live,
            stored=self._stored,
            background=self._background,
            turn_clock=self._turn_clock,
            announce=self._announce,
            claim_seconds=self._settings.claim_seconds,
        )
        turns = ComputerTurns(
            session,
            computers=self._computers,
            pool=self._pool,
            leases=self._leases,
            background=self._background,
            broadcast=partial(self._broadcast, session),
            most_seconds=self._settings.think_seconds,
        )
        session.on_change = turns.update
        return _OpenGame(session, turns)

    def leave(self, session: GameSession, connection: Connection) -> None:
        session.leave(connection)
        if not session.connections:
            asyncio.get_running_loop().call_later(self._settings.idle_seconds, self._drop_if_empty, session)

    def _drop_if_empty(self, session: GameSession) -> None:
        """Drops a session that nobody came back to; the store has the game."""
        if not session.connections and self.find(session.id) is session:
            self._games.pop(session.id).close()
            self._computers.forget(session.id)

    @property
    def open_count(self) -> int:
        return len(self._games)

    def find(self, id: str) -> GameSession | None:
        """The session of a game, if it is open here."""
        game = self._games.get(id)
        return None if game is None else game.session

    # Other workers

    def _broadcast(self, session: GameSession, message: Thinking) -> None:
        """Sends a message to all connections of a game, here and at the other workers."""
        session.send(message)
        self._workers.send(session.id, {"thinking": message.model_dump(mode="json")})

    def _announce(self, session: GameSession) -> None:
        self._workers.send(session.id, session.announcement())

    async def _announce_regularly(self) -> None:
        while True:
            await asyncio.sleep(_ANNOUNCE_SECONDS)
            for session, _turns in list(self._games.values()):
                if session.connections:
                    self._announce(session)

    def _game_changed(self, id: str | None) -> None:
        for session, _turns in list(self._games.values()):
            if id in (None, session.id):
                self._background.start(_refresh(session))

    def _message_came(self, id: str, worker: str, content: dict[str, Any]) -> None:
        session = self.find(id)
        if session is None:
            return
        if "thinking" in content:
            session.send(Thinking.model_validate(content["thinking"]))
        else:
            session.hear(worker, content)


async def _refresh(session: GameSession) -> None:
    try:
        await session.refresh()
    except PlygroundError as error:
        log.info("cannot read %s: %s", session.id, error)  # not shown
