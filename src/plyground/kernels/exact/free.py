"""The exact solver's kernel for boards without gravity, up to 64 bits: one-word boards, two-word keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry
from ..memory.words import poke, wide_zero
from .search import solve_all
from .table import ENTRIES

_ZERO = np.uint64(0)


@entry
def solve_free(
    workspace: Any, header: Any, entries: Any, signals: Any, positions: Any, options: Any, results: Any
) -> None:
    """Solve positions on boards without gravity (the package's docstring explains the arrays)."""
    at = np.int64(workspace.ctypes.data)
    head = np.int64(header.ctypes.data)
    poke(head, ENTRIES, np.uint64(entries.ctypes.data))
    solve_all(at, _ZERO, wide_zero(), head, np.int64(signals.ctypes.data), positions, options, results)
