"""The small searches of lessons, as figures: the position, and the tree that is searched as far as it has got."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.board import Board, Side
from plyground.console.watch import chosen_search
from plyground.grid import GridBoard, position_text, rules_name
from plyground.learn import EventStream, Node, NumberTree, Tree, board_text

__all__ = ["search_figure"]

_MOST_NODES = 60


def search_figure(query: Mapping[str, Any]) -> dict[str, Any]:
    """A figure for `figure_lines`; a tree of numbers needs no position besides its tree."""
    chosen = chosen_search(query)
    board = chosen.board
    figures: list[dict[str, Any]] = []
    if isinstance(board, GridBoard):
        figures.append(
            {"type": "board", "rules": rules_name(board.rules), "position": position_text(board), "marks": []}
        )
    if "depth" in chosen.options and _size(board, chosen.options["depth"]) <= _MOST_NODES:
        tree, steps = Tree(), 0
        with EventStream(chosen.search) as stream:
            while steps < query.get("step", 0) and (event := stream.next()) is not None:
                tree.feed(event)
                steps += 1
        figures.append({"type": "tree", "tree": _drawn(board, chosen.options["depth"], "", tree.root, True)})
    elif not figures:
        figures.append({"type": "code", "lines": [board_text(board)]})
    return {"type": "several", "figures": figures}


def _size(board: Board, depth: int) -> int:
    """The nodes of the tree; somewhat too many is all that matters beyond the limit."""
    if depth == 0 or board.outcome.is_over:
        return 1
    count = 1
    for move in board.legal_moves:
        count += _size(board.move(move), depth - 1)
        if count > _MOST_NODES:
            break
    return count


def _drawn(board: Board, depth: int, name: str, known: Node | None, maximizing: bool) -> dict[str, Any]:
    """Everything that the search can look at, with what is known of it so far."""
    is_leaf = depth == 0 or board.outcome.is_over
    is_number = isinstance(board, NumberTree) and not board.branches
    children = {} if known is None else {child.move: child for child in known.children}
    return {
        # Branches of a tree of numbers are called 1, 2, …: beside its numbers that would mislead.
        "name": "" if isinstance(board, NumberTree) else name,
        "maximizing": maximizing,
        "value": board.evaluate(Side.FIRST) if is_number else None if known is None else known.value,
        "alpha": None if known is None or known.value is not None or is_leaf else known.alpha,
        "beta": None if known is None or known.value is not None or is_leaf else known.beta,
        "children": []
        if is_leaf
        else [
            _drawn(board.move(move), depth - 1, board.move_name(move), children.get(move), not maximizing)
            for move in board.legal_moves
        ],
    }
