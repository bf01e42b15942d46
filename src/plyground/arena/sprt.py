"""The sequential test: do the games show yet that a player is stronger by a given margin, or that it is not?

This is the generalised sequential probability ratio test on the scores of pairs (0, 1/4, 1/2, 3/4, 1). It assumes no
distribution of the scores: a hypothesis only fixes the mean, and the likeliest distribution with that mean is taken,

    p(x) = q(x) / (1 + t (x - mean)),    with q the observed shares, and t such that the mean is right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.arena.elo import score_of
from plyground.arena.values import number
from plyground.errors import N_, InputError

__all__ = ["SPRT", "Verdict", "log_likelihood_ratio"]

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
_BEYOND = 0.583  # in standard deviations of a step: Siegmund's -zeta(1/2) / sqrt(2 pi)
_UNSEEN = 1e-3  # pairs added to each score, so that unseen scores stay possible


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of the test: `accepted` is the accepted hypothesis, 0 or 1, or None while the test has to go on."""

    llr: float
    lower: float
    upper: float
    accepted: int | None


@dataclass(frozen=True, slots=True)
class SPRT:
    """Two Elo differences to distinguish, and how often the test may be wrong about each.

    >>> test = SPRT(elo0=0, elo1=30)
    >>> test.judge([0.5, 1.0] * 100).accepted
    1
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often `elo1` may be accepted although `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` may be accepted although `elo1` is true."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            number(name, getattr(self, name))
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
        """Reads `elo0=0 elo1=30`, optionally with `alpha` and `beta`, which are 0.05 by default."""
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
        """Wald's bounds: the log likelihood ratios at which the test decides."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def judge(self, pairs: Sequence[float]) -> Verdict:
        """Judges `pairs`, in the order of the schedule: counting quick games first would bias the test."""
        lower, upper = self.bounds
        if not pairs:
            return Verdict(0.0, lower, upper, None)
        counts = np.bincount(np.rint(np.asarray(pairs, float) * 4).astype(int), minlength=5)
        llr, beyond = (float(number) for number in log_likelihood_ratio(counts, self))
        lower, upper = lower + beyond, upper - beyond
        return Verdict(llr, lower, upper, 1 if llr >= upper else 0 if llr <= lower else None)


def log_likelihood_ratio(counts: NDArray[Any], test: SPRT) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The log likelihood ratio of elo1 against elo0 for these counts of the five scores (last axis), and how far, on
    average, it is beyond a bound when it crosses one.

    Wald's bounds are exact for a ratio that moves in tiny steps. A pair is a larger step, and a walk with steps of
    deviation s ends 0.583 s beyond a bound (Siegmund). Bounds that are nearer by that much keep the promised errors.
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
    """The `t` of the likeliest distribution with this mean, by bisection: the sum below decreases with t."""
    distance = SCORES - mean
    low = np.full((*shares.shape[:-1], 1), -1 / (1 - mean))
    high = np.full_like(low, 1 / mean)
    for _half in range(45):
        middle = (low + high) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            too_low = (shares * distance / (1 + middle * distance)).sum(axis=-1, keepdims=True) > 0
        low, high = np.where(too_low, middle, low), np.where(too_low, high, middle)
    return (low + high) / 2
