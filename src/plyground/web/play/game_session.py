"""`GameRoom`: a game with its guests in this process. What is true stands in the store; this follows it.

Everything that changes the game goes through the store first and is shown afterwards. A change that failed leaves the
room doubtful of what it knows, so it looks into the store before it goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from plyground.board import Move as MoveNumber
from plyground.board import Side
from plyground.errors import N_, ConflictError, PlygroundError, StoreError
from plyground.game import Game, Termination
from plyground.grid import GridBoard
from plyground.grid.notation import parse_move
from plyground.store import live as store
from plyground.store.record import MoveRecord, now
from plyground.texts import speaking
from plyground.web.messages.base import ErrorMessage, GameState, Sent
from plyground.web.messages.positions import side_name
from plyground.web.messages.refusals import Refusal, problem_of
from plyground.web.play.connection import Guest
from plyground.web.play.game_state import clocks_of, game_state

if TYPE_CHECKING:
    from plyground.web.play.computer_turns import Thinker
    from plyground.web.play.lobby import Lobby

__all__ = ["FREE_PLIES", "GameRoom", "message_of"]

log = logging.getLogger(__name__)

FREE_PLIES = 2
"""The clocks start when both sides have moved once: nobody loses time to a link that was not opened yet."""


class GameRoom:
    def __init__(self, lobby: Lobby, live: store.LiveGame) -> None:
        from plyground.web.play.computer_turns import Thinker

        self.lobby = lobby
        self.live = live
        self.game: Game[GridBoard] = live.game()
        self.guests: set[Guest] = set()
        self.undo_offer: Side | None = None
        self.rematch_offer: Side | None = None
        self.elsewhere: dict[str, tuple[float, frozenset[Side]]] = {}
        """For each other worker: until when it is believed, and the sides whose players are connected to it."""
        self._lock = asyncio.Lock()
        self._doubtful = False
        self._common: GameState | None = None  # what all guests see alike
        self._flag: asyncio.TimerHandle | None = None
        self._thinker: Thinker = Thinker(self)

    @property
    def id(self) -> str:
        return self.live.id

    @property
    def ply(self) -> int:
        return len(self.game.moves)

    def is_against_somebody(self, guest: Guest) -> bool:
        """Does the guest play another person at another device? Who opens their own link plays alone."""
        kinds = [seat.kind for seat in self.live.seats]
        return "link" in kinds and "computer" not in kinds and len(guest.sides) == 1

    @property
    def elapsed(self) -> float:
        """Seconds since it is this turn; those without a server do not count."""
        return max(0.0, (now() - max(self.live.changed, self.lobby.began)).total_seconds())

    @property
    def here(self) -> frozenset[Side]:
        """Sides whose players are connected to this worker."""
        return frozenset(side for guest in self.guests for side in guest.sides)

    def side_to_charge(self) -> Side | None:
        """Whose clock runs."""
        if self.live.clock is None or self.game.is_over or self.ply < FREE_PLIES:
            return None
        return self.game.turn

    # Guests

    def enter(self, guest: Guest, since: int | None) -> None:
        self.guests.add(guest)
        missed = 0 if since is None else max(0, self.live.seq - since)
        guest.show(lambda: self.state(guest.sides, missed).model_dump_json())
        self.changed(besides=guest)
        self._thinker.look()

    def leave(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self.changed()

    def reseat(self, visitor: str, sides: frozenset[Side]) -> None:
        """A guest who watched has taken a seat."""
        for guest in self.guests:
            if guest.visitor == visitor:
                guest.sides = sides
        self.changed()

    def changed(self, besides: Guest | None = None) -> None:
        """Shows everybody how things are now."""
        self._common = None
        for guest in self.guests:
            if guest is not besides:
                self.show(guest)

    def show(self, guest: Guest) -> None:
        guest.show(lambda: self.state(guest.sides).model_dump_json())

    def state(self, sides: frozenset[Side], missed: int = 0) -> GameState:
        """The game as whoever plays these sides sees it."""
        common = self._common or self._state()
        # Running clocks make a state old at once.
        self._common = common if self.live.clock is None else None
        return common.model_copy(update={"you": [side_name(side) for side in Side if side in sides], "missed": missed})

    def _state(self) -> GameState:
        moment = asyncio.get_running_loop().time()
        there = [sides for until, sides in self.elsewhere.values() if until > moment]
        return game_state(
            self.live,
            self.game,
            connected=self.here.union(*there),
            clocks=clocks_of(self.live, self.game, self.elapsed, self.side_to_charge()),
            undo_offer=self.undo_offer,
            rematch_offer=self.rematch_offer,
        )

    def tell(self, message: Sent) -> None:
        for guest in self.guests:
            guest.tell(message)

    def complain(self, error: PlygroundError, code: str | None = None) -> None:
        """Tells everybody what went wrong, each in their language."""
        for guest in self.guests:
            with speaking(guest.language):
                guest.tell(message_of(error, code))

    # Following the store

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """One change at a time. What fails in the store leaves doubts about what it holds."""
        async with self._lock:
            if self._doubtful:
                await self._look()
            try:
                yield
            except ConflictError:
                await self._look()
                raise
            except StoreError:
                self._doubtful = True
                raise

    async def refresh(self) -> None:
        """Somebody else may have changed the game."""
        async with self._lock:
            await self._look()

    async def _look(self) -> None:
        news = await self.lobby.stored(store.load, self.id, since=self.live.seq)
        self._doubtful = False
        if news is not None:
            self.adopt(news)

    def adopt(self, news: store.LiveGame) -> None:
        """The game as the store has it now; nothing older than what is known already."""
        if news.seq <= self.live.seq:
            return
        moved = news.record.moves != self.live.record.moves or news.record.outcome is not self.live.record.outcome
        self.live = news
        if moved:
            self.game = news.game()
            self.undo_offer = None
            self.rematch_offer = None
        self.changed()
        self._set_flag()
        self._thinker.look()

    # What guests do

    async def play(self, guest: Guest, ply: int, text: str) -> None:
        async with self.changing():
            move = self._move_of(guest, ply, text)
            if move is None:
                self.show(guest)
                return
            seconds = 0.0 if self.ply < FREE_PLIES and self.live.clock is not None else self.elapsed
            await self.append(ply, MoveRecord(move, seconds))

    async def append(self, ply: int, move: MoveRecord) -> None:
        """Commits a move and shows it. Only inside `changing`."""
        before = self.live.record
        try:
            await self._append(ply, move)
        except ConflictError:
            # Somebody may just have taken a seat: that is no reason to refuse a move.
            await self._look()
            if self.live.record.moves != before.moves or self.live.record.outcome is not before.outcome:
                raise
            await self._append(ply, move)

    async def _append(self, ply: int, move: MoveRecord) -> None:
        known = self.live
        self.adopt(await self.lobby.stored(store.append, self.id, ply + 1, move, after=known.seq, known=known))

    def _move_of(self, guest: Guest, ply: int, text: str) -> MoveNumber | None:
        """The move to play; None for one that was played already. Refuses what is none of the guest's business."""
        if not guest.sides:
            raise Refusal("not_your_seat", 403, N_("you watch this game; its seats are taken"))
        if ply != self.ply:
            if ply < self.ply and self.game.boards[ply].turn in guest.sides:
                played = self.game.board.move_name(self.game.moves[ply])
                if played == text:
                    return None
            raise Refusal(
                "wrong_ply",
                409,
                N_("move {ply} cannot be played now: the game is at move {now}"),
                ply=ply + 1,
                now=self.ply + 1,
            )
        if self.game.is_over:
            raise Refusal("game_over", 409, N_("the game is over already; take a move back or start anew"))
        if self.game.turn not in guest.sides:
            raise Refusal("not_your_turn", 409, N_("it is not your turn"))
        move = parse_move(self.live.record.rules, text)
        self.game.board.target(move)  # says what is wrong with a move that cannot be played
        return move

    async def undo(self, guest: Guest, ply: int) -> None:
        async with self.changing():
            side = self._side_of(guest)
            if ply != self.ply:
                raise Refusal("wrong_ply", 409, N_("the game is at move {now} by now"), now=self.ply + 1)
            if self.is_against_somebody(guest):
                if self.game.is_over:
                    raise Refusal("not_allowed", 409, N_("the game is over; ask for a rematch"))
                if self.undo_offer is not side.opposite:
                    self._last_of(side)
                    self.undo_offer = side
                    self.changed()
                    self.lobby.talk(self)
                    return
                side = side.opposite
            first = self._last_of(None if len(guest.sides) == 2 else side)
            self.adopt(await self.lobby.stored(store.undo, self.id, first + 1, after=self.live.seq))

    def _last_of(self, side: Side | None) -> int:
        """The ply of the last move of `side`; of anybody, if None."""
        boards = self.game.boards
        for ply in reversed(range(self.ply)):
            if side is None or boards[ply].turn is side:
                return ply
        raise Refusal("not_allowed", 409, N_("there is no move of yours to take back"))

    async def resign(self, guest: Guest) -> None:
        async with self.changing():
            side = self._side_of(guest)
            if self.game.is_over:
                raise Refusal("game_over", 409, N_("the game is over already"))
            self.adopt(await self.lobby.stored(store.end, self.id, side, Termination.RESIGNATION))

    async def rematch(self, guest: Guest) -> None:
        async with self.changing():
            side = self._side_of(guest)
            if not self.game.is_over:
                raise Refusal("not_allowed", 409, N_("a rematch comes after the game"))
            asks = self.is_against_somebody(guest) and self.rematch_offer is not side.opposite
            if self.live.rematch is None and asks:
                self.rematch_offer = side
                self.changed()
                self.lobby.talk(self)
                return
            await self.lobby.stored(store.rematch, self.id)
            await self._look()

    async def give_up(self, loser: Side, termination: Termination, reason: str = "") -> None:
        """Ends the game off the board, for a clock or a computer that failed."""
        async with self.changing():
            if not self.game.is_over:
                self.adopt(await self.lobby.stored(store.end, self.id, loser, termination, reason=reason))

    def _side_of(self, guest: Guest) -> Side:
        """The side that a guest speaks for: who has both seats, for the one to move."""
        if not guest.sides:
            raise Refusal("not_your_seat", 403, N_("you watch this game; its seats are taken"))
        if len(guest.sides) == 1:
            return next(iter(guest.sides))
        return self.game.turn

    def hint_board(self, guest: Guest) -> GridBoard:
        """The position to give a hint for; only for who is to move, and not against another person elsewhere."""
        self._side_of(guest)
        if self.is_against_somebody(guest):
            raise Refusal("not_allowed", 403, N_("there are no hints against another person"))
        if self.game.is_over:
            raise Refusal("game_over", 409, N_("the game is over already"))
        if self.game.turn not in guest.sides:
            raise Refusal("not_your_turn", 409, N_("it is not your turn"))
        return self.game.board

    # Clocks

    def _set_flag(self) -> None:
        """Wakes up when the clock that runs is used up."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        side = self.side_to_charge()
        if side is None or not self.guests:
            return
        left = self.game.time_left(side)
        assert left is not None
        wait = max(0.0, left - self.elapsed) + 0.01
        ply = self.ply
        self._flag = asyncio.get_running_loop().call_later(wait, lambda: self.lobby.start(self._fall(side, ply)))

    async def _fall(self, side: Side, ply: int) -> None:
        left = self.game.time_left(side)
        if self.side_to_charge() is not side or self.ply != ply or left is None:
            return
        if left > self.elapsed:
            self._set_flag()
            return
        try:
            await self.give_up(side, Termination.TIMEOUT)
        except PlygroundError as error:
            log.info("cannot end %s on time: %s", self.id, error)  # not shown
            await asyncio.sleep(1)
            self._set_flag()

    def wake(self) -> None:
        """Guests came or went: clocks and computers run for somebody."""
        self._set_flag()
        self._thinker.look()

    def close(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
        self._thinker.stop()


def message_of(error: PlygroundError, code: str | None = None) -> ErrorMessage:
    """What a guest is told, in the language in use."""
    problem = problem_of(error)
    if code is None:
        code = "illegal_move" if problem.code == "input" else problem.code
        if isinstance(error, ConflictError):
            code = "wrong_ply"
    return ErrorMessage.model_validate({"code": code, "text": problem.text})
