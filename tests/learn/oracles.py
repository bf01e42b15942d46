"""The right answers of exercises a second time, from their figures alone and written from the definitions.

Nothing of `plyground.learn` or of the searches does any of the work here.
"""

from __future__ import annotations

import math
from typing import Any

Tree = dict[str, Any]


def find(tree: Tree) -> Tree:
    """The node that is asked about."""
    if tree["asked"]:
        return tree
    return next(found for child in tree["children"] if (found := _maybe(child)) is not None)


def _maybe(tree: Tree) -> Tree | None:
    if tree["asked"]:
        return tree
    return next((found for child in tree["children"] if (found := _maybe(child)) is not None), None)


def value(tree: Tree) -> float:
    if not tree["children"]:
        return float(tree["value"])
    return (max if tree["maximizing"] else min)(value(child) for child in tree["children"])


def minimax_value(exercise: Any) -> float:
    return value(find(exercise.figure["tree"]))


# Alpha-beta, as negamax: a second form of it.


def entered(
    tree: Tree, seen: dict[str, tuple[float, float]], alpha: float = -math.inf, beta: float = math.inf
) -> float:
    """The value to the side that moves here. `seen` gets every node that is entered, with its window as Max sees it."""
    top = tree["maximizing"]
    seen[tree["name"]] = (alpha, beta) if top else (-beta, -alpha)
    if not tree["children"]:
        return float(tree["value"]) * (1 if top else -1)
    best = -math.inf
    for child in tree["children"]:
        best = max(best, -entered(child, seen, -beta, -max(alpha, best)))
        if max(alpha, best) >= beta:
            break
    return best


def windows(tree: Tree) -> dict[str, tuple[float, float]]:
    seen: dict[str, tuple[float, float]] = {}
    entered(tree, seen)
    return seen


def nodes(tree: Tree) -> list[Tree]:
    return [tree, *(node for child in tree["children"] for node in nodes(child))]


def alphabeta_cuts(exercise: Any) -> list[str]:
    tree = exercise.figure["tree"]
    seen = windows(tree)
    return [node["name"] for node in nodes(tree) if not node["children"] and node["name"] not in seen]


# Boards, cell by cell


def grid(figure: dict[str, Any]) -> tuple[list[str], str]:
    """The rows from the top, and who is to move."""
    rows, turn = figure["position"].split(" ")
    return rows.split("/"), turn


def lines(rows: list[str], connect: int) -> list[str]:
    """What lies on every run of `connect` cells."""
    height, width = len(rows), len(rows[0])
    found = []
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(connect)]
                if all(0 <= r < height and 0 <= c < width for r, c in cells):
                    found.append("".join(rows[r][c] for r, c in cells))
    return found


def connect_of(rules: str) -> int:
    if rules in ("tictactoe", "cfour"):
        return 3 if rules == "tictactoe" else 4
    return int(rules.partition("connect=")[2].split()[0])


def open_lines(exercise: Any) -> int:
    figure = exercise.figure
    rows, turn = grid(figure)
    moved = "o" if turn == "x" else "x"
    all_lines = lines(rows, connect_of(figure["rules"]))
    mine = sum(moved in line and turn not in line for line in all_lines)
    theirs = sum(turn in line and moved not in line for line in all_lines)
    return mine - theirs


# UCB1


def ucb_choice(exercise: Any) -> str:
    rows = exercise.figure["figures"][1]["rows"]
    n = sum(visits for _move, visits, _total in rows)
    bounds = {move: total / visits + 0.7 * (2 * math.log(n) / visits) ** 0.5 for move, visits, total in rows}
    return str(max(bounds, key=bounds.__getitem__))


ORACLES = {
    "open-lines": open_lines,
    "minimax-value": minimax_value,
    "alphabeta-cuts": alphabeta_cuts,
    "ucb-choice": ucb_choice,
}
