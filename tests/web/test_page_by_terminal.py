"""A friend with a browser opens the link of a game that somebody started at a terminal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from playwright.sync_api import expect

from tests.console.linked import players
from tests.web.browsing import Window


def test_a_browser_plays_against_a_terminal(browser, tmp_path):
    with players(tmp_path) as play:
        anna = play("--second", "link")
        link = anna.link
        server: Any = SimpleNamespace(url=link.partition("/game/")[0])
        bert = Window(browser, server).open(link)
        anna.says("Your opponent is here; the game begins.")
        anna.type("4")
        expect(bert.stones).to_have_count(1)
        bert.columns.nth(0).click()
        anna.says("Your opponent plays 1")
        bert.page.get_by_role("button", name="Undo").click()
        anna.says("Your opponent asks to take a move back: 'undo' agrees, 'decline' declines.")
        anna.type("undo")
        anna.says("1 move was taken back.")
        expect(bert.stones).to_have_count(1)
        bert.columns.nth(6).click()
        anna.says("Your opponent plays 7")
        anna.type("resign")
        expect(bert.result).to_contain_text("You win")
        bert.page.get_by_role("button", name="Rematch").click()
        anna.says("Your opponent asks for a rematch: 'rematch' agrees, 'decline' declines.")
        anna.type("rematch")
        anna.says("A new game.")
        expect(bert.stones).to_have_count(0)
        bert.columns.nth(3).click()
        anna.says("Your opponent plays 4")
        bert.close()
        anna.says("Your opponent has left.")
        anna.type("quit")
        assert anna.ends() == 0
