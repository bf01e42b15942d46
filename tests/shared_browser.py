"""One browser for all tests of a process that follow one another: its start is seconds of work."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_started: list[Browser] = []
_ending = ExitStack()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """The browser, which stays open until a test of a file without it comes next."""
    if not (_started and _started[0].is_connected()):
        from tests.web.browsing import chromium

        close_browser()
        _started.append(_ending.enter_context(chromium()))
    return _started[0]


def close_browser() -> None:
    _started.clear()
    _ending.close()


def needs_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


def put_last(items: list[pytest.Item]) -> None:
    """Puts the files with tests in a browser behind all others, so that it is started once and not for each."""
    files = {item.path for item in items if needs_browser(item)}
    items.sort(key=lambda item: item.path in files)


def close_after(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """As long as Playwright's browser is open, nothing else in the process can run an event loop."""
    if nextitem is None or not (nextitem.path == item.path or needs_browser(nextitem)):
        close_browser()
