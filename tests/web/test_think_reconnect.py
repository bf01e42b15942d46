"""Think after a lost connection: it goes on where it was, and asks again for what only the server knew."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import WebSocketRoute, expect

from tests.waiting import PATIENCE, wait_until
from tests.web.think_window import address, at, events_of, sentences

pytestmark = pytest.mark.needs("chromium")


def test_a_lost_connection_goes_on_where_it_was(window):
    run = {"search": "alphabeta", "depth": 5, "evaluator": "segments", "rules": "cfour", "position": "4453"}
    asked: list[str] = []

    def through(route: WebSocketRoute) -> None:
        """Cuts the first connection after three pieces."""
        server = route.connect_to_server()
        number, pieces = len(asked), 0
        asked.append("")

        def to_server(message: str | bytes) -> None:
            if '"think"' in str(message):
                asked[number] = str(message)
            if number > 0 or pieces < 3:
                server.send(message)

        def to_page(message: str | bytes) -> None:
            nonlocal pieces
            route.send(message)
            pieces += '"steps"' in str(message)[:30]
            if number == 0 and pieces == 3:
                server.close()
                route.close(code=3001, reason="lost")

        route.on_message(to_server)
        server.on_message(to_page)

    here = window()
    here.page.route_web_socket(re.compile("/ws/think"), through)
    here.open(address(run, step=2000))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    at(here, 2000)
    said = sentences(events_of(run))
    assert here.page.locator(".caption").inner_text() == said[1999][0]
    here.page.keyboard.press("End")
    at(here, len(said))
    assert here.page.locator(".caption").inner_text() == said[-1][0]
    assert len(asked) >= 2
    assert re.search(r'"from":[1-9]', asked[1])


def test_a_leaf_is_explained_after_the_connection_was_lost(window):
    """The search was over by then, so its steps are all there, but the new connection has not heard of it."""
    routes: list[WebSocketRoute] = []
    asked: list[str] = []

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        number = len(routes)
        routes.append(route)

        def to_server(message: str | bytes) -> None:
            asked.append(f"{number} {message!s}")
            server.send(message)

        route.on_message(to_server)

    here = window()
    here.page.route_web_socket(re.compile("/ws/think"), through)
    here.open("/think?search=alphabeta&depth=2&rules=cfour&position=4453&step=2")
    page = here.page
    expect(page.locator(".result")).to_contain_text("chooses", timeout=PATIENCE * 1000)
    routes[0].close(code=3001, reason="lost")

    parts = page.locator(".leaf-parts")

    def is_explained() -> bool:
        """From the second node to its first leaf, and back if the connection is not there yet."""
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        with suppress(PlaywrightTimeout):
            parts.wait_for(timeout=5000)
            return True
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        return False

    assert wait_until(is_explained)
    assert [text[:2] for text in asked if '"think"' in text] == ["0 ", "1 "]
    assert any(text.startswith("1 ") and '"parts"' in text for text in asked)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
