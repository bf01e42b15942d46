"""Work in this thread, and in processes of this machine."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import context
from typing import Any, ParamSpec, TypeVar

from plyground.errors import N_, LimitError
from plyground.executors.progress import PoolProgress
from plyground.executors.stopping import PoolStops

__all__ = ["Here", "LocalExecutor", "cores", "leave_ctrl_c", "local_executor"]

P = ParamSpec("P")
T = TypeVar("T")

# Windows waits for at most 63 handles at once, two of which the pool needs for itself.
_MOST_ON_WINDOWS = 61

_LETTING_GO = 2.0  # seconds for the pool to drop its cancelled tasks, which takes it a moment


def cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Here(Executor):
    """Runs each task in this thread while it is submitted: for a few tasks, and for tests."""

    workers = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class LocalExecutor(Executor):
    """Processes of this machine. When one of them dies, the tasks of all of them are lost (`was_lost`); the next
    `submit` starts new processes."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._lock = threading.Lock()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = _WorkerContext()
        self._progress = PoolProgress(context)  # a killed worker leaves its last report in the old one
        self._stops = PoolStops(context)
        return ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_start_worker, initargs=(self._progress, self._stops)
        )

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
        """The process ids of the workers that have been started."""
        return tuple(self._pool._processes or ())

    @property
    def progress(self) -> dict[int, int]:
        """How far the running tasks are that say so (`task_progress`): their numbers, each with its step."""
        return self._progress.read()

    def stop_task(self, key: int) -> None:
        """Asks the task that looks at `TaskStop(key)` to stop."""
        self._stops.stop(key)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        """Kills the workers in the middle of their tasks, and their bots with them. The executor stays usable."""
        with self._lock:
            pool, self._pool = self._pool, self._new_pool()
        running = list((pool._processes or {}).values())
        manager: Any = pool._executor_manager_thread  # None before the first task
        pool.shutdown(wait=False, cancel_futures=True)
        if manager is None:
            return
        # The pool's thread fails on a cancelled task that it still has when the workers are gone.
        latest = time.monotonic() + _LETTING_GO
        while any(item.future.cancelled() for item in list(manager.pending_work_items.values())):
            if time.monotonic() > latest:
                break
            time.sleep(0.005)
        for process in running:
            with contextlib.suppress(OSError, ValueError):
                process.kill()
        manager.join()


class _WorkerProcess(context.SpawnProcess):
    """A fresh process that does not import the main module of its parent.

    A usual one imports it, so that a script without `if __name__ == "__main__":` would run again in every worker, and
    a script from standard input could not be found. Workers run our own functions only, which need nothing of it.
    """

    @staticmethod
    def _Popen(process_obj: Any) -> Any:
        with _main_hidden(), _ctrl_c_put_off():
            return context.SpawnProcess._Popen(process_obj)


class _WorkerContext(context.SpawnContext):
    Process = _WorkerProcess


_hiding = threading.Lock()


@contextlib.contextmanager
def _main_hidden() -> Iterator[None]:
    """While it lasts, the main module does not say where it comes from, as in `python -c`."""
    main = sys.modules["__main__"]
    with _hiding:
        spec, file = main.__spec__, main.__dict__.pop("__file__", None)
        main.__spec__ = None
        try:
            yield
        finally:
            main.__spec__ = spec
            if file is not None:
                main.__file__ = file


@contextlib.contextmanager
def _ctrl_c_put_off() -> Iterator[None]:
    """Processes started meanwhile do not get Ctrl-C until they ignore it: they would print a traceback before."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def local_executor(workers: int | None = None) -> LocalExecutor:
    """Processes of this machine, one for each core unless `workers` gives their number.

    The workers leave Ctrl-C to the parent, and end when the parent dies, however it dies.
    """
    if workers is not None and workers < 1:
        raise LimitError(N_("the number of workers is {value}; it has to be 1 or more"), value=workers)
    count = workers or cores()
    if os.name == "nt":
        count = min(count, _MOST_ON_WINDOWS)
    return LocalExecutor(count)


def leave_ctrl_c() -> None:
    """Makes a worker ignore Ctrl-C. A terminal sends it to the whole group; the parent decides what happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _start_worker(progress: PoolProgress, stops: PoolStops) -> None:
    leave_ctrl_c()
    progress.use_here()
    stops.use_here()
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # Idle workers of a killed parent would wait for work for ever: each holds the queue's other end open.
        os._exit(1)
