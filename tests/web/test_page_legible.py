"""The board can be read: contrast, size, marks, letters, sounds, themes, and what a press that does nothing says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from plyground.texts import say, speaking
from tests.contrast import LEAST, contrast
from tests.waiting import wait_until
from tests.web.browsing import Window

pytestmark = pytest.mark.needs("chromium")

COLOURS = """() => {
    const of = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
    const stones = {};
    for (const side of ["first", "second"]) {
        const own = `ply-board .stone.${side}:not(.ghost)`;
        stones[side] = of(`${own} .body`, "fill");
        stones[`${side} rim`] = of(`${own} .body`, "stroke");
        stones[`${side} sign`] = of(`${own} .sign`, side === "first" ? "stroke" : "fill");
    }
    const focused = getComputedStyle(document.activeElement);
    return {
        ...stones,
        paper: of("body", "backgroundColor"),
        face: of("ply-board .face", "fill"),
        edge: of("ply-board .face", "stroke"),
        hole: of("ply-board .ground", "fill"),
        plug: of("ply-board .plug", "fill"),
        hatching: of("ply-board .hatching", "stroke"),
        last: of("ply-board .last", "stroke"),
        hint: of("ply-board .hint-mark:not(.under)", "stroke"),
        "hint under": of("ply-board .hint-mark.under", "stroke"),
        focus: focused.outlineColor,
        "focus under": focused.boxShadow,
    };
}"""


def test_the_contrast_is_computed_as_wcag_does():
    assert contrast("#000000", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(118, 118, 118)", "rgb(255, 255, 255)") == pytest.approx(4.54, abs=0.01)


def play_here(here: Window, rules: str, moves: str) -> None:
    """A game of two people at this screen, begun with these columns or, without gravity, buttons."""
    made = here.page.request.post(
        "/api/games", data={"rules": rules, "first": {"kind": "human"}, "second": {"kind": "human"}}
    )
    here.open(f"/game/{made.json()['id']}")
    for number, move in enumerate(moves.split(), start=1):
        assert here.my_turn()
        here.columns.nth(int(move)).click()
        expect(here.stones).to_have_count(number)
    assert here.my_turn()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("rules", ["7x6 blocked=a1", "7x6 connect=4 gravity=no blocked=a1"])
def test_what_touches_differs_by_three_to_one(window, theme, rules):
    here = window(color_scheme=theme)
    play_here(here, rules, "3 4")
    here.page.keyboard.press("h")
    here.board.locator(".hint-mark").first.wait_for(state="attached")
    here.page.keyboard.press("ArrowRight")
    seen: dict[str, Any] = here.page.evaluate(COLOURS)

    def best(these: list[str], background: str) -> float:
        return max(contrast(seen[each], seen[background]) for each in these)

    touching = {
        "a stone and the face": [best([side], "face") for side in ("first", "second")],
        "the two stones": [best(["first"], "second")],
        "a stone and its sign": [best([f"{side} sign"], side) for side in ("first", "second")],
        "a stone, or its rim, and its hole": [best([side, f"{side} rim"], "hole") for side in ("first", "second")],
        "a stone, or its rim, and the paper": [best([side, f"{side} rim"], "paper") for side in ("first", "second")],
        "a hole, or its edge, and the face": [best(["hole", "edge"], "face")],
        "the frame, or its edge, and the paper": [best(["face", "edge"], "paper")],
        "a plug and its hatching": [best(["hatching"], "plug")],
        "the last move's ring and what is under it": [best(["last"], "face" if "=no" not in rules else "hole")],
        "the hint and what is under it": [best(["hint", "hint under"], each) for each in ("face", "hole")],
        "the focus and the face": [best(["focus"], "face")],
        "the two lines of the focus": [best(["focus"], "focus under")],
        "the focus and the rest": [
            best(["focus", "focus under"], each) for each in ("hole", "first", "second", "paper", "edge")
        ],
    }
    assert {name: found for name, found in touching.items() if min(found) < LEAST} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_stand_out_from_their_cells(window, theme):
    here = window(color_scheme=theme)
    play_here(here, "tictactoe", "4 0")
    for side in ("first", "second"):
        letter = here.page.evaluate(
            f"() => getComputedStyle(document.querySelector('ply-board .letter.{side} .sign')).stroke"
        )
        for background in ("ply-board .ground", "body"):
            property_ = "backgroundColor" if background == "body" else "fill"
            under = here.page.evaluate(f"() => getComputedStyle(document.querySelector('{background}')).{property_}")
            assert contrast(letter, under) >= LEAST


def test_tic_tac_toe_is_played_with_x_and_o(window):
    here = window()
    play_here(here, "tictactoe", "4")
    expect(here.board.locator("path.sign")).to_have_count(1)
    expect(here.board.locator("[aria-live]")).to_have_text("X, b2. O to move.")
    expect(here.page.locator(".player.turn")).to_contain_text("O to move")
    here.columns.nth(0).click()
    expect(here.board.locator(".stone.letter.second circle.sign")).to_have_count(1)
    expect(here.columns.nth(0)).to_have_attribute("aria-label", "a3, O")
    assert here.board.locator(".body").count() == 0
    for word in ("Yellow", "Red"):
        assert word not in here.page.locator("body").inner_text()
    # Four in a row has stones.
    play_here(here, "4x4 connect=4 gravity=no", "4")
    expect(here.board.locator(".body")).to_have_count(1)


def press(here: Window, index: int) -> None:
    """Press where nothing can be played: Playwright would wait until something can."""
    here.columns.nth(index).click(force=True)


@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_a_full_column_and_a_taken_cell_say_so(window, language):
    here = window(language)
    play_here(here, "4x2 connect=3", "1 1")
    note, live = here.board.locator(".board-note"), here.board.locator("[aria-live]")
    expect(note).to_be_hidden()
    with speaking(language):
        text = say("Column {column} is full.", column=2)
        taken, blocked = say("{cell} is taken.", cell="a4"), say("{cell} is blocked.", cell="a1")
    press(here, 1)
    expect(note).to_have_text(text)
    expect(live).to_contain_text(text)
    expect(here.stones).to_have_count(2)
    here.columns.nth(2).click()
    expect(here.stones).to_have_count(3)
    expect(note).to_be_hidden()
    # By keyboard, too.
    assert here.my_turn()
    here.page.keyboard.press("2")
    here.page.keyboard.press("Enter")
    expect(note).to_have_text(text)
    play_here(here, "4x4 connect=4 gravity=no blocked=a1", "0")
    press(here, 0)
    expect(here.board.locator(".board-note")).to_have_text(taken)
    press(here, 12)
    expect(here.board.locator(".board-note")).to_have_text(blocked)


def test_whose_turn_it_is_at_one_screen_is_painted(window):
    here = window()
    play_here(here, "cfour", "")
    turn = here.page.locator(".player.turn.shared")
    colours = []
    for name, side in (("Yellow", "first"), ("Red", "second")):
        expect(turn).to_have_count(1)
        expect(turn).to_contain_text(f"{name} to move")
        expect(turn).to_have_class(re.compile(rf"\b{side}\b"))
        colours.append(turn.evaluate("each => getComputedStyle(each).backgroundColor"))
        stone = here.page.locator(f".player.{side} .body").evaluate("each => getComputedStyle(each).fill")
        assert colours[-1] == stone
        text = turn.evaluate("each => getComputedStyle(each).color")
        assert contrast(text, colours[-1]) >= 4.5
        here.columns.nth(3).click()
    assert colours[0] != colours[1]
    # The letters of tic-tac-toe stand out from the paint.
    play_here(here, "tictactoe", "4")
    letter = turn.locator(".letter .sign").evaluate("each => getComputedStyle(each).stroke")
    assert contrast(letter, turn.evaluate("each => getComputedStyle(each).backgroundColor")) >= LEAST


def test_a_hint_looks_unlike_the_ghost_under_the_pointer(window):
    here = window()
    play_here(here, "cfour", "3 3")
    here.page.locator(".actions button:visible").first.click()
    expect(here.board.locator("path.hint-mark")).to_have_count(2)
    assert here.board.locator(".ghost").count() == 0
    here.columns.nth(0).hover()
    expect(here.board.locator(".ghost")).to_have_count(1)
    expect(here.board.locator("path.hint-mark")).to_have_count(2)
    here.columns.nth(0).click()
    expect(here.stones).to_have_count(3)
    expect(here.board.locator("path.hint-mark")).to_have_count(0)


def test_the_marks_wait_for_the_stone(window):
    here = window(reduced_motion="no-preference")
    play_here(here, "4x2 connect=2", "")
    shown = here.page.evaluate(
        """() => {
            document.querySelectorAll("ply-board .buttons button")[2].click();
            const ring = document.querySelector("ply-board .last");
            return [document.getAnimations().length, getComputedStyle(ring).visibility];
        }"""
    )
    assert shown == [1, "hidden"]
    expect(here.board.locator(".last")).to_be_visible()
    still = window(reduced_motion="reduce")
    play_here(still, "4x2 connect=2", "")
    assert (
        still.page.evaluate(
            """() => {
            document.querySelectorAll("ply-board .buttons button")[2].click();
            return new Promise(done => setTimeout(done)).then(() =>
                getComputedStyle(document.querySelector("ply-board .last")).visibility);
        }"""
        )
        == "visible"
    )


def test_values_are_large_in_large_cells_and_can_be_hidden(window):
    here = window(size={"width": 1440, "height": 900})
    sizes = {}
    for rules in ("tictactoe", "cfour"):
        here.open(f"/analyse?rules={rules}&position=")
        here.board.locator(".value .words").first.wait_for()
        # In one step: the values are made anew as they are proven.
        size = here.page.evaluate("() => getComputedStyle(document.querySelector('.value .words')).fontSize")
        sizes[rules] = float(size.removesuffix("px"))
    assert sizes["tictactoe"] >= 20
    assert sizes["cfour"] >= 16
    column = here.columns.nth(3)
    expect(column).to_have_attribute("aria-label", re.compile(", wins in "))
    box = here.page.get_by_label("Values on the board")
    here.page.locator(".settings > button").click()
    box.uncheck()
    expect(here.board.locator(".value")).to_have_count(0)
    expect(column).not_to_have_attribute("aria-label", re.compile("wins in"))
    here.page.reload()
    here.page.locator(".worths tr").first.wait_for()
    assert here.board.locator(".value").count() == 0
    here.page.locator(".settings > button").click()
    box.check()
    expect(here.board.locator(".value").first).to_be_visible()


def test_the_theme_can_be_chosen_by_keyboard_and_is_remembered(window):
    here = window(color_scheme="light")
    here.open("/")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = here.page.evaluate(paper)
    summary = here.page.locator(".settings > button")
    summary.focus()
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".settings input[value=system]")).to_be_checked()
    here.page.locator(".settings input[value=system]").focus()
    here.page.keyboard.press("ArrowRight")
    here.page.keyboard.press("ArrowRight")
    expect(here.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = here.page.evaluate(paper)
    assert dark != light
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".settings .sheet")).to_be_hidden()
    expect(summary).to_be_focused()
    here.page.reload()
    expect(here.board.locator("svg")).to_be_visible()
    assert here.page.evaluate(paper) == dark
    summary.click()
    here.pick("system")
    assert here.page.evaluate(paper) == light
    here.page.mouse.click(5, 600)
    expect(here.page.locator(".settings .sheet")).to_be_hidden()


SOUNDS = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""


def test_sounds_are_off_until_somebody_turns_them_on(window):
    here = window()
    here.page.add_init_script(SOUNDS)
    play_here(here, "4x2 connect=2", "0")
    expect(here.board.locator(".last")).to_be_visible()  # the stone has landed
    assert here.page.evaluate("tones") == 0
    here.page.locator(".settings > button").click()
    here.page.get_by_label("Sounds").check()
    assert wait_until(lambda: here.page.evaluate("tones") == 1)
    here.columns.nth(3).click()
    assert wait_until(lambda: here.page.evaluate("tones") == 2), "a stone"
    assert here.my_turn()
    here.columns.nth(1).click()
    expect(here.result).to_be_visible()
    assert wait_until(lambda: here.page.evaluate("tones") == 6), "a stone, and the three tones of the end"
    here.page.reload()
    here.page.locator(".settings > button").click()
    expect(here.page.get_by_label("Sounds")).to_be_checked()
    here.page.get_by_label("Sounds").uncheck()
    assert here.page.evaluate("tones") == 0


def test_a_small_cell_asks_for_a_second_tap(window):
    here = window(phone=True)
    play_here(here, "gomoku", "")
    note = here.board.locator(".board-note")
    here.columns.nth(112).tap()
    expect(here.board.locator(".ghost")).to_have_count(1)
    expect(note).to_contain_text("Tap again")
    assert here.stones.count() == 0
    # Another cell: that one is asked for now.
    here.columns.nth(113).tap()
    expect(note).to_contain_text("Play i8")
    here.columns.nth(113).tap()
    expect(here.stones).to_have_count(1)
    expect(note).to_be_hidden()
    # The button is as good as the second tap.
    assert here.my_turn()
    here.columns.nth(100).tap()
    note.locator("button").tap()
    expect(here.stones).to_have_count(2)
    # Cells that a finger can hit need one tap.
    play_here(here, "cfour", "")
    here.columns.nth(3).tap()
    expect(here.stones).to_have_count(1)
