"""Names of a room's face that load when they are first asked for, so that a light question does not wait for NumPy."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["lazy"]


def lazy(face: str, **files: str) -> Callable[[str], Any]:
    """The `__getattr__` of a face: for each file inside, the names that come from it, separated by spaces.

    A type checker does not see these, so the face imports them under `TYPE_CHECKING` as well. A name that is also the
    name of a file cannot be lazy: importing the file would put the module in its place.

        __getattr__ = lazy(__name__, tournament="Standings run_tournament")
    """
    homes = {name: file for file, names in files.items() for name in names.split()}

    def __getattr__(name: str) -> Any:
        if name in homes:
            return getattr(import_module(f"{face}.{homes[name]}"), name)
        raise AttributeError(f"module {face!r} has no attribute {name!r}")

    return __getattr__
