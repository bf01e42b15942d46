"""The ladder: who plays whom, what is kept, and that stopping and going on changes nothing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from plyground import Limit
from plyground.arena.ladder import Ladder, Rung, neighbours
from plyground.errors import InputError
from plyground.executors import Here


def test_neighbours() -> None:
    assert list(neighbours([1, 2])) == [("level1", "random"), ("winblock", "level1"), ("level2", "level1")]
    assert list(neighbours([7])) == [("level7", "level6")]


def measured(games: int, ladder: Ladder | None = None) -> Ladder:
    ladder = ladder or Ladder(seed=5, limit=Limit(time=60), version="test")
    ladder.measure(games, ["tictactoe", "cfour"], [1, 2], executor=Here())
    return ladder


def test_going_on_plays_the_games_that_are_missing_and_no_others(tmp_path: Path) -> None:
    whole = measured(24)
    part = measured(8)
    assert [rung.games for rung in part.rungs] == [8] * 6
    part.save(tmp_path / "ladder.json")
    rest = measured(24, Ladder.load(tmp_path / "ladder.json"))
    assert [(rung.board, rung.upper, rung.lower, rung.pairs) for rung in rest.rungs] == [
        (rung.board, rung.upper, rung.lower, rung.pairs) for rung in whole.rungs
    ]
    assert all(rung.games == 24 for rung in rest.rungs)
    before = rest.rungs[0].pairs.copy()
    measured(24, rest)
    assert rest.rungs[0].pairs == before


def test_a_stopped_measurement_keeps_whole_batches() -> None:
    ladder, cancel = Ladder(seed=5), threading.Event()
    kept: list[int] = []

    def news(rung: Rung) -> None:
        kept.append(rung.games)
        if len(kept) == 2:
            cancel.set()

    ladder.measure(60, ["tictactoe"], [2], executor=Here(), cancel=cancel, news=news)
    assert kept == [20, 40]
    assert ladder.rungs[0].games == 40


def test_ratings_start_from_the_random_mover() -> None:
    ladder = measured(40)
    ratings = ladder.ratings("cfour")
    assert ratings is not None
    elo = {rating.name: rating.elo for rating in ratings.players}
    assert set(elo) == {"random", "winblock", "level1", "level2"}
    assert elo["random"] == 0
    assert 0 < elo["level1"] < elo["level2"]
    assert Ladder().ratings("cfour") is None


def test_points_are_those_of_the_upper_player() -> None:
    rung = Rung("cfour", "a", "b", [(2, 0), (1, 2), (2, 2)])
    assert rung.standing.score == pytest.approx(0.75)
    assert [(result.first, result.second, result.score) for result in rung.results()] == [
        ("a", "b", 1.0),
        ("b", "a", 1.0),
        ("a", "b", 0.5),
        ("b", "a", 0.0),
        ("a", "b", 1.0),
        ("b", "a", 0.0),
    ]


@pytest.mark.parametrize("text", ["", "{}", '{"seed": 1}', "[1]"])
def test_a_file_that_is_no_measurement(tmp_path: Path, text: str) -> None:
    file = tmp_path / "ladder.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="no measurement"):
        Ladder.load(file)
