"""The pictures of a search tree in a real browser: cuts, folds, large trees, files, comparisons."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from plyground.board import Cut, Enter, Leave
from plyground.grid import GridBoard
from plyground.learn import NumberTree
from plyground.search import alphabeta
from tests.web.browsing import Window
from tests.web.think_runs import recorded

pytestmark = pytest.mark.needs("chromium")

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
LAST = 10**6

# A search without values, as large as asked for: seven moves everywhere.
LARGE = """
  const file = document.querySelector("script[type=module]").src.replace("index.js", "think.js");
  const { think_steps: { Steps }, think_tree_view: { TreeView } } = await import(file);
  const events = [];
  let count = 0;
  const enter = (parent, move, depth) => {
    const node = count++;
    const moves = depth ? ["1", "2", "3", "4", "5", "6", "7"] : null;
    events.push(["enter", node, parent, move, depth, depth % 2, null, null, 0, moves]);
    for (const each of moves ?? []) enter(node, each, depth - 1);
    if (!depth) events.push(["evaluate", node, (node * 7919) % 101]);
    events.push(["leave", node, (node * 7919) % 101]);
  };
  enter(null, null, DEPTH);
  const steps = new Steps();
  steps.append(events);
  const host = document.querySelector(".tree-host");
  const view = new TreeView(host, { steps });
"""


def opened(window: Window, step: int = LAST, **query: object) -> Window:
    window.open(f"/think?{urlencode({'position': TREE, **query, 'step': step})}")
    expect(window.page.locator(".tree-area").first.locator(".node.now")).to_have_count(1)
    return window


def on_a_large_tree(window: Window, script: str, depth: int = 6) -> object:
    return window.page.evaluate(f"async () => {{ {LARGE.replace('DEPTH', str(depth))} {script} }}")


def test_a_cut_is_drawn_with_its_reason_and_the_moves_that_it_skipped(window):
    here = opened(window(), search="alphabeta")
    cut = here.page.locator(".tree-area .node.cut").first
    expect(cut.locator(".detail")).to_have_text("✕ β +2 ≤ α +3")
    expect(cut.locator(".worth")).to_have_text("≤ +2")
    skipped = here.page.locator(".tree-area .skipped")
    expect(skipped).to_have_count(1)
    expect(skipped.locator(".moves")).to_have_text("2 3")
    expect(here.page.locator(".tree-legend")).to_contain_text("cut: not looked at")
    # Who chooses differs by shape; the best line ends in the leaf 3.
    expect(here.page.locator(".node .shape.solid").first).to_be_visible()
    expect(here.page.locator(".tree-area .node.best .worth")).to_have_text(["+3", "+3", "+3"])
    assert here.serious() == []


def test_the_tree_goes_with_the_steps_and_back(window):
    here = opened(window(), step=1, search="minimax")
    events = recorded("minimax", NumberTree.parse(TREE))
    for step in (1, 5, 12, 31, 12, 2):
        here.page.get_by_label("Go to step").fill(str(step))
        here.page.keyboard.press("Enter")
        size = sum(1 for event in events[:step] if isinstance(event, Enter))
        expect(here.page.locator(".tree-area .node")).to_have_count(size)


def test_a_large_search_is_folded_and_says_how_much_it_hides(window):
    here = opened(window(), search="minimax", depth=4, rules="cfour", position="4453")
    expect(here.page.locator(".result")).to_contain_text("nodes")
    board = GridBoard.from_moves("4453")
    size = sum(1 for event in recorded("minimax", board, depth=4) if isinstance(event, Enter))
    here.page.get_by_role("button", name="Whole tree").click()
    # The tree is drawn with the next frame.
    counts = here.page.evaluate(
        """async () => {
          await new Promise(requestAnimationFrame);
          const cards = document.querySelectorAll(".tree-area .node").length;
          const titles = [...document.querySelectorAll(".tree-area .fold title")].map((each) => each.textContent);
          return [cards, titles.map((text) => Number(text.replace(/[^0-9]/g, "")))];
        }"""
    )
    assert counts[0] + sum(counts[1]) == size
    assert counts[0] < 60
    # One press shows the children of a folded node.
    here.page.locator(".tree-area .fold:not(.open)").first.click()
    here.page.get_by_role("button", name="Whole tree").click()
    expect(here.page.locator(".tree-area .node")).to_have_count(counts[0] + 7)


def test_a_tree_of_100000_nodes_draws_only_what_is_seen(window):
    here = opened(window(), search="minimax")
    found = on_a_large_tree(
        here,
        """
        steps.goTo(steps.count - 5);
        view.draw();
        const folded = view.drawing;
        view.layout.unfolding = "everything";
        view.draw();
        const unfolded = view.drawing;
        view.fit();
        view.draw();
        const whole = view.drawing;
        return { size: steps.tree.size, folded, unfolded, whole };
        """,
    )
    assert isinstance(found, dict)
    assert found["size"] > 130_000
    for name in ("folded", "unfolded"):
        assert not found[name]["canvas"]
        assert found[name]["elements"] < 2_000, name
    assert found["whole"]["canvas"]
    assert found["whole"]["elements"] < 10
    assert found["whole"]["drawn"] < 5_000


def test_the_keyboard_walks_the_tree_and_the_stepper_keeps_its_keys_elsewhere(window):
    here = opened(window(), step=31, search="alphabeta")
    tree = here.page.get_by_role("tree", name="Search tree")
    tree.focus()
    selected = here.page.locator("[role=treeitem][aria-selected=true]")
    expect(selected).to_contain_text("start")
    for key, text in (
        ("ArrowRight", "1, takes the lowest"),
        ("ArrowDown", "1, leaf"),
        ("ArrowLeft", "takes the lowest"),
    ):
        here.page.keyboard.press(key)
        expect(selected).to_contain_text(text)
    expect(here.page.locator(".stepper .scrub")).to_have_value("31")
    expect(here.page.locator(".tree-area .node.picked .move")).to_have_text("1")
    here.page.keyboard.press("End")
    expect(selected).to_contain_text("leaf")
    here.page.keyboard.press("Home")
    here.page.keyboard.press("ArrowRight")
    here.page.keyboard.press("ArrowLeft")
    assert here.serious() == []
    tree.blur()
    here.page.keyboard.press("ArrowLeft")
    expect(here.page.locator(".stepper .scrub")).to_have_value("30")


def saved(here: Window, button: str, folder: Path) -> str:
    if not here.page.get_by_role("button", name=button).is_visible():
        here.page.get_by_text("Export the tree").click()
    with here.page.expect_download() as download:
        here.page.get_by_role("button", name=button).click()
    download.value.save_as(folder / "file")
    return (folder / "file").read_text("utf-8")


def test_the_tree_is_saved_as_a_picture_and_as_data(window, tmp_path):
    here = opened(window(), search="alphabeta", depth=3, rules="tictactoe", position="b2 a1", evaluator="segments")
    expect(here.page.locator(".result")).to_contain_text("nodes")
    root = ElementTree.fromstring(saved(here, "Picture (SVG)", tmp_path))
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    shown = here.page.evaluate("document.querySelectorAll('.tree-area .node').length")
    cards = [each for each in root.iter(f"{space}g") if "node" in each.get("class", "").split()]
    assert len(cards) >= shown
    assert all(each.get("fill", "").startswith(("rgb", "none", "color")) for each in root.iter(f"{space}rect"))
    data = json.loads(saved(here, "Data (JSON)", tmp_path))
    board = GridBoard.from_moves("b2 a1", "tictactoe")
    events = recorded("alphabeta", board, depth=3, evaluator="segments")
    entered = [event for event in events if isinstance(event, Enter)]
    values = {event.node: event.value for event in events if isinstance(event, Leave)}
    cuts = {event.node for event in events if isinstance(event, Cut)}
    assert [(node["node"], node["parent"]) for node in data["nodes"]] == [(each.node, each.parent) for each in entered]
    assert {node["node"]: node["value"] for node in data["nodes"]} == values
    assert {node["node"] for node in data["nodes"] if node["cut"]} == cuts
    assert (data["search"], data["options"]["depth"]) == ("alphabeta", 3)
    assert data["step"] == data["steps"] == len(events)


def test_where_the_nodes_went(window):
    here = opened(window(), search="minimax")
    here.page.get_by_role("button", name="Where the nodes went").click()
    areas = here.page.locator(".treemap .area.move")
    expect(areas).to_have_count(3)
    expect(here.page.locator(".treemap-area li").first).to_have_text("1: 4 nodes (31%)")
    sizes = here.page.evaluate(
        """() => [...document.querySelectorAll(".treemap .area.move rect")].map((each) =>
          each.width.baseVal.value * each.height.baseVal.value)"""
    )
    assert max(sizes) < 1.1 * min(sizes)
    here.page.locator(".treemap .area.reply").nth(4).click()
    expect(here.page.get_by_role("list", name="The way to this node").locator("li")).to_have_count(3)
    here.page.get_by_role("button", name="Where the nodes went").click()
    expect(here.page.locator(".tree-area .node.picked")).to_have_count(1)


def test_two_searches_side_by_side(window):
    here = opened(window(), search="alphabeta", against="minimax")
    second = here.page.locator(".second-search")
    expect(second.locator(".node.now")).to_have_count(1)
    rows = here.page.locator(".comparison tr")
    expect(rows.filter(has_text="Nodes")).to_have_text("Nodes1113")
    expect(rows.filter(has_text="Cuts")).to_have_text("Cuts20")
    expect(rows.filter(has_text="Best line")).to_have_text("Best line1 11 1")
    expect(here.page.locator(".comparison p").first).to_have_text("Both choose 1.")
    # Alpha-beta never saw two leaves.
    expect(here.page.locator(".comparison")).to_contain_text("The first search never came to 2 nodes of the second")
    expect(second.locator(".node.foreign .worth")).to_have_text(["+4", "+6"])
    # In step with the first search, after as many nodes, and after as much work.
    here.page.get_by_label("Go to step").fill("10")
    here.page.keyboard.press("Enter")
    expect(rows.filter(has_text="Steps")).to_have_text("Steps10 / 3110 / 35")
    here.page.get_by_label("How the second search goes along").select_option("nodes")
    here.page.get_by_label("Go to step").fill("31")
    here.page.keyboard.press("Enter")
    expect(rows.filter(has_text="Nodes")).to_have_text("Nodes1111")
    here.page.get_by_label("How the second search goes along").select_option("moves")
    expect(rows.filter(has_text="Moves made")).to_have_text("Moves made1010")
    here.page.wait_for_url("**against=minimax**")
    assert here.serious() == []
    second.get_by_role("button", name="Close").click()
    expect(second).to_be_hidden()
    here.page.wait_for_url(lambda url: "against" not in url)


def test_what_each_depth_chooses_beside_the_exact_value(window):
    here = opened(window(), search="alphabeta", depth=2, rules="tictactoe", position="b2 a1 c1")
    here.page.get_by_text("What each depth chooses").click()
    table = here.page.locator(".depths table")
    expect(table.locator("thead th").last).to_have_text("exact")
    expect(table.locator("thead th")).to_have_count(8)
    board = GridBoard.from_moves("b2 a1 c1", "tictactoe")
    for depth in (1, 4):
        chosen = board.move_name(alphabeta(board, depth).move)
        expect(table.locator("tbody tr").first.locator("td").nth(depth - 1)).to_contain_text(chosen)
    expect(table.locator("tbody tr").first.locator("td").last).to_have_text("a3")
    expect(table.locator(".right, .wrong").first).to_be_visible()


def test_a_tree_of_numbers_is_that_of_the_library(window):
    here = opened(window(), search="alphabeta")
    decision = alphabeta(NumberTree.parse(TREE), 3)
    expect(here.page.locator(".tree-area .node").first.locator(".worth")).to_have_text(f"+{decision.value:g}")
