"""What a score says about strength: the Elo difference, its 95 % interval, and the likelihood of being stronger.

The observation is a pair: the two games of one opening with the seats swapped, as one number from 0 to 1. Games of a
pair are not independent (a board that favours the first player gives 1 and 0), so variances are those of pairs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Z95", "Standing", "elo_of", "score_of", "standing"]

Z95 = 1.959963984540054
SCALE = 400 / math.log(10)
"""Elo points for one unit of log odds."""


def elo_of(score: float) -> float:
    """The Elo difference for which this score is expected; infinite for 0 and 1.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return SCALE * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that is expected at this Elo difference.

    >>> score_of(0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Standing:
    """What the pairs say about the first player. `low` and `high` bound its Elo difference with 95 % confidence."""

    pairs: int
    score: float
    elo: float
    low: float
    high: float
    superiority: float
    """The likelihood that the first player is the stronger one; above 97.5 % exactly if `low` is above 0."""


def standing(pairs: Sequence[float]) -> Standing:
    """Judges the scores of whole pairs, each from 0 to 1.

    One imagined pair that either player may have won is added for what was not seen. It keeps the interval from
    closing after a few equal results, and hardly counts after many. The difference counts as normally distributed on
    the scale of log odds; interval and likelihood both come from that. `tests/arena/test_elo.py` measures how often the
    interval covers the truth.

    >>> found = standing([0.5, 1.0, 0.5, 0.75] * 25)
    >>> round(found.elo), found.low < 137 < found.high
    (137, True)
    """
    count = len(pairs)
    if not count:
        return Standing(0, 0.5, 0.0, -math.inf, math.inf, 0.5)
    score = sum(pairs) / count
    mean = (sum(pairs) + 0.5) / (count + 1)
    squares = sum((pair - mean) ** 2 for pair in pairs) + (mean**2 + (1 - mean) ** 2) / 2
    deviation = math.sqrt(squares / (count + 1) / (count + 1))
    error = SCALE * deviation / (mean * (1 - mean))
    middle, margin = elo_of(mean), Z95 * error
    return Standing(
        count,
        score,
        elo_of(score),
        -math.inf if score == 0 else middle - margin,
        math.inf if score == 1 else middle + margin,
        (1 + math.erf(middle / error / math.sqrt(2))) / 2,
    )
