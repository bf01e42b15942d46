"""Bots that crash, hang, flood and cheat in arena games: the right result, in time, and nothing left behind."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from plyground import CFOUR, Decision, GridBoard, Limit, Side, Termination, players
from plyground.arena.task import GameTask, play_game
from plyground.bots import LinePlayer
from plyground.executors import local_executor
from plyground.game import GRACE
from plyground.store.record import GameRecord
from tests.bots.processes import alive, noted
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc, as the supervisor does")

HOSTILE = Path(__file__).parents[1] / "bots" / "hostile.py"
PAST = 2.0  # seconds past its deadline that a game with a hostile bot may take

TIMED = Limit(time=0.3)
NODES = Limit(nodes=1000)  # no time in it: three seconds are a bot's own then
WAYS = {
    "exits at once": ("exits-at-once", TIMED, Termination.CRASH, {}),
    "hangs under a time limit": ("hangs", TIMED, Termination.TIMEOUT, {}),
    "hangs under a node limit": ("hangs", NODES, Termination.TIMEOUT, {}),
    "ignores SIGTERM": ("ignores-sigterm", TIMED, Termination.TIMEOUT, {}),
    "starts children that outlive it": ("leaves-children", Limit(time=1.0), Termination.TIMEOUT, {}),
    "prints 100 MB without a newline": ("endless-line", Limit(time=1.0), Termination.CRASH, {"CHUNKS": "1600"}),
    "prints bytes that are not UTF-8": ("not-text", TIMED, Termination.CRASH, {}),
    "answers late": ("late", TIMED, Termination.TIMEOUT, {"LATE": str(0.3 + GRACE + 30)}),
    "answers twice": ("twice", TIMED, Termination.CRASH, {}),
    "plays an illegal move": ("illegal", TIMED, Termination.ILLEGAL_MOVE, {}),
}
OPENING = (6,) * 6  # column 7 is full, which is where the illegal move goes


def task(way: str, number: int, notes: Path, patient: bool = False) -> GameTask:
    """With `patient`, only a bot that has to lose on time is hurried: a busy machine makes no crash a timeout."""
    name, limit, termination, settings = WAYS[way]
    if patient and termination is not Termination.TIMEOUT:
        limit = Limit(time=PATIENCE)
    words = [*(f"{key}={value}" for key, value in settings.items()), sys.executable, str(HOSTILE), name, str(notes)]
    # In a sandbox a bot would note other numbers for its processes than they have outside.
    bot = "cmd:sandbox=no " + shlex.join(["env", *words] if settings else words)
    # By turns in both seats; where the bot is second, the opening is one move longer, so that it is to move.
    first = number % 2 == 0
    players = (bot, "random") if first else ("random", bot)
    return GameTask(
        id=f"{name}-{number}",
        start=GridBoard(CFOUR),
        opening=OPENING if first else (*OPENING, 0),
        players=players,
        names=players,
        seeds=(number, number + 1),
        limit=limit,
    )


def measured(task: GameTask) -> tuple[GameRecord, float, int, int]:
    """In a worker: the record, the seconds from the question to the end of game and bot, the memory of the worker in
    KiB, and its number. How long a bot takes to start is nobody's delay."""
    asked = time.monotonic()

    class Timed(LinePlayer):
        def ask(self, *arguments: Any) -> Decision:
            nonlocal asked
            asked = time.monotonic()
            return super().ask(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players.bot_kinds, "LinePlayer", Timed)
        record = play_game(task)
    took = time.monotonic() - asked
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return record, took, int(line.split()[1]), os.getpid()
    raise AssertionError("no VmRSS")


def run(ways: list[str], folder: Path, patient: bool = False) -> tuple[float, float]:
    """Plays these hostile bots, checks every record, and returns the worst delay in s and the growth in MB."""
    notes = folder / "pids"
    slowest = 0.0
    memory: dict[int, list[int]] = {}
    with local_executor(2) as pool:
        games = pool.map(measured, [task(way, number, notes, patient) for number, way in enumerate(ways)])
        for number, (way, (record, took, kib, worker)) in enumerate(zip(ways, games, strict=True)):
            _name, limit, termination, _settings = WAYS[way]
            assert record.termination is termination, (way, record)
            assert record.outcome.winner is (Side.SECOND if number % 2 == 0 else Side.FIRST)
            assert len(record.moves) == record.opening
            assert record.reason
            record.game()
            slowest = max(slowest, took - (limit.time or 3.0))
            memory.setdefault(worker, []).append(kib)
    pids = noted(notes)
    assert len(pids) >= len(ways)
    assert wait_until(lambda: not any(map(alive, pids))), [pid for pid in pids if alive(pid)]
    # The first games load code; from then on memory has to stay.
    return slowest, max(max(sizes) - sizes[min(4, len(sizes) - 1)] for sizes in memory.values()) / 1024


def test_hostile_bots_lose_their_arena_games(tmp_path):
    run(list(WAYS), tmp_path, patient=True)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_a_hostile_bot_loses_fifty_times(way, tmp_path):
    slowest, growth = run([way] * 50, tmp_path)
    print(f"{way}: at most {slowest:.2f} s past the limit, {growth:.1f} MB of growth")
    assert slowest <= PAST
    assert growth < 50


DRIVER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from plyground.arena.task import play_game
from plyground.bots import LinePlayer
from plyground.executors import local_executor
from tests.arena.test_hostile import task
if __name__ == "__main__":
    notes = Path(sys.argv[2])
    with local_executor(2) as pool:
        running = [pool.submit(play_game, task("hangs under a node limit", n, notes)) for n in range(2)]
        running += [pool.submit(play_game, task("starts children that outlive it", n, notes)) for n in range(20)]
        print("begun", *pool.processes, flush=True)
        for future in running:
            future.result()
"""


def test_nothing_is_left_when_the_driver_is_killed(tmp_path):
    script, notes = tmp_path / "driver.py", tmp_path / "pids"
    script.write_text(DRIVER)
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, str(script), str(root), str(notes)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as driver:
        assert driver.stdout is not None
        workers = [int(word) for word in driver.stdout.readline().split()[1:]]
        assert workers
        assert wait_until(lambda: len(noted(notes)) >= 2)
        driver.send_signal(signal.SIGKILL)
    pids = [*workers, *noted(notes)]
    gone = wait_until(lambda: not any(map(alive, [*pids, *noted(notes)])))
    left = [pid for pid in noted(notes) if alive(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert gone, left
