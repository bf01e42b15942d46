"""Playing on the page, in a real browser against a real server: by mouse, by touch, by keyboard, and by link."""

from __future__ import annotations

import os
import re
import signal

import pytest
from playwright.sync_api import Page, expect

from plyground.game import Game
from plyground.grid import GridBoard, parse_moves, parse_rules
from plyground.texts import catalogue
from tests.web.browsing import Window
from tests.web.people import running

pytestmark = pytest.mark.needs("chromium")


def said(window: Window, text: str) -> str:
    """The text as the catalogue has it in the window's language."""
    return text if window.language == "en" else catalogue(window.language).gettext(text)


def check_the_end(window: Window, rules: str) -> None:
    """Checks that the result on the page follows from the moves that it lists."""
    expect(window.result).to_be_visible()
    chosen = parse_rules(rules)
    played = ("" if chosen.gravity else " ").join(window.moves)
    game = Game(GridBoard(chosen), parse_moves(chosen, played))
    expect(window.stones).to_have_count(len(game.moves))
    title = {"first wins": "You win", "second wins": "You lose", "draw": "Draw"}[game.outcome.value]
    expect(window.result).to_have_text(said(window, title))
    assert (window.board.locator(".run:not(.under)").count() > 0) == (game.outcome.value != "draw")


def test_a_full_game_by_mouse(window):
    here = window()
    here.open("/")
    expect(here.page.locator("h1")).to_have_text(said(here, "New game"))
    assert here.page.locator("html").get_attribute("lang") == "en"
    here.pick("level")
    here.pick("1")
    here.page.locator("label.check").click()  # computers move instantly
    here.start()
    move = 0
    while here.my_turn():
        open_columns = here.page.locator("ply-board .buttons button[aria-disabled=false]")
        column = open_columns.nth(move % open_columns.count())
        column.hover()
        expect(here.board.locator(".ghost")).to_have_count(1)
        count = here.stones.count()
        column.click()
        expect(here.stones.nth(count)).to_be_attached()
        move += 1
    check_the_end(here, "cfour")


def test_a_full_game_by_touch(window):
    here = window("ko", phone=True)
    here.open("/")
    expect(here.page.locator("h1")).to_have_text(said(here, "New game"))
    assert here.page.locator("html").get_attribute("lang") == "ko"
    for value in ("tictactoe", "level", "2"):
        here.page.locator(f".pick:has(input[value='{value}'])").first.tap()
    here.page.locator("label.check").tap()
    here.page.locator(".start button").tap()
    here.page.wait_for_url("**/game/*")
    while here.my_turn():
        here.page.locator("ply-board .buttons button[aria-disabled=false]").first.tap()
    assert here.sideways() <= 0
    here.page.locator(".moves summary").tap()
    check_the_end(here, "tictactoe")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"))


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the element has the focus, which has to be visible there."""
    target = page.locator(selector).first
    for _press in range(40):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {selector}; it is at {focused(page)!r}")


def test_a_full_game_by_keyboard_alone(window):
    here = window("zh_CN")
    here.open("/")
    page = here.page
    expect(page.locator("h1")).to_have_text(said(here, "New game"))
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    expect(here.board.locator("svg")).to_be_visible()
    tab_to(page, "input[value='3']")  # the level that is chosen
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "label.check input")
    page.keyboard.press("Space")
    tab_to(page, ".start button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    number = 0
    while here.my_turn():
        legal = here.page.locator("ply-board .buttons button").evaluate_all(
            "presses => presses.flatMap((press, at) => press.getAttribute('aria-disabled') === 'false' ? [at] : [])"
        )
        wanted = legal[number % len(legal)]
        if number % 2:
            page.keyboard.press(str(wanted + 1))
        else:
            page.keyboard.press("ArrowLeft")  # the first press brings the focus to the board
            while (at := here.columns.evaluate_all("all => all.indexOf(document.activeElement)")) != wanted:
                page.keyboard.press("ArrowRight" if at < wanted else "ArrowLeft")
        expect(here.board.locator(".ghost")).to_have_count(1)
        count = here.stones.count()
        page.keyboard.press("Space" if number % 3 else "Enter")
        expect(here.stones.nth(count)).to_be_attached()
        number += 1
    check_the_end(here, "cfour")
    live = here.board.locator("[aria-live]").text_content()
    assert live, "the last move was not announced"
    page.keyboard.press("?")
    expect(page.locator(".help")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".help")).to_be_hidden()
    page.keyboard.press("n")
    page.wait_for_url("**/new")


def test_moves_are_announced(window):
    here = window()
    here.play(against="here")
    live = here.board.locator("[aria-live]")
    here.columns.nth(3).click()
    expect(live).to_have_text("Yellow, column 4, row 1. Red to move.")
    here.columns.nth(3).click()
    expect(live).to_have_text("Red, column 4, row 2. Yellow to move.")
    label = "Column 4, lands on row 3, from the bottom: Yellow, Red"
    expect(here.columns.nth(3)).to_have_attribute("aria-label", label)
    here.page.keyboard.press("a")
    expect(here.page.locator(".leaving")).to_be_visible()
    here.page.keyboard.press("a")
    here.page.wait_for_url("**/analyse?rules=cfour&position=44")
    expect(here.stones).to_have_count(2)


def test_a_game_by_link_with_a_reload_in_the_middle(window):
    anna, bert, carl = window("en"), window("ko", phone=True), window("en")
    anna.play(game="cfour", against="link", starts="you")
    link = anna.page.locator(".invite input").input_value()
    bert.open(link)
    expect(anna.page.locator(".invite")).to_be_hidden()
    assert "#" not in bert.page.url, "the secret stays in the address"
    carl.open(bert.page.url)
    expect(carl.page.locator(".notices")).to_have_text("You are watching.")
    moves = "4444443"  # nobody wins yet
    for number, move in enumerate(moves):
        mover, other = (anna, bert) if number % 2 == 0 else (bert, anna)
        assert mover.my_turn()
        mover.columns.nth(int(move) - 1).click()
        expect(other.stones).to_have_count(number + 1)
        if number == 3:
            bert.page.reload()
            expect(bert.stones).to_have_count(4)
            anna.page.reload()
            expect(anna.stones).to_have_count(4)
    expect(carl.stones).to_have_count(len(moves))
    expect(carl.columns.first).to_have_attribute("aria-disabled", "true")
    assert anna.moves == list(moves) == carl.moves
    # The link is used up: whoever opens it later can only watch, and the page says why.
    late = window("en")
    late.open(link)
    expect(late.page.locator(".fault")).not_to_be_empty()
    expect(late.columns.first).to_have_attribute("aria-disabled", "true")
    late.errors.clear()  # the browser notes the refusal
    # One side asks to take a move back, the other agrees.
    anna.page.locator(".actions button", has_text="Undo").click()
    bert.page.locator(".notices button", has_text=said(bert, "Agree")).click()
    expect(anna.stones).to_have_count(len(moves) - 1)
    # One press only asks, and after a while it is forgotten.
    bert.page.locator(".actions button", has_text=said(bert, "Resign")).click()
    expect(bert.page.locator(".actions button[data-sure]")).to_have_count(0)
    expect(anna.result).to_have_count(0)
    bert.resign()
    expect(anna.result).to_have_text("You win")
    expect(bert.result).to_have_text(said(bert, "You lose"))
    # A rematch has the seats swapped, and both pages go there.
    before = anna.page.url
    anna.page.locator(".actions button.main").click()
    bert.page.locator(".actions button.main").click()
    for each in (anna, bert):
        each.page.wait_for_url(lambda url: "/game/" in url and url != before)
    assert bert.my_turn()
    bert.columns.nth(3).click()
    expect(anna.stones).to_have_count(1)


def test_undo_hint_and_looking_back(window):
    here = window()
    here.play(game="tictactoe", against="level", level="4")
    page = here.page
    hint, undo = (page.locator(".actions button", has_text=text) for text in ("Hint", "Undo"))
    assert here.my_turn()
    page.keyboard.press("h")
    expect(here.board.locator(".value.best")).to_be_visible()
    assert re.search("draw", here.board.locator(".value.best").inner_text())
    expect(page.locator(".hint")).to_have_text(re.compile(r"^Hint: [abc][123] draws \(solver\)$"))
    expect(undo).to_be_disabled()
    here.columns.nth(4).click()
    expect(here.stones).to_have_count(2)
    expect(page.locator(".hint")).to_be_empty()
    page.locator(".moves li button").first.click()
    expect(here.stones).to_have_count(1)
    expect(hint).to_be_disabled()
    page.locator(".actions button", has_text="Back").click()
    expect(here.stones).to_have_count(2)
    assert here.my_turn()
    page.keyboard.press("u")
    expect(here.stones).to_have_count(0)


def test_only_levels_that_differ_are_offered(window):
    here = window()
    here.open("/")
    numbers = here.page.locator(".levels input")
    expect(numbers).to_have_count(10)
    here.pick("10")
    expect(here.page.locator(".strength")).to_contain_text("rests on 200 games a board")
    here.pick("3")
    expect(here.page.locator(".strength")).not_to_contain_text("rests on")
    here.pick("tictactoe")
    expect(numbers).to_have_count(5)
    assert numbers.evaluate_all("all => all.map(each => each.value)") == ["1", "2", "4", "7", "10"]
    expect(here.page.locator(".levels input:checked")).to_have_value("2")  # the nearest to 3
    here.pick("cfour")
    expect(numbers).to_have_count(10)


def test_a_board_of_ones_own(window):
    here = window()
    here.open("/")
    here.pick("own")
    fields = here.page.locator(".sizes input")
    for field, value in enumerate(("5", "4", "3")):
        fields.nth(field).fill(value)
        fields.nth(field).blur()
    here.page.locator("input[name=block]").check()
    expect(here.columns).to_have_count(20)
    here.columns.nth(0).click()  # the upper left corner
    here.columns.nth(17).click()  # the middle of the lowest row
    expect(here.board.locator(".plug")).to_have_count(2)
    here.pick("here")
    here.start()
    expect(here.columns).to_have_count(5)
    here.columns.nth(2).click()
    expect(here.board.locator("[aria-live]")).to_have_text("Yellow, column 3, row 2. Red to move.")
    for column in (0, 2, 0, 2):
        here.columns.nth(column).click()
    expect(here.result).to_have_text("Yellow wins")


def test_a_level_has_its_elo_on_random_boards_and_gomoku(window):
    here = window()
    here.open("/")
    for board in ("random", "gomoku"):
        here.pick(board)
        expect(here.page.locator(".strength")).to_have_text(re.compile(r"Elo \d+ ± \d+$"))
    here.pick("own")
    expect(here.page.locator(".strength")).to_have_text(re.compile("not measured"))


def test_a_game_from_a_position_where_the_second_is_to_move(window):
    here = window()
    here.open("/new?rules=cfour&position=44535")
    expect(here.stones).to_have_count(5)
    here.pick("you")
    here.start()
    assert here.my_turn()
    expect(here.page.locator(".player.bottom")).to_contain_text("You · Red")
    here.columns.nth(0).click()
    expect(here.stones).to_have_count(7)


def test_a_search_with_its_settings_and_a_wrong_one(window):
    here = window()
    here.open("/")
    here.pick("search")
    here.page.locator("select").first.select_option("minimax")
    here.page.locator("summary").first.click()
    depth = here.page.locator("[data-option=depth]")
    depth.fill("0")
    here.page.locator(".start button").click()
    expect(here.page.locator(".fault")).to_have_text("Depth: 1 to 512")
    expect(depth).to_be_focused()
    depth.fill("2")
    here.start()
    assert here.my_turn()
    here.columns.nth(3).click()
    expect(here.stones).to_have_count(2)
    expect(here.page.locator(".player.top")).to_contain_text("Minimax, depth 2")


def test_two_computers_to_watch(window):
    here = window()
    here.open("/")
    here.pick("tictactoe")
    here.pick("watch")
    here.page.locator("label.check").click()
    here.start()
    expect(here.result).to_be_visible()
    assert len(here.moves) >= 5


def test_clocks_run(window, anna):
    here = window()
    game = anna.new_game(clock={"seconds": 3600, "increment": 0})["id"]
    with anna.sit(game) as chair:
        chair.first()
        here.open(f"/game/{game}")
        running = here.page.locator(".clock.running")
        expect(here.page.locator(".clock")).to_have_text(["60:00", "60:00"])
        expect(running).to_have_count(0)  # the first move of each side is free
        for move in "43":
            chair.play(move)
        expect(running).to_have_count(1)
        expect(running).to_have_text(re.compile(r"^5\d:\d\d$"))


def test_a_flag_falls(window, anna):
    here = window()
    game = anna.new_game(clock={"seconds": 0.5, "increment": 0})["id"]
    with anna.sit(game) as chair:
        chair.first()
        here.open(f"/game/{game}")
        expect(here.page.locator(".clock")).to_have_text(["0:00.5", "0:00.5"])
        for move in "43":
            chair.play(move)
        expect(here.result).to_have_text("Red wins")
        expect(here.page.locator(".notices")).to_contain_text("Yellow ran out of time")


def test_the_moves_can_be_copied(window):
    here = window(permissions=["clipboard-read", "clipboard-write"])
    here.play(game="tictactoe", against="here")
    for cell in (4, 0):
        here.columns.nth(cell).click()
    expect(here.page.locator(".moves li button")).to_have_count(2)
    here.page.locator(".more > summary").click()
    here.copy_by(here.page.locator(".sheet button").first)
    assert here.page.evaluate("navigator.clipboard.readText()") == "tictactoe: b2 a3"


def test_the_stone_drops_before_the_server_answers_and_survives_its_end(browser, home):
    with running(home, str(home / "games.sqlite"), light=True) as server:
        here = Window(browser, server)
        here.play(against="here")
        here.columns.nth(3).click()
        expect(here.page.locator(".moves li button")).to_have_count(1)
        assert server.process is not None
        os.killpg(server.process.pid, signal.SIGSTOP)
        try:
            here.columns.nth(4).click()
            here.page.locator("ply-board .stone:not(.ghost)").nth(1).wait_for(state="attached")
            assert here.moves == ["4"], "nobody has acknowledged it yet"
        finally:
            os.killpg(server.process.pid, signal.SIGCONT)
        expect(here.page.locator(".moves li button")).to_have_count(2)
        server.kill()
        expect(here.page.locator(".lost")).to_be_visible()
        here.columns.nth(5).click()  # while there is no server
        expect(here.stones).to_have_count(3)
        assert here.moves == ["4", "5"]
        server.start()
        expect(here.page.locator(".lost")).to_be_hidden()
        expect(here.page.locator(".moves li button")).to_have_count(3)
        assert here.moves == ["4", "5", "6"]
        # The browser logs the failed connections; nothing else went wrong.
        assert all("WebSocket" in error or "net::ERR_" in error for error in here.errors), here.errors
        here.context.close()


def test_a_press_is_answered_in_the_next_frame(window):
    here = window()
    here.play(against="here")
    assert here.my_turn()
    # From the press to the stone in the drawing, counted inside the page in frames: a tenth of a second has six.
    took = here.page.evaluate(
        """() => new Promise((resolve) => {
            const board = document.querySelector("ply-board");
            let frames = 0;
            const count = () => { frames += 1; requestAnimationFrame(count); };
            requestAnimationFrame(count);
            new MutationObserver(() => resolve(frames)).observe(
                board.querySelector("svg"), { childList: true, subtree: true });
            board.querySelectorAll(".buttons button")[2].click();
        })"""
    )
    assert took <= 1
