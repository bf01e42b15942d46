"""How many games fit on the machines at a time, and whether every player with a time limit gets a core of its own."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass

from plyground.arena.openings import LARGEST_RANDOM, is_drawn
from plyground.arena.values import instance, whole
from plyground.board import Limit, tightest
from plyground.bots import MOVE_SECONDS, BotPlayer
from plyground.errors import N_, LimitError
from plyground.executors import ClusterExecutor, cores, workers_of
from plyground.game import Player
from plyground.grid import GridBoard, Rules
from plyground.players import as_player

__all__ = ["Capacity", "capacity_of", "check_players"]


@dataclass(frozen=True, slots=True)
class Capacity:
    """The machines on which games are played, as (name, games at a time, cores)."""

    machines: tuple[tuple[str, int, int], ...]

    @property
    def games(self) -> int:
        """The number of games at a time, on all machines together."""
        return sum(games for _name, games, _cores in self.machines)

    @property
    def threads(self) -> int:
        """The threads of each player, on any machine. Only one of the two players of a game thinks at a time."""
        return max(1, min((available // games for _name, games, available in self.machines), default=1))


def capacity_of(executor: Executor | None, concurrency: int | None = None) -> Capacity:
    """The capacity of an executor; without one, of `concurrency` local processes, or one for each core."""
    if concurrency is not None and whole("concurrency", concurrency) < 1:
        raise LimitError(N_("{value} games at a time; it has to be 1 or more"), value=concurrency)
    if not isinstance(executor, ClusterExecutor):
        games = concurrency or (cores() if executor is None else workers_of(executor))
        return Capacity((("localhost", games, cores()),))
    machines: dict[str, tuple[int, int]] = {}
    threads = executor.client.nthreads()
    for worker, available in executor.everywhere(cores).items():
        name = worker.rpartition(":")[0].rpartition("/")[2]
        games, known = machines.get(name, (0, 0))
        machines[name] = games + threads.get(worker, 1), max(known, available)
    return Capacity(tuple((name, games, available) for name, (games, available) in machines.items()))


def check_players(
    players: Iterable[str | Player], limit: Limit | None, capacity: Capacity, rules: Iterable[str] = ()
) -> None:
    """Refuses players that cannot play, before the first game: unknown names, boards that a player does not know, and
    time limits without a core for each player.

    Under a time limit, players that share a core would lose on time without a fault of their own.
    """
    instance("limit", limit, Limit, "Limit(time=0.5)")
    boards = [GridBoard(LARGEST_RANDOM if is_drawn(each) else Rules.parse(each)) for each in rules]
    for given in players:
        player = as_player(given, threads=capacity.threads)
        for board in boards:
            player.check_board(board)  # a bot may still decline the board later, when it is asked
        seconds = _seconds(player, limit)
        if seconds is None:
            continue
        for name, games, available in capacity.machines:
            if games > available:
                raise LimitError(
                    N_(
                        "{games} games at a time on the {cores} cores of {machine} would make '{player}' lose on time "
                        "({seconds} s a move): with time limits there can be at most {cores}"
                    ),
                    games=games,
                    cores=available,
                    machine=name,
                    player=player.name,
                    seconds=f"{seconds:g}",
                )
        threads = player.threads or 1
        if threads > capacity.threads:
            raise LimitError(
                N_("'{player}' asks for {threads} threads; with {games} games at a time it can have {share}"),
                player=player.name,
                threads=threads,
                games=capacity.games,
                share=capacity.threads,
            )


def _seconds(player: Player, limit: Limit | None) -> float | None:
    """The time limit of the player for a move, if there is one. Bots always have one."""
    own = tightest(player.limit, limit)
    seconds = None if own is None else own.time
    return MOVE_SECONDS if seconds is None and isinstance(player, BotPlayer) else seconds
