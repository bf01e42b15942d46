"""How fast the arena plays: `make bench-arena`, or `python benchmarks/arena.py --help`.

Games per second of quick players, all the way from the schedule into a database: one process against two, measured by
turns in one run, because a machine's speed changes from minute to minute. And what a move costs beside the player's own
thinking: the same random games played by the arena and by a bare loop over the board.

On Linux it also prints the processor time of a game, of the driver and of the workers. That hardly depends on what else
the machine does, and says what two idle cores would give: one process keeps one core busy while the driver has the
other; two processes share the cores with the driver.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from plyground.arena import Entrant, GameTask, TournamentSettings, play_game, run_tournament
from plyground.board import SplitMix
from plyground.executors import LocalExecutor, cores, local_executor
from plyground.grid import CFOUR, GridBoard
from plyground.store.database import Database


def tournament(name: str, player: str, games: int) -> TournamentSettings:
    entrants = Entrant("first", player), Entrant("second", player)
    return TournamentSettings(name=name, players=entrants, rounds=games // 2, seed=1)


def processor_seconds(process: int) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def processor_time(player: str, games: int, pool: LocalExecutor) -> tuple[float, float]:
    """Milliseconds of the processor for a game: of the driver, and of its workers."""
    with tempfile.TemporaryDirectory() as folder, Database.open(str(Path(folder) / "games.sqlite")) as database:
        run_tournament(database, tournament("warm", player, 4 * pool.workers), executor=pool)
        driver, workers = time.process_time(), sum(map(processor_seconds, pool.processes))
        run_tournament(database, tournament("timed", player, games), executor=pool)
        workers = sum(map(processor_seconds, pool.processes)) - workers
        return 1e3 * (time.process_time() - driver) / games, 1e3 * workers / games


def games_per_second(folder: Path, name: str, player: str, games: int, pool: LocalExecutor) -> float:
    with Database.open(str(folder / f"{name}.sqlite")) as database:
        # The workers are warm: what is measured is playing, not starting.
        run_tournament(database, tournament("warm", player, 4 * pool.workers), executor=pool)
        began = time.perf_counter()
        run_tournament(database, tournament("timed", player, games), executor=pool)
        return games / (time.perf_counter() - began)


def overhead_per_move(games: int) -> tuple[float, float]:
    """Microseconds of the processor for a move in the arena, and in a loop that does nothing but play it."""
    moves = 0
    began = time.process_time()
    for number in range(games):
        names = "random", "random"
        task = GameTask(f"g{number}", GridBoard(CFOUR), (), names, names, (number, number + 1))
        moves += len(play_game(task).moves)
    arena = (time.process_time() - began) / moves
    moves = 0
    began = time.process_time()
    for number in range(games):
        draw, board = SplitMix(number), GridBoard(CFOUR)
        while not board.outcome.is_over:
            board = board.move(board.legal_moves[draw.below(len(board.legal_moves))])
            moves += 1
    return 1e6 * arena, 1e6 * (time.process_time() - began) / moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="alphabeta depth=3", help="who plays itself (%(default)s)")
    parser.add_argument("--games", type=int, default=400, help="games of each measurement (%(default)s)")
    parser.add_argument("--repeat", type=int, default=5, help="measurements of each kind, by turns (%(default)s)")
    given = parser.parse_args()
    if cores() < 2:
        print("this machine has one core: two processes cannot be faster")
    with tempfile.TemporaryDirectory() as folder, local_executor(1) as one, local_executor(2) as two:
        ratios = []
        for turn in range(given.repeat):
            speeds = {
                pool.workers: games_per_second(Path(folder), f"{turn}-{pool.workers}", given.player, given.games, pool)
                for pool in (one, two)
            }
            ratios.append(speeds[2] / speeds[1])
            print(
                f"{given.player}: {speeds[1]:7.1f} games/s with one process, {speeds[2]:7.1f} with two, "
                f"{ratios[-1]:.2f} times",
                flush=True,
            )
        print(f"two processes against one: {statistics.median(ratios):.2f} times (median; at least 1.7 is asked for)")
        if sys.platform == "linux":
            driver, workers = processor_time(given.player, given.games, two)
            print(
                f"processor time of a game: driver {driver:.2f} ms, workers {workers:.2f} ms; "
                f"two idle cores would give {2 * workers / (workers + driver):.2f} times"
            )
    arena, bare = overhead_per_move(300)
    print(
        f"a random move on 7x6: {arena:.1f} µs in the arena, {bare:.1f} µs in a bare loop; {arena - bare:.1f} µs more"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
