"""The sequential test: right by its definition, wrong as rarely as it says, and always at an end."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from plyground.arena.elo import score_of
from plyground.arena.sprt import SCORES, SPRT, log_likelihood_ratio
from plyground.errors import InputError

LONGEST = 20_000  # pairs that no test should need


def pairs_of(elo: float, draws: float, luck: float, advantage: float = 60.0) -> np.ndarray:
    """The chances of the five scores of a pair, for a player stronger by `elo`.

    The first move is worth something, games are drawn with a chance, and with the chance `luck` both games of a pair
    go the way of the opening: the same seat wins both.
    """
    seats = []
    for sign in (1, -1):
        score = score_of(elo + sign * advantage)
        drawn = draws * 2 * min(score, 1 - score)
        seats.append(np.array([1 - score - drawn / 2, drawn, score - drawn / 2]))
    found = np.zeros(5)
    for (a, pa), (b, pb) in itertools.product(enumerate(seats[0]), enumerate(seats[1])):
        found[a + b] += (1 - luck) * pa * pb
    found[2] += luck
    # What the test is about is the mean; luck and the first move moved it a little.
    return with_mean(found, score_of(elo))


def with_mean(shares: np.ndarray, mean: float) -> np.ndarray:
    """The nearest distribution with this mean (exponential tilting)."""
    low, high = -50.0, 50.0
    for _half in range(200):
        middle = (low + high) / 2
        tilted = shares * np.exp(middle * SCORES)
        tilted /= tilted.sum()
        low, high = (middle, high) if tilted @ SCORES < mean else (low, middle)
    return tilted


def simulated(test: SPRT, shares: np.ndarray, matches: int, seed: int) -> tuple[float, float]:
    """How often elo1 is accepted when pairs are drawn from `shares`, and the mean number of pairs."""
    random = np.random.default_rng(seed)
    lower, upper = test.bounds
    counts = np.zeros((matches, 5))
    accepted = pairs = 0
    for _step in range(LONGEST):
        counts += random.multinomial(1, shares, len(counts))
        pairs += len(counts)
        llr, beyond = log_likelihood_ratio(counts, test)
        accepted += int((llr >= upper - beyond).sum())
        counts = counts[(llr < upper - beyond) & (llr > lower + beyond)]
        if not len(counts):
            return accepted / matches, pairs / matches
    raise AssertionError(f"{len(counts)} matches had no end")


WORLDS = [(0.3, 0.0), (0.05, 0.3), (0.7, 0.2)]


@pytest.mark.parametrize(("draws", "luck"), WORLDS[:1])
def test_errors_are_about_as_rare_as_promised(draws, luck):
    test = SPRT(0, 60)
    false, _pairs = simulated(test, pairs_of(0, draws, luck), 800, 1)
    true, _pairs = simulated(test, pairs_of(60, draws, luck), 800, 2)
    # Four deviations of a share of 5 % in 800.
    assert 0.02 <= false <= 0.08
    assert 0.92 <= true <= 0.98


@pytest.mark.soak
@pytest.mark.parametrize(("draws", "luck"), WORLDS)
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 30), (-10, 10)])
def test_errors_are_as_rare_as_promised(elo0, elo1, draws, luck):
    test = SPRT(elo0, elo1)
    false, pairs0 = simulated(test, pairs_of(elo0, draws, luck), 5000, 3)
    true, pairs1 = simulated(test, pairs_of(elo1, draws, luck), 5000, 4)
    print(
        f"{test}, draws {draws}, luck {luck}: {false:.4f} and {1 - true:.4f} wrong, {pairs0:.0f} and {pairs1:.0f} pairs"
    )
    assert abs(false - 0.05) <= 0.01
    assert abs((1 - true) - 0.05) <= 0.01


def test_the_ratio_is_that_of_the_likeliest_distributions():
    """Against a slow search over distributions with the right mean."""
    test = SPRT(0, 100)
    counts = np.array([3, 10, 40, 22, 9])

    def likeliest(mean: float) -> float:
        # Of all distributions with this mean the likeliest is found by climbing in their three free directions.
        shares = with_mean(counts / counts.sum(), mean)
        moves = np.linalg.svd(np.array([np.ones(5), SCORES]))[2][2:]
        step = 0.01
        best = float(counts @ np.log(shares))
        while step > 1e-9:
            for move in (*moves, *-moves):
                there = shares + step * move
                if (there > 0).all() and (value := float(counts @ np.log(there))) > best:
                    best, shares = value, there
                    break
            else:
                step /= 2
        return best

    expected = likeliest(score_of(100)) - likeliest(0.5)
    assert float(log_likelihood_ratio(counts, test)[0]) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_equal_results_decide_too(score):
    """Nothing but draws, or nothing but wins: the test neither fails nor goes on for ever."""
    test = SPRT(0, 30)
    verdict = test.judge([score] * 500)
    assert verdict.accepted == (1 if score == 1 else 0)
    assert math.isfinite(verdict.llr)


def test_nothing_is_decided_by_nothing():
    assert SPRT(0, 30).judge([]).accepted is None
    assert SPRT(0, 30).judge([1.0, 1.0]).accepted is None


def test_the_text_form():
    test = SPRT.parse("elo0=0 elo1=30 alpha=0.01")
    assert test == SPRT(0, 30, 0.01)
    assert SPRT.parse(str(test)) == test
    assert str(SPRT(0, 30)) == "elo0=0 elo1=30"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("elo0=30 elo1=0", "elo1 has to be the larger"),
        ("elo0=0", "lacks elo1"),
        ("elo0=0 elo2=3", "'elo2=3' in the test"),
        ("elo0=0 elo1=x", "'elo1=x' in the test"),
        ("elo0=0 elo1=30 alpha=0.7", "alpha is 0.7"),
        ("elo0=0 elo1=nan", "elo1 is nan"),
        ("elo0=0 elo0=1 elo1=3", "'elo0=1' in the test"),
    ],
)
def test_a_test_that_makes_no_sense(text, complaint):
    with pytest.raises(InputError, match=complaint):
        SPRT.parse(text)
