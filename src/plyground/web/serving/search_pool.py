"""`SearchPool`: runs searches off the event loop, in a bounded number of threads, shared fairly among the callers.

Threads are enough: kernels do not hold the interpreter's lock, and textbook searches give it up several times a
millisecond. The threads have the same priority as the event loop, because one that held the lock without being
scheduled would stop everything. Cancelling the task that awaits `run` takes its search out of the queue or, if it runs
already, sets the `cancel` that the search checks, so no search goes on for a visitor who has left.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import itertools
import math
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plyground.board import Cancel
from plyground.errors import N_
from plyground.web.messages.refusals import Refusal
from plyground.web.serving.callers import Caller
from plyground.web.serving.memory import MemoryBudget

__all__ = ["SearchPool"]

T = TypeVar("T")

_RETRIES = 40
_RETRY_PAUSE = 0.05
_MOST_BESIDE = 3  # times as many threads again as are meant to run, for addresses that have no search running yet
_MOST_SERVED = 10_000
_SHORT, _LONGEST_REST = 0.005, 0.1


@dataclass(eq=False)
class _Job:
    caller: Caller
    work: Callable[[Cancel], Any]
    megabytes: float
    answer: asyncio.Future[Any]
    context: contextvars.Context
    cancel: threading.Event = field(default_factory=threading.Event)


class SearchPool:
    """Runs searches for callers. Call its methods in the event loop's thread only, unless they say otherwise.

    The next search is that of the network with the fewest running searches and, among equals, of the one served longest
    ago; within it, likewise of an address, and there of a visitor. So whoever makes up many visitors has no more turns
    than somebody with one, and delays another address by one search at most. Nor by one that takes long: while all
    threads are busy, a search of an address that has none running starts beside them, up to a bound.

    With `rests`, a thread rests after its work as long as that took. It is meant for work that holds the interpreter's
    lock, so that the event loop has it at least half of the time, whatever is asked.
    """

    def __init__(
        self,
        threads: int,
        *,
        per_visitor: int,
        waiting: int,
        per_address: int | None = None,
        memory: MemoryBudget | None = None,
        most_beside: int | None = None,
        rests: bool = False,
    ) -> None:
        self.threads = threads
        self._rests = rests
        self._most = threads + (_MOST_BESIDE * threads if most_beside is None else most_beside)
        self.per_visitor = per_visitor
        """How many searches of one visitor may run or wait; one more is refused."""
        self.per_address = per_address
        """How many of one address may; None for no limit of its own."""
        self.waiting = waiting
        """How many may wait in all."""
        self.refused = 0
        """How many searches were refused so far."""
        self._memory = memory or MemoryBudget(math.inf)
        self._queues: dict[Caller, deque[_Job]] = {}
        self._running: set[_Job] = set()
        self._busy: Counter[str] = Counter()  # running searches, by visitor, address and network
        self._served: OrderedDict[str, int] = OrderedDict()  # by the same, the turn at which each was served last
        self._turns = itertools.count(1)
        self._load = 0
        self._memory.when_freed.append(self._start_next)
        self._executor = ThreadPoolExecutor(self._most, thread_name_prefix="search")

    @property
    def queued(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    @property
    def running(self) -> int:
        return len(self._running)

    def of(self, visitor: str) -> int:
        """How many searches of `visitor` run or wait."""
        return self._count(lambda caller: caller.visitor == visitor)

    def _of_address(self, address: str) -> int:
        return self._count(lambda caller: caller.address == address)

    def _count(self, counts: Callable[[Caller], bool]) -> int:
        waiting = sum(len(queue) for caller, queue in self._queues.items() if counts(caller))
        return waiting + sum(counts(job.caller) for job in self._running)

    def would_wait(self, caller: Caller, megabytes: float = 0.0) -> bool:
        """Whether a new search would have to wait."""
        return not self._has_thread(caller) or not self._memory.has_room(caller.address, megabytes)

    def share(self, seconds: float) -> float:
        """How much of these seconds a search may take now, so that everybody who waits has a turn as soon: at least
        one. It may be called in any thread."""
        return max(min(seconds, 1.0), min(seconds, seconds * self.threads / max(1, self._load)))

    async def run(self, caller: Caller, work: Callable[[Cancel], T], megabytes: float = 0.0) -> T:
        """Runs `work` in a thread, in this task's language, and returns its result. `work` has to check `cancel`, and
        take no more than `megabytes`."""
        self._check(caller)
        job = _Job(caller, work, megabytes, asyncio.get_running_loop().create_future(), contextvars.copy_context())
        self._queues.setdefault(caller, deque()).append(job)
        self._start_next()
        try:
            return await job.answer  # type: ignore[no-any-return]
        except asyncio.CancelledError:
            job.cancel.set()
            queue = self._queues.get(caller)
            if queue is not None and job in queue:
                queue.remove(job)
                if not queue:
                    del self._queues[caller]
                self._start_next()
            raise

    def _check(self, caller: Caller) -> None:
        refusal = None
        if self.of(caller.visitor) >= self.per_visitor:
            refusal = Refusal(
                "busy",
                429,
                N_("{count} searches of yours run or wait already, which is the most; wait for one, or stop one"),
                count=self.per_visitor,
            )
        elif self.per_address is not None and self._of_address(caller.address) >= self.per_address:
            refusal = Refusal(
                "busy",
                429,
                N_("{count} searches from your address run or wait already, which is the most; wait a moment"),
                count=self.per_address,
            )
        elif self.queued >= self.waiting:
            refusal = Refusal("busy", 503, N_("the server is busy: {count} searches wait already"), count=self.queued)
        if refusal is not None:
            self.refused += 1
            raise refusal

    async def run_patiently(self, caller: Caller, work: Callable[[Cancel], T], megabytes: float = 0.0) -> T:
        """As `run`, but a caller who has too many is refused only if none of them ends soon.

        For searches that replace one another: the one that was just cancelled has not stopped yet.
        """
        for _retry in range(_RETRIES):
            try:
                return await self.run(caller, work, megabytes)
            except Refusal as refusal:
                if refusal.status != 429:
                    raise
                await asyncio.sleep(_RETRY_PAUSE)
        return await self.run(caller, work, megabytes)

    def _has_thread(self, caller: Caller) -> bool:
        running = len(self._running)
        if running < self.threads:
            return True
        is_first = not self._busy[caller.address] and self._busy[caller.network] < 2 * self.threads
        return is_first and running < self._most

    def _start_next(self) -> None:
        while (caller := self._next()) is not None:
            queue = self._queues[caller]
            job = queue.popleft()
            if not queue:
                del self._queues[caller]
            self._running.add(job)
            self._memory.take(caller.address, job.megabytes)
            turn = next(self._turns)
            for key in set(caller):
                self._busy[key] += 1
                self._served[key] = turn
                self._served.move_to_end(key)
            while len(self._served) > _MOST_SERVED:
                self._served.popitem(last=False)
            loop = asyncio.get_running_loop()
            loop.run_in_executor(self._executor, self._work, loop, job)
        self._load = self.running + self.queued

    def _next(self) -> Caller | None:
        """Whose search is to start now."""
        able = (
            caller
            for caller, queue in self._queues.items()
            if self._has_thread(caller) and self._memory.has_room(caller.address, queue[0].megabytes)
        )
        return min(able, key=self._precedence, default=None)

    def _precedence(self, caller: Caller) -> list[tuple[int, int]]:
        return [(self._busy[key], self._served.get(key, 0)) for key in reversed(caller)]

    def _work(self, loop: asyncio.AbstractEventLoop, job: _Job) -> None:
        began = time.monotonic()
        result, failure = None, None
        try:
            result = job.context.run(job.work, job.cancel)
        except BaseException as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            took = time.monotonic() - began
            if self._rests and took > _SHORT:
                loop.call_soon_threadsafe(self._answer, job, result, failure)
                time.sleep(min(took, _LONGEST_REST))
            loop.call_soon_threadsafe(self._done, job, result, failure)

    @staticmethod
    def _answer(job: _Job, result: object, failure: BaseException | None) -> None:
        if job.answer.done():
            return
        if failure is None:
            job.answer.set_result(result)
        else:
            job.answer.set_exception(failure)

    def _done(self, job: _Job, result: object, failure: BaseException | None) -> None:
        self._answer(job, result, failure)
        self._running.discard(job)
        for key in set(job.caller):
            self._busy[key] -= 1
            if not self._busy[key]:
                del self._busy[key]
        self._memory.give_back(job.caller.address, job.megabytes)
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
