"""Who gets how many cores: games that are played at the same time share them, and timed players must not starve."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor

from plyground.board import Limit
from plyground.bots import BotPlayer
from plyground.errors import N_, LimitError
from plyground.executors import ClusterExecutor, cores, workers_of
from plyground.game import Player
from plyground.players import make_player, tightest

__all__ = ["check_players", "check_workers", "share"]


def share(concurrency: int) -> int:
    """The threads of each player. Only one of the two players of a game thinks at a time."""
    return max(1, cores() // concurrency)


def check_players(texts: Iterable[str], limit: Limit | None, concurrency: int) -> None:
    """Makes every player once, so that a wrong name is known before the first game, and checks what they need.

    With time limits, threads that share a core make players lose on time who would not have lost.
    """
    available = cores()
    for text in texts:
        player = make_player(text, threads=share(concurrency))
        seconds = _seconds(player, limit)
        if seconds is None:
            continue
        if concurrency > available:
            raise LimitError(
                N_(
                    "{concurrency} games at a time on {cores} cores would make '{player}' lose on time ({seconds} s a "
                    "move): with time limits there can be at most {cores}"
                ),
                concurrency=concurrency,
                cores=available,
                player=text,
                seconds=f"{seconds:g}",
            )
        threads = getattr(player, "threads", None) or getattr(getattr(player, "mind", None), "threads", None) or 1
        if concurrency * threads > max(available, concurrency):
            raise LimitError(
                N_(
                    "'{player}' asks for {threads} threads; with {concurrency} games at a time on {cores} cores it can "
                    "have {share}"
                ),
                player=text,
                threads=threads,
                concurrency=concurrency,
                cores=available,
                share=share(concurrency),
            )


def _seconds(player: Player, limit: Limit | None) -> float | None:
    """The time that a player has for a move, if it is known to have one; bots always have."""
    from plyground.bots.player import SECONDS

    if isinstance(player, BotPlayer):
        return player.time or (None if limit is None else limit.time) or SECONDS
    own = tightest(getattr(player, "limit", None), limit)
    return None if own is None else own.time


def check_workers(executor: Executor, timed: bool) -> None:
    """Refuses a cluster with more worker threads than cores, where players have time limits."""
    if not timed or not isinstance(executor, ClusterExecutor):
        return
    threads = executor.client.nthreads()
    machines: dict[str, tuple[int, int]] = {}
    for worker, count in executor.everywhere(cores).items():
        host = worker.rpartition(":")[0]
        machines[host] = max(count, machines.get(host, (0, 0))[0]), machines.get(host, (0, 0))[1] + threads[worker]
    for host, (available, busy) in machines.items():
        if busy > available:
            raise LimitError(
                N_(
                    "the workers at {host} play {busy} games at a time on {cores} cores, which would make players lose "
                    "on time; start them with fewer threads (dask worker --nworkers N --nthreads 1)"
                ),
                host=host,
                busy=busy,
                cores=available,
            )


def concurrency_of(executor: Executor | None, concurrency: int | None) -> int:
    """How many games run at a time: what was asked for, what the executor has, or one for each core."""
    if concurrency is not None:
        if concurrency < 1:
            raise LimitError(N_("{value} games at a time; it has to be 1 or more"), value=concurrency)
        return concurrency
    return cores() if executor is None else workers_of(executor)
