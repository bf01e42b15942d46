"""Where parallel work runs: processes of this machine, or a Dask cluster.

Everything parallel in Plyground takes a `concurrent.futures.Executor` and does not ask which one.
A task is a function at the top of a module with picklable arguments: processes are started afresh
(`spawn`) on every platform, so that no lock or thread of the parent is copied half-way.

A task may run twice, or again after its worker was lost, so it has to be one that can.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

from plyground.errors import N_, InputError, LimitError, MissingError, MissingExtraError

__all__ = [
    "ClusterExecutor",
    "Here",
    "LocalExecutor",
    "cores",
    "dask_executor",
    "executor_of",
    "local_executor",
    "was_lost",
    "workers_of",
]

P = ParamSpec("P")
T = TypeVar("T")

# Windows waits for at most 63 handles at once, two of which the pool needs for itself.
_MOST_ON_WINDOWS = 61


def cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def executor_of(text: str, workers: int | None = None) -> Executor:
    """The executor that a user names: `local`, `dask` (workers of this machine) or `dask://host:port`."""
    if text == "local":
        return local_executor(workers)
    if text == "dask":
        _quiet_dask()
        return local_cluster(workers)
    scheme, _colon, place = text.partition("://")
    if scheme in ("dask", "tcp", "tls") and _is_host_and_port(place):
        if workers is not None:
            raise InputError(N_("the cluster at {text} has the workers that it has; leave their number out"), text=text)
        _quiet_dask()
        return dask_executor(f"tcp://{place}" if scheme == "dask" else text)
    raise InputError(N_("the executor is '{text}'; it has to be local, dask or dask://host:8786"), text=text)


def _is_host_and_port(place: str) -> bool:
    try:
        parts = urlsplit(f"//{place}")
        return bool(parts.hostname and parts.port)
    except ValueError:  # a port that is no number, or too large
        return False


def _quiet_dask() -> None:
    """Dask logs every lost connection with where it was noticed; a terminal is for our own sentence about it."""
    _distributed()  # sets the levels of its loggers when it is imported
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def workers_of(executor: Executor) -> int:
    """How many tasks it runs at a time."""
    return getattr(executor, "workers", None) or cores()


def was_lost(error: BaseException) -> bool:
    """Whether a task failed because its worker did, so that it can be given to another."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    # Dask's own exceptions: KilledWorker, CommClosedError, FutureCancelledError; it need not be installed.
    return type(error).__module__.partition(".")[0] == "distributed"


class Here(Executor):
    """Runs each task in this thread while it is submitted: for a few tasks, and to see what they do."""

    workers = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class LocalExecutor(Executor):
    """Processes of this machine. When one dies, the tasks of all are lost (`was_lost`), and the next task that is
    submitted finds new ones."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._lock = threading.Lock()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        import multiprocessing

        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=_start_worker)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with self._lock:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._pool.shutdown(wait=False)
                self._pool = self._new_pool()
                return self._pool.submit(fn, *args, **kwargs)

    @property
    def processes(self) -> tuple[int, ...]:
        """The process numbers of the workers that have been started."""
        return tuple(self._pool._processes or ())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        """Ends the workers in the middle of what they do, and their bots with them; it can be used again after that."""
        with self._lock:
            running = list((self._pool._processes or {}).values())
            for process in running:
                with contextlib.suppress(OSError, ValueError):
                    process.kill()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = self._new_pool()


def local_executor(workers: int | None = None) -> LocalExecutor:
    """Processes of this machine, as many as there are cores unless `workers` says otherwise.

    The workers leave Ctrl-C to the parent, and end when the parent dies, however it dies.
    """
    if workers is not None and workers < 1:
        raise LimitError(N_("the number of workers is {value}; it has to be 1 or more"), value=workers)
    count = workers or cores()
    if os.name == "nt":
        count = min(count, _MOST_ON_WINDOWS)
    return LocalExecutor(count)


def _leave_ctrl_c() -> None:
    """To the parent: a terminal sends it to the whole group, and only the parent knows what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _start_worker() -> None:
    _leave_ctrl_c()
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # Idle workers of a killed parent would wait for work for ever: each holds the queue's other end open.
        os._exit(1)


def dask_executor(address: str, *, timeout: float = 10.0) -> ClusterExecutor:
    """A Dask cluster, by the address of its scheduler (`tcp://host:8786`). Needs the extra `cluster`."""
    import asyncio

    distributed = _distributed()

    async def knock() -> None:
        comm = await distributed.comm.connect(address, timeout=timeout)
        await comm.close()

    try:
        # A client that meets another kind of server complains in its own way, and cannot even be thrown away in peace.
        # In a thread of its own, as a notebook's has a loop that runs already.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, knock()).result()
        client = distributed.Client(address, timeout=timeout, set_as_default=False)
    except Exception as error:
        raise MissingError(
            N_("no Dask scheduler answers at '{address}' within {timeout} s; it should look like tcp://host:8786"),
            address=address,
            timeout=timeout,
        ) from error
    try:
        client.wait_for_workers(1, timeout=timeout)
    except TimeoutError as error:
        client.close()
        raise MissingError(
            N_("the Dask scheduler at '{address}' has no workers; start some with: dask worker {address} --nthreads 1"),
            address=address,
        ) from error
    return ClusterExecutor(client)


def local_cluster(workers: int | None = None) -> ClusterExecutor:
    """A scheduler and workers of its own on this machine: the same as a cluster, without a second machine."""
    if workers is not None and workers < 1:
        raise LimitError(N_("the number of workers is {value}; it has to be 1 or more"), value=workers)
    distributed = _distributed()
    cluster = distributed.LocalCluster(
        n_workers=workers or cores(),
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,  # it would tell on the terminal that it ends what we ended
    )
    client = distributed.Client(cluster, set_as_default=False)
    client.register_worker_callbacks(_leave_ctrl_c)  # also in workers that replace others
    return ClusterExecutor(client, cluster)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtraError(
            N_("working on a Dask cluster needs the extra '{extra}': pip install 'plyground[{extra}]'"),
            extra="cluster",
        ) from None
    return distributed


class ClusterExecutor(Executor):
    """Dask's own executor, and the connection that goes with it. Lost workers' tasks are done by others; a lost
    scheduler, which Dask looks for some seconds longer, is a `MissingError`."""

    def __init__(self, client: Any, cluster: Any = None) -> None:
        self.client = client
        self._cluster = cluster
        self._address = client.scheduler.address
        # Pure would let Dask answer a second call with the first one's result; a playout is not a function of its name.
        self._executor = client.get_executor(pure=False, retries=2)

    @property
    def workers(self) -> int:
        """Tasks at a time: the threads of all workers that are there now."""
        return sum(self._asked(self.client.nthreads).values()) or 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self._asked(self._executor.submit, fn, *args, **kwargs)
        return future

    def everywhere(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> dict[str, T]:
        """Calls a function in every worker at once, beside the tasks that run there; what each answered."""
        answers: dict[str, T] = self._asked(self.client.run, fn, *args, **kwargs)
        return answers

    def _asked(self, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        while self.client.status == "connecting":
            time.sleep(0.1)
        try:
            if self.client.status != "running":
                raise OSError(self.client.status)
            return ask(*args, **kwargs)
        except Exception as error:
            if self.client.status == "running":
                raise
            raise MissingError(
                N_("the Dask scheduler at '{address}' does not answer any more; what was finished is kept"),
                address=self._address,
            ) from error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        lost = self.client.status != "running"
        try:
            self._executor.shutdown(wait=wait and not cancel_futures)
            self.client.close()
        except Exception:
            if not lost:  # a connection that is gone cannot be closed properly
                raise
        if self._cluster is not None:
            self._cluster.close()
