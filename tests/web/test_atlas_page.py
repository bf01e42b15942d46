"""The atlas in the browser: by mouse, by keyboard and by address, on a phone and in every language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from plyground.atlas import shipped_atlas
from plyground.texts import catalogue
from tests.waiting import wait_until

pytestmark = pytest.mark.needs("chromium")


def test_a_cell_is_chosen_and_its_board_can_be_played(window):
    here = window()
    here.open("/atlas?size=5x5")
    page = here.page
    expect(page.locator(".atlas .cell")).to_have_count(25)
    expect(page.locator(".atlas .board-side h2")).to_have_text("No cell blocked")
    page.locator(".atlas .cell[data-key=c2]").click()
    expect(page.locator(".atlas .board-side h2")).to_have_text("c2 blocked")
    expect(page.locator(".atlas .verdict")).to_have_text("Yellow begins, and Red wins in 11.")
    expect(page).to_have_url(re.compile(r"/atlas\?size=5x5&cell=c2$"))
    atlas = shipped_atlas("5x5")
    entry = None if atlas is None else atlas.entry(["c2"])
    assert entry is not None
    expect(here.board.locator(".value.best")).to_have_count(len(entry.best))
    expect(page.get_by_role("link", name="Analyse it, and see why")).to_have_attribute(
        "href", re.compile(r"^/analyse\?rules=5x5\+connect%3D4\+blocked%3Dc2$")
    )
    page.locator(".atlas .cell[data-key=c2]").click()
    expect(page.locator(".atlas .board-side h2")).to_have_text("No cell blocked")
    expect(page).to_have_url(re.compile(r"/atlas\?size=5x5$"))
    page.locator(".atlas .cell[data-key=c2]").click()
    expect(page.locator(".atlas .board-side h2")).to_have_text("c2 blocked")
    page.get_by_role("link", name="Play this board").click()
    expect(page).to_have_url(re.compile(r"/new\?rules="))
    expect(here.board.locator(".plug")).to_have_count(1)


def test_an_answer_that_comes_after_the_page_was_left_changes_nothing(window):
    here = window()
    here.open("/atlas?size=4x4")
    page = here.page
    expect(page.locator(".atlas .cell")).to_have_count(16)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"blocked=b1"), hold)
    page.locator(".atlas .cell[data-key=b1]").click()
    assert wait_until(lambda: held or page.wait_for_timeout(10))
    page.get_by_role("link", name="Play this board").click()
    expect(page).to_have_url(re.compile(r"/new\?rules="))
    address = page.url
    with page.expect_response(re.compile(r"blocked=b1")):
        held[0].continue_()
    page.evaluate("new Promise((done) => setTimeout(done, 100))")  # what the answer sets off has happened
    expect(page).to_have_url(address)


def test_by_keyboard_on_a_phone(window):
    here = window(phone=True)
    here.open("/atlas?size=4x4")
    page = here.page
    page.locator('.atlas .cell[tabindex="0"]').focus()
    expect(page.locator(".atlas .cell:focus")).to_have_attribute("data-key", "a1")
    for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "End"):
        page.keyboard.press(key)
    expect(page.locator(".atlas .cell:focus")).to_have_attribute("data-key", "d2")
    page.keyboard.press("Enter")
    expect(page.locator(".atlas .board-side h2")).to_have_text("d2 blocked")
    expect(page.locator(".atlas .cell:focus")).to_have_attribute("data-key", "d2")
    expect(page.locator('.atlas .cell[aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator(".atlas .help")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_a_cell_does_is_seen_beside_a_tall_map_on_a_phone(window):
    here = window(phone=True)
    here.open("/atlas?size=4x10")
    here.page.locator(".atlas .cell[data-key=b10]").click()
    expect(here.page.locator(".atlas .board-side h2")).to_have_text("b10 blocked")
    expect(here.page.locator(".atlas .verdict")).to_be_in_viewport(ratio=1)
    expect(here.page.locator(".atlas .cell[data-key=b10]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_a_link_leads_to_a_board_in_every_language(window, language):
    here = window(language=language)
    here.open("/atlas?size=5x5&cell=a1")
    text = catalogue(language).gettext
    expect(here.page.locator(".atlas .verdict")).to_have_text(text("With best play the game is a draw."))
    expect(here.page.locator(".atlas .legend li").nth(1)).to_have_text(text("draw"))


@pytest.mark.parametrize(
    ("query", "said", "cells"),
    [
        ("size=12x12", "There is no atlas of 12x12", 42),
        ("size=large", "There is no atlas of large", 42),
        ("size=5x5&cell=z9", "'z9' at place 1 of 'z9' is not on the board", 25),
    ],
)
def test_an_address_that_leads_nowhere_says_so_and_shows_a_map(window, query, said, cells):
    here = window()
    here.open(f"/atlas?{query}")
    expect(here.page.locator(".atlas .fault")).to_contain_text(said)
    expect(here.page.locator(".atlas .cell")).to_have_count(cells)
    here.errors.clear()  # the browser reports the 404 that the page understood
