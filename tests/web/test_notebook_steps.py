"""The lines of an explanation in a notebook: a browser steps through them, without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from plyground.explanations import explain
from plyground.grid import step_html

pytestmark = pytest.mark.needs("chromium")


def shown_at_the_end(steps: Locator) -> int:
    """How many frames and lines are shown. A straight line has no height, so it is not `:visible`."""
    script = "(all) => all.filter((each) => getComputedStyle(each).display !== 'none').length"
    return int(steps.locator(".last").evaluate_all(script))


def test_a_game_is_stepped_through_by_keys_and_clicks(window):
    page = window().page
    # Twice: each has buttons of its own.
    page.set_content(step_html("4455667") + step_html("4455667"))
    first, second = page.locator("body > div").all()
    stones = first.locator(".ply:visible")
    expect(stones).to_have_count(0)
    first.locator("input").first.focus()
    for count in range(1, 8):
        page.keyboard.press("ArrowRight")
        expect(stones).to_have_count(count)
        expect(first.locator("nav:visible span")).to_have_text(f"{count} / 7")
    assert shown_at_the_end(first) == 2  # the frame around the last stone, and the line that wins
    first.locator("nav:visible label").first.click()
    expect(stones).to_have_count(6)
    assert shown_at_the_end(first) == 1
    expect(second.locator(".ply:visible")).to_have_count(0)


def test_every_reason_has_its_line(window):
    page = window().page
    draw = explain("6274476136716665132411555412333345")
    page.set_content(draw._repr_html_())
    assert [text.strip() for text in page.locator("summary").all_text_contents()] == ["24522777", "42572277"]
    page.locator("summary").last.click()
    shown = page.locator("details").last
    shown.locator("input").first.focus()
    page.keyboard.press("ArrowRight")
    expect(shown.locator(".ply:visible")).to_have_count(1)
