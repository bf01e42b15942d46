"""The room that pages take on a desk, a laptop and a phone: no stray scroll bars, and one left edge."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from plyground.arena import Entrant, TournamentSettings, run_tournament
from plyground.executors import Here
from plyground.store.database import Database
from plyground.texts import catalogue
from tests.web.people import Person

pytestmark = pytest.mark.needs("chromium")

SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "laptop": {"width": 1280, "height": 720},
    "phone": {"width": 390, "height": 844},
}
WITH_MISTAKES = "111211134252243322344"

# What each page shows once it is loaded.
FITTING = {
    "/": ".start button",
    "/game/{game}": "ply-board svg",
    "/game/{over}": ".notices strong",
    "/analyse?rules=cfour": ".worths .best",
    "/analyse?rules=cfour&position=445345": ".worths .best",
    "/review/{over}": ".judged button",
}
"""Pages that fit a desk and a laptop as they are."""
LONG = {
    "/games": ".my-games h1",
    "/atlas": ".atlas .cell.win",
    "/arena": ".tournaments table",
    "/arena/layout": ".games li",
    "/help": "#about p",
    "/game/nosuchgame": ".alone h1",
}
"""Pages that may be higher than their window."""


@pytest.fixture(scope="module")
def ids(server):
    """A game in progress, one that has ended, and a tournament of many players."""
    players = tuple(Entrant(name, name) for name in ("winblock", "random", *(f"random seed={n}" for n in range(1, 7))))
    with Database.open(server.database) as database:
        run_tournament(database, TournamentSettings("layout", players, rules=("tictactoe",), seed=9), executor=Here())
    found = {}
    with Person(server) as person:
        for name, moves in (("game", "4453"), ("over", WITH_MISTAKES)):
            found[name] = person.new_game()["id"]
            with person.sit(found[name]) as chair:
                chair.first()
                for move in moves:
                    chair.play(move)
    return found


def opened(here, path, sign):
    here.open(path)
    here.page.locator(sign).first.wait_for()
    return here


def too_long(here):
    """By how many pixels the page is wider and higher than its window."""
    root = "document.documentElement"
    wide, high = here.page.evaluate(f"[{root}.scrollWidth - innerWidth, {root}.scrollHeight - innerHeight]")
    return wide, high


LEFT_EDGES = """() => {
    const left = (element) => element.getBoundingClientRect().left;
    const seen = (element) => element && element.getBoundingClientRect().width > 0;
    const name = [...document.querySelectorAll("#header .menu, #header .name")].find(seen);
    const main = document.getElementById("page");
    return [left(name), left(main) + parseFloat(getComputedStyle(main).paddingLeft), ...[...main.children]
        .filter((child) => seen(child) && getComputedStyle(child).position === "static").map(left)];
}"""


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("sizes", [("desk", "laptop"), ("phone",)], ids=" ".join)
def test_no_page_has_a_stray_scroll_bar_and_all_share_their_left_edge(window, ids, sizes, language):
    here = window(language, phone="phone" in sizes, size=SIZES[sizes[0]], color_scheme="light")
    stray, apart = {}, {}
    for path, sign in (FITTING | LONG).items():
        opened(here, path.format(**ids), sign)
        for size in sizes:
            if len(sizes) > 1:
                here.page.set_viewport_size(SIZES[size])
                here.page.evaluate("new Promise(requestAnimationFrame)")
            wide, high = too_long(here)
            if wide > 0 or (high > 0 and path in FITTING and size != "phone"):
                stray[path, size] = (wide, high)
            edges = here.page.evaluate(LEFT_EDGES)
            # The page of a game that is not there is a message in the middle of the window.
            if path != "/game/nosuchgame" and max(edges) - min(edges) > 1:
                apart[path, size] = edges
    assert stray == {}
    assert apart == {}
    here.errors.clear()  # the browser reports the 404 of the game that is not there


@pytest.mark.parametrize(("size", "language"), [("desk", "ko"), ("laptop", "en")])
def test_what_is_opened_on_a_page_scrolls_inside(window, ids, size, language):
    here = window(language, size=SIZES[size])
    opened(here, "/analyse?rules=cfour&position=445345", ".worths .best")
    here.page.locator(".edit > summary").click()
    expect(here.page.locator(".setup fieldset").first).to_be_visible()
    assert too_long(here) == (0, 0)
    opened(here, "/analyse?rules=cfour&position=445345", ".worths .best")
    here.page.keyboard.press("?")
    expect(here.page.locator(".help")).to_be_visible()
    assert too_long(here) == (0, 0)
    # A review with the line of a mistake.
    opened(here, f"/review/{ids['over']}", ".judged .mistake")
    here.page.locator(".judged .mistake").first.click()
    better = catalogue(language).gettext("Show a better move")
    here.page.locator(".judgement").get_by_role("button", name=better, exact=True).click()
    expect(here.page.locator(".line-text")).not_to_be_empty()
    assert too_long(here) == (0, 0)
    here.page.keyboard.press("?")
    expect(here.page.locator(".help")).to_be_visible()
    assert too_long(here) == (0, 0)


def test_the_current_move_of_a_finished_game_is_in_sight(window):
    here = window(size=SIZES["laptop"])
    here.play(against="here")
    for count, move in enumerate(WITH_MISTAKES, 1):
        here.columns.nth(int(move) - 1).click()
        expect(here.page.locator(".moves li button")).to_have_count(count)
    expect(here.result).to_be_visible()
    here.page.wait_for_function("""() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        return box(".moves [aria-current]").bottom <= box(".moves .list").bottom;
    }""")


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_the_stepper_is_one_row_on_a_phone(window, ids, language):
    here = window(language, phone=True)
    for path in ("/game/{over}", "/review/{over}", "/analyse?rules=cfour&position=445345"):
        opened(here, path.format(**ids), ".stepper select")
        tops = here.page.locator(".stepper > :visible").evaluate_all(
            "all => all.map(each => each.offsetTop + each.offsetHeight / 2)"
        )
        assert max(tops) - min(tops) <= 2, path


def test_the_menu_of_a_game_is_in_sight_when_its_exports_are_open(window, ids):
    here = window(size=SIZES["laptop"])
    opened(here, f"/game/{ids['game']}", "ply-board svg")
    here.page.locator(".more > summary").click()
    here.page.locator(".export summary").click()
    here.page.wait_for_function("""() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        return box(".more .sheet").top >= box(".game .side").top;
    }""")
