"""Games of the console are in the database once they end or are left, and a database that fails stops no game."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground import Outcome, Termination
from plyground.store import Database, GameRecord, find_games
from tests.cli.running import run
from tests.cli.terminal import Terminal

HUMANS = ("--first", "human name=Ann", "--second", "human")
KEPT = "The game is kept"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite")


def kept(database: str) -> list[GameRecord]:
    with Database.open(database) as opened:
        return list(find_games(opened))


def play(database: str, *options: str, typed: str):
    lines = "".join(f"{line}\n" for line in typed.split())
    return run("play", *(options or HUMANS), "--database", database, stdin=lines)


def test_a_game_that_ends_is_kept_whole(database):
    result = play(database, typed="1 2 1 2 1 2 1 quit")
    assert result.exit_code == 0, result.output
    assert result.stdout.count(KEPT) == 1
    (record,) = kept(database)
    assert record.id.startswith("play-")
    assert (record.players, record.moves_text) == (("Ann", "human"), "1212121")
    assert (record.outcome, record.termination) == (Outcome.FIRST_WINS, Termination.WIN)
    listed = run("games", "list", "--database", database).stdout
    assert record.id in listed


def test_what_a_computer_thought_is_kept_with_its_move(database):
    play(database, "--second", "alphabeta depth=3", "--seed", "4", typed="4 quit")
    (record,) = kept(database)
    assert (record.players, record.seed) == (("human", "alphabeta depth=3"), 4)
    assert record.moves[1].nodes
    assert record.moves[1].value is not None


@pytest.mark.parametrize("leaving", ["quit", ""])
def test_a_game_that_is_left_is_kept_unfinished(database, leaving):
    result = play(database, typed=f"4 4 5 {leaving}")
    assert result.exit_code == (0 if leaving else 3)
    (record,) = kept(database)
    assert (record.moves_text, record.outcome, record.termination) == ("445", Outcome.OPEN, None)


def test_a_game_that_was_resigned(database):
    play(database, typed="4 resign quit")
    (record,) = kept(database)
    assert (record.outcome, record.termination) == (Outcome.FIRST_WINS, Termination.RESIGNATION)
    assert "resigned" in record.reason


def test_restart_and_undo_make_games_of_their_own(database):
    result = play(database, typed="1 2 1 2 1 2 1 undo 3 restart 4 quit")
    assert result.stdout.count(KEPT) == 3
    assert [record.moves_text for record in kept(database)] == ["1212121", "1212123", "4"]


def test_nothing_is_kept_twice_or_without_a_move(database):
    play(database, typed="quit")
    play(database, *HUMANS, "--position", "4453", typed="1 undo undo quit")
    assert kept(database) == []
    play(database, typed="1 2 1 2 1 2 1 undo quit")
    assert [record.moves_text for record in kept(database)] == ["1212121"]


def test_a_game_continued_from_a_position_is_kept_from_its_start(database):
    play(database, *HUMANS, "--position", "4453", typed="1 quit")
    (record,) = kept(database)
    assert (record.moves_text, record.opening) == ("44531", 0)


def test_no_save(database):
    result = play(database, *HUMANS, "--no-save", typed="1 2 1 2 1 2 1 quit")
    assert KEPT not in result.stdout
    assert not Path(database).exists()


def test_a_database_that_cannot_be_written_is_said_once_and_stops_no_game():
    result = play("/dev/null/games.sqlite", typed="1 2 1 2 1 2 1 restart 4 quit")
    assert result.exit_code == 0, result.output
    assert "Ann wins." in result.stdout
    assert KEPT not in result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("plyground: the game is not kept: ")
    assert "/dev/null/games.sqlite" in line


@pytest.mark.needs("tmux")
def test_ctrl_c_keeps_the_game(database):
    with Terminal(f"play --second human --database {database}") as terminal:
        terminal.wait("your move")
        terminal.line("4")
        terminal.wait("second player, your move")
        terminal.keys("C-c")
        terminal.wait("code=130")
        assert KEPT in terminal.history()
    assert [record.moves_text for record in kept(database)] == ["4"]
