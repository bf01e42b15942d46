"""The programs of "find the bug" as they should be, and what they return."""

from __future__ import annotations

import math
import re
from typing import Any

from tests.learn.board_oracles import grid, move_outcomes
from tests.learn.tree_oracles import Tree, nodes, value, windows

RIGHT = """
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    values = []
    for child in node:
        values.append(minimax(child, not maximizing))
    if maximizing:
        return max(values)
    return min(values)

def negamax(node, sign):
    if not isinstance(node, list):
        return sign * node
    best = -inf
    for child in node:
        best = max(best, -negamax(child, -sign))
    return best

def alphabeta(node, alpha, beta, maximizing, leaves):
    if not isinstance(node, list):
        leaves.append(node)
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = alphabeta(child, alpha, beta, not maximizing, leaves)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best

def value(board, side):
    if board.is_win or board.is_draw:
        return evaluate(board, side)
    best = -inf if board.turn is side else inf
    for move in board.legal_moves:
        reply = value(board.move(move), side)
        if board.turn is side:
            best = max(best, reply)
        else:
            best = min(best, reply)
    return best

def choose(children, n):
    best = None
    best_bound = -inf
    for move, visits, total in children:
        mean = total / visits
        bonus = c * sqrt(2 * log(n) / visits)
        if mean + bonus > best_bound:
            best = move
            best_bound = mean + bonus
    return best

def back_up(path, result):
    for node in reversed(path):
        node["visits"] += 1
        node["sum"] += result
        result = -result
"""
PROGRAMS = {text.partition("(")[0]: f"def {text}".strip().split("\n") for text in RIGHT.split("def ")[1:]}


def find_the_bug(exercise: Any) -> str:
    """The line that differs from the right program; and what is said to come out does come out of what is shown."""
    code, shown = (exercise.figure["figures"][0]["lines"], exercise.figure["figures"][1])
    name = code[0].removeprefix("def ").partition("(")[0]
    differ = [str(i) for i, (one, other) in enumerate(zip(code, PROGRAMS[name], strict=True), 1) if one != other]
    assert len(differ) == 1
    right, wrong = right_output(name, shown, exercise), shown_output(name, code, shown, exercise)
    assert right == exercise.right_output
    assert wrong == exercise.wrong_output
    assert right != wrong
    return differ[0]


def nested(tree: Tree) -> Any:
    return [nested(child) for child in tree["children"]] if tree["children"] else tree["value"]


def right_output(name: str, shown: Any, exercise: Any) -> tuple[Any, ...]:
    if name in ("minimax", "negamax"):
        return (value(shown["tree"]),)
    if name == "alphabeta":
        leaves = {node["name"] for node in nodes(shown["tree"]) if not node["children"]}
        return value(shown["tree"]), len(leaves & windows(shown["tree"]).keys())
    if name == "value":
        return (max(move_outcomes(*grid(shown), shown["rules"]).values()),)
    if name == "choose":
        n = sum(visits for _move, visits, _total in shown["rows"])
        bounds = {move: total / k + 0.7 * math.sqrt(2 * math.log(n) / k) for move, k, total in shown["rows"]}
        return (max(bounds, key=bounds.__getitem__),)
    numbers: list[int] = []
    for place, (_name, visits, total) in enumerate(shown["rows"]):
        sign = 1 if (len(shown["rows"]) - 1 - place) % 2 == 0 else -1
        numbers += [visits + 1, total + sign * playout_result(exercise)]
    return tuple(numbers)


def playout_result(exercise: Any) -> int:
    found = re.search(r"ended with ([+-]1)", exercise.question)
    assert found is not None
    return int(found[1])


def shown_output(name: str, code: list[str], shown: Any, exercise: Any) -> tuple[Any, ...]:
    from plyground.grid import OUTCOME, GridBoard

    space: dict[str, Any] = {"inf": math.inf, "sqrt": math.sqrt, "log": math.log, "c": 0.7, "evaluate": OUTCOME}
    exec("\n".join(code), space)
    if name in ("minimax", "negamax"):
        return (space[name](nested(shown["tree"]), True if name == "minimax" else 1),)
    if name == "alphabeta":
        leaves: list[int] = []
        return space[name](nested(shown["tree"]), -math.inf, math.inf, True, leaves), len(leaves)
    if name == "value":
        board = GridBoard.parse(shown["position"], shown["rules"])
        return (space[name](board, board.turn),)
    if name == "choose":
        return (space[name](shown["rows"], sum(row[1] for row in shown["rows"])),)
    path = [{"visits": visits, "sum": total} for _name, visits, total in shown["rows"]]
    space[name](path, playout_result(exercise))
    return tuple(number for node in path for number in (node["visits"], node["sum"]))
