"""Tournaments that get more players and rounds, and those that are deleted."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from plyground.arena import (
    Entrant,
    TournamentSettings,
    extend_tournament,
    extended,
    game_count,
    run_tournament,
    settings_of,
)
from plyground.arena.schedule import pair_ids, rounds_at_once, scheduled
from plyground.errors import ConflictError, InputError, UnknownNameError
from plyground.executors import Here
from plyground.store import (
    Database,
    GameFilter,
    change_settings,
    count_games,
    delete_tournament,
    find_games,
    list_tournaments,
)
from tests.cli.running import run

PLAYERS = tuple(Entrant(f"player{number}", "random") for number in range(6))


def settings(count: int, **how: object) -> TournamentSettings:
    given = {"format": "round-robin", "rules": ("tictactoe",)} | how
    return TournamentSettings("cup", PLAYERS[:count], **given)  # type: ignore[arg-type]


def meetings(given: TournamentSettings) -> Counter[tuple[int, frozenset[int]]]:
    pairs = [pair for rounds in rounds_at_once(given) for pair in scheduled(given, rounds, {})]
    assert [pair.number for pair in pairs] == list(range(1, len(pairs) + 1))
    assert 2 * len(pairs) == game_count(given)
    return Counter((pair.round, frozenset((pair.first, pair.second))) for pair in pairs)


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss"])
def test_what_was_scheduled_keeps_its_ids(format):
    before = settings(3, format=format, rounds=2, pairs=2)
    after = extended(extended(before, rounds=1), PLAYERS[3:5], rounds=2)
    old = [pair for rounds in rounds_at_once(before) for pair in scheduled(before, rounds, {})]
    new = [pair for rounds in rounds_at_once(after) for pair in scheduled(after, rounds, {})]
    assert new[: len(old)] == old
    assert len({pair_ids("cup", pair) for pair in new}) == len(new)
    assert TournamentSettings.from_json(after.json()) == after


def test_new_players_catch_up_with_everybody():
    after = extended(settings(3, rounds=2), PLAYERS[3:5], rounds=1)
    everybody = itertools.combinations(range(5), 2)
    assert meetings(after) == {(number, frozenset(two)): 1 for two in everybody for number in (1, 2, 3)}
    gauntlet = extended(settings(3, format="gauntlet", rounds=2), PLAYERS[3:4])
    assert meetings(gauntlet) == {(number, frozenset((0, other))): 1 for other in (1, 2, 3) for number in (1, 2)}


def test_just_those_who_are_there_play_the_new_rounds():
    after = extended(settings(3, rounds=1), PLAYERS[3:4], rounds=1, present={"player1", "player3"})
    assert {two for number, two in meetings(after) if number == 2} == {frozenset((1, 3))}
    assert game_count(after) == 6 + 2


def test_the_players_of_a_swiss_tournament_enter_in_new_rounds():
    with pytest.raises(InputError, match="enter in new rounds"):
        extended(settings(4, format="swiss", rounds=2), PLAYERS[4:5])
    after = extended(settings(4, format="swiss", rounds=2), PLAYERS[4:6], rounds=1)
    assert {player for number, two in meetings(after) if number == 3 for player in two} == set(range(6))
    with pytest.raises(InputError, match="more players, more rounds"):
        extended(settings(2))


@pytest.fixture
def database(tmp_path):
    with Database.open(str(tmp_path / "games.sqlite")) as opened:
        yield opened


def test_an_extended_tournament_plays_what_is_new(database):
    run_tournament(database, settings(3), executor=Here())
    before = {game.id: game for game in find_games(database)}
    after = extend_tournament(database, "cup", PLAYERS[3:4], rounds=1)
    assert settings_of(database, "cup") == after
    standings = run_tournament(database, after, executor=Here())
    assert standings.played == standings.wanted == 2 * (3 + 3 + 6)
    games = {game.id: game for game in find_games(database)}
    assert before.items() <= games.items()
    assert {rating.name: rating.games for rating in standings.ratings().players} == {
        f"player{number}": 12 for number in range(4)
    }


def test_who_has_left_need_not_exist_any_more(database):
    gone = Entrant("gone", "cmd:true")
    first = TournamentSettings("cup", (*PLAYERS[:2], gone), rules=("tictactoe",))
    run_tournament(database, first, executor=Here(), force=True)
    after = extended(first, rounds=1, present={"player0", "player1"})
    players = (*PLAYERS[:2], Entrant("gone", "python:/nowhere/gone.py:choose"))
    moved = TournamentSettings.from_json(
        after.json() | {"players": [{"name": p.name, "player": p.text} for p in players]}
    )
    change_settings(database, "cup", first.json(), moved.json())
    assert run_tournament(database, moved, executor=Here()).played == 6 + 2


def test_settings_that_somebody_else_changed_are_not_overwritten(database):
    given = settings(2)
    run_tournament(database, given, executor=Here())
    extend_tournament(database, "cup", rounds=1)
    with pytest.raises(ConflictError, match="changed meanwhile"):
        change_settings(database, "cup", given.json(), extended(given, rounds=2).json())


def test_a_deleted_tournament_is_gone_with_its_games(database):
    run_tournament(database, settings(2), executor=Here())
    assert delete_tournament(database, "cup") == 2
    assert not list_tournaments(database)
    assert count_games(database, GameFilter()) == 0
    with pytest.raises(UnknownNameError, match="there is no tournament 'cup'"):
        delete_tournament(database, "cup")


def test_the_commands(tmp_path):
    file, base = tmp_path / "cup.toml", str(tmp_path / "games.sqlite")
    file.write_text('players = ["random", "winblock"]\nrules = "tictactoe"\n', "utf-8")
    assert run("tournament", "run", str(file), "--database", base, "--workers", "1").exit_code == 0
    result = run("tournament", "extend", "cup", "--player", "two=random", "--rounds", "1", "--database", base)
    assert result.exit_code == 0, result.output
    assert "10 games to play" in result.stdout
    assert "was extended since" in run("tournament", "run", str(file), "--database", base).stderr
    result = run("tournament", "resume", "cup", "--database", base, "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "12 of 12 games" in result.stdout
    assert run("tournament", "delete", "cup", "--database", base).exit_code == 2  # nobody can be asked
    result = run("tournament", "delete", "cup", "--yes", "--database", base)
    assert result.exit_code == 0, result.output
    assert "12 games" in result.stdout
    assert "no tournaments yet" in run("tournament", "list", "--database", base).stdout
