"""Tournaments: what a file may say, who meets whom, and what the database holds afterwards."""

from __future__ import annotations

import itertools
import json
import random
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest

from plyground.arena import Entrant, TournamentSettings, match, read_settings, run_tournament, settings_of, standings_of
from plyground.arena.schedule import Pair, game_count, pair_ids, rounds_at_once, scheduled, swiss_round
from plyground.board import Outcome
from plyground.errors import InputError, MissingError, UnsupportedError
from plyground.executors import Here
from plyground.game import Termination
from plyground.store.database import Database
from plyground.store.games import GameFilter, find_games
from plyground.store.tournaments import get_tournament
from tests.cli.running import run

TEXT = """
name = "cup"
players = ["random", { name = "careful", player = "winblock" }, "MiniMax depth=1"]
rounds = 2
rules = ["tictactoe", "cfour"]
seed = 4
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def database(tmp_path):
    with Database.open(str(tmp_path / "games.sqlite")) as opened:
        yield opened


def settings(count: int, **given) -> TournamentSettings:
    entrants = tuple(Entrant(f"p{number}", "random") for number in range(count))
    return TournamentSettings(**{"name": "cup", "players": entrants, "rules": ("tictactoe",), **given})


# The file


def test_the_file_and_the_database_hold_the_same_settings(file):
    found = read_settings(file)
    assert [(one.name, one.player) for one in found.players] == [
        ("random", "random"),
        ("careful", "winblock"),
        ("minimax depth=1", "minimax depth=1"),
    ]
    assert found.rules == ("tictactoe", "cfour")
    assert TournamentSettings.from_json(json.loads(json.dumps(found.json()))) == found


def test_a_file_without_a_name_is_called_like_the_file(tmp_path):
    path = tmp_path / "spring-cup.toml"
    path.write_text('players = ["random", "winblock"]\nrules = "tictactoe"\nconcurrency = 1\n')
    assert (read_settings(path).name, read_settings(path).concurrency) == ("spring-cup", 1)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("round = 5", r"there is no key 'round'; did you mean rounds\? The keys are name, players, format"),
        ("zzz = 5", r"there is no key 'zzz'; the keys are name"),
        ('format = "knockout"', "the format is 'knockout'; it has to be one of round-robin, gauntlet, swiss"),
        ("rounds = 0", "rounds is 0"),
        ("rounds = 1.5", r"rounds is 1.5; it has to be 1, 2, 3"),
        ("rounds = true", "rounds is True"),
        ("pairs = 0", "pairs is 0"),
        ("seed = -1", "seed is -1"),
        ('time = "fast"', r"time is 'fast'; it has to be 0.5, 1"),
        ("time = 0", "the time is 0.0 seconds"),
        ("depth = -2", "depth is -2"),
        ('adjudicate = "yes"', "adjudicate is 'yes'; it has to be true, false"),
        ("rules = []", "the rules are empty"),
        ("rules = 3", "rules is 3"),
        ('rules = ["cfour", "cfuor"]', "nearest preset is cfour"),
        ('openings = "drawed"', "did you mean drawn"),
        ("plies = 99", "an opening of 99 plies fills the board of 'tictactoe'"),
        ('anchor = "zzz"', "no player 'zzz' to fix the ratings by; the players are "),
        ('anchor = "rondom"', "no player 'rondom' to fix the ratings by; the nearest is 'random'"),
        ('name = "a/b"', "the name 'a/b' cannot be used"),
        ('players = ["random"]', "the number of players is 1; a tournament needs 2"),
        ("players = []", "the number of players is 0"),
        ('players = "random"', "players is 'random'"),
        ('players = ["random", "random"]', "two players are called 'random'"),
        ('players = ["random", "minmax"]', "there is no player 'minmax'; did you mean minimax"),
        ('players = ["random", { player = "winblock", nmae = "x" }]', "a player has no key 'nmae'; did you mean name"),
        ('players = ["random", { name = "x" }]', "players is {'name': 'x'}"),
        ('players = ["random", { name = "", player = "winblock" }]', "a player is called ''"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, complaint):
    path = tmp_path / "cup.toml"
    key = line.partition(" ")[0]
    path.write_text("\n".join([*(one for one in TEXT.splitlines() if not one.startswith(key)), line]))
    with pytest.raises(InputError, match=complaint) as caught:
        read_settings(path)
    assert "cup.toml" in str(caught.value)


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(MissingError, match="there is no file"):
        read_settings(tmp_path / "nothing.toml")
    with pytest.raises(MissingError, match="cannot be read"):
        read_settings(tmp_path)
    path = tmp_path / "x.toml"
    path.write_bytes(b"players = [")
    with pytest.raises(InputError, match="is not a TOML file"):
        read_settings(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="is not a TOML file"):
        read_settings(path)
    path.write_text("")
    with pytest.raises(InputError, match="the players are missing"):
        read_settings(path)


# The schedule


def all_pairs(given: TournamentSettings) -> list[Pair]:
    return [pair for rounds in rounds_at_once(given) for pair in scheduled(given, rounds, {})]


@pytest.mark.parametrize("count", [2, 3, 6])
def test_everybody_meets_everybody(count):
    given = settings(count, rounds=3, pairs=2)
    pairs = all_pairs(given)
    meetings = Counter(frozenset((pair.first, pair.second)) for pair in pairs)
    assert meetings == {frozenset(two): 6 for two in itertools.combinations(range(count), 2)}
    assert [pair.number for pair in pairs] == list(range(1, len(pairs) + 1))
    assert game_count(given) == 2 * len(pairs)
    # All meetings of a round play the same openings, and every round others.
    assert {pair.opening for pair in pairs if pair.round == 2} == {2, 3}


def test_a_gauntlet_is_run_by_the_first():
    pairs = all_pairs(settings(5, format="gauntlet", rounds=2))
    assert {pair.first for pair in pairs} == {0}
    assert Counter(pair.second for pair in pairs) == {1: 2, 2: 2, 3: 2, 4: 2}


@pytest.mark.parametrize("count", [2, 3, 8, 13])
def test_swiss_rounds_pair_everybody_once_and_neighbours_who_have_not_met(count):
    rounds = min(count - 1, 6)
    given = settings(count, format="swiss", rounds=rounds, pairs=2)
    chance = random.Random(count)
    results: dict[str, Outcome] = {}
    points = dict.fromkeys(range(count), 0.0)
    met: set[frozenset[int]] = set()
    byes: list[int] = []
    for number in range(1, rounds + 1):
        pairs = list(scheduled(given, range(number, number + 1), results))
        meetings = {(pair.first, pair.second) for pair in pairs}
        bye = swiss_round(given, number, results)[1]
        here = [player for meeting in meetings for player in meeting] + ([] if bye is None else [bye])
        assert sorted(here) == list(range(count))
        new = {frozenset(meeting) for meeting in meetings}
        # Who has met is known from the rounds before; only a pool that has run out meets again.
        if count >= 8:
            assert not new & met
            spread = max(abs(points[a] - points[b]) for a, b in meetings)
            assert spread <= 8, "neighbours in the table, or nearly"
        met |= new
        if bye is not None:
            assert bye not in byes
            byes.append(bye)
            points[bye] += 4
        for pair in pairs:
            for id, mover in zip(pair_ids("cup", pair), (pair.first, pair.second), strict=True):
                results[id] = chance.choice([Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW])
                winner = results[id].winner
                score = 0.5 if winner is None else 1.0 - winner.value
                points[mover] += score
                points[pair.first + pair.second - mover] += 1 - score
        # The same again, from the results: what a resumed tournament does.
        assert list(scheduled(given, range(number, number + 1), results)) == pairs
    assert len(results) == game_count(given)


def test_a_long_swiss_tournament_meets_again_as_seldom_as_possible():
    given = settings(4, format="swiss", rounds=6)
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, 7):
        met.update(frozenset((pair.first, pair.second)) for pair in scheduled(given, range(number, number + 1), {}))
    assert set(met.values()) == {2}
    assert len(met) == 6


# Running


def test_a_tournament_from_the_first_to_the_last_game(file, database):
    given = read_settings(file)
    told = []
    standings = run_tournament(database, given, executor=Here(), observer=lambda s: told.append(s.played))
    assert standings.played == standings.wanted == game_count(given) == 12
    assert told == sorted(told)
    assert told[-1] == 12
    games = list(find_games(database, GameFilter(event="cup")))
    assert len(games) == 12
    assert {game.round for game in games} == {1, 2}
    assert {str(game.rules) for game in games if game.round == 1} == {"3x3 connect=3 gravity=no"}
    assert {str(game.rules) for game in games if game.round == 2} == {"7x6 connect=4"}
    assert get_tournament(database, "cup").state == "finished"
    ratings = standings_of(database, settings_of(database, "cup")).ratings()
    assert [rating.games for rating in ratings.players] == [8, 8, 8]
    assert [round(one.elo, 6) for one in ratings.players] == [round(one.elo, 6) for one in standings.ratings().players]


def test_a_resumed_tournament_plays_what_is_missing_and_the_same(file, database, tmp_path):
    given = read_settings(file)

    class After:
        def __init__(self, looks: int) -> None:
            self.looks = looks

        def is_set(self) -> bool:
            self.looks -= 1
            return self.looks < 0

    first = run_tournament(database, given, executor=Here(), cancel=After(1))
    assert 0 < first.played < 12
    assert get_tournament(database, "cup").state == "stopped"
    before = {game.id: game for game in find_games(database)}
    run_tournament(database, settings_of(database, "cup"), executor=Here())
    after = {game.id: game for game in find_games(database)}
    assert len(after) == 12
    assert {id: after[id] for id in before} == before, "what was there is there as it was"
    with Database.open(str(tmp_path / "other.sqlite")) as other:
        run_tournament(other, given, executor=Here())
        whole = {game.id: game.moves_text for game in find_games(other)}
    assert {id: game.moves_text for id, game in after.items()} == whole
    # Nothing is left to do, and nothing is done.
    run_tournament(database, given, executor=Here(), observer=lambda s: pytest.fail("a game was played"))


def test_a_swiss_tournament_runs_round_by_round(database):
    entrants = tuple(Entrant(f"p{n}", "winblock" if n % 2 else "random") for n in range(5))
    given = settings(5, players=entrants, format="swiss", rounds=3)
    standings = run_tournament(database, given, executor=Here())
    assert standings.played == 12
    meetings = Counter(frozenset(game.players) for game in find_games(database))
    assert set(meetings.values()) == {2}, "two games for each meeting, and nobody meets twice"


def test_changed_settings_are_refused_with_what_changed(file, database):
    run_tournament(database, read_settings(file), executor=Here())
    file.write_text(TEXT.replace("rounds = 2", "rounds = 3").replace("seed = 4", "seed = 5"))
    with pytest.raises(InputError, match="other settings: rounds: 2 → 3; seed: 4 → 5"):
        run_tournament(database, read_settings(file), executor=Here())
    file.write_text(TEXT + "concurrency = 1\n")
    run_tournament(database, read_settings(file), executor=Here())  # how many at a time is no part of it


# The command


def test_a_bot_that_declines_a_board_keeps_nobody_from_going_on(tmp_path, database):
    bot = tmp_path / "picky.py"
    bot.write_text(
        "for line in open(0):\n"
        "  if line.startswith('game'): print('sorry too small' if '3x3' in line else 'ready', flush=True)\n"
        "  if line.startswith('go'): print('move 4', flush=True)\n"
    )
    picky = Entrant("picky", f"cmd:{shlex.join([sys.executable, str(bot)])}")
    asked = settings(2, players=(picky, Entrant("chance", "random")), rules=("tictactoe", "cfour"), rounds=2)
    assert run_tournament(database, asked, executor=Here()).played == 4
    declined = list(find_games(database, GameFilter(event="cup", termination=Termination.RESIGNATION)))
    assert [game.rules.columns for game in declined] == [3, 3]
    for game in declined:
        assert game.outcome.winner is not None
        assert game.player(game.outcome.winner) == "chance"
        assert "does not play 3x3 connect=3 gravity=no: too small" in game.reason
    with pytest.raises(UnsupportedError, match="too small"):  # nobody else is kept from playing a match
        match(picky.player, "random", games=2, rules="tictactoe", executor=Here())


def command(*words: str, folder: Path):
    return run("tournament", *words, "--database", str(folder / "games.sqlite"))


def test_the_command_runs_resumes_lists_and_tells(file, tmp_path):
    result = command("run", str(file), "--workers", "1", folder=tmp_path)
    assert result.exit_code == 0, result.output
    assert "cup: 12 of 12 games" in result.stdout
    assert "careful" in result.stdout
    assert "cup   round-robin  3        12/12  finished" in command("list", folder=tmp_path).stdout
    assert "cup: 12 of 12 games, finished" in command("status", "cup", folder=tmp_path).stdout
    told = json.loads(command("status", "cup", "--json", folder=tmp_path).stdout)
    assert (told["played"], told["games"], told["state"]) == (12, 12, "finished")
    assert len(told["ratings"]["players"]) == 3
    assert json.loads(command("list", "--json", folder=tmp_path).stdout)[0]["name"] == "cup"
    file.write_text(TEXT.replace("rounds = 2", "rounds = 4"))
    for word in ("run", "resume"):
        result = command(word, str(file), folder=tmp_path)
        assert result.exit_code == 2
        assert "rounds: 2 → 4" in result.stderr
    result = command("resume", "cop", folder=tmp_path)
    assert result.exit_code == 2
    assert "the nearest name is 'cup'" in result.stderr


def test_the_example_is_a_tournament(tmp_path):
    path = tmp_path / "mine.toml"
    assert run("tournament", "new", str(path)).exit_code == 0
    given = read_settings(path)
    assert given.name == "mine"
    assert len(given.players) == 4
    again = run("tournament", "new", str(path))
    assert again.exit_code == 2
    assert "is there already" in again.stderr
    assert run("tournament", "new", str(path), "--force").exit_code == 0
    # It says a word on every key there is.
    text = path.read_text("utf-8")
    for key in given.json():
        assert key in text or key in ("nodes", "depth", "playouts")


def test_resuming_what_never_began(file, tmp_path):
    Database.open(str(tmp_path / "games.sqlite")).close()
    result = command("resume", str(file), folder=tmp_path)
    assert result.exit_code == 2
    assert "there is no tournament 'cup'" in result.stderr


def test_no_tournaments_yet(tmp_path):
    Database.open(str(tmp_path / "games.sqlite")).close()
    assert "no tournaments yet" in command("list", folder=tmp_path).stdout


@pytest.mark.parametrize("executor", ["dsk", "dask:/x", "http://x"])
def test_an_executor_that_is_none(file, tmp_path, executor):
    result = command("run", str(file), "--executor", executor, folder=tmp_path)
    assert result.exit_code == 2
    assert f"the executor is '{executor}'; it has to be local, dask or dask://host:8786" in result.stderr


# Paths of bots


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("cmd:./mybot --fast", "cmd:{folder}/mybot --fast"),
        ("cmd:time=2 bots/mybot", "cmd:time=2 {folder}/bots/mybot"),
        ("cmd:python3 mybot.py --depth 3", "cmd:python3 {folder}/mybot.py --depth 3"),
        ("cmd:python3 -m mybot", "cmd:python3 -m mybot"),
        ("cmd:/usr/bin/mybot", "cmd:/usr/bin/mybot"),
        ("text:../strategy", "text:{above}/strategy"),
        ("so:Strategy.so", "so:{folder}/Strategy.so"),
        ("so:time=0.5 ./Strategy.so", "so:time=0.5 {folder}/Strategy.so"),
        ("kaggle:submission.py", "kaggle:{folder}/submission.py"),
        ("python:mybot.py:choose", "python:{folder}/mybot.py:choose"),
        ("openspiel:uniform_random", "openspiel:uniform_random"),
        ("openspiel:mybot.py", "openspiel:{folder}/mybot.py"),
        ("uct playouts=20", "uct playouts=20"),
    ],
)
def test_paths_are_relative_to_the_file(tmp_path, monkeypatch, written, read):
    folder = tmp_path / "cups"
    folder.mkdir()
    (folder / "mybot.py").touch()
    (folder / "cup.toml").write_text(f"players = [{json.dumps(written)}, 'random']\n")
    expected = read.format(folder=folder, above=tmp_path)
    for path, cwd in ((folder / "cup.toml", tmp_path), (Path("cup.toml"), folder), (Path("../cups/cup.toml"), folder)):
        monkeypatch.chdir(cwd)
        entrant = read_settings(path).players[0]
        assert (entrant.name, entrant.text) == (written, expected)


def test_a_tournament_with_a_bot_runs_and_resumes_from_any_folder(tmp_path, monkeypatch):
    folder = tmp_path / "cups"
    folder.mkdir()
    (folder / "first.py").write_text(
        "for line in open(0):\n"
        "  if line.startswith('game'): print('ready', flush=True)\n"
        "  if line.startswith('board'): open_column = line.split()[1].split('/')[0].index('.') + 1\n"
        "  if line.startswith('go'): print('move', open_column, flush=True)\n"
    )
    path = folder / "cup.toml"
    path.write_text(f"players = [{json.dumps(f'cmd:{shlex.quote(sys.executable)} first.py')}, 'random']\n")
    monkeypatch.chdir(tmp_path)
    result = command("run", "cups/cup.toml", "--workers", "1", folder=tmp_path)
    assert result.exit_code == 0, result.output
    assert "forfeit" not in result.stdout
    monkeypatch.chdir(folder)
    assert command("resume", "cup.toml", folder=tmp_path).exit_code == 0
