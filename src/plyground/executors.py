"""Where parallel work runs: processes of this machine, or a Dask cluster.

Everything parallel in Plyground takes a `concurrent.futures.Executor` and does not ask which one.
A task is a function at the top of a module with picklable arguments: processes are started afresh
(`spawn`) on every platform, so that no lock or thread of the parent is copied half-way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any, ParamSpec, TypeVar

from plyground.errors import N_, LimitError, MissingError, MissingExtraError

__all__ = ["cores", "dask_executor", "local_executor"]

P = ParamSpec("P")
T = TypeVar("T")

# Windows waits for at most 63 handles at once, two of which the pool needs for itself.
_MOST_ON_WINDOWS = 61


def cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_executor(workers: int | None = None) -> ProcessPoolExecutor:
    """Processes of this machine, as many as there are cores unless `workers` says otherwise.

    The workers leave Ctrl-C to the parent, and end when the parent dies, however it dies.
    """
    import multiprocessing

    if workers is not None and workers < 1:
        raise LimitError(N_("the number of workers is {value}; it has to be 1 or more"), value=workers)
    count = workers or cores()
    if os.name == "nt":
        count = min(count, _MOST_ON_WINDOWS)
    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    import signal
    import threading

    # A terminal sends Ctrl-C to the whole group; only the parent knows what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # Idle workers of a killed parent would wait for work for ever: each holds the queue's other end open.
        os._exit(1)


def dask_executor(address: str, *, timeout: float = 10.0) -> Executor:
    """A Dask cluster, by the address of its scheduler (`tcp://host:8786`). Needs the extra `cluster`."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError(
            N_("working on a Dask cluster needs the extra '{extra}': pip install 'plyground[{extra}]'"),
            extra="cluster",
        ) from None
    try:
        client = Client(address, timeout=timeout, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise MissingError(
            N_("no Dask scheduler answers at '{address}' within {timeout} s; it should look like tcp://host:8786"),
            address=address,
            timeout=timeout,
        ) from error
    return _Cluster(client)


class _Cluster(Executor):
    """Dask's own executor, and the connection that goes with it."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # Pure would let Dask answer a second call with the first one's result; a playout is not a function of its name.
        self._executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()
