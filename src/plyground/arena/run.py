"""Plays many games on any executor."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from functools import partial

from plyground.arena.task import GameTask, play_game, stop_playing
from plyground.board import Cancel
from plyground.errors import N_, MissingError, UnsupportedError
from plyground.executors import TRIES, ClusterExecutor, LocalExecutor, run_tasks
from plyground.store import GameRecord

__all__ = ["end_run", "play_games"]

_TOGETHER = 0.1  # seconds: games that end within them are yielded together and need only one write to the disk


def play_games(
    tasks: Iterable[GameTask], executor: Executor, cancel: Cancel | None = None
) -> Generator[list[GameRecord], None, None]:
    """Plays the games and yields the records of those that have ended since, until `cancel` is set.

    Games that have not begun by then are dropped. A caller that stops early uses `end_run` to end the games that are
    being played.
    """
    ended: list[GameRecord] = []
    yielded = -math.inf
    failure: Exception | None = None
    work = run_tasks(
        ((task, partial(play_game, task)) for task in tasks), executor, lost=_lost, cancel=cancel, pulse=_TOGETHER
    )
    with contextlib.closing(work):
        try:
            for results in work:
                ended += [record for _task, record in results]
                if ended and time.monotonic() - yielded > _TOGETHER:
                    yield ended
                    ended, yielded = [], time.monotonic()
        except Exception as error:
            failure = error  # yield the games that ended before it first
    if ended:
        yield ended
    if failure is not None:
        raise failure


def _lost(task: GameTask) -> UnsupportedError:
    return UnsupportedError(
        N_("the game {id} of {first} and {second} was begun {tries} times, and each time its worker was lost"),
        id=task.id,
        first=task.names[0],
        second=task.names[1],
        tries=TRIES,
    )


def end_run(executor: Executor, run: str) -> None:
    """Ends the games of a run that are still being played, and their bots, on all workers."""
    if isinstance(executor, ClusterExecutor):
        # The cluster may do other people's work too, and Dask cannot cancel a running task.
        with contextlib.suppress(MissingError):  # the scheduler is gone
            executor.everywhere(stop_playing, run)
    elif isinstance(executor, LocalExecutor):
        executor.stop()
