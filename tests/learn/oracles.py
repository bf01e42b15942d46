"""The right answers of exercises a second time, from their figures alone and written from the definitions.

Nothing of `plyground.learn` or of the searches does any of the work here.
"""

from __future__ import annotations

import math
import re
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


# Boards


def has_line(rows: list[str], connect: int, stone: str) -> bool:
    return stone * connect in lines(rows, connect)


def finished_value(exercise: Any) -> int:
    figure = exercise.figure
    rows, _turn = grid(figure)
    side = " to x" in exercise.question.lower()
    connect = connect_of(figure["rules"])
    first = has_line(rows, connect, "x") - has_line(rows, connect, "o")
    return first if side else -first


def played(rows: list[str], turn: str, gravity: bool) -> dict[str, list[str]]:
    """The board after each move, by the name of the move."""
    found = {}
    for column in range(len(rows[0])):
        for row in reversed(range(len(rows))):
            if rows[row][column] == ".":
                name = str(column + 1) if gravity else f"{'abcdefg'[column]}{len(rows) - row}"
                after = list(rows)
                after[row] = rows[row][:column] + turn + rows[row][column + 1 :]
                found[name] = after
                if gravity:
                    break
    return found


def outcome(rows: list[str], turn: str, connect: int, gravity: bool, known: dict[tuple[str, ...], int]) -> int:
    """1, 0 or -1 for the side to move, by looking at everything."""
    key = (turn, *rows)
    if key not in known:
        other = "o" if turn == "x" else "x"
        after = played(rows, turn, gravity).values()
        if has_line(rows, connect, other):
            known[key] = -1
        elif not after:
            known[key] = 0
        else:
            replies = (outcome(board, other, connect, gravity, known) for board in after)
            worst = next((reply for reply in replies if reply == -1), None)
            known[key] = 1 if worst is not None else max(-known[(other, *board)] for board in after)
    return known[key]


def move_outcomes(rows: list[str], turn: str, rules: str) -> dict[str, int]:
    gravity, connect = is_gravity(rules), connect_of(rules)
    other = "o" if turn == "x" else "x"
    known: dict[tuple[str, ...], int] = {}
    return {
        move: -outcome(after, other, connect, gravity, known) for move, after in played(rows, turn, gravity).items()
    }


def is_gravity(rules: str) -> bool:
    return rules != "tictactoe" and "gravity=no" not in rules


def beat_evaluator(exercise: Any) -> Accepted:
    figure = exercise.figure["figures"][0]
    values = move_outcomes(*grid(figure), figure["rules"])
    best = [move for move, value in values.items() if value == max(values.values())]
    assert exercise.favourite not in best
    return Accepted(best)


def mcts_trap(exercise: Any) -> Accepted:
    board, table = exercise.figure["figures"]
    rows, turn = grid(board)
    liked = max(table["rows"], key=lambda row: float(row[1]))[0]
    after = played(rows, turn, is_gravity(board["rules"]))[liked]
    values = move_outcomes(after, "o" if turn == "x" else "x", board["rules"])
    return Accepted([move for move, value in values.items() if value == 1])


# Monte Carlo


def ucb_bound(exercise: Any) -> float:
    rows = exercise.figure["figures"][1]["rows"]
    n = sum(visits for _move, visits, _total in rows)
    visits, total = next((visits, total) for move, visits, total in rows if f"bound of {move}," in exercise.question)
    return float(total / visits + 0.7 * (2 * math.log(n) / visits) ** 0.5)


def backup(exercise: Any) -> int:
    rows = exercise.figure["figures"][1]["rows"]
    winner = re.search(r"its end: (\w) won", exercise.question)
    asked = re.search(r"sum of (.*) after the backup", exercise.question)
    assert winner is not None
    assert asked is not None
    mover, before = next((mover, total) for node, mover, _visits, total in rows if node == asked[1])
    # Sides take turns: the first move of the path belongs to the side that is to move.
    _grid, turn = grid(exercise.figure["figures"][0])
    moved = turn if len(asked[1].split()) % 2 else ("o" if turn == "x" else "x")
    assert moved == mover.lower()
    return int(before) + (1 if winner[1] == mover else -1)


def playout_mean(exercise: Any) -> float:
    """The games are played again, and their winners are looked up on the board."""
    board, table = exercise.figure["figures"]
    rows, turn = grid(board)
    total = 0
    for _place, moves, _result in table["rows"]:
        state, side = rows, turn
        for move in moves.split():
            state, side = played(state, side, False)[move], "o" if side == "x" else "x"
        won, lost = has_line(state, 3, turn), has_line(state, 3, "o" if turn == "x" else "x")
        total += 2 * won - lost
    return total / len(table["rows"])


ORACLES = {
    "open-lines": open_lines,
    "finished-value": finished_value,
    "minimax-value": minimax_value,
    "depth-change": depth_change,
    "beat-evaluator": beat_evaluator,
    "alpha-at-node": alpha_at_node,
    "beta-at-node": beta_at_node,
    "alphabeta-cuts": alphabeta_cuts,
    "node-count": node_count,
    "leaf-order": leaf_order,
    "best-order": best_order,
    "table-hits": table_hits,
    "playout-mean": playout_mean,
    "ucb-bound": ucb_bound,
    "ucb-choice": ucb_choice,
    "backup": backup,
    "mcts-trap": mcts_trap,
}
