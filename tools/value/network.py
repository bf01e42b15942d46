"""The network of `kernels.playouts.evaluation`, in a form that learns. The names are those of its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from tools.value.gravity import DIRECTIONS, Sight, neighbours, see
from tools.value.teacher import NO_MOVE

PATTERNS = 4096
FLAGS = 2048
HIDDEN = 32
_ONE = 64
"""What 1 is in the whole numbers of the file."""
_LARGEST = 127 / _ONE


def _mirrored() -> NDArray[np.int64]:
    """For each pattern the one that is seen in a mirror."""
    turned = [int(f"{six:06b}"[::-1], 2) for six in range(64)]
    return np.array([turned[own] * 64 + turned[other] for own in range(64) for other in range(64)])


MIRRORED = _mirrored()


def new_network(key: Any, channels: int = 64) -> dict[str, Any]:
    shapes = {
        "V": (PATTERNS, channels, 0.1),
        "R": (PATTERNS, channels, 0.1),
        "D": (PATTERNS, channels, 0.1),
        "F": (FLAGS, channels, 0.1),
        "K": (9, channels, 0.2),
        "W1": (2 * channels, HIDDEN, 0.15),
        "W2": (2 * channels + HIDDEN + 1, HIDDEN, 0.05),
        "A": (2 * channels, HIDDEN, 0.15),
        "B": (2 * channels, HIDDEN, 0.15),
        "Q": (HIDDEN, HIDDEN, 0.1),
        "w3": (1, HIDDEN, 0.1),
        "wp": (1, HIDDEN, 0.1),
        "common": (1, channels, 0.2),
    }
    network = {}
    for part, (name, (*shape, spread)) in zip(jax.random.split(key, len(shapes)), shapes.items(), strict=True):
        network[name] = jax.random.normal(part, shape) * spread
    for name in ("w3", "wp", "common"):
        network[name] = network[name][0]
    zeros = {"kb": channels, "b1": HIDDEN, "b2": HIDDEN, "bp": HIDDEN}
    return network | {name: jnp.zeros(count) for name, count in zeros.items()} | {"b3": jnp.zeros(())}


def _rounded(numbers: Any) -> Any:
    """To what the file can hold; the slope is that of the numbers before."""
    return numbers + jax.lax.stop_gradient(jnp.round(numbers * _ONE) / _ONE - numbers)


def finished(network: dict[str, Any]) -> dict[str, Any]:
    """As it is evaluated and written: rounded, and the same for a board and its mirror image."""

    def small(table: Any) -> Any:
        return _rounded(jnp.clip(table, -_LARGEST, _LARGEST))

    rest = {name: part for name, part in network.items() if name != "common"}
    around = network["K"].reshape(3, 3, -1)
    return rest | {
        "V": small(network["V"]),
        "R": small((network["R"] + network["R"][MIRRORED]) / 2),
        "D": small(network["D"]),
        "E": small(network["D"][MIRRORED]),
        "F": _rounded(network["F"] + network["common"]),
        "K": ((around + around[::-1]) / 2).reshape(network["K"].shape),
    }


def patterns(sight: Sight) -> list[Any]:
    """Of every cell those of its four lines."""
    no_cell = ~(sight.free | sight.own | sight.other)
    found = []
    for column, row in DIRECTIONS:
        number = jnp.zeros(sight.free.shape, jnp.int32)
        for place, k in enumerate((-3, -2, -1, 1, 2, 3)):
            own, other = (
                neighbours(stones | no_cell, k * column, k * row, True).astype(jnp.int32)
                for stones in (sight.own, sight.other)
            )
            number += (own << (place + 6)) + (other << place)
        found.append(number)
    return found


def flags(sight: Sight) -> Any:
    own, other, mine = sight.own_threats, sight.other_threats, sight.mine_at_last
    number = mine + 2 * jnp.clip(sight.rank - 1, 0, 3)
    below = [(jnp.cumsum(cells, -1) - cells) > 0 for cells in (own & mine, own & ~mine, other & mine, other & ~mine)]
    above = [neighbours(cells, 0, 1, False) for cells in (own, other)]
    for place, cells in enumerate((*below, own, other, *above)):
        number += cells.astype(jnp.int32) << (place + 3)
    return number


def evaluate(network: dict[str, Any], sight: Sight) -> tuple[Any, Any]:
    """For each board the logits of the columns, and its value to the side to move."""
    of = finished(network)
    free = sight.free[..., None]
    upright, across, rising, falling = patterns(sight)
    cells = of["V"][upright] + of["R"][across] + of["D"][rising] + of["E"][falling] + of["F"][flags(sight)]
    cells = jnp.clip(cells, 0, _LARGEST) * free
    padded = jnp.pad(cells, ((0, 0), (1, 1), (1, 1), (0, 0)))
    side = cells.shape[1]
    around = of["kb"] + sum(
        padded[:, k // 3 : k // 3 + side, k % 3 : k % 3 + side] * weights for k, weights in enumerate(of["K"])
    )
    cells = jnp.concatenate([cells, jax.nn.relu(around) * free], -1)

    columns = cells.sum(-2)
    hidden = jax.nn.relu(columns @ of["W1"] + of["b1"]) * sight.free.any(-1)[..., None]
    left = sight.left[..., None] / (side * side)
    whole = jnp.concatenate([columns.sum(-2), hidden.sum(-2), left], -1)
    value = jnp.tanh(jax.nn.relu(whole @ of["W2"] + of["b2"]) @ of["w3"] + of["b3"])

    landing, above = ((cells * where[..., None]).sum(-2) for where in (sight.landing, sight.above))
    moves = jax.nn.relu(landing @ of["A"] + above @ of["B"] + hidden @ of["Q"] + of["bp"]) @ of["wp"]
    return jnp.where(sight.moves, moves, NO_MOVE), value


ERRORS = ("error of the value", "of the policy", "favourite foretold")


def loss(network: dict[str, Any], lessons: Any) -> tuple[Any, Any]:
    """And the errors."""
    logits, value = evaluate(network, see(lessons["board"]))
    policy = jax.nn.softmax(lessons["logits"].astype(jnp.float32), -1)
    of_value = jnp.square(value - lessons["value"].astype(jnp.float32)).mean()
    of_policy = -(policy * jax.nn.log_softmax(logits, -1)).sum(-1).mean()
    foretold = (jnp.argmax(logits, -1) == jnp.argmax(policy, -1)).mean()
    return 2 * of_value + 0.5 * of_policy, jnp.stack([of_value, of_policy, foretold])


def write(network: dict[str, Any], file: Path) -> None:
    parts = {name: np.asarray(part) for name, part in finished(network).items()}
    whole = {"V": np.int8, "R": np.int8, "D": np.int8, "E": np.int8, "F": np.int16}
    arrays = {
        name: np.round(part * _ONE).astype(whole[name]) if name in whole else part.astype(np.float32)
        for name, part in parts.items()
    }
    with file.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)
