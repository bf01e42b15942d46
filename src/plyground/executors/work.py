"""The one way to give an executor many tasks, also when workers are lost on the way."""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from plyground.board import Cancel
from plyground.errors import PlygroundError
from plyground.executors.local import cores

__all__ = ["TRIES", "run_tasks", "was_lost", "workers_of"]

T = TypeVar("T")
R = TypeVar("R")

log = logging.getLogger(__name__)

TRIES = 6
"""How often a task is begun whose worker is lost each time.

A broken pool loses all its tasks, innocent ones too. So the last try of a task runs alone: then the task that is
reported is the one that ends its workers, and a task that lacked memory beside others may still succeed.
"""

_AHEAD = 4  # tasks submitted for each worker, so that none waits for the next one
_ASK_WORKERS = 2.0  # seconds until the executor is asked again how many workers it has: a cluster can grow
_LOOK = 0.1  # seconds between two looks at the cancel and the clock


def workers_of(executor: Executor) -> int:
    """How many tasks it runs at a time."""
    return getattr(executor, "workers", None) or cores()


def was_lost(error: BaseException) -> bool:
    """Whether a task failed because its worker did, so that it can be given to another."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    # Dask's own exceptions: KilledWorker, CommClosedError, FutureCancelledError; it need not be installed.
    return type(error).__module__.partition(".")[0] == "distributed"


@dataclass(slots=True)
class _Attempt(Generic[T, R]):
    task: T
    call: partial[R]
    tries: int = 0


def run_tasks(
    tasks: Iterable[tuple[T, partial[R]]],
    executor: Executor,
    *,
    lost: Callable[[T], PlygroundError],
    cancel: Cancel | None = None,
    pulse: float = math.inf,
) -> Generator[list[tuple[T, R]], None, None]:
    """Runs the call of each task, and yields the tasks that have ended since, with their results, as soon as any has.

    A task is anything that the caller knows its work by. The next one is taken from `tasks` only when a worker will
    soon be free, so a caller can decide late how large it is. A task whose worker was lost is begun again, `TRIES`
    times in all; then the error made by `lost` is raised. An error of a call is raised as it is, after what has ended
    besides was yielded.

    After `pulse` seconds in which no task has ended the list is empty, so that the caller can look at the time.
    Tasks that have not begun are cancelled when `cancel` is set, on an error, and when the generator is closed:
    wrap it in `contextlib.closing` if the loop over it can end early.

    >>> from plyground.executors import Here
    >>> squares = ((number, partial(pow, number, 2)) for number in range(3))
    >>> list(run_tasks(squares, Here(), lost=lambda number: PlygroundError("{number} is lost", number=number)))
    [[(0, 0)], [(1, 1)], [(2, 4)]]
    """
    source = (_Attempt(task, call) for task, call in tasks)
    again: deque[_Attempt[T, R]] = deque()
    under_way: dict[Future[R], _Attempt[T, R]] = {}
    room, asked = 0, -math.inf
    yielded = time.monotonic()

    def next_attempt() -> _Attempt[T, R] | None:
        if any(attempt.tries == TRIES for attempt in under_way.values()):
            return None
        if not again:
            return next(source, None)
        return None if again[0].tries == TRIES - 1 and under_way else again.popleft()

    try:
        while cancel is None or not cancel.is_set():
            if time.monotonic() - asked > _ASK_WORKERS:
                room, asked = _AHEAD * workers_of(executor), time.monotonic()
            while len(under_way) < room and (attempt := next_attempt()) is not None:
                attempt.tries += 1
                future = executor.submit(attempt.call.func, *attempt.call.args, **attempt.call.keywords)
                under_way[future] = attempt
                if future.done():
                    break
            if not under_way:
                return
            done = wait(under_way, _LOOK, FIRST_COMPLETED).done
            ended: list[tuple[T, R]] = []
            failure: BaseException | None = None
            for future in [future for future in under_way if future in done]:  # in the order of submission
                attempt = under_way.pop(future)
                error = CancelledError() if future.cancelled() else future.exception()
                if error is None:
                    ended.append((attempt.task, future.result()))
                elif not was_lost(error):
                    failure = failure or error
                elif attempt.tries == TRIES:
                    failure = failure or lost(attempt.task)
                    failure.__cause__ = failure.__cause__ or error
                else:
                    log.info("a worker was lost, and its task is begun again: %s", error)
                    again.append(attempt)
            if ended or time.monotonic() - yielded > pulse:
                yield ended
                yielded = time.monotonic()
            if failure is not None:
                raise failure
    finally:
        for future in under_way:
            future.cancel()
