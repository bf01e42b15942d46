"""A tree that is saved as JSON on the page is the library's own."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from plyground.learn import Node, Tree, choose_search, read_board
from tests.waiting import PATIENCE, wait_until
from tests.web.think_runs import on_the_wire, recorded, run_in_node

SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("tictactoe: b2 a1", {"search": "minimax", "depth": 3}),
    ("4453", {"search": "alphabeta", "depth": 3, "evaluator": "segments"}),
    ("4453", {"search": "alphabeta", "depth": 4, "order": "centre", "table": True}),
    ("tictactoe: b2", {"search": "deepening", "depth": 3, "table": True}),
    ("44", {"search": "montecarlo", "playouts": 3}),
    ("44", {"search": "uct", "playouts": 120}),
    ("nim 1 2 2", {"search": "alphabeta", "depth": 6}),
    ("[[3,12,8],[2,4,6],[14,5,2]]", {"search": "alphabeta", "depth": 2}),
]


def value(number: float | None) -> float | str | None:
    return number if number is None or math.isfinite(number) else "inf" if number > 0 else "-inf"


def node_data(node: Node, is_monte_carlo: bool) -> dict[str, Any]:
    common = {
        "node": node.number,
        "parent": None if node.parent is None else node.parent.number,
        "move": node.name or None,
        "outcome": node.board.outcome.value,
    }
    if is_monte_carlo:
        return common | {"visits": node.visits, "total": node.total}
    names = node.board.move_name
    cut, lookup = node.cut, node.lookup
    return common | {
        "depth": node.depth,
        "maximizing": node.maximizing,
        "leaf": node.is_leaf,
        "alpha": value(node.alpha),
        "beta": value(node.beta),
        "value": value(node.value),
        "relation": node.relation,
        "best": None if node.best_move is None else names(node.best_move),
        "cut": cut
        and {"alpha": value(cut.alpha), "beta": value(cut.beta), "skipped": [names(move) for move in cut.skipped]},
        "lookup": lookup and {"value": value(lookup.value), "bound": lookup.bound},
    }


def tree_data(tree: Tree) -> dict[str, Any]:
    """What the page is expected to save, from the library's tree."""
    nodes = [tree.nodes[number] for number in sorted(tree.nodes)]
    return {
        "root": tree.root.number if tree.root else None,
        "nodes": [node_data(node, tree.is_monte_carlo) for node in nodes],
    }


@pytest.mark.needs("node")
@pytest.mark.parametrize(("position", "options"), SEARCHES)
def test_the_saved_tree_is_the_librarys_own(position, options):
    board = read_board(position)
    events = recorded(board=board, **options)
    draw = random.Random(3)
    at = sorted({1, len(events), *(draw.randrange(1, len(events)) for _ in range(8))})
    script = """
      const { Steps } = await import(`${PAGE}/think/steps.js`);
      const { treeData, jsonText } = await import(`${PAGE}/think/tree-export.js`);
      const steps = new Steps();
      steps.append(given.events);
      const saved = given.at.map((step) => { steps.goTo(step); return jsonText(treeData(steps, { search: "x" })); });
      console.log(JSON.stringify(saved));
    """
    saved = run_in_node(script, {"events": on_the_wire(events, board), "at": at})
    tree, fed = Tree(), 0
    for step, text in zip(at, saved, strict=True):
        for event in events[fed:step]:
            tree.feed(event)
        fed = step
        assert json.loads(text) == {"search": "x", "step": step, "steps": len(events), **tree_data(tree)}


@pytest.mark.parametrize("search", ["alphabeta", "uct"])
def test_a_file_saved_in_the_browser(window, search):
    """The whole way: the server's steps, the page's tree, the file."""
    options: dict[str, Any] = {"depth": 3} if search == "alphabeta" else {"playouts": 60}
    board = read_board("4453")
    events = recorded(search, board, **options)
    query = "&".join(f"{name}={given}" for name, given in options.items())
    here = window()
    here.open(f"/think?search={search}&{query}&rules=cfour&position=4453")
    page = here.page
    page.locator(".tree-host svg").first.wait_for(timeout=PATIENCE * 1000)
    page.locator("details.export > summary").click()
    data: dict[str, Any] = {}

    def is_whole() -> bool:
        page.keyboard.press("End")
        with page.expect_download() as download:
            page.get_by_role("button", name="Data (JSON)").click()
        data.update(json.loads(download.value.path().read_text()))
        return bool(data["step"] == len(events))

    assert wait_until(is_whole)
    assert (data["search"], data["game"]) == (search, {"kind": "grid", "name": "cfour"})
    assert data["options"] == dict(choose_search(search, board, **options).options)
    tree = Tree()
    for event in events:
        tree.feed(event)
    assert {"root": data["root"], "nodes": data["nodes"]} == tree_data(tree)
