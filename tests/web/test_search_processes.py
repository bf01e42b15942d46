"""Computers that think in other processes: cancelled, killed and hanging searches, and a game against one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from plyground.board import Cancel, Limit
from plyground.errors import PlayerError
from plyground.game import Game
from plyground.grid import GridBoard, parse_rules
from plyground.web.messages.refusals import Refusal
from plyground.web.play.computers import ComputerLimits, Computers
from plyground.web.serving.search_processes import SearchProcesses
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE, wait_until
from tests.web.people import Person, running

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills with SIGKILL")

NEVER = threading.Event()
LIMITS = ComputerLimits(kept_mb=64, table_mb=64, threads=1)


@pytest.fixture(scope="module")
def processes() -> Iterator[SearchProcesses]:
    opened = SearchProcesses("local", 1)
    yield opened
    opened.close()


def until_stopped(begun: Path, cancel: Cancel) -> str:
    begun.touch()
    while not cancel.is_set():
        time.sleep(0.001)
    return "stopped"


def dies(times: int, folder: Path, _cancel: Cancel) -> int:
    """Kills its own process so many times, and then returns how often it was called."""
    calls = len(list(folder.iterdir()))
    (folder / str(calls)).touch()
    if calls < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return calls + 1


def hangs(_cancel: Cancel) -> None:
    time.sleep(1e6)


def fails(_cancel: Cancel) -> None:
    raise ZeroDivisionError


def process_of(_cancel: Cancel) -> int:
    return os.getpid()


def test_a_search_runs_elsewhere_and_its_errors_come_back(processes):
    assert processes.run(process_of, 1.0, NEVER) != os.getpid()
    with pytest.raises(ZeroDivisionError):
        processes.run(fails, 1.0, NEVER)


def test_a_cancelled_search_stops_and_its_process_is_free_again(processes, tmp_path):
    cancel, begun = threading.Event(), tmp_path / "begun"
    answers: list[str | None] = []
    waiting = threading.Thread(
        target=lambda: answers.append(processes.run(partial(until_stopped, begun), 1e6, cancel)), daemon=True
    )
    waiting.start()
    assert wait_until(begun.exists)
    cancel.set()
    waiting.join(PATIENCE)
    assert answers == ["stopped"], "it ended by itself, and was not killed"
    assert processes.run(process_of, 1.0, cancel) is None, "it does not even begin"


def test_a_search_whose_process_dies_begins_again(processes, tmp_path):
    assert processes.run(partial(dies, 1, tmp_path), 1.0, NEVER) == 2


def test_a_search_that_ends_its_processes_is_given_up(processes, tmp_path):
    with pytest.raises(PlayerError, match="was lost 3 times"):
        processes.run(partial(dies, 9, tmp_path), 1.0, NEVER)
    assert len(list(tmp_path.iterdir())) == 3
    assert processes.run(process_of, 1.0, NEVER) is not None, "the next one is not affected"


def test_a_search_that_never_answers_is_given_up():
    impatient = SearchProcesses("local", 1, late_seconds=0.1)
    try:
        with pytest.raises(PlayerError, match="was lost 3 times"):
            impatient.run(hangs, 0.0, NEVER)
    finally:
        impatient.close()


def test_without_a_cluster_the_game_waits(monkeypatch):
    from plyground.executors import cluster

    monkeypatch.setattr(cluster.dask_executor, "__kwdefaults__", {"timeout": 0.5})
    pytest.importorskip("distributed")
    away = SearchProcesses("dask://127.0.0.1:1", 1)
    with pytest.raises(Refusal, match="cannot be reached") as refused:
        away.run(process_of, 1.0, NEVER)
    assert refused.value.code == "busy"
    away.close()
    away.get_ready()


@pytest.mark.parametrize("player", ["random", "alphabeta depth=3", "uct playouts=60"])
def test_computers_decide_elsewhere_as_they_do_here(processes, player):
    computers = Computers(LIMITS, processes)
    game = Game(GridBoard(parse_rules("7x6")), [3, 3, 2])
    turn = computers.take_turn(player, player, game, Limit(time=60), NEVER)
    assert turn.forfeit is None
    assert turn.decision is not None
    assert turn.decision.move in game.board.legal_moves
    here = Computers(LIMITS).take_turn(player, player, game, Limit(time=60), NEVER)
    assert here.decision is not None
    if player.startswith("alphabeta"):
        assert (turn.decision.move, turn.decision.values) == (here.decision.move, dict(here.decision.values))
    assert len(game.moves) == 3


def test_each_process_keeps_its_share_of_the_players():
    settings = ServerSettings(search_mb=1600.0)
    assert ComputerLimits.of(settings).kept_mb == 200.0
    several = ServerSettings(search_mb=1600.0, search_executor="local", search_processes=4)
    assert ComputerLimits.of(several).kept_mb == 50.0


def search_processes(server: int) -> list[int]:
    """The processes that the server has started for searches."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == server and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except (OSError, IndexError):
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_game_goes_on_when_the_search_processes_are_killed(tmp_path):
    settings = {"search_executor": "local", "search_processes": 1}
    with running(tmp_path, str(tmp_path / "games.sqlite"), settings=settings) as server, Person(server) as anna:
        assert server.process is not None
        with anna.sit(anna.new_game("human", "alphabeta depth=2")["id"]) as chair:
            chair.first()
            chair.play("4")
            chair.at(2)
            thought = [message for message in chair.heard if message["type"] == "thinking" and message["done"]]
            assert thought[0]["considered"]
            assert search_processes(server.process.pid)
            for process in search_processes(server.process.pid):
                os.kill(process, signal.SIGKILL)
            chair.play(chair.state["legal"][0]["move"])
            chair.at(4)
        left = search_processes(server.process.pid)
        assert left
        server.stop()
        assert wait_until(lambda: not any(Path(f"/proc/{process}").exists() for process in left))
