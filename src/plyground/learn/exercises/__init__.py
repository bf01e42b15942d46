"""Exercises: generated from a seed, marked by the searches themselves."""

from __future__ import annotations

from typing import Any

from plyground.errors import N_, UnknownNameError, nearest
from plyground.learn.exercises.bandits import UCBBound, UCBChoice
from plyground.learn.exercises.bugs import FindTheBug
from plyground.learn.exercises.counts import NodeCount, TableHits
from plyground.learn.exercises.cuts import AlphaBetaCuts
from plyground.learn.exercises.depths import DepthChange
from plyground.learn.exercises.endings import ReadSolver, WhoWins, ZugzwangParity
from plyground.learn.exercises.evaluators import BeatEvaluator
from plyground.learn.exercises.lines import FinishedValue, OpenLinesCount
from plyground.learn.exercises.marking import Exercise, Marking, SideNames, Slip
from plyground.learn.exercises.orders import BestOrder, LeafOrder
from plyground.learn.exercises.pictures import figure_text
from plyground.learn.exercises.playouts import BackedUpSum, MonteCarloTrap, PlayoutMean
from plyground.learn.exercises.values import MinimaxValue
from plyground.learn.exercises.windows import AlphaAtNode, BetaAtNode

__all__ = ["EXERCISES", "Exercise", "Marking", "SideNames", "Slip", "exercise", "figure_text"]

EXERCISES = {
    "open-lines": N_("Count the open lines"),
    "finished-value": N_("The value of a finished game"),
    "minimax-value": N_("The value of a node"),
    "depth-change": N_("When the choice changes"),
    "beat-evaluator": N_("Beat the evaluator"),
    "alpha-at-node": N_("Alpha at a node"),
    "beta-at-node": N_("Beta at a node"),
    "alphabeta-cuts": N_("What alpha-beta skips"),
    "node-count": N_("Count the nodes"),
    "leaf-order": N_("The order of the leaves"),
    "best-order": N_("The order that cuts most"),
    "table-hits": N_("When the table answers"),
    "playout-mean": N_("The mean of random games"),
    "ucb-bound": N_("The bound of a move"),
    "ucb-choice": N_("Which move UCB1 chooses"),
    "backup": N_("What the backup writes"),
    "mcts-trap": N_("Refute Monte Carlo"),
    "who-wins": N_("Who wins this ending"),
    "zugzwang-parity": N_("Who runs out of moves"),
    "read-solver": N_("Read the solver's scores"),
    "find-the-bug": N_("Find the bug"),
}
"""The kinds of exercises and what they are called; `texts._` translates it."""

_CLASSES: dict[str, type[Exercise[Any]]] = {
    each.kind: each
    for each in (
        AlphaAtNode,
        AlphaBetaCuts,
        BackedUpSum,
        BeatEvaluator,
        BestOrder,
        BetaAtNode,
        DepthChange,
        FindTheBug,
        FinishedValue,
        LeafOrder,
        MinimaxValue,
        MonteCarloTrap,
        NodeCount,
        OpenLinesCount,
        PlayoutMean,
        ReadSolver,
        TableHits,
        UCBBound,
        UCBChoice,
        WhoWins,
        ZugzwangParity,
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
