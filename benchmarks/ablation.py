"""What each idea of the solver brings: `make bench-ablation`, or `python benchmarks/ablation.py --help`.

Solves a set of positions as the solver is, then with one idea off at a time, each position from a cleared table, and
prints nodes and time relative to the first, as a table for docs/solver.md. Positions are taken in turn by every
variant, so that a machine that slows down slows all of them; nodes are the same on every machine. Every value is
compared: an idea may cost time, never the truth.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from plyground.grid import GridBoard
from plyground.kernels import exact
from plyground.solver.setup import setup_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmarks.solver import make_sets

TABLE_MB = 64


def variants() -> dict[str, int]:
    """The usual flags, then each idea turned off; one that is off by default is turned on."""
    usual = exact.DEFAULT_IDEAS
    return {"as it is": usual} | {
        f"{'without' if usual & flag else 'with'} {idea}": usual ^ flag for idea, flag in exact.IDEAS.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=["begin-medium"], help="end, middle, begin-medium, begin-hard")
    parser.add_argument("--most", type=int, default=10, help="at most so many positions of a set")
    arguments = parser.parse_args()
    tried = variants()
    for chosen in make_sets(arguments.sets, arguments.most):
        rules = chosen.rules
        setup = setup_of(rules)
        table, workspace = exact.Table(setup, TABLE_MB), setup.workspace()
        table.entries.fill(0)  # memory is handed out on first touch, which would slow the first variant
        nodes = dict.fromkeys(tried, 0)
        seconds = dict.fromkeys(tried, 0.0)
        exact.solve_positions(setup, table, exact.new_questions(1), node_limit=1, workspace=workspace)  # load it
        for turn, game in enumerate(chosen.games):
            board = GridBoard.from_moves(game, rules)
            mover = board.stones(board.turn)
            position = exact.new_questions(1)
            exact.put_question(position, 0, mover, mover | board.stones(board.turn.opposite))
            scores = set()
            order = list(tried.items())
            for name, flags in order[turn % len(order) :] + order[: turn % len(order)]:
                table.clear()
                began = time.process_time()
                row = exact.solve_positions(setup, table, position, ideas=flags, workspace=workspace)[0]
                seconds[name] += time.process_time() - began
                nodes[name] += int(row["nodes"])
                scores.add(int(row["lower"]))
            if len(scores) > 1:
                print(f"values differ at {game}: {sorted(scores)}", file=sys.stderr)
                return 1
        print(
            f"\n{chosen.name}: {len(chosen.games)} positions, {nodes['as it is'] / len(chosen.games):,.0f} nodes each\n"
        )
        print("| ideas | nodes | time |")
        print("|---|---:|---:|")
        for name in tried:
            print(f"| {name} | {nodes[name] / nodes['as it is']:.2f} | {seconds[name] / seconds['as it is']:.2f} |")
        sys.stdout.flush()
    print(f"\nNumPy {np.__version__}; one thread, a table of {TABLE_MB} MB, cleared before each position.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
