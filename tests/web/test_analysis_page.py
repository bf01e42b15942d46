"""Analyse in a real browser: the values on the page are the solver's own, and a link reproduces what is shown."""

from __future__ import annotations

import itertools
import random
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from plyground.grid import GridBoard, parse_rules, position_text
from plyground.grid.notation import move_text
from plyground.solver import Solver
from plyground.texts import speaking
from tests.web.asking import random_board
from tests.web.browsing import Window

pytestmark = pytest.mark.needs("chromium")

BOARDS = {"cfour": 12, "tictactoe": 3, "5x4 connect=4 blocked=b2": 3, "6x5 connect=3": 2}


def address(rules: str, position: str, **more: str) -> str:
    return f"/analyse?{urlencode({'rules': rules, 'position': position, **more})}"


def proven(window: Window) -> None:
    expect(window.page.locator(".work")).to_contain_text(re.compile("proven|증명|证明|已"))


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def check_values(window: Window, board: GridBoard) -> None:
    """The list and the board show, for every move, the words and the score that the solver gives it."""
    proven(window)
    truth = Solver(board.rules, threads=1, table_mb=16).analyse(board, line=False)
    rows = window.page.locator(".worths tbody tr")
    expect(rows).to_have_count(len(truth.moves))
    found = rows.evaluate_all(
        """rows => rows.map(row => [row.dataset.move, row.querySelector(".words").firstChild.textContent,
            row.querySelector(".score").textContent,
            row.classList.contains("best")])"""
    )
    listed = {move: (words, number(score), best) for move, words, score, best in found}
    assert listed == {
        move_text(board.rules, move): (value.words, value.score, move in truth.best)
        for move, value in truth.moves.items()
    }
    shown = window.board.locator(".value").evaluate_all(
        """all => all.map(each => [each.querySelector(".words").textContent, each.querySelector("small").textContent,
            each.classList.contains("best"), each.classList[1]])"""
    )
    outcomes = {1: "win", 0: "draw", -1: "loss"}
    assert [(words, number(score), best, kind) for words, score, best, kind in shown] == [
        (value.words, value.low, move in truth.best, outcomes[(value.low > 0) - (value.low < 0)])
        for move, value in truth.moves.items()
    ]


@pytest.mark.parametrize("count", [8, pytest.param(20, marks=pytest.mark.soak)])
def test_random_positions_show_the_solvers_own_values(window, count):
    draw = random.Random(20)
    here = window()
    here.open("/analyse")
    here.page.locator("details.edit > summary").click()
    for number_of_position in range(count):
        rules = list(BOARDS)[number_of_position % len(BOARDS)]
        board = random_board(parse_rules(rules), BOARDS[rules] + draw.randrange(4), draw)
        # Paste into the field, which is much quicker than a new page each time.
        here.page.locator(".texts input").fill(rules)
        here.page.locator(".texts textarea").fill(position_text(board))
        here.page.locator(".texts button").click()
        expect(here.page).to_have_url(re.compile(re.escape(urlencode({"position": position_text(board)}))))
        check_values(here, board)


def test_a_link_reproduces_the_position_in_every_language(window):
    for language in ("en", "ko", "zh_CN"):
        here = window(language)
        here.open(address("cfour", "44455554221"))
        with speaking(language):
            check_values(here, GridBoard.from_moves("44455554221"))


def test_moves_are_played_and_taken_back_by_keyboard_alone(window):
    here = window()
    here.open(address("cfour", "4455"))
    proven(here)
    here.page.keyboard.press("3")
    here.page.keyboard.press("Enter")
    check_values(here, GridBoard.from_moves("44553"))
    assert parse_qs(urlsplit(here.page.url).query) == {"rules": ["cfour"], "position": ["44553"]}
    here.page.keyboard.press("u")
    expect(here.stones).to_have_count(4)
    check_values(here, GridBoard.from_moves("4455"))
    # Forward goes where the game went; at its end, along the best line.
    here.page.keyboard.press("f")
    expect(here.stones).to_have_count(5)
    proven(here)
    here.page.keyboard.press("f")
    expect(here.stones).to_have_count(6)
    proven(here)
    here.open(here.page.url)
    expect(here.stones).to_have_count(6)


def test_the_best_line_is_shown_as_numbered_ghosts_and_played_move_by_move(window):
    game = "444445665661217721122647213333377"
    truth = Solver(parse_rules("cfour"), threads=1, table_mb=16).solve(GridBoard.from_moves(game))
    here = window()
    here.open(address("cfour", game))
    proven(here)
    line = here.page.locator(".line li button").all_text_contents()
    assert line == [move_text(truth.board.rules, move) for move in truth.line]
    assert len(line) > 2
    here.page.get_by_role("button", name="Show on the board").click()
    expect(here.board.locator(".ghost.numbered")).to_have_count(len(line))
    expect(here.board.locator(".ghost.numbered text").last).to_have_text(str(len(line)))
    for played in range(1, len(line) + 1):
        here.page.get_by_role("button", name="Play the next move").click()
        expect(here.stones).to_have_count(len(game) + played)
        if played < len(line):
            proven(here)
    expect(here.page.locator(".verdict")).to_contain_text("Game over")
    winner = "Yellow" if (truth.value.low > 0) == (len(game) % 2 == 0) else "Red"
    expect(here.page.locator(".verdict")).to_contain_text("a draw" if truth.value.low == 0 else winner)


def test_a_position_is_clicked_together(window):
    here = window()
    here.open(address("4x4 connect=3", ""))
    proven(here)
    here.page.locator("details.edit > summary").click()

    def cell(name: str) -> None:
        here.page.locator(f"ply-board .buttons button[aria-label^='{name},']").click()

    def position() -> str:
        return str(parse_qs(urlsplit(here.page.url).query).get("position", [""])[0])

    cell("b4")  # a stone falls, wherever in its column it is put
    expect(here.page).to_have_url(re.compile(r"\.x\.\.\+o"))
    here.pick("second")
    cell("b1")  # another colour
    cell("b3")
    expect(here.page).to_have_url(re.compile(r"\.o\.\.%2F\.o\.\."))
    here.pick("block")
    cell("c1")
    expect(here.page).to_have_url(re.compile("blocked%3Dc1"))
    here.pick("erase")
    cell("b1")  # what lay above falls
    expect(here.page).to_have_url(re.compile(r"%2F\.{4}%2F\.o%23\."))
    assert position().split()[0] == "..../..../..../.o#."
    # One stone too many for either side's turn: the user says which side is to move.
    here.page.locator("fieldset.picks").nth(1).locator("label").first.click()
    expect(here.page).to_have_url(re.compile(r"\+x$|\+x&"))
    check_values(here, GridBoard.parse(position(), parse_rules("4x4 connect=3 blocked=c1")))


def test_a_bad_text_is_shown_at_its_field_with_its_place(window):
    here = window()
    here.open(address("cfour", "44x"))
    field = here.page.locator(".texts textarea")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("44x")
    expect(here.page.locator("#fault-position")).to_contain_text("'x' at place 3")
    expect(here.page.locator("#fault-position mark")).to_have_text("x")
    # The board stays usable.
    proven(here)
    field.fill("44")
    here.page.locator(".texts button").click()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    check_values(here, GridBoard.from_moves("44"))
    here.page.locator(".texts input").fill("7y6")
    here.page.locator(".texts button").click()
    expect(here.page.locator("#fault-rules mark")).to_have_text("7")


def test_estimates_are_marked_as_such_on_a_phone(window):
    here = window(phone=True)
    here.open(address("12x12 connect=4", ""))
    expect(here.page.locator(".note:visible")).to_contain_text("too large for the solver")
    expect(here.page.locator(".verdict")).to_contain_text("≈")
    words = here.page.locator(".worths td.words").all_text_contents()
    assert words
    assert all(text.startswith("≈") for text in words)
    assert here.page.locator("ply-board .value:not(.estimate)").count() == 0
    numbers = here.page.locator("ply-board .value small:visible")  # there is no room for words
    assert len(numbers.all_inner_texts()) == len(words)
    if len(words) < 12:
        expect(here.page.locator(".not-judged")).to_have_text(re.compile(rf"^{12 - len(words)} moves? not judged$"))
    assert all(re.fullmatch(r"≈\d+", text) for text in numbers.all_inner_texts())
    assert here.sideways() <= 0


def test_estimates_stay_inside_their_cells_on_a_phone(window):
    here = window(phone=True)
    here.open(address("gomoku", "h8 g9"))
    expect(here.board.locator(".value.estimate.best")).to_be_visible()
    # A cell's hole is 84 of 100 units wide and 90 high.
    shares = here.board.locator(".value.estimate").evaluate_all(
        """all => all.map(each => {
            const range = document.createRange();
            const cell = each.getBoundingClientRect().width;
            range.selectNodeContents(each.querySelector("small").lastChild);
            const sign = each.querySelector(".about").getBoundingClientRect();
            const number = range.getBoundingClientRect();
            return [number.width / cell, (number.bottom - sign.top) / cell];
        })"""
    )
    assert len(shares) > 1
    assert all(across < 0.84 and down < 0.9 for across, down in shares), shares


@pytest.mark.parametrize("width", [390, 920, 1060, 1280])
def test_the_values_of_neighbouring_columns_stand_apart(window, width):
    here = window(size={"width": width, "height": 700})
    here.open(address("cfour", "445345"))
    proven(here)
    ends = here.board.locator(".value .words").evaluate_all(
        """all => all.map(each => {
            const range = document.createRange();
            range.selectNodeContents(each);
            const { left, right } = range.getBoundingClientRect();
            return [left, right];
        })"""
    )
    assert len(ends) == 7
    assert all(one[1] + 3 < other[0] for one, other in itertools.pairwise(ends)), ends


def test_a_long_solve_is_shown_as_it_goes_and_dropped_when_the_reader_moves_on(window):
    here = window()
    here.open(address("8x8 connect=4", ""))
    expect(here.page.locator(".work")).to_contain_text("solving column")
    expect(here.page.locator("td.estimate").first).to_be_visible()
    expect(here.page.locator(".note:visible")).to_contain_text("Not solved yet")
    here.page.locator("details.edit > summary").click()
    here.page.locator(".texts input").fill("tictactoe")
    here.page.locator(".texts textarea").fill("b2")
    here.page.locator(".texts button").click()
    check_values(here, GridBoard.from_moves("b2", parse_rules("tictactoe")))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it_with_everything_shown(window, scheme):
    here = window(color_scheme=scheme, phone=True)
    here.open(address("cfour", "44553"))
    proven(here)
    here.page.get_by_role("button", name="Show on the board").click()
    here.page.locator("details.edit > summary").click()
    assert here.serious() == []
    assert here.sideways() <= 0


def test_a_handful_of_moves_is_compared_and_the_others_are_left_blank(window):
    here = window()
    here.open(address("gomoku", "h8"))
    expect(here.page.locator(".not-judged")).to_contain_text("moves not judged")
    expect(here.page.locator(".verdict")).to_contain_text("≈")
    words = here.page.locator(".worths td.words").all_text_contents()
    assert 1 <= len(words) <= 8
    assert all(text.startswith("≈") for text in words)
    expect(here.page.locator("ply-board .value")).to_have_count(len(words))


@pytest.mark.parametrize(("rules", "moves", "waits"), [("gomoku", "h8", True), ("cfour", "4", False)])
def test_the_note_on_compiling_is_about_the_board(window, rules, moves, waits):
    here = window()

    def unready(route):
        route.fulfill(json=route.fetch().json() | {"kernels": "compiling", "compiling": ["champion"]})

    here.page.route("**/api/meta", unready)
    here.open(address(rules, moves))
    expect(here.page.locator(".verdict")).to_contain_text("to move")
    note = here.page.get_by_text("The search for this board is being compiled")
    with here.page.expect_request("**/api/meta"):  # the note follows the server, again and again
        pass
    if waits:
        expect(note).to_be_visible()
    else:
        expect(note).to_be_hidden()


@pytest.mark.parametrize("phone", [False, True])
def test_threats_are_marked_and_a_forced_win_is_explained(window, phone):
    here = window(phone=phone)
    here.open(address("gomoku", "h8 h9 i8 i9 j8 j9"))
    expect(here.page.locator(".verdict")).to_contain_text("wins in 2 by fours")
    expect(here.page.locator(".threats li")).to_have_count(2)
    expect(here.page.locator("ply-board .threat-frame.three.first")).to_have_count(2)
    assert here.serious() == []
    assert here.sideways() <= 0
    here.page.locator(".headline .why-button").click()
    expect(here.page.locator(".why h1")).to_contain_text("wins in 2 by fours")
    expect(here.page.locator(".why .checked")).to_contain_text("checked:")
