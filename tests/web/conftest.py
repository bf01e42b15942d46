"""One server, shared by the tests that do not stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.postgres import Server as Postgres
from tests.waiting import wait_until
from tests.web.people import Person, Server, running, unverified

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.browsing import Window


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("server")
    with running(home, str(home / "games.sqlite")) as started:
        yield started
        assert started.faults == ""


@pytest.fixture(scope="session")
def two(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two workers of one database; each has its own port, so that a test can choose one."""
    home, database, settings = tmp_path_factory.mktemp("two"), postgres.new_database(), {"claim_seconds": 0.1}
    with running(home, database, settings=settings) as one, running(home, database, settings=settings) as other:
        yield one, other
        assert one.faults == other.faults == ""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def anna(server: Server) -> Iterator[Person]:
    with Person(server) as person:
        yield person


@pytest.fixture
def bert(server: Server) -> Iterator[Person]:
    with Person(server) as person:
        yield person


@pytest.fixture(scope="session")
def ready(server: Server) -> Server:
    """The server with its kernels compiled. Before that it answers, but on a new machine a search takes minutes."""

    with unverified(server.url) as http:
        assert wait_until(lambda: http.get("/api/meta").json()["kernels"] != "compiling")
    return server


@pytest.fixture
def window(browser: Browser, ready: Server) -> Iterator[Callable[..., Window]]:
    """Opens windows on the server; at the end none of them may have had an error."""
    from tests.web.browsing import Window

    opened: list[Window] = []

    def open_window(language: str = "en", at: Server = ready, **more: Any) -> Window:
        opened.append(Window(browser, at, language, **more))
        return opened[-1]

    yield open_window
    for each in opened:
        each.close()
