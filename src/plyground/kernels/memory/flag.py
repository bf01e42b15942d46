"""The flag by which a running kernel is stopped."""

from __future__ import annotations

from numba import int64

from .records import Record, atomic

Flag = Record("Flag", raised=atomic(int64))
"""Not 0 means stop. Kernels look at it every few microseconds to a millisecond."""
