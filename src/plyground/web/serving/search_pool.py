"""`SearchPool`: runs searches off the event loop, in a bounded number of threads, shared fairly among the visitors.

Threads are enough: kernels do not hold the interpreter's lock, and textbook searches give it up every millisecond. The
threads have the same priority as the event loop, because one that held the lock without being scheduled would stop
everything. Cancelling the task that awaits `run` takes its search out of the queue or, if it runs already, sets the
`cancel` that the search checks, so no search goes on for a visitor who has left.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plyground.board import Cancel
from plyground.errors import N_
from plyground.web.messages.refusals import Refusal

__all__ = ["SearchPool"]

T = TypeVar("T")

_RETRIES = 40
_RETRY_PAUSE = 0.05


@dataclass(eq=False)
class _Job:
    visitor: str
    work: Callable[[Cancel], Any]
    answer: asyncio.Future[Any]
    context: contextvars.Context
    cancel: threading.Event = field(default_factory=threading.Event)


class SearchPool:
    """Runs searches for visitors. Call its methods in the event loop's thread only.

    The next search is that of the visitor with the fewest running searches and, among equals, of the one served longest
    ago. So a visitor with many waiting searches delays another by one search at most.
    """

    def __init__(self, threads: int, *, per_visitor: int, waiting: int) -> None:
        self.threads = threads
        self.per_visitor = per_visitor
        """How many searches of one visitor may run or wait; one more is refused."""
        self.waiting = waiting
        """How many may wait in all."""
        self._queues: dict[str, deque[_Job]] = {}  # by visitor, the one served longest ago first
        self._running: set[_Job] = set()
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="search")

    @property
    def queued(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def is_full(self) -> bool:
        """Whether a new search would have to wait."""
        return len(self._running) >= self.threads

    def of(self, visitor: str) -> int:
        """How many searches of `visitor` run or wait."""
        return len(self._queues.get(visitor, ())) + sum(job.visitor == visitor for job in self._running)

    async def run(self, visitor: str, work: Callable[[Cancel], T]) -> T:
        """Runs `work` in a thread, in this task's language, and returns its result. `work` has to check `cancel`."""
        if self.of(visitor) >= self.per_visitor:
            raise Refusal(
                "busy",
                429,
                N_("{count} searches of yours run or wait already, which is the most; wait for one, or stop one"),
                count=self.per_visitor,
            )
        if self.queued >= self.waiting:
            raise Refusal("busy", 503, N_("the server is busy: {count} searches wait already"), count=self.queued)
        job = _Job(visitor, work, asyncio.get_running_loop().create_future(), contextvars.copy_context())
        self._queues.setdefault(visitor, deque()).append(job)
        self._start_next()
        try:
            return await job.answer  # type: ignore[no-any-return]
        except asyncio.CancelledError:
            job.cancel.set()
            queue = self._queues.get(visitor)
            if queue is not None and job in queue:
                queue.remove(job)
                if not queue:
                    del self._queues[visitor]
            raise

    async def run_patiently(self, visitor: str, work: Callable[[Cancel], T]) -> T:
        """As `run`, but a visitor who has too many is refused only if none of them ends soon.

        For searches that replace one another: the one that was just cancelled has not stopped yet.
        """
        for _retry in range(_RETRIES):
            try:
                return await self.run(visitor, work)
            except Refusal as refusal:
                if refusal.status != 429:
                    raise
                await asyncio.sleep(_RETRY_PAUSE)
        return await self.run(visitor, work)

    def _start_next(self) -> None:
        while self._queues and len(self._running) < self.threads:
            busy = dict.fromkeys(self._queues, 0)
            for job in self._running:
                if job.visitor in busy:
                    busy[job.visitor] += 1
            visitor = min(busy, key=lambda name: busy[name])  # the first among equals was served longest ago
            queue = self._queues.pop(visitor)
            job = queue.popleft()
            if queue:
                self._queues[visitor] = queue  # to the end of the line
            self._running.add(job)
            loop = asyncio.get_running_loop()
            loop.run_in_executor(self._executor, self._work, loop, job)

    def _work(self, loop: asyncio.AbstractEventLoop, job: _Job) -> None:
        result, failure = None, None
        try:
            result = job.context.run(job.work, job.cancel)
        except BaseException as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            loop.call_soon_threadsafe(self._done, job, result, failure)

    def _done(self, job: _Job, result: object, failure: BaseException | None) -> None:
        self._running.discard(job)
        if not job.answer.done():
            if failure is None:
                job.answer.set_result(result)
            else:
                job.answer.set_exception(failure)
        self._start_next()

    def close(self) -> None:
        """Cancels all searches, running or waiting."""
        for queue in self._queues.values():
            for job in queue:
                job.answer.cancel()
        self._queues.clear()
        for job in self._running:
            job.cancel.set()
        self._executor.shutdown(wait=False, cancel_futures=True)
