"""An open database of either kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.store.database import Database


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with Database.open(database_url) as opened:
        yield opened
