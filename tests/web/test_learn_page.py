"""Lessons in the browser: looking, guessing, answering in every form, progress, and the sheet of a teacher."""

from __future__ import annotations

import csv
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from plyground.learn import LESSONS
from plyground.learn.exercises import exercise
from plyground.texts import catalogue
from tests.waiting import wait_until
from tests.web.browsing import PHONE

pytestmark = pytest.mark.needs("chromium")

SEED = 5
# A lesson with each form of an answer, and the kind that has it.
FORMS = {
    "number": ("minimax", "minimax-value"),
    "choice": ("ucb", "ucb-choice"),
    "several": ("cuts", "alphabeta-cuts"),
    "order": ("move-order", "leaf-order"),
    "move": ("traps", "mcts-trap"),
}


def step_of(server, lesson: str, kind: str, seed: int = SEED) -> tuple[int, dict[str, Any]]:
    """The first exercise of a kind in a lesson: its step, from 1, and what the server sends."""
    steps = server.get(f"/api/learn/lessons/{lesson}", params={"seed": seed}).json()["steps"]
    return next(
        (number, step["exercise"])
        for number, step in enumerate(steps, 1)
        if step["type"] == "exercise" and step["exercise"]["kind"] == kind
    )


def answer(page, form: dict[str, Any], given: Any) -> None:
    """Puts an answer into its form, by the controls that everybody has."""
    if form["type"] == "number":
        page.get_by_label("Your answer").fill(str(given))
    elif form["type"] == "order":
        while page.locator(".order-placed button").count():
            page.locator(".order-placed button").first.click()
        for option in given:
            page.locator(f".order-left button[data-option='{option}']").click()
    else:
        while page.locator(".exercise input[type=checkbox]:checked").count():
            page.locator(".exercise input[type=checkbox]:checked").first.uncheck(force=True)
        for option in given if isinstance(given, list) else [given]:
            page.locator(f".exercise input[value='{option}']").check(force=True)
    page.get_by_role("button", name="Check").click()


def wrong(form: dict[str, Any], solution: Any) -> Any:
    if form["type"] == "number":
        return solution + 1000
    if form["type"] == "several":
        return [option for option in form["options"] if option not in solution]
    if form["type"] == "order":
        return solution[::-1]
    return next(option for option in form.get("options") or form["moves"] if option != solution)


@pytest.mark.parametrize("type", FORMS)
def test_an_answer_of_every_form_is_marked(window, ready, type):
    lesson, kind = FORMS[type]
    step, shown = step_of(ready, lesson, kind)
    assert shown["answer"]["type"] == type
    solution = exercise(kind, shown["seed"], shown["difficulty"]).solution
    here = window()
    here.open(f"/learn/{lesson}?seed={SEED}#{step}")
    here.page.get_by_role("button", name="Check").click()
    # To cross nothing out is an answer, and marked as one.
    expect(
        here.page.locator(".reply:is(.right, .wrong)" if type == "several" else ".exercise .fault")
    ).not_to_be_empty()
    answer(here.page, shown["answer"], wrong(shown["answer"], solution))
    expect(here.page.locator(".reply.wrong")).to_be_visible()
    answer(here.page, shown["answer"], solution)
    expect(here.page.locator(".reply.right")).to_be_visible()
    assert here.serious() == []
    kept = json.loads(here.page.evaluate("localStorage.getItem('plyground.learn')"))
    last = kept[lesson]["answers"][-1]
    assert (last["kind"], last["right"], last["seed"]) == (kind, True, shown["seed"])
    assert last["tries"] >= 2


def test_what_is_no_number_is_refused_in_words(window, ready):
    step, _shown = step_of(ready, "minimax", "minimax-value")
    here = window()
    here.open(f"/learn/minimax?seed={SEED}#{step}")
    here.page.get_by_label("Your answer").fill("twelve")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".exercise .fault")).to_contain_text("The answer 'twelve' is not a number")
    expect(here.page.locator(".reply.wrong")).to_have_count(0)
    here.errors = [error for error in here.errors if "422" not in error]  # the browser's own line about the refusal


def test_branches_and_cells_can_be_pressed(window, ready):
    here = window()
    step, shown = step_of(ready, "cuts", "alphabeta-cuts")
    here.open(f"/learn/cuts?seed={SEED}#{step}")
    here.page.locator(".tree-picture .pickable").first.click()
    chosen = here.page.locator(".exercise input:checked")
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_value(shown["answer"]["options"][0])
    step, shown = step_of(ready, "traps", "mcts-trap")
    here.open(f"/learn/traps?seed={SEED}#{step}")
    here.page.locator(".exercise-figure ply-board button[aria-disabled=false]").first.click()
    expect(here.page.locator(".exercise input:checked")).to_have_count(1)
    expect(here.page.locator("ply-board .ghost:not(.numbered)")).to_have_count(1)


def test_a_wrong_answer_can_be_looked_up_proven_and_replaced(window, ready):
    step, shown = step_of(ready, "minimax", "minimax-value")
    solution = exercise("minimax-value", shown["seed"], shown["difficulty"]).solution
    here = window()
    here.open(f"/learn/minimax?seed={SEED}#{step}")
    answer(here.page, shown["answer"], solution + 1000)
    here.page.get_by_role("button", name="Show the answer").click()
    expect(here.page.locator(".reply")).to_contain_text(f"Answer: {solution}.".replace("-", "−"))
    proof = here.page.get_by_role("link", name="Show the step that proves it")
    assert "/think?search=minimax" in (proof.get_attribute("href") or "")
    assert "step=" in (proof.get_attribute("href") or "")
    question = here.page.locator(".tree-picture").inner_html()
    here.page.get_by_role("button", name="Another one").click()
    expect(here.page.locator(".reply")).to_be_empty()
    assert here.page.locator(".tree-picture").inner_html() != question


def test_a_guess_is_answered_at_once_and_a_board_can_be_tried(window):
    here = window()
    here.open("/learn/minimax")
    expect(here.page.locator(".board-figure")).to_contain_text("You can answer on the board, too.")
    here.page.locator(".choices button", has_text="a3").click()
    expect(here.page.locator(".reply")).to_contain_text("The answer is: c1.")
    expect(here.stones).to_have_count(7)  # with the right move
    here.page.get_by_role("button", name="Back to the position").click()
    expect(here.stones).to_have_count(6)
    here.page.locator("ply-board button[aria-label*='c1']").click()
    expect(here.page.locator(".reply")).to_contain_text("Right.")
    expect(here.stones).to_have_count(7)
    here.page.locator("ply-board button[aria-disabled=false]").first.click()
    expect(here.stones).to_have_count(8)
    expect(here.page.locator(".reply")).to_contain_text("Right.")


def test_a_lesson_by_keyboard_alone_and_its_tree_step_by_step(window):
    here = window()
    here.open("/learn/minimax")
    here.page.get_by_role("button", name="Go on").focus()
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".caption")).to_have_text("Step forward to begin.")
    here.page.keyboard.press("ArrowRight")
    expect(here.page.locator(".stepper .place")).to_have_text("1 / 34")
    here.page.keyboard.press("End")
    expect(here.page.locator(".caption")).to_contain_text("c1 is best")
    assert here.page.url.endswith("#2")
    here.page.reload()
    expect(here.page.locator(".dot[aria-current]")).to_have_attribute("aria-label", "Step 2")
    here.page.keyboard.press("?")
    expect(here.page.locator(".help")).to_contain_text("one step back or forward")
    here.page.keyboard.press("?")
    expect(here.page.locator(".help")).to_be_hidden()
    # A guess says its answer once.
    here.page.get_by_role("button", name="Go on").click()
    here.page.locator(".choices button", has_text="+1").click()
    expect(here.page.locator(".reply")).to_have_text(re.compile(r"^The answer is: −1\.\s*At ▼"))


def test_a_search_that_is_opened_from_a_lesson_leads_back_to_its_step(window):
    here = window()
    here.open(f"/learn/minimax?seed={SEED}#2")
    here.page.get_by_role("link", name="Open in Think").click()
    expect(here.page.locator(".result")).to_contain_text("chooses")
    here.page.get_by_role("link", name="Back to the lesson").click()
    expect(here.page.locator(".dot[aria-current]")).to_have_attribute("aria-label", "Step 2")
    assert here.page.url.endswith(f"/learn/minimax?seed={SEED}#2")
    expect(here.page.locator(".way-back")).to_be_hidden()


def test_an_answer_is_still_there_on_coming_back_from_think(window, ready):
    step, shown = step_of(ready, "cuts", "alphabeta-cuts")
    here = window()
    page = here.page
    checked, reply = page.locator(".exercise input:checked"), page.locator(".reply.wrong")
    here.open(f"/learn/cuts?seed={SEED}#{step}")
    answer(page, shown["answer"], [shown["answer"]["options"][0]])
    said = reply.locator("p").first.inner_text()
    page.get_by_role("link", name="Show the step that proves it").click()
    expect(page.locator(".result")).to_contain_text("chooses")
    page.get_by_role("link", name="Back to the lesson").click()
    expect(checked).to_have_value(shown["answer"]["options"][0])
    expect(reply.locator("p").first).to_have_text(said)
    answers = json.loads(page.evaluate("localStorage.getItem('plyground.learn')"))["cuts"]["answers"]
    assert [each["tries"] for each in answers] == [1], "marked again, but not answered again"
    # Another exercise takes its place, and is kept as well.
    page.get_by_role("button", name="Another one").click()
    expect(reply).to_have_count(0)
    other = page.locator(".tree-picture").inner_html()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Back", exact=True).click()
    page.reload()
    expect(page.locator(".tree-picture")).to_be_visible()
    assert page.locator(".tree-picture").inner_html() == other
    # Other exercises of the lesson begin without answers.
    marked = page.locator(".reply:is(.right, .wrong)")
    answer(page, shown["answer"], [])
    expect(marked).to_be_visible()
    for seed in (SEED + 1, SEED):
        here.open(f"/learn/cuts?seed={seed}#{step}")
        expect(page.locator(".question")).to_be_visible()
        if seed == SEED + 1:
            expect(page.locator(".reply p")).to_have_count(0)
            page.get_by_role("button", name="Check").click()
            expect(marked).to_be_visible()
    expect(page.locator(".reply p")).to_have_count(0)
    assert page.locator(".tree-picture").inner_html() != other


def test_a_page_that_is_still_being_opened_stays_away_once_the_reader_has_gone_on(window):
    here = window()
    here.open("/learn")
    links = here.page.locator("nav#pages")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    here.page.route("**/api/meta", hold)
    with here.page.expect_request("**/api/meta"):
        links.get_by_role("link", name="Think").click()
    links.get_by_role("link", name="Learn").click()
    expect(here.page.locator("main h1")).to_have_text("Learn")
    assert wait_until(lambda: held or here.page.wait_for_timeout(10))
    with here.page.expect_response("**/api/meta"):
        held[0].continue_()
    here.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # what the answer sets off has happened
    expect(here.page.locator("main h1")).to_have_text("Learn")
    expect(here.page.locator(".search-fields")).to_have_count(0)


def test_progress_is_kept_exported_and_can_be_turned_off(window):
    here = window()
    here.open("/learn/lines")
    here.page.locator(".dot").last.click()
    here.open("/learn")
    expect(here.page.locator(".lesson-list li").first).to_contain_text("done")
    with here.page.expect_download() as saved:
        here.page.get_by_role("button", name="Save my progress as a file").click()
    assert json.loads(saved.value.path().read_text())["lines"]["done"] is True
    here.page.get_by_label("Remember my progress in this browser").uncheck()
    expect(here.page.locator(".lesson-list li").first).not_to_contain_text("done")
    here.open("/learn/lines#3")
    expect(here.page.locator(".screen .words")).to_be_visible()
    assert here.page.evaluate("localStorage.getItem('plyground.learn')") == "{}"


def test_a_teacher_gets_an_address_a_sheet_and_results(window, ready):
    step, shown = step_of(ready, "minimax", "minimax-value", 77)
    here = window()
    here.open(f"/learn/minimax?seed=77#{step}")
    answer(here.page, shown["answer"], exercise("minimax-value", shown["seed"], shown["difficulty"]).solution)
    expect(here.page.locator(".reply.right")).to_be_visible()
    here.page.locator(".teachers summary").click()
    here.page.get_by_label("Difficulty").select_option("2")
    expect(here.page.get_by_label("Address of this lesson")).to_have_value(
        f"{ready.url}/learn/minimax?seed=77&difficulty=2"
    )
    with here.page.expect_download() as saved:
        here.page.get_by_role("button", name="CSV").click()
    rows = list(csv.DictReader(saved.value.path().read_text().splitlines()))
    assert [(row["kind"], row["right"], row["seed"]) for row in rows] == [("minimax-value", "true", str(shown["seed"]))]
    here.page.get_by_role("link", name="Sheet to print").click()
    expect(here.page.locator(".sheet-exercises > li")).to_have_count(6)
    expect(here.page.locator(".sheet-solutions li")).to_have_count(6)
    assert here.serious() == []
    here.page.emulate_media(media="print")
    expect(here.page.locator("#header")).to_be_hidden()
    here.page.emulate_media(media="screen")


# Steps without words, or wider than this. A phone would zoom out instead of scrolling, so that the width of its window
# says nothing.
TOO_WIDE = """(most) => [...document.querySelectorAll(".dot")].flatMap((dot, place) => {
    dot.click();
    const isShown = [...document.querySelectorAll(".screen .words > *")].some((each) => each.checkVisibility());
    const { scrollWidth } = document.documentElement;
    return dot.hasAttribute("aria-current") && isShown && scrollWidth <= most ? [] : [[place + 1, scrollWidth]];
})"""


@pytest.mark.parametrize(
    ("language", "lessons"),
    [
        ("en", LESSONS),
        ("ko", LESSONS[::2]),
        ("zh_CN", LESSONS[1::2]),
        pytest.param("ko", LESSONS[1::2], marks=pytest.mark.soak),
        pytest.param("zh_CN", LESSONS[::2], marks=pytest.mark.soak),
    ],
)
def test_every_step_of_every_lesson_on_a_phone(window, language, lessons):
    here = window(language, phone=True)
    for lesson in lessons:
        here.open(f"/learn/{lesson.id}?seed=2")
        expect(here.page.locator("h1")).to_contain_text(catalogue(language).gettext(lesson.title))
        expect(here.page.locator(".dot")).not_to_have_count(0)
        assert here.page.evaluate(TOO_WIDE, PHONE["width"]) == [], lesson.id
        if language == "en":
            assert here.serious() == [], lesson.id


def test_a_lesson_that_does_not_exist(window):
    here = window()
    here.open("/learn/minmax")
    expect(here.page.locator(".alone h1")).to_have_text("There is no page at this address.")
    expect(here.page.locator(".alone p")).to_contain_text("minimax")
    here.errors = [error for error in here.errors if "404" not in error]
