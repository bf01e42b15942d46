"""Executors by the names that users write."""

from __future__ import annotations

from concurrent.futures import Executor
from urllib.parse import urlsplit

from plyground.errors import N_, InputError
from plyground.executors.cluster import dask_executor, local_cluster, quiet_dask
from plyground.executors.local import local_executor

__all__ = ["executor_of"]


def executor_of(text: str, workers: int | None = None) -> Executor:
    """The executor that a user names: `local`, `dask` (workers of this machine) or `dask://host:port`."""
    if text == "local":
        return local_executor(workers)
    if text == "dask":
        quiet_dask()
        return local_cluster(workers)
    scheme, _colon, place = text.partition("://")
    if scheme in ("dask", "tcp", "tls") and _is_host_and_port(place):
        if workers is not None:
            raise InputError(N_("the cluster at {text} has the workers that it has; leave their number out"), text=text)
        quiet_dask()
        return dask_executor(f"tcp://{place}" if scheme == "dask" else text)
    raise InputError(N_("the executor is '{text}'; it has to be local, dask or dask://host:8786"), text=text)


def _is_host_and_port(place: str) -> bool:
    try:
        parts = urlsplit(f"//{place}")
        return bool(parts.hostname and parts.port)
    except ValueError:  # a port that is no number, or too large
        return False
