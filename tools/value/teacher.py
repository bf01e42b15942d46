"""The teacher: a residual network that says what a position is worth and which moves look good."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from tools.value.boards import NO_CELL, Sight

NO_MOVE = -1e9
"""The logit of a column that is no move."""
_PLANES = 10
_HEAD = 32


def new_teacher(key: Any, channels: int, blocks: int) -> Any:
    keys = iter(jax.random.split(key, 8 + 3 * blocks))

    def kernel(size: int, inputs: int, outputs: int) -> Any:
        spread = math.sqrt(2 / (size * size * inputs))
        return jax.random.normal(next(keys), (size, size, inputs, outputs)) * spread

    def matrix(inputs: int, outputs: int) -> Any:
        return kernel(1, inputs, outputs)[0, 0]

    return {
        "first": kernel(3, _PLANES, channels),
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
        "policy": kernel(1, channels, _HEAD),
        "policy_hidden": matrix(3 * _HEAD, _HEAD),
        "policy_bias": jnp.zeros(_HEAD),
        "policy_out": matrix(_HEAD, 1) * 0.1,
        "value": kernel(1, channels, _HEAD),
        "value_hidden": matrix(2 * _HEAD, 64),
        "value_bias": jnp.zeros(64),
        "value_out": matrix(64, 1) * 0.1,
    }


def convolve(maps: Any, kernel: Any) -> Any:
    return jax.lax.conv_general_dilated(maps, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pooled(maps: Any) -> Any:
    return jnp.concatenate([maps.mean((1, 2)), maps.max((1, 2))], -1)


def judge(teacher: Any, board: Any, sight: Sight) -> tuple[Any, Any]:
    """For each board the logits of the columns, and its value to the side to move."""
    teacher = jax.tree.map(lambda part: part.astype(jnp.bfloat16), teacher)
    planes = (
        *(sight.own, sight.other, sight.free, sight.landing, sight.above),
        *(sight.own_threats, sight.other_threats, sight.mine_at_last),
        *(board == NO_CELL, jnp.ones_like(sight.free)),
    )
    maps = convolve(jnp.stack(planes, -1).astype(jnp.bfloat16), teacher["first"])
    for block in teacher["blocks"]:
        inner = jax.nn.relu(convolve(jax.nn.relu(maps), block["first"]) + block["first_bias"])
        inner = inner + (pooled(inner) @ block["pooled"])[:, None, None, :]
        maps = maps + convolve(inner, block["second"]) + block["second_bias"]
    maps = jax.nn.relu(maps)

    moves = jax.nn.relu(convolve(maps, teacher["policy"]))
    landing = (moves * sight.landing[..., None]).sum(-2)
    above = (moves * sight.above[..., None]).sum(-2)
    whole = jnp.broadcast_to(moves.mean((1, 2))[:, None], landing.shape)
    moves = jnp.concatenate([landing, above, whole], -1)
    moves = jax.nn.relu(moves @ teacher["policy_hidden"] + teacher["policy_bias"]) @ teacher["policy_out"]
    logits = jnp.where(sight.moves, moves[..., 0].astype(jnp.float32), NO_MOVE)

    value = pooled(jax.nn.relu(convolve(maps, teacher["value"])))
    value = jax.nn.relu(value @ teacher["value_hidden"] + teacher["value_bias"]) @ teacher["value_out"]
    return logits, jnp.tanh(value[..., 0].astype(jnp.float32))
