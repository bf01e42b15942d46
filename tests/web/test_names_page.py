"""No page shows an identifier where a person expects a name, in any language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from plyground.arena import Entrant, TournamentSettings, run_tournament
from plyground.executors import Here
from plyground.store.database import Database
from tests.web.browsing import Window

pytestmark = pytest.mark.needs("chromium")

UNNAMED = "page-2026-11-15-1741"
PLAYERS = ("level1", "winblock", "alphabeta depth=2")
PARTS = [
    r"\blevel ?\d+\b",
    r"\w=\w",  # an option
    r"\d\.\.",  # a range
    r"page-\d",
    r"\b(cfour|tictactoe|gomoku|alphabeta|openlines2?|montecarlo|uct|winblock|segments1000|verystrong)\b",
    r"\b(human|link|own) – |– (human|link|own)\b",
]
IDENTIFIER = re.compile("|".join(PARTS))
# In Korean and Chinese, these too are left over from a program. In English they are words.
LATIN = re.compile(r"\b(minimax|deepening|staged|champion|solver|random|level|depth|seed|yes|no)\b")

SEEN = """() => [
    document.body.innerText, document.title,
    ...[...document.querySelectorAll("option")].map(each => each.label),
    ...[...document.querySelectorAll("input, textarea")].map(each => each.placeholder),
    ...[...document.querySelectorAll("input[type=text]")].map(each => each.value),
    ...[...document.querySelectorAll("[aria-label], [title]")].flatMap(each => [each.ariaLabel, each.title]),
].filter(Boolean)"""


@pytest.fixture(scope="module")
def tournament(server):
    """A tournament that was started on the page without a name."""
    players = tuple(Entrant(text, text) for text in PLAYERS)
    with Database.open(server.database) as database:
        run_tournament(database, TournamentSettings(UNNAMED, players, rounds=1, seed=9), executor=Here())
    return UNNAMED


def check(window: Window) -> None:
    """Opens whatever can be opened on the page, and reads all of it."""
    window.page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    for text in window.page.evaluate(SEEN):
        assert not IDENTIFIER.search(text), (window.page.url, text)
        assert window.language == "en" or not LATIN.search(text), (window.page.url, text)


@pytest.mark.parametrize("language", ["en", "ko", pytest.param("zh_CN", marks=pytest.mark.soak)])
def test_every_page_calls_players_and_games_by_their_names(window, tournament, ready, language):
    here = window(language)
    page = here.page
    here.open("/")
    expect(here.board.locator("svg")).to_be_visible()
    for preset in ("tictactoe", "gomoku", "random", "own", "cfour"):
        here.pick(preset)
        check(here)
    for against in ("level", "here", "link", "watch", "search"):
        here.pick(against)
        check(here)
    algorithm = page.locator(".computer select").first
    names = [each["name"] for each in ready.get("/api/meta").json()["players"] if each["name"] != "level"]
    for name in names:
        algorithm.select_option(name)
        check(here)
    # A game against a search, with a setting that is not the usual one.
    algorithm.select_option("montecarlo")
    page.locator(".computer summary").click()
    page.locator("label.check").click()
    page.locator("[data-option=playouts]").fill("3")
    here.start()
    assert here.my_turn()
    here.columns.nth(3).click()
    expect(page.locator(".moves li button").nth(1)).to_be_attached()
    check(here)
    here.resign()
    expect(here.result).to_be_visible()
    check(here)
    game = page.url.rsplit("/", 1)[1]
    addresses = {
        f"/review/{game}": ".judged button",
        "/games": ".my-games li",
        "/analyse?rules=cfour&position=4453": "ply-board svg",
        "/analyse?rules=tictactoe": "ply-board svg",
        "/arena": ".tournaments table",
        f"/arena/{tournament}": ".games li",
    }
    for address, sign in addresses.items():
        here.open(address)
        page.locator(sign).first.wait_for()
        check(here)
    page.locator(".games li a").first.click()
    page.locator(".judged button").first.wait_for()
    check(here)
    here.open("/game/nosuchgame")
    page.locator(".alone h1").wait_for()
    check(here)
