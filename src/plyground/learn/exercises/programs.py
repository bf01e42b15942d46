"""Textbook searches in a few lines, and what goes wrong in them: the programs of "find the bug".

What is shown is what runs: a program is its text, and a bug is one line of it in another form.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from plyground.errors import N_
from plyground.grid import OUTCOME
from plyground.search import EXPLORATION

__all__ = ["PROGRAMS", "Bug", "Program"]


@dataclass(frozen=True)
class Bug:
    """A wrong line in the place of the right one, and what is wrong with it."""

    line: int
    text: str
    reason: str


@dataclass(frozen=True)
class Program:
    """A program, the name of its function, and the bugs that can be planted. `on` says what it works on: a tree, a
    board, the moves of a UCT choice, or the path of a playout."""

    on: str
    function: str
    lines: tuple[str, ...]
    bugs: tuple[Bug, ...]

    def with_bug(self, bug: Bug | None) -> tuple[str, ...]:
        if bug is None:
            return self.lines
        right = self.lines[bug.line - 1]
        indent = right[: len(right) - len(right.lstrip())]
        return (*self.lines[: bug.line - 1], indent + bug.text, *self.lines[bug.line :])

    def run(self, bug: Bug | None, *arguments: Any) -> Any:
        """What the program returns, with the bug or without one."""
        names: dict[str, Any] = {
            "inf": math.inf,
            "log": math.log,
            "sqrt": math.sqrt,
            "c": EXPLORATION,
            "evaluate": OUTCOME,
        }
        exec("\n".join(self.with_bug(bug)), names)
        return names[self.function](*arguments)


def _program(on: str, text: str, *bugs: Bug) -> Program:
    lines = tuple(text.strip("\n").splitlines())
    return Program(on, lines[0].removeprefix("def ").partition("(")[0], lines, bugs)


PROGRAMS = (
    _program(
        "tree",
        """
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    values = []
    for child in node:
        values.append(minimax(child, not maximizing))
    if maximizing:
        return max(values)
    return min(values)
""",
        Bug(6, "values.append(minimax(child, maximizing))", N_("The sides take turns: below Max comes Min.")),
        Bug(7, "if not maximizing:", N_("Max takes the highest value, Min the lowest.")),
        Bug(9, "return max(values)", N_("Min takes the lowest value.")),
    ),
    _program(
        "tree",
        """
def negamax(node, sign):
    if not isinstance(node, list):
        return sign * node
    best = -inf
    for child in node:
        best = max(best, -negamax(child, -sign))
    return best
""",
        Bug(3, "return node", N_("A leaf is worth its number to Max; for Min the sign has to change.")),
        Bug(4, "best = 0", N_("Where all values are negative, 0 would be better than any of them.")),
        Bug(
            6,
            "best = max(best, negamax(child, -sign))",
            N_("What is good for one side is bad for the other: a minus is missing."),
        ),
        Bug(
            6,
            "best = min(best, -negamax(child, -sign))",
            N_("With values seen from the side to move, both sides take the highest."),
        ),
    ),
    _program(
        "cuts",
        """
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
""",
        Bug(
            7,
            "value = alphabeta(child, -inf, beta, not maximizing, leaves)",
            N_("Alpha is lost on the way down: every child begins with -inf, so less is cut."),
        ),
        Bug(
            7,
            "value = alphabeta(child, alpha, inf, not maximizing, leaves)",
            N_("Beta is lost on the way down: every child begins with inf, so less is cut."),
        ),
        Bug(10, "alpha = max(alpha, beta)", N_("Alpha has to rise to the best value that Max has found.")),
        Bug(12, "best = max(best, value)", N_("Min takes the lowest value.")),
        Bug(
            14,
            "if alpha <= beta:",
            N_("The rest can be skipped when beta ≤ alpha, not as long as the window is open."),
        ),
    ),
    _program(
        "board",
        """
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
""",
        Bug(2, "if board.is_draw:", N_("The test for a won game is missing: nothing is to be searched after the end.")),
        Bug(3, "return evaluate(board, board.turn)", N_("All values have to be seen from the same side.")),
        Bug(7, "if board.turn is not side:", N_("The side that the search works for takes the highest value.")),
        Bug(10, "best = max(best, reply)", N_("The opponent takes the value that is lowest for the side.")),
    ),
    _program(
        "moves",
        """
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
""",
        Bug(5, "mean = total / n", N_("The mean of a move divides by its own visits.")),
        Bug(5, "mean = -total / visits", N_("The sums are seen from the side to move: their sign is right already.")),
        Bug(6, "bonus = c * sqrt(2 * log(n) * visits)", N_("The bonus has to shrink with the visits of the move.")),
        Bug(7, "if mean > best_bound:", N_("The bounds are compared, not a mean with a bound.")),
        Bug(9, "best_bound = mean", N_("The bound of the best move is kept, with its bonus.")),
    ),
    _program(
        "path",
        """
def back_up(path, result):
    for node in reversed(path):
        node["visits"] += 1
        node["sum"] += result
        result = -result
""",
        Bug(2, "for node in path:", N_("The result belongs to the last node of the path, so the way begins there.")),
        Bug(3, 'path[-1]["visits"] += 1', N_("Visits are not backed up: every node of the path has one more.")),
        Bug(4, 'node["sum"] -= result', N_("The result is added to the sum.")),
        Bug(
            5,
            "result = abs(result)",
            N_("What is good for one side is bad for the other: the sign has to change at every node."),
        ),
    ),
)
