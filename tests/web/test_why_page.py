"""Reasons in a real browser: sentences, marks and a line, and an answer to whatever a reader tries."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

from plyground.board import Side
from plyground.grid import GridBoard, move_text
from tests.contrast import LEAST, contrast
from tests.web.browsing import Window

pytestmark = pytest.mark.needs("chromium")

FOLLOW_UP = {"rules": "7x6 blocked=d5", "position": "411772266117722661177"}
ALL_MARKS = "2615674367667617747424413133"  # threats, cells that are sure, a line and a pair
SQUEEZE = "16462312522166152712417466"
MISTAKE = "17624651515574435"  # its last move throws a win away


def explained(here: Window, rules: str, position: str, move: str | None = None) -> Locator:
    """The panel with the reason of a position, or of one of its moves, opened in analysis."""
    here.open(f"/analyse?{urlencode({'rules': rules, 'position': position})}")
    row = ".headline" if move is None else f".worths tr[data-move='{move}']"
    here.page.locator(f"{row} .why-button").click()
    return opened(here)


def opened(here: Window) -> Locator:
    panel = here.page.locator(".why")
    expect(panel.locator(".said p").first).to_be_visible()
    return panel


def shown(panel: Locator) -> dict[str, Any]:
    """The state of the panel's board."""
    state: dict[str, Any] = panel.locator("ply-board").evaluate("board => board.state")
    return state


def legal(panel: Locator) -> list[str]:
    """What the reader may try now, once the server has said it."""
    expect(panel.locator("ply-board button[aria-disabled=false]").first).to_be_attached()
    return [each["move"] for each in shown(panel)["legal"]]


def tried(panel: Locator, column: str) -> None:
    panel.locator("ply-board .buttons button").nth(int(column) - 1).click()


def test_no_reason_is_offered_before_the_answer_has_come(window):
    here = window()
    here.page.route_web_socket(re.compile("/ws/analysis"), lambda route: None)  # a server that says nothing
    here.open("/analyse?rules=4x4")
    expect(here.page.locator(".headline h1")).to_have_text("Analyse")
    expect(here.page.locator(".headline .why-button")).to_be_hidden()


def test_any_reply_is_answered_until_the_end_and_the_line_comes_back(window):
    here = window(reduced_motion="reduce")
    panel = explained(here, **FOLLOW_UP)
    expect(panel.locator(".said")).to_contain_text("Yellow answers every stone in the same column.")
    expect(panel.locator(".checked")).to_have_text("checked: 178 positions")
    expect(panel.locator(".place")).to_have_text("0 / 18")
    board = GridBoard.from_moves(FOLLOW_UP["position"], FOLLOW_UP["rules"])
    stones = board.count
    line = [str(cell[0] + 1) for cell in _line(panel)]
    while not board.outcome.is_over:
        moves = legal(panel)
        assert sorted(moves) == sorted(move_text(board.rules, move) for move in board.legal_moves)
        # Never what the line plays, if there is something else.
        reply = next((move for move in moves if move not in line[board.count - stones :][:1]), moves[0])
        tried(panel, reply)
        expect(panel.locator(".stone:not(.ghost)")).to_have_count(board.count + 2)
        for stone in shown(panel)["stones"][board.count :]:
            board = board.move(stone["cell"][0])
    assert board.winner is Side.FIRST
    expect(panel.locator(".turn")).to_contain_text("Yellow won")
    expect(panel.locator(".reason:not(li *)")).to_have_count(0)
    panel.get_by_role("button", name="Back to the line").click()
    expect(panel.locator(".place")).to_have_text(re.compile(r"^\d+ / 18$"))
    here.page.keyboard.press("End")
    expect(panel.locator(".place")).to_have_text("18 / 18")
    expect(panel.locator("ply-board .run.under")).to_have_count(1)


def _line(panel: Locator) -> list[list[int]]:
    """The cells of the line, stepped through and back."""
    panel.page.keyboard.press("End")
    expect(panel.locator(".place")).to_have_text("18 / 18")
    cells = [stone["cell"] for stone in shown(panel)["stones"][len(FOLLOW_UP["position"]) :]]
    panel.page.keyboard.press("Home")
    expect(panel.locator(".place")).to_have_text("0 / 18")
    return cells


def test_what_the_line_plays_can_be_tried_as_well(window):
    here = window(reduced_motion="reduce")
    panel = explained(here, **FOLLOW_UP)
    first = str(_line(panel)[0][0] + 1)
    assert first in legal(panel)
    here.page.keyboard.press(first)
    here.page.keyboard.press("Enter")
    expect(panel.locator(".place")).to_have_text("2 / 18")
    expect(panel.get_by_role("button", name="Back to the line")).to_be_hidden()


def test_escape_and_the_button_close_it_and_the_page_is_as_before(window):
    here = window()
    explained(here, "cfour", "4455", "3")
    rows = here.page.locator(".worths tbody tr")
    expect(rows.first).to_be_hidden()
    # The keys of the page behind it do nothing.
    here.page.keyboard.press("u")
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".why")).to_have_count(0)
    expect(rows).to_have_count(7)
    expect(here.stones).to_have_count(4)
    pressed = here.page.locator(".worths tr[data-move='3'] .why-button")
    expect(pressed).to_be_focused()
    pressed.click()
    opened(here).get_by_role("button", name="Close").click()
    expect(rows.first).to_be_visible()


def test_it_loads_on_demand_and_asks_on_a_connection_of_its_own(window):
    here = window()
    sockets: list[str] = []
    here.page.on("websocket", lambda socket: sockets.append(socket.url))
    here.open(f"/analyse?{urlencode({'rules': 'cfour', 'position': '4455'})}")
    button = here.page.locator(".headline .why-button")
    expect(button).to_be_visible()
    assert not here.page.evaluate("performance.getEntriesByType('resource').some(each => /why/.test(each.name))")
    with here.page.expect_response("**/why.js"), here.page.expect_response("**/why.css"):
        button.click()
    opened(here)
    assert len(sockets) == 2
    assert all(url.endswith("/ws/analysis") for url in sockets)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_kind_of_mark_has_a_shape_of_its_own_that_can_be_seen(window, theme):
    here = window(color_scheme=theme)
    shapes: dict[str, list[str]] = {}
    for position in (ALL_MARKS, SQUEEZE):
        panel = explained(here, "cfour", position)
        found = panel.locator("ply-board .reason").evaluate_all(
            "all => all.map(each => [each.classList[1], [...each.children].map(part => part.tagName + "
            "(part.getAttribute('class') ?? ''))])"
        )
        shapes |= {kind: sorted(set(parts)) for kind, parts in found}
        expect(panel.locator(".legend li")).to_have_count(len({kind for kind, _ in found}))
        colours = panel.locator("ply-board").evaluate(
            """board => {
                const of = (selector, property) => getComputedStyle(board.querySelector(selector))[property];
                return { hole: of(".ground", "fill"), mark: of(".reason.threat circle", "stroke"),
                    edge: of(".reason .edge", "stroke"), under: of(".reason .under", "stroke") };
            }"""
        )
        assert contrast(colours["mark"], colours["hole"]) >= LEAST
        assert contrast(colours["edge"], colours["under"]) >= LEAST
    assert set(shapes) == {"threat", "sure", "line", "pair", "squeeze"}
    assert len({str(parts) for parts in shapes.values()}) == 5
    assert here.serious() == []


def test_a_draw_has_a_proof_for_each_side(window):
    here = window(reduced_motion="reduce")
    panel = explained(here, "4x4", "")
    first, second = panel.locator(".proofs button").all()
    expect(first).to_have_text("Why Yellow does not lose")
    expect(first).to_have_attribute("aria-pressed", "true")
    said = panel.locator(".said").inner_text()
    second.click()
    expect(panel.locator(".proofs button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(panel.locator(".said")).not_to_have_text(said)
    # Now the reader plays Yellow.
    expect(panel.locator(".turn")).to_contain_text("Yellow to move: try any move")
    tried(panel, legal(panel)[0])
    expect(panel.locator(".stone:not(.ghost)")).to_have_count(2)
    over = panel.locator(".turn", has_text="Game over: a draw.")
    free = panel.locator("ply-board button[aria-disabled=false]")
    while True:
        expect(over.or_(free).first).to_be_attached()
        if over.count():
            break
        tried(panel, shown(panel)["legal"][-1]["move"])
    expect(panel.locator(".stone:not(.ghost)")).to_have_count(16)


def test_a_mistake_and_the_better_move_are_explained_in_a_review(window):
    here = window(reduced_motion="reduce")
    here.open(f"/review/-?{urlencode({'rules': 'cfour', 'moves': MISTAKE})}")
    expect(here.page.locator(".judgement .mistake, .judgement .inaccuracy")).to_be_visible()
    here.page.locator(".judgement .why-button").click()
    panel = opened(here)
    expect(panel.locator("h1")).to_contain_text("Column 5:")
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".judgement .why-button")).to_be_focused()
    here.page.get_by_role("button", name="Show a better move").click()
    here.page.locator(".line-shown .why-button").click()
    panel = opened(here)
    expect(panel.locator("h1")).to_have_text("Column 6: wins in 2.")
    expect(panel.locator(".checked")).to_contain_text("checked:")
    expect(panel.locator("ply-board .reason")).not_to_have_count(0)
    assert len(shown(panel)["stones"]) == len(MISTAKE)
    here.page.keyboard.press("End")
    expect(panel.locator(".turn")).to_contain_text("Yellow won")


def test_a_hint_is_explained_in_a_game_against_a_computer_and_not_against_a_person(window):
    here = window()
    seats = {"first": {"kind": "human"}, "second": {"kind": "computer", "player": "random"}}
    position = {"rules": "cfour", "position": "4455"}
    made = here.page.request.post("/api/games", data={**position, **seats}).json()
    here.open(f"/game/{made['id']}")
    why = here.page.locator(".game .why-button")
    expect(here.page.get_by_role("button", name="Hint")).to_be_enabled()
    expect(why).to_be_hidden()
    here.page.keyboard.press("h")
    why.click()
    expect(opened(here).locator(".said")).to_contain_text("threatens to win")
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".game")).to_be_visible()
    made = here.page.request.post("/api/games", data={**position, **seats, "second": {"kind": "link"}}).json()
    here.open(f"/game/{made['id']}")
    expect(here.board.locator("svg")).to_be_visible()
    here.page.keyboard.press("h")
    expect(here.page.get_by_role("button", name="Hint")).to_be_hidden()
    expect(why).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_it_is_in_the_readers_language_and_fits_a_phone(window, language):
    here = window(language, phone=True)
    for rules, position in (("cfour", ALL_MARKS), ("cfour", SQUEEZE), ("4x4", "")):
        panel = explained(here, rules, position)
        expect(panel.locator(".turn")).not_to_be_empty()
        assert here.sideways() <= 0
        if language == "en":
            continue
        here.page.locator("kbd").evaluate_all("all => all.forEach(each => each.remove())")
        spoken = panel.locator("[aria-label]").evaluate_all("all => all.map(each => each.ariaLabel)")
        assert set(re.findall(r"[A-Za-z]{2,}", "\n".join([panel.inner_text(), *spoken]))) == set()
