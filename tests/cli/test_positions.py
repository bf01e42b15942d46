"""Positions on the command line, as people write and copy them."""

from __future__ import annotations

import json

import pytest

from plyground.grid import GridBoard, position_text
from plyground.store import Database
from tests.cli.running import run

GRID = "Tic-Tac-Toe\nX . O\n. X .\n. . ."


@pytest.mark.parametrize(
    ("position", "means"),
    [
        ("tic-tac-toe: 1. b2 a1", GridBoard.from_moves("b2 a1", "tictactoe")),
        (GRID, GridBoard.parse("x.o/.x./... o", "tictactoe")),
        ("3x3 connect=3: a1 a2 b1", GridBoard.from_moves("112", "3x3 connect=3")),
    ],
)
@pytest.mark.parametrize("command", ["solve", "analyse", "explain"])
def test_a_position_may_name_its_rules(command, position, means):
    result = run(command, position, "--json")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert (answer["rules"], answer["position"]) == (str(means.rules), position_text(means))


def test_every_line_of_a_stream_is_read_so():
    lines = ["1. b2 a1", "tictactoe: b2 a1", "cfour: 44", "b2a1"]
    result = run("solve", "-", "--rules", "tictactoe", "--threads", "1", stdin="\n".join(lines))
    first, second, other, last = result.stdout.splitlines()
    assert first == second == last
    assert "other rules" in other
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("text", "moves"), [("tictactoe: b2 a1 c3", "b2 a1 c3"), ("1. d1 d2 2. d3", "444"), ("connect four: 1. 4", "4")]
)
def test_a_game_to_review(text, moves, tmp_path):
    result = run("review", text, "--json", "--time", "1", "--database", str(tmp_path / "none.sqlite"))
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["moves"] == moves
    assert not (tmp_path / "none.sqlite").exists()


def test_a_bad_text_of_a_game_to_review_is_answered_with_its_place(tmp_path):
    Database.open(str(tmp_path / "games.sqlite")).close()
    result = run("review", "tictactoe: b2 z9", "--database", str(tmp_path / "games.sqlite"))
    assert result.exit_code == 2
    assert "'z9' at place 15" in result.stderr


def test_play_and_watch_take_them_too(tmp_path):
    played = run("play", "--first", "random", "--second", "random", "--seed", "1", "--no-save", "--position", GRID)
    assert played.exit_code == 0, played.output
    assert "    a  b  c" in played.stdout.splitlines()
    watched = run("watch", "minimax", "--plain", "--depth", "1", "--position", "tictactoe: b2 a1 c3")
    assert watched.exit_code == 0, watched.output
