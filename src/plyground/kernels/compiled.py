"""How kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from .cache import prepare

F = TypeVar("F", bound=Callable[..., Any])

# Nobody calls the parts of a kernel from Python or C. Wrappers for that would take a quarter of the time to compile.
_PART = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inner(function: F) -> F:
    """A part of a kernel: compiled into whoever calls it, never cached by itself."""
    compiled: F = numba.njit(**_PART)(function)
    return compiled


def inlined(function: F) -> F:
    """A part that LLVM has to put into its caller: calls would take a third of a playout's time."""
    compiled: F = numba.njit(forceinline=True, **_PART)(function)
    return compiled


def plain(part: F) -> F:
    """The Python function that a part was made from: what Python calls when it reads a kernel's memory."""
    function: F = part.py_func  # type: ignore[attr-defined]
    return function


def entry(function: F) -> F:
    """A kernel called from Python: runs without the interpreter's lock and is cached on disk."""
    compiled: F = numba.njit(nogil=True, cache=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return compiled


prepare()
