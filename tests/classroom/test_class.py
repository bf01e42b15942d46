"""The ladder of a class: bots that join, hand in again and leave, without starting over."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from plyground.classroom import ClassLadder, RoundReport, places, standings_page
from plyground.classroom.roster import player_text, read_roster
from plyground.errors import InputError, MissingError
from plyground.executors import Here
from plyground.store import GameFilter, find_games
from plyground.texts import speaking
from tests.cli.running import run

FIRST = "def choose(board):\n    return board.legal_moves[0]\n"
LAST = "def choose(board):\n    return board.legal_moves[-1]\n"
SETTINGS = 'title = "A <b>class</b>"\nrules = "tictactoe"\nhouse = ["random"]\ntime = 60\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "my class"
    found.mkdir()
    (found / "class.toml").write_text(SETTINGS, "utf-8")
    (found / "amy.py").write_text(FIRST, "utf-8")
    return found


def played(folder: Path, rounds: int = 1) -> RoundReport:
    return ClassLadder(folder).play(rounds, executor=Here())


def games(folder: Path) -> dict[str, tuple[str, str]]:
    with ClassLadder(folder).database() as database:
        return {game.id: game.players for game in find_games(database, GameFilter(event="class"))}


def test_a_term_of_a_class(folder):
    report = played(folder)
    assert report.added == ("amy",)
    assert report.present == ("random", "amy")
    first = games(folder)
    assert len(first) == report.standings.played == 2

    # One joins, one hands in again, and one is broken.
    (folder / "amy.py").write_text(LAST, "utf-8")
    (folder / "ben").mkdir()
    (folder / "ben" / "bot.py").write_text("from order import first\n\ndef choose(board):\n    return first(board)\n")
    (folder / "ben" / "order.py").write_text("def first(board):\n    return board.legal_moves[0]\n")
    (folder / "eve.py").write_text("def choose(board):\n    return 1 / 0\n")
    moved = folder.with_name("moved")
    folder.rename(moved)  # and the folder moves
    report = played(moved)
    assert (report.added, report.resubmitted, report.removed) == (("ben",), ("amy",), ())
    assert report.present == ("random", "amy (2)", "ben")
    assert "ZeroDivisionError" in report.problems["eve"].text
    assert str(moved) not in report.problems["eve"].text, "where the copy lies is nobody's business"
    second = games(moved)
    assert first.items() <= second.items()
    assert len(second) == 2 + 6
    assert report.standings.played == report.standings.wanted == 8

    # One leaves; nothing new is played where nobody asks for it.
    (moved / "amy.py").unlink()
    (moved / "eve.py").unlink()
    report = played(moved, 0)
    assert report.removed == ("amy",)
    assert games(moved) == second
    report = played(moved)
    assert report.present == ("random", "ben")
    assert len(games(moved)) == 8 + 2
    with ClassLadder(moved).database() as database:
        rows = places(database, report)
    assert {row.name for row in rows} == {"random", "ben"}
    assert all(row.rating.games > 2 for row in rows), "the games with those who left still count"
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    page = standings_page(report, rows, moment)
    assert "A &lt;b&gt;class" in page
    assert "<b>class" not in page
    with speaking("ko"):
        assert standings_page(report, rows, moment) != page


def test_the_command_writes_the_pages(folder):
    result = run("class", str(folder), "--workers", "1", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["added"] == ["amy"]
    assert {row["name"] for row in told["standings"]} == {"amy", "random"}
    page = (folder / "standings.html").read_text("utf-8")
    assert "amy" in page
    assert "games.html" in page
    assert (folder / "games.html").is_file()
    result = run("class", str(folder), "--rounds", "0")
    assert result.exit_code == 0, result.output
    assert "amy" in result.stdout


def test_what_a_file_is(tmp_path):
    for name, text in (
        ("amy.py", FIRST),
        ("kai.py", "def agent(observation, configuration):\n    return 0\n"),
        ("jun.py", "import sys\nfor line in sys.stdin: pass\n"),
        ("bad.py", "def choose(:\n"),
        ("lib.so", ""),
        ("prog", "#!/bin/sh\n"),
        ("notes.doc", ""),
        ("readme.md", ""),
        ("standings.html", ""),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "prog").chmod(0o755)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "main.py").write_text(FIRST, "utf-8")
    (tmp_path / "two" / "bot.py").write_text(FIRST, "utf-8")
    os.symlink(tmp_path / "amy.py", tmp_path / "zed.py")
    bots, problems = read_roster(tmp_path)
    assert set(bots) == {"amy", "kai", "jun", "bad", "lib", "prog"}
    assert set(problems) == {"notes.doc", "two", "zed.py"}
    kinds = {name: player_text(bot.path, {"time": 1}).partition(":")[0] for name, bot in bots.items()}
    assert kinds == {"amy": "python", "kai": "kaggle", "jun": "cmd", "bad": "cmd", "lib": "so", "prog": "cmd"}
    before = bots["amy"].digest
    (tmp_path / "amy.py").write_text(LAST, "utf-8")
    assert read_roster(tmp_path)[0]["amy"].digest != before


def test_a_bot_called_like_a_player_of_ours_waits(folder):
    shutil.copy(folder / "amy.py", folder / "random.py")
    assert "there is another bot called 'random'" in played(folder).problems["random.py"].text


def test_the_settings_are_written_and_read_strictly(tmp_path):
    with pytest.raises(MissingError, match="there is no folder"):
        ClassLadder(tmp_path / "nothing")
    with pytest.raises(MissingError, match="no round has been played"):
        played(tmp_path, 0)
    assert ClassLadder(tmp_path).settings == ClassLadder(tmp_path).settings
    for text, complaint in (
        ("rulse = 3", "did you mean rules"),
        ("time = 0", "time is 0"),
        ('house = "random"', "house is"),
        ('rules = "7x"', "class.toml"),
        ("x =", "not a TOML file"),
    ):
        (tmp_path / "class.toml").write_text(text, "utf-8")
        with pytest.raises(InputError, match=complaint):
            ClassLadder(tmp_path)
