"""`Database`: a SQLite file by default, a PostgreSQL server by URL; upgraded to the newest schema when it is opened.

Everything here blocks, and may be called from several threads and processes at once. A transaction is a `with`
block of `reading` or `writing`. If the database fails, the transaction is rolled back and a `StoreError` raised.
"""

from __future__ import annotations

import io
import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, TimeoutError

from plyground.errors import N_, InputError, MissingExtraError, StoreError
from plyground.paths import data_dir, ready
from plyground.store.failures import locked, store_error

__all__ = ["HEAD", "VERSION_TABLE", "Database"]

HEAD = "0005"
"""The revision that this version of Plyground reads and writes: the newest in `migrations`."""
VERSION_TABLE = "plyground_version"
VARIABLE = "PLYGROUND_DATABASE"
PASSWORD_FILE = "PLYGROUND_DATABASE_PASSWORD_FILE"
"""The environment variable that names a file with the password of a PostgreSQL user, and nothing else."""

_MARK = 0x506C7947  # the application id in a SQLite file: "PlyG"
_WAITING = 60.0  # seconds that a writer waits for its turn before it says that the database is locked
_REACHING = 10  # seconds within which a server has to answer
_UPGRADING = 7310_4547  # an arbitrary number that names PostgreSQL's lock around an upgrade
_ALEMBIC = threading.Lock()  # Alembic keeps its state in globals


# Without this, SQLite would go on writing to a file that was deleted or replaced.
_NOT_THERE = N_(
    "'{place}' is no longer the file that was opened: it was moved, removed or replaced; nothing was written; "
    "put it back, or start again"
)


class Database:
    """An open database. `place` names it in messages, without its password."""

    def __init__(self, engine: Engine, place: str, waiting: float = _WAITING) -> None:
        self.engine = engine
        self.place = place
        self._waiting = waiting
        self._turn = threading.Lock()
        self.is_new = False
        """Whether `open` made the file, at a place that somebody named."""
        self._file: tuple[int, int] | None = None  # device and inode of the file that SQLite opened

    @classmethod
    def open(cls, url: str | None = None, *, waiting: float = _WAITING, create: bool = True) -> Self:
        """Opens what `url` names: a PostgreSQL URL, or a file. None: PLYGROUND_DATABASE, else the user's own file.

        `waiting` is how many seconds to wait for other writers, or for a server, before giving up. Unless `create`, a
        named file has to be there already.
        """
        named = url or os.environ.get(VARIABLE) or None
        parsed = _url(named)
        if parsed.get_backend_name() == "sqlite":
            assert parsed.database is not None
            path = Path(parsed.database)
            if not path.parent.exists():
                raise StoreError(
                    N_("'{place}' cannot be opened: there is no folder '{folder}'; make it, or name another place"),
                    folder=path.parent,
                    place=path,
                )
            is_new = named is not None and not path.exists()
            if is_new and not create:
                raise StoreError(
                    N_("there is no database '{place}'; name one that is there, or leave --database out for your own"),
                    place=path,
                )
            engine = _sqlite(path, waiting)
            database = cls(engine, parsed.database, waiting)
            database.is_new = is_new
        else:
            parsed = _with_password(parsed)
            engine = _postgresql(parsed, waiting)
            shown = parsed.set(drivername="postgresql")
            database = cls(engine, shown.render_as_string(hide_password=True), waiting)
        try:
            database._prepare()
        except BaseException:
            database.close()
            raise
        return database

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def url(self) -> str:
        """The argument with which `open` opens the same database, password included."""
        return self.engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database, even while others write."""
        with self._said(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed as a whole at the end of the block, or not at all."""
        with self._said(), self._queue(), self.engine.connect() as connection:
            # A SQLite writer has to take the lock first: a transaction that reads before it writes cannot wait for it.
            connection.execution_options(plyground_writes=True)
            with connection.begin():
                yield connection

    @contextmanager
    def _queue(self) -> Iterator[None]:
        """Makes threads that write to the same SQLite file take turns, so that they need not poll for its lock."""
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=self._waiting):
            raise locked(self.place)
        try:
            if self._file is not None and _identity(self.place) != self._file:
                raise StoreError(_NOT_THERE, place=self.place)
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise store_error(error.orig, self.place) from error
        except (sqlite3.Error, TimeoutError) as error:
            raise store_error(error, self.place) from error

    def _prepare(self) -> None:
        with self.reading() as connection:
            version = self._version(connection)
        if version != HEAD:
            self._upgrade()
        if self.is_sqlite:
            self._use_wal()
            self._file = _identity(self.place)

    def _version(self, connection: Connection) -> str | None:
        """The database's revision; None if it is empty. Refuses another program's database and leaves it untouched."""
        tables = inspect(connection).get_table_names()
        if VERSION_TABLE in tables:
            found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
            if found is not None and (not found.isdecimal() or int(found) > int(HEAD)):
                raise StoreError(
                    N_(
                        "'{place}' was written by a newer version of Plyground (form {found}, this one knows {known}); "
                        "nothing was changed; update Plyground or name another with --database"
                    ),
                    place=self.place,
                    found=found,
                    known=HEAD,
                )
            if found is not None:
                return str(found)
        elif self.is_sqlite and (tables or connection.execute(text("PRAGMA application_id")).scalar()):
            raise StoreError(
                N_("'{place}' is a database of another program; nothing was changed; name another with --database"),
                place=self.place,
            )
        return None

    def _upgrade(self) -> None:
        # Importing Alembic takes a moment, and most databases need no upgrade.
        from alembic import command
        from alembic.config import Config

        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADING})
            # Another process may have upgraded it while we waited for the lock.
            if self._version(connection) == HEAD:
                return
            if self.is_sqlite:
                connection.exec_driver_sql(f"PRAGMA application_id = {_MARK}")
            config = Config(stdout=io.StringIO(), attributes={"connection": connection})
            config.set_main_option("script_location", "plyground.store:migrations")
            config.set_main_option("path_separator", "os")
            with _ALEMBIC:
                command.upgrade(config, HEAD)

    def _use_wal(self) -> None:
        """Sets a mode, kept in the file, in which readers and the writer do not wait for each other."""
        deadline = time.monotonic() + self._waiting
        with self._said():
            connection = self.engine.raw_connection()
            try:
                while True:
                    try:
                        connection.cursor().execute("PRAGMA journal_mode = WAL")
                        return
                    except sqlite3.OperationalError as error:
                        # SQLite does not wait for the lock here by itself.
                        busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                        if not busy or time.monotonic() > deadline:
                            raise
                    time.sleep(0.02)
            finally:
                connection.close()


def _identity(path: str) -> tuple[int, int] | None:
    try:
        there = os.stat(path)
    except OSError:
        return None
    return there.st_dev, there.st_ino


def _url(given: str | None) -> URL:
    if given is None:
        return _file(_own_folder() / "games.sqlite")
    if "://" not in given:
        return _file(Path(given).expanduser())
    try:
        url = make_url(given)
        if url.drivername == "sqlite" and url.database not in (None, "", ":memory:"):
            return url
        if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
            return url.set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError, NoSuchModuleError):
        url = None
    raise InputError(
        N_(
            "'{url}' names no database; write the name of a file, sqlite:///FILE, or "
            "postgresql://USER:PASSWORD@HOST/NAME"
        ),
        url=given if url is None else url.render_as_string(hide_password=True),
    )


def _own_folder() -> Path:
    try:
        return ready(data_dir())
    except OSError as error:
        raise StoreError(
            N_("the folder '{folder}' for games cannot be made: {reason}"),
            folder=data_dir(),
            reason=error.strerror or error,
        ) from error


def _file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.absolute()))


def _sqlite(path: Path, waiting: float) -> Engine:
    engine = create_engine(_file(path), connect_args={"timeout": waiting}, pool_timeout=waiting)

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: object) -> None:
        # Python's own transactions commit before a change of the schema; ours last as long as their `with` block.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        # A commit survives a power cut.
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        if connection.get_execution_options().get("plyground_writes", False):
            _begin_writing(raw, waiting)
        else:
            raw.execute("BEGIN")

    return engine


def _begin_writing(connection: sqlite3.Connection, waiting: float) -> None:
    """Waits for SQLite's one lock for writers, at most this many seconds.

    SQLite's own wait sleeps longer and longer, so that the latest of twenty writers goes first and another may wait for
    minutes. Here all writers try equally often.
    """
    deadline = time.monotonic() + waiting
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            time.sleep(random.uniform(0.001, 0.01))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(waiting * 1000)}")


def _with_password(url: URL) -> URL:
    """The URL with the password of the file that PASSWORD_FILE names, unless it has one itself.

    Without both, libpq looks into PGPASSWORD, PGPASSFILE and ~/.pgpass.
    """
    named = os.environ.get(PASSWORD_FILE)
    if url.password is not None or not named:
        return url
    try:
        password = Path(named).expanduser().read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            N_("the password of the database cannot be read from '{file}', which {variable} names: {reason}"),
            file=named,
            variable=PASSWORD_FILE,
            reason=getattr(error, "strerror", None) or error,
        ) from None
    return url.set(password=password)


def _postgresql(url: URL, waiting: float) -> Engine:
    options: dict[str, Any] = {
        "connect_timeout": min(max(2, int(waiting)), _REACHING),
        "application_name": "plyground",
        "options": "-c timezone=UTC",
    }
    try:
        # If the server has dropped a connection, it is replaced when it is next used.
        return create_engine(url, connect_args=options, pool_pre_ping=True, pool_timeout=waiting)
    except ImportError:
        raise MissingExtraError(
            N_("PostgreSQL needs the extra '{extra}': pip install 'plyground[{extra}]'"), extra="postgres"
        ) from None
