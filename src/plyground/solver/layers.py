"""Layers: all positions with the same number of stones. Which can arise in play, and the scores of earlier layers.

A layer is an array with an entry for every number of its `PositionIndex`. Scores are those of the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.grid import Rules
from plyground.solver.position_index import Numbers, Words, position_index
from plyground.solver.values import score_at_end

__all__ = ["UNREACHED", "Counts", "Layer", "Scores", "children", "counts", "layers", "scores_from_next", "wins"]

Scores: TypeAlias = NDArray[np.int8]

UNREACHED = -128
"""Stands for a score where no game leads to the position, or where it is won already."""

_AT_ONCE = 1 << 18  # positions worked on at a time, so that a layer of millions fits into memory


@dataclass(frozen=True)
class Layer:
    """The positions with `stones` stones that can arise in play, as numbers of a `PositionIndex`."""

    rules: Rules
    stones: int
    open: NDArray[np.bool_]
    """For each number, whether the position can arise and is not won yet."""
    won: NDArray[np.bool_]
    """For each number, whether the last stone has won."""

    @property
    def numbers(self) -> Numbers:
        return np.flatnonzero(self.open)


@dataclass(frozen=True)
class Counts:
    """How all legal positions of a ply end under best play, for the first player; mirror images are counted."""

    stones: int
    won: int
    drawn: int
    lost: int
    finished: int
    """Positions of finished games; they are also counted as won or lost."""

    @property
    def all(self) -> int:
        return self.won + self.drawn + self.lost


def wins(rules: Rules, stones: Words) -> NDArray[np.bool_]:
    """Is there a run among these stones of one side?"""
    found = np.zeros(stones.shape, bool)
    for plan in rules.layout.run_shifts:
        run = stones
        for shift in plan:
            run = run & run >> np.uint64(shift) if shift < 64 else np.zeros_like(run)
        found |= run != 0
    return found


def children(
    rules: Rules, own: Words, stones: Words
) -> Iterator[tuple[NDArray[np.bool_], Words, Words, NDArray[np.bool_]]]:
    """For each column: the positions where it can be played, their children, and whether the move wins."""
    layout = rules.layout
    blocked = np.uint64(layout.blocked)
    occupied = stones | blocked
    landing = occupied + np.uint64(layout.bottoms) & np.uint64(layout.playable) & ~occupied
    for column in layout.column_masks:
        cell = landing & np.uint64(column)
        can = cell != 0
        moved = own[can] | cell[can]
        yield can, own[can] ^ stones[can], stones[can] | cell[can], wins(rules, moved)


def layers(rules: Rules, deepest: int) -> Iterator[Layer]:
    """Every layer up to `deepest` stones, from the empty board on."""
    layer = Layer(rules, 0, np.ones(1, bool), np.zeros(1, bool))
    yield layer
    for stones in range(1, deepest + 1):
        following = position_index(rules, stones)
        is_open, is_won = np.zeros(following.size, bool), np.zeros(following.size, bool)
        for _, own, all_stones in _pieces(layer):
            for _, other, with_stone, won in children(rules, own, all_stones):
                numbers = following.numbers(other, with_stone)
                is_open[numbers[~won]] = True
                is_won[numbers[won]] = True
        layer = Layer(rules, stones, is_open, is_won)
        yield layer


def scores_from_next(layer: Layer, following: Scores) -> Scores:
    """The scores of a layer, from the scores of the next one."""
    rules = layer.rules
    index = position_index(rules, layer.stones)
    scores = np.full(index.size, UNREACHED, np.int8)
    for numbers, own, stones in _pieces(layer):
        scores[numbers] = best_of_children(rules, own, stones, layer.stones, following)
    return scores


def best_of_children(rules: Rules, own: Words, stones: Words, count: int, following: Scores) -> Scores:
    # A full board is a draw; any other position has a child, so its score is above the start value.
    full = count == rules.cells
    best = np.full(len(own), 0 if full else UNREACHED, np.int8)
    if full:
        return best
    index = position_index(rules, count + 1)
    for can, other, with_stone, won in children(rules, own, stones):
        value = -following[index.numbers(other, with_stone)]
        value[won] = score_at_end(rules.cells, count + 1)
        best[can] = np.maximum(best[can], value)
    return best


def counts(layer: Layer, scores: Scores) -> Counts:
    index = position_index(layer.rules, layer.stones)
    numbers = layer.numbers
    weights = index.weights(numbers)
    found = scores[numbers]
    finished = int(index.weights(np.flatnonzero(layer.won)).sum())
    better, worse = int(weights[found > 0].sum()), int(weights[found < 0].sum())
    if layer.stones % 2:  # the second player moves, so the first has won the finished games
        better, worse = worse + finished, better
    else:
        worse += finished
    return Counts(layer.stones, better, int(weights[found == 0].sum()), worse, finished)


def _pieces(layer: Layer) -> Iterator[tuple[Numbers, Words, Words]]:
    index = position_index(layer.rules, layer.stones)
    numbers = layer.numbers
    for start in range(0, len(numbers), _AT_ONCE):
        piece = numbers[start : start + _AT_ONCE]
        own, stones = index.positions(piece)
        yield piece, own, stones
