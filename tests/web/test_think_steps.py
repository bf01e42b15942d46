"""The steps of a search on the page, in Node: the tree after any number of them is that of the library."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from plyground.board import Board, Event
from plyground.grid import GridBoard
from plyground.learn import Tree, read_board
from tests.web.think_runs import STEPS, on_the_wire, picture, recorded, run_in_node

pytestmark = pytest.mark.needs("node")

BOARD = GridBoard.from_moves("4453")
SMALL = GridBoard.from_moves("b2 a1 c1", "tictactoe")
SEARCHES: dict[str, tuple[str, Board, dict[str, Any]]] = {
    "minimax": ("minimax", SMALL, {"depth": 4}),
    "alphabeta": ("alphabeta", BOARD, {"depth": 4, "evaluator": "segments"}),
    "table": ("alphabeta", SMALL, {"depth": 6, "table": True, "order": "centre"}),
    "deepening": ("deepening", BOARD, {"depth": 3, "evaluator": "segments", "table": True}),
    "montecarlo": ("montecarlo", BOARD, {"playouts": 4, "seed": 1}),
    "uct": ("uct", BOARD, {"playouts": 150}),
    "nim": ("alphabeta", read_board("nim 1 2 3"), {"depth": 8}),
    "tree": ("alphabeta", read_board("[[3,12,8],[2,4,6],[14,5,2]]"), {"depth": 3}),
}


def run_of(name: str) -> tuple[list[Event], list[list[Any]]]:
    """The events of a search, and what the page gets of them."""
    search, board, options = SEARCHES[name]
    events = recorded(search, board, **options)
    return events, on_the_wire(events, board)


@pytest.mark.parametrize("name", SEARCHES)
def test_after_every_step_the_tree_is_that_of_the_library(name):
    events, wire = run_of(name)
    chosen = random.Random(1)
    at = sorted({1, 2, len(events), *(chosen.randrange(len(events) + 1) for _ in range(25))})
    script = """
      const steps = new Steps();
      for (let from = 0; from < given.events.length; from += 100) steps.append(given.events.slice(from, from + 100));
      console.log(JSON.stringify(given.at.map((step) => { steps.goTo(step); return picture(steps); })));
    """
    shown = run_in_node(STEPS + script, {"events": wire, "at": at})
    tree, fed = Tree(), 0
    for step, there in zip(at, shown, strict=True):
        for event in events[fed:step]:
            tree.feed(event)
        fed = step
        here = picture(tree)
        assert {key: there[key] for key in here} == here
        counts = vars(tree.counts)
        assert {key: there["counts"][key] for key in counts} == counts
        if not tree.is_monte_carlo:
            nodes = [tree.nodes[number] for number in sorted(tree.nodes)]
            assert there["toCome"] == [[node.board.move_name(move) for move in node.to_come] for node in nodes]


@pytest.mark.parametrize("name", SEARCHES)
def test_stepping_back_and_forth_ends_in_the_same_picture(name):
    events = run_of(name)[1]
    chosen = random.Random(2)
    jumps = [chosen.randrange(len(events) + 1) for _ in range(60)]
    script = """
      const there = new Steps();
      there.append(structuredClone(given.events));
      const wrong = [];
      for (const step of [given.events.length, 0, given.events.length, ...given.jumps]) {
        const changes = [];
        there.goTo(step);
        const fresh = new Steps();
        fresh.append(structuredClone(given.events));
        fresh.goTo(step);
        if (JSON.stringify(picture(there)) !== JSON.stringify(picture(fresh))) wrong.push(step);
      }
      console.log(JSON.stringify(wrong));
    """
    assert run_in_node(STEPS + script, {"events": events, "jumps": jumps}) == []


@pytest.mark.parametrize("name", SEARCHES)
def test_listeners_hear_of_every_node_that_has_changed(name):
    events = run_of(name)[1]
    script = """
      const steps = new Steps();
      steps.append(given);
      let heard = null;
      steps.onChange((changed) => { heard = changed; });
      const row = (all, node) => JSON.stringify(NAMES.map((name) => all[name][node] ?? null));
      const wrong = [];
      let before = picture(steps);
      for (const step of [...given.keys(), 3, 20, 7, 25]) {
        steps.goTo(step);
        const now = picture(steps);
        for (let node = 0; node < Math.max(now.size, before.size); node += 1) {
          if (row(now, node) !== row(before, node) && !heard.has(node)) wrong.push([step, node]);
        }
        before = now;
      }
      console.log(JSON.stringify(wrong));
    """
    assert run_in_node(STEPS + script, events[:300]) == []


def test_the_next_cut_the_next_better_choice_and_the_end_of_a_subtree():
    events, wire = run_of("alphabeta")
    script = """
      const steps = new Steps();
      steps.append(given);
      const all = (next) => {
        const found = [];
        steps.goTo(0);
        while (steps[next] !== null) { found.push(steps[next]); steps.goTo(steps[next]); }
        return found;
      };
      const [cuts, improvements] = [all("nextCut"), all("nextImprovement")];
      const ends = [];
      for (let step = 1; step <= given.length; step += 1) {
        steps.goTo(step);
        if (steps.event[0] === "enter") ends.push([steps.tree.current, steps.endOfSubtree]);
      }
      console.log(JSON.stringify({ cuts, improvements, ends }));
    """
    found = run_in_node(STEPS + script, wire)
    assert found["cuts"] == [step for step, event in enumerate(wire, 1) if event[0] == "cut"]
    assert len(found["cuts"]) > 10
    better, tree = [], Tree()
    for step, event in enumerate(events, 1):
        before = tree.root.best if tree.root else None
        tree.feed(event)
        if tree.root and tree.root.best != before:
            better.append(step)
    assert found["improvements"] == better
    assert len(better) > 1
    ends = {event[1]: step for step, event in enumerate(wire, 1) if event[0] == "leave"}
    assert [end for _, end in found["ends"]] == [ends[node] for node, _ in found["ends"]]


@pytest.mark.parametrize("name", ["montecarlo", "uct"])
def test_the_choice_and_the_rounds_of_a_monte_carlo_search(name):
    events, wire = run_of(name)
    script = """
      const steps = new Steps();
      steps.append(given);
      const rounds = [];
      while (steps.endOfSubtree !== null) { rounds.push(steps.endOfSubtree); steps.goTo(steps.endOfSubtree); }
      console.log(JSON.stringify({ rounds, improvements: steps.improvements }));
    """
    found = run_in_node(STEPS + script, wire)
    rounds = [
        step
        for step, (event, after) in enumerate(itertools.pairwise(wire), 1)
        if event[0] == "backup" and after[0] != "backup"
    ]
    assert found["rounds"] == rounds
    leaders, leader, tree = [], None, Tree()
    for step, event in enumerate(events, 1):
        tree.feed(event)
        seen = [child for child in tree.nodes[0].children if child.visits]
        best = max(seen, key=lambda child: child.total / child.visits, default=None)
        if best is not leader:
            leader = best
            leaders.append(step)
    assert found["improvements"] == leaders
    assert len(leaders) > 1


def test_the_bounds_at_a_choice_of_uct_are_those_that_it_compared():
    script = """
      const steps = new Steps();
      steps.append(given);
      const chosen = [];
      given.forEach((event, index) => {
        if (event[0] !== "select") return;
        steps.goTo(index);
        const [, child, parent, , score] = event;
        const rows = steps.tree.bounds(parent, 0.7);
        const best = rows.reduce((first, second) => (second.bound > first.bound ? second : first));
        chosen.push([best.child === child, Math.abs(best.bound - score) < 1e-9,
          Math.abs(best.mean + best.bonus - best.bound) < 1e-9]);
      });
      console.log(JSON.stringify(chosen));
    """
    chosen = run_in_node(STEPS + script, run_of("uct")[1])
    assert len(chosen) > 100
    assert all(all(row) for row in chosen)
