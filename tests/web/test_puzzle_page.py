"""Puzzles in a real browser: answered on the board, judged at once, explained, and followed by others."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from plyground.puzzlebook import puzzles
from plyground.texts import catalogue

pytestmark = pytest.mark.needs("chromium")


def test_a_puzzle_is_answered_explained_and_followed_by_a_harder_one(window):
    puzzle = puzzles(kind="win", board="cfour")[20]
    here = window(reduced_motion="reduce")
    here.open(f"/puzzle/{puzzle.id}")
    expect(here.page.locator(".puzzle .question")).to_have_text("Find the only winning move.")
    expect(here.stones).to_have_count(puzzle.board.count)
    assert here.sideways() <= 0
    # By the keyboard: the digit chooses the column, Enter plays there.
    here.page.keyboard.press(puzzle.answers[0])
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".puzzle .reply.right")).to_contain_text("Right.")
    expect(here.stones).to_have_count(puzzle.board.count + 1)
    expect(here.page.locator(".puzzle .own")).to_contain_text("1 of 1 right")
    assert here.serious() == []
    here.page.keyboard.press("w")
    expect(here.page.locator(".why .said p").first).to_be_visible()
    here.page.keyboard.press("Escape")
    here.page.keyboard.press("+")
    expect(here.page.locator(".puzzle .reply")).to_be_empty()
    assert not here.page.url.endswith(puzzle.id)
    expect(here.page.locator(".puzzle .own")).to_contain_text("Your rating")


def test_a_wrong_answer_shows_the_right_one_on_a_phone(window):
    puzzle = puzzles(kind="draw", board="cfour")[5]
    board = puzzle.board
    wrong = next(move for move in board.legal_moves if not puzzle.is_right(move))
    here = window(language="ko", phone=True, reduced_motion="reduce")
    here.open(f"/puzzle/{puzzle.id}")
    here.page.locator("ply-board .buttons button").nth(wrong).click()
    reply = here.page.locator(".puzzle .reply.wrong")
    expect(reply).to_contain_text(catalogue("ko").gettext("That move loses."))
    expect(here.stones).to_have_count(board.count)
    expect(here.board.locator(".ghost")).to_have_count(1)
    assert here.sideways() <= 0
    assert here.serious() == []
    # The wrong move and the right one each have a reason.
    expect(reply.locator(".why-button")).to_have_count(2)
    reply.locator("[data-key=why-not]").click()
    expect(here.page.locator(".why h1")).to_contain_text(f"{board.move_name(wrong)}열")
    here.page.keyboard.press("Escape")
    expect(reply).to_be_visible()


def test_who_wins_is_chosen_and_gomoku_is_explained(window):
    who, fours = puzzles(kind="who", board="cfour")[3], puzzles(kind="fours")[10]
    here = window(reduced_motion="reduce")
    here.open(f"/puzzle/{who.id}")
    here.page.locator(f".choices [data-answer={who.answers[0]}]").click()
    expect(here.page.locator(".puzzle .reply.right")).to_be_visible()
    here.open(f"/puzzle/{fours.id}")
    (answer,) = fours.answers
    here.page.locator("ply-board .buttons button").nth(fours.board.parse_move(answer)).click()
    expect(here.page.locator(".puzzle .reply.right")).to_be_visible()
    here.page.locator(".why-button").click()
    expect(here.page.locator(".why .said p").first).to_be_visible()


def test_leaving_while_a_puzzle_is_on_its_way_is_no_fault(window):
    here = window()
    here.open("/puzzle/daily")
    expect(here.page.locator(".puzzle .question")).not_to_be_empty()
    here.page.route("**/api/puzzles/next**", lambda _never_answered: None)
    with here.page.expect_request("**/api/puzzles/next**"):
        here.page.get_by_role("button", name="Another puzzle").click()
    here.page.locator("header a[href='/atlas']").click()
    expect(here.page.locator(".atlas .cell").first).to_be_visible()
    here.page.unroute_all(behavior="ignoreErrors")


def test_the_daily_puzzle_and_one_that_does_not_exist(window):
    here = window()
    here.open("/puzzle/daily")
    expect(here.page.locator(".puzzle h1")).to_contain_text("Puzzle of the day")
    here.open("/puzzle/nosuch")
    expect(here.page.locator("h1")).to_contain_text("There is no puzzle 'nosuch'")
    here.errors.clear()  # the browser reports the 404
    here.page.get_by_role("link", name="Another puzzle").click()
    expect(here.page.locator(".puzzle .question")).not_to_be_empty()


def test_the_mistakes_of_a_review_become_puzzles(window):
    here = window(reduced_motion="reduce")
    here.open(f"/review/-?{urlencode({'rules': 'cfour', 'moves': '44557'})}")
    here.page.get_by_role("link", name="Puzzles from my mistakes").click()
    expect(here.page.locator(".puzzle .status")).to_contain_text("From your game: 1 of")
    expect(here.page.locator(".puzzle .question")).not_to_be_empty()
    here.page.locator("ply-board .buttons button").first.click()
    expect(here.page.locator(".puzzle .reply")).not_to_be_empty()
    here.page.get_by_role("link", name="Back to the review").click()
    expect(here.page.locator(".judged button")).to_have_count(5)
