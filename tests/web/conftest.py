"""One server for the tests that do not end it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.people import Person, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("server")
    with running(home, str(home / "games.sqlite")) as started:
        yield started
        assert started.faults == ""


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
