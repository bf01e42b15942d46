"""Exercises: generated from a seed, marked by the searches themselves."""

from __future__ import annotations

from typing import Any

from plyground.errors import N_, UnknownNameError, nearest
from plyground.learn.exercises.bandits import UCBChoice
from plyground.learn.exercises.cuts import AlphaBetaCuts
from plyground.learn.exercises.exercise import Exercise, Marking, SideNames, Slip
from plyground.learn.exercises.lines import OpenLinesCount
from plyground.learn.exercises.values import MinimaxValue

__all__ = ["EXERCISES", "Exercise", "Marking", "SideNames", "Slip", "exercise"]

EXERCISES = {
    "open-lines": N_("Count the open lines"),
    "minimax-value": N_("The value of a node"),
    "alphabeta-cuts": N_("What alpha-beta skips"),
    "ucb-choice": N_("Which move UCB1 chooses"),
}
"""The kinds of exercises and what they are called; `texts._` translates it."""

_CLASSES: dict[str, type[Exercise[Any]]] = {
    each.kind: each
    for each in (
        OpenLinesCount,
        MinimaxValue,
        AlphaBetaCuts,
        UCBChoice,
    )
}


def exercise(kind: str, seed: int = 0, difficulty: int = 1, *, names: SideNames | None = None) -> Exercise[Any]:
    """The exercise of this kind that the seed gives; difficulty 1 to 3 changes its size.

    `names` are what the sides are called on boards with stones: x and o if they are not given.

    >>> one = exercise("alphabeta-cuts", seed=3)
    >>> one.check(one.solution).is_right
    True
    """
    if kind not in _CLASSES:
        near = nearest(str(kind), EXERCISES)
        raise UnknownNameError(
            N_("there is no exercise '{name}'; did you mean {nearest}? Known are {known}")
            if near
            else N_("there is no exercise '{name}'; known are {known}"),
            name=str(kind),
            nearest=near,
            known=", ".join(EXERCISES),
        )
    return _CLASSES[kind](seed, difficulty, names)
