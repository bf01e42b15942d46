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
