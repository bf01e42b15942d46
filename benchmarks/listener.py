"""What the support for listeners costs a search without one: `make bench ONLY=listener`.

Compares the searches as they are, without a listener, with the same sources from which every trace of listening was
removed by program: the `if report is not None:` blocks, and the variables and parameters that only they use. The two
take turns within each round, so that a busy machine slows both. Prints the ratio of the medians; the goal is 1.03.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import statistics
import sys
import time
import types
from collections.abc import Callable

from plyground import GridBoard, Limit
from plyground.grid import OUTCOME, SEGMENTS
from plyground.search import alphabeta, flat_monte_carlo, minimax, uct

GOAL = 1.03
ROUNDS = 31
# In the order of their imports.
MODULES = ("reports", "depth_first", "minimax", "table", "alphabeta", "playout", "flat", "uct")
TRACES = {"report", "record"}


def is_trace(node: ast.AST) -> bool:
    """`report`, `record`, or one of them as an attribute."""
    return (isinstance(node, ast.Name) and node.id in TRACES) or (
        isinstance(node, ast.Attribute) and node.attr in TRACES
    )


class Deaf(ast.NodeTransformer):
    """Removes what is there for listeners."""

    def __init__(self) -> None:
        self.removed = 0

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        test = node.test
        if (
            isinstance(test, ast.Compare)
            and isinstance(test.ops[0], ast.IsNot)
            and (is_trace(test.left) or (isinstance(test.left, ast.Name) and test.left.id == "listener"))
        ):
            self.removed += 1
            return node.orelse or None
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if any(is_trace(target) for target in node.targets) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if is_trace(node.target) else self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        names = [argument.arg for argument in node.args]
        required = len(names) - len(node.defaults)
        node.defaults = [d for name, d in zip(names[required:], node.defaults, strict=True) if name not in TRACES]
        node.args = [argument for argument in node.args if argument.arg not in TRACES]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [argument for argument in node.args if not is_trace(argument)]
        return self.generic_visit(node)


def deaf_package() -> dict[str, types.ModuleType]:
    """The modules of `plyground.search` without their listeners, under another name."""
    package = types.ModuleType("deaf")
    package.__path__ = []
    sys.modules["deaf"] = package
    made = {}
    for name in MODULES:
        source = inspect.getsource(importlib.import_module(f"plyground.search.{name}"))
        tree = ast.parse(source.replace("plyground.search.", "deaf."))
        transformer = Deaf()
        if name != "reports":
            tree = transformer.visit(tree)
            if name not in ("depth_first", "table"):
                assert transformer.removed, f"nothing to remove in {name}"
        module = types.ModuleType(f"deaf.{name}")
        sys.modules[module.__name__] = module
        exec(compile(ast.fix_missing_locations(tree), f"deaf/{name}.py", "exec"), module.__dict__)
        made[name] = module
    return made


def cases(deaf: dict[str, types.ModuleType]) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Each search twice. `outcome` is the cheapest evaluator there is, where a check weighs most."""
    board = GridBoard.from_moves("4453")
    limit = Limit(playouts=600)
    plain_minimax, plain_alphabeta = deaf["minimax"].minimax, deaf["alphabeta"].alphabeta
    plain_flat, plain_uct = deaf["flat"].flat_monte_carlo, deaf["uct"].uct
    return {
        "minimax, segments": (lambda: minimax(board, 4, SEGMENTS), lambda: plain_minimax(board, 4, SEGMENTS)),
        "minimax, outcome": (lambda: minimax(board, 4, OUTCOME), lambda: plain_minimax(board, 4, OUTCOME)),
        "alphabeta, segments": (lambda: alphabeta(board, 6, SEGMENTS), lambda: plain_alphabeta(board, 6, SEGMENTS)),
        "alphabeta, outcome": (lambda: alphabeta(board, 5, OUTCOME), lambda: plain_alphabeta(board, 5, OUTCOME)),
        "flat Monte Carlo": (lambda: flat_monte_carlo(board, 60), lambda: plain_flat(board, 60)),
        "UCT": (lambda: uct(board, limit), lambda: plain_uct(board, limit)),
    }


def timed(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def measure(ours: Callable[[], object], plain: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Seconds of each, the median of rounds in which they take turns at going first."""
    times: tuple[list[float], list[float]] = ([], [])
    calls = (ours, plain)
    for number in range(rounds + 1):
        for which in (0, 1) if number % 2 else (1, 0):
            spent = timed(calls[which])
            if number:  # the first round warms up
                times[which].append(spent)
    return statistics.median(times[0]), statistics.median(times[1])


def main() -> int:
    print(f"{'search':22} {'as it is':>10} {'deaf':>10} {'ratio':>7}   (CPU ms, medians of {ROUNDS}; goal {GOAL})")
    ratios = []
    for name, (ours, plain) in cases(deaf_package()).items():
        seconds, plain_seconds = measure(ours, plain)
        ratios.append(seconds / plain_seconds)
        print(f"{name:22} {1000 * seconds:10.2f} {1000 * plain_seconds:10.2f} {ratios[-1]:7.3f}", flush=True)
    print(f"{'all (geometric mean)':22} {'':10} {'':10} {statistics.geometric_mean(ratios):7.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
