"""Work on a Dask cluster."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from plyground.errors import N_, LimitError, MissingError, MissingExtraError
from plyground.executors.local import cores, leave_ctrl_c
from plyground.executors.stopping import note_stop

__all__ = ["ClusterExecutor", "dask_executor", "local_cluster", "quiet_dask"]

P = ParamSpec("P")
T = TypeVar("T")


def dask_executor(address: str, *, timeout: float = 10.0) -> ClusterExecutor:
    """A Dask cluster, by the address of its scheduler (`tcp://host:8786`). Needs the extra `cluster`."""
    import asyncio

    distributed = _distributed()

    async def knock() -> None:
        comm = await distributed.comm.connect(address, timeout=timeout)
        await comm.close()

    try:
        # A client that meets another kind of server prints complaints, even while it is thrown away; so look first.
        # In a thread of its own, since a notebook's thread already runs an event loop.
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
    """A Dask cluster on this machine alone, with a scheduler and workers of its own."""
    if workers is not None and workers < 1:
        raise LimitError(N_("the number of workers is {value}; it has to be 1 or more"), value=workers)
    distributed = _distributed()
    cluster = distributed.LocalCluster(
        n_workers=workers or cores(),
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,  # it would report on the terminal the workers that we end ourselves
    )
    client = distributed.Client(cluster, set_as_default=False)
    client.register_worker_callbacks(leave_ctrl_c)  # also in workers that replace others
    return ClusterExecutor(client, cluster)


def quiet_dask() -> None:
    """Stops Dask from logging every lost connection: a user at a terminal gets our one sentence about it instead."""
    _distributed()  # importing it sets the levels of its loggers, so it has to come first
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


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
    """Dask's own executor and its connection. The tasks of a lost worker go to other workers. A lost scheduler is a
    `MissingError`, after Dask has tried for some seconds to find it again."""

    def __init__(self, client: Any, cluster: Any = None) -> None:
        self.client = client
        self._cluster = cluster
        self._address = client.scheduler.address
        # With `pure`, Dask would answer a second call with the result of the first; playouts are random.
        self._executor = client.get_executor(pure=False, retries=2)

    @property
    def workers(self) -> int:
        """How many tasks run at a time: the threads of all workers that are connected now."""
        return sum(self._asked(self.client.nthreads).values()) or 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self._asked(self._executor.submit, fn, *args, **kwargs)
        return future

    def everywhere(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> dict[str, T]:
        """Calls a function in every worker at once, beside the tasks that run there; returns each worker's answer."""
        answers: dict[str, T] = self._asked(self.client.run, fn, *args, **kwargs)
        return answers

    def stop_task(self, key: int) -> None:
        """Asks the task that looks at `TaskStop(key)` to stop, on whichever worker it runs."""
        self.everywhere(note_stop, key)

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
            if not lost:  # a lost connection cannot be closed properly
                raise
        if self._cluster is not None:
            self._cluster.close()
