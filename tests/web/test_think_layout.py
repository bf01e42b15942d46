"""The layout of search trees, in Node: what steps leave of it is what a new layout of the same tree would be."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.grid import GridBoard
from tests.web.think_runs import run_in_node, sent

pytestmark = pytest.mark.needs("node")

BOARD = GridBoard.from_moves("4453")
SMALL = GridBoard.from_moves("b2 a1 c1", "tictactoe")
GOMOKU = GridBoard.from_moves("h8", "gomoku")
SEARCHES: dict[str, tuple[str, GridBoard, dict[str, Any]]] = {
    "minimax": ("minimax", SMALL, {"depth": 3}),
    "alphabeta": ("alphabeta", BOARD, {"depth": 4, "evaluator": "segments"}),
    "uct": ("uct", BOARD, {"playouts": 150}),
    "many moves": ("uct", GOMOKU, {"playouts": 260}),
}
EVERYTHING = "{ left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }"

VISITS = f"""
  const {{ Steps }} = await import(`${{PAGE}}/think/steps.js`);
  const {{ TreeLayout, REST, SKIPPED }} = await import(`${{PAGE}}/think/tree-layout.js`);
  const shown = (layout, view = {EVERYTHING}) => {{
    const items = [];
    layout.visit(view, 0, (slot, x, y, parent, parentY, part) => {{
      if (part === "card") items.push([slot, x, Math.round(1e6 * y) / 1e6, parent]);
    }});
    return items;
  }};
  const steps = new Steps();
  steps.append(given.events);
"""


def run(script: str, **given: Any) -> Any:
    return run_in_node(VISITS + script, given)


@pytest.fixture(scope="module", params=SEARCHES)
def events(request: pytest.FixtureRequest) -> list[list[Any]]:
    search, board, options = SEARCHES[request.param]
    return sent(search, board, **options)


@pytest.mark.parametrize("unfolding", ["deciding", "cuts", "everything"])
def test_steps_leave_the_layout_that_a_new_one_would_have(events, unfolding):
    chance = random.Random(unfolding)
    places = [0]
    for _ in range(60):
        near = places[-1] + chance.choice([1, 1, 1, -1, 2, 7, -5])
        places.append(max(0, min(len(events), chance.choice([near, near, near, chance.randrange(len(events))]))))
    different = run(
        """
        const kept = new TreeLayout(steps);
        kept.unfolding = given.unfolding;
        steps.onChange((changed) => kept.update(changed));
        const different = [];
        for (const place of given.places) {
          steps.goTo(place);
          const fresh = new TreeLayout(steps);
          fresh.unfolding = given.unfolding;
          fresh.update(null);
          if (JSON.stringify(shown(kept)) !== JSON.stringify(shown(fresh))) different.push(place);
        }
        console.log(JSON.stringify(different));
        """,
        events=events,
        places=places,
        unfolding=unfolding,
    )
    assert different == []


@pytest.mark.parametrize("unfolding", ["deciding", "cuts", "everything"])
def test_every_node_is_shown_or_counted_and_none_lies_on_another(events, unfolding):
    found = run(
        """
        const layout = new TreeLayout(steps);
        layout.unfolding = given.unfolding;
        const found = [];
        for (const share of [0.1, 0.5, 1]) {
          steps.goTo(Math.round(share * steps.count));
          layout.update(null);
          const items = shown(layout);
          let count = 0;
          for (const [slot, , , parent] of items) {
            count += slot >= 0 ? 1 + layout.folded(slot) : slot === REST ? layout.rest(parent) : 0;
          }
          const rows = items.map(([slot, x, y]) => [x, y, slot >= 0 ? layout.sizes.card : layout.sizes.line]);
          rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
          const overlaps = rows.filter(([x, y, height], index) => {
            const [before, above, size] = rows[index - 1] ?? [];
            return before === x && y - above < (height + size) / 2 - 1e-3;
          });
          const skipped = items.filter(([slot]) => slot === SKIPPED).map(([, , , parent]) => parent);
          const path = layout.path.every((node) => items.some(([slot]) => slot === node));
          const best = layout.best.every((node) => items.some(([slot]) => slot === node));
          found.push({ count, size: steps.tree.size, overlaps, path, best,
            isCut: skipped.every((node) => steps.tree.cut[node]), shown: items.length });
        }
        console.log(JSON.stringify(found));
        """,
        events=events,
        unfolding=unfolding,
    )
    for each in found:
        assert each["count"] == each["size"]
        assert each["overlaps"] == []
        assert (each["path"], each["best"], each["isCut"]) == (True, True, True)
    if unfolding == "everything":
        assert found[-1]["shown"] >= found[-1]["size"]


def test_only_what_is_seen_is_visited(events):
    found = run(
        """
        const layout = new TreeLayout(steps);
        layout.unfolding = "everything";
        steps.goTo(steps.count);
        layout.update(null);
        const view = { left: 100, top: -300, right: 900, bottom: 300 };
        const seen = shown(layout, view);
        const whole = shown(layout).filter(([, x, y]) =>
          x + layout.card.width > view.left && x < view.right &&
          Math.abs(y) < 300 - layout.sizes.card / 2);
        const keys = new Set(seen.map(String));
        console.log(JSON.stringify({ missing: whole.filter((item) => !keys.has(String(item))).length,
          seen: seen.length, all: shown(layout).length }));
        """,
        events=events,
    )
    assert found["missing"] == 0
    assert found["seen"] < min(found["all"], 130)


def test_what_the_reader_folds_and_reveals_stays_so():
    found = run(
        """
        const layout = new TreeLayout(steps);
        steps.onChange((changed) => layout.update(changed));
        steps.goTo(steps.count - 1);
        const { tree } = steps;
        const hidden = Array.from({ length: tree.size }, (_, node) => node).find((node) =>
          layout.placeOf(node).node !== node);
        const stood = layout.placeOf(hidden).node;
        layout.reveal(hidden);
        const revealed = layout.placeOf(hidden).node;
        steps.goTo(steps.count);
        const later = layout.placeOf(hidden).node;
        layout.toggle(tree.root);
        console.log(JSON.stringify({ hidden, stood, revealed, later, folded: layout.folded(tree.root),
          shown: shown(layout).length, size: tree.size }));
        """,
        events=sent("alphabeta", BOARD, depth=4, evaluator="segments"),
    )
    assert found["stood"] != found["hidden"]
    assert found["revealed"] == found["later"] == found["hidden"]
    assert found["folded"] == found["size"] - 1
    assert found["shown"] == 1
