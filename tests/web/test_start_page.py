"""The start page begins a game at once; the games of a browser are found again, and not left by mistake."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Window

pytestmark = pytest.mark.needs("chromium")


def ready_to_press(window: Window) -> None:
    expect(window.board.locator("svg")).to_be_visible()
    expect(window.page.locator(".press")).not_to_be_empty()


@pytest.mark.parametrize("phone", [False, True])
def test_a_press_on_the_board_is_the_first_move(window, phone):
    here = window(phone=phone)
    here.open("/")
    ready_to_press(here)
    expect(here.page.locator(".press")).to_have_text("Choose a column to make the first move.")
    here.columns.nth(2).click()
    here.page.wait_for_url("**/game/*")
    expect(here.page.locator(".player.bottom")).to_contain_text("You · Yellow")
    expect(here.page.locator(".player.top")).to_contain_text("Level 3 · Elo")
    expect(here.stones).to_have_count(2)
    assert here.moves[0] == "3"
    # Not again after a reload.
    here.page.reload()
    expect(here.stones).to_have_count(2)
    assert here.moves[0] == "3"


def test_a_key_and_enter_begin_as_well(window):
    here = window()
    here.open("/")
    here.pick("here")
    ready_to_press(here)
    here.page.locator("h1").click()  # the choices are left
    here.page.keyboard.press("5")
    expect(here.board.locator(".ghost")).to_have_count(1)
    here.page.keyboard.press("Enter")
    here.page.wait_for_url("**/game/*")
    expect(here.stones).to_have_count(1)
    expect(here.page.locator(".moves li button")).to_have_text(["5"])


def test_a_cell_begins_on_a_board_of_ones_own_unless_presses_block(window):
    here = window()
    here.open("/")
    here.pick("own")
    here.pick("here")
    ready_to_press(here)
    here.page.locator("input[name=block]").check()
    expect(here.page.locator(".press")).to_be_empty()
    here.columns.nth(0).click()
    expect(here.page.locator("ply-board .plug")).to_have_count(1)
    here.page.locator("input[name=block]").uncheck()
    here.columns.nth(3).click()
    here.page.wait_for_url("**/game/*")
    expect(here.stones).to_have_count(1)


@pytest.mark.parametrize(
    ("against", "starts", "text", "first"),
    [
        ("level", "other", "Press the board to start. The computer moves first.", "1"),
        ("level", "lot", "Press the board to start. Who moves first is random.", None),
        ("link", "other", "Press the board to start. Your friend moves first.", "0"),
        ("watch", None, "Press the board to start the game.", None),
    ],
)
def test_where_another_begins_a_press_only_starts(window, against, starts, text, first):
    here = window()
    here.open("/")
    here.pick(against)
    if starts:
        here.pick(starts)
    expect(here.page.locator(".press")).to_have_text(text)
    here.board.locator(".buttons").hover()
    expect(here.board.locator(".ghost")).to_have_count(0)
    here.board.locator(".buttons").click()
    here.page.wait_for_url("**/game/*")
    expect(here.page.locator(".player.top")).to_be_visible()
    if first == "1":
        assert here.my_turn()
        expect(here.stones).to_have_count(1)
    elif first == "0":
        expect(here.stones).to_have_count(0)


def test_a_refused_game_takes_the_stone_back(window):
    here = window()
    here.open("/")
    ready_to_press(here)
    here.page.route(
        "**/api/games", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    here.columns.nth(2).click()
    expect(here.page.locator(".fault")).to_have_text("The server is not responding. Is it still running?")
    expect(here.stones).to_have_count(0)
    here.page.unroute("**/api/games")
    here.columns.nth(2).click()
    here.page.wait_for_url("**/game/*")
    expect(here.stones).to_have_count(2)
    here.errors.clear()  # the browser notes the request that failed


@pytest.mark.parametrize("answer", ["", "<html>", '[{"id"'])
def test_an_answer_that_cannot_be_read_is_no_answer(window, answer):
    """A proxy may send anything, and a page that is left while it reads has half of it."""
    here = window()
    here.page.route("**/api/games", lambda route: route.fulfill(body=answer, content_type="application/json"))
    here.open("/")
    ready_to_press(here)
    here.columns.nth(2).click()
    expect(here.page.locator(".fault")).to_have_text("The server's answer could not be read.")
    expect(here.page.locator("a.continue")).to_be_hidden()


def test_every_choice_is_seen_at_once_on_a_small_laptop(window):
    here = window(size={"width": 1280, "height": 720})
    here.open("/")
    ready_to_press(here)
    for control in (".terms select", ".start button", ".press", ".caption"):
        box = here.page.locator(control).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 720, control
    # Nothing lies over the clock.
    select = here.page.locator(".terms select")
    select.select_option("60+1")
    assert select.evaluate(
        "each => { const box = each.getBoundingClientRect();"
        " return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === each; }"
    )
    assert here.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_note_on_compiling_is_about_the_chosen_computer(window):
    here = window()

    def unready(route):
        meta = route.fetch().json()
        route.fulfill(json=meta | {"kernels": "compiling", "compiling": ["champion", "uct", "level3"]})

    here.page.route("**/api/meta", unready)
    here.open("/")
    ready_to_press(here)
    note = here.page.locator(".new .note")
    expect(note).to_contain_text("This opponent is being compiled")
    here.pick("2")  # plain Python
    expect(note).to_be_hidden()
    here.pick("search")
    algorithm = here.page.locator(".computer select").first
    for name, waits in (("uct", True), ("minimax", False), ("champion", True), ("alphabeta", False)):
        algorithm.select_option(name)
        expect(note).to_be_visible() if waits else expect(note).to_be_hidden()
    algorithm.select_option("uct")
    here.page.locator(".computer summary").click()
    here.page.locator(".computer details select").last.select_option("no")  # not compiled
    expect(note).to_be_hidden()
    here.page.unroute_all(behavior="wait")


def test_the_strengths_of_the_staged_player_have_names(window):
    here = window()
    here.open("/")
    here.pick("search")
    here.page.locator(".computer select").first.select_option("staged")
    strength = here.page.get_by_label("Strength")
    expect(strength.locator("option")).to_have_text(["weak", "medium", "strong", "very strong", "another depth"])
    expect(strength).to_have_value("strong")
    strength.select_option("weak")
    here.page.locator("label.check").click()
    here.columns.nth(3).click()
    here.page.wait_for_url("**/game/*")
    expect(here.page.locator(".player.top")).to_contain_text("Staged player, weak")
    expect(here.stones).to_have_count(2)
    here.open("/")
    here.page.get_by_label("Strength").select_option("other")
    depth = here.page.get_by_label("Depth")
    depth.fill("600")
    here.page.locator(".start button").click()
    expect(here.page.locator(".fault")).to_have_text("Strength: 1 to 512")
    expect(depth).to_be_focused()
    depth.fill("3")
    here.start()
    expect(here.page.locator(".player.top")).to_contain_text("Staged player, depth 3")


def test_my_games_are_listed_and_continued_by_their_owner_alone(window):
    here, other = window(), window()
    here.open("/games")
    expect(here.page.locator(".my-games")).to_contain_text("The games you play in this browser appear here.")
    here.play(against="level", level="2")
    assert here.my_turn()
    here.columns.nth(3).click()
    expect(here.stones).to_have_count(2)
    game = here.page.url
    here.open("/")
    expect(here.page.locator(".continue")).to_have_text("Continue: You – Level 2")
    here.page.locator("nav a", has_text="My games").click()
    row = here.page.locator(".my-games li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("You – Level 2")
    expect(row).to_contain_text("Your move")
    expect(row).to_contain_text("Connect Four · 2 moves")
    assert here.serious() == []
    other.open("/games")
    expect(other.page.locator(".my-games li")).to_have_count(0)
    row.get_by_role("link").click()
    here.page.wait_for_url(game)
    here.resign()
    expect(here.result).to_have_text("You lose")
    here.open("/games")
    expect(here.page.locator("h2")).to_have_text("Finished")
    expect(row).to_contain_text("You lose")
    here.page.get_by_role("link", name="Review").click()
    expect(here.page.locator("h1")).to_have_text("You – Level 2")
    here.page.get_by_role("link", name="Back to the game").click()
    here.page.wait_for_url(game)
    expect(here.result).to_have_text("You lose")


def test_leaving_a_running_game_asks_first(window):
    here = window()
    here.play(against="here")
    page, question = here.page, here.page.locator(".leaving")
    page.keyboard.press("n")  # nothing is lost before the first move
    page.wait_for_url("**/new")
    here.play(against="here")
    here.columns.nth(3).click()
    expect(page.locator(".moves li button")).to_have_count(1)
    game = page.url
    for leave in (
        lambda: page.keyboard.press("n"),
        lambda: page.keyboard.press("a"),
        lambda: page.locator("nav a", has_text="Arena").click(),
    ):
        leave()
        expect(question).to_be_visible()
        assert page.url == game
        page.keyboard.press("Escape")
        expect(question).to_be_hidden()
    page.keyboard.press("a")
    assert here.serious() == []
    question.get_by_role("button", name="Stay").click()
    expect(question).to_be_hidden()
    here.columns.nth(3).click()
    expect(page.locator(".moves li button")).to_have_count(2)
    page.locator("nav a", has_text="Arena").click()
    question.get_by_role("button", name="Leave").click()
    page.wait_for_url("**/arena")
    page.go_back()
    expect(page.locator(".moves li button")).to_have_count(2)


def test_after_the_browsers_back_a_link_leads_to_the_running_game(window):
    here = window()
    here.play(against="here")
    here.columns.nth(3).click()
    expect(here.page.locator(".moves li button")).to_have_count(1)
    game = here.page.url
    here.page.go_back()
    here.page.wait_for_url(lambda address: "/game/" not in address)
    back = here.page.locator(".way-back a")
    expect(back).to_have_text("← Back to the game")
    expect(here.page.locator(".continue")).to_be_hidden()
    back.click()
    here.page.wait_for_url(game)
    expect(here.stones).to_have_count(1)


def test_the_list_of_games_is_in_the_readers_language(window):
    here = window("ko")
    here.play(against="here")
    here.columns.nth(3).click()
    expect(here.page.locator(".moves li button")).to_have_count(1)
    here.open("/games")
    expect(here.page.locator(".my-games li .quiet").first).to_contain_text("1수")
    expect(here.page.locator(".my-games h2").first).to_have_text("진행 중")


def test_an_analysis_leads_back_to_its_game(window):
    here = window()
    here.play(against="here")
    here.columns.nth(3).click()
    expect(here.page.locator(".moves li button")).to_have_count(1)
    game = here.page.url
    here.page.keyboard.press("a")
    here.page.keyboard.press("a")  # the same key again means yes
    here.page.wait_for_url("**/analyse?*")
    expect(here.stones).to_have_count(1)
    here.columns.nth(3).click()
    # A reload while the page sets its address would be that of the old entry.
    here.page.wait_for_url("**/analyse?rules=cfour&position=44")
    here.page.reload()
    expect(here.stones).to_have_count(2)
    here.page.get_by_role("link", name="Back to the game").click()
    here.page.wait_for_url(game)
    expect(here.stones).to_have_count(1)
    # An analysis that was opened by itself leads nowhere.
    here.open("/analyse")
    expect(here.board.locator("svg")).to_be_visible()
    expect(here.page.locator(".way-back")).to_be_hidden()
