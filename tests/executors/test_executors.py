"""Work in other processes and on a cluster: same answers, clean ends."""

from __future__ import annotations

import contextlib
import operator
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from plyground import executors
from plyground.errors import IllegalMoveError, InputError, LimitError, MissingError, MissingExtraError
from tests.waiting import PATIENCE, wait_until


def test_cores_are_those_we_may_use():
    assert 1 <= executors.cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to cores")
def test_cores_follow_the_affinity():
    code = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "from plyground.executors import cores; print(cores())"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


@pytest.mark.parametrize("workers", [0, -3])
def test_a_pool_of_nobody_is_refused(workers):
    with pytest.raises(LimitError, match=f"the number of workers is {workers}"):
        executors.local_executor(workers)


def test_local_work_is_done_in_other_processes_and_in_order():
    with executors.local_executor(2) as pool:
        assert list(pool.map(pow, range(20), [2] * 20)) == [n * n for n in range(20)]
        assert pool.submit(os.getpid).result() != os.getpid()


def test_our_errors_come_back_whole():
    with executors.local_executor(1) as pool:
        future = pool.submit(_refuse, 9)
        with pytest.raises(IllegalMoveError) as caught:
            future.result()
    assert caught.value.values == {"move": 9}
    assert str(caught.value) == "no 9 here"


def _refuse(move: int) -> None:
    raise IllegalMoveError("no {move} here", move=move)


SCRIPT = """
with open({file!r}, "a") as lines:
    lines.write("a run\\n")
from plyground.executors import local_executor
with local_executor(2) as pool:
    print(sorted(pool.map(pow, range(4), [2] * 4)))
print(__file__ if "__file__" in globals() else None)
"""


@pytest.mark.parametrize("way", ["file", "module", "standard input", "argument"])
def test_a_script_without_a_main_guard_runs_once(way, tmp_path):
    file, script = tmp_path / "lines", tmp_path / "script.py"
    script.write_text(SCRIPT.format(file=str(file)))
    command = {"file": [str(script)], "module": ["-m", "script"], "standard input": ["-"]}.get(
        way, ["-c", script.read_text()]
    )
    given = script.read_text() if way == "standard input" else None
    ended = subprocess.run(
        [sys.executable, *command],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
    )
    squares, place = ended.stdout.splitlines()
    assert squares == "[0, 1, 4, 9]"
    assert place == {"file": str(script), "module": str(script), "standard input": "<stdin>"}.get(way, "None")
    assert file.read_text() == "a run\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
def test_workers_leave_ctrl_c_to_the_parent(tmp_path):
    begun, released = tmp_path / "begun", tmp_path / "released"
    with executors.local_executor(1) as pool:
        worker = pool.submit(os.getpid).result()
        future = pool.submit(_held, begun, released)
        assert wait_until(begun.exists)
        os.kill(worker, signal.SIGINT)
        released.touch()
        assert future.result(timeout=PATIENCE) is True
        assert pool.submit(operator.add, 1, 1).result(timeout=PATIENCE) == 2


def _held(begun: Path, released: Path) -> bool:
    """Work that is surely going on while `begun` is there and `released` is not."""
    begun.touch()
    return wait_until(released.exists)


ORPHANS = """
import os, sys, time
from plyground.executors import local_executor
if __name__ == "__main__":
    pool = local_executor(2)
    running = [pool.submit(time.sleep, 600), pool.submit(os.getpid)]
    print(running[1].result(), *pool.processes, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up the POSIX way")
def test_workers_die_with_a_killed_parent(tmp_path):
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = {int(number) for number in parent.stdout.readline().split()}
        assert len(workers) == 2
        parent.kill()
    gone = wait_until(lambda: not any(map(_alive, workers)))
    for worker in filter(_alive, workers):
        os.kill(worker, signal.SIGKILL)
    assert gone


def _alive(process: int) -> bool:
    """Whether it runs; a zombie that nobody has collected yet does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return not state.stdout.strip().startswith("Z")


@pytest.fixture
def scheduler():
    """A real scheduler with one worker, in a process of its own, on a port of its own."""
    code = (
        "import sys\n"
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None,"
        " protocol='tcp', host='127.0.0.1') as cluster:\n"
        "        print(cluster.scheduler_address, flush=True)\n"
        "        sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


@pytest.mark.filterwarnings("default")
def test_a_cluster_does_the_same_work(scheduler):
    with executors.dask_executor(scheduler, timeout=PATIENCE) as pool:
        assert list(pool.map(pow, range(20), [2] * 20)) == [n * n for n in range(20)]
        assert pool.submit(os.getpid).result() != os.getpid()
        first, second = pool.submit(time.perf_counter_ns).result(), pool.submit(time.perf_counter_ns).result()
        assert first != second, "a second call is a second call, not a memory of the first"


@pytest.mark.filterwarnings("default")
def test_a_silent_address_is_one_sentence():
    import socket

    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(MissingError, match="no Dask scheduler answers"):
            executors.dask_executor(address, timeout=0.5)
    with pytest.raises(MissingError, match="tcp://host:8786"):
        executors.dask_executor("nowhere at all", timeout=0.5)


@pytest.mark.filterwarnings("default")
def test_a_cluster_of_nobody_is_one_sentence(monkeypatch):
    import distributed

    # Nobody comes, however long one waits; but a busy scheduler may take its time to answer.
    wait_for_workers = distributed.Client.wait_for_workers
    monkeypatch.setattr(
        distributed.Client, "wait_for_workers", lambda client, count, timeout: wait_for_workers(client, count, 0.1)
    )
    code = (
        "import sys\n"
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=0, dashboard_address=None, protocol='tcp', host='127.0.0.1') as cluster:\n"
        "        print(cluster.scheduler_address, flush=True)\n"
        "        sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with pytest.raises(MissingError, match=f"has no workers; start some with: dask worker {address}"):
            executors.dask_executor(address, timeout=PATIENCE)
        process.kill()


def test_a_broken_pool_is_rebuilt():
    with executors.local_executor(1) as pool:
        lost = pool.submit(_die)
        error = lost.exception(timeout=PATIENCE)
        assert error is not None
        assert executors.was_lost(error)
        assert pool.submit(operator.add, 1, 1).result(timeout=PATIENCE) == 2


def _die() -> None:
    os._exit(9)


def test_an_error_of_the_task_is_no_lost_worker():
    with executors.local_executor(1) as pool:
        error = pool.submit(_refuse, 9).exception(timeout=PATIENCE)
    assert error is not None
    assert not executors.was_lost(error)


def test_stop_ends_what_runs_and_leaves_a_pool_to_use():
    with executors.local_executor(2) as pool:
        running = pool.submit(time.sleep, 600)
        pool.submit(os.getpid).result(timeout=PATIENCE)
        workers = pool.processes
        pool.stop()
        assert running.done()
        assert not any(_alive(worker) for worker in workers)
        assert pool.submit(operator.add, 2, 2).result(timeout=PATIENCE) == 4


def test_here_is_now():
    with executors.Here() as here:
        assert here.submit(os.getpid).result() == os.getpid()
        assert isinstance(here.submit(_refuse, 9).exception(), IllegalMoveError)
        assert executors.workers_of(here) == 1


def test_executors_by_name():
    with executors.executor_of("local", 2) as pool:
        assert executors.workers_of(pool) == 2
    for text in ("loacl", "dask:x", "http://host:1", "", "dask://", "dask://host", "dask://host:x", "tcp://:8786"):
        with pytest.raises(InputError, match="it has to be local, dask or dask://host:8786"):
            executors.executor_of(text)
    with pytest.raises(InputError, match="leave their number out"):
        executors.executor_of("dask://127.0.0.1:1", 2)


@pytest.mark.filterwarnings("default")
def test_a_cluster_by_name_knows_its_size_and_reaches_everybody(scheduler, tmp_path):
    with executors.executor_of(f"dask://{scheduler.removeprefix('tcp://')}") as pool:
        assert executors.workers_of(pool) == 2
        assert isinstance(pool, executors.ClusterExecutor)
        (there,) = pool.everywhere(os.getpid).values()
        assert there == pool.submit(os.getpid).result() != os.getpid()
        running = pool.submit(_until_stopped, 5, tmp_path / "begun")
        assert wait_until((tmp_path / "begun").exists)
        pool.stop_task(5)
        assert running.result(PATIENCE) == 5


def _until_stopped(key: int, begun: Path) -> int:
    begun.touch()
    stop = executors.TaskStop(key)
    while not stop.is_set():
        time.sleep(0.001)
    return key


def test_another_kind_of_server_is_no_scheduler():
    """One that speaks first, and whose greeting would be the length of a message of exabytes."""
    greeting = b"HTTP/1.1 400 Bad Request\r\n\r\n" * 4

    def greet(server):
        with contextlib.suppress(OSError):
            while True:
                connection, _address = server.accept()
                with connection:
                    connection.sendall(greeting)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=greet, args=[server], daemon=True).start()
        port = server.getsockname()[1]
        with pytest.raises(MissingError, match=f"no Dask scheduler answers at 'tcp://127.0.0.1:{port}'"):
            executors.dask_executor(f"tcp://127.0.0.1:{port}", timeout=3)


def test_without_the_extra_the_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'plyground\[cluster\]'"):
        executors.dask_executor("tcp://127.0.0.1:8786")
