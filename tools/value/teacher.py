"""The teacher: a residual network that says what a position is worth and which moves look good.

What it sees of a board, and how it tells moves apart, is the game's: see `gravity` and `no_gravity`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

NO_MOVE = -1e9
"""The logit of what is no move."""
HEAD = 32


def new_teacher(key: Any, planes: int, channels: int, blocks: int, moves: dict[str, tuple[int, int]]) -> Any:
    """`moves`: the matrices by which the game tells moves apart, with the number of their inputs and outputs."""
    keys = iter(jax.random.split(key, 8 + 3 * blocks))

    def kernel(size: int, inputs: int, outputs: int) -> Any:
        spread = math.sqrt(2 / (size * size * inputs))
        return jax.random.normal(next(keys), (size, size, inputs, outputs)) * spread

    def matrix(inputs: int, outputs: int) -> Any:
        return kernel(1, inputs, outputs)[0, 0]

    return {
        "first": kernel(3, planes, channels),
        "blocks": [
            {
                "first": kernel(3, channels, channels),
                "first_bias": jnp.zeros(channels),
                "pooled": matrix(2 * channels, channels) * 0.1,
                "second": kernel(3, channels, channels) * 0.1,
                "second_bias": jnp.zeros(channels),
            }
            for _ in range(blocks)
        ],
        "policy": kernel(1, channels, HEAD),
        "policy_bias": jnp.zeros(HEAD),
        "policy_out": matrix(HEAD, 1) * 0.1,
        "value": kernel(1, channels, HEAD),
        "value_hidden": matrix(2 * HEAD, 64),
        "value_bias": jnp.zeros(64),
        "value_out": matrix(64, 1) * 0.1,
        **{name: matrix(*shape) for name, shape in moves.items()},
    }


def convolve(maps: Any, kernel: Any) -> Any:
    return jax.lax.conv_general_dilated(maps, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pooled(maps: Any) -> Any:
    return jnp.concatenate([maps.mean((1, 2)), maps.max((1, 2))], -1)


def look(teacher: Any, planes: tuple[Any, ...], weigh_moves: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """What `weigh_moves` makes of the teacher and its maps for moves, and the value to the side to move."""
    teacher = jax.tree.map(lambda part: part.astype(jnp.bfloat16), teacher)
    maps = convolve(jnp.stack(planes, -1).astype(jnp.bfloat16), teacher["first"])
    for block in teacher["blocks"]:
        inner = jax.nn.relu(convolve(jax.nn.relu(maps), block["first"]) + block["first_bias"])
        inner = inner + (pooled(inner) @ block["pooled"])[:, None, None, :]
        maps = maps + convolve(inner, block["second"]) + block["second_bias"]
    maps = jax.nn.relu(maps)
    moves = weigh_moves(teacher, jax.nn.relu(convolve(maps, teacher["policy"])))
    value = pooled(jax.nn.relu(convolve(maps, teacher["value"])))
    value = jax.nn.relu(value @ teacher["value_hidden"] + teacher["value_bias"]) @ teacher["value_out"]
    return moves, jnp.tanh(value[..., 0].astype(jnp.float32))


def save(teacher: Any, file: Path) -> None:
    """With half of the digits, which are enough to go on from."""
    parts = jax.tree_util.tree_leaves_with_path(teacher)
    arrays = {jax.tree_util.keystr(path): np.asarray(part, np.float16) for path, part in parts}
    with file.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)


def read(file: Path, like: Any) -> Any:
    """The teacher in a file; `like` is a new one of the same size."""
    with np.load(file) as arrays:

        def part(path: Any, new: Any) -> Any:
            found = arrays[jax.tree_util.keystr(path)]
            assert found.shape == new.shape, f"{file} is a teacher of another size"
            return jnp.asarray(found, jnp.float32)

        return jax.tree_util.tree_map_with_path(part, like)
