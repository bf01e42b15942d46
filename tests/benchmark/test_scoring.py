"""A score is counted from exact values, whatever the policy is: a player, a function, or probabilities."""

from __future__ import annotations

import json
import math
import shlex
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from plyground import GridBoard, Limit, Rules
from plyground.benchmark import BenchmarkSet, Mean, benchmark_set, score_policy, score_table, uniform_score
from plyground.dataset import SolvedPosition
from plyground.errors import InputError, LimitError, PlygroundError, UnknownNameError
from tests.bots.conftest import EXAMPLES
from tests.cli.running import LANGUAGES, run

SMALL = replace(
    benchmark_set("tictactoe-v1"),
    name="small",
    rules=Rules.parse("4x1 connect=2"),
    positions=(
        SolvedPosition("", {0: 2, 1: 1, 2: -1, 3: 2}),  # made up: what counts is the arithmetic
        SolvedPosition("1", {1: 0, 2: -2, 3: -2}),
        SolvedPosition("2", {0: -1, 2: -1, 3: -3}),
    ),
)


def choose(*moves: object) -> object:
    """A function that answers one after the other."""
    answers = iter(moves)
    return lambda board: next(answers)


def means(policy: object, **settings: object) -> Any:
    score = score_policy(policy, SMALL, **settings)  # type: ignore[arg-type]
    return score.optimal.value, score.kept.value, score.regret.value, score.faults


def test_what_is_counted() -> None:
    assert means(choose(0, 1, 0)) == (1, 1, 0, 0)
    assert means(choose(1, 2, 3)) == (0, pytest.approx(2 / 3), pytest.approx(5 / 3), 0)
    assert means(choose(2, 1, 2)) == (pytest.approx(2 / 3), pytest.approx(2 / 3), 1, 0)


def test_no_legal_move_counts_as_the_worst() -> None:
    assert means(choose(7, 0, 1)) == (0, 0, pytest.approx((3 + 2 + 2) / 3), 3)


def test_probabilities_are_averaged() -> None:
    half = {0: 0.5, 2: 0.5}
    assert means(choose(half, {1: 1.0}, {3: 0.25, 0: 0.75, 1: 0.0})) == (
        pytest.approx((0.5 + 1 + 0.75) / 3),
        pytest.approx((0.5 + 1 + 1) / 3),
        pytest.approx((1.5 + 0 + 0.5) / 3),
        0,
    )
    assert means(choose({0: 0.5, 9: 0.5}, 1, 0))[2:] == (pytest.approx(1.5 / 3), 1)


def test_random_moves_are_computed() -> None:
    score = uniform_score(SMALL)
    assert score.optimal.value == pytest.approx(float(Fraction(1, 2) + Fraction(1, 3) + Fraction(2, 3)) / 3)
    played = score_policy("random", "tictactoe-v1", seed=3)
    exact = uniform_score("tictactoe-v1")
    for name in ("optimal", "kept", "regret"):
        mean: Mean = getattr(played, name)
        assert abs(mean.value - getattr(exact, name).value) < 3 * mean.error


@pytest.mark.parametrize("answer", ["1", None, {0: 0.5}, {0: -1.0, 1: 2.0}, {"0": 1.0}, 1.5, [1]])
def test_an_answer_of_another_kind_is_one_sentence(answer: object) -> None:
    with pytest.raises(InputError, match="has to be a move, or probabilities of moves that add up to 1"):
        score_policy(choose(answer), SMALL)  # type: ignore[arg-type]


def test_a_perfect_player_has_no_regret() -> None:
    score = score_policy("solver threads=1", "tictactoe-v1", positions=60)
    assert (score.optimal, score.kept, score.regret) == (Mean(1, 0), Mean(1, 0), Mean(0, 0))
    assert (score.positions, score.set, score.faults) == (60, "tictactoe-v1", 0)


def test_the_same_seed_scores_the_same() -> None:
    def scored(seed: int) -> tuple[Mean, Mean, Mean]:
        score = score_policy("random", "cfour-v1", positions=100, seed=seed)
        return score.optimal, score.kept, score.regret

    assert scored(1) == scored(1) != scored(2)


def test_a_function_gets_the_board_and_a_player_the_game() -> None:
    boards: list[GridBoard] = []

    def first(board: GridBoard) -> int:
        boards.append(board)
        return board.legal_moves[0]

    done: list[int] = []
    score_policy(first, "tictactoe-v1", positions=5, watch=done.append)
    rows = benchmark_set("tictactoe-v1").positions[:5]
    assert boards == [GridBoard.from_moves(row.moves, "tictactoe") for row in rows]
    assert done == [1, 2, 3, 4, 5]
    assert score_policy("uct", "tictactoe-v1", positions=5, limit=Limit(playouts=20)).faults == 0


def test_a_bot_that_fails_has_faults(tmp_path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nsys.exit(3)\n", "utf-8")
    score = score_policy(f'cmd:"{sys.executable}" "{bot}"', "tictactoe-v1", positions=2)
    assert (score.faults, score.optimal.value) == (2, 0)


def test_one_position_has_no_interval() -> None:
    assert math.isinf(Mean.of([1.0]).error)


@pytest.mark.parametrize(("wrong", "error"), [(0, LimitError), (1.5, LimitError), ("3", LimitError)])
def test_a_wrong_number_of_positions(wrong: object, error: type[PlygroundError]) -> None:
    with pytest.raises(error, match="1 or more"):
        score_policy("random", positions=wrong)  # type: ignore[arg-type]
    with pytest.raises(error, match="1 or more"):
        uniform_score(positions=wrong)  # type: ignore[arg-type]


def test_a_wrong_policy_is_one_sentence() -> None:
    with pytest.raises(UnknownNameError):
        score_policy("nobody")
    with pytest.raises(InputError, match="is no player"):
        score_policy(5)  # type: ignore[arg-type]


# The command


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_a_table(language: str) -> None:
    result = run("benchmark", "winblock", "alphabeta depth=2", "--positions", "30", "--lang", language)
    assert result.exit_code == 0, result.output
    title, _head, uniform, winblock, alphabeta = result.stdout.splitlines()
    assert "cfour-v1" in title
    assert "30" in title
    assert "%" in uniform
    assert winblock.startswith("winblock")
    assert alphabeta.startswith("alphabeta depth=2")


def test_the_command_prints_json() -> None:
    result = run("benchmark", "winblock", "--positions", "20", "--json", "--set", "tictactoe-v1")
    content = json.loads(result.stdout)
    assert (content["set"], content["rules"]) == ("tictactoe-v1", "3x3 connect=3 gravity=no")
    asked = score_policy("winblock", "tictactoe-v1", positions=20).json()
    told = content["scores"][1]
    assert {**told, "seconds": 0} == {**asked, "seconds": 0}


def test_the_command_lists_the_sets() -> None:
    result = run("benchmark")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["cfour-v1", "blocked-v1", "tictactoe-v1"]
    (card,) = json.loads(run("benchmark", "--set", "blocked-v1", "--json").stdout)
    assert card["name"] == "blocked-v1"


def test_the_command_scores_a_file_of_ones_own_policy() -> None:
    result = run("benchmark", f"cmd:{shlex.join([sys.executable, str(EXAMPLES / 'greedy.py')])}", "--positions", "3")
    assert result.exit_code == 0, result.output
    result = run("benchmark", "nobody")
    assert result.exit_code == 2
    assert "there is no player 'nobody'" in result.stderr


def test_the_table_is_aligned() -> None:
    lines = score_table([uniform_score(SMALL), uniform_score("tictactoe-v1")]).splitlines()
    assert len({len(line) for line in lines[:1]}) == 1
    assert "best moves" in lines[0]
    assert isinstance(benchmark_set("tictactoe-v1"), BenchmarkSet)
