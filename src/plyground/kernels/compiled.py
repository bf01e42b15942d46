"""How kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from .cache import prepare

F = TypeVar("F", bound=Callable[..., Any])


def inner(function: F) -> F:
    """A part of a kernel: compiled into whoever calls it, never cached by itself."""
    compiled: F = numba.njit(nogil=True, error_model="numpy")(function)
    return compiled


def inlined(function: F) -> F:
    """A part that LLVM has to put into its caller: calls would take a third of a playout's time."""
    compiled: F = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return compiled


def entry(function: F) -> F:
    """A kernel called from Python: runs without the interpreter's lock and is cached on disk."""
    compiled: F = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    return compiled


prepare()
