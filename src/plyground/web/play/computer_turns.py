"""`ComputerTurns`: lets the computers of one game take their turns while somebody is connected.

What became of a turn is decided by `plyground.game.take_turn`; here it is shown and committed. A search ends when the
game changes or is paused. Nothing has to survive a restart of the server: if it is a computer's turn when the first
connection comes back, the search starts again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from plyground.board import Cancel, Decision, Limit, Move
from plyground.errors import N_, ConflictError, StoreError
from plyground.game import Forfeit, Termination, crash_of
from plyground.store import MoveRecord
from plyground.web.messages.positions import side_name
from plyground.web.messages.refusals import Refusal
from plyground.web.play.computers import Computers, ComputerTurn, thinking_message
from plyground.web.play.game_session import GameSession
from plyground.web.play.messages import Thinking
from plyground.web.play.turn_leases import TurnLeases
from plyground.web.serving.background import BackgroundTasks
from plyground.web.serving.callers import Caller
from plyground.web.serving.retry import Again, retry
from plyground.web.serving.search_pool import SearchPool

__all__ = ["ComputerTurns"]

log = logging.getLogger(__name__)

_NATURAL_SECONDS = (1.0, 2.0)  # the least time for a move, so that people can follow
_NOBODY = Caller("nobody", "nobody", "nobody")
_CLOCK_SHARE = 20  # a move may take a twentieth of the time left on the clock, and most of the increment


class ComputerTurns:
    """`broadcast` shows a message to everybody at the game; `most_seconds` is what a computer may take for a move."""

    def __init__(
        self,
        session: GameSession,
        *,
        computers: Computers,
        pool: SearchPool,
        leases: TurnLeases,
        background: BackgroundTasks,
        broadcast: Callable[[Thinking], None],
        most_seconds: float,
    ) -> None:
        self._session = session
        self._computers = computers
        self._pool = pool
        self._leases = leases
        self._background = background
        self._broadcast = broadcast
        self._most_seconds = most_seconds
        self._searched: tuple[Move, ...] | None = None  # the moves of the game that the search is about
        self._task: asyncio.Task[None] | None = None

    def update(self) -> None:
        """Starts, continues or stops the search, as the game requires."""
        session = self._session
        if self._task is not None:
            if self._is_current and not self._task.done():
                return  # even if nobody is connected for a moment, while a page reloads
            self.stop()
        if session.game.is_over or session.is_paused or not session.connections:
            return
        seat = session.live.seat(session.game.turn)
        if seat.kind == "computer":
            self._searched = session.game.moves
            self._task = self._background.start(self._run(seat.player))

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    @property
    def _is_current(self) -> bool:
        """Whether the game stands where the search began, and goes on."""
        session = self._session
        return session.game.moves == self._searched and not session.game.is_over and not session.is_paused

    async def _run(self, player: str) -> None:
        session = self._session
        async with self._leases.hold(session.id) as may_have_changed:
            if may_have_changed:
                with suppress(StoreError):
                    await session.refresh()
            if not self._is_current:
                return
            began, side = time.monotonic(), session.game.turn
            try:
                turn = await self._take_turn(player)
            except Exception as error:
                # Not the player's fault, but it cannot play on.
                await self._commit_forfeit(player, crash_of(side, error))
                return
            if turn.forfeit is not None:
                await self._commit_forfeit(player, turn.forfeit)
            elif turn.decision is not None:
                seconds = time.monotonic() - began
                self._broadcast(thinking_message(session.game.board, turn.decision, session.ply, player, seconds))
                await asyncio.sleep(self._least_seconds() - seconds)
                await self._commit_move(turn.decision, began)

    async def _take_turn(self, player: str) -> ComputerTurn:
        """The player's turn, in a thread of the pool, with what it thinks shown meanwhile."""
        id, game, ply = self._session.id, self._session.game, self._session.ply
        caller, megabytes = self._caller(), self._computers.megabytes(player)
        seconds = self._seconds_for_move()
        waiting = self._pool.would_wait(caller, megabytes)
        message = Thinking(ply=ply, side=side_name(game.turn), player=player, waiting=waiting)
        self._broadcast(message)
        loop, began = asyncio.get_running_loop(), time.monotonic()

        def show(decision: Decision) -> None:
            """Called in the thread of the search."""
            seconds = time.monotonic() - began
            so_far = thinking_message(game.board, decision, ply, player, seconds, done=False)
            with suppress(RuntimeError):  # the loop may have ended
                loop.call_soon_threadsafe(self._broadcast, so_far)

        def think(cancel: Cancel) -> ComputerTurn:
            if message.waiting:
                loop.call_soon_threadsafe(self._broadcast, message.model_copy(update={"waiting": False}))
            limit = Limit(time=self._pool.share(seconds))
            return self._computers.take_turn(id, player, game, limit, _ReportingCancel(cancel, show))

        async def search() -> ComputerTurn:
            nonlocal message
            try:
                return await self._pool.run(caller, think, megabytes)
            except Refusal as refusal:
                if refusal.code != "busy":
                    raise
            if not message.waiting:
                message = message.model_copy(update={"waiting": True})
                self._broadcast(message)
            raise Again

        return await retry(search)

    def _caller(self) -> Caller:
        """Whom the search is counted for: a player, or else somebody who watches."""
        connections = sorted(self._session.connections, key=lambda each: not each.sides)
        return connections[0].caller if connections else _NOBODY

    def _seconds_for_move(self) -> float:
        """The most time for this move."""
        left, clock = self._clock_left(), self._session.live.clock
        if left is None or clock is None:
            return self._most_seconds
        return max(0.02, min(self._most_seconds, left / _CLOCK_SHARE + 0.8 * clock.increment, left - 0.1))

    def _clock_left(self) -> float | None:
        left = self._session.game.time_left(self._session.game.turn)
        return None if left is None else left - self._session.elapsed

    def _least_seconds(self) -> float:
        """The least time for this move, the search included."""
        connections = self._session.connections
        people = [each for each in connections if each.sides] or list(connections)
        left, delay = self._clock_left(), self._session.pace.delay
        if delay is not None:
            return delay if left is None else min(delay, left / _CLOCK_SHARE)
        if any(not each.natural for each in people) or (left is not None and left < 15 * _NATURAL_SECONDS[1]):
            return 0.0
        return random.uniform(*_NATURAL_SECONDS)

    async def _commit_move(self, decision: Decision, began: float) -> None:
        session = self._session

        async def play() -> None:
            free = session.side_on_clock() is None and session.live.clock is not None
            seconds = 0.0 if free else time.monotonic() - began
            await session.append(session.ply, MoveRecord.of(decision, seconds))

        await self._commit(play)

    async def _commit_forfeit(self, player: str, forfeit: Forfeit) -> None:
        session, error = self._session, forfeit.error
        if error is not None and error.__cause__ is not None:
            log.error("the player %s failed", player, exc_info=error.__cause__)  # not shown

        async def end() -> None:
            await session.end(forfeit)
            if forfeit.termination is not Termination.RESIGNATION:
                session.send_error(
                    Refusal("computer", 500, N_("the computer failed, and loses: {reason}"), reason=error)
                )

        await self._commit(end)

    async def _commit(self, change: Callable[[], Awaitable[None]]) -> None:
        """Makes the change, unless the game goes on without it; waits while the store is away."""
        session = self._session

        async def attempt() -> None:
            try:
                async with session.changing():
                    if self._is_current:
                        await change()
            except ConflictError:
                pass  # the session has read the game again, and started another search if one is needed
            except StoreError as error:
                session.send_error(error)
                raise Again from None

        await retry(attempt)


class _ReportingCancel:
    """A cancel that also shows what the search thinks so far."""

    def __init__(self, cancel: Cancel, show: Callable[[Decision], None]) -> None:
        self._cancel = cancel
        self.show = show

    def is_set(self) -> bool:
        return self._cancel.is_set()
