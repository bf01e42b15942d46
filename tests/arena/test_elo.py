"""Elo differences of a match: known values, and intervals that cover the truth as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.arena.elo import elo_of, score_of, standing
from plyground.arena.sprt import SCORES
from tests.arena.test_sprt import WORLDS, pairs_of


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.909, 400), (10 / 11, 400), (1 / 11, -400)]
)
def test_known_differences(score, elo):
    """The table that chess has used since Elo."""
    assert elo_of(score) == pytest.approx(elo, abs=1.2)
    assert score_of(elo) == pytest.approx(score, abs=0.002)


def test_both_ways():
    for elo in (-700, -3.5, 0, 12, 250):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_few_games_say_little():
    assert standing([]).low == -math.inf
    one = standing([1.0])
    assert one.low < 0
    assert one.high == math.inf
    equal = standing([0.5] * 5)
    assert equal.low < -50
    assert equal.high > 50
    assert equal.superiority == 0.5


def test_swapping_the_players_swaps_the_signs():
    pairs = [0.5, 1.0, 0.75, 0.25, 1.0, 0.5]
    told, other = standing(pairs), standing([1 - pair for pair in pairs])
    assert other.elo == pytest.approx(-told.elo)
    assert (other.low, other.high) == pytest.approx((-told.high, -told.low))
    assert other.superiority == pytest.approx(1 - told.superiority)


@given(st.lists(st.sampled_from(SCORES.tolist()), min_size=1, max_size=60))
def test_interval_and_likelihood_never_contradict_each_other(pairs):
    found = standing(pairs)
    assert found.low <= found.elo <= found.high
    assert (found.superiority > 0.975) == (found.low > 0)
    assert (found.superiority < 0.025) == (found.high < 0)


def coverage(elo: float, draws: float, luck: float, pairs: int, matches: int, seed: int) -> float:
    random = np.random.default_rng(seed)
    shares = pairs_of(elo, draws, luck)
    hits = 0
    for counts in random.multinomial(pairs, shares, matches):
        told = standing(np.repeat(SCORES, counts).tolist())
        hits += told.low <= elo <= told.high
    return hits / matches


@pytest.mark.parametrize("elo", [0, 150])
def test_intervals_cover_about_as_often_as_they_say(elo):
    assert 0.925 <= coverage(elo, 0.3, 0.2, 60, 1000, 5) <= 0.975


@pytest.mark.soak
@pytest.mark.parametrize(("draws", "luck"), WORLDS)
@pytest.mark.parametrize("elo", [0, 50, 200])
@pytest.mark.parametrize("pairs", [50, 400])
def test_intervals_cover_as_often_as_they_say(elo, draws, luck, pairs):
    found = coverage(elo, draws, luck, pairs, 10_000, 6)
    print(f"Elo {elo}, draws {draws}, luck {luck}, {pairs} pairs: {found:.4f}")
    assert 0.94 <= found <= 0.965
