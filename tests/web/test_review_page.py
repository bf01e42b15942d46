"""Review in a real browser: exactly the planted mistakes are marked and explained, and can be tried again."""

from __future__ import annotations

import random
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from plyground.grid import GridBoard, parse_rules, position_text
from plyground.web.messages.positions import side_name
from tests.web.asking import random_board
from tests.web.people import Person
from tests.web.planting import planted

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def game():
    start = random_board(parse_rules("cfour"), 12, random.Random(1))
    return planted(start, mistakes=3, inaccuracies=2, seed=1)


def address(game) -> str:
    query = {"rules": "cfour", "position": position_text(game.start), "moves": game.text}
    return f"/review/-?{urlencode(query)}"


def test_planted_mistakes_are_marked_in_the_list_and_the_graph_and_only_those(window, game):
    here = window()
    here.open(address(game))
    moves = here.page.locator(".judged button")
    expect(moves).to_have_count(len(game.moves))
    expect(here.page.locator(".graph .mark")).to_have_count(len(game.marks))
    expect(here.page.locator(".work")).not_to_contain_text("judging")
    found = moves.evaluate_all("all => all.map(each => [each.dataset.ply, each.className.replace('plain', '').trim()])")
    assert {int(ply): mark for ply, mark in found if mark} == game.marks
    drawn = here.page.locator(".graph .mark").evaluate_all(
        "all => all.map(each => [each.dataset.ply, each.classList[1]])"
    )
    assert {int(ply): mark for ply, mark in drawn} == game.marks
    mistakes = list(game.marks.values()).count("mistake")
    told = here.page.locator(".work").text_content() or ""
    assert (
        sum(int(word) for word, kind in zip(told.split(), told.split()[1:], strict=False) if kind.startswith("mistake"))
        == mistakes
    )


def test_a_mark_is_jumped_to_and_shows_why(window, game):
    ply = next(ply for ply, mark in sorted(game.marks.items()) if mark == "mistake")
    board = game.start
    for move in game.moves[: ply + 1]:
        board = board.move(move)
    here = window(reduced_motion="reduce")
    here.open(address(game))
    here.page.locator(f".graph .mark[data-ply='{ply}']").click()
    expect(here.stones).to_have_count(board.count)
    expect(here.page.locator(".judgement .mistake")).to_contain_text("Mistake")
    here.page.locator(".judgement .why-button").click()
    expect(here.page.locator(".why .said p").first).to_be_visible()
    here.page.keyboard.press("End")
    expect(here.page.locator(".why").get_by_role("button", name="Forward")).to_be_disabled()
    # What it plays can be played, and ends the game.
    for stone in here.page.locator(".why ply-board").evaluate("shown => shown.state.stones")[board.count :]:
        assert stone["side"] == side_name(board.turn)
        board = board.move(next(move for move in board.legal_moves if board.cell_of(move) == tuple(stone["cell"])))
    assert board.outcome.is_over
    here.page.keyboard.press("Escape")
    # Instead: the position before, with the better move.
    here.page.get_by_role("button", name="Better").click()
    expect(here.stones).to_have_count(game.start.count + ply)
    assert here.serious() == []
    here.page.keyboard.press("Home")
    expect(here.stones).to_have_count(game.start.count)
    expect(here.board.locator(".ghost")).to_have_count(0)


def test_by_keyboard_every_move_and_every_mark_is_reached(window, game):
    here = window()
    here.open(address(game))
    expect(here.page.locator(".graph .mark")).to_have_count(len(game.marks))
    expect(here.page.locator(".work")).not_to_contain_text("judging")
    here.page.locator(".scrub").focus()
    here.page.keyboard.press("Home")
    expect(here.stones).to_have_count(game.start.count)
    here.page.keyboard.press("ArrowRight")
    expect(here.stones).to_have_count(game.start.count + 1)
    assert "Move 1" in (here.page.locator(".scrub").get_attribute("aria-valuetext") or "")
    here.page.locator("h1").click()
    here.page.keyboard.press("Home")
    for ply in sorted(game.marks):
        here.page.keyboard.press("m")
        expect(here.stones).to_have_count(game.start.count + ply + 1)


def test_a_game_of_the_page_is_reviewed_and_tried_again(window, server):
    here = window()
    here.open("/arena")  # sets the visitor's cookie
    with Person(server) as person:
        id = person.new_game("human", "random")["id"]
        record = None
        with person.sit(id) as chair:
            state = chair.first()
            while state["outcome"] == "open":
                if state["turn"] == "first":
                    # Always the leftmost column: sooner or later that is a mistake.
                    state = chair.play(state["legal"][0]["move"])
                else:
                    state = chair.at(state["ply"] + 1)
        record = person.http.get(f"/api/records/{id}").json()
    here.open(f"/review/{id}")
    expect(here.page.locator(".judged button")).to_have_count(len(record["played"]))
    expect(here.page.locator(".work")).not_to_contain_text("judging")
    mark = here.page.locator(".judged button.mistake").first
    ply = int(mark.get_attribute("data-ply") or "")
    mark.click()
    here.page.get_by_role("button", name="Play from here").click()
    here.page.locator(".again button").click()
    here.page.wait_for_url("**/game/*")
    again = here.page.evaluate("fetch('/api' + location.pathname.replace('game', 'games')).then(it => it.json())")
    board = GridBoard.from_moves(record["moves"][:ply])
    assert again["start"] == position_text(board)
    side = "first" if ply % 2 == 0 else "second"
    assert again["you"] == [side], "whoever erred tries again"
    # The random player was the other side, unless it erred itself.
    opponent = again["players"]["second" if side == "first" else "first"]
    assert opponent["kind"] == "computer"


def test_moves_that_nobody_judged_are_counted_as_such(window):
    here = window()
    here.open(f"/review/-?{urlencode({'rules': '12x12 connect=4', 'moves': '1122337c8c4'})}")
    summary = here.page.locator(".work")
    expect(summary).to_contain_text("not judged")
    for side in (summary.text_content() or "").split(" · "):
        assert "no mistake" not in side or "no mistake in 1 judged move," in side
    here.page.locator(".judged button").first.click()
    expect(here.page.locator(".judgement")).to_contain_text("Not judged: the board is too large to solve.")


def test_a_game_that_is_not_there(window):
    here = window()
    here.open("/review/nosuchgame")
    expect(here.page.locator(".alone h1")).to_have_text("There is no game at this address.")
    here.errors.clear()  # the browser reports the 404 that the page understood
