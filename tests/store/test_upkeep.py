"""Backups, games that go, one server for a file, damaged files, and databases of every earlier form."""

from __future__ import annotations

import io
import shutil
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from plyground import store
from plyground.board import Side
from plyground.errors import InputError, StoreError, UnsupportedError
from plyground.grid import GridBoard
from plyground.store import (
    Database,
    GameFilter,
    MoveRecord,
    Seat,
    add_games,
    backup,
    count_games,
    delete_games,
    find_games,
    forget_games,
    get_game,
    get_tournament,
    live,
    now,
    restore,
    served,
)
from plyground.store.database import HEAD
from tests.cli.running import run
from tests.store.test_games import some_games


@pytest.fixture
def file(tmp_path) -> Path:
    path: Path = tmp_path / "games.sqlite"
    with Database.open(str(path)) as database:
        add_games(database, some_games(30))
    return path


def test_a_backup_has_what_the_journal_holds(file, tmp_path):
    copy, plain = tmp_path / "copy.sqlite", tmp_path / "plain.sqlite"
    with Database.open(str(file)) as database:
        known = {game.id for game in find_games(database)}
        live.create(database, GridBoard(), (Seat("human"), Seat("human")))
        shutil.copy(file, plain)  # what people do, and what lost games
        backup(database, copy)
        with pytest.raises(InputError, match="is there already"):
            backup(database, copy)
        backup(database, copy, force=True)
        with sqlite3.connect(plain) as lacking, Database.open(str(copy)) as whole:
            assert lacking.execute("SELECT count(*) FROM games").fetchone()[0] < count_games(whole) == len(known) + 1
        lacking.close()
    assert {path.name for path in tmp_path.iterdir() if "part" in path.name} == set()


def test_a_backup_is_restored_as_a_whole(file, tmp_path):
    copy = tmp_path / "copy.sqlite"
    with Database.open(str(file)) as database:
        backup(database, copy)
        games = list(find_games(database))
        assert delete_games(database, GameFilter()) == 30
        restore(database, copy)
        assert list(find_games(database)) == games
        for wrong in (tmp_path / "none", tmp_path / "text"):
            (tmp_path / "text").write_text("no database" * 100)
            with pytest.raises((InputError, StoreError)):
                restore(database, wrong)
        with sqlite3.connect(tmp_path / "foreign") as foreign:
            foreign.execute("CREATE TABLE mine (x)")
        foreign.close()
        with pytest.raises(StoreError, match="another program"):
            restore(database, tmp_path / "foreign")
        with served(database), pytest.raises(StoreError, match="another server uses"):
            restore(database, copy)
        assert list(find_games(database)) == games


def test_the_commands(file, tmp_path):
    at = ("--database", str(file))
    copy = tmp_path / "copy.sqlite"
    assert "30 games" in run("games", "backup", str(copy), *at).stdout
    id = some_games(30)[3].id
    for wrong in (("games", "delete", *at), ("games", "delete", id, "--event", "x", "--yes", *at)):
        assert run(*wrong).exit_code == 2
    assert run("games", "delete", "nosuchgame", "--yes", *at).exit_code == 3
    assert run("games", "delete", id, *at).exit_code == 2, "nobody can be asked"
    assert run("games", "delete", id, "--yes", *at).stdout == "1 game deleted\n"
    with Database.open(str(file)) as database:
        assert get_game(database, id) is None
        assert count_games(database) == 29
        with database.reading() as connection:
            rows = connection.exec_driver_sql("SELECT count(*) FROM moves WHERE game = ?", (id,)).scalar()
            assert rows == 0
    assert "30 games" in run("games", "restore", str(copy), "--yes", *at).stdout


def test_postgresql_has_its_own_programs_for_copies(postgres, tmp_path):
    with Database.open(postgres.new_database()) as database:
        with pytest.raises(UnsupportedError, match="pg_dump"):
            backup(database, tmp_path / "x")
        with served(database), served(database):
            pass  # several servers share it


def test_a_second_server_on_a_file_is_refused(file):
    with Database.open(str(file)) as one, Database.open(str(file)) as other:
        with served(one):
            with pytest.raises(StoreError, match="another server uses"), served(other):
                pass
            result = run("serve", "--no-browser", "--port", "0", "--database", str(file))
            assert result.exit_code == 4
            assert "another server uses" in result.stderr
        with served(other):
            pass


def test_old_games_without_an_end_or_a_name_are_forgotten(file):
    with Database.open(str(file)) as database:

        def game(name: str, over: bool) -> str:
            made = live.create(database, GridBoard(), (Seat("human", name), Seat("computer", player="random")))
            for ply, move in enumerate((3, 2, 3, 2, 3, 2, 3) if over else (3,), 1):
                live.append(database, made.id, ply, MoveRecord(move))
            return made.id

        kept, gone = game("Anna", True), [game("Anna", False), game("", True), game("", False)]
        assert forget_games(database, now() - timedelta(days=1)) == 0
        assert forget_games(database, now() + timedelta(seconds=1)) == 3
        assert [get_game(database, id) for id in gone] == [None] * 3
        assert get_game(database, kept) is not None
        assert count_games(database) == 31, "games of the command line and of tournaments stay"


def test_of_a_damaged_file_everything_is_exported_that_can_be_read(tmp_path):
    path = tmp_path / "games.sqlite"
    games = some_games(300)
    with Database.open(str(path)) as database:
        add_games(database, games)
    with sqlite3.connect(path) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")
        size = opened.execute("PRAGMA page_size").fetchone()[0]
        roots = dict(opened.execute("SELECT name, rootpage FROM sqlite_master"))
    opened.close()
    data = bytearray(path.read_bytes())
    for index in ("games_began", "sqlite_autoindex_moves_1"):  # no search by time, and none for a game's moves
        start = (roots[index] - 1) * size
        data[start : start + 8] = b"\xff" * 8
    path.write_bytes(data)
    told: list[StoreError] = []
    with Database.open(str(path)) as database:
        found = list(find_games(database, unreadable=told.append))
        assert {game.id for game in found} == {game.id for game in games}
        assert len(found) == len(games)
        assert told == []
        one = found[0].players[0]
        assert list(find_games(database, GameFilter(player=one), unreadable=told.append)) == [
            game for game in found if any(one.lower() in name.lower() for name in game.players)
        ]
        with pytest.raises(StoreError):
            list(find_games(database))
    # A leaf of the table itself: what it held is lost, the rest is not.
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as opened:
        root = data[(roots["games"] - 1) * size :]
    opened.close()
    assert root[0] == 5, "an inner page, so that there are leaves"
    leaf = int.from_bytes(root[int.from_bytes(root[12:14], "big") :][:4], "big")
    data[(leaf - 1) * size : (leaf - 1) * size + 8] = b"\xff" * 8
    path.write_bytes(data)
    with Database.open(str(path)) as database:
        some = list(find_games(database, unreadable=told.append))
    assert 0 < len(some) < len(games)
    assert len(told) == 1
    assert told[0].values["count"] == len(games) - len(some)


FORMS = sorted(path.name[:4] for path in (Path(store.__file__).parent / "migrations" / "versions").glob("0*.py"))


@pytest.mark.parametrize("form", FORMS)
def test_a_database_of_every_earlier_form_keeps_its_content(form, tmp_path):
    """The oldest one with data, upgraded step by step to `form`, with the data of that form, and then by opening it."""
    path = str(tmp_path / "old.sqlite")
    old = (Path(__file__).parent / "form-0001.sql").read_text()
    with sqlite3.connect(path) as opened:
        opened.executescript(old)
    opened.close()
    _upgrade(path, form)
    with sqlite3.connect(path) as opened:
        assert opened.execute("SELECT version_num FROM plyground_version").fetchone()[0] == form
        if form >= "0002":
            columns = "game, seq, changed"
            opened.execute(f"INSERT INTO live ({columns}) VALUES ('cup/1', 7, '2026-01-02 03:04:05.000006')")
            opened.execute(
                "INSERT INTO seats (game, side, kind, name, player) VALUES ('cup/1', 0, 'human', 'Anna', '')"
            )
            opened.execute(
                "INSERT INTO seats (game, side, kind, name, player) VALUES ('cup/1', 1, 'human', 'Bert', '')"
            )
        if form >= "0003":
            opened.execute("UPDATE games SET forfeit_seconds = 1.5 WHERE id = 'cup/1'")
        if form >= "0004":
            opened.execute("UPDATE seats SET token = 'hash' WHERE side = 0")
        if form >= "0005":
            opened.execute("UPDATE live SET undo_offer = 1")
    opened.close()
    with Database.open(path) as database:
        first, _second = find_games(database)
        assert (first.id, len(first.moves)) == ("cup/1", 7)
        assert first.forfeit_seconds == (1.5 if form >= "0003" else None)
        assert get_tournament(database, "cup").finished == 1
        seats = live.seats_of(database, "cup/1")
        assert (None if seats is None else [seat.name for seat in seats]) == (
            ["Anna", "Bert"] if form >= "0002" else None
        )
        if form >= "0002":
            game = live.load(database, "cup/1")
            assert game is not None
            assert (game.seq, game.seat(Side.FIRST).taken) == (7, form >= "0004")
            assert (game.undo_offer, game.rematch_offer) == (Side.SECOND if form >= "0005" else None, None)
    with sqlite3.connect(path) as opened:
        assert opened.execute("SELECT version_num FROM plyground_version").fetchone()[0] == HEAD
    opened.close()


def _upgrade(path: str, form: str) -> None:
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config(stdout=io.StringIO(), attributes={"connection": connection})
        config.set_main_option("script_location", "plyground.store:migrations")
        config.set_main_option("path_separator", "os")
        command.upgrade(config, form)
    engine.dispose()


def test_a_cell_that_looks_like_a_formula_is_a_text():
    from plyground.arena.report.tables import _plain_cell

    assert [_plain_cell(cell) for cell in ("=1+1", "@x", "-x", "+x", "\tx", "cup", -1.5, None)] == [
        *("'=1+1", "'@x", "'-x", "'+x", "'\tx", "cup"),
        *(-1.5, None),
    ]
