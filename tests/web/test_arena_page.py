"""Arena in a real browser: a tournament of the store, and one that is started, watched and stopped there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from plyground.arena import Entrant, TournamentSettings, run_tournament
from plyground.executors import Here
from plyground.store.database import Database
from tests.waiting import wait_until

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def stored(server):
    players = tuple(Entrant(name, name) for name in ("winblock", "random", "alphabeta depth=2"))
    with Database.open(server.database) as database:
        return run_tournament(database, TournamentSettings("stored", players, rounds=1, seed=9), executor=Here())


def test_a_tournament_of_the_store_is_shown_and_its_games_replayed(window, stored):
    here = window()
    here.open("/arena")
    here.page.get_by_role("link", name="stored").click()
    expect(here.page.locator("h1")).to_have_text("stored")
    ratings = stored.ratings().players
    rows = here.page.locator(".cross tbody tr")
    expect(rows).to_have_count(3)
    names = {"winblock": "Wins or blocks", "random": "Random moves", "alphabeta depth=2": "Alpha-beta, depth 2"}
    shown = here.page.locator(".cross tbody th").all_text_contents()
    assert shown == [names[rating.name] for rating in ratings]
    expect(here.page.locator(".games h2")).to_have_text("Games")
    expect(here.page.locator(".ratings svg circle")).to_have_count(3)
    expect(here.page.locator(".games li")).to_have_count(stored.played)
    assert here.serious() == []
    # A cell of the table lists the games of its two players.
    rows.nth(0).locator("button").first.click()
    expect(here.page.locator(".games li")).to_have_count(2)
    expect(here.page.locator(".games h2")).to_have_text(f"Games of {shown[0]} and {shown[1]}")
    here.page.locator(".games li a").first.click()
    here.page.wait_for_url("**/review/stored-*")
    expect(here.page.locator(".judged button").first).to_be_visible()
    expect(here.page.locator(".work")).not_to_contain_text("judging")
    # The opening was given, so none of its moves counts as a mistake.
    opening = here.page.locator(".judged button").first
    opening.click()
    expect(here.page.locator(".judgement")).to_contain_text("given by the opening")
    assert opening.locator(".sign").count() == 0
    here.page.get_by_role("link", name="Back to the tournament").click()
    expect(here.page.locator("h1")).to_have_text("stored")


def test_forfeits_are_shown_with_the_first_reason(window, server):
    players = (Entrant("broken", "cmd:false"), Entrant("random", "random"))
    with Database.open(server.database) as database:
        settings = TournamentSettings("broken-page", players, rules=("tictactoe",))
        run_tournament(database, settings, executor=Here(), force=True)
    here = window()
    here.open("/arena/broken-page")
    expect(here.page.locator(".note")).to_contain_text("2 of the 2 games behind these ratings were lost by forfeit.")
    row = here.page.locator(".forfeits tbody tr")
    expect(row).to_have_count(1)
    for text in ("broken", "crash", "2", "cmd:false ended with exit code 1 before it answered"):
        expect(row).to_contain_text(text)
    assert here.serious() == []


def test_one_is_started_watched_and_stopped_on_a_phone(window):
    here = window(phone=True)
    here.open("/arena")
    here.page.locator(".tournaments > *").first.wait_for()  # without any, the form is open
    if here.page.locator("details.make").get_attribute("open") is None:
        here.page.locator("details.make > summary").click()
    form = here.page.locator(".new-tournament")
    while (chosen := form.locator(".pick:has(input:checked)")).count():
        chosen.first.click()
    expect(form.get_by_role("button", name="Start")).to_be_disabled()
    form.get_by_label("Name").fill("on page")
    for player in ("Random moves", "Wins or blocks"):
        form.locator(".pick", has_text=re.compile(f"^{player}$")).click()
    form.locator(".own-player > summary").click()
    form.get_by_label("Algorithm").select_option("montecarlo")
    form.locator(".own-player details summary").click()
    playouts = form.locator("[data-option=playouts]")
    playouts.fill("0")
    form.get_by_role("button", name="Add").click()
    expect(form.locator(".fault")).to_have_text("Random games: 1 or more")
    expect(playouts).to_be_focused()
    playouts.fill("2000")  # it lasts until it is stopped
    for _time in range(2):  # once is enough
        form.get_by_role("button", name="Add").click()
    expect(form.locator(".pick", has_text="Monte Carlo, flat, 2000 random games, compiled")).to_have_count(1)
    expect(form.locator(".fault")).to_be_empty()
    form.get_by_label("Rounds").fill("50")
    expect(form.locator("[role=status]")).to_contain_text("300 games")
    assert here.serious() == []
    start = form.get_by_role("button", name="Start")
    start.click()
    expect(form.locator(".fault")).to_contain_text("cannot be used")
    expect(form.get_by_label("Name")).to_be_focused()
    form.get_by_label("Name").fill("on-page")
    start.click()
    here.page.wait_for_url("**/arena/on-page")
    expect(here.page.locator("progress")).to_be_visible()
    # The table grows by itself, until the tournament is stopped.
    here.page.locator(".games li").first.wait_for()
    assert here.sideways() <= 0
    # A finished game is replayed meanwhile.
    replay = here.page.locator(".replay")
    expect(replay.locator("h2")).to_have_text("Latest finished game")
    expect(replay).to_be_visible()
    here.page.get_by_role("button", name="Stop").click()
    expect(here.page.locator("p[role=status]")).to_contain_text("stopped")
    expect(here.page.get_by_role("button", name="Resume")).to_be_visible()
    expect(replay.locator("ply-board .stone").first).to_be_visible()
    expect(replay.get_by_role("link", name="Review")).to_have_attribute("href", re.compile("^/review/on-page-"))
    assert here.sideways() <= 0
    here.errors[:] = [text for text in here.errors if "422" not in text]  # the refusal above


def test_a_wide_cross_table_shows_that_it_scrolls_and_scrolls_by_keys(window, server):
    players = tuple(Entrant(f"r{n}", f"random seed={n}") for n in range(1, 9))
    with Database.open(server.database) as database:
        run_tournament(database, TournamentSettings("wide", players, rules=("tictactoe",), seed=9), executor=Here())
    here = window(phone=True)
    here.open("/arena/wide")
    table = here.page.get_by_role("group", name="Cross table")
    expect(table.locator("tbody tr")).to_have_count(8)
    assert table.evaluate("table => table.scrollWidth > table.clientWidth")
    # The shadows stay at the edges; what covers them scrolls away with the table.
    attachments = table.evaluate("table => getComputedStyle(table).backgroundAttachment")
    assert attachments == "local, local, scroll, scroll"
    table.focus()
    here.page.keyboard.press("ArrowRight")
    assert wait_until(lambda: table.evaluate("table => table.scrollLeft > 0"))
    assert here.sideways() <= 0


def test_a_tournament_that_is_not_there(window):
    here = window()
    here.open("/arena/nosuch")
    expect(here.page.locator(".alone h1")).to_have_text("There is no tournament 'nosuch'")
    here.errors.clear()  # the browser reports the 404 that the page understood
