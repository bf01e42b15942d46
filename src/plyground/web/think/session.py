"""`ThinkSession`: the searches that one connection looks at.

A new `think`, `depths` or `parts` ends the one before; `stop` and a closed socket end all of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

from plyground.board import Board
from plyground.errors import N_, PlygroundError
from plyground.grid import GridBoard
from plyground.texts import number as number_text
from plyground.texts import say
from plyground.web.messages.base import Stop
from plyground.web.messages.refusals import FieldError, Refusal, of_field, problem_of
from plyground.web.serving.callers import Caller
from plyground.web.serving.places import VisitorPlaces
from plyground.web.serving.questions import Send
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.settings import ServerSettings
from plyground.web.think.encoding import decision_state, depth_row
from plyground.web.think.messages import (
    AskDepths,
    AskedSearch,
    AskParts,
    DepthRow,
    DepthRows,
    More,
    SearchSteps,
    Think,
    ThinkEnd,
    ThinkRefused,
    ThinkStart,
)
from plyground.web.think.own_games import shown_bugs
from plyground.web.think.parts import parts_message
from plyground.web.think.reading import ReadSearch, read_search
from plyground.web.think.recorder import MOST_STEPS, PIECE_STEPS, CutCounter, StepRecorder
from plyground.web.think.slices import SlicedSearch

__all__ = ["ThinkSession"]

log = logging.getLogger(__name__)

_SECONDS = 120.0
"""The most time that the searches of a question may work."""
_UNSEEN_SECONDS = 5.0
"""The most time that a search may work on after its last step that is kept. A reader waits for what it decides."""
_AHEAD = 20_000
"""How many steps are sent beyond the last that the client says it has."""
_PATIENCE = 60
"""Seconds that a search waits for its reader, unless its place is needed before. Then it is dropped, and runs again
from its start when more is wanted."""


class ThinkSession:
    """Answers the questions of one connection. It belongs to the event loop; close it when the connection ends.

    `check` may refuse a question about a position.
    """

    def __init__(
        self,
        caller: Caller,
        pool: SearchPool,
        readings: SearchPool,
        places: VisitorPlaces,
        settings: ServerSettings,
        games: Mapping[str, Board],
        send: Send,
        check: Callable[[GridBoard], Awaitable[None]],
    ) -> None:
        self._caller = caller
        self._pool = pool
        self._readings = readings
        self._places = places
        self._settings = settings
        self._games = games
        self._send = send
        self._check = check
        self._tasks: dict[type[AskedSearch] | type[AskParts], asyncio.Task[None]] = {}
        """What is being answered, one question of each kind."""
        self._reader: _Reader | None = None
        """Of the last `think`."""

    def ask(self, asked: Think | More | AskParts | AskDepths | Stop) -> None:
        match asked:
            case Think():
                self._reader = _Reader(asked.request, asked.first)
                self._start(asked, partial(self._think, asked, self._reader))
            case More():
                if self._reader is not None and asked.request == self._reader.request:
                    self._reader.wants_beyond(asked.to)
            case AskParts():
                self._start(asked, partial(self._explain, asked, self._reader))
            case AskDepths():
                self._start(asked, partial(self._compare_depths, asked))
            case Stop():
                self.close()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _start(self, asked: Think | AskParts | AskDepths, answer: Callable[[], Awaitable[None]]) -> None:
        """Drops the question of this kind before, and starts on this one."""
        before = self._tasks.get(type(asked))
        if before is not None:
            before.cancel()
        self._tasks[type(asked)] = asyncio.create_task(self._answer(asked.request, answer))

    async def _answer(self, request: int, answer: Callable[[], Awaitable[None]]) -> None:
        try:
            await answer()
        except FieldError as fault:
            await self._refuse(request, fault.error, fault.field)
        except PlygroundError as error:
            await self._refuse(request, error, None)
        except Exception as error:
            log.exception("a question failed")  # not shown
            text = say("this is a fault in Plyground itself ({kind})", kind=type(error).__name__)
            await self._send(ThinkRefused(request=request, code="fault", text=text))

    async def _refuse(self, request: int, error: PlygroundError, field: str | None) -> None:
        await self._send(ThinkRefused(request=request, **problem_of(error, field).model_dump()))

    async def _read(self, asked: AskedSearch) -> ReadSearch:
        # In a thread: a long game on a large board takes a while to read.
        read = await self._readings.run_patiently(
            self._caller, lambda _cancel: read_search(asked, self._settings, self._games)
        )
        if isinstance(read.board, GridBoard):
            await self._check(read.board)
        return read

    # The steps of a search

    async def _think(self, asked: Think, reader: _Reader) -> None:
        try:
            read = await self._read(asked)
        except BaseException:
            reader.search.cancel()
            raise
        reader.search.set_result(read)
        await self._send(
            ThinkStart(
                request=asked.request,
                title=read.chosen.title,
                search=read.chosen.name,
                options=dict(read.chosen.options),
                game=read.game,
                position=read.position,
                most=MOST_STEPS,
            )
        )
        sent = asked.first
        while True:
            async with self._places.take():
                recorder = StepRecorder(read.board, skipped=sent)
                search = SlicedSearch(read.chosen.search, recorder.take, _SECONDS)
                try:
                    with shown_bugs(read.board):
                        sent = await self._send_steps(read, search, recorder, reader, sent)
                finally:
                    search.close()
            if search.is_over:
                break
            await reader.wants(sent, None)
        if search.decision is None:
            return
        await self._send(
            ThinkEnd(
                request=asked.request,
                steps=recorder.steps,
                kept=recorder.is_whole,
                text=_remark(search, recorder),
                decision=decision_state(read.board, search.decision, search.seconds),
            )
        )

    async def _send_steps(
        self, read: ReadSearch, search: SlicedSearch, recorder: StepRecorder, reader: _Reader, sent: int
    ) -> int:
        """Sends steps until the search is over, or the reader is so slow that the search should not be kept.

        Returns the number of the step that comes next.
        """
        while not search.is_over and await self._waits(reader, sent):
            recorder.room = min(PIECE_STEPS, reader.room(sent))
            was_whole = recorder.is_whole
            await self._pool.run_patiently(self._caller, search.run)
            if was_whole and not recorder.is_whole:
                search.stop_after(0.0 if read.keeps_positions else _UNSEEN_SECONDS)
            events = recorder.piece()
            if events:
                await self._send(SearchSteps.model_construct(request=reader.request, first=sent, events=events))
                sent += len(events)
        return sent

    async def _waits(self, reader: _Reader, sent: int) -> bool:
        """Waits until more may be sent; False if the search should not be kept that long."""
        for _second in range(_PATIENCE):
            if await reader.wants(sent, 0.0 if self._places.are_taken else 1.0):
                return True
            if self._places.are_taken:
                break
        return False

    # What is derived from a search

    async def _explain(self, asked: AskParts, reader: _Reader | None) -> None:
        if reader is None or asked.request != reader.request:
            raise Refusal(
                "no_search", 409, N_("there is no search {number} whose leaf could be explained"), number=asked.request
            )
        read = await asyncio.shield(reader.search)
        with of_field("path"):
            message = await self._readings.run_patiently(self._caller, lambda _cancel: parts_message(asked, read))
        await self._send(message)

    async def _compare_depths(self, asked: AskDepths) -> None:
        read = await self._read(asked)
        if "depth" not in read.chosen.options:
            with of_field("search"):
                raise Refusal("no_depth", 422, N_("{search} has no depth to compare"), search=read.chosen.name)
        rows: list[DepthRow] = []
        seconds = _SECONDS
        for depth in range(1, asked.most + 1):
            cuts = CutCounter()
            async with self._places.take():
                search = SlicedSearch(read.at_depth(depth).search, cuts.take, seconds)
                try:
                    with shown_bugs(read.board):
                        while not search.is_over:
                            await self._pool.run_patiently(self._caller, search.run)
                            if cuts.steps > MOST_STEPS:
                                search.stop_after(0.0)
                finally:
                    search.close()
            if search.decision is None or not search.decision.complete:
                break
            seconds -= search.seconds
            rows.append(depth_row(read.board, search.decision, cuts.cuts))
            await self._send(DepthRows(request=asked.request, rows=rows, complete=depth == asked.most))
        if len(rows) < asked.most:
            text = say("Depth {depth} takes too long.", depth=len(rows) + 1)
            await self._send(DepthRows(request=asked.request, rows=rows, complete=True, text=text))


class _Reader:
    """The client of a search: what it asked for, and how far it has come."""

    def __init__(self, request: int, has: int) -> None:
        self.request = request
        self.search: asyncio.Future[ReadSearch] = asyncio.get_running_loop().create_future()
        """Once it was read; cancelled if it was refused."""
        self._has = has
        self._changed = asyncio.Event()

    def wants_beyond(self, step: int) -> None:
        self._has = max(self._has, step)
        self._changed.set()

    def room(self, sent: int) -> int:
        """How many more steps may be sent."""
        return self._has + _AHEAD - sent

    async def wants(self, sent: int, patience: float | None) -> bool:
        """Waits for `patience` seconds at most until more may be sent, and says whether it may."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self.room(sent) <= 0:
                    self._changed.clear()
                    await self._changed.wait()
        return self.room(sent) > 0


def _remark(search: SlicedSearch, recorder: StepRecorder) -> str:
    remarks = []
    if not recorder.is_whole:
        count = number_text(recorder.steps)
        remarks.append(say("The tree is too large to keep: these are its first {count} steps.", count=count))
    if search.is_out_of_time:
        remarks.append(say("The search was ended after {seconds} s.", seconds=round(search.seconds)))
    return " ".join(remarks)
