"""Ratings of a pool of players: Elo by Bradley and Terry's model over all games at once, with 95 % intervals.

The expected score of a player against another is 1 / (1 + 10^(-d/400)), where d is the difference of the ratings, plus
`advantage` for the first move. A draw is half a win; how often players draw is not modelled. So this is a
quasi-likelihood, and the intervals come from how much the scores of pairs really scatter ("sandwich" covariance, with a
pair as one observation): they hold for any share of draws, although the two games of a pair depend on each other.

A player who won or lost all games has no finite rating from these games alone. So every player also gets one imagined
draw against the middle of the pool, which hardly counts among many games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plyground.arena.elo import SCALE, Z95
from plyground.arena.result_text import ratings_html, ratings_summary, unmet_groups
from plyground.arena.values import number as checked_number
from plyground.arena.values import unknown_anchor
from plyground.board import Outcome
from plyground.errors import N_, InputError

__all__ = ["Rating", "Ratings", "Result", "rate", "result_of"]

_IMAGINED = 1.0
"""Imagined draws of each player. `tests/arena/test_ratings.py` tunes it: 95 % of the intervals cover the truth."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that counts: the first and the second player, the points of the first, and the pair of the game.

    A game that was lost by `forfeit` counts for the ratings, but says nothing about the first move.
    """

    first: str
    second: str
    score: float
    pair: str | None = None
    forfeit: bool = False


def result_of(id: str, players: tuple[str, str], outcome: Outcome, forfeit: bool = False) -> Result:
    """The result of a game in the arena, whose id ends in `a` or `b` within its pair."""
    winner = outcome.winner
    score = 0.5 if winner is None else 1.0 - winner.value
    return Result(*players, score, id[:-1] if id.endswith(("a", "b")) else id, forfeit)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating; with 95 % confidence it lies from `low` to `high`."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """All ratings, best first; they print as a table.

    `groups` has more than one group if no games connect some players, even through others: then ratings of different
    groups cannot be compared.
    """

    players: tuple[Rating, ...]
    advantage: float
    """The advantage of the first move, in Elo."""
    groups: tuple[tuple[str, ...], ...]
    anchor: str | None = None
    forfeits: int = 0
    """The number of games that were lost by forfeit."""

    @property
    def games(self) -> int:
        return sum(rating.games for rating in self.players) // 2

    @property
    def is_connected(self) -> bool:
        return len(self.groups) <= 1

    def __str__(self) -> str:
        return "\n".join([*ratings_summary(self), *unmet_groups(self)])

    def _repr_html_(self) -> str:
        return ratings_html(self)


def rate(
    results: Iterable[Result],
    *,
    players: Sequence[str] = (),
    anchor: str | None = None,
    anchor_elo: float = 0.0,
) -> Ratings:
    """Rates everybody in `results` and `players`.

    The rating of the player `anchor`, or else the mean of all ratings, is `anchor_elo`.

    >>> games = [Result("a", "b", 1.0), Result("b", "a", 0.5), Result("a", "b", 1.0), Result("b", "a", 0.0)]
    >>> best = rate(games).players[0]
    >>> best.name, best.low < best.elo < best.high
    ('a', True)
    """
    anchor_elo = checked_number("anchor_elo", anchor_elo)
    played = list(results)
    names = list(dict.fromkeys([*players, *(name for result in played for name in (result.first, result.second))]))
    if not names:
        raise InputError(N_("there are no players to rate"))
    if anchor is not None and anchor not in names:
        raise unknown_anchor(anchor, names)
    number = {name: place for place, name in enumerate(names)}
    first = np.array([number[result.first] for result in played], int)
    second = np.array([number[result.second] for result in played], int)
    score = np.array([result.score for result in played], float)
    pairs: dict[object, int] = {}
    cluster = np.array([pairs.setdefault(r.pair or k, len(pairs)) for k, r in enumerate(played)], int)
    forfeits = np.array([result.forfeit for result in played], bool)
    theta, covariance = fit(first, second, score, cluster, len(names), forfeits)
    count = len(names)
    place = None if anchor is None else number[anchor]
    # The zero point of the ratings: the mean of the pool, or the anchor.
    shift = np.full((count, count), 1 / count) if place is None else np.eye(count)[[place] * count]
    turn = np.eye(count) - shift
    elo = SCALE * turn @ theta[:count] + anchor_elo
    margin = Z95 * SCALE * np.sqrt(np.maximum(np.diag(turn @ covariance[:count, :count] @ turn.T), 0))
    games = np.bincount(first, minlength=count) + np.bincount(second, minlength=count)
    won = np.bincount(first, score, count) + np.bincount(second, 1 - score, count)
    rated = [
        Rating(
            name,
            float(elo[k]),
            float(elo[k] - margin[k]) if games[k] or k == place else -math.inf,
            float(elo[k] + margin[k]) if games[k] or k == place else math.inf,
            int(games[k]),
            float(won[k] / games[k]) if games[k] else 0.5,
        )
        for k, name in enumerate(names)
    ]
    rated.sort(key=lambda rating: -rating.elo)
    return Ratings(
        tuple(rated), float(SCALE * theta[count]), _groups(names, first, second), anchor, int(forfeits.sum())
    )


def fit(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    score: NDArray[np.float64],
    cluster: NDArray[np.int64],
    count: int,
    forfeits: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The ratings and, last, the advantage of the first move, in log odds; and their covariance."""
    # A game's row: +1 for the first player, -1 for the second, +1 for the first move unless it was a forfeit.
    games = np.arange(len(first))
    design = np.zeros((len(first) + count + 1, count + 1))
    design[games, first] += 1
    design[games, second] -= 1
    design[games, count] = 1 if forfeits is None else ~forfeits
    design[len(first) :] = np.eye(count + 1)
    weight = np.ones(len(design))
    weight[len(first) :] = _IMAGINED
    target = np.concatenate([score, np.full(count + 1, 0.5)])
    theta = np.zeros(count + 1)
    for _step in range(100):
        expected = 1 / (1 + np.exp(-design @ theta))
        information = design.T @ (design * (weight * expected * (1 - expected))[:, None])
        change = np.linalg.solve(information, design.T @ (weight * (target - expected)))
        theta += np.clip(change, -2, 2)
        if np.abs(change).max() < 1e-9:
            break
    expected = 1 / (1 + np.exp(-design @ theta))
    spread = weight * expected * (1 - expected)
    inverse = np.linalg.inv(design.T @ (design * spread[:, None]))
    # The imagined draws are not observations, but stand for unseen games, so they scatter as random results would.
    clusters = np.concatenate([cluster, cluster.max(initial=-1) + 1 + np.arange(count + 1)])
    surprise = np.concatenate([score - expected[: len(first)], np.full(count + 1, 0.5)])
    moments = np.zeros((int(clusters.max()) + 1, count + 1))
    np.add.at(moments, clusters, design * (weight * surprise)[:, None])
    # Residuals are smaller than errors, since the ratings were fitted to them: correct for degrees of freedom.
    observed = len(moments) - (count + 1)
    correction = len(moments) / max(1, observed)
    return theta, correction * inverse @ (moments.T @ moments) @ inverse


def _groups(names: Sequence[str], first: NDArray[np.int64], second: NDArray[np.int64]) -> tuple[tuple[str, ...], ...]:
    """Groups of players that games connect, directly or through others; the largest group first."""
    group = list(range(len(names)))

    def root(player: int) -> int:
        while group[player] != player:
            group[player] = group[group[player]]
            player = group[player]
        return player

    for one, other in set(zip(first.tolist(), second.tolist(), strict=True)):
        group[root(one)] = root(other)
    parts: dict[int, list[str]] = {}
    for place, name in enumerate(names):
        parts.setdefault(root(place), []).append(name)
    return tuple(sorted((tuple(part) for part in parts.values()), key=lambda part: -len(part)))
