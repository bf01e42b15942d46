"""Small searches for lessons: the tree that is searched, and what each step does to it."""

from __future__ import annotations

import math
import threading
from typing import Any
from urllib.parse import urlencode

from plyground.board import Board, Cut, Deepen, Event, Move, Side
from plyground.grid import GridBoard, has_letters, position_text
from plyground.learn import (
    Captions,
    Node,
    NumberTree,
    ShowTree,
    Tree,
    choose_search,
    read_board,
)
from plyground.texts import _, mean_text, number, signed
from plyground.web.learn.messages import NodeChange, TreeFigure, TreeNode, WalkStep

__all__ = ["walk"]

_INFINITY = "∞"
_MINUS = "−"


class _Signs:
    """The signs of the page."""

    infinity = _INFINITY
    minus = _MINUS
    less_equal = "≤"
    becomes = "→"
    ellipsis = "…"

    def stone(self, side: Side, board: Board) -> str:
        if not board.has_winners:
            return "Max" if side is Side.FIRST else "Min"
        if not isinstance(board, GridBoard):
            return _("First") if side is Side.FIRST else _("Second")
        if has_letters(board.rules):
            return "X" if side is Side.FIRST else "O"
        return _("Yellow") if side is Side.FIRST else _("Red")


def walk(shown: ShowTree) -> TreeFigure:
    """Runs the search of a lesson and keeps its steps."""
    query = dict(shown.query)
    start = int(query.pop("step", 0))
    options: dict[str, Any] = {name: query[name] for name in query if name not in ("search", "position", "rules")}
    rules = query.get("rules")
    board = read_board(str(query["position"]), None if rules is None else str(rules))
    chosen = choose_search(str(query["search"]), board, **options)
    tree = Tree()
    captions = Captions(tree, _Signs())
    steps: list[WalkStep] = []

    def listen(event: Event) -> None:
        tree.feed(event)
        steps.append(_step(tree, event, captions.explain(event)))

    chosen.search(listen, threading.Event())
    root = tree.root
    assert root is not None
    return TreeFigure(
        title=chosen.title,
        root=_grown(root) if tree.is_monte_carlo else _drawn(board, root.depth, "", ""),
        steps=steps,
        start=start,
        address=f"/think?{urlencode({**query, 'step': start})}",
    )


def _step(tree: Tree, event: Event, text: str) -> WalkStep:
    if isinstance(event, Deepen):
        return WalkStep(path="", text=text, changes=[], is_new_tree=True)
    node = tree.nodes[event.node]
    return WalkStep(path=_path(node), text=text, changes=_changes(tree, node, event))


def _path(node: Node) -> str:
    return "/".join(each.name for each in node.path[1:])


def _changes(tree: Tree, node: Node, event: Event) -> list[NodeChange]:
    """An event changes its node and what the node above has found so far."""
    changed = [node] if node.parent is None else [node, node.parent]
    changes = [_look(tree, each) for each in changed]
    if isinstance(event, Cut):
        names = [node.board.move_name(move) for move in event.skipped]
        changes += [
            NodeChange(path="/".join([*(each.name for each in node.path[1:]), name]), state="cut") for name in names
        ]
    return changes


def _look(tree: Tree, node: Node) -> NodeChange:
    if tree.is_monte_carlo:
        return NodeChange(
            path=_path(node),
            visits=node.visits,
            mean=None if node.mean is None else mean_text(node.mean).replace("-", _MINUS),
            state="open",
        )
    found = node.best if node.value is None else node.value
    return NodeChange(
        path=_path(node),
        value=None if found is None else _number(found, node.board),
        alpha=None if node.alpha is None else _number(node.alpha, node.board),
        beta=None if node.beta is None else _number(node.beta, node.board),
        state="open" if node.value is None else "done" if node.lookup is None else "known",
    )


def _number(value: float, board: Board) -> str:
    """In a tree of numbers as they were typed; elsewhere with its sign."""
    if math.isinf(value):
        return number(value, _INFINITY)
    if not isinstance(board, NumberTree):
        return signed(value)
    return number(int(value)) if value == int(value) else f"{value:g}"


def _drawn(board: Board, depth: int, path: str, name: str, *, maximizing: bool = True) -> TreeNode:
    """All that the search could look at, down to its depth."""
    is_leaf = depth == 0 or board.outcome.is_over
    moves: tuple[Move, ...] = () if is_leaf else tuple(board.legal_moves)
    return TreeNode(
        path=path,
        name=name,
        maximizing=None if is_leaf else maximizing,
        value=board.evaluate(Side.FIRST) if isinstance(board, NumberTree) and not board.branches else None,
        position=_rows(board),
        children=[
            _drawn(
                board.move(move),
                depth - 1,
                f"{path}/{board.move_name(move)}".lstrip("/"),
                board.move_name(move),
                maximizing=not maximizing,
            )
            for move in moves
        ],
    )


def _grown(node: Node) -> TreeNode:
    """The tree that a Monte Carlo search has grown in the end."""
    return TreeNode(
        path=_path(node),
        name=node.name,
        maximizing=None,
        position=_rows(node.board),
        children=[_grown(child) for child in node.children],
    )


def _rows(board: Board) -> str | None:
    if isinstance(board, GridBoard) and board.rules.cells <= 9:
        return position_text(board).split()[0]
    return None
