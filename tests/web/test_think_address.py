"""The ways to a search on Think: by its address, by the fields, from an analysis and from a game."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.people import running
from tests.web.test_think import COINS
from tests.web.think_window import RUNS, TREE, address, at, field, go_to, shown

pytestmark = pytest.mark.needs("chromium")


def test_a_link_reproduces_what_is_shown(window):
    here = window()
    here.open(address(RUNS["alphabeta"]))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    go_to(here, 61)
    field(here, "Move order").select_option("centre")
    at(here, 1)
    expect(here.page.locator(".result")).to_contain_text("chooses")
    here.page.locator("h1").click()  # out of the field
    go_to(here, 41)
    here.page.wait_for_url("**step=41*")
    query = parse_qs(urlsplit(here.page.url).query)
    assert query["order"] == ["centre"]
    assert query["evaluator"] == ["segments"]
    there = window()
    there.open(here.page.url)
    at(there, 41)
    assert shown(there) == shown(here)
    assert there.page.locator(".result").inner_text() == here.page.locator(".result").inner_text()
    # The result before the change stays in sight; another language keeps all of it.
    expect(here.page.locator(".earlier")).to_contain_text("Before: Alpha-beta")
    there.page.get_by_role("button", name="한국어").click()
    expect(there.page.get_by_label("단계로 가기")).to_have_value("41")


def test_the_menu_of_games_knows_a_game_that_the_position_names(window):
    here = window()
    here.open(address({"search": "alphabeta", "depth": 2, "position": "tictactoe: b2"}))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    expect(field(here, "Game")).to_have_value("tictactoe")


MISTAKES = [
    ({"search": "alphabet", "rules": "cfour", "position": ""}, "Search", "did you mean alphabeta"),
    ({"search": "uct", "position": TREE}, "Search", "no winners"),
    ({"search": "minimax", "rules": "cfour", "position": "4459"}, "Position", "'9'"),
    ({"search": "minimax", "position": "[[3,12],[2,x]]"}, "Position", ""),
    ({"search": "minimax", "rules": "chess", "position": ""}, "Game", "chess"),
    ({"search": "minimax", "rules": "cfour", "position": "", "evaluator": "best"}, "Evaluator", "best"),
    ({"search": "minimax", "rules": "cfour", "position": "", "depth": "three"}, "Depth", "whole number"),
    ({"search": "minimax", "rules": "cfour", "position": "", "depth": "0"}, "Depth", ""),
]
"""What is asked for, the field with the mistake, and words that stand there."""


def test_mistakes_in_the_address_stand_at_their_fields(window):
    here = window()
    seen: set[str] = set()
    for query, name, words in MISTAKES:
        here.open(f"/think?{urlencode(query)}")
        wrong = field(here, name)
        expect(wrong).to_have_attribute("aria-invalid", "true")
        fault = here.page.locator(f"#{wrong.get_attribute('aria-describedby')}")
        expect(fault).not_to_be_empty()
        expect(fault).to_contain_text(words)
        if name not in seen:
            assert here.serious() == []
        seen.add(name)
        # It is mended in its place.
        field(here, "Search").select_option("minimax")
        field(here, "Depth").fill("2")
        field(here, "Depth").press("Enter")
        field(here, "Game").select_option("tree")
        expect(here.page.locator(".result")).to_contain_text("chooses")
        expect(here.page.locator("[aria-invalid]")).to_have_count(0)


def test_analysis_and_games_lead_here(window, anna):
    here = window()
    here.open("/analyse?rules=tictactoe&position=b2+a1")
    here.page.get_by_role("link", name="How does a search see this?").click()
    expect(here.page.locator(".result")).to_contain_text("chooses")
    expect(here.stones).to_have_count(2)
    made = anna.new_game(
        rules="tictactoe",
        first={"kind": "computer", "player": "alphabeta depth=3 evaluator=openlines"},
        second={"kind": "human"},
    )
    with anna.sit(made["id"]) as chair:
        chair.first()
    here.open(f"/game/{made['id']}")
    link = here.page.get_by_role("link", name="How did it decide?")
    link.click()
    expect(here.page.locator("h1")).to_have_text("Alpha-beta")
    expect(field(here, "Depth")).to_have_value("3")
    expect(field(here, "Evaluator")).to_have_value("openlines")
    here.page.get_by_role("link", name="Back to the game").click()
    expect(here.page.get_by_role("link", name="How did it decide?")).to_be_visible()
    # A player without a search leads to a search that is named, and Think says so until the search is changed.
    made = anna.new_game("winblock", "human", rules="tictactoe")
    with anna.sit(made["id"]) as chair:
        chair.first()
    here.open(f"/game/{made['id']}")
    here.page.get_by_role("link", name="How would Alpha-beta decide here?").click()
    expect(here.page.locator(".played-by")).to_contain_text("the computer did not search")
    said = here.page.evaluate(
        """async (players) => {
          const file = document.querySelector("script[type=module]").src.replace("index.js", "think.js");
          const { think_played_by: { playedText } } = await import(file);
          return players.map(([player, search]) => playedText(player, search));
        }""",
        [["level6", "uct"], ["champion time=1", "uct"], ["alphabeta depth=3", "alphabeta"], ["uct time=1", "uct"]],
    )
    assert said[0] == said[1]
    assert "a relative of Monte Carlo (UCT)" in said[0]
    assert said[2] == ""
    assert "had a limit" in said[3]
    field(here, "Depth").fill("2")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".played-by")).to_be_hidden()
    here.page.wait_for_url(lambda url: "played" not in url)


def test_it_can_be_asked_without_an_address(window):
    here = window()
    here.open("/")
    with here.page.expect_response("**/think.js"):
        here.page.get_by_role("link", name="Think").click()
    expect(here.page.locator(".result")).to_contain_text("chooses 1, value +3")
    field(here, "Game").select_option("nim")
    expect(here.page.locator(".position-text")).to_contain_text("●●●")
    field(here, "Game").select_option("cfour")
    expect(here.board.locator("svg")).to_be_visible()
    field(here, "Position").fill("4453")
    here.page.keyboard.press("Enter")
    expect(here.stones).to_have_count(4)
    here.page.wait_for_url(re.compile("position=4453"))
    # What the page is for, until the first step.
    expect(here.page.locator(".purpose")).to_contain_text("See how a search chooses its move")
    here.page.get_by_role("button", name="Forward", exact=True).click()
    expect(here.page.locator(".purpose")).to_be_hidden()


def test_games_of_the_servers_owner_are_in_the_menu(window, tmp_path):
    (tmp_path / "coins.py").write_text(COINS)
    games = {"coins": f"{tmp_path / 'coins.py'}:Coins"}
    with running(tmp_path, str(tmp_path / "x.sqlite"), settings={"games": games}) as server:
        here = window(at=server)
        here.open("/think?search=minimax&depth=2")
        field(here, "Game").select_option(label="coins")
        expect(here.page).to_have_url(re.compile(r"game=coins"))
        expect(here.page.locator("main")).to_contain_text("6 coins")
        here.page.goto("about:blank")  # before the server ends
