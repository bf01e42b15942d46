"""The settings that alone decide the contents of a data set: the same settings make the same rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.errors import N_, LimitError, NotationError, UnknownNameError, nearest
from plyground.grid import Rules
from plyground.solver import check_size

__all__ = ["PLAYS", "DatasetSettings", "parse_plies"]

PLAYS = ("random", "careful", "mixed")
"""How the games are played that positions are taken from; `positions` explains each way."""

_DRAWING = 1
"""Increased when the same settings would draw other positions: a resume must not mix the two."""

_PLIES = re.compile(r"(\d{1,4})(?:\.\.(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """How many positions of which game, with how many stones (`plies`, both ends included), and how they are drawn.

    >>> DatasetSettings(Rules.parse("cfour"), positions=1000, plies=(8, 30)).json()["plies"]
    '8..30'
    """

    rules: Rules
    positions: int
    plies: tuple[int, int]
    seed: int = 0
    play: str = "mixed"

    def __post_init__(self) -> None:
        check_size(self.rules)
        if self.positions < 1:
            raise LimitError(N_("a data set of {value} positions; it has to be 1 or more"), value=self.positions)
        if not 0 <= self.seed < 1 << 64:
            raise LimitError(N_("the seed is {value}; it has to be from 0 to {most}"), value=self.seed, most=2**64 - 1)
        low, high = self.plies
        # On a full board there is no move to give a value.
        most = self.rules.cells - 1
        if not 0 <= low <= high <= most:
            raise LimitError(
                N_("plies from {low} to {high}; on {rules} they have to rise, within 0 to {most}"),
                low=low,
                high=high,
                rules=self.rules,
                most=most,
            )
        if self.play not in PLAYS:
            near = nearest(self.play, PLAYS)
            raise UnknownNameError(
                N_("games are not drawn as '{name}'; the ways are {known}, the nearest is {near}")
                if near
                else N_("games are not drawn as '{name}'; the ways are {known}"),
                name=self.play,
                known=", ".join(PLAYS),
                near=near,
            )

    def json(self) -> dict[str, Any]:
        return {
            "rules": str(self.rules),
            "positions": self.positions,
            "plies": f"{self.plies[0]}..{self.plies[1]}",
            "seed": self.seed,
            "play": self.play,
            "drawing": _DRAWING,
        }

    def changes(self, before: Mapping[str, Any]) -> str:
        """The differences from the settings in `before`, such as "seed 1 → 2"; empty if there are none."""
        now = self.json()
        return ", ".join(
            f"{name} {before.get(name, '–')} → {value}" for name, value in now.items() if before.get(name) != value
        )


def parse_plies(text: str) -> tuple[int, int]:
    """Reads `8..30`, or one number for both ends.

    >>> parse_plies("8..30"), parse_plies("12")
    ((8, 30), (12, 12))
    """
    found = _PLIES.fullmatch(text)
    if found is None:
        raise NotationError(
            N_("the plies '{text}' cannot be read; write the fewest and the most stones, like 8..30"), text=text
        )
    low = int(found[1])
    return low, low if found[2] is None else int(found[2])
