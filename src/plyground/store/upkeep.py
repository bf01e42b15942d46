"""Looking after a database: copies of it, games that go, and the right of one server to a file."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, true

from plyground.board import Outcome
from plyground.errors import N_, InputError, StoreError, UnsupportedError
from plyground.store.database import Database
from plyground.store.failures import store_error
from plyground.store.games import GameFilter
from plyground.store.schema import games, live, seats

__all__ = ["backup", "delete_games", "forget_games", "restore", "served"]

_CLAIM_LOOK = 0.05
_TOGETHER = 500  # ids in one statement


def backup(database: Database, file: Path, *, force: bool = False) -> None:
    """Copies a SQLite database as it is now, with what its journal holds, while others go on writing."""
    _check_sqlite(database)
    if file.exists() and not force:
        raise InputError(N_("'{file}' is there already; --force writes over it"), file=file)
    made = file.with_name(f"{file.name}.part")
    try:
        made.unlink(missing_ok=True)
        with closing(sqlite3.connect(database.place)) as source, closing(sqlite3.connect(made)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # a copy is one file
        made.replace(file)
    except sqlite3.Error as error:
        raise store_error(error, str(file)) from error
    except OSError as error:
        raise InputError(
            N_("'{file}' cannot be written: {reason}"), file=file, reason=error.strerror or error
        ) from error
    finally:
        made.unlink(missing_ok=True)


def restore(database: Database, file: Path) -> None:
    """Makes the content of a SQLite database that of a backup, as a whole or not at all. No server may use it."""
    _check_sqlite(database)
    if not file.is_file():
        raise InputError(N_("there is no file '{path}'"), path=file)
    with served(database), closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
        try:
            sound = source.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        except sqlite3.DatabaseError as error:
            raise store_error(error, str(file)) from error
        if not sound:
            raise StoreError(N_("'{file}' is damaged; nothing was changed"), file=file)
        # Refuses what is no database of ours, and upgrades an older one, in a copy that takes the place of the file.
        copy = Path(f"{database.place}.part")
        try:
            copy.unlink(missing_ok=True)
            with closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            Database.open(str(copy)).close()
            with closing(sqlite3.connect(copy)) as upgraded, closing(sqlite3.connect(database.place)) as target:
                upgraded.backup(target)
        except sqlite3.Error as error:
            raise store_error(error, database.place) from error
        finally:
            for ending in ("", "-wal", "-shm"):
                Path(f"{copy}{ending}").unlink(missing_ok=True)


def _check_sqlite(database: Database) -> None:
    if not database.is_sqlite:
        raise UnsupportedError(
            N_("'{place}' is a PostgreSQL database: pg_dump copies it, and pg_restore or psql brings it back"),
            place=database.place,
        )


def delete_games(database: Database, wanted: GameFilter | Iterable[str]) -> int:
    """Removes games, by a filter or by their ids, with their moves and seats. Returns how many there were."""
    if isinstance(wanted, GameFilter):
        return _delete(database, and_(true(), *wanted.clauses()))
    ids, count = list(wanted), 0
    for start in range(0, len(ids), _TOGETHER):
        count += _delete(database, games.c.id.in_(ids[start : start + _TOGETHER]))
    return count


def forget_games(database: Database, before: datetime) -> int:
    """Removes games of the page that nobody changed since, if they are unfinished or no player gave a name."""
    named = exists().where(seats.c.game == games.c.id, seats.c.kind != "computer", seats.c.name != "")
    old = exists().where(live.c.game == games.c.id, live.c.changed < before)
    return _delete(database, and_(old, or_(games.c.outcome == Outcome.OPEN.value, ~named)))


def _delete(database: Database, which: ColumnElement[bool]) -> int:
    count = 0
    while True:
        # In portions, so that others can write meanwhile.
        some = select(games.c.id).where(which).limit(_TOGETHER)
        with database.writing() as connection:
            ids = list(connection.execute(some).scalars())
            connection.execute(delete(games).where(games.c.id.in_(ids)))
        count += len(ids)
        if len(ids) < _TOGETHER:
            return count


@contextmanager
def served(database: Database, waiting: float = 0.0) -> Iterator[None]:
    """Claims a SQLite file for one server, which keeps the games that are played in its memory.

    A second one is refused, after it waited so many seconds for the first to end. The system releases the claim with
    the process. Servers share a PostgreSQL database.
    """
    if not database.is_sqlite:
        yield
        return
    path = f"{database.place}-served"
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(
            N_("'{place}' cannot be claimed for a server ({reason})"),
            place=database.place,
            reason=error.strerror or error,
        ) from error
    try:
        give_up = time.monotonic() + waiting
        while not _lock(lock):
            if time.monotonic() >= give_up:
                raise StoreError(
                    N_("another server uses '{place}'; end it first, or share a PostgreSQL database"),
                    place=database.place,
                )
            time.sleep(_CLAIM_LOOK)
        yield
    finally:
        os.close(lock)


def _lock(place: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(place, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
