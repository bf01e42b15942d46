"""Opening a database: where it is, what form it has, and what is said when it cannot be used."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from plyground import Game, GridBoard, Outcome, Rules, Side, Termination
from plyground.errors import InputError, MissingExtraError, StoreError
from plyground.store import GameRecord, MoveRecord
from plyground.store import database as module
from plyground.store.database import HEAD, VERSION_TABLE, Database
from plyground.store.failures import store_error
from plyground.store.games import add_game, add_games, find_games, get_game
from plyground.store.live import Seat, append, create
from plyground.store.schema import metadata
from plyground.store.tournaments import get_tournament
from tests.postgres import Server, server
from tests.store.test_games import some_games

HERE = Path(__file__).parent
OLD = (HERE / "form-0001.sql").read_text()
"""A database as the first form had it, with two games and a tournament."""


def test_the_users_own_file_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    with Database.open() as database:
        assert database.place == str(tmp_path / "data" / "games.sqlite")
        assert database.engine.connect().exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    monkeypatch.setenv("PLYGROUND_DATABASE", str(tmp_path / "other #1?.db"))
    with Database.open() as database:
        assert database.place == str(tmp_path / "other #1?.db")
    with Database.open(f"sqlite:///{tmp_path}/third") as database:
        assert (tmp_path / "third").exists()
        with Database.open(database.url) as same:
            assert same.place == database.place


@pytest.mark.parametrize(
    "url", ["mysql://host/x", "sqlite://", "sqlite:///:memory:", "://", "what://x", "postgresql://h:x/"]
)
def test_what_names_no_database_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="names no database"):
        Database.open(url)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(StoreError) as caught:
        Database.open("postgresql://me:secret@127.0.0.1:1/x", waiting=2)
    assert "cannot be reached" in str(caught.value)
    assert "secret" not in str(caught.value)
    with pytest.raises(InputError) as refused:
        Database.open("mysql://me:secret@127.0.0.1/x")
    assert "secret" not in str(refused.value)


def test_the_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'plyground\[postgres\]'"):
        Database.open("postgres://localhost/x")


# The form of the tables, and how older ones get there


def test_migrations_lead_to_the_tables_that_queries_use(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
    assert ScriptDirectory(str(Path(module.__file__).parent / "migrations")).get_heads() == [HEAD]


def test_a_database_of_an_older_form_is_upgraded_with_its_games(database_url: str) -> None:
    if "://" in database_url:
        import psycopg

        dump = OLD.replace("DATETIME", "TIMESTAMP WITH TIME ZONE").replace("DOUBLE", "DOUBLE PRECISION")
        with psycopg.connect(database_url, options="-c timezone=UTC", autocommit=True) as connection:
            connection.execute(dump.replace("BEGIN TRANSACTION", "BEGIN").encode())
    else:
        with sqlite3.connect(database_url) as file:
            file.executescript(OLD)
        file.close()
    with Database.open(database_url) as database:
        first, second = find_games(database)
        assert get_tournament(database, "cup").finished == 1
        # What is new works beside what is old.
        game = create(database, GridBoard(), (Seat("human"), Seat("human")))
        append(database, game.id, 1, MoveRecord(3))
    assert first == GameRecord.of(
        Game(GridBoard(), [3, 2, 3, 2, 3, 2, 3]),
        id="cup/1",
        players=("uct time=1", "human"),
        moves=[MoveRecord(2 + (ply + 1) % 2, ply / 2, None if ply % 2 else float(ply), ply * 10) for ply in range(7)],
        began=datetime(2026, 1, 2, 3, 4, 5, 6, UTC),
        opening=2,
        event="cup",
        round=1,
        seed=2**64 - 1,
        limit="time=1",
    )
    start = GridBoard.parse("..../..../x#../.... o", Rules.parse("4x4 connect=3 gravity=no blocked=b2"))
    assert (second.start, second.moves, second.reason) == (start, (MoveRecord(3),), "a took 5.1 s")
    assert (second.outcome, second.game().termination) == (Outcome.SECOND_WINS, Termination.TIMEOUT)
    assert second.game().turn is Side.FIRST


def test_many_may_open_an_empty_database_at_once(database_url: str) -> None:
    games = some_games(12)

    def use(record: GameRecord) -> None:
        with Database.open(database_url) as database:
            add_game(database, record)

    program = textwrap.dedent(
        """
        import sys
        from plyground.store.database import Database
        from plyground.store.games import add_game
        from tests.store.test_games import some_games
        record = some_games(12)[int(sys.argv[2])]
        print(flush=True)
        input()
        with Database.open(sys.argv[1]) as database:
            add_game(database, record)
        """
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, database_url, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    with ThreadPoolExecutor(9) as pool:
        # All go at once.
        told = [pool.submit(process.communicate, "\n") for process in processes]
        list(pool.map(use, games[3:]))
        assert [future.result()[0] for future in told] == [""] * 3
    assert [process.returncode for process in processes] == [0, 0, 0]
    with Database.open(database_url) as database:
        assert list(find_games(database)) == games


def test_a_newer_form_is_refused_and_left_alone(database_url: str) -> None:
    with Database.open(database_url) as database:
        add_games(database, some_games(3))
        with database.writing() as connection:
            connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"newer version of Plyground .*9999.*nothing was changed"):
        Database.open(database_url)


# Files that are something else, or damaged


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.sqlite"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE bookmarks (url TEXT)")
    file.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program; nothing was changed"):
        Database.open(str(path))
    assert (path.read_bytes(), os.listdir(tmp_path)) == (before, ["bookmarks.sqlite"])


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\n" * 500)
    with pytest.raises(StoreError, match="is not a database; nothing was changed"):
        Database.open(str(path))
    assert path.read_text() == "Dear Ann,\n" * 500
    with pytest.raises(StoreError, match="cannot be opened"):
        Database.open(str(tmp_path))
    with pytest.raises(StoreError, match="cannot be opened"):
        Database.open(str(path / "games.sqlite"))
    with pytest.raises(StoreError, match="cannot be opened"):
        Database.open(str(tmp_path / "no such folder" / "games.sqlite"))
    monkeypatch.setenv("PLYGROUND_HOME", str(path))
    with pytest.raises(StoreError, match="for games cannot be made: Not a directory"):
        Database.open()


def test_a_damaged_file_is_said_to_be_and_what_can_be_read_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    games = some_games(600)
    with Database.open(str(path)) as database:
        add_games(database, games)
        with database.reading() as connection:
            # The last page of the moves' own tree: some games lose moves, the list of games is whole.
            (page,) = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'moves'").one()
    assert page
    content = bytearray(path.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    with sqlite3.connect(path) as file:
        pages = [row[0] for row in file.execute("SELECT pageno FROM dbstat WHERE name = 'moves' AND pagetype = 'leaf'")]
    file.close()
    at = (pages[len(pages) // 2] - 1) * size
    content[at : at + size] = os.urandom(size)
    path.write_bytes(content)
    with Database.open(str(path)) as database:
        with pytest.raises(StoreError, match=r"is damaged .* nothing was changed; copy the file first"):
            list(find_games(database))
        told: list[StoreError] = []
        kept = list(find_games(database, unreadable=told.append))
    assert len(kept) + len(told) == len(games)
    assert 0 < len(told) < 100
    assert all(game in games for game in kept)
    assert path.read_bytes() == content


# Writing that fails, and goes on afterwards


def test_a_locked_database_is_waited_for_and_then_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    one, two = some_games(2)
    with Database.open(str(path), waiting=0.2) as database:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked: another program writes"):
            add_game(database, one)
        assert list(find_games(database)) == []  # reading goes on
        other.execute("COMMIT")
        other.close()
        add_game(database, two)
        assert list(find_games(database)) == [two]


def test_a_file_that_was_taken_away_is_told_and_used_again_when_it_is_back(tmp_path: Path) -> None:
    path, away = tmp_path / "games.sqlite", tmp_path / "away.sqlite"
    one, two = some_games(2)
    with Database.open(str(path)) as database:
        add_game(database, one)
        path.rename(away)
        with pytest.raises(StoreError, match="moved, removed or replaced"):
            add_game(database, two)
        path.write_bytes(b"")  # another file of the same name
        with pytest.raises(StoreError, match="moved, removed or replaced"):
            add_game(database, two)
        away.replace(path)
        add_game(database, two)
        assert {game.id for game in find_games(database)} == {one.id, two.id}


def test_a_full_disk_is_said_and_what_was_saved_is_kept(tmp_path: Path) -> None:
    path = str(tmp_path / "games.sqlite")
    games = some_games(300)
    with Database.open(path) as database:
        add_games(database, games[:20])
        with database.writing() as connection:
            (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
    limited = Database.open(path)
    with limited:
        limited.engine.pool.dispose()
        with limited.writing() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreError, match=r"is full .* what was saved before is kept"):
            add_games(limited, games[20:])
        assert list(find_games(limited)) == games[:20]
    with Database.open(path) as database:
        assert len(add_games(database, games)) == 280
        assert list(find_games(database)) == games


def test_a_write_that_the_system_refuses_tears_nothing(tmp_path: Path) -> None:
    """A real failing write: the process may not make larger files."""
    path = str(tmp_path / "games.sqlite")
    games = some_games(400)
    with Database.open(path) as database:
        add_games(database, games[:20])
    program = textwrap.dedent(
        """
        import sys
        from plyground.errors import StoreError
        from plyground.store.database import Database
        from plyground.store.games import add_games, find_games
        from tests.store.test_games import some_games
        with Database.open(sys.argv[1]) as database:
            try:
                add_games(database, some_games(400))
            except StoreError as error:
                print(error)
            assert len(list(find_games(database))) == 20
        """
    )

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, "-c", program, path], preexec_fn=small, capture_output=True, text=True, check=True
    )
    assert "what was saved before is kept" in done.stdout
    with Database.open(path) as database:
        assert list(find_games(database)) == games[:20]


def test_a_server_that_went_away_is_told_and_used_again_when_it_is_back() -> None:
    games = some_games(3)
    with server() as running, Database.open(running.new_database(), waiting=2) as database:
        add_game(database, games[0])
        running.stop()
        with pytest.raises(StoreError, match=r"cannot be reached .* what it holds is kept"):
            add_game(database, games[1])
        with pytest.raises(StoreError, match="cannot be reached"):
            get_game(database, games[0].id)
        with pytest.raises(StoreError, match="cannot be reached"):
            Database.open(database.url, waiting=2)
        running.start()
        assert add_game(database, games[2])
        assert list(find_games(database)) == [games[0], games[2]]


def test_a_server_that_goes_away_in_the_middle_keeps_nothing_by_halves() -> None:
    with server() as running, Database.open(running.new_database(), waiting=2) as database:

        def interrupted() -> None:
            with database.writing() as connection:
                connection.execute(text("INSERT INTO tournaments VALUES ('x', '', '', now(), now(), '')"))
                running.stop()
                connection.execute(text("SELECT 1"))

        with pytest.raises(StoreError, match="what it holds is kept"):
            interrupted()
        running.start()
        with database.reading() as connection:
            assert connection.execute(text("SELECT count(*) FROM tournaments")).scalar() == 0


def test_what_a_server_refuses_is_told(postgres: Server) -> None:
    with pytest.raises(StoreError, match=r'cannot be reached .* database "nothing_here" does not exist'):
        Database.open(postgres.url("nothing_here"))
    with pytest.raises(StoreError, match=r'cannot be reached .* role "stranger" does not exist'):
        Database.open(postgres.url("postgres").replace("tester", "stranger"))
    url = postgres.new_database()

    def write_while_reading() -> None:
        with Database.open(url) as database, database.reading() as connection:
            connection.execute(text("DELETE FROM games"))

    with pytest.raises(StoreError, match="may not be written"):
        write_while_reading()
    postgres.give_back(url)


@pytest.mark.parametrize("code", [5, 6, 8, 10, 11, 13, 14, 26, 3, 1, 0])
def test_every_sentence_has_its_values(code: int) -> None:
    error = sqlite3.OperationalError("what SQLite says\nand more")
    error.sqlite_errorcode = code | 2 << 8  # an extended code, as SQLite gives them
    said = str(store_error(error, "games.sqlite"))
    assert "'games.sqlite'" in said
    assert "more" not in said.partition("(")[2].partition(")")[0]
