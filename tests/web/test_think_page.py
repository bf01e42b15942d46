"""Think in a real browser: the tree of the library, stepped through by buttons and keys."""

from __future__ import annotations

import random
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from plyground.board import Playout, Select, Side
from plyground.grid import EVALUATORS, GridBoard, parts
from plyground.learn import Tree
from tests.web.think_runs import PICTURE, picture
from tests.web.think_window import RUNS, address, at, board_of, events_of, go_to, sentences, shown

pytestmark = pytest.mark.needs("chromium")

# What a reader on a phone has to see at once, and does not without scrolling.
OUT_OF_SIGHT = """() => ["h1", ".tree-area", ".caption", ".stepper"].filter((each) =>
  [...document.querySelectorAll(`.think ${each}`)].some((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  }))"""
# Controls that a finger would miss. A box to tick is pressed by its label.
CONTROLS = ".in-sight :is(button, select, summary, label:has(input), input:not([type=checkbox]))"
TOO_SMALL = f"""() => [...document.querySelectorAll("{CONTROLS}")]
  .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)"""


# Two of them in a browser: `test_think_steps` has every one without.
IN_A_BROWSER = [name if name in ("alphabeta", "uct") else pytest.param(name, marks=pytest.mark.soak) for name in RUNS]


@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_a_search_replays_to_the_tree_of_the_library(window, name):
    """By the page's own modules, from the real server: all arrays at the end, and at steps on the way back."""
    run = RUNS[name]
    events = events_of(run)
    chosen = random.Random(1)
    steps = [len(events), *(chosen.randrange(1, len(events)) for _ in range(4))]
    here = window()
    here.open(address(run))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    found = here.page.evaluate(
        """async ({ query, steps }) => {"""
        + PICTURE
        + """const { think_thought, think_think_address } = await import(
            document.querySelector('script[type=module]').src.replace(/index\\.js$/, "think.js"));
          const { choices } = think_think_address.readAddress(new URLSearchParams(query));
          return new Promise((resolve, reject) => {
            const thought = new think_thought.Thought({
              onStart() {}, onLost() { if (!thought.end) thought.ask(choices); }, onRefused: reject,
              onSteps() {
                if (!thought.end) return;
                thought.close();
                resolve(steps.map((step) => { thought.steps.goTo(step); return picture(thought.steps); }));
              },
            });
          });
        }""",
        {"query": urlencode(run), "steps": steps},
    )
    for step, there in zip(steps, found, strict=True):
        tree = Tree()
        for event in events[:step]:
            tree.feed(event)
        wanted = picture(tree)
        assert {key: there[key] for key in wanted} == wanted
        counts = vars(tree.counts)
        assert {key: there["counts"][key] for key in counts} == counts


@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_stepping_to_the_end_and_back_ends_in_the_same_picture(window, name):
    run = RUNS[name]
    said = sentences(events_of(run))
    chosen = random.Random(2)
    steps = sorted(chosen.randrange(1, len(said)) for _ in range(4))
    here = window()
    here.open(address(run))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    at(here, 1)
    on_the_way: dict[int, dict[str, str]] = {}
    for step in steps:
        go_to(here, step)
        assert (here.page.locator(".caption").inner_text(), here.page.locator(".counts").inner_text()) == said[step - 1]
        on_the_way[step] = shown(here)
    here.page.keyboard.press("End")
    at(here, len(said))
    assert here.page.locator(".caption").inner_text() == said[-1][0]
    for step in reversed(steps):
        go_to(here, step)
        assert shown(here) == on_the_way[step]
    # Step by step, back and forth.
    here.page.keyboard.press("ArrowLeft")
    at(here, steps[0] - 1)
    here.page.keyboard.press("ArrowRight")
    at(here, steps[0])
    assert shown(here) == on_the_way[steps[0]]


def test_keys_find_cuts_better_choices_and_the_ends_of_subtrees(window):
    here = window()
    here.open(address(RUNS["tree"]))
    expect(here.page.locator(".result")).to_have_text("chooses 1, value +3 · 11 nodes · 2 cuts")
    said = [text for text, _counts in sentences(events_of(RUNS["tree"]))]
    press, caption = here.page.keyboard.press, here.page.locator(".caption")
    press("c")
    expect(caption).to_contain_text("Cut: beta +2 ≤ alpha +3.")
    press("Home")
    expect(caption).to_have_text("Before the first step.")
    press("i")
    expect(caption).to_have_text("1 is worth +3. That is the best for Max so far.")
    press("i")
    expect(caption).to_have_text("The choice does not get better after this.")
    press("ArrowRight")
    expect(caption).to_contain_text("After 2: Min is to move")
    press("o")
    expect(caption).to_contain_text("2 is worth +2 at most.")
    press("o")
    expect(caption).to_contain_text("3 is worth +2")
    press("c")
    expect(caption).to_have_text("There is no further cut.")
    press("End")
    expect(caption).to_have_text(said[-1])
    press("?")
    help = here.page.locator(".help:visible")
    for words in ("step back or forward", "next cut", "next better choice", "step over", "go to a step", "analyse"):
        expect(help).to_contain_text(words)
    press("?")
    here.page.locator(".stepper select").select_option("0.03")
    press("Home")
    here.page.locator("h1").click()
    press("p")
    at(here, len(said))
    assert here.serious() == []


def test_a_choice_of_uct_can_be_checked_and_its_playout_is_on_the_board(window):
    run = RUNS["uct"]
    events = events_of(run)
    tree, step = Tree(), 0
    for number, event in enumerate(events, 1):
        tree.feed(event)
        if isinstance(event, Select) and event.parent == 0 and number > 200:
            step = number
            break
    here = window()
    here.open(address(run, step=step))
    at(here, step)
    table = here.page.locator(".child-table")
    expect(table).to_contain_text("The choice: the highest bound")
    rows = [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]
    wanted = [
        [
            bound.child.name,
            str(bound.child.visits),
            f"{bound.mean:+.2f}",
            f"+ {bound.bonus:.2f}",
            f"= {bound.bound:+.2f}",
        ]
        for bound in tree.nodes[0].bounds(run["c"])
    ]
    assert rows == wanted
    assert tree.current is not None
    expect(table.locator("tr.best th")).to_have_text(tree.current.name)
    later, playout = next((n, e) for n, e in enumerate(events, 1) if n > step and isinstance(e, Playout) and e.moves)
    go_to(here, later)
    expect(here.board.locator(".ghost.numbered")).to_have_count(len(playout.moves))


def test_a_monte_carlo_search_ends_with_its_choice(window):
    here = window()
    here.open(address(RUNS["montecarlo"]))
    expect(here.page.locator(".result")).to_contain_text("chooses")
    expect(here.page.locator(".chosen")).to_be_empty()
    here.page.keyboard.press("End")
    expect(here.page.locator(".chosen")).to_have_text(re.compile(r"over and chooses \d: it has the highest mean\."))
    here.page.keyboard.press("ArrowLeft")
    expect(here.page.locator(".chosen")).to_be_empty()


def test_a_leaf_says_why_it_is_worth_that(window):
    run = RUNS["alphabeta"]
    events = events_of(run)
    board = board_of(run)
    assert isinstance(board, GridBoard)
    tree = Tree()
    for step, event in enumerate(events, 1):
        tree.feed(event)
        node = tree.nodes[event.node]
        if step > 40 and node.is_leaf and node.best is not None and abs(node.best) > 50:
            break
    found = parts(EVALUATORS["segments"], node.board, Side.FIRST)
    here = window()
    here.open(address(run, step=step))
    expect(here.page.locator(".leaf-parts")).to_contain_text(f"Together {node.best:+.0f}.")
    expect(here.board.locator(".part")).to_have_count(len([part for part in found if part.cells]))
    first = here.page.locator(".leaf-parts button").first
    expect(first).to_contain_text("(3 stones)")
    first.focus()
    expect(here.board.locator(".part.alone")).not_to_have_count(0)
    assert here.serious() == []
    # Another node takes the lines off the board.
    here.page.keyboard.press("Home")
    expect(here.board.locator(".part")).to_have_count(0)


def test_a_node_is_picked_and_left_again(window):
    here = window()
    here.open(address(RUNS["alphabeta"], step=61))
    at(here, 61)
    before = shown(here)
    here.page.locator(".way button").nth(1).click()
    expect(here.page.locator(".way li")).to_have_count(2)
    expect(here.page.get_by_role("button", name="Back to the current node")).to_be_visible()
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".row.picked")).to_be_hidden()
    assert shown(here) == before
    here.page.locator(".way button").nth(1).click()
    here.page.get_by_role("button", name="Go to the step that looks at it").click()
    at(here, 2)


@pytest.mark.soak  # 400,000 steps; test_think_session.py has a smaller limit
def test_a_tree_too_large_to_keep_says_so(window):
    here = window()
    here.open("/think?search=minimax&depth=4&rules=gomoku&position=h8")
    expect(here.page.locator(".caption")).to_contain_text("The search begins")
    here.page.keyboard.press("End")
    expect(here.page.locator(".note.warn")).to_be_visible()
    expect(here.page.locator(".note.warn")).not_to_be_empty()
    expect(here.page.locator(".caption")).not_to_contain_text(re.compile("The search begins|Waiting"))
    expect(here.page.locator(".result")).not_to_contain_text("chooses")


@pytest.mark.parametrize(("language", "phone"), [("en", True), ("ko", False), ("zh_CN", True)])
def test_everybody_can_use_it(window, language, phone):
    here = window(language, phone=phone, color_scheme="dark" if phone else "light")
    runs: list[tuple[str, int, dict[str, str]]] = [
        *((run, step, {}) for run, step in (("alphabeta", 45), ("uct", 250), ("nim", 12), ("tree", 20))),
        ("tree", 20, {"against": "minimax"}),
    ]
    for run, step, more in runs:
        here.open(address(RUNS[run], step=step, **more))
        expect(here.page.locator(".stepper input:not(.scrub)")).to_have_value(str(step))
        expect(here.page.locator(".caption")).not_to_be_empty()
        expect(here.page.locator(".tree-area:visible .node.now")).to_have_count(1 + len(more))
        assert here.sideways() == 0
        assert here.serious() == []
        if phone:
            assert here.page.evaluate(OUT_OF_SIGHT) == []
            assert here.page.evaluate(TOO_SMALL) == []
