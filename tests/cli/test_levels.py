"""`plyground levels`: the table, and the measurement as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground.players.levels import LEVELS
from tests.cli.running import process, run


def test_the_table_has_every_level() -> None:
    result = run("levels")
    assert result.exit_code == 0
    for level in LEVELS:
        line = next(line for line in result.output.splitlines() if line.startswith(level.text + " "))
        assert level.name in line
        assert level.player in line


def test_measuring_keeps_a_file_and_goes_on_from_it(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    arguments = ("levels", "measure", "--rules", "tictactoe", "--levels", "1", "--workers", "1", "--out", str(file))
    done = process(*arguments, "--games", "4")
    assert done.returncode == 0, done.stderr
    assert "tictactoe: level1 - random: 4 games" in done.stdout
    assert "winblock" in done.stdout
    content = json.loads(file.read_text("utf-8"))
    assert content["commands"][0].startswith("plyground levels measure")
    assert set(content["elo"]["tictactoe"]) == {"random", "winblock", "level1"}
    again = process(*arguments, "--games", "4", "--seed", "9")
    assert again.returncode == 2
    assert "another seed" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "5"], "even number"),
        (["--levels", "0..3"], "within 1..10"),
        (["--levels", "x"], "within 1..10"),
        (["--out", "no/such/folder/x.json"], "no folder"),
    ],
)
def test_what_cannot_be_measured(arguments: list[str], message: str) -> None:
    result = run("levels", "measure", *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_the_list_says_what_the_highest_figure_rests_on() -> None:
    assert "level10: its Elo rests on 200 games a board, at half a second" in run("levels").output.replace("\n", " ")


def test_a_board_lists_only_the_levels_that_differ_there() -> None:
    def listed(*arguments: str) -> list[str]:
        return [line.split()[0] for line in run("levels", *arguments).output.splitlines() if line[:6] in TEXTS]

    TEXTS = {level.text[:6] for level in LEVELS}
    every = [level.text for level in LEVELS]
    assert [name for name in listed() if ":" not in name] == every
    few = [name for name in listed("--rules", "tictactoe") if ":" not in name]
    assert few == ["level1", "level2", "level4", "level7", "level10"]
    assert "those that differ are level1, level2, level4, level7, level10" in run("levels").output.replace("\n", " ")
    assert [name for name in listed("--rules", "gomoku") if ":" not in name] == every
    unmeasured = run("levels", "--rules", "19x19 connect=5 gravity=no").output
    assert "The levels were not measured on this board;" in unmeasured
    assert "rests on" not in unmeasured
    refused = run("levels", "--rules", "tictactoe", "measure")
    assert refused.exit_code == 2
    assert "after 'measure'" in refused.output


def test_a_board_without_a_measurement_shows_no_elo_and_says_how_to_get_it() -> None:
    shown = run("levels", "--rules", "8x9 connect=5 gravity=no").output
    assert "Elo" not in shown
    assert "plyground levels measure --rules '8x9 connect=5 gravity=no'" in shown.replace("\n", " ")
    for measured in ("cfour", "gomoku", "9x9 connect=5 gravity=no"):
        assert "Elo is counted from the random mover" in run("levels", "--rules", measured).output
