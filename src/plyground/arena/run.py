"""Plays many games on any executor, or in this process where players cannot be sent to another."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

from plyground.arena.task import GameTask, judge_of, play_game, stop_playing
from plyground.arena.values import instance, whole
from plyground.board import Cancel, Side
from plyground.bots import BotPlayer
from plyground.errors import N_, MissingError, UnsupportedError
from plyground.executors import TRIES, ClusterExecutor, Here, LocalExecutor, run_tasks
from plyground.game import Game, Player
from plyground.grid import Rules
from plyground.players import is_built_in, make_player
from plyground.store import GameRecord

__all__ = ["end_run", "place_for", "play_games"]

_TOGETHER = 0.1  # seconds: games that end within them are yielded together and need only one write to the disk


def place_for(
    players: Iterable[str | Player], executor: Executor | None, concurrency: int | None = None
) -> Executor | None:
    """Where these players can play: on the given executor, in this process, or (None) in local processes.

    Another process knows neither the caller's objects and functions nor the kinds of players that were registered here.
    """
    instance("executor", executor, Executor, "Here(), local_executor(2)")
    own = [player for player in players if not (isinstance(player, str) and is_built_in(player))]
    if not own or isinstance(executor, Here):
        return executor
    name = own[0] if isinstance(own[0], str) else own[0].name
    # Whoever runs a cluster can register kinds of players in its workers.
    if isinstance(executor, ClusterExecutor) and all(isinstance(player, str) for player in own):
        return executor
    if executor is not None or (concurrency is not None and whole("concurrency", concurrency) > 1):
        raise UnsupportedError(
            N_(
                "{name} is known in this process only, so its games are played here, one after the other; leave the "
                "executor and the concurrency out, or run it as a bot, such as 'cmd:python mybot.py'"
            ),
            name=name,
        )
    return Here()


def play_games(
    tasks: Iterable[GameTask], executor: Executor, cancel: Cancel | None = None, first: int = 1
) -> Generator[list[GameRecord], None, None]:
    """Plays the games and yields the records of those that have ended since, until `cancel` is set.

    Games that have not begun by then are dropped. A caller that stops early uses `end_run` to end the games that are
    being played. `first` is the number of the first game.
    """
    ended: list[GameRecord] = []
    yielded = -math.inf
    failure: Exception | None = None
    work = run_tasks(
        ((task, partial(play_game, replace(task, number=n))) for n, task in enumerate(_prepared(tasks), first)),
        executor,
        lost=_lost,
        cancel=cancel,
        pulse=_TOGETHER,
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


def _prepared(tasks: Iterable[GameTask]) -> Iterator[GameTask]:
    """The tasks. What their players need is compiled before they are sent: once and here, where it is announced, and
    the workers find it in the cache."""
    ready: set[tuple[str, Rules]] = set()
    for task in tasks:
        for text in task.players:
            if isinstance(text, str) and (text, task.start.rules) not in ready:
                ready.add((text, task.start.rules))
                player = make_player(text, threads=1)
                if not isinstance(player, BotPlayer):
                    player.new_game(Game(task.start), Side.FIRST)
                if (judge := judge_of(task)) is not None:
                    judge.get_ready()
        yield task


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
