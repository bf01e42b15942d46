"""Copying, pasting and saving in a real browser: what is copied can be pasted, and what is saved is a file."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from plyground import Game, GridBoard, animate_svg, draw_svg
from plyground.grid import read_position
from plyground.store.game_text import parse_game
from tests.web.browsing import Window

pytestmark = pytest.mark.needs("chromium")

CLIPBOARD = ["clipboard-read", "clipboard-write"]
START = "o../.x./... x"


def paste(window: Window, text: str) -> None:
    """Pastes into the field as a reader would, and shows it."""
    if not window.page.locator(".texts textarea").is_visible():
        window.page.locator(".edit summary").click()
    field = window.page.locator(".texts textarea")
    field.fill("")
    window.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    field.focus()
    window.page.keyboard.press("ControlOrMeta+v")
    window.page.locator(".texts button").click()


def saved(window: Window, label: str) -> tuple[str, bytes]:
    """The name and the content of the file that a button of the open menu saves."""
    with window.page.expect_download() as download:
        window.page.get_by_role("button", name=label).click()
    path = download.value.path()
    return download.value.suggested_filename, Path(path).read_bytes()


def embedded(window: Window) -> str:
    """The path in the line that the open menu copies for other websites."""
    button = window.page.locator(".export .files button").last
    expect(button).to_have_text("Copy embed code")
    window.copy_by(button)
    address = re.search('<iframe src="http://[^/"]+(/[^"]+)"', copied(window))
    assert address, copied(window)
    return html.unescape(address[1])


def copied(window: Window) -> str:
    return str(window.page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize(("rules", "start", "moves"), [("cfour", "", "4253"), ("tictactoe", START, "c3 c1")])
def test_a_copied_game_can_be_pasted_and_saved(window, anna, rules, start, moves):
    here = window(permissions=CLIPBOARD)
    made = anna.new_game(rules=rules, position=start)
    game = Game(GridBoard.parse(start, rules))
    with anna.sit(made["id"]) as chair:
        chair.first()
        for move in moves.split() if " " in moves else moves:
            chair.play(move)
            game.push(move)
    here.open(f"/game/{made['id']}")
    here.page.locator(".more > summary").click()
    here.copy_by(here.page.locator(".sheet button").first)
    text = copied(here)
    assert text == str(read_position(text))
    assert read_position(text).boards == game.boards

    here.page.locator(".export summary").click()
    name = f"plyground-{made['id']}"
    assert saved(here, "Picture (SVG)") == (f"{name}.svg", draw_svg(game).encode())
    assert saved(here, "Animation (SVG)") == (f"{name}-animated.svg", animate_svg(game).encode())
    called, content = saved(here, "Game file")
    assert called == f"{name}.txt"
    assert parse_game(content.decode()).game().boards == game.boards
    assert embedded(here) == f"/embed/game/{made['id']}"
    called, content = saved(here, "Picture (PNG)")
    assert called == f"{name}.png"
    assert content.startswith(b"\x89PNG")
    assert max(int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) >= 1199
    # A picture shows what the board shows.
    here.page.keyboard.press("Escape")
    here.page.locator(".moves li button").first.click()
    here.page.locator(".more > summary").click()
    assert saved(here, "Picture (SVG)") == (f"{name}-1.svg", draw_svg(game.boards[1]).encode())

    here.open("/analyse")
    paste(here, text)
    expect(here.stones).to_have_count(game.board.count)
    expect(here.page.locator(".texts textarea")).not_to_have_attribute("aria-invalid", "true")
    assert read_position(here.page.locator(".texts textarea").input_value(), rules).board == game.board


@pytest.mark.parametrize(
    ("text", "stones"),
    [
        ("1. 4 4 2. 3 3", 4),
        ("d1 d2 c1", 3),
        ("Connect Four: 4253", 4),
        ("tic-tac-toe\r\nX . O\r\n. X .\r\n. . .\r\n", 3),
        (str(GridBoard.from_moves("445566")), 6),
    ],
)
def test_what_people_write_can_be_pasted(window, text, stones):
    here = window(permissions=CLIPBOARD)
    here.open("/analyse")
    paste(here, text)
    expect(here.stones).to_have_count(stones)
    expect(here.page.locator("#fault-position")).to_be_empty()


def test_a_mistake_in_a_pasted_grid_is_marked_where_it_is(window):
    here = window(permissions=CLIPBOARD)
    here.open("/analyse")
    paste(here, "tic-tac-toe:\n...\n.z.\n...")
    expect(here.page.locator("#fault-position")).to_contain_text("'z' at place 19")
    expect(here.page.locator("#fault-position mark")).to_have_text("z")


def test_an_analysed_position_is_saved_and_copied(window):
    here = window(permissions=CLIPBOARD)
    here.open("/analyse?rules=tictactoe&position=o../.x./...+x&moves=c3")
    expect(here.stones).to_have_count(3)
    game = Game(GridBoard.parse(START, "tictactoe")).push("c3")
    here.page.locator(".export summary").click()
    assert saved(here, "Picture (SVG)") == ("plyground-position.svg", draw_svg(game).encode())
    assert saved(here, "Animation (SVG)")[1] == animate_svg(game).encode()
    called, content = saved(here, "Picture (PNG)")
    assert (called, content[:4]) == ("plyground-position.png", b"\x89PNG")
    assert parse_game(saved(here, "Game file")[1].decode()).game().boards == game.boards
    here.copy_by(here.page.get_by_role("button", name="Copy as text"))
    assert copied(here) == f"tictactoe: {START} c3"
    assert re.search("moves=c3", here.page.url)
    path, query = embedded(here).split("?")
    asked = dict(parse_qsl(query))
    assert path == "/embed/position"
    assert GridBoard.parse(asked["position"], asked["rules"]) == game.board
