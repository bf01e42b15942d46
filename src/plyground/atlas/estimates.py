"""How long an atlas will take, before any of it is made.

The nodes of a board with gravity and four in a row grow with its width, its height and their product. The numbers
below fit the logarithm of the mean nodes of the shipped atlases (`tools/atlas.py` fits them again); beyond
them they are a guess, good to a factor of a few.
"""

from __future__ import annotations

import math

from plyground.atlas.placements import atlas_rules, placements
from plyground.grid import Rules

__all__ = ["ASK_FROM", "expected_nodes", "expected_seconds"]

ASK_FROM = 12 * 3600.0
"""Seconds from which somebody should be asked first."""

_CONSTANT, _BY_COLUMN, _BY_ROW, _BY_CELL = -1.6038, 0.9246, 0.1905, 0.3167
_NODES_PER_SECOND = 5e6
"""Of one core of two that work: 3 to 6 million on the machines that made the shipped atlases."""


def expected_nodes(rules: Rules | str) -> float | None:
    """The nodes of one board of this size, about; None for games of which nothing is known."""
    rules = atlas_rules(rules)
    if not rules.gravity or rules.connect != 4:
        return None
    power = _CONSTANT + _BY_COLUMN * rules.columns + _BY_ROW * rules.rows + _BY_CELL * rules.columns * rules.rows
    return math.exp(max(0.0, power))


def expected_seconds(rules: Rules | str, blocked: int, workers: int, done: int = 0) -> float | None:
    """What the boards of an atlas will take that are not among the `done` ones, about; None if nothing is known."""
    nodes = expected_nodes(rules)
    if nodes is None:
        return None
    return nodes / _NODES_PER_SECOND * max(0, len(placements(rules, blocked)) - done) / workers
