"""Boards in the frames of other pages: what may be framed, and what a frame can see and do."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from plyground.web.serving.middleware import EMBED_POLICY, POLICY, VISITOR_COOKIE
from tests.web.people import Person

POSITION = "/embed/position?position=4453"


@pytest.fixture
def finished(anna: Person) -> str:
    made = anna.new_game(first={"kind": "human", "name": "<b>Anna</b>"})
    with anna.sit(made["id"]) as chair:
        chair.first()
        for move in "1213141":
            chair.play(move)
    return str(made["id"])


def stones(html: str) -> int:
    return len(re.findall(r'data-mark="[xo]"', html))


def test_only_embedded_boards_may_be_framed(server, finished):
    for path in (f"/embed/game/{finished}", POSITION, "/embed/game/nothing", "/embed/position?position=9"):
        answer = server.get(path)
        assert answer.headers["content-security-policy"] == EMBED_POLICY, path
        assert "x-frame-options" not in answer.headers
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
    html = {"accept": "text/html"}
    for path in ("/", f"/game/{finished}", "/embed/", "/embed/nothing", f"/api/games/{finished}", "/api/docs"):
        answer = server.get(path, headers=html)
        assert answer.headers["content-security-policy"] == POLICY, path
        assert answer.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in POLICY
    assert POLICY.count("script-src 'self';") == EMBED_POLICY.count("script-src 'self';") == 1
    assert "unsafe" not in EMBED_POLICY


def test_no_cookie_is_set_or_read(server, finished):
    language = {"cookie": "plyground_language=ko", "accept-language": "en"}
    for path in (f"/embed/game/{finished}", POSITION, "/embed/nothing"):
        answer = server.get(path, headers=language)
        assert "set-cookie" not in answer.headers
        assert 'lang="en"' in answer.text or path == "/embed/nothing"
    korean = server.get(f"{POSITION}&lang=ko")
    assert '<html lang="ko">' in korean.text
    assert "lang=ko" in korean.text.partition("<nav")[2]


def test_a_game_is_stepped_through_by_links(server, finished):
    whole = server.get(f"/embed/game/{finished}").text
    assert stones(whole) == 7
    assert "Move 7 of 7 · Yellow wins" in whole
    assert "&lt;b&gt;Anna" in whole
    assert "<b>" not in whole
    assert "data-running" not in whole
    seen = []
    page = whole
    while (back := re.search(r'rel="prev"[^>]* href="([^"]+)"', page)) is not None:
        page = server.get(f"/embed/game/{finished}{back[1].replace('&amp;', '&')}").text
        seen.append(stones(page))
    assert seen == [6, 5, 4, 3, 2, 1, 0]
    assert stones(server.get(f"/embed/game/{finished}?ply=999").text) == 7


def test_nothing_of_a_game_is_shown_but_what_watchers_see(server, anna):
    made = anna.new_game("human", "link")
    html = server.get(f"/embed/game/{made['id']}", headers={"cookie": anna.cookie}).text
    assert "data-running" in html
    assert made["links"]["second"].partition("#join=")[2] not in html
    assert anna.http.cookies[VISITOR_COOKIE] not in html


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("position=4453", 200, "Move 4 of 4 · Yellow to move"),
        ("position=4453&ply=1", 200, "Move 1 of 4 · Red to move"),
        ("rules=tictactoe&position=b2", 200, "O to move"),
        ("rules=3x3 connect=3 gravity=no&position=xxx/oo./... o", 200, "X wins"),
        ("position=9", 422, "9"),
        ("rules=99x99", 422, "from 1 to 32"),
        ("rules=<script>", 422, "&lt;script&gt;"),
    ],
)
def test_a_position_by_its_text(server, query, status, said):
    answer = server.get(f"/embed/position?{query}")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert said in answer.text
    assert "<script>" not in answer.text


def test_a_game_that_is_not_there(server):
    answer = server.get("/embed/game/nothing")
    assert answer.status_code == 404
    assert "There is no game at this address." in answer.text


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address under which another site serves it."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield tmp_path, f"http://localhost:{site.server_address[1]}"
    site.shutdown()
    site.server_close()


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("sandbox", ["", ' sandbox="allow-scripts"'])
def test_a_page_of_another_site_frames_a_game_and_steps_through_it(window, elsewhere, ready, finished, sandbox):
    folder, site = elsewhere
    frame = f'<iframe src="{ready.url}/embed/game/{finished}"{sandbox}></iframe>'
    (folder / "lesson.html").write_text(f"<!doctype html><title>A lesson</title>{frame}")
    visitor = window()
    visitor.page.goto(f"{site}/lesson.html")
    board = visitor.page.frame_locator("iframe")
    status = board.get_by_role("status")
    expect(status).to_contain_text("7 of 7")
    steps = visitor.page.evaluate("history.length")
    board.get_by_role("link", name="Back").click()
    expect(status).to_contain_text("6 of 7")
    if not sandbox:
        board.get_by_role("link", name="Back").press("ArrowLeft")
        expect(status).to_contain_text("5 of 7")
        assert visitor.page.evaluate("history.length") == steps
    assert visitor.context.cookies() == []
    assert board.locator("svg [data-mark=x]").count() == 3
    visitor.errors.clear()  # a sandboxed frame may not fetch, and says so


@pytest.mark.needs("chromium")
def test_a_page_on_the_disk_may_frame_it(window, ready, tmp_path):
    (tmp_path / "lesson.html").write_text(f'<!doctype html><title>A lesson</title><iframe src="{ready.url}{POSITION}">')
    visitor = window()
    visitor.page.goto((tmp_path / "lesson.html").as_uri())
    expect(visitor.page.frame_locator("iframe").get_by_role("status")).to_contain_text("4 of 4")


@pytest.mark.needs("chromium")
def test_a_running_game_goes_on_in_the_frame(window, ready):
    with Person(ready) as anna:
        made = anna.new_game()
        visitor = window()
        visitor.open(f"/embed/game/{made['id']}")
        with anna.sit(made["id"]) as chair:
            chair.first()
            chair.play("4")
            expect(visitor.page.locator("[data-mark=x]")).to_have_count(1)
            chair.play("4")
            expect(visitor.page.locator("[data-mark=o]")).to_have_count(1)
        assert visitor.context.cookies() == []


@pytest.mark.needs("chromium")
def test_no_other_address_can_be_framed(window, elsewhere, ready):
    folder, site = elsewhere
    (folder / "trap.html").write_text(f'<!doctype html><title>A trap</title><iframe src="{ready.url}/"></iframe>')
    visitor = window()
    with visitor.page.expect_event("console", lambda said: "frame" in said.text.lower()):
        visitor.page.goto(f"{site}/trap.html")
    expect(visitor.page.frame_locator("iframe").locator("ply-board")).to_have_count(0)
    visitor.errors.clear()
