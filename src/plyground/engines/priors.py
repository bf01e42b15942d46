"""The learnt weights of `kernels.playouts.priors`, as they lie in the package; `tools/priors.py` makes the file."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from plyground.grid import Rules
from plyground.kernels.playouts import priors as kernel

__all__ = ["learnt_weights"]


def learnt_weights(rules: Rules) -> NDArray[np.float32] | None:
    """None where nothing was learnt: the patterns are those of four in a row."""
    return _weights() if rules.connect == 4 else None


@lru_cache(maxsize=1)
def _weights() -> NDArray[np.float32]:
    with (resources.files("plyground.engines") / "priors.npy").open("rb") as file:
        weights: NDArray[np.float32] = np.load(file).astype(np.float32)
    assert weights.shape == (kernel.WEIGHT_COUNT,)
    weights.flags.writeable = False
    return weights
