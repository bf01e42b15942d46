"""How far running tasks are, as their local processes report it."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest

from plyground.executors import local_executor, task_progress, was_lost
from tests.waiting import PATIENCE, wait_until


def _walk(number: int, folder: Path) -> int:
    """A task that goes on to its second step when there is a file `go`, and ends when there is a file `end`."""
    with task_progress(number) as report:
        report(1)
        assert wait_until((folder / "go").exists)
        report(2)
        assert wait_until((folder / "end").exists)
    return number


def test_the_steps_of_running_tasks_are_seen_until_they_end(tmp_path):
    with local_executor(2) as pool:
        tasks = [pool.submit(_walk, number, tmp_path) for number in (7, 70_000)]
        assert wait_until(lambda: pool.progress == {7: 1, 70_000: 1})
        (tmp_path / "go").touch()
        assert wait_until(lambda: pool.progress == {7: 2, 70_000: 2})
        (tmp_path / "end").touch()
        assert [task.result(PATIENCE) for task in tasks] == [7, 70_000]
        assert pool.progress == {}


def test_a_task_that_fails_is_not_seen_any_more(tmp_path):
    with local_executor(1) as pool:
        failing = pool.submit(_fail, 3)
        assert isinstance(failing.exception(PATIENCE), ZeroDivisionError)
        assert pool.progress == {}


def _fail(number: int) -> float:
    with task_progress(number) as report:
        report(1)
        return 1 / 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills with SIGKILL")
def test_a_killed_worker_leaves_no_report(tmp_path):
    with local_executor(1) as pool:
        task = pool.submit(_walk, 5, tmp_path)
        assert wait_until(lambda: pool.progress == {5: 1})
        os.kill(pool.processes[0], signal.SIGKILL)
        error = task.exception(PATIENCE)
        assert error is not None
        assert was_lost(error)
        (tmp_path / "go").touch()
        (tmp_path / "end").touch()
        assert pool.submit(_walk, 6, tmp_path).result(PATIENCE) == 6
        assert pool.progress == {}


def test_stopped_tasks_leave_no_report(tmp_path):
    with local_executor(1) as pool:
        pool.submit(_walk, 5, tmp_path)
        assert wait_until(lambda: pool.progress == {5: 1})
        pool.stop()
        assert pool.progress == {}


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="looks where Linux keeps shared memory")
def test_the_shared_memory_has_no_file(tmp_path):
    def files() -> set[Path]:
        """Where the memory of this process could have a name."""
        return {*Path("/dev/shm").glob(f"pym-{os.getpid()}-*"), *Path(tempfile.gettempdir()).glob("pymp-*")}

    before = files()
    with local_executor(1) as pool:
        pool.submit(_walk, 5, tmp_path)
        assert wait_until(lambda: pool.progress == {5: 1})
        assert files() <= before
        pool.stop()


def test_outside_of_a_pool_nobody_asks():
    with task_progress(1) as report:
        report(1)
