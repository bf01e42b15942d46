"""The weights of a network as its kernel reads them: in whole numbers, and where vectors are read fast."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.engines.geometry import Records

__all__ = ["aligned", "in_pairs", "unit_of"]

_CACHE_LINE = 64


def unit_of(weights: NDArray[Any], largest: NDArray[Any]) -> NDArray[Any]:
    """For each column of matrices the unit in which its weights fit into 16 bits, and their products with inputs up to
    `largest` add up in 32."""
    weights = np.abs(weights)
    rows = tuple(range(weights.ndim - 1))
    unit = np.maximum(weights.max(rows) / 32_000, (weights * largest[:, None]).sum(rows) / 2.0**30)
    return np.asarray(np.maximum(unit, 1e-12))


def in_pairs(matrix: NDArray[Any]) -> NDArray[Any]:
    """A matrix by pairs of rows, number beside number."""
    return matrix.reshape(-1, 2, matrix.shape[-1]).swapaxes(1, 2)


def aligned(kind: np.dtype[np.void]) -> Records:
    """A record that begins with a cache line: a vector that lies across two takes twice as long to read."""
    memory = np.zeros(kind.itemsize + _CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % _CACHE_LINE
    return memory[start : start + kind.itemsize].view(kind)
