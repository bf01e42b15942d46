"""Before a game was played there is no score to show, in no form of a result."""

from __future__ import annotations

import math

from plyground.arena import MatchResult, Result, rate, ratings_table
from plyground.cli.match import _json


def test_a_match_without_games_has_no_score():
    result = MatchResult(("a", "b"), 10)
    assert math.isnan(result.score)
    assert str(result) == "a - b: no game was played"
    assert "%" not in result._repr_html_()
    found = _json(result, "cfour", 0)
    assert [found[name] for name in ("games", "score", "elo", "superiority")] == [0, None, None, None]


def test_a_rated_player_without_games_has_no_score():
    ratings = rate([Result("a", "b", 1.0), Result("b", "a", 0.5)], players=["a", "b", "idle"])
    found = {words[1]: words[-2:] for words in map(str.split, ratings_table(ratings)[1:])}
    assert found == {"a": ["2", "75.0%"], "b": ["2", "25.0%"], "idle": ["0", "–"]}
    assert ">–</td>" in ratings._repr_html_()
