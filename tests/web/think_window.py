"""The searches that the tests open on Think in a browser, what the library says of them, and what a window shows."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, expect

from plyground.board import Board, Event
from plyground.learn import Captions, Tree, counts_text, read_board
from tests.web.browsing import Window
from tests.web.test_think_captions import PageSigns
from tests.web.think_runs import recorded

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
RUNS: dict[str, dict[str, Any]] = {
    "minimax": {"search": "minimax", "depth": 3, "rules": "tictactoe", "position": "b2 a1 c1"},
    "alphabeta": {"search": "alphabeta", "depth": 3, "evaluator": "segments", "rules": "cfour", "position": "4453"},
    "table": {"search": "alphabeta", "depth": 5, "order": "centre", "table": 1, "rules": "tictactoe", "position": "b2"},
    "deepening": {"search": "deepening", "depth": 3, "rules": "cfour", "position": "44"},
    "montecarlo": {"search": "montecarlo", "playouts": 6, "seed": 2, "rules": "cfour", "position": "4453"},
    "uct": {"search": "uct", "playouts": 120, "c": 1.25, "rules": "tictactoe", "position": "b2 a1"},
    "nim": {"search": "alphabeta", "depth": 6, "position": "nim 1 2 3"},
    "tree": {"search": "alphabeta", "depth": 3, "position": TREE},
}


def address(run: dict[str, Any], **more: Any) -> str:
    return f"/think?{urlencode({**run, **more})}"


def board_of(run: dict[str, Any]) -> Board:
    return read_board(run["position"], run.get("rules"))


def events_of(run: dict[str, Any]) -> list[Event]:
    options = {name: value for name, value in run.items() if name not in ("search", "rules", "position")}
    if "table" in options:
        options["table"] = True
    return recorded(run["search"], board_of(run), **options)


def sentences(events: list[Event]) -> list[tuple[str, str]]:
    """What the library says of each step, and how much has happened by then."""
    tree = Tree()
    captions = Captions(tree, PageSigns())
    said = []
    for event in events:
        tree.feed(event)
        said.append((captions.explain(event), counts_text(tree)))
    return said


def at(window: Window, step: int) -> None:
    expect(window.page.get_by_label("Go to step")).to_have_value(str(step))


def field(window: Window, label: str) -> Locator:
    """Of the search; another one to compare with has the same fields."""
    return window.page.locator(".choose").get_by_label(label, exact=True)


def go_to(window: Window, step: int) -> None:
    window.page.keyboard.press("g")
    window.page.keyboard.type(str(step))
    window.page.keyboard.press("Enter")
    at(window, step)


def shown(window: Window) -> dict[str, Any]:
    """What the reader sees of a step: its sentence, its node, and what lies on the board."""
    page = window.page
    texts = {part: page.locator(f".think {part}").inner_text() for part in (".caption", ".counts", ".way", ".facts")}
    stones = page.locator(".node-board").evaluate(
        """(host) => [host.querySelector("pre").textContent, ...[...host.querySelectorAll(".stone, .last, .run")]
          .map((each) => [...each.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" ")).sort()]"""
    )
    return {**texts, "board": stones}
