"""A tournament says who forfeited, how often and why, and a bot that cannot play is noticed before the first game."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from plyground.arena import Result, rate, settings_of, standings_of, tournament
from plyground.errors import PlayerError
from plyground.game import Termination
from plyground.store import Database, list_tournaments
from tests.cli.running import LANGUAGES, run

MISSPELT = {name: f"cmd:{shlex.join([sys.executable, f'{name}.py'])}" for name in ("mybto", "yourbto")}


@pytest.fixture
def cup(tmp_path):
    """Two bots whose files are misspelt, and one player."""
    players = [*({"name": name, "player": text} for name, text in MISSPELT.items()), {"player": "random"}]
    table = ", ".join(
        "{ " + ", ".join(f"{k} = {json.dumps(v)}" for k, v in player.items()) + " }" for player in players
    )
    path = tmp_path / "cup.toml"
    path.write_text(f'players = [{table}]\nrules = "tictactoe"\n')
    return path


def command(*words: str, folder: Path):
    return run("tournament", *words, "--database", str(folder / "games.sqlite"))


def test_a_bot_that_cannot_move_stops_the_run_with_its_reason(cup, tmp_path):
    result = command("run", str(cup), "--workers", "1", folder=tmp_path)
    assert result.exit_code == 1
    assert result.stdout == ""
    for name in MISSPELT:
        assert f"{name} cannot make a move: " in result.stderr
        assert f"{name}.py" in result.stderr
    assert "--force" in result.stderr
    # The file can be mended under the same name.
    with Database.open(str(tmp_path / "games.sqlite")) as database:
        assert list_tournaments(database) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_forced_games_are_shown_as_forfeits(cup, tmp_path, language):
    ran = command("run", str(cup), "--force", "--workers", "1", "--lang", language, folder=tmp_path)
    assert ran.exit_code == 0, ran.output
    status = command("status", "cup", "--lang", language, folder=tmp_path)
    for told in (ran.stdout, status.stdout):
        assert "Elo." not in told, "no game says what the first move is worth"
        assert "6" in told
        assert told.count("can't open file") == 2
        assert ("before it answered" in told) == (language == "en"), "the reasons are translated"
        if language == "en":
            assert "6 of the 6 games behind these ratings were lost by forfeit." in told
            assert "mybto lost " in told
            assert " games: crash\n  cmd:" in told
    found = json.loads(command("status", "cup", "--json", folder=tmp_path).stdout)
    assert {one["player"] for one in found["faults"]} == set(MISSPELT)
    assert sum(one["games"] for one in found["faults"]) == 6
    report = command("report", "cup", "--format", "csv", "--table", "forfeits", folder=tmp_path)
    assert report.stdout.startswith("player,termination,games,reason\n")
    assert report.stdout.count("can't open file") == 2


def test_resuming_asks_the_bots_again(cup, tmp_path):
    command("run", str(cup), "--force", "--workers", "1", folder=tmp_path)
    assert command("resume", "cup", "--workers", "1", folder=tmp_path).exit_code == 0, "no game is missing"
    with Database.open(str(tmp_path / "games.sqlite")) as database:
        settings = settings_of(database, "cup")
        assert standings_of(database, settings).forfeits
        with database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM games WHERE id = 'cup-1a'")
    again = command("resume", "cup", "--workers", "1", folder=tmp_path)
    assert again.exit_code == 1
    assert "mybto cannot make a move" in again.stderr


def test_the_library_refuses_and_forces_likewise():
    with pytest.raises(PlayerError, match=r"cannot make a move: .*before it answered"):
        tournament(["cmd:false", "random"], rules="tictactoe", concurrency=1)
    standings = tournament(["cmd:false", "random"], rules="tictactoe", concurrency=1, force=True)
    (forfeit,) = standings.forfeits
    assert (forfeit.player, forfeit.termination, forfeit.games) == ("cmd:false", Termination.CRASH, 2)
    assert "cmd:false lost 2 games: crash" in str(standings)
    assert "cmd:false lost 2 games: crash" in standings._repr_html_()


def test_a_bot_that_declines_every_board_cannot_play(tmp_path):
    bot = tmp_path / "picky.py"
    bot.write_text("for line in open(0):\n  if line.startswith('game'): print('sorry too small', flush=True)\n")
    with pytest.raises(PlayerError, match=r"cannot make a move: .* does not play .*: too small"):
        tournament([f"cmd:{shlex.join([sys.executable, str(bot)])}", "random"], rules="tictactoe", concurrency=1)


def test_forfeits_say_nothing_about_the_first_move():
    played = [
        Result("a", "b", 1.0, "1"),
        Result("b", "a", 0.0, "1"),
        Result("a", "b", 0.5, "2"),
        Result("b", "a", 0.5, "2"),
    ]
    forfeits = [Result("c", "a", 0.0, f"x{n}", forfeit=True) for n in range(20)]
    assert rate(played + forfeits).advantage == pytest.approx(rate(played).advantage, abs=1)
    assert rate([*played, *(Result("c", "a", 0.0, f"x{n}") for n in range(20))]).advantage < -50
    assert rate(played + forfeits).forfeits == 20
