"""What the opening book is worth: `make bench-book`, or `python benchmarks/book.py --help`.

- opening the book, and looking positions up;
- from the start of a process to the full analysis of the empty board, kernels compiled before, with the book and
  without it. Without it takes minutes, so that run is stopped after `--time` seconds;
- the full analysis (the exact value of every move) of random positions of each number of stones, from 0 to 41: open
  positions from uniformly random play, different ones as far as there are so many. Before each position the solver
  forgets what it learnt. The goal is a worst time under 2 s and a median under 50 ms everywhere.

All times are wall times; the machine should have nothing else to do.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

import numpy as np

from plyground.board import SplitMix
from plyground.grid import CFOUR, GridBoard, position_text
from plyground.solver import Solver
from plyground.solver.book import Book, find_book
from plyground.solver.layers import UNREACHED
from plyground.solver.position_index import position_index

WORST_GOAL = 2.0
MEDIAN_GOAL = 0.05
ATTEMPTS = 20
"""Random games for each position wanted, until it is believed that there are no more different ones."""


def lookups() -> None:
    book = find_book(CFOUR)
    assert book is not None, "the book came with the package"
    opening = []
    for _ in range(5):
        began = time.perf_counter()
        Book(book.path)
        opening.append(time.perf_counter() - began)
    print(f"opening the book of {book.size / 1e6:.1f} MB: {1e3 * statistics.median(opening):.0f} ms (median of 5)")
    board = GridBoard.from_moves("444444325555")
    assert book.score(board) is not None
    began = time.perf_counter()
    for _ in range(200):
        book.score(board)
    print(f"one lookup alone, 12 stones: {(time.perf_counter() - began) / 200 * 1e6:.0f} us")
    for stones in (8, 12):
        numbers = np.flatnonzero(book.layer_scores(stones) != UNREACHED)[:50_000]
        own, every = position_index(CFOUR, stones).positions(numbers)
        began = time.perf_counter()
        book.scores(own, every, stones)
        seconds = time.perf_counter() - began
        print(f"a lookup in a batch of {len(numbers):,}, {stones} stones: {seconds / len(numbers) * 1e6:.2f} us")


def process(arguments: list[str], most: float) -> float | None:
    """Seconds until a new process has analysed the empty board; None if that took more than `most`."""
    began = time.perf_counter()
    try:
        subprocess.run(
            [sys.executable, "-m", "plyground", "analyse", "--threads", "2", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=most,
        )
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - began


def empty_board(most: float) -> None:
    process([], 600)  # so that the measured run does not compile
    times = [process([], 600) or 0.0 for _ in range(5)]
    print(
        f"process start to the full analysis of the empty board and its best line: {statistics.median(times):.2f} s "
        f"(median of 5, worst {max(times):.2f} s)"
    )
    without = process(["--no-book"], most)
    shown = f"{without:.1f} s" if without is not None else f"> {most:g} s (stopped)"
    print(f"the same without the book: {shown}")


def random_boards(stones: int, count: int) -> list[GridBoard]:
    """Open positions of random play; fewer than `count` where there are not so many."""
    draw = SplitMix(stones)
    found: dict[GridBoard, None] = {}
    for _ in range(ATTEMPTS * count):
        board = GridBoard(CFOUR)
        while board.count < stones:
            # Full-length games are rare in random play: a move that wins is left out where another is there.
            moves = [move for move in board.legal_moves if not board.move(move).is_win]
            if not moves:
                break
            board = board.move(moves[draw.below(len(moves))])
        if board.count == stones and board.legal_moves:
            found[board] = None
        if len(found) == count:
            break
    return list(found)


def analyses(count: int, threads: int, chosen: list[int]) -> bool:
    solver = Solver(CFOUR, threads=threads)
    solver.get_ready()
    print(f"\nfull analysis with {threads} threads: milliseconds")
    print(f"{'stones':>6} {'n':>5} {'median':>9} {'worst':>9}  {'worst position'}")
    good = True
    for stones in chosen:
        times = []
        for board in random_boards(stones, count):
            solver.clear()
            began = time.perf_counter()
            analysis = solver.analyse(board, line=False)
            times.append((time.perf_counter() - began, board))
            assert analysis.is_exact
        worst, where = max(times, key=lambda pair: pair[0])
        median = statistics.median(seconds for seconds, _ in times)
        reached = worst < WORST_GOAL and median < MEDIAN_GOAL
        good &= reached
        print(
            f"{stones:6} {len(times):5} {1e3 * median:9.1f} {1e3 * worst:9.1f}  {position_text(where)}"
            f"{'' if reached else '  GOAL MISSED'}",
            flush=True,
        )
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="positions of each number of stones")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--stones", type=int, nargs="*", help="only these numbers of stones")
    parser.add_argument("--time", type=float, default=600, help="seconds for the empty board without the book")
    options = parser.parse_args()
    lookups()
    empty_board(options.time)
    chosen = list(range(42)) if options.stones is None else options.stones
    if analyses(options.count, options.threads, chosen):
        print(f"goal reached: median under {1e3 * MEDIAN_GOAL:g} ms, worst under {WORST_GOAL:g} s everywhere")
    else:
        print(f"goal missed: median under {1e3 * MEDIAN_GOAL:g} ms, worst under {WORST_GOAL:g} s everywhere")
    return 0


if __name__ == "__main__":
    sys.exit(main())
