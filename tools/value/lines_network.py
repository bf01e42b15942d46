"""The network of `kernels.lines.network`, in a form that learns. The names are those of its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from tools.value.no_gravity import CONNECT, DIRECTIONS, Sight, neighbours, see

DIGITS = 2 * (CONNECT - 1)
KEYS = 3**DIGITS
CHANNELS = 32
HIDDEN = 32
_ONE = 64
"""What 1 is in the whole numbers of the file."""
_LARGEST = 127 / _ONE
MOST = 80 / _ONE
"""The largest feature of a cell."""
_SUM = 16
"""Sums over a board are by this much, so that weights are about 1."""


def _mirrored() -> NDArray[np.int64]:
    """For each key that of the same line read from its other end."""
    keys, turned = np.arange(KEYS), np.zeros(KEYS, np.int64)
    for digit in range(DIGITS):
        turned += keys // 3**digit % 3 * 3 ** (DIGITS - 1 - digit)
    return turned


MIRRORED = _mirrored()


_PART = 3 ** (DIGITS // 2)
_NUMBERS = np.arange(KEYS)
PARTS = {"half": _NUMBERS % _PART, "near": _NUMBERS // 9 % _PART}
"""Of each key the four cells on one side, and the two next ones on either side: what keys have in common is learnt
once, which tells something of lines that are seldom seen."""


def new_network(key: Any) -> dict[str, Any]:
    keys = jax.random.split(key, 6)
    common = {
        f"{side} {part}": jax.random.normal(jax.random.fold_in(keys[5], number), (_PART, CHANNELS)) * 0.1
        for number, (side, part) in enumerate((side, part) for side in ("own", "other") for part in PARTS)
    }
    return common | {
        "own": jax.random.normal(keys[0], (KEYS, CHANNELS)) * 0.02,
        "other": jax.random.normal(keys[1], (KEYS, CHANNELS)) * 0.02,
        "common": jnp.zeros((2, CHANNELS)),
        "W1": jax.random.normal(keys[2], (2 * CHANNELS, HIDDEN)) * 0.15,
        "b1": jnp.zeros(HIDDEN),
        "W2": jax.random.normal(keys[3], (HIDDEN, HIDDEN)) * 0.2,
        "b2": jnp.zeros(HIDDEN),
        "w3": jax.random.normal(keys[4], (HIDDEN,)) * 0.1,
        "b3": jnp.zeros(()),
    }


def _rounded(numbers: Any) -> Any:
    """To what the file can hold; the slope is that of the numbers before."""
    return numbers + jax.lax.stop_gradient(jnp.round(numbers * _ONE) / _ONE - numbers)


def finished(network: dict[str, Any]) -> dict[str, Any]:
    """As it is evaluated and written: rounded, the same from either end of a line, and 0 for a line without stones."""

    def table(side: str, common: Any) -> Any:
        numbers = network[side] + sum(network[f"{side} {part}"][numbers] for part, numbers in PARTS.items())
        numbers = (numbers + numbers[MIRRORED]) / 2 + common
        return _rounded(jnp.clip(numbers, -_LARGEST, _LARGEST)).at[0].set(0)

    rest = {name: network[name] for name in ("W1", "b1", "W2", "b2", "w3", "b3")}
    return rest | {"own": table("own", network["common"][0]), "other": table("other", network["common"][1])}


def keys(sight: Sight) -> tuple[Any, Any]:
    """Of every cell those of its four lines, for the side to move and for the other. A line ends at the first place
    that is no cell."""
    free, own, other = sight[:3]
    found: tuple[list[Any], list[Any]] = ([], [])
    for column, row in DIRECTIONS:
        own_key = other_key = jnp.zeros(free.shape, jnp.int32)
        for way in (-1, 1):
            is_cell = jnp.ones_like(free)
            for distance in range(1, CONNECT):
                k = way * distance
                here_free, here_own, here_other = (
                    neighbours(part, k * column, k * row, False) for part in (free, own, other)
                )
                is_cell &= here_free | here_own | here_other
                power = 3 ** (CONNECT - 1 + k if way < 0 else CONNECT - 2 + k)
                own_key += power * jnp.where(is_cell & ~here_other, here_own.astype(jnp.int32), 2)
                other_key += power * jnp.where(is_cell & ~here_own, here_other.astype(jnp.int32), 2)
        found[0].append(own_key)
        found[1].append(other_key)
    return jnp.stack(found[0], -1), jnp.stack(found[1], -1)


def evaluate(network: dict[str, Any], sight: Sight) -> Any:
    """For each board the logit of a win of the side to move."""
    of = finished(network)
    both = jnp.concatenate([of["own"], of["other"]], -1)
    own, other = (both[part].sum(-2) for part in keys(sight))
    mine = own[..., :CHANNELS] + other[..., CHANNELS:]
    theirs = other[..., :CHANNELS] + own[..., CHANNELS:]
    cells = jnp.clip(jnp.concatenate([mine, theirs], -1), 0, MOST) * sight.free[..., None]
    sums = cells.sum((-2, -3)) / _SUM
    hidden = jax.nn.relu(sums @ of["W1"] + of["b1"])
    hidden = jax.nn.relu(hidden @ of["W2"] + of["b2"])
    return hidden @ of["w3"] + of["b3"]


ERRORS = ("surprise", "error of the value")


def loss(network: dict[str, Any], lessons: Any) -> tuple[Any, Any]:
    """And the errors."""
    value = lessons["value"].astype(jnp.float32)
    chance = (1 + value) / 2
    logit = evaluate(network, see(lessons["board"]))
    surprise = -(chance * jax.nn.log_sigmoid(logit) + (1 - chance) * jax.nn.log_sigmoid(-logit)).mean()
    return surprise, jnp.stack([surprise, jnp.square(jnp.tanh(logit / 2) - value).mean()])


def write(network: dict[str, Any], file: Path) -> None:
    parts = {name: np.asarray(part) for name, part in finished(network).items()}
    parts["W1"] = parts["W1"] / (_ONE * _SUM)
    arrays = {
        name: np.round(part * _ONE).astype(np.int8) if name in ("own", "other") else part.astype(np.float32)
        for name, part in parts.items()
    }
    with file.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)
