"""How the kernels get to know the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.grid import Rules

if TYPE_CHECKING:
    from plyground.kernels.exact import Setup

__all__ = ["setup_of"]


def setup_of(rules: Rules) -> Setup:
    """The kernels' description of `rules`.

    A `connect` that no line of the board can hold is cut to one more than the longest line, as the layout does:
    kernels do work for every stone of it.
    """
    from plyground.kernels import exact

    layout = rules.layout
    return exact.Setup(rules.columns, rules.rows, layout.connect, blocked=layout.blocked, gravity=rules.gravity)
