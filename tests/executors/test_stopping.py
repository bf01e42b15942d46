"""Running tasks that are asked to stop, one by one."""

from __future__ import annotations

import time
from pathlib import Path

from plyground.executors import LocalExecutor, TaskStop, local_executor
from plyground.executors.stopping import _MOST_NOTED, _SLOTS, _noted, note_stop
from tests.waiting import PATIENCE, wait_until


def _wait(key: int, folder: Path) -> int:
    (folder / str(key)).touch()
    stop = TaskStop(key)
    while not stop.is_set():
        time.sleep(0.001)
    return key


def test_one_of_two_tasks_is_stopped(tmp_path):
    with local_executor(2) as pool:
        one, other = pool.submit(_wait, 1, tmp_path), pool.submit(_wait, 2, tmp_path)
        assert wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
        pool.stop_task(2)
        assert other.result(PATIENCE) == 2
        assert not one.done()
        pool.stop_task(1 + _SLOTS)  # another task in the same slot
        assert not TaskStop(1).is_set()
        pool.stop_task(1)
        assert one.result(PATIENCE) == 1


def test_a_task_that_is_stopped_before_it_begins(tmp_path):
    with local_executor(1) as pool:
        assert isinstance(pool, LocalExecutor)
        pool.stop_task(7)
        assert pool.submit(_wait, 7, tmp_path).result(PATIENCE) == 7


def test_stops_do_not_fill_the_memory():
    for key in range(_MOST_NOTED + 5):
        note_stop(key)
    assert len(_noted) == _MOST_NOTED
    assert not TaskStop(3).is_set()
    assert TaskStop(_MOST_NOTED + 3).is_set()
    _noted.clear()
