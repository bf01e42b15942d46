"""How the kernels get to know the rules, and how the one for them is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.grid import Rules

if TYPE_CHECKING:
    from plyground.kernels.exact import Setup

__all__ = ["get_ready", "setup_of"]

_ready: set[tuple[bool, bool]] = set()
"""The kinds of boards whose kernel is loaded: with gravity or not, wide or not."""


def setup_of(rules: Rules) -> Setup:
    """The kernels' description of `rules`.

    A `connect` that no line of the board can hold is cut to one more than the longest line, as the layout does:
    kernels do work for every stone of it.
    """
    from plyground.kernels import exact

    layout = rules.layout
    return exact.Setup(rules.columns, rules.rows, layout.connect, blocked=layout.blocked, gravity=rules.gravity)


def get_ready(setup: Setup) -> None:
    """Loads or compiles the kernel of `setup`, so that the next call runs at once."""
    from plyground.kernels import exact

    kind = setup.gravity, setup.wide
    if kind not in _ready:
        exact.solve_positions(setup, exact.Table(setup, 0.01), exact.new_questions(1), node_limit=1)
        _ready.add(kind)
