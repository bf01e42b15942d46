"""`GameSession`: a game in progress and its connections, in this process. It follows the game in the store.

Every change goes to the store first and is shown afterwards. After a change that failed, the session may be out of
date, so it reads the store again before the next change.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from plyground.board import Side
from plyground.errors import ConflictError, PlygroundError, StoreError
from plyground.game import Forfeit, Game, Termination
from plyground.grid import GridBoard
from plyground.store import MoveRecord
from plyground.store import live as store
from plyground.texts import language, speaking
from plyground.web.messages.base import Sent
from plyground.web.messages.positions import side_name
from plyground.web.play.connection import Connection
from plyground.web.play.game_state import clocks_of, game_state
from plyground.web.play.messages import GameState, PresenceState, error_message
from plyground.web.play.pace import NATURAL_PACE, Pace
from plyground.web.play.presence import Presence
from plyground.web.play.store_threads import StoreThreads
from plyground.web.play.turn_clock import TurnClock
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.retry import Again, retry

__all__ = ["GameSession"]

log = logging.getLogger(__name__)

_FREE_PLIES = 2
"""The clocks start when both sides have moved once, so that nobody loses time before the link is opened."""
_PRESENCE_SECONDS = 1.0
"""The least time between two messages about who is here."""
_SAME_SECONDS = 0.05
"""For which a state that was written is sent to others, too: clocks in it are not older than that."""
_ELSEWHERE_SECONDS = 1.0
"""How often to look whether a player whose time is up is still connected to another worker."""


class GameSession:
    """`announce` sends the other workers what this session says of itself.

    If a player who is to move is away for `claim_seconds`, the other may claim the game.
    """

    def __init__(
        self,
        live: store.LiveGame,
        *,
        stored: StoreThreads,
        background: BackgroundTasks,
        turn_clock: TurnClock,
        announce: Callable[[GameSession], None],
        claim_seconds: float,
    ) -> None:
        self.live = live
        self.on_change: Callable[[], None] = lambda: None
        """Called after every change of the game or of its connections."""
        self.connections: set[Connection] = set()
        self.pace = NATURAL_PACE
        self._resumed = 0.0
        self._turn_clock = turn_clock
        turn_clock.began(live)
        self._presence = Presence()
        self.claim_seconds = claim_seconds
        self._stored = stored
        self._background = background
        self._announce = announce
        self._lock = asyncio.Lock()
        self._may_be_stale = False
        self._shared_states: dict[str, GameState] = {}
        """By language, the part of the state that all connections have in common."""
        self._texts: dict[tuple[str, frozenset[Side], bool], tuple[float, str]] = {}
        """By what makes a difference: states as they were written last, and when."""
        self._presence_timer: asyncio.TimerHandle | None = None
        self._presence_shown = -_PRESENCE_SECONDS
        self._flag_timer: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        return self.live.id

    @property
    def game(self) -> Game[GridBoard]:
        """The game as it is now. Threads read it too, so nobody changes it: a change makes another one."""
        return self.live.game

    @property
    def ply(self) -> int:
        return len(self.game.moves)

    def has_remote_opponent(self, connection: Connection) -> bool:
        """Whether the other side is a person at another device, and not the same visitor who opened their own link."""
        return self._is_by_link and len(connection.sides) == 1

    @property
    def _is_by_link(self) -> bool:
        kinds = [seat.kind for seat in self.live.seats]
        return "link" in kinds and "computer" not in kinds

    @property
    def claim_in(self) -> float | None:
        """Seconds until the game may be claimed from the side to move; None if that side is here, or not yet known."""
        if self.game.is_over or not self._is_by_link or not self.live.seat(self.game.turn).taken:
            return None
        away = self._presence.away(self.game.turn)
        # Who left while the other was thinking has as long to come back.
        return None if away is None else max(0.0, self.claim_seconds - min(away, self.elapsed))

    @property
    def elapsed(self) -> float:
        """Seconds since this turn began, without the time in which no server ran or the game was paused."""
        return self._elapsed(time.monotonic())

    def _elapsed(self, moment: float) -> float:
        return max(0.0, moment - max(self._turn_clock.began(self.live), self._resumed))

    def spent(self, arrived: float | None = None) -> float:
        """Seconds that a move takes from the clock if it came at this moment of the monotonic clock, or comes now."""
        if self.live.clock is not None and self.ply < _FREE_PLIES:
            return 0.0
        return self.elapsed if arrived is None else self._elapsed(arrived)

    @property
    def is_paused(self) -> bool:
        return self.pace.holds(self.ply)

    def side_on_clock(self) -> Side | None:
        """Whose clock runs."""
        if self.live.clock is None or self.game.is_over or self.is_paused or self.ply < _FREE_PLIES:
            return None
        return self.game.turn

    # Connections

    def enter(self, connection: Connection, since: int | None) -> None:
        self.connections.add(connection)
        if connection.visitor is not None:
            connection.sides = self.sides_of(connection.visitor)
        missed = 0 if since is None else max(0, self.live.seq - since)
        if missed:
            connection.send_state(lambda: self.state_for(connection, missed).model_dump_json())
        else:
            self.send_state(connection)
        self._connections_changed(is_new=len(self.connections) == 1)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._connections_changed()

    def _connections_changed(self, is_new: bool = False) -> None:
        """Clocks and computers run only while somebody is connected. Who only watches comes and goes unnoticed; but the
        first one asks the other workers what they know, by an announcement of this one."""
        before = self._presence.here
        self._note_presence()
        self._set_flag_timer()
        self.on_change()
        if is_new or self._presence.here != before:
            self._announce(self)

    def sides_of(self, visitor: str) -> frozenset[Side]:
        """The sides whose seats this visitor holds."""
        return frozenset(side for side in Side if self.live.seat(side).is_held_by(visitor))

    def _seat_connections(self) -> None:
        """Lets those play who have taken a seat, wherever they did: their connection may have been here before."""
        for connection in self.connections:
            if connection.visitor is not None:
                connection.sides = self.sides_of(connection.visitor)
        self._note_presence()
        self._announce(self)

    def _note_presence(self) -> None:
        before = self._presence.here
        self._presence.here = frozenset(side for connection in self.connections for side in connection.sides)
        if self._presence.here != before:
            self._show_presence()

    def _show_presence(self) -> None:
        """Says who is here: at once, but not again within a second, however often a player comes and goes."""
        self._shared_states.clear()
        self._texts.clear()
        if self._presence_timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, self._presence_shown + _PRESENCE_SECONDS - loop.time())

        def show() -> None:
            self._presence_timer = None
            self._presence_shown = loop.time()
            for connection in self.connections:
                connection.send_presence(lambda: self._presence_state().model_dump_json())

        if wait:
            self._presence_timer = loop.call_later(wait, show)
        else:
            show()

    def _presence_state(self) -> PresenceState:
        claim_in, connected = self.claim_in, self._presence.connected
        return PresenceState(
            seq=self.live.seq,
            connected=[
                side_name(side) for side in Side if side in connected or self.live.seat(side).kind == "computer"
            ],
            claim_in=None if claim_in is None else round(claim_in, 1),
        )

    def send_state_to_all(self) -> None:
        """Sends the state as it is now to every connection."""
        self._shared_states.clear()
        self._texts.clear()
        for connection in self.connections:
            self.send_state(connection)

    def send_state(self, connection: Connection) -> None:
        connection.send_state(lambda: self._state_text(connection))

    def _state_text(self, connection: Connection) -> str:
        """The state as JSON. Many who watch get the same, so it is written once for all of them."""
        key, moment = (language(), connection.sides, connection.began_game), time.monotonic()
        made, text = self._texts.get(key, (-_SAME_SECONDS, ""))
        if moment - made >= _SAME_SECONDS:
            text = self.state_for(connection).model_dump_json()
            self._texts[key] = moment, text
        return text

    def state_for(self, connection: Connection, missed: int = 0) -> GameState:
        state = self.state(connection.sides, missed)
        if state.pace is not None and connection.began_game:
            state.pace = state.pace.model_copy(update={"yours": True})
        return state

    def state(self, sides: frozenset[Side], missed: int = 0) -> GameState:
        """The state for somebody who plays these sides."""
        shared = self._shared_states.get(language()) or self._state()
        # While a clock runs, or the time until a claim, a state is out of date at once.
        if shared.clocks is None and shared.claim_in is None:
            self._shared_states[language()] = shared
        return shared.model_copy(update={"you": [side_name(side) for side in Side if side in sides], "missed": missed})

    def _state(self) -> GameState:
        return game_state(
            self.live,
            connected=self._presence.connected,
            clocks=clocks_of(self.live, self.elapsed, self.side_on_clock()),
            pace=self.pace,
            claim_in=self.claim_in,
        )

    def send(self, message: Sent) -> None:
        for connection in self.connections:
            connection.send(message)

    def send_error(self, error: PlygroundError) -> None:
        """Sends the error to every connection, in its language."""
        for connection in self.connections:
            with speaking(connection.language):
                connection.send(error_message(error))

    # Other workers

    def announcement(self) -> dict[str, Any]:
        """What is not in the store: the pace, and who is connected."""
        return {"here": [side.value for side in self._presence.here], "pace": self.pace.announcement()}

    def hear(self, worker: str, announcement: dict[str, Any]) -> None:
        """Takes in what the session of another worker announced."""
        sides = frozenset(Side(value) for value in announcement["here"])
        known = self._presence.hear(worker, sides)
        self._follow_pace(self.pace.heard(announcement["pace"]))
        if known is None:
            self._announce(self)  # a new worker may not know this one either
        if known != sides:
            self._show_presence()

    # Following the store

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Lets one change at a time run. After a failure in the store, the next change reads the game again first."""
        async with self._lock:
            if self._may_be_stale:
                await self._reload()
            try:
                yield
            except ConflictError:
                await self._reload()
                raise
            except StoreError:
                self._may_be_stale = True
                raise

    async def refresh(self) -> None:
        """Reads the game again, since another worker or request may have changed it."""
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        newer = await self._stored(store.load, self.id, since=self.live.seq, known=self.live)
        self._may_be_stale = False
        if newer is not None:
            self._adopt(newer)

    def _adopt(self, newer: store.LiveGame) -> None:
        """Takes over the game as the store has it, unless what is known is as new."""
        if newer.seq <= self.live.seq:
            return
        before, self.live = self.live, newer
        self._turn_clock.began(newer)
        if newer.seats != before.seats:
            self._seat_connections()
        self.send_state_to_all()
        self._set_flag_timer()
        self.on_change()

    # Changes

    async def append(self, ply: int, move: MoveRecord) -> None:
        """Commits a move and shows it. Only inside `changing`."""
        await self._commit(
            lambda known: self._stored(store.append, self.id, ply + 1, move, after=known.seq, known=known)
        )

    async def end(self, forfeit: Forfeit) -> None:
        """Commits an end off the board and shows it, unless the game went on meanwhile: nobody who has moved at another
        worker loses on time. Only inside `changing`."""
        loser, termination, reason = forfeit.loser, forfeit.termination, forfeit.reason
        # Who gives up gives up, whatever the other has done meanwhile.
        gives_up = termination is Termination.RESIGNATION
        await self._commit(
            lambda known: self._stored(
                store.end,
                self.id,
                loser,
                termination,
                reason=reason,
                after=None if gives_up else known.seq,
                known=known,
            )
        )

    async def _commit(self, change: Callable[[store.LiveGame], Awaitable[store.LiveGame]]) -> None:
        before = self.live.record
        try:
            self._adopt(await change(self.live))
        except ConflictError:
            # What changed meanwhile may have been about a seat, and then this change is still good.
            await self._reload()
            if self.live.record.moves != before.moves or self.live.record.outcome is not before.outcome:
                raise
            self._adopt(await change(self.live))

    async def take_back(self, ply: int) -> None:
        """Takes the moves from `ply` on back and shows it. Only inside `changing`."""
        known = self.live
        self._adopt(await self._stored(store.undo, self.id, ply + 1, after=known.seq, known=known))

    async def begin_rematch(self) -> None:
        """Makes the game that follows this one, unless it is there, and shows where it is. Only inside `changing`."""
        await self._stored(store.rematch, self.id)
        await self._reload()

    async def name_seat(self, side: Side, name: str) -> None:
        """Gives the person of a seat another name and shows it. Only inside `changing`."""
        await self._stored(store.name_seat, self.id, side, name)
        await self._reload()

    async def offer(self, *, undo: Side | None = None, rematch: Side | None = None) -> None:
        """Commits what a side asks for, in place of what was asked for before, and shows it. Only inside `changing`."""
        await self._commit(
            lambda known: self._stored(store.offer, self.id, undo=undo, rematch=rematch, after=known.seq, known=known)
        )

    def set_pace(self, pace: Pace) -> None:
        """Pauses the computers, lets them go on, or changes their speed."""
        self._follow_pace(pace)
        self._announce(self)

    def _follow_pace(self, pace: Pace) -> None:
        if pace == self.pace:
            return
        was_paused, self.pace = self.is_paused, pace
        if was_paused and not self.is_paused:
            self._resumed = time.monotonic()
        self.send_state_to_all()
        self._set_flag_timer()
        self.on_change()

    # Clocks

    def _set_flag_timer(self, least: float = 0.0) -> None:
        """Sets the timer for the moment when the running clock is used up, at least so many seconds from now."""
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        side = self.side_on_clock()
        if side is None or not self.connections:
            return
        left = self.game.time_left(side)
        assert left is not None
        wait = max(least, left - self.elapsed) + 0.01
        ply = self.ply
        self._flag_timer = asyncio.get_running_loop().call_later(
            wait, lambda: self._background.start(retry(lambda: self._end_on_time(side, ply), longest=2.0))
        )

    async def _end_on_time(self, side: Side, ply: int) -> None:
        try:
            async with self.changing():
                left = self.game.time_left(side)
                if self.side_on_clock() is not side or self.ply != ply or left is None or not self.connections:
                    return
                if left > self.elapsed:
                    self._set_flag_timer()
                elif self._presence.is_elsewhere(side):
                    # That worker knows when a move has come, and it may be on its way to the store.
                    self._set_flag_timer(_ELSEWHERE_SECONDS)
                else:
                    await self.end(Forfeit(side, Termination.TIMEOUT))
        except PlygroundError as error:
            log.info("cannot end %s on time: %s", self.id, error)  # not shown
            raise Again from None

    def close(self) -> None:
        for timer in (self._flag_timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
