"""What a visit costs: requests and bytes, and what happens to an open page when the server gets a new version."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Response, expect

from plyground.web.serving.page_files import PAGE
from tests.web.browsing import Window
from tests.web.people import running, serving_page

pytestmark = pytest.mark.needs("chromium")

MOST_REQUESTS = 10
MOST_BYTES = 250_000


def visit(window: Window, path: str, shown: str) -> list[Response]:
    """The responses until the page has shown this."""
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    window.page.on("response", keep)
    window.open(path)
    window.page.locator(shown).first.wait_for()
    window.page.wait_for_load_state("networkidle")
    window.page.remove_listener("response", keep)
    return answers


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_the_start_page_costs_few_requests_and_the_second_visit_fewer(window, language):
    visitor = window(language)
    first = visit(visitor, "/", "ply-board svg")
    sizes = {answer.url.rpartition("/")[2]: len(answer.body()) for answer in first}
    assert len(first) <= MOST_REQUESTS, sizes
    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert all(answer.header_value("content-encoding") == "gzip" for answer in first if ".js" in answer.url)
    assert not [name for name in sizes if name.startswith(("analysis", "arena"))]

    visit(visitor, "/", "ply-board svg")
    loaded = visitor.page.evaluate(
        "performance.getEntriesByType('resource').map((each) => [each.name, each.transferSize])"
    )
    files = {name.rpartition("/")[2]: size for name, size in loaded if "/page/" in name}
    assert {"index.js", "index.css"} <= set(files)
    assert set(files.values()) == {0}, "a file was loaded again"


@pytest.mark.parametrize(("path", "view"), [("/analyse", "analysis"), ("/arena", "arena")])
def test_other_views_load_on_demand_with_their_styles(window, path, view):
    visitor = window()
    visit(visitor, "/", "ply-board svg")
    with visitor.page.expect_response(f"**/{view}.js"), visitor.page.expect_response(f"**/{view}.css"):
        visitor.page.locator(f"nav a[href='{path}']").click()
    expect(visitor.page.locator("main h1, main ply-board").first).to_be_visible()
    # The answer is here before the browser has read it.
    visitor.page.wait_for_function(
        f"() => document.querySelector('link[href$=\"/{view}.css\"]').sheet?.cssRules.length > 0"
    )


def test_an_open_page_outlives_a_server_with_new_files(tmp_path, window):
    """A view that is gone loads the page again, once, in the new version; without a server the page says so."""
    folder = Path(shutil.copytree(PAGE, tmp_path / "page"))
    with running(tmp_path, str(tmp_path / "x.sqlite"), settings={}, first=serving_page(folder)) as server:
        visitor = window(at=server)
        visit(visitor, "/", "ply-board svg")
        visitor.page.evaluate("document.documentElement.dataset.old = true")
        server.kill()
        visitor.page.locator("nav a[href='/arena']").click()
        expect(visitor.page.locator("main h1")).to_contain_text("could not be loaded")
        expect(visitor.page.locator("html[data-old]")).to_have_count(1)

        source = folder / "arena" / "arena-page.js"
        source.write_text(source.read_text() + 'console.debug("new");\n')
        server.start()
        visitor.page.get_by_role("button", name="Try again").click()
        expect(visitor.page.locator("html[data-old]")).to_have_count(0)
        expect(visitor.page.locator("main form, main table").first).to_be_visible()
        assert visitor.page.url.endswith("/arena")

        # The texts of another language are gone in the same way.
        visitor.page.evaluate("document.documentElement.dataset.old = true")
        source.write_text(source.read_text() + 'console.debug("newer");\n')
        server.kill()
        server.start()
        visitor.page.get_by_role("button", name="한국어").click()
        expect(visitor.page.locator("html[data-old]")).to_have_count(0)
        expect(visitor.page.locator("html")).to_have_attribute("lang", "ko")
        visitor.page.goto("about:blank")  # before the server ends
        visitor.errors.clear()  # what could not be loaded was said on the console
