"""The learnt network of `kernels.playouts.evaluation`, from a file of arrays with the names of its fields."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from plyground.engines.geometry import Records
from plyground.grid import Rules
from plyground.kernels.playouts import evaluation as kernel

__all__ = ["has_network", "network_at", "network_for", "network_sheet"]

_OWN_FILE = "value.npz"
_CACHE_LINE = 64


def has_network(rules: Rules, file: str = "") -> bool:
    """Whether positions of these boards can be evaluated: by the file at a path, or by the one of the package."""
    return network_for(rules, file) is not None


def network_for(rules: Rules, file: str = "") -> Records | None:
    """None where nothing was learnt."""
    fits = rules.gravity and rules.connect == 4 and max(rules.columns, rules.rows) <= kernel.MOST_SIDE
    return network_at(file) if fits else None


@cache
def network_at(file: str) -> Records | None:
    """The network in a file, or in the package's if it has no name; None if the package has none."""
    source = Path(file) if file else resources.files("plyground.engines") / _OWN_FILE
    if not file and not source.is_file():
        return None
    network = _aligned(kernel.Network.dtype)
    with source.open("rb") as opened, np.load(opened) as arrays:
        for name in kernel.Network.fields:
            numbers = arrays[name]
            if name == "F":
                # Beyond these bounds the other four decide nothing, and the sum would not fit into 16 bits.
                numbers = np.clip(numbers, -1000, 1000)
            network[name] = numbers.reshape(network[name].shape)
    network.flags.writeable = False
    return network


def network_sheet() -> Records:
    """Room for a thread that evaluates positions."""
    return _aligned(kernel.Sheet.dtype)


def _aligned(kind: np.dtype[np.void]) -> Records:
    """A record that begins with a cache line: a vector that lies across two takes twice as long to read."""
    memory = np.zeros(kind.itemsize + _CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % _CACHE_LINE
    return memory[start : start + kind.itemsize].view(kind)
