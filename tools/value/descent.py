"""Adam, as in Kingma and Ba, with the length of a step's gradient held at 1."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


def start(weights: Any) -> Any:
    return {"mean": _zeros(weights), "square": _zeros(weights), "steps": jnp.zeros(())}


def _zeros(weights: Any) -> Any:
    return jax.tree.map(jnp.zeros_like, weights)


def descend(weights: Any, slope: Any, state: Any, rate: Any, decay: float = 0.0) -> tuple[Any, Any]:
    """The weights and the state after a step."""
    steps = state["steps"] + 1
    length = jnp.sqrt(sum(jnp.square(part).sum() for part in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda part: part / jnp.maximum(1.0, length), slope)
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, state["mean"], slope)
    square = jax.tree.map(lambda old, new: 0.99 * old + 0.01 * new * new, state["square"], slope)

    def moved(weight: Any, mean: Any, square: Any) -> Any:
        step = (mean / (1 - 0.9**steps)) / (jnp.sqrt(square / (1 - 0.99**steps)) + 1e-8)
        return weight - rate * (step + decay * weight)

    weights = jax.tree.map(moved, weights, mean, square)
    return weights, {"mean": mean, "square": square, "steps": steps}
