"""`Thinker`: the computers of one game. It thinks while somebody is there, and stops when the game moves on.

After a restart of the server nothing has to be remembered: the first guest who comes back finds the computer to move,
and it begins anew.
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
from plyground.store import live as store
from plyground.store.record import MoveRecord
from plyground.web.messages.base import Thinking
from plyground.web.messages.positions import side_name
from plyground.web.messages.refusals import Refusal
from plyground.web.play.computers import thoughts

if TYPE_CHECKING:
    from plyground.web.play.game_session import GameRoom

__all__ = ["Thinker"]

log = logging.getLogger(__name__)

_NATURAL = (1.0, 2.0)  # seconds that a move takes at least, so that people can follow
_SHARE = 20  # of what is left on its clock, a computer takes this part for a move
_LEASE = 4.0  # seconds for which a worker has a computer's turn to itself; it renews it in time
_LONGEST_WAIT = 8.0


_turns = itertools.count()


class Thinker:
    def __init__(self, room: GameRoom) -> None:
        self._room = room
        self._about: tuple[Move, ...] | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Starts, goes on or stops, as the game stands."""
        room = self._room
        wanted = bool(room.guests) and not room.game.is_over and self._seat is not None
        if self._task is not None:
            if self._about == room.game.moves and not self._task.done():
                return  # also while nobody is there for a moment: a page that is loaded again
            self.stop()
        if wanted:
            self._about = room.game.moves
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(_log_failure)

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    @property
    def _seat(self) -> store.Seat | None:
        seat = self._room.live.seat(self._room.game.turn)
        return seat if seat.kind == "computer" else None

    async def _run(self) -> None:
        room, seat = self._room, self._seat
        assert seat is not None
        side, about = room.game.turn, self._about
        async with self._turn_to_itself():
            if room.game.moves != about or room.game.is_over:
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
            room.lobby.spread(room, thoughts(room.game.board, decision, room.ply, seat.player, seconds))
            await asyncio.sleep(self._pause() - seconds)
            await self._commit(decision, began)

    async def _decide(self, player: str) -> Decision:
        room = self._room
        pool, computers = room.lobby.services.moves, room.lobby.computers
        game, limit = room.game, Limit(time=self._seconds())
        told = Thinking(ply=room.ply, side=side_name(game.turn), player=player, waiting=pool.is_full)
        room.lobby.spread(room, told)
        loop, ply, began = asyncio.get_running_loop(), room.ply, time.monotonic()

        def show(decision: Decision) -> None:
            """Called in the search's thread."""
            seconds = time.monotonic() - began
            so_far = thoughts(game.board, decision, ply, player, seconds, done=False)
            with suppress(RuntimeError):  # the loop may have ended
                loop.call_soon_threadsafe(room.lobby.spread, room, so_far)

        def think(cancel: Cancel) -> Decision:
            if told.waiting:
                loop.call_soon_threadsafe(room.lobby.spread, room, told.model_copy(update={"waiting": False}))
            return computers.decide(room.id, player, game, limit, _Onlooker(cancel, show))

        wait = 0.25
        while True:
            payer = next((guest.payer for guest in room.guests if guest.sides), None)
            payer = payer or next((guest.payer for guest in room.guests), "nobody")
            try:
                return await pool.run(payer, think)
            except Refusal as refusal:
                if refusal.code != "busy":
                    raise
                if not told.waiting:
                    told = told.model_copy(update={"waiting": True})
                    room.lobby.spread(room, told)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    def _seconds(self) -> float:
        """The most for this move."""
        most = self._room.lobby.services.settings.think_seconds
        left = self._left()
        if left is None:
            return most
        clock = self._room.live.clock
        assert clock is not None
        return max(0.02, min(most, left / _SHARE + 0.8 * clock.increment, left - 0.1))

    def _left(self) -> float | None:
        left = self._room.game.time_left(self._room.game.turn)
        return None if left is None else left - self._room.elapsed

    def _pause(self) -> float:
        """Seconds that the move should take at least."""
        room = self._room
        people = [guest for guest in room.guests if guest.sides] or list(room.guests)
        left = self._left()
        if any(not guest.natural for guest in people) or (left is not None and left < 15 * _NATURAL[1]):
            return 0.0
        return random.uniform(*_NATURAL)

    async def _commit(self, decision: Decision, began: float) -> None:
        room, about = self._room, self._about
        wait = 0.25
        while room.game.moves == about and not room.game.is_over:
            try:
                async with room.changing():
                    if room.game.moves != about or room.game.is_over:
                        return
                    free = room.side_to_charge() is None and room.live.clock is not None
                    seconds = 0.0 if free else time.monotonic() - began
                    await room.append(room.ply, MoveRecord.of(decision, seconds))
                return
            except ConflictError:
                return  # the room has looked again, and started another thinker if there is need for one
            except StoreError as error:
                room.complain(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    async def _fail(self, side: Side, termination: Termination, reason: str) -> None:
        room = self._room
        wait = 0.25
        while not room.game.is_over:
            try:
                await room.give_up(side, termination, reason)
                error = Refusal("computer", 500, N_("the computer failed, and loses: {reason}"), reason=reason)
                room.complain(error)
                return
            except StoreError as error:
                room.complain(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)

    @asynccontextmanager
    async def _turn_to_itself(self) -> AsyncIterator[None]:
        """Of several workers with guests at the game, one thinks; should it die, another goes on soon."""
        room, lobby = self._room, self._room.lobby
        if not lobby.has_siblings:
            yield
            return
        # Of this turn alone: giving up the last one must not give up the next.
        holder = f"{lobby.worker} {next(_turns)}"
        wait = 0.02
        while not await _held(lobby.stored(store.hold, room.id, holder, _LEASE)):
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LEASE / 4)

        async def renew() -> None:
            while True:
                await asyncio.sleep(_LEASE / 4)
                await _held(lobby.stored(store.hold, room.id, holder, _LEASE))

        renewing = asyncio.create_task(renew())
        try:
            # The one that had the turn before may have moved.
            with suppress(StoreError):
                await room.refresh()
            yield
        finally:
            renewing.cancel()
            lobby.start(_quietly(lobby.stored(store.release, room.id, holder)))


class _Onlooker:
    """The cancel of a search that shows what it thinks so far."""

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
