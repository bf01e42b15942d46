"""`ComputerTurns`: makes the moves of the computers of one game while somebody is connected.

A search ends when the game changes. Nothing has to survive a restart of the server: if it is a computer's turn when the
first connection comes back, the search starts again.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from plyground.board import Cancel, Decision, Limit, Move, Side
from plyground.errors import N_, ConflictError, PlayerError, PlygroundError, StoreError
from plyground.game import Termination
from plyground.store import MoveRecord
from plyground.store import live as store
from plyground.web.messages.positions import side_name
from plyground.web.messages.refusals import Refusal
from plyground.web.play.computers import thinking_message
from plyground.web.play.messages import Thinking

if TYPE_CHECKING:
    from plyground.web.play.game_session import GameSession

__all__ = ["ComputerTurns"]

log = logging.getLogger(__name__)

_NATURAL_SECONDS = (1.0, 2.0)  # the least time for a move, so that people can follow
_CLOCK_SHARE = 20  # a move may take a twentieth of the time left on the clock, and most of the increment
_LEASE = 4.0  # seconds for which a worker holds a computer's turn, unless it renews the lease
_LONGEST_WAIT = 8.0

_turns = itertools.count()


class ComputerTurns:
    def __init__(self, session: GameSession) -> None:
        self._session = session
        self._searched: tuple[Move, ...] | None = None  # the moves of the game that the search is about
        self._task: asyncio.Task[None] | None = None

    def update(self) -> None:
        """Starts, continues or stops the search, as the game requires."""
        session = self._session
        wanted = bool(session.connections) and not session.game.is_over and self._seat is not None
        if self._task is not None:
            if self._searched == session.game.moves and not self._task.done():
                return  # even if nobody is connected for a moment, while a page reloads
            self.stop()
        if wanted:
            self._searched = session.game.moves
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(_log_failure)

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    @property
    def _seat(self) -> store.Seat | None:
        seat = self._session.live.seat(self._session.game.turn)
        return seat if seat.kind == "computer" else None

    async def _run(self) -> None:
        session, seat = self._session, self._seat
        assert seat is not None
        side, searched = session.game.turn, self._searched
        async with self._held_turn():
            if session.game.moves != searched or session.game.is_over:
                return
            began = time.monotonic()
            try:
                decision = await self._decide(seat.player)
            except PlayerError as error:
                await self._fail(side, Termination(error.termination), str(error))
                return
            except PlygroundError as error:
                await self._fail(side, Termination.CRASH, str(error))
                return
            except Exception as error:
                log.exception("the player %s failed", seat.player)  # not shown
                await self._fail(side, Termination.CRASH, f"{type(error).__name__}: {error}")
                return
            seconds = time.monotonic() - began
            session.lobby.broadcast(
                session, thinking_message(session.game.board, decision, session.ply, seat.player, seconds)
            )
            await asyncio.sleep(self._least_seconds() - seconds)
            await self._commit(decision, began)

    async def _decide(self, player: str) -> Decision:
        session = self._session
        pool, computers = session.lobby.services.moves, session.lobby.computers
        game, limit = session.game, Limit(time=self._most_seconds())
        message = Thinking(ply=session.ply, side=side_name(game.turn), player=player, waiting=pool.is_full)
        session.lobby.broadcast(session, message)
        loop, ply, began = asyncio.get_running_loop(), session.ply, time.monotonic()

        def show(decision: Decision) -> None:
            """Called in the thread of the search."""
            seconds = time.monotonic() - began
            so_far = thinking_message(game.board, decision, ply, player, seconds, done=False)
            with suppress(RuntimeError):  # the loop may have ended
                loop.call_soon_threadsafe(session.lobby.broadcast, session, so_far)

        def think(cancel: Cancel) -> Decision:
            if message.waiting:
                loop.call_soon_threadsafe(
                    session.lobby.broadcast, session, message.model_copy(update={"waiting": False})
                )
            return computers.decide(session.id, player, game, limit, _ReportingCancel(cancel, show))

        wait = 0.25
        while True:
            # Count the search for a player, or else for somebody who watches.
            key = next((each.quota_key for each in session.connections if each.sides), None)
            key = key or next((each.quota_key for each in session.connections), "nobody")
            try:
                return await pool.run(key, think)
            except Refusal as refusal:
                if refusal.code != "busy":
                    raise
                if not message.waiting:
                    message = message.model_copy(update={"waiting": True})
                    session.lobby.broadcast(session, message)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    def _most_seconds(self) -> float:
        """The most time for this move."""
        most = self._session.lobby.services.settings.think_seconds
        left = self._clock_left()
        if left is None:
            return most
        clock = self._session.live.clock
        assert clock is not None
        return max(0.02, min(most, left / _CLOCK_SHARE + 0.8 * clock.increment, left - 0.1))

    def _clock_left(self) -> float | None:
        left = self._session.game.time_left(self._session.game.turn)
        return None if left is None else left - self._session.elapsed

    def _least_seconds(self) -> float:
        """The least time for this move, the search included."""
        session = self._session
        people = [each for each in session.connections if each.sides] or list(session.connections)
        left = self._clock_left()
        if any(not each.natural for each in people) or (left is not None and left < 15 * _NATURAL_SECONDS[1]):
            return 0.0
        return random.uniform(*_NATURAL_SECONDS)

    async def _commit(self, decision: Decision, began: float) -> None:
        session, searched = self._session, self._searched
        wait = 0.25
        while session.game.moves == searched and not session.game.is_over:
            try:
                async with session.changing():
                    if session.game.moves != searched or session.game.is_over:
                        return
                    free = session.side_on_clock() is None and session.live.clock is not None
                    seconds = 0.0 if free else time.monotonic() - began
                    await session.append(session.ply, MoveRecord.of(decision, seconds))
                return
            except ConflictError:
                return  # the session has read the game again, and started another search if one is needed
            except StoreError as error:
                session.send_error(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    async def _fail(self, side: Side, termination: Termination, reason: str) -> None:
        session = self._session
        wait = 0.25
        while not session.game.is_over:
            try:
                await session.forfeit(side, termination, reason)
                error = Refusal("computer", 500, N_("the computer failed, and loses: {reason}"), reason=reason)
                session.send_error(error)
                return
            except StoreError as error:
                session.send_error(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    @asynccontextmanager
    async def _held_turn(self) -> AsyncIterator[None]:
        """Waits until this worker holds the turn: only one of several searches, and if it dies, another takes over."""
        session, lobby = self._session, self._session.lobby
        if not lobby.has_other_workers:
            yield
            return
        # Unique to this turn, so that releasing the last turn does not release the next.
        holder = f"{lobby.worker} {next(_turns)}"
        wait = 0.02
        while not await _held(lobby.stored(store.hold, session.id, holder, _LEASE)):
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LEASE / 4)

        async def renew() -> None:
            while True:
                await asyncio.sleep(_LEASE / 4)
                await _held(lobby.stored(store.hold, session.id, holder, _LEASE))

        renewing = asyncio.create_task(renew())
        try:
            # The worker that held the turn before may have moved.
            with suppress(StoreError):
                await session.refresh()
            yield
        finally:
            renewing.cancel()
            lobby.start(_quietly(lobby.stored(store.release, session.id, holder)))


class _ReportingCancel:
    """A cancel that also shows what the search thinks so far."""

    def __init__(self, cancel: Cancel, show: Callable[[Decision], None]) -> None:
        self._cancel = cancel
        self.show = show

    def is_set(self) -> bool:
        return self._cancel.is_set()


async def _held(asking: object) -> bool:
    try:
        return bool(await asking)  # type: ignore[misc]
    except StoreError:
        return False


async def _quietly(doing: object) -> None:
    with suppress(StoreError):
        await doing  # type: ignore[misc]


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (failure := task.exception()) is not None:
        log.error("a computer's turn failed", exc_info=failure)  # not shown
