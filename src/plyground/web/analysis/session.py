"""Analyse and Review over one socket: exact values as they are proven, for one question of a connection at a time.

A new question, `stop` and a closed socket end the question before at once: nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.board import Cancel
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.grid import GridBoard, parse_moves, parse_position
from plyground.grid.notation import play_moves
from plyground.texts import say
from plyground.web.analysis.messages import (
    Analyse,
    Opened,
    Refused,
    Review,
    Stop,
    judged_message,
    opened_message,
    question,
    reviewed_message,
    valued_message,
    worths_message,
)
from plyground.web.analysis.position_values import Finding, Solvers, examine
from plyground.web.analysis.review import Judged, Valued, review
from plyground.web.messages.base import Ping, Pong, Sent
from plyground.web.messages.positions import read_rules
from plyground.web.messages.refusals import AtField, Refusal, of_field, problem_of
from plyground.web.play.connection import BAD_MESSAGES, TOO_FAST, TOO_MANY
from plyground.web.serving.rates import Bucket
from plyground.web.serving.search_pool import SearchPool
from plyground.web.serving.services import services_of
from plyground.web.serving.settings import Settings

__all__ = ["Desk", "read_game", "router"]

log = logging.getLogger(__name__)
router = APIRouter()

_PAUSE = 0.1
"""Seconds between two messages about a question: as often as a reader sees a difference."""
_RETRIES = 40
"""Waits of 50 ms for searches that were cancelled a moment ago and have not noticed yet."""

News = TypeVar("News")
Slice = TypeVar("Slice")


class Desk:
    """Answers the questions of one connection. Belongs to the event loop; close it when the connection ends."""

    def __init__(
        self,
        visitor: str,
        pool: SearchPool,
        solvers: Solvers,
        settings: Settings,
        send: Callable[[Sent], Awaitable[None]],
    ) -> None:
        self._visitor = visitor
        self._pool = pool
        self._solvers = solvers
        self._settings = settings
        self._send = send
        self._task: asyncio.Task[None] | None = None

    def ask(self, asked: Analyse | Review | Stop) -> None:
        """Drops the question before and begins with this one."""
        self.close()
        if not isinstance(asked, Stop):
            self._task = asyncio.create_task(self._answer(asked))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _answer(self, asked: Analyse | Review) -> None:
        try:
            # A long game on a large board takes a while to read, and the loop has others to serve.
            game, opened = await asyncio.to_thread(self._open, asked)
            await self._send(opened)
            if isinstance(asked, Analyse):
                await self._analyse(asked.request, game.board)
            else:
                await self._review(asked.request, game)
        except AtField as fault:
            await self._refuse(asked.request, fault.error, fault.field)
        except PlygroundError as error:
            await self._refuse(asked.request, error, None)
        except Exception as error:
            log.exception("a question failed")  # not shown
            text = say("this is a fault in Plyground itself ({kind})", kind=type(error).__name__)
            await self._send(Refused(request=asked.request, code="fault", text=text))

    def _open(self, asked: Analyse | Review) -> tuple[Game[GridBoard], Opened]:
        game = read_game(asked, self._settings)
        return game, opened_message(asked.request, game)

    async def _refuse(self, request: int, error: PlygroundError, field: str | None) -> None:
        await self._send(Refused(request=request, **problem_of(error, field).model_dump()))

    async def _analyse(self, request: int, board: GridBoard) -> None:
        def shown(news: Sequence[Finding]) -> Iterable[Sent]:
            return [worths_message(request, news[-1])]  # it includes what those before it say

        found = await self._stream(lambda report, cancel: examine(board, self._solvers, report, cancel), shown)
        await self._send(worths_message(request, found))

    async def _review(self, request: int, game: Game[GridBoard]) -> None:
        boards, moves = game.boards, game.moves
        known: set[int] = set()

        def shown(news: Sequence[Valued | Judged]) -> Iterable[Sent]:
            for each in news:
                if isinstance(each, Valued):
                    known.add(each.ply)
                    yield valued_message(request, boards, each)
                else:
                    yield judged_message(request, boards, each)

        await self._stream(lambda report, cancel: review(boards, moves, self._solvers, report, cancel), shown)
        await self._send(reviewed_message(request, boards, known))

    async def _stream(
        self,
        work: Callable[[Callable[[News], None], Cancel], Iterator[Slice]],
        shown: Callable[[Sequence[News]], Iterable[Sent]],
    ) -> Slice:
        """Runs `work` slice by slice in the pool, and sends what `shown` makes of its reports, a few times a second.

        Between two slices others have their turn. Returns the last slice.
        """
        loop = asyncio.get_running_loop()
        waiting: list[News] = []
        ended, gone = asyncio.Event(), threading.Event()

        def report(news: News) -> None:
            with suppress(RuntimeError):  # the loop may have ended meanwhile
                loop.call_soon_threadsafe(waiting.append, news)

        async def forward() -> None:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), _PAUSE)
                is_last = ended.is_set()
                news = waiting.copy()
                waiting.clear()
                if news:
                    for message in shown(news):
                        await self._send(message)
                if is_last:
                    return

        forwarding = asyncio.create_task(forward())
        slices = work(report, gone)
        last: list[Slice] = []
        try:
            while (found := await self._run(lambda _cancel: next(slices, None))) is not None:
                last = [found]
            ended.set()
            await forwarding
            return last[0]
        finally:
            gone.set()  # a slice that runs, in its thread, sees it
            forwarding.cancel()

    async def _run(self, work: Callable[[Cancel], Slice]) -> Slice:
        for _retry in range(_RETRIES):
            try:
                return await self._pool.run(self._visitor, work)
            except Refusal as refusal:
                if refusal.status != 429:
                    raise
                await asyncio.sleep(0.05)
        return await self._pool.run(self._visitor, work)


def read_game(asked: Analyse | Review, settings: Settings) -> Game[GridBoard]:
    """The game that a question is about, from wherever its texts say that it starts."""
    with of_field("rules"):
        rules = read_rules(asked.rules, settings)
    with of_field("position"):
        text = asked.position.rstrip()
        is_rows = "/" in text or text.endswith((" x", " o"))
        start = parse_position(text, rules) if is_rows else GridBoard(rules)
        played = "" if is_rows else text
        board = play_moves(start, played)
    with of_field("moves"):
        play_moves(board, asked.moves.rstrip())
    return Game(start, [*parse_moves(rules, played), *parse_moves(rules, asked.moves.rstrip())])


@router.websocket("/ws/analysis")
async def answer_questions(socket: WebSocket) -> None:
    """Takes questions until the client goes away."""
    services = services_of(socket)
    settings = services.settings
    await socket.accept()

    async def send(message: Sent) -> None:
        # Somebody who left in the middle of an answer is no fault; whoever receives notices as well.
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(message.model_dump_json())

    state = socket.scope["state"]
    visitor = state["visitor"] or state["address"]
    with services.connected(visitor) as welcome:
        if not welcome:
            await socket.close(TOO_MANY, "too many connections")  # not shown
            return
        desk = Desk(visitor, services.analyses, services.solvers, settings, send)
        await _take_questions(socket, desk, settings, send)


async def _take_questions(
    socket: WebSocket, desk: Desk, settings: Settings, send: Callable[[Sent], Awaitable[None]]
) -> None:
    bucket = Bucket(settings.messages_per_second, settings.message_burst)
    try:
        # Not `receive_text`, which fails where an answer could not be sent because the client had left.
        while (message := await socket.receive())["type"] == "websocket.receive":
            if not bucket.take():
                return await _close(socket, TOO_FAST, "too fast")  # not shown
            if message.get("text") is None:
                return await _close(socket, BAD_MESSAGES, "text frames only")  # not shown
            try:
                asked = question.validate_json(message["text"])
            except ValidationError as error:
                await send(_misread(error))
                continue
            if isinstance(asked, Ping):
                await send(Pong())
            else:
                desk.ask(asked)
    finally:
        desk.close()


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


def _misread(error: ValidationError) -> Refused:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:])
    text = say("{field}: {reason}", field=field or "-", reason=first["msg"])
    return Refused(request=None, code="bad_message", text=text, field=field or None)
