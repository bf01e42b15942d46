"""What each part of the champion is worth: `make bench-champion`, or `python benchmarks/champion.py --help`.

Two styles play each other on random boards of 9..12 x 9..12, every board twice, each style first once, one thread each.
Both get the same CPU time a move, whatever else the machine does: how many playouts a second of CPU time is worth to a
style is measured first, and then playouts are the limit. A style is what it changes in the defaults:

    python benchmarks/champion.py "" "policy=7" "rule=ucb1 exploration=0.4" --pairs 30 --seconds 0.03

The first style plays each of the others; without any, the list below is played, a few pairs each.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import statistics
import sys
import time
from functools import partial

from plyground.board import Limit, Side
from plyground.engines.champion import Champion, Style
from plyground.executors import local_executor
from plyground.grid import GridBoard, random_rules

ABLATIONS = (
    "",
    "rule=ucb1 exploration=0.4",
    "merge=False",
    "priors=False",
    "look_ahead=False",
    "length_term=0",
    "policy=1",
    "policy=3",
    "policy=7",
    "policy=15",
)


def style_of(text: str) -> Style:
    kinds: dict[str, type] = {name: type(value) for name, value in dataclasses.asdict(Style()).items()}
    changes: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name not in kinds:
            raise SystemExit(f"a style has no {name}; it has {', '.join(kinds)}")
        changes[name] = value == "True" if kinds[name] is bool else kinds[name](value)
    return dataclasses.replace(Style(), **changes)  # type: ignore[arg-type]


def playouts_per_second(style: Style) -> float:
    """Of CPU time, on boards as they are played here."""
    best = 0.0
    for seed in range(4):
        mind, board = Champion(style, threads=1, exact=False), GridBoard(random_rules(seed))
        mind.prepare(board.rules)
        began = time.process_time()
        decision = mind.decide(board, Limit(playouts=40_000))
        best = max(best, decision.playouts / (time.process_time() - began))
    return best


def game(first: Champion, second: Champion, limits: tuple[Limit, Limit], board: GridBoard) -> float:
    while not board.outcome.is_over:
        mind, limit = (first, limits[0]) if board.turn is Side.FIRST else (second, limits[1])
        board = board.move(mind.decide(board, limit).move)
    return 0.5 if board.winner is None else float(board.winner is Side.FIRST)


def pair(styles: tuple[str, str], playouts: tuple[int, int], seed: int) -> float:
    """The score of the first style in two games on one board."""
    board = GridBoard(random_rules(1000 + seed))
    minds = [Champion(style_of(text), 2 * seed + k, threads=1, exact=False) for k, text in enumerate(styles)]
    limits = Limit(playouts=playouts[0]), Limit(playouts=playouts[1])
    score = game(minds[0], minds[1], limits, board)
    for mind in minds:
        mind.reset()
    return (score + 1 - game(minds[1], minds[0], limits[::-1], board)) / 2


def elo(score: float) -> str:
    return f"{400 * math.log10(score / (1 - score)):+5.0f}" if 0 < score < 1 else "    ∞"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("styles", nargs="*", metavar="STYLE")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--workers", type=int, default=None)
    given = parser.parse_args()
    first, *others = given.styles if len(given.styles) > 1 else ABLATIONS
    speeds = {text: playouts_per_second(style_of(text)) for text in (first, *others)}
    print(f"{first or 'the defaults'}, {given.seconds} s of CPU time a move ({speeds[first]:,.0f} playouts/s), against")
    with local_executor(given.workers) as executor:
        for text in others:
            playouts = int(speeds[first] * given.seconds), int(speeds[text] * given.seconds)
            scores = list(executor.map(partial(pair, (first, text), playouts), range(given.pairs)))
            mean = statistics.fmean(scores)
            margin = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.5
            print(
                f"{text or 'the defaults':28}{2 * len(scores):5} games {100 * mean:6.1f} % ± {100 * margin:4.1f}"
                f"   Elo {elo(mean)} ({elo(mean - margin)} to {elo(mean + margin)})   {speeds[text]:,.0f} playouts/s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
