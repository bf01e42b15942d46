"""Where a command's parallel work runs: `--workers` and `--executor`, the same in every command that has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from plyground.cli.command import Number, option
from plyground.errors import N_

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["opened", "worker_options"]

F = TypeVar("F", bound=Callable[..., Any])


def worker_options(function: F) -> F:
    """The command gets `workers` and `where`, for `opened`."""
    for decorate in (
        option(
            "--executor",
            "where",
            metavar="WHERE",
            default="local",
            show_default=True,
            help=N_("Where the work is done: local, dask (workers of this machine) or dask://host:8786 (a cluster)."),
        ),
        option(
            "--workers",
            aliases=["--concurrency"],
            type=Number(1, whole=True),
            metavar="N",
            help=N_("How many work at a time; as many as there are cores unless you say."),
        ),
    ):
        function = decorate(function)
    return function


@contextmanager
def opened(where: str, workers: int | None) -> Iterator[Executor]:
    """The executor that the options name. It ends with the command, in the middle of what is under way."""
    from plyground.executors import LocalExecutor, executor_of

    executor = executor_of(where, workers)
    try:
        yield executor
    finally:
        if isinstance(executor, LocalExecutor):
            executor.stop()
        executor.shutdown(wait=False, cancel_futures=True)
