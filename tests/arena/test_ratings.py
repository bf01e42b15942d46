"""Ratings of a pool: known answers, and intervals that cover the truth as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from plyground.arena.elo import SCALE, Z95, score_of, standing
from plyground.arena.ratings import Rating, Result, fit, rate, result_of
from plyground.board import Outcome
from plyground.errors import InputError, UnknownNameError


def pair(first: str, second: str, scores: tuple[float, float], number: int) -> list[Result]:
    """Two games, with what `first` got from each."""
    return [
        Result(first, second, scores[0], f"{number}"),
        Result(second, first, 1 - scores[1], f"{number}"),
    ]


def by_name(ratings) -> dict[str, Rating]:
    return {rating.name: rating for rating in ratings.players}


def test_two_players_are_as_far_apart_as_their_match_says():
    scores = [(1, 1), (1, 0), (0.5, 1), (0, 1), (1, 0.5), (1, 1), (0, 0), (0.5, 0.5)] * 50
    games = [game for number, score in enumerate(scores) for game in pair("a", "b", score, number)]
    told = standing([sum(score) / 2 for score in scores])
    found = by_name(rate(games, anchor="b"))
    assert (found["b"].elo, found["b"].low, found["b"].high) == (0, 0, 0)
    assert found["a"].elo == pytest.approx(told.elo, abs=1)
    assert found["a"].low == pytest.approx(told.low, abs=2)
    assert found["a"].high == pytest.approx(told.high, abs=2)
    assert found["a"].games == 800
    assert found["a"].score == pytest.approx(told.score)


def test_expected_scores_give_back_the_ratings():
    """Scores exactly as the model expects them, in a ring where not everybody meets."""
    true = {"a": 300.0, "b": 120.0, "c": -20.0, "d": -400.0}
    ring = list(zip("abcd", "bcda", strict=True))
    games = []
    for first, second in ring:
        for one, other in ((first, second), (second, first)):
            score = score_of(true[one] - true[other] + 35)
            games += [Result(one, other, score)] * 500
    ratings = rate(games, anchor="c", anchor_elo=-20)
    assert ratings.advantage == pytest.approx(35, abs=1)
    for name, elo in true.items():
        assert by_name(ratings)[name].elo == pytest.approx(elo, abs=4)
    assert [rating.name for rating in ratings.players] == ["a", "b", "c", "d"]


def test_the_mean_is_the_anchor_without_one():
    games = [Result("a", "b", 1.0), Result("b", "c", 1.0), Result("c", "a", 0.5)]
    assert sum(rating.elo for rating in rate(games, anchor_elo=1500).players) / 3 == pytest.approx(1500)


def test_who_won_everything_has_a_finite_rating():
    games = [game for number in range(20) for game in pair("a", "b", (1, 1), number)]
    best, worst = rate(games).players
    assert 300 < best.elo - worst.elo < 2000
    assert best.low < best.elo < best.high


def test_a_pool_in_parts_says_so():
    games = [Result("a", "b", 0.5), Result("c", "d", 1.0), Result("d", "e", 1.0)]
    ratings = rate(games, players=["f"])
    assert not ratings.is_connected
    assert sorted(map(sorted, ratings.groups)) == [["a", "b"], ["c", "d", "e"], ["f"]]
    idle = by_name(ratings)["f"]
    assert (idle.games, idle.low, idle.high) == (0, -math.inf, math.inf)
    assert rate(games[1:]).is_connected


def test_no_players_and_no_such_anchor():
    with pytest.raises(InputError, match="no players"):
        rate([])
    with pytest.raises(UnknownNameError, match="nearest is 'minimax'"):
        rate([Result("minimax", "random", 1.0)], anchor="minmax")


def test_results_of_the_arena_know_their_pair():
    assert result_of("cup-12a", ("x", "y"), Outcome.SECOND_WINS) == Result("x", "y", 0.0, "cup-12")
    assert result_of("cup-12b", ("y", "x"), Outcome.DRAW).score == 0.5


def play(true: np.ndarray, pairs: int, draws: float, luck: float, random: np.random.Generator):
    """A round robin; with the chance `luck` both games of a pair share what the opening brings the first player."""
    one, other = (np.repeat(players, pairs) for players in np.triu_indices(len(true), 1))
    opening = random.uniform(size=len(one))
    scores = []
    for first, second in ((one, other), (other, one)):
        score = 1 / (1 + np.exp(-(true[first] - true[second] + 40) / SCALE))
        drawn = draws * 2 * np.minimum(score, 1 - score)
        chance = np.where(random.uniform(size=len(one)) < luck, opening, random.uniform(size=len(one)))
        scores.append(np.where(chance < score - drawn / 2, 1.0, np.where(chance < score + drawn / 2, 0.5, 0.0)))
    clusters = np.tile(np.arange(len(one)), 2)
    return np.concatenate([one, other]), np.concatenate([other, one]), np.concatenate(scores), clusters


def coverage(players: int, pairs: int, draws: float, luck: float, tournaments: int, seed: int) -> float:
    """How often the intervals hold the true ratings of players drawn anew for each tournament."""
    random = np.random.default_rng(seed)
    centre = np.eye(players) - 1 / players
    hits = 0
    for _tournament in range(tournaments):
        true = centre @ random.normal(0, 150, players)
        first, second, score, cluster = play(true, pairs, draws, luck, random)
        theta, covariance = fit(first, second, score, cluster, players)
        margin = Z95 * SCALE * np.sqrt(np.diag(centre @ covariance[:players, :players] @ centre.T))
        hits += int((np.abs(SCALE * centre @ theta[:players] - true) <= margin).sum())
    return hits / players / tournaments


def test_intervals_cover_about_as_often_as_they_say():
    assert 0.93 <= coverage(6, 10, 0.3, 0.5, 300, 7) <= 0.97


@pytest.mark.soak
@pytest.mark.parametrize(("draws", "luck"), [(0.3, 0.5), (0.0, 0.0), (0.7, 0.3)])
@pytest.mark.parametrize(("players", "pairs"), [(4, 20), (6, 10), (10, 6)])
def test_intervals_cover_as_often_as_they_say(players, pairs, draws, luck):
    found = coverage(players, pairs, draws, luck, 3000, 8)
    print(f"{players} players, {pairs} pairs each, draws {draws}, luck {luck}: {found:.4f}")
    assert 0.94 <= found <= 0.96
