"""The sequential test: has it been shown yet that a player is stronger by so much, or that it is not?

The generalised sequential probability ratio test on the scores of pairs (0, 1/4, 1/2, 3/4, 1). What distribution the
scores have is not assumed: for each hypothesis, which only fixes the mean, the likeliest one is taken. It is

    p(x) = q(x) / (1 + t (x - mean)),    q: the shares seen, t such that the mean is right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.arena.elo import score_of
from plyground.errors import N_, InputError

__all__ = ["SPRT", "Verdict", "log_likelihood_ratio"]

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
_BEYOND = 0.583  # of a step's deviation: Siegmund's -zeta(1/2) / sqrt(2 pi)
_UNSEEN = 1e-3  # pairs added to each score, so that what was not seen stays possible


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where the test stands: `accepted` is None as long as it has to go on, else the hypothesis, 0 or 1."""

    llr: float
    lower: float
    upper: float
    accepted: int | None


@dataclass(frozen=True, slots=True)
class SPRT:
    """Elo differences to tell apart, and how often each may be missed.

    >>> test = SPRT(elo0=0, elo1=30)
    >>> test.judge([0.5, 1.0] * 100).accepted
    1
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often `elo1` may be accepted where `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` may be accepted where `elo1` is true."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise InputError(
                N_("a test of elo0={elo0} against elo1={elo1}; elo1 has to be the larger one"),
                elo0=self.elo0,
                elo1=self.elo1,
            )
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise InputError(
                    N_("{name} is {value}; a share of errors has to be above 0 and below 0.5"), name=name, value=share
                )

    @classmethod
    def parse(cls, text: str) -> SPRT:
        """From `elo0=0 elo1=30`, with `alpha` and `beta` if they should not be 0.05."""
        values: dict[str, float] = {}
        for word in text.replace(",", " ").split():
            name, _equals, value = word.partition("=")
            try:
                if name not in cls.__slots__ or name in values:
                    raise ValueError(name)
                values[name] = float(value)
            except ValueError:
                raise InputError(
                    N_("'{word}' in the test '{text}' is not right; write it as in elo0=0 elo1=30 alpha=0.05"),
                    word=word,
                    text=text,
                ) from None
        if missing := [name for name in ("elo0", "elo1") if name not in values]:
            raise InputError(
                N_("the test '{text}' lacks {name}; write it as in elo0=0 elo1=30"), text=text, name=missing[0]
            )
        return cls(**values)

    def __str__(self) -> str:
        rest = "" if self.alpha == self.beta == 0.05 else f" alpha={self.alpha:g} beta={self.beta:g}"
        return f"elo0={self.elo0:g} elo1={self.elo1:g}{rest}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: the log likelihood ratios that decide."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def judge(self, pairs: Sequence[float]) -> Verdict:
        """`pairs` in the order in which they were scheduled: quick games must not be counted before slow ones."""
        lower, upper = self.bounds
        if not pairs:
            return Verdict(0.0, lower, upper, None)
        counts = np.bincount(np.rint(np.asarray(pairs, float) * 4).astype(int), minlength=5)
        llr, beyond = (float(number) for number in log_likelihood_ratio(counts, self))
        lower, upper = lower + beyond, upper - beyond
        return Verdict(llr, lower, upper, 1 if llr >= upper else 0 if llr <= lower else None)


def log_likelihood_ratio(counts: NDArray[Any], test: SPRT) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much likelier pairs with these counts of the five scores (last axis) are under elo1 than under elo0, as a
    logarithm; and how far, on the average, it will be beyond a bound when it crosses one.

    Wald's bounds are right for a ratio that moves in tiny steps. A pair is a step of some size, and a walk with steps
    of deviation s ends 0.583 s beyond a bound (Siegmund): bounds that are nearer by that keep the promised errors.
    """
    seen = np.asarray(counts, float) + _UNSEEN
    total = seen.sum(axis=-1, keepdims=True)
    shares = seen / total
    logs = [np.log1p(_tilt(shares, mean) * (SCORES - mean)) for mean in (score_of(test.elo0), score_of(test.elo1))]
    step = logs[0] - logs[1]
    mean = (shares * step).sum(axis=-1)
    deviation = np.sqrt(np.maximum((shares * step**2).sum(axis=-1) - mean**2, 0))
    return mean * total[..., 0], _BEYOND * deviation


def _tilt(shares: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """The `t` of the likeliest distribution with this mean, by halving: the sum below falls with t."""
    distance = SCORES - mean
    low = np.full((*shares.shape[:-1], 1), -1 / (1 - mean))
    high = np.full_like(low, 1 / mean)
    for _half in range(45):
        middle = (low + high) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            too_low = (shares * distance / (1 + middle * distance)).sum(axis=-1, keepdims=True) > 0
        low, high = np.where(too_low, middle, low), np.where(too_low, high, middle)
    return (low + high) / 2
