"""The exact solver's kernels for boards with gravity: up to 64 bits, and up to 128."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry
from ..memory.words import poke, wide_zero
from .search import solve_all
from .table import ENTRIES
from .workspace import SIGNAL_INDEX, SIGNAL_LOWER, SIGNAL_MOVE, SIGNAL_NODES, SIGNAL_STOP, SIGNAL_UPPER

__all__ = [
    "SIGNAL_INDEX",
    "SIGNAL_LOWER",
    "SIGNAL_MOVE",
    "SIGNAL_NODES",
    "SIGNAL_STOP",
    "SIGNAL_UPPER",
    "solve_narrow",
    "solve_wide",
]

_ZERO = np.uint64(0)


@entry
def solve_narrow(
    workspace: Any, header: Any, entries: Any, signals: Any, positions: Any, options: Any, results: Any
) -> None:
    """Solve positions on boards of up to 64 bits (the package's docstring explains the arrays)."""
    at = np.int64(workspace.ctypes.data)
    head = np.int64(header.ctypes.data)
    poke(head, ENTRIES, np.uint64(entries.ctypes.data))
    solve_all(at, _ZERO, _ZERO, head, np.int64(signals.ctypes.data), positions, options, results)


@entry
def solve_wide(
    workspace: Any, header: Any, entries: Any, signals: Any, positions: Any, options: Any, results: Any
) -> None:
    """Solve positions on boards of up to 128 bits."""
    at = np.int64(workspace.ctypes.data)
    head = np.int64(header.ctypes.data)
    poke(head, ENTRIES, np.uint64(entries.ctypes.data))
    solve_all(at, wide_zero(), wide_zero(), head, np.int64(signals.ctypes.data), positions, options, results)
