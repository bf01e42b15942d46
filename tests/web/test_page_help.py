"""Help, rules and about: one click away from every page, in each language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from plyground._version import __version__
from plyground.texts import catalogue

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_every_page_leads_to_rules_help_and_about(window, language):
    words = catalogue(language).gettext
    visitor = window(language, phone=language == "ko")
    for path in ("/", "/analyse", "/arena"):
        visitor.open(path)
        for number, (section, title) in enumerate((("rules", "Rules"), ("playing", "Playing"), ("about", "About"))):
            if number:
                visitor.page.go_back()
                expect(visitor.page.locator("#about")).to_have_count(0)
            if path == "/analyse":
                # A browser complains of a socket that is left before it is open.
                expect(visitor.board.locator(".value").first).to_be_visible()
            visitor.page.locator(f"#footer a[href='/help#{section}']").click()
            heading = visitor.page.locator(f"#{section} h2")
            expect(heading).to_have_text(words(title))
            expect(heading).to_be_in_viewport()
            expect(heading).to_be_focused()
    expect(visitor.page.locator("#about")).to_contain_text(__version__)
    expect(visitor.page.locator("#about")).to_contain_text("MIT")


def test_the_rules_of_the_chosen_game_come_first(window):
    visitor = window()
    visitor.open("/help")
    expect(visitor.page.locator("#rules h3").first).to_have_text("Connect Four")
    visitor.open("/")
    visitor.pick("gomoku")
    visitor.page.locator("#footer a[href='/help#rules']").click()
    expect(visitor.page.locator("#rules h3").first).to_have_text("Gomoku")


def test_the_page_of_the_interface_is_linked(window):
    visitor = window()
    visitor.open("/")
    visitor.page.locator("#footer a[href='/api/docs']").click()
    expect(visitor.page.locator("#docs h2").first).to_have_text("Requests")


def test_the_foot_makes_no_page_taller_and_covers_nothing(window):
    for visitor in (window(), window(phone=True)):
        visitor.open("/arena")
        visitor.page.locator("main h1").first.wait_for()
        below = visitor.page.evaluate("""() => {
            const inside = [...document.querySelectorAll("main *")].filter((each) => each.checkVisibility());
            const end = Math.max(...inside.map((each) => each.getBoundingClientRect().bottom));
            return document.getElementById("footer").getBoundingClientRect().top - end;
        }""")
        assert below >= 0
        assert visitor.page.evaluate(
            "document.getElementById('footer').getBoundingClientRect().bottom + scrollY"
            " <= document.documentElement.scrollHeight"
        )
