"""Which boards an atlas has: every placement of blocked cells, one for all its mirror images and turns."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from plyground.board import is_whole
from plyground.errors import N_, LimitError, RulesError
from plyground.grid import Cell, Rules, Symmetry, rules_of, symmetries
from plyground.solver import check_size

__all__ = ["MOST_BLOCKED", "Placement", "atlas_rules", "placements", "representative", "with_blocked"]

Placement: TypeAlias = tuple[Cell, ...]
"""Blocked cells in order, column by column."""

MOST_BLOCKED = 2
"""With three blocked cells even 7x6 has thousands of boards."""


def atlas_rules(rules: Rules | str) -> Rules:
    """The rules of an atlas: a board that the solver takes, without blocked cells of its own."""
    rules = rules_of(rules)
    if rules.blocked:
        raise RulesError(
            N_("the board {rules} has blocked cells; an atlas blocks the cells itself, so leave them out"), rules=rules
        )
    check_size(rules)
    return rules


def placements(rules: Rules | str, blocked: int) -> list[Placement]:
    """Every placement of up to `blocked` cells, of which one stands for all its images; the empty one first.

    >>> len(placements("7x6", 1)), placements("4x4", 1)[:3]
    (25, [(), ((0, 0),), ((0, 1),)])
    """
    rules = atlas_rules(rules)
    if not is_whole(blocked) or not 1 <= blocked <= MOST_BLOCKED:
        raise LimitError(
            N_("an atlas of {value} blocked cells; it has to be from 1 to {most}"),
            value=repr(blocked),
            most=MOST_BLOCKED,
        )
    cells = [(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    return [
        chosen
        for count in range(min(blocked, len(cells) - 1) + 1)
        for chosen in combinations(cells, count)
        if representative(rules, chosen)[0] == chosen
    ]


def representative(rules: Rules, cells: Iterable[Cell]) -> tuple[Placement, Symmetry]:
    """The smallest image of a placement, and the symmetry that leads to it."""
    images = [(tuple(sorted(symmetry.cell(rules, cell) for cell in cells)), symmetry) for symmetry in symmetries(rules)]
    return min(images, key=lambda image: image[0])


def with_blocked(rules: Rules, cells: Iterable[Cell]) -> Rules:
    """The same board with these cells blocked."""
    return Rules(columns=rules.columns, rows=rules.rows, connect=rules.connect, gravity=rules.gravity, blocked=cells)
