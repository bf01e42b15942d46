"""A real PostgreSQL server for the tests, started by the run itself on a free port of this machine.

Debian keeps the server's programs off the PATH, and they refuse to run as root: then they run as `postgres`.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, wait_until


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest version first."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


def _unprivileged() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


class Server:
    """A PostgreSQL server in a folder of its own; it can be stopped and started again."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self._folder = folder
        self._binaries = binaries
        self._emptied: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._prefix: list[str] = []
        if shutil.which("setpriv"):
            # It ends with us, however we end.
            self._prefix = ["setpriv", "--pdeathsig=QUIT"]
        if os.geteuid() == 0:
            account = _unprivileged()
            os.chown(folder, account.pw_uid, account.pw_gid)
            self._prefix += [f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        settings = ["--auth=trust", "--username=tester", "--encoding=UTF8", "--locale=C"]
        # What the tests keep there may be lost with the machine: no waiting for the disk.
        made = self._start("initdb", "--no-sync", *settings)
        if made.wait(PATIENCE):
            raise RuntimeError((folder / "log").read_text())

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with open(self._folder / "log", "ab") as log:
            return subprocess.Popen(
                [*self._prefix, str(self._binaries / program), "-D", str(self._folder / "data"), *arguments],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def start(self) -> None:
        import psycopg

        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
        options = [word for setting in settings for word in ("-c", setting)]
        self._process = self._start("postgres", "-p", str(self.port), *options)
        process = self._process

        def answers() -> bool:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                return False
            return True

        wait_until(lambda: answers() or process.poll() is not None)
        if process.poll() is not None or not answers():
            raise RuntimeError((self._folder / "log").read_text())

    def stop(self) -> None:
        """At once, as if it had crashed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)

    def url(self, name: str) -> str:
        return f"postgresql://tester@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        import psycopg

        if self._emptied:
            return self._emptied.pop()
        name = f"plyground_{secrets.token_hex(4)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def give_back(self, url: str) -> None:
        """Empties a database for the next test: that is much quicker than a new one."""
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}".encode())
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        self._emptied.append(url)


@contextmanager
def server() -> Iterator[Server]:
    """A running server; where there is none to run, the test is skipped, and in continuous integration it fails."""
    binaries = programs()
    if binaries is None:
        reason = "needs a PostgreSQL server (initdb, pg_ctl, postgres)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="plyground-postgresql-"))
    try:
        running = Server(folder, binaries)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """The run's own PostgreSQL server."""
    with server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind: what a test of the store takes."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite")
        return
    running: Server = request.getfixturevalue("postgres")
    url = running.new_database()
    yield url
    running.give_back(url)
