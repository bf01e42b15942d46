"""Drives many games: keeps the workers of any executor busy, and gives a game to another worker when one is lost."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from plyground.arena.playing import GameTask, play_game, stop_playing
from plyground.board import Cancel
from plyground.errors import N_, MissingError, UnsupportedError
from plyground.executors import ClusterExecutor, LocalExecutor, was_lost, workers_of
from plyground.store.record import GameRecord

__all__ = ["drive", "end_run"]

log = logging.getLogger(__name__)

_TRIES = 6
"""How often a game is begun whose worker is lost each time: a pool that breaks takes innocent games along."""

_AHEAD = 4  # tasks submitted for each worker, so that none waits for the driver
_ASK = 2.0  # seconds until a cluster is asked again how many workers it has now
_TOGETHER = 0.1  # seconds within which games that end are told of together
_LOOK = 0.1  # seconds between two looks at the cancel


def drive(
    tasks: Iterable[GameTask], executor: Executor, cancel: Cancel | None = None
) -> Generator[list[GameRecord], None, None]:
    """Plays the games and yields the records of those that have ended since, until `cancel`.

    What has not begun by then is dropped; who stops before the end has the games that run ended with `end_run`.
    """
    source = iter(tasks)
    running: dict[Future[GameRecord], GameTask] = {}
    tries: dict[str, int] = {}

    def submit(task: GameTask) -> None:
        tries[task.id] = tries.get(task.id, 0) + 1
        if tries[task.id] > _TRIES:
            raise UnsupportedError(
                N_("the game {id} of {first} and {second} was begun {tries} times, and each time its worker was lost"),
                id=task.id,
                first=task.names[0],
                second=task.names[1],
                tries=_TRIES,
            )
        running[executor.submit(play_game, task)] = task

    try:
        more = True
        room, asked = 0, -math.inf
        ended: list[GameRecord] = []
        told = -math.inf
        failure: BaseException | None = None
        while (more or running) and failure is None and not (cancel is not None and cancel.is_set()):
            if time.monotonic() - asked > _ASK:
                room, asked = _AHEAD * workers_of(executor), time.monotonic()
            while more and len(running) < room:
                task = next(source, None)
                more = task is not None
                if task is not None:
                    submit(task)
            done, _waiting = wait(running, _LOOK, FIRST_COMPLETED)
            for future in done:
                task = running.pop(future)
                error = None if future.cancelled() else future.exception()
                if future.cancelled() or (error is not None and was_lost(error)):
                    log.info("the worker of game %s was lost: %s", task.id, error)
                    submit(task)
                elif error is not None:
                    failure = error
                else:
                    tries.pop(task.id, None)
                    ended.append(future.result())
            # Who keeps games writes to a disk: some at a time cost it what one costs.
            if ended and (time.monotonic() - told > _TOGETHER or not (more or running)):
                yield ended
                ended, told = [], time.monotonic()
        if ended:
            yield ended
        if failure is not None:
            raise failure
    finally:
        for future in running:
            future.cancel()


def end_run(executor: Executor, run: str) -> None:
    """Ends the games of a run that still go on, wherever they are played, with their bots."""
    if isinstance(executor, ClusterExecutor):
        # Other people's work may be on the cluster, and a running task cannot be cancelled from here.
        with contextlib.suppress(MissingError):  # nobody can be reached any more
            executor.everywhere(stop_playing, run)
    elif isinstance(executor, LocalExecutor):
        executor.stop()
