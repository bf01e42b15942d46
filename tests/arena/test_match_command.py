"""`plyground match` as a user runs it."""

from __future__ import annotations

import json
import re
import shlex
import sys

import pytest

from plyground.store.database import Database
from plyground.store.games import GameFilter, find_games
from tests.cli.running import LANGUAGES, run


def test_it_tells_score_elo_and_likelihood():
    result = run("match", "winblock", "random", "--games", "10", "--rules", "tictactoe", "--workers", "1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("winblock - random: ")
    assert "Elo difference +" in lines[1]
    assert "(95 %: " in lines[1]
    assert "likelihood that winblock is stronger" in lines[1]


@pytest.mark.parametrize("players", [("random", "winblock"), ("winblock", "random")])
def test_interval_and_likelihood_agree_where_every_game_was_lost(players):
    """They said "95 %: -∞ to +86" beside a likelihood of 0.0 %."""
    result = run("match", *players, "--games", "10", "--workers", "1", "--sprt", "elo0=0", "elo1=30")
    assert result.exit_code == 0
    assert re.search("(0|10) won, 0 drawn, (0|10) lost", result.stdout)
    ((low, high, percent),) = re.findall(
        r"95 %: (\S+) to (\S+)\), likelihood that \w+ is stronger (\S+) %", result.stdout
    )
    low, high = (float(bound.replace("∞", "inf")) for bound in (low, high))
    assert low < 0 < high
    assert 2.5 < float(percent) < 97.5
    assert "50.0 %" not in result.stderr


def test_json_and_a_test_that_stops():
    result = run(
        *("match", "winblock", "random", "--games", "400", "--workers", "1", "--json"),
        *("--sprt", "elo0=0", "elo1=200", "--alpha", "0.1"),
    )
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["players"] == ["winblock", "random"]
    assert told["sprt"]["accepted"] == 1
    assert told["sprt"]["test"] == "elo0=0 elo1=200 alpha=0.1 beta=0.05"
    assert told["wins"] + told["draws"] + told["losses"] == told["games"] < 400
    assert told["score"] > 0.8


def test_saved_games_are_in_the_database(tmp_path):
    place = str(tmp_path / "games.sqlite")
    words = ("match", "random", "winblock", "--games", "6", "--workers", "1", "--save", "duel", "--database", place)
    assert run(*words).exit_code == 0
    with Database.open(place) as database:
        games = list(find_games(database, GameFilter(event="duel")))
    assert sorted(game.id for game in games) == [f"duel-{pair}{game}" for pair in (1, 2, 3) for game in "ab"]
    again = run(*words)
    assert again.exit_code == 2
    assert "there are games of 'duel'" in again.stderr


def test_a_bot_that_fails_before_its_first_answer_in_every_game_is_an_error():
    result = run("match", "cmd:false", "random", "--games", "2", "--workers", "1")
    assert result.exit_code == 1
    assert result.stdout == "", "no score and no Elo difference"
    assert "cmd:false lost 2 games: crash\n  cmd:false ended with exit code 1 before it answered" in result.stderr
    assert "'cmd:false' failed before its first answer in every game" in result.stderr
    told = json.loads(run("match", "random", "cmd:false", "--games", "2", "--workers", "1", "--json").stdout)
    assert told["faults"][0]["reason"] == "cmd:false ended with exit code 1 before it answered"


def test_a_crashing_bot_is_told_of(tmp_path):
    bot = tmp_path / "mortal.py"
    bot.write_text(
        "for line in open(0):\n"
        "  if line.startswith('game'): print('ready', flush=True)\n"
        "  if line.startswith('moves') and len(line) > 12: raise SystemExit(3)\n"
        "  if line.startswith('go'): print('move 4', flush=True)\n"
    )
    text = f"cmd:{shlex.join([sys.executable, str(bot)])}"
    result = run("match", text, "random", "--games", "2", "--openings", "none", "--workers", "1")
    assert result.exit_code == 0
    assert f"{text} lost 2 games: crash\n  {text} ended with exit code 3 before it answered" in result.stdout


def test_a_late_bot_is_told_what_it_had_and_what_it_took(tmp_path):
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\n"
        "for line in open(0):\n"
        "  if line.startswith('game'): print('ready', flush=True)\n"
        "  if line.startswith('go'): time.sleep(1000)\n"
    )
    text = f"cmd:{shlex.join([sys.executable, str(bot)])}"
    result = run("match", text, "random", "--games", "2", "--time", "0.1", "--workers", "1")
    assert result.exit_code == 1
    assert re.search(
        r"had not answered after 0\.[6-9]\d* s; it had 0\.1 s|after [1-9]\d*\.\d+ s; it had 0\.1 s", result.stderr
    )


def test_seats_and_times_are_told():
    result = run("match", "winblock", "random", "--games", "6", "--rules", "tictactoe", "--workers", "1")
    assert re.search(r"^winblock moving first: \d won, \d drawn, \d lost; moving second: \d won", result.stdout, re.M)
    assert re.search(r"^mean time for a move: winblock 0\.\d+ s, random 0\.\d+ s$", result.stdout, re.M)


def test_a_log_has_a_line_for_a_game():
    result = run("match", "winblock", "random", "--games", "4", "--workers", "1")
    assert any(" of 4 games" in line for line in result.stderr.splitlines())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["minmax", "random"], "did you mean minimax"),
        (["random", "human"], "a human cannot play here"),
        (["random", "cmd:./no-such-bot"], "there is no program './no-such-bot'"),
        (["random", "random", "--games", "3"], "even number"),
        (["random", "random", "--games", "x"], "--games is 'x'"),
        (["random", "random", "--time", "0"], "the time is 0"),
        (["random", "random", "--rules", "99x99"], "the number of columns is 99"),
        (["random", "random", "--openings", "drwan"], "did you mean drawn"),
        (["random", "random", "--sprt", "elo0=5", "elo1=5"], "elo1 has to be the larger"),
        (["random", "random", "--sprt", "elo0=5", "elo2=5"], "'elo2=5' in the test"),
        (["random", "random", "--database", "x.sqlite"], "name the games with --save NAME"),
        (["random", "random", "--save", "a/b"], "the name 'a/b' cannot be used"),
        (["random", "random", "--executor", "dsk"], "the executor is 'dsk'"),
        (["random", "random", "--time", "1", "--workers", "999"], "999 games at a time"),
        (["random", "random", "--adjudicate", "--rules", "20x20"], "too large to solve"),
        (["random"], "Missing argument 'B'"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(words, complaint, tmp_path):
    result = run("match", *words, env={"PLYGROUND_HOME": str(tmp_path)})
    assert result.exit_code in (2, 3)
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_in_every_language(language):
    for words in (["match"], ["tournament"], ["tournament", "run"], ["tournament", "resume"], ["tournament", "new"]):
        result = run(*words, "--help", "--lang", language)
        assert result.exit_code == 0
        assert "plyground" in result.stdout


def test_each_plays_every_first_move_from_both_seats(tmp_path):
    place = str(tmp_path / "games.db")
    words = ("match", "winblock", "random", "--rules", "tictactoe", "--openings", "each", "--workers", "1")
    result = run(*words, "--save", "each", "--database", place)
    assert result.exit_code == 0, result.stderr
    told = [line for line in result.stdout.splitlines() if line.startswith("first move ")]
    cells = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert [line.split()[2].rstrip(":") for line in told] == cells
    assert all(sum(int(word) for word in re.findall(r" (\d+)", line)) == 2 for line in told)
    with Database.open(place) as database:
        games = list(find_games(database, GameFilter()))
    assert len(games) == 18
    assert all(game.opening == 1 for game in games)
    assert len({(game.moves[0].move, game.players) for game in games}) == 18


def test_each_has_one_ply():
    result = run("match", "random", "random", "--openings", "each", "--plies", "2")
    assert result.exit_code == 2
    assert "leave the number of plies out" in result.stderr


def test_random_boards_with_more_blocked_cells_differ_from_pair_to_pair(tmp_path):
    place = str(tmp_path / "games.db")
    words = ("match", "random", "random", "--rules", "random blocked=3", "--games", "6", "--workers", "1")
    assert run(*words, "--save", "three", "--database", place).exit_code == 0
    with Database.open(place) as database:
        boards = [game.rules for game in find_games(database, GameFilter())]
    assert {len(rules.blocked) for rules in boards} == {3}
    assert len(set(boards)) == 3


def test_balanced_openings_are_played_once_from_each_seat():
    arguments = ("match", "random", "winblock", "--rules", "9x9 connect=5 gravity=no", "--openings", "balanced")
    result = run(*arguments, "--workers", "1")
    assert result.exit_code == 0, result.output
    told = [line for line in result.stdout.splitlines() if line.startswith("opening ")]
    assert len(told) == 12
    assert all("random won " in line for line in told)
