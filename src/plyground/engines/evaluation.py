"""The learnt network of `kernels.playouts.evaluation`, from a file of arrays with the names of its fields."""

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
from plyground.kernels.playouts import evaluation as kernel

__all__ = ["has_network", "network_at", "network_for", "network_sheet"]

_OWN_FILE = "value.npz"
_FEATURE_UNIT = 1 / 64
_ROUNDED_OFF = 1  # the kernel rounds six products down, each by a half on average unless it is 0
_LARGEST_SUM = 8000  # of the neighbours of a cell: with rounding, four times less than 2 ** 15


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
    with source.open("rb") as opened, np.load(opened) as arrays:
        return _network(dict(arrays))


def _network(arrays: dict[str, NDArray[Any]]) -> Records:
    """A network as its kernel wants it.

    Sums of a cell's neighbours are whole numbers in a unit of their own for each channel, so small that those of four
    cells just fit into 16 bits. (Those of whole columns reached 2.6 times the most that one cell can have.) The weights
    of columns and moves are whole numbers in a unit for each hidden number, such that their sums fit into 32 bits.
    """
    network = aligned(kernel.Network.dtype)
    channels = arrays["V"].shape[1]
    units = np.full(channels, _FEATURE_UNIT)
    largest = np.full(channels, float(kernel.LARGEST))
    coarse = np.ones(channels)
    if "K" in arrays:
        left, own, right = arrays["K"].reshape(3, 3, channels).astype(float)
        assert np.allclose(left, right), "the weights of the left are not those of the right"
        weights, bias = np.concatenate([left, own]), arrays["kb"].astype(float)
        times = np.array([2, 2, 2, 1, 1, 1])[:, None]
        most = (times * np.maximum(weights, 0)).sum(0) * kernel.LARGEST * _FEATURE_UNIT + bias
        least = (times * np.minimum(weights, 0)).sum(0) * kernel.LARGEST * _FEATURE_UNIT + bias
        scale = 2.0 ** (16 - kernel.SHIFT) * _FEATURE_UNIT
        # Without features around, all cells of a board have the bias.
        bounds = most / _LARGEST_SUM, -least / 32_000, bias / 1800, scale * np.abs(weights).max(0) / 32_000
        unit = np.maximum(np.max(bounds, axis=0), 1e-6)
        _fill(network, "K", _widened(np.rint(weights * scale / unit)))
        _fill(network, "kb", np.rint(bias / unit + _ROUNDED_OFF))
        units = np.concatenate([units, unit])
        largest = np.concatenate([largest, np.full(channels, float(_LARGEST_SUM))])
        coarse = np.concatenate([coarse, np.full(channels, 2.0**kernel.COARSE)])
    for name in "VRDE":
        _fill(network, name, _widened(arrays[name]))
    # Beyond these bounds the other four decide nothing, and the sum would not fit into 16 bits.
    _fill(network, "F", _widened(np.clip(arrays["F"], -1000, 1000)))
    features = len(units)
    columns = np.minimum(kernel.MOST_SIDE * largest, 2.0**15)
    _fill_whole(network, channels, "unit1", {"W1": units[:, None] * arrays["W1"]}, columns)
    _fill_whole(network, channels, "unitp", {name: units[:, None] * arrays[name] for name in "AB"}, largest)
    whole = np.minimum(kernel.MOST_SIDE * columns / coarse, 2.0**15)
    _fill_whole(network, channels, "unit2", {"W2": (units * coarse)[:, None] * arrays["W2"][:features]}, whole)
    _fill(network, "W2u", arrays["W2"][features:])
    for name in ("b1", "b2", "w3", "b3", "Q", "bp", "wp"):
        _fill(network, name, arrays[name])
    network["features"] = features // channels * kernel.CHANNELS
    network.flags.writeable = False
    return network


def _widened(vectors: NDArray[Any]) -> NDArray[Any]:
    """As many channels as the kernel has; the new ones are 0."""
    return np.pad(vectors, [(0, 0), (0, kernel.CHANNELS - vectors.shape[1])])


def _fill(network: Records, name: str, numbers: NDArray[Any]) -> None:
    network[name].reshape(-1)[: numbers.size] = numbers.reshape(-1)


def _fill_whole(
    network: Records, channels: int, unit_name: str, matrices: dict[str, NDArray[Any]], largest: NDArray[Any]
) -> None:
    """Matrices in whole numbers, pairs of rows side by side, and the unit of each column of them."""
    unit = unit_of(np.stack(list(matrices.values())), largest)
    _fill(network, unit_name, unit)
    for name, matrix in matrices.items():
        whole = np.rint(matrix / unit).reshape(-1, channels, kernel.HIDDEN)
        _fill(network, name, in_pairs(np.pad(whole, [(0, 0), (0, kernel.CHANNELS - channels), (0, 0)])))


def network_sheet() -> Records:
    """Room for a thread that evaluates positions of one board."""
    return aligned(kernel.Sheet.dtype)
