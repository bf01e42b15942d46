"""Tournaments whose driver or workers are killed: resumed, they have exactly the scheduled games, each legal."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground.arena import TournamentSettings, read_settings
from plyground.arena.schedule import pair_ids, rounds_at_once, scheduled
from plyground.executors import dask_executor
from plyground.store.database import Database
from plyground.store.games import GameFilter, count_games, find_games
from tests import naive
from tests.bots.processes import alive, noted
from tests.cli.running import run
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")

FILE = """
name = "cup"
players = ["random", "winblock", {{ name = "twin", player = "random" }}, "minimax depth=1"]
rules = ["cfour", "random", "tictactoe", "5x4 connect=3 blocked=c2"]
rounds = {rounds}
seed = 11
"""


# A test run that was started in the background ignores Ctrl-C, and its children would.
LISTEN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from plyground.cli import main; main()"
)


def start(file: Path, database: Path, *options: str, word: str = "run") -> subprocess.Popen[bytes]:
    """The real command, in a process that can be killed."""
    what = str(file) if word == "run" else "cup"
    command = [sys.executable, "-c", LISTEN, "tournament", word, what, "--database", str(database), *options]
    driver = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=file.parent, start_new_session=True
    )
    STARTED.append(driver)
    return driver


STARTED: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def _nobody_stays():
    """A test that fails leaves no driver behind."""
    yield
    while STARTED:
        driver = STARTED.pop()
        driver.kill()
        driver.communicate()


def played(database: Path) -> int:
    if not database.exists():
        return 0
    with Database.open(str(database)) as kept:
        return count_games(kept, GameFilter(event="cup"))


def kill_after(driver: subprocess.Popen[bytes], database: Path, games: int) -> bool:
    """Kills the driver when so many games are there, whatever it does then; False if it was done before that."""
    while played(database) < games:
        if driver.poll() is not None:
            return False
        time.sleep(0.02)
    if driver.poll() is not None:
        return False
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    return True


def finish(driver: subprocess.Popen[bytes]) -> None:
    _out, complaints = driver.communicate(timeout=10 * PATIENCE)
    assert driver.returncode == 0, complaints.decode()


def check(settings: TournamentSettings, database: Path) -> int:
    """Exactly the scheduled games, between the scheduled players, each legal and ended rightly by the naive rules."""
    expected = {}
    for rounds in rounds_at_once(settings):
        for pair in scheduled(settings, rounds, {}):
            names = settings.players[pair.first].name, settings.players[pair.second].name
            first, second = pair_ids(settings.name, pair)
            expected[first], expected[second] = names, names[::-1]
    with Database.open(str(database)) as kept:
        games = list(find_games(kept, GameFilter(event="cup")))
    assert Counter(game.id for game in games) == Counter(expected.keys())
    starts: dict[str, object] = {}
    for game in games:
        assert game.players == expected[game.id]
        # Both games of a pair have one opening on one board.
        opening = (str(game.rules), tuple(move.move for move in game.moves[: game.opening]))
        assert starts.setdefault(game.id[:-1], opening) == opening
        board = naive.of_rules(game.rules)
        for move in game.moves:
            assert board.outcome() == "open"
            assert move.move in board.legal_moves()
            board = board.play(move.move)
        assert board.outcome() == game.outcome.value
        game.game()
    return len(games)


def killed_and_resumed(folder: Path, rounds: int, kills: int, *options: str) -> tuple[int, int]:
    """A tournament whose driver is killed at random moments; how many games it has, and how often it was killed."""
    file, database = folder / "cup.toml", folder / "games.sqlite"
    file.write_text(FILE.format(rounds=rounds))
    settings = read_settings(file)
    wanted = rounds * 12
    chance = random.Random(rounds)
    # So long before the end that a busy machine notices it in time: the games are short.
    moments = sorted(chance.randrange(wanted - max(wanted // 10, 90)) for _kill in range(kills))
    done = 0
    for number, games in enumerate(moments):
        driver = start(file, database, *options, word="resume" if number else "run")
        done += kill_after(driver, database, games)
        driver.communicate()
    finish(start(file, database, *options, word="resume"))
    return check(settings, database), done


def test_a_killed_driver_loses_nothing(tmp_path):
    games, kills = killed_and_resumed(tmp_path, 15, 2, "--workers", "2")
    assert (games, kills) == (180, 2)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_thousand_games_and_ten_kills(tmp_path):
    games, kills = killed_and_resumed(tmp_path, 167, 10, "--workers", "2")
    print(f"{games} games, the driver killed {kills} times")
    assert games == 2004
    assert kills == 10


@contextmanager
def dask_cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address, the scheduler and two workers, as on two machines; a worker that is killed stays dead."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [*dask, "worker", f"tcp://{address}", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    log = folder / "dask.log"
    processes = []
    try:
        with open(log, "wb") as out:
            for command in (scheduler, worker, worker):
                processes.append(subprocess.Popen(command, stdout=out, stderr=out, cwd=folder))
        # A driver gives up after ten seconds, which a busy machine can need to start three processes.
        assert wait_until(lambda: log.read_bytes().count(b"Registered to:") == 2), log.read_text()
        yield address, processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def with_a_killed_worker(folder: Path, rounds: int) -> int:
    file, database = folder / "cup.toml", folder / "games.sqlite"
    file.write_text(FILE.format(rounds=rounds))
    with dask_cluster(folder) as (address, (_scheduler, victim, _worker)):
        driver = start(file, database, "--executor", f"dask://{address}")
        assert wait_until(lambda: played(database) >= rounds * 12 // 3 or driver.poll() is not None)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        before = played(database)
        assert before < rounds * 12, "the worker was killed too late to matter"
        finish(driver)
    return check(read_settings(file), database)


def test_a_killed_dask_worker_loses_nothing(tmp_path):
    assert with_a_killed_worker(tmp_path, 15) == 180


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_thousand_games_and_a_killed_dask_worker(tmp_path):
    assert with_a_killed_worker(tmp_path, 167) == 2004


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_thousand_games_and_ten_kills_with_dask(tmp_path):
    games, kills = killed_and_resumed(tmp_path, 167, 10, "--executor", "dask", "--workers", "2")
    print(f"{games} games, the driver killed {kills} times")
    assert games == 2004


@pytest.mark.parametrize("options", [(), ("--executor", "dask", "--workers", "2")], ids=["local", "dask"])
def test_ctrl_c_stops_and_keeps(tmp_path, options):
    file, database = tmp_path / "cup.toml", tmp_path / "games.sqlite"
    file.write_text(FILE.format(rounds=1000))
    with start(file, database, *options) as driver:
        assert wait_until(lambda: played(database) > 20)
        children = Path(f"/proc/{driver.pid}/task/{driver.pid}/children")
        workers = [int(pid) for pid in children.read_text().split()] if children.exists() else []
        os.killpg(driver.pid, signal.SIGINT)  # as a terminal does, to everybody
        out, err = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 130
    assert b"tournament resume cup" in err
    assert b"Traceback" not in err
    assert f"of {12_000:,} games".encode() in out
    assert 20 < played(database) < 12_000
    assert wait_until(lambda: not any(map(alive, workers)))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_ctrl_c_ends_the_bots_of_a_cluster(tmp_path):
    """Dask does not stop a task that runs; the arena does."""
    notes, database, file = tmp_path / "pids", tmp_path / "games.sqlite", tmp_path / "cup.toml"
    hostile = Path(__file__).parents[1] / "bots" / "hostile.py"
    bot = json.dumps("cmd:sandbox=no " + shlex.join([sys.executable, str(hostile), "hangs", str(notes)]))
    file.write_text(f'players = ["random", {{ name = "hangs", player = {bot} }}]\nrounds = 50\ntime = 60\n')
    with dask_cluster(tmp_path) as (address, _processes):
        driver = start(file, database, "--executor", f"dask://{address}")
        assert wait_until(lambda: any(map(alive, noted(notes))))
        driver.send_signal(signal.SIGINT)
        _out, complaints = driver.communicate(timeout=PATIENCE)
        assert driver.returncode == 130, complaints.decode()
        assert wait_until(lambda: not any(map(alive, noted(notes))))


@pytest.mark.soak
def test_a_killed_scheduler_is_told_of_and_what_was_played_is_kept(tmp_path):
    file, database = tmp_path / "cup.toml", tmp_path / "games.sqlite"
    file.write_text(FILE.format(rounds=1000))
    with dask_cluster(tmp_path) as (address, (scheduler, *_workers)):
        driver = start(file, database, "--executor", f"dask://{address}")
        assert wait_until(lambda: played(database) > 20)
        scheduler.kill()
        _out, complaints = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 3
    assert complaints.decode().splitlines()[-1] == (
        f"plyground: the Dask scheduler at 'tcp://{address}' does not answer any more; what was finished is kept"
    )
    assert b"Traceback" not in complaints
    assert played(database) > 20


def test_a_silent_cluster_is_told_within_ten_seconds(tmp_path, monkeypatch):
    file = tmp_path / "cup.toml"
    file.write_text(FILE.format(rounds=1))
    assert dask_executor.__kwdefaults__ == {"timeout": 10.0}
    monkeypatch.setattr(dask_executor, "__kwdefaults__", {"timeout": 0.5})  # or all others would wait as long
    place = ("--database", str(tmp_path / "games.sqlite"))
    told = run("tournament", "run", str(file), *place, "--executor", "dask://127.0.0.1:9")
    assert told.exit_code == 3
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:9' within 0.5 s" in told.stderr
