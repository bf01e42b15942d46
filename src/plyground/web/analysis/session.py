"""`AnalysisSession`: the analyses and reviews of one connection, one question at a time.

A new question, `stop` and a closed socket end the question before at once.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter

from plyground.board import Cancel, Move
from plyground.errors import PlygroundError
from plyground.explanations import Explanation
from plyground.game import Game
from plyground.grid import GridBoard
from plyground.reviews import Judgement, PositionValues, SolverPool, ValuedPosition, find_values, judge_moves
from plyground.texts import say
from plyground.web.analysis.atlas_values import atlas_values
from plyground.web.analysis.messages import (
    Analyse,
    AskedPosition,
    AskReview,
    QuestionRefused,
    judged_message,
    position_message,
    reviewed_message,
    valued_message,
    worths_message,
)
from plyground.web.analysis.reasons import AskWhy, find_reason, reason_message
from plyground.web.messages.base import Ping, Sent, Stop
from plyground.web.messages.positions import read_game
from plyground.web.messages.refusals import FieldError, of_field, problem_of
from plyground.web.serving.callers import Caller
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.services import SOLVER_MB
from plyground.web.serving.settings import ServerSettings

__all__ = ["AnalysisSession"]

log = logging.getLogger(__name__)

_PAUSE = 0.1
"""Seconds between two messages about a question, short enough for a reader."""

Question: TypeAlias = Annotated[Analyse | AskReview | AskWhy | Stop | Ping, Field(discriminator="type")]

question: TypeAdapter[Analyse | AskReview | AskWhy | Stop | Ping] = TypeAdapter(Question)

Report = TypeVar("Report")
Slice = TypeVar("Slice")


class AnalysisSession:
    """Answers the questions of one connection. It belongs to the event loop; close it when the connection ends.

    `check` may refuse a question about a position.
    """

    def __init__(
        self,
        caller: Caller,
        pool: SearchPool,
        readings: SearchPool,
        solvers: SolverPool,
        settings: ServerSettings,
        send: Callable[[Sent], Awaitable[None]],
        check: Callable[[GridBoard], Awaitable[None]] | None = None,
    ) -> None:
        self._caller = caller
        self._pool = pool
        self._readings = readings
        self._solvers = solvers
        self._settings = settings
        self._send = send
        self._check = check
        self._task: asyncio.Task[None] | None = None
        self._reason: tuple[tuple[GridBoard, Move | None], Explanation] | None = None
        """The last explanation: readers try several replies to one."""

    def ask(self, asked: Analyse | AskReview | AskWhy | Stop) -> None:
        """Drops the question before, and starts on this one."""
        self.close()
        if not isinstance(asked, Stop):
            self._task = asyncio.create_task(self._answer(asked))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _answer(self, asked: Analyse | AskReview | AskWhy) -> None:
        try:
            # In a thread: a long game on a large board takes a while to read.
            game, opened = await self._readings.run_patiently(self._caller, lambda _cancel: self._open(asked))
            if not isinstance(asked, AskWhy):
                await self._send(opened)
            if self._check is not None:
                await self._check(game.board)
            if isinstance(asked, AskWhy):
                await self._explain(asked, game.board)
            elif isinstance(asked, Analyse):
                await self._analyse(asked.request, game.board)
            else:
                await self._review(asked.request, game, asked.opening)
        except FieldError as fault:
            await self._refuse(asked.request, fault.error, fault.field)
        except PlygroundError as error:
            await self._refuse(asked.request, error, None)
        except Exception as error:
            log.exception("a question failed")  # not shown
            text = say("this is a fault in Plyground itself ({kind})", kind=type(error).__name__)
            await self._send(QuestionRefused(request=asked.request, code="fault", text=text))

    def _open(self, asked: Analyse | AskReview | AskWhy) -> tuple[Game[GridBoard], AskedPosition]:
        game = read_game(asked, self._settings)
        return game, position_message(asked.request, game)

    async def _refuse(self, request: int, error: PlygroundError, field: str | None) -> None:
        await self._send(QuestionRefused(request=request, **problem_of(error, field).model_dump()))

    async def _analyse(self, request: int, board: GridBoard) -> None:
        def messages_of(reports: Sequence[PositionValues]) -> Iterable[Sent]:
            return [worths_message(request, reports[-1])]  # it includes the reports before it

        found = await self._readings.run_patiently(self._caller, lambda _cancel: atlas_values(board))
        if found is None:
            found = await self._stream(
                lambda report, cancel: find_values(board, self._solvers, report, cancel), messages_of
            )
        await self._send(worths_message(request, found))

    async def _explain(self, asked: AskWhy, board: GridBoard) -> None:
        with of_field("move"):
            move = None if asked.move is None else board.parse_move(asked.move)
        key = board, move
        if self._reason is None or self._reason[0] != key:
            self._reason = None  # while another one is looked for
            found = await self._run(lambda cancel: find_reason(board, move, self._solvers, cancel))
            self._reason = key, found
        with of_field("tried"):
            message = reason_message(asked.request, self._reason[1], asked.tried)
        await self._send(message)

    async def _review(self, request: int, game: Game[GridBoard], opening: int) -> None:
        boards = game.boards
        known: set[int] = set()
        judged: list[Judgement] = []

        def messages_of(reports: Sequence[ValuedPosition | Judgement]) -> Iterable[Sent]:
            for each in reports:
                if isinstance(each, ValuedPosition):
                    known.add(each.ply)
                    yield valued_message(request, boards, each)
                else:
                    judged.append(each)
                    yield judged_message(request, boards, each)

        await self._stream(
            lambda report, cancel: judge_moves(game, self._solvers, report, cancel, opening=opening), messages_of
        )
        await self._send(reviewed_message(request, boards, known, judged))

    async def _stream(
        self,
        work: Callable[[Callable[[Report], None], Cancel], Iterator[Slice]],
        messages_of: Callable[[Sequence[Report]], Iterable[Sent]],
    ) -> Slice:
        """Runs `work` slice by slice in the pool, and sends the messages of its reports a few times a second.

        Between two slices other visitors have their turn. Returns the last slice.
        """
        loop = asyncio.get_running_loop()
        waiting: list[Report] = []
        ended, cancel = asyncio.Event(), threading.Event()

        def report(found: Report) -> None:
            with suppress(RuntimeError):  # the loop may have ended meanwhile
                loop.call_soon_threadsafe(waiting.append, found)

        async def forward() -> None:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), _PAUSE)
                is_last = ended.is_set()
                reports = waiting.copy()
                waiting.clear()
                if reports:
                    for message in messages_of(reports):
                        await self._send(message)
                if is_last:
                    return

        forwarding = asyncio.create_task(forward())
        slices = work(report, cancel)
        last: list[Slice] = []
        try:
            while (found := await self._run(lambda _cancel: next(slices, None))) is not None:
                last = [found]
            ended.set()
            await forwarding
            return last[0]
        finally:
            cancel.set()  # a slice that still runs in its thread sees it
            forwarding.cancel()

    async def _run(self, work: Callable[[Cancel], Slice]) -> Slice:
        return await self._pool.run_patiently(self._caller, work, SOLVER_MB)
