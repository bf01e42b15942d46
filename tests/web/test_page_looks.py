"""Every page: accessible, on a phone, in each language, without errors, and small."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

from plyground.texts import catalogue
from plyground.web.serving.joiner import join
from plyground.web.serving.page_files import PAGE
from tests.web.people import Person

pytestmark = pytest.mark.needs("chromium")

# What each page shows once it is loaded.
PAGES = {
    "/": ".start button",
    "/games": ".my-games h1",
    "/game/{game}": "ply-board svg",
    "/game/{over}": ".notices strong",
    "/analyse?rules=cfour&position=4453": "ply-board svg",
    "/review/{over}": "ply-board svg",
    "/arena": "h1",
    "/learn": ".lesson-list li",
    "/learn/minimax?seed=1#2": ".tree-picture",
    "/atlas?size=5x5&cell=c2": ".atlas .verdict.loss",
    "/puzzle/daily": ".puzzle .question",
    "/help": "#about p",
    "/game/nosuchgame": ".alone h1",
}


# The rules of axe that look at colours, which is all that a dark page has of its own.
OF_COLOURS = ["color-contrast", "link-in-text-block"]


@pytest.fixture(scope="session")
def addresses(server):
    """The pages, with the ids of a game in progress and of one that has ended."""
    with Person(server) as person:
        ids = {}
        for name, moves in (("game", "4453"), ("over", "4353637")):
            ids[name] = person.new_game()["id"]
            with person.sit(ids[name]) as chair:
                chair.first()
                for move in moves:
                    chair.play(move)
    return {path.format(**ids): sign for path, sign in PAGES.items()}


def test_no_serious_finding_by_axe(window, addresses):
    here = window(color_scheme="light")
    for path, sign in addresses.items():
        here.open(path)
        here.page.locator(sign).first.wait_for()
        assert here.serious() == [], path
        here.page.emulate_media(color_scheme="dark")
        assert here.serious(OF_COLOURS) == [], f"{path} in the dark"
        here.page.emulate_media(color_scheme="light")


def test_a_phone_needs_no_sideways_scrolling_and_has_room_for_fingers(window, addresses):
    here = window(phone=True)
    for path, sign in addresses.items():
        here.open(path)
        here.page.locator(sign).first.wait_for()
        assert here.sideways() <= 0, path
        # In one step: a review makes its list anew as it goes on, and what was replaced has no height.
        small = here.page.evaluate(
            """() => [...document.querySelectorAll("button, a.button, summary, select")]
                .filter(each => !each.closest("ply-board"))
                .map(each => [each, each.getBoundingClientRect()])
                .filter(([each, box]) => box.width && box.height && getComputedStyle(each).visibility === "visible")
                .map(([each, box]) => [each.textContent, box.height])
                .filter(([, height]) => height < 43.5)"""
        )
        assert small == [], path
    # A board with more columns than fit scrolls within its frame.
    here.open("/new?rules=32x32+connect=5")
    expect(here.board.locator("svg")).to_be_visible()
    assert here.sideways() <= 0


def test_the_language_can_be_changed_and_is_remembered(window):
    here = window()
    here.open("/")
    for tag, code in (("ko", "ko"), ("zh-Hans", "zh_CN")):
        here.page.locator(f".languages [lang={tag}]").click()
        expect(here.page.locator("html")).to_have_attribute("lang", tag)
        expect(here.page.locator("h1")).to_have_text(catalogue(code).gettext("New game"))
    here.page.reload()
    expect(here.page.locator("html")).to_have_attribute("lang", "zh-Hans")


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_nothing_is_left_in_english(window, addresses, ready, language):
    here = window(language)
    # Other tests may have left tournaments, with names of their own.
    given = [each["name"] for each in ready.get("/api/tournaments").json()]
    given.append(ready.get("/api/puzzles/daily").json()["id"])  # another one every day, with any letters in it
    for path, sign in addresses.items():
        here.open(path)
        here.page.locator(sign).first.wait_for()
        here.page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        here.page.locator("pre code, kbd").evaluate_all("all => all.forEach(each => each.remove())")
        seen = here.page.locator("body").inner_text()
        spoken = here.page.locator("[aria-label]").evaluate_all("all => all.map(each => each.ariaLabel)")
        words = set(re.findall(r"[A-Za-z]{3,}", "\n".join([seen, *spoken])))
        named = {"Plyground", "Elo", "English", "UCT", "plyground", "tournament", "run", "FILE", "API", "MIT", "Cookie"}
        named |= {"UCB", "Alpha", "beta", "JSON", "CSV"}  # as Learn has them
        named |= {"PNG", "SVG", "connect", "four"}  # "connect four: 4453" can be typed as it is
        assert words - named - set(re.findall("[A-Za-z]{3,}", " ".join(given))) == set(), path


def test_the_menu_of_a_phone_leads_to_every_page(window):
    here = window(phone=True)
    for name in ("Analyse", "Arena", "My games", "Play"):
        if name == "Analyse":
            here.open("/")
        here.page.locator(".menu").tap()
        here.page.locator("nav a", has_text=name).tap()
        expect(here.page.locator("nav a[aria-current]")).to_have_text(name)


def test_stones_do_not_move_where_motion_is_unwanted(window):
    moving, still = window(reduced_motion="no-preference"), window(reduced_motion="reduce")
    for here, runs in ((moving, 1), (still, 0)):
        here.play(against="here")
        assert here.my_turn()
        found = here.page.evaluate(
            """() => {
                document.querySelectorAll("ply-board .buttons button")[3].click();
                return document.getAnimations().map(each => each.effect.getTiming().duration);
            }"""
        )
        assert len(found) == runs
        assert all(250 <= duration <= 400 for duration in found)


def test_every_view_takes_less_than_100_kilobytes_on_its_way():
    """Compressed, as the server sends it, with all that it shares with the others."""
    joined = join(PAGE, "index.html")
    sizes = {name: len(gzip.compress(text.encode())) for name, text in joined.files.items()}
    shared = len(gzip.compress(joined.html.encode())) + sizes["index.js"] + sizes["index.css"]
    views = {name.partition(".")[0] for name in sizes} - {"index"}
    assert {"analysis", "arena", "learn", "think"} <= views
    for view in views:
        own = {name: size for name, size in sizes.items() if name.partition(".")[0] == view}
        assert shared + sum(own.values()) < 100_000, own


class Inline(HTMLParser):
    """Finds what a strict Content-Security-Policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(tag)
        self.found += [name for name in names if name == "style" or name.startswith("on")]
        self.found += [url for name in ("src", "href") if (url := names.get(name)) and "//" in url]


def test_nothing_is_inline_and_nothing_comes_from_elsewhere():
    for path in PAGE.rglob("*.html"):
        parser = Inline()
        parser.feed(path.read_text("utf-8"))
        assert parser.found == [], path.name
    for path in (*PAGE.rglob("*.js"), *PAGE.rglob("*.css")):
        text = path.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", text), path.name
        elsewhere = [url for url in re.findall(r"https?://[^\s\"'`]+", text) if "www.w3.org" not in url]
        assert elsewhere == [], path.name
