"""The stepper in a real browser: the same buttons and keys for a finished game, a review, a best line and watching."""

from __future__ import annotations

import random
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from plyground.grid import GridBoard, parse_rules, position_text
from plyground.grid.notation import move_text
from plyground.reviews import Verdict, review
from plyground.solver import Solver
from tests.web.asking import random_board
from tests.web.browsing import Window
from tests.web.planting import planted

pytestmark = pytest.mark.needs("chromium")

WON = "4353637"  # Yellow has four in the lowest row
LONG = "7x6 connect=7"  # nobody wins soon


def at(window: Window, text: str) -> None:
    expect(window.page.locator(".stepper .place")).to_have_text(text)


def press(window: Window, name: str) -> None:
    window.page.get_by_role("group", name="Steps").get_by_role("button", name=name, exact=True).click()


@pytest.fixture(scope="module")
def game():
    start = random_board(parse_rules("cfour"), 12, random.Random(1))
    return planted(start, mistakes=3, inaccuracies=2, seed=1)


def address(game) -> str:
    query = {"rules": "cfour", "position": position_text(game.start), "moves": game.text}
    return f"/review/-?{urlencode(query)}"


def test_a_finished_game_is_stepped_through_by_buttons_and_keys(window, anna):
    id = anna.new_game()["id"]
    with anna.sit(id) as chair:
        chair.first()
        for move in WON:
            chair.play(move)
    here = window()
    here.open(f"/game/{id}")
    at(here, "7 / 7")
    expect(here.board.locator(".run.under")).to_have_count(1)
    for key, shown in (
        ("ArrowLeft", 6),
        ("ArrowLeft", 5),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("End", 7),
    ):
        here.page.keyboard.press(key)
        expect(here.stones).to_have_count(shown)
        at(here, f"{shown} / 7")
    expect(here.board.locator(".run.under")).to_have_count(1)
    press(here, "To the start")
    press(here, "Forward")
    at(here, "1 / 7")
    expect(here.board.locator(".run.under")).to_have_count(0)
    # Played to the end, at the speed that was chosen.
    here.page.get_by_label("Speed").select_option("0.2")
    press(here, "Play the moves")
    at(here, "7 / 7")
    expect(here.page.get_by_role("button", name="Play the moves", exact=True)).to_be_visible()
    # A step of the reader ends the playing.
    here.page.get_by_label("Speed").select_option("4")
    here.page.locator("h1").focus()
    here.page.keyboard.press("p")
    expect(here.page.get_by_role("button", name="Pause")).to_be_visible()
    here.page.keyboard.press("ArrowRight")
    expect(here.page.get_by_role("button", name="Pause")).to_have_count(0)
    here.page.keyboard.press("?")
    expect(here.page.locator(".help")).to_contain_text("one move back or forward")
    assert here.serious() == []


def test_in_a_running_game_the_arrows_choose_a_column(window, anna):
    here = window()
    here.open("/")
    here.pick("here")
    here.start()
    expect(here.page.locator(".stepper")).to_be_hidden()
    here.page.keyboard.press("2")
    here.page.keyboard.press("ArrowRight")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".moves li button")).to_have_text(["3"])


def test_digits_choose_a_column_without_gravity_too(window):
    here = window()
    here.open("/analyse?rules=tictactoe&position=")
    expect(here.board.locator("svg")).to_be_visible()
    here.page.keyboard.press("1")  # in the middle row
    here.page.keyboard.press("ArrowUp")
    here.page.keyboard.press("Shift+ArrowRight")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".played button")).to_have_text(["b3"])


def test_the_best_line_is_stepped_to_its_end_where_the_winning_four_is_marked(window):
    text = "44553"
    truth = Solver(parse_rules("cfour"), threads=1, table_mb=16).solve(GridBoard.from_moves(text))
    length = len(truth.line)
    here = window()
    here.open(f"/analyse?rules=cfour&position={text}")
    expect(here.page.locator(".work")).to_contain_text("proven")
    at(here, "5 / 5")
    here.page.get_by_role("button", name="Show on the board").click()
    at(here, f"{length} / {length}")
    expect(here.board.locator(".ghost")).to_have_count(length)
    expect(here.board.locator(".run.under")).to_have_count(1)
    here.page.keyboard.press("ArrowLeft")
    expect(here.board.locator(".ghost")).to_have_count(length - 1)
    expect(here.board.locator(".run.under")).to_have_count(0)
    here.page.keyboard.press("Home")
    expect(here.board.locator(".ghost")).to_have_count(0)
    at(here, f"0 / {length}")
    here.page.keyboard.press("Escape")
    at(here, "5 / 5")
    # Without a line the arrows step through the moves, and after the last one along the best line.
    here.page.keyboard.press("ArrowLeft")
    expect(here.stones).to_have_count(4)
    here.page.keyboard.press("End")
    expect(here.stones).to_have_count(5)
    expect(here.page.locator(".work")).to_contain_text("proven")
    here.page.keyboard.press("ArrowRight")
    expect(here.stones).to_have_count(6)
    assert here.serious() == []


def test_a_refutation_of_more_than_sixteen_moves_is_played_to_its_end(window):
    moves = "1"
    found = review(moves).judgements[0]
    assert found.verdict is Verdict.MISTAKE
    assert len(found.refutation) > 16
    here = window(reduced_motion="reduce")
    here.open(f"/review/-?{urlencode({'rules': 'cfour', 'moves': moves})}")
    here.page.locator(".judgement .why-button").click()
    # There is no short reason for it: the move and the best play after it are stepped through instead.
    why = here.page.locator(".why")
    count = 1 + len(found.refutation)
    expect(why.locator(".place")).to_have_text(f"0 / {count}")
    expect(why.locator(".said")).to_contain_text("short reason")
    here.page.keyboard.press("End")
    expect(why.locator(".place")).to_have_text(f"{count} / {count}")
    expect(why.locator(".stone")).to_have_count(count)
    expect(why.locator(".run.under")).to_have_count(1)
    here.page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    at(here, "1 / 1")


def test_a_better_move_is_found_on_the_board_of_the_review(window, game):
    ply = next(ply for ply, mark in sorted(game.marks.items()) if mark == "mistake")
    board = game.start
    for move in game.moves[:ply]:
        board = board.move(move)
    best = Solver(board.rules, threads=1, table_mb=16).analyse(board, line=False).best[0]
    here = window()
    here.open(address(game))
    expect(here.page.locator(".work")).not_to_contain_text("judging")
    here.page.locator(f".judged button[data-ply='{ply}']").click()
    here.page.get_by_role("button", name="Try again").click()
    # The answer is hidden: neither what was played nor what would have been better is on the page.
    expect(here.page.locator(".judgement")).to_contain_text("Play a better move on the board")
    expect(here.page.locator(".judgement")).not_to_contain_text("Mistake")
    expect(here.stones).to_have_count(board.count)
    expect(here.board.locator(".ghost.numbered")).to_have_count(0)

    def attempt(move: int) -> None:
        name = move_text(board.rules, move)
        here.page.locator(f"ply-board .buttons button[aria-label^='Column {name},'][aria-disabled=false]").click()
        expect(here.stones).to_have_count(board.count + 1)

    attempt(game.moves[ply])
    expect(here.page.locator(".judgement .mistake")).to_contain_text("Mistake")
    here.page.get_by_role("button", name="Try again").click()
    expect(here.stones).to_have_count(board.count)
    attempt(best)
    expect(here.page.locator(".judgement .best")).to_contain_text("A best move")
    assert here.serious() == []
    here.page.get_by_role("button", name="Back to the game").click()
    at(here, f"{ply + 1} / {len(game.moves)}")
    expect(here.page.locator(".judgement .mistake")).to_contain_text("Mistake")


def test_a_branch_from_any_move_is_judged_and_left_again(window, game):
    here = window()
    here.open(address(game))
    count, number = game.start.count, len(game.moves)
    at(here, f"{number} / {number}")
    expect(here.page.locator(".work")).not_to_contain_text("judging")
    here.page.keyboard.press("Home")
    played = move_text(game.start.rules, game.moves[0])
    legal = [move_text(game.start.rules, move) for move in game.start.legal_moves]
    another = next(name for name in legal if name != played)

    def choose(name: str) -> None:
        expect(here.columns.nth(int(name) - 1)).to_have_attribute("aria-disabled", "false")
        here.page.keyboard.press(name)
        here.page.keyboard.press("Enter")

    choose(another)
    at(here, "1 / 1")
    expect(here.page.locator(".judgement h2")).to_contain_text("Your try")
    expect(here.page.locator(".judgement")).not_to_contain_text("not judged yet")
    assert here.page.locator(".judgement .best, .judgement .mistake, .judgement .inaccuracy").count() == 1
    board = game.start.move(next(m for m in game.start.legal_moves if move_text(game.start.rules, m) == another))
    if not board.outcome.is_over:
        choose(move_text(board.rules, board.legal_moves[0]))
        at(here, "2 / 2")
        here.page.keyboard.press("ArrowLeft")
        at(here, "1 / 2")
        expect(here.stones).to_have_count(count + 1)
    here.page.keyboard.press("Escape")
    at(here, f"0 / {number}")
    expect(here.stones).to_have_count(count)
    # The move of the game itself is no branch.
    choose(played)
    at(here, f"1 / {number}")
    # From a line, too.
    ply = next(ply for ply, mark in sorted(game.marks.items()) if mark == "mistake")
    here.page.locator(f".judged button[data-ply='{ply}']").click()
    here.page.get_by_role("button", name="Show a better move").click()
    here.page.keyboard.press("ArrowRight")
    here.page.keyboard.press("Home")
    expect(here.board.locator(".ghost")).to_have_count(0)


def test_two_computers_are_paused_stepped_and_sped_up(window, anna):
    here = window()
    here.open("/arena")
    made = here.page.evaluate(
        """rules => fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify({rules, first: {kind: 'computer', player: 'winblock'},
                second: {kind: 'computer', player: 'uct playouts=50'}})}).then(answer => answer.json())""",
        LONG,
    )
    here.open(f"/game/{made['id']}")
    here.page.locator(".moves li button").nth(1).wait_for()
    press(here, "Pause")
    expect(here.page.get_by_role("button", name="Play the moves", exact=True)).to_be_visible()
    expect(here.page.locator(".player.turn .activity").first).to_contain_text("paused")
    count = here.stones.count()
    assert anna.http.get(f"/api/games/{made['id']}").json()["pace"]["until"] is not None
    for further in (1, 2):
        here.page.keyboard.press("ArrowRight")
        expect(here.stones).to_have_count(count + further)
        at(here, f"{count + further} / {count + further}")
    # Both thoughts are there, whoever has moved last.
    expect(here.page.locator(".player .activity:first-of-type")).to_contain_text([" s", " s"])
    here.page.keyboard.press("ArrowLeft")
    at(here, f"{count + 1} / {count + 2}")
    here.page.get_by_label("Speed").select_option("0.2")
    press(here, "Play the moves")
    expect(here.stones.nth(count + 8)).to_be_attached()
    here.page.keyboard.press("Home")  # whoever looks back does not want the game to go on
    expect(here.page.get_by_role("button", name="Play the moves", exact=True)).to_be_visible()
    expect(here.stones).to_have_count(0)
    assert here.serious() == []
    # Somebody else only watches.
    there = window()
    there.open(f"/game/{made['id']}")
    there.page.locator(".moves li button").first.wait_for()
    there.page.keyboard.press("Home")
    expect(there.stones).to_have_count(0)
    assert anna.http.get(f"/api/games/{made['id']}").json()["pace"]["delay"] == 0.2


def test_a_computer_says_why_it_moved(window):
    here = window()
    here.open("/arena")
    made = here.page.evaluate(
        """() => fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify({position: '4153', first: {kind: 'human'},
                second: {kind: 'computer', player: 'winblock'}})}).then(answer => answer.json())"""
    )
    here.open(f"/game/{made['id']}")
    expect(here.board.locator("svg")).to_be_visible()
    here.page.keyboard.press("6")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".player.top .activity").first).to_contain_text("blocks the opponent's win")


def test_rules_under_which_nobody_can_win_are_drawn_from_the_start(window):
    words = "5 in a row do not fit on this board: the game is drawn from the start."
    here = window()
    here.open("/analyse?rules=3x3+connect=5")
    expect(here.page.locator(".note:visible")).to_have_text(words)
    here.open("/new?rules=3x3+connect=5")
    expect(here.page.locator(".caption")).to_have_text(words)
    here.open("/analyse?rules=cfour")
    expect(here.page.locator(".work")).to_contain_text("proven")
    assert words not in here.page.locator("body").inner_text()


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 1280, "height": 720}])
def test_setting_up_leaves_the_values_in_sight(window, size):
    here = window(size=size)
    here.open("/analyse?rules=cfour&position=44553")
    expect(here.page.locator(".work")).to_contain_text("proven")
    here.page.locator("details.edit > summary").click()
    expect(here.page.locator(".setup")).to_be_visible()
    for part in (".worths tbody tr", ".setup"):
        bottom = here.page.locator(part).last.evaluate("each => each.getBoundingClientRect().bottom")
        assert 0 < bottom <= size["height"], part


def test_a_question_mark_shows_the_keys_on_every_page(window):
    here = window()
    for path, sign in (
        ("/", "ply-board svg"),
        ("/arena", "h1"),
        ("/analyse", ".stepper"),
        ("/think", ".stepper"),
        ("/review/-?moves=44", ".stepper"),
    ):
        here.open(path)
        here.page.locator(sign).first.wait_for()
        here.page.keyboard.press("?")
        expect(here.page.locator(".help:visible")).to_contain_text("new game")
        here.page.keyboard.press("?")
        expect(here.page.locator(".help:visible")).to_have_count(0)
        here.page.keyboard.press("?")
        expect(here.page.locator(".help:visible")).to_have_count(1)
        here.page.keyboard.press("Escape")
        expect(here.page.locator(".help:visible")).to_have_count(0)
    assert here.page.get_by_role("button", name="Next mistake").text_content() == ""  # a picture, not another ?
