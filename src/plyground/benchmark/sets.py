"""The sets of positions: those that are shipped, each made by the command on its card, and the user's own.

A shipped set never changes; better positions would be a new set with the next number in its name.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from plyground.dataset import Card, SolvedPosition, read_dataset
from plyground.errors import N_, InputError, UnknownNameError, nearest
from plyground.grid import Rules

__all__ = ["SETS", "BenchmarkSet", "benchmark_set"]

SETS = ("cfour-v1", "blocked-v1", "tictactoe-v1")
"""The shipped sets; a score is one on the first, unless another is named."""

_FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class BenchmarkSet:
    """Positions of one game, with the exact score of every move. Any first part of them is a fair sample."""

    name: str
    rules: Rules
    card: Card
    positions: tuple[SolvedPosition, ...]


def benchmark_set(which: str | os.PathLike[str] = SETS[0]) -> BenchmarkSet:
    """A shipped set by its name, or a file that `plyground dataset … --out FILE.tsv` made.

    >>> chosen = benchmark_set("tictactoe-v1")
    >>> chosen.rules, len(chosen.positions) > 100
    (Rules('3x3 connect=3 gravity=no'), True)
    """
    if not isinstance(which, str | os.PathLike):
        raise InputError(N_("the set of positions is {value}; it has to be a name or a file"), value=repr(which))
    if which in SETS:
        return _shipped(str(which))
    if Path(which).suffix == ".tsv":
        return _read(Path(which))
    near = nearest(str(which), SETS)
    raise UnknownNameError(
        N_("there is no set of positions '{name}'; did you mean {near}? There are {known}, or name a file .tsv")
        if near
        else N_("there is no set of positions '{name}'; there are {known}, or name a file .tsv"),
        name=which,
        near=near,
        known=", ".join(SETS),
    )


@lru_cache(maxsize=len(SETS))
def _shipped(name: str) -> BenchmarkSet:
    return _read(_FOLDER / f"{name}.tsv")


def _read(path: Path) -> BenchmarkSet:
    card, positions = read_dataset(path)
    return BenchmarkSet(card.name, Rules.parse(card.settings["rules"]), card, tuple(positions))
