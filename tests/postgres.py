"""A real PostgreSQL server for the tests, started by the run itself on a free port of this machine.

Debian keeps the server's programs off the PATH, and they refuse to run as root: then they run as `postgres`.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest version first."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


class Server:
    """A PostgreSQL server in a folder of its own; it can be stopped and started again."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self._data = folder / "data"
        self._log = folder / "log"
        self._binaries = binaries
        self._prefix: Sequence[str] = ()
        self._emptied: list[str] = []
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(folder, account.pw_uid, account.pw_gid)
            self._prefix = (
                "setpriv",
                f"--reuid={account.pw_uid}",
                f"--regid={account.pw_gid}",
                "--clear-groups",
                "--",
            )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        # What the tests keep there may be lost with the machine: no waiting for the disk.
        self._run("initdb", "--no-sync", "--auth=trust", "--username=tester", "--encoding=UTF8", "--locale=C", "-D")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self._prefix, str(self._binaries / program), *arguments, str(self._data)],
            check=True,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=120,
        )

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        self._run("pg_ctl", "start", "-w", "-l", str(self._log), "-o", options, "-D")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D")

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
            running.stop("immediate")
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
