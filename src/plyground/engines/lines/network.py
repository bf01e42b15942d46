"""The learnt network of `kernels.lines.network`, from a file of arrays with the names of its parts."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.engines.geometry import Records
from plyground.engines.whole_numbers import aligned, in_pairs, unit_of
from plyground.grid import Rules
from plyground.kernels.lines import network as kernel

__all__ = ["line_network"]

_OWN_FILE = "value.npz"


def line_network(rules: Rules, file: str | None = "") -> Records | None:
    """None where nothing was learnt, or none is asked for."""
    fits = rules.connect == kernel.CONNECT and rules.columns * rules.rows <= kernel.MOST_CELLS
    return _network_at(file) if fits and file is not None else None


@cache
def _network_at(file: str) -> Records | None:
    source = Path(file) if file else resources.files("plyground.engines.lines") / _OWN_FILE
    if not file and not source.is_file():
        return None
    with source.open("rb") as opened, np.load(opened) as arrays:
        return _network(dict(arrays))


def _network(arrays: dict[str, NDArray[Any]]) -> Records:
    network = aligned(kernel.Network.dtype)
    own, other = arrays["own"].astype(np.int16), arrays["other"].astype(np.int16)
    network["first"] = np.concatenate([own, other], axis=1).ravel()
    network["second"] = np.concatenate([other, own], axis=1).ravel()
    matrix, channels = arrays["W1"].astype(float), own.shape[1]
    unit = unit_of(matrix, np.full(len(matrix), float(kernel.MOST * kernel.MOST_CELLS)))
    both = np.concatenate([matrix, matrix[channels:], matrix[:channels]])
    network["W1"], network["unit1"] = in_pairs(np.rint(both / unit)).ravel(), unit
    for name in ("b1", "W2", "b2", "w3", "b3"):
        network[name] = arrays[name].ravel() if arrays[name].ndim else arrays[name]
    network.flags.writeable = False
    return network
