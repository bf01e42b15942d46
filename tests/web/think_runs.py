"""Recorded searches, as the page gets them."""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

from plyground.board import (
    Backup,
    Cut,
    Decision,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Listener,
    Lookup,
    Move,
    Outcome,
    Playout,
    Select,
)
from plyground.learn import Tree
from plyground.web.serving.page_files import PAGE

OUTCOMES = [Outcome.OPEN, Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]


def recorded(search: Callable[[Listener], Decision]) -> list[Event]:
    """All events of a search, in order."""
    events: list[Event] = []
    search(events.append)
    return events


def on_the_wire(events: list[Event]) -> list[list[Any]]:
    """The events as the server sends them."""
    tree = Tree()
    sent = []
    for event in events:
        tree.feed(event)
        sent.append(["deepen", event.node, event.depth] if isinstance(event, Deepen) else _sent(event, tree))
    return sent


def _sent(event: Event, tree: Tree) -> list[Any]:
    node = tree.nodes[event.node]
    match event:
        case Enter(number, parent, _, board, depth, maximizing, alpha, beta):
            made = ["enter", number, parent, node.name or None, depth, int(maximizing), _value(alpha), _value(beta)]
            legal = None if node.is_leaf else _names(board, board.legal_moves)
            return [*made, OUTCOMES.index(board.outcome), *([legal] if legal else [])]
        case Evaluate(number, value):
            return ["evaluate", number, _value(value)]
        case Lookup(number, value, bound):
            return ["lookup", number, _value(value), bound]
        case Cut(number, alpha, beta, skipped):
            return ["cut", number, _value(alpha), _value(beta), _names(node.board, skipped)]
        case Leave(number, value):
            return ["leave", number, _value(value)]
        case Expand(number, parent, _, board, visits, total):
            return ["expand", number, parent, node.name or None, visits, total, OUTCOMES.index(board.outcome)]
        case Select(number, parent, _, score):
            return ["select", number, parent, node.name, score]
        case Playout(number, moves, value):
            return ["playout", number, _names(node.board, moves), value]
        case Backup(number, value, visits, total):
            return ["backup", number, value, visits, total]
    raise ValueError(event)


def _names(board: Any, moves: Sequence[Move]) -> list[str]:
    return [board.move_name(move) for move in moves]


def _value(value: float | None) -> float | str | None:
    return value if value is None or math.isfinite(value) else "inf" if value > 0 else "-inf"


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
