"""The right answers of exercises on trees of numbers, from their figures alone and written from the definitions."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any, NamedTuple

Tree = dict[str, Any]


class Accepted(NamedTuple):
    """All right answers of an exercise, where the oracle knows them all."""

    answers: list[Any]


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


# Windows, counts and orders


def alpha_at_node(exercise: Any) -> float:
    tree = exercise.figure["tree"]
    return windows(tree)[find(tree)["name"]][0]


def beta_at_node(exercise: Any) -> float:
    tree = exercise.figure["tree"]
    return windows(tree)[find(tree)["name"]][1]


def node_count(exercise: Any) -> int:
    return len(windows(exercise.figure["tree"]))


def table_hits(exercise: Any) -> int:
    """Alpha-beta that remembers every inner node with the kind of value it found, as in the books."""
    table: dict[str, tuple[float, str]] = {}
    hits = 0

    def search(tree: Tree, alpha: float, beta: float) -> float:
        nonlocal hits
        if not tree["children"]:
            return float(tree["value"])
        key = shape(tree)
        if key in table:
            known, bound = table[key]
            if bound == "=" or (bound == "<" and known <= alpha) or (bound == ">" and known >= beta):
                hits += 1
                return known
        low, high = alpha, beta
        best = -math.inf if tree["maximizing"] else math.inf
        for child in tree["children"]:
            got = search(child, low, high)
            if tree["maximizing"]:
                best = max(best, got)
                low = max(low, best)
            else:
                best = min(best, got)
                high = min(high, best)
            if low >= high:
                break
        table[key] = (best, "<" if best <= alpha else ">" if best >= beta else "=")
        return best

    search(exercise.figure["tree"], -math.inf, math.inf)
    return hits


def shape(tree: Tree) -> str:
    """A node as nested brackets; who moves follows from the depth."""
    inside = ",".join(map(shape, tree["children"])) if tree["children"] else str(tree["value"])
    return f"[{'max' if tree['maximizing'] else 'min'} {inside}]"


def estimate(tree: Tree) -> float:
    """The mean of the leaves below."""
    leaves = [node["value"] for node in nodes(tree) if not node["children"]]
    return float(sum(leaves) / len(leaves))


def leaf_order(exercise: Any) -> list[str]:
    def walk(tree: Tree) -> list[str]:
        if not tree["children"]:
            return [tree["name"]]
        tried = sorted(tree["children"], key=estimate, reverse=tree["maximizing"])
        return [name for child in tried for name in walk(child)]

    return walk(exercise.figure["tree"])


def best_order(exercise: Any) -> Accepted:
    tree = exercise.figure["tree"]
    counts = {
        tuple(child["name"] for child in order): len(windows({**tree, "children": list(order)}))
        for order in permutations(tree["children"])
    }
    return Accepted([list(order) for order, count in counts.items() if count == min(counts.values())])


def depth_change(exercise: Any) -> int:
    tree = exercise.figure["tree"]

    def value_to(node: Tree, depth: int) -> float:
        if depth == 0 or not node["children"]:
            return estimate(node)
        values = [value_to(child, depth - 1) for child in node["children"]]
        return max(values) if node["maximizing"] else min(values)

    def choice(depth: int) -> str:
        return str(max(tree["children"], key=lambda child: value_to(child, depth - 1))["name"])

    return next(depth for depth in range(2, 10) if choice(depth) != choice(1))
