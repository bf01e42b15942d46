"""The solver against its peers: `make bench-solver`, or `python benchmarks/solver.py --help`.

One run, one thread, no opening book. A set is cut into chunks and every solver does a chunk before the next chunk
begins, so that a machine that slows down slows all of them. The table is kept between positions, except on the
begin-medium and begin-hard sets, where every solver forgets before each position. Times are CPU times of the process
for ours and BitBully, wall time for other programs (the cost of an echo program on the same set is taken off).
Every value is compared; one difference, and the command fails.

A folder of sets (`--positions`) has files named like `7x6-begin-hard.txt`: columns x rows, phase, difficulty; a line is
`moves score`. Without it, sets are made here from random play, and our values are compared with the peers'.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from plyground.board import SplitMix
from plyground.grid import GridBoard, Rules, moves_text
from plyground.kernels import exact
from plyground.solver.setup import setup_of

CLEARED = ("begin-medium", "begin-hard", "empty")
CHUNKS = 10
EASY = "727732341117455113751446363357"  # near the end: next to nothing to search
TABLE_MB = 256


@dataclass
class Set:
    """Positions of one board and kind, with their scores where they are known."""

    name: str
    rules: Rules
    games: list[str]
    scores: list[int] | None

    @property
    def cleared(self) -> bool:
        return self.name.endswith(CLEARED)


@dataclass
class Measured:
    """What one solver did with one set."""

    name: str
    seconds: float = 0.0
    nodes: int | None = None
    scores: list[int] = field(default_factory=list)


Runner = Callable[[list[str]], tuple[list[int], float, int | None]]
"""Solves games: scores, seconds, nodes."""


def read_sets(folder: Path, wanted: list[str], most: int | None) -> list[Set]:
    sets = []
    for path in sorted(folder.glob("*x*-*.txt")):
        if wanted and not any(word in path.stem for word in wanted):
            continue
        lines = [line.split() for line in path.read_text().splitlines() if line.strip()]
        lines = lines[:most]
        columns, rows = path.stem.split("-")[0].split("x")
        rules = Rules(columns=int(columns), rows=int(rows), connect=4)
        sets.append(Set(path.stem, rules, [line[0] for line in lines], [int(line[1]) for line in lines]))
    return sets


def make_sets(wanted: list[str], most: int | None) -> list[Set]:
    """Sets of random play with the stone counts of the usual phases; scores are left to the solvers."""
    rules = Rules(columns=7, rows=6, connect=4)
    kinds = [("end", 28, 36, 200), ("middle", 16, 26, 200), ("begin-medium", 11, 14, 20), ("begin-hard", 8, 10, 5)]
    sets = []
    for seed, (kind, low, high, count) in enumerate(kinds):
        if wanted and not any(word in kind for word in wanted):
            continue
        draw = SplitMix(seed)
        games: list[str] = []
        while len(games) < min(count, most or count):
            moves: list[int] = []
            board = GridBoard(rules)
            while board.count < low + draw.below(high - low + 1) and board.legal_moves:
                move = board.legal_moves[draw.below(len(board.legal_moves))]
                board = board.move(move)
                moves.append(move)
            if board.legal_moves and not any(board.move(m).is_win for m in board.legal_moves):
                games.append(moves_text(rules, moves))
        sets.append(Set(f"7x6-{kind}", rules, games, None))
    return sets


def ours(chosen: Set) -> Runner:
    rules = chosen.rules
    setup = setup_of(rules)
    table = exact.Table(setup, TABLE_MB)
    table.entries.fill(0)  # the system hands out memory on first touch; peers have theirs touched when they begin
    workspace = setup.workspace()

    def run(games: list[str]) -> tuple[list[int], float, int | None]:
        positions = exact.new_questions(len(games))
        for index, game in enumerate(games):
            board = GridBoard.from_moves(game, rules)
            mover = board.stones(board.turn)
            exact.put_question(positions, index, mover, mover | board.stones(board.turn.opposite))
        began = time.process_time()
        results = exact.solve_positions(setup, table, positions, clear_each=chosen.cleared, workspace=workspace)
        seconds = time.process_time() - began
        return results["lower"].tolist(), seconds, int(results["nodes"].sum())

    if (rules.columns, rules.rows) == (7, 6):
        run([EASY])  # load the kernel
    else:
        run(chosen.games[:1])
    table.clear()
    return run


def in_threads(chosen: Set, threads: int) -> Runner:
    """Ours with so many threads on one table; wall time, because CPU time adds them up."""
    rules = chosen.rules
    setup = setup_of(rules)
    table = exact.Table(setup, TABLE_MB)
    table.entries.fill(0)

    def run(games: list[str]) -> tuple[list[int], float, int | None]:
        scores, seconds, nodes = [], 0.0, 0
        for game in games:
            board = GridBoard.from_moves(game, rules)
            mover = board.stones(board.turn)
            question = exact.new_questions(1)
            exact.put_question(question, 0, mover, mover | board.stones(board.turn.opposite))
            if chosen.cleared:
                table.clear()
            began = time.perf_counter()
            answer = exact.solve_parallel(setup, table, question, threads=threads)[0]
            seconds += time.perf_counter() - began
            scores.append(int(answer["lower"]))
            nodes += int(answer["nodes"])
        return scores, seconds, nodes

    run([EASY] if (rules.columns, rules.rows) == (7, 6) else chosen.games[:1])  # load the kernel
    table.clear()
    return run


def bitbully(chosen: Set) -> Runner:
    from bitbully import bitbully_core

    solver = bitbully_core.BitBullyCore()

    def run(games: list[str]) -> tuple[list[int], float, int | None]:
        boards = []
        for game in games:
            board = bitbully_core.BoardCore()
            for character in game:
                board.play(int(character) - 1)
            boards.append(board)
        scores = []
        nodes = solver.getNodeCounter()
        seconds = 0.0
        for board in boards:
            if chosen.cleared:
                solver.resetTranspositionTable()
            began = time.process_time()
            scores.append(solver.mtdf(board, 0))
            seconds += time.process_time() - began
        return scores, seconds, solver.getNodeCounter() - nodes

    return run


def program(command: str) -> Runner:
    """A peer that reads one position a line and prints its score first."""

    def timed(words: list[str], text: str) -> tuple[str, float]:
        began = time.perf_counter()
        done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
        return done.stdout, time.perf_counter() - began

    def run(games: list[str]) -> tuple[list[int], float, int | None]:
        text = "".join(game + "\n" for game in games)
        answer, seconds = timed(shlex.split(command), text)
        _, echo = timed(["cat"], text)
        return [int(line.split()[0]) for line in answer.splitlines() if line.strip()], max(seconds - echo, 0.0), None

    return run


def measure(chosen: Set, runners: dict[str, Runner]) -> list[Measured]:
    """Every solver does a chunk before the next chunk begins."""
    results = {name: Measured(name) for name in runners}
    size = max(1, -(-len(chosen.games) // CHUNKS))
    for start in range(0, len(chosen.games), size):
        games = chosen.games[start : start + size]
        for name, run in runners.items():
            scores, seconds, nodes = run(games)
            result = results[name]
            result.scores += scores
            result.seconds += seconds
            result.nodes = None if nodes is None else (result.nodes or 0) + nodes
    return list(results.values())


def report(chosen: Set, results: list[Measured]) -> bool:
    """Prints a row a solver; says whether all values agree."""
    truth = chosen.scores if chosen.scores is not None else results[0].scores
    agree = True
    mine = results[0].seconds
    for result in results:
        wrong = sum(a != b for a, b in zip(result.scores, truth, strict=True))
        agree &= wrong == 0
        count = len(chosen.games)
        nodes = "" if result.nodes is None else f"{result.nodes / count:14,.0f}"
        print(
            f"{chosen.name:20} {count:5} {result.name:10} {result.seconds / count * 1e6:14,.1f} us {nodes:>14} nodes "
            f"{result.seconds / mine if mine else 0:8.2f} x {'' if not wrong else f'{wrong} WRONG'}",
            flush=True,
        )
    return agree


def small_figures() -> None:
    """Start-up, cost of a trivial question, memory."""
    script = "from plyground import *; from plyground.solver import Solver; Solver(CFOUR).solve(GridBoard.parse('{}'))"
    subprocess.run([sys.executable, "-c", script.format(EASY)], check=True)
    times, bare = [], []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", script.format(EASY)], check=True)
        times.append(time.perf_counter() - began)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import numpy"], check=True)
        bare.append(time.perf_counter() - began)
    print(
        f"fresh process to the first answer, warm cache: {np.median(times):.2f} s (import numpy alone: "
        f"{np.median(bare):.2f} s; median of 5)"
    )
    from plyground.solver import Solver

    solver = Solver(Rules.parse("cfour"), threads=1)
    board = GridBoard.parse(EASY)
    solver.solve(board, line=False)
    began = time.perf_counter()
    for _ in range(2000):
        solver.solve(board, line=False)
    print(f"a trivial question through Solver.solve: {(time.perf_counter() - began) / 2000 * 1e6:.0f} us")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(f"memory of this process at its peak: {peak:.0f} MB, tables of {TABLE_MB} MB included")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", help="only sets whose name contains one of these")
    parser.add_argument("--positions", type=Path, help="a folder of sets")
    parser.add_argument("--most", type=int, help="at most so many positions of a set")
    parser.add_argument("--peer", action="append", default=[], help="a program that reads positions, prints scores")
    parser.add_argument("--empty", action="store_true", help="the empty 7x6 board too (BitBully takes minutes)")
    parser.add_argument("--alone", action="store_true", help="without BitBully")
    parser.add_argument("--threads", type=int, help="only our one thread against so many of ours, by wall time")
    arguments = parser.parse_args()
    sets = (
        read_sets(arguments.positions, arguments.sets, arguments.most)
        if arguments.positions
        else make_sets(arguments.sets, arguments.most)
    )
    if arguments.empty:
        sets.append(Set("7x6-empty", Rules(columns=7, rows=6, connect=4), [""], [1]))
    agree = True
    print(f"{'set':20} {'n':>5} {'solver':10} {'time/position':>17} {'per position':>20} {'against us':>11}")
    for chosen in sets:
        if arguments.threads is not None:
            count = arguments.threads
            threads = {f"{count} threads": in_threads(chosen, count), "1 thread": in_threads(chosen, 1)}
            agree &= report(chosen, measure(chosen, threads))
            continue
        runners: dict[str, Runner] = {"plyground": ours(chosen)}
        if not arguments.alone and (chosen.rules.columns, chosen.rules.rows) == (7, 6):
            try:
                runners["bitbully"] = bitbully(chosen)
            except ImportError:
                print("bitbully is not installed: pip install 'plyground[bench]'", file=sys.stderr)
        for command in arguments.peer:
            runners[os.path.basename(shlex.split(command)[0])] = program(command)
        agree &= report(chosen, measure(chosen, runners))
    small_figures()
    if not agree:
        print("at least one value differs", file=sys.stderr)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
