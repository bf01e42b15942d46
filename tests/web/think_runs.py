"""Recorded searches, as the page gets them, and the page's modules in Node."""

from __future__ import annotations

import json
import math
import subprocess
from typing import Any

from plyground.board import Board, Event, Outcome
from plyground.learn import Tree, choose_search
from plyground.web.serving.page_files import PAGE
from plyground.web.think.encoding import StepEncoder
from tests.waiting import CancelAfter

PICTURE = """
  const shown = (value) => (value === Infinity ? "inf" : value === -Infinity ? "-inf" : value);
  const NAMES = ["parent", "move", "children", "depth", "maximizing", "outcome", "isLeaf", "madeAt", "enteredAlpha",
    "enteredBeta", "alpha", "beta", "best", "bestMove", "value", "cut", "lookup", "visits", "total", "score",
    "playout"];
  const picture = ({ tree, at }) => JSON.parse(JSON.stringify({
    at, size: tree.size, roots: tree.roots, root: tree.root, current: tree.current, counts: tree.counts,
    iterations: tree.iterations,
    ...Object.fromEntries(NAMES.map((name) => [name, tree[name].slice(0, tree.size).map(shown)])),
    relation: Array.from({ length: tree.size }, (_, node) => tree.relation(node)),
    toCome: Array.from({ length: tree.size }, (_, node) => tree.toCome(node)),
  }));
"""
"""JavaScript. `picture(steps)`: all that the page knows of the tree."""

STEPS = "const { Steps } = await import(`${PAGE}/think/steps.js`);" + PICTURE

OUTCOMES = [Outcome.OPEN, Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]


def recorded(search: str, board: Board, **options: Any) -> list[Event]:
    """All events of a search, in order."""
    events: list[Event] = []
    choose_search(search, board, **options).search(events.append, CancelAfter(10**9))
    return events


def on_the_wire(events: list[Event], board: Board) -> list[list[Any]]:
    """The events as the server sends them."""
    encoder = StepEncoder(board)
    return [encoder.encode(event) for event in events]


def sent(search: str, board: Board, **options: Any) -> list[list[Any]]:
    """All steps of a search, as the server sends them."""
    return on_the_wire(recorded(search, board, **options), board)


def run_in_node(script: str, given: object) -> Any:
    """What a script logs that reads `given`, and imports modules of the page from `PAGE`."""
    head = f"""
      const PAGE = {json.dumps(PAGE.as_uri())};
      let text = "";
      for await (const part of process.stdin) text += part;
      const given = JSON.parse(text);
    """
    ended = subprocess.run(
        ["node", "--input-type=module", "-e", head + script],
        input=json.dumps(given),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def _value(number: float | None) -> float | str | None:
    return number if number is None or math.isfinite(number) else "inf" if number > 0 else "-inf"


def picture(tree: Tree) -> dict[str, Any]:
    """The library's own tree in the arrays of the page."""
    nodes = [tree.nodes[number] for number in sorted(tree.nodes)]

    def name(node: Any, move: Any) -> str | None:
        return None if move is None else node.board.move_name(move)

    return {
        "size": len(nodes),
        "root": tree.root.number if tree.root else None,
        "current": tree.current.number if tree.current else None,
        "parent": [node.parent.number if node.parent else None for node in nodes],
        "move": [node.name or None for node in nodes],
        "children": [[child.number for child in node.children] for node in nodes],
        "outcome": [OUTCOMES.index(node.board.outcome) for node in nodes],
        "enteredAlpha": [_value(node.entered_alpha) for node in nodes],
        "enteredBeta": [_value(node.entered_beta) for node in nodes],
        "alpha": [_value(node.alpha) for node in nodes],
        "beta": [_value(node.beta) for node in nodes],
        "best": [_value(node.best) for node in nodes],
        "bestMove": [name(node, node.best_move) for node in nodes],
        "value": [_value(node.value) for node in nodes],
        "visits": [node.visits for node in nodes],
        "total": [node.total for node in nodes],
        "score": [node.score for node in nodes],
        "relation": [node.relation for node in nodes],
    }
