"""Two styles of the champion in pairs of games that are kept in a file: `python -m benchmarks.styles --help`.

Every random board of 9..12 x 9..12 is played twice, each style first once, one thread each. The speed that
`benchmarks/champion.py` measures first differs with the load of the machine, so here the playouts a move are given for
both styles. `--speed` measures in turns how many are worth the same CPU time, and every pair notes what each side took:

    python -m benchmarks.styles value_weight=1 --speed 20
    python -m benchmarks.styles value_weight=1 --playouts 47000 40000 --pairs 100 --file pairs.jsonl

The style plays the defaults, or the second style that is given. Pairs that the file holds are not played again. With
`--clock` the limit is time on the clock, which is what an early stop can save; `--file` alone shows what is in it.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.champion import elo, style_of
from plyground.board import Limit, Side, SplitMix
from plyground.engines.champion import Champion
from plyground.grid import GridBoard, random_rules


@dataclass(frozen=True)
class Pair:
    """Two games on one board."""

    match: str
    """The styles, and their limits."""
    seed: int
    score: float
    """Of the first style, from 0 to 1."""
    cpu: Sequence[float]
    """Seconds that each style took for all its moves."""


def game(minds: Sequence[Champion], limits: Sequence[Limit], board: GridBoard, first: int) -> tuple[float, list[float]]:
    """The score of minds[0], and the CPU time of both; `first` moves first."""
    cpu = [0.0, 0.0]
    while not board.outcome.is_over:
        mover = first if board.turn is Side.FIRST else 1 - first
        began = time.process_time()
        move = minds[mover].decide(board, limits[mover]).move
        cpu[mover] += time.process_time() - began
        board = board.move(move)
    return 0.5 if board.winner is None else float((board.winner is Side.FIRST) == (first == 0)), cpu


def pair(styles: Sequence[str], limits: Sequence[Limit], match: str, seed: int) -> Pair:
    board = GridBoard(random_rules(1000 + seed))
    minds = [Champion(style_of(text), 2 * seed + k, threads=1, exact=False) for k, text in enumerate(styles)]
    for mind in minds:
        mind.prepare(board.rules)
    games = []
    for first in (0, 1):
        for mind in minds:
            mind.reset()
        games.append(game(minds, limits, board, first))
    scores, times = zip(*games, strict=True)
    return Pair(match, seed, statistics.fmean(scores), [round(sum(cpu), 3) for cpu in zip(*times, strict=True)])


def summary(pairs: Sequence[Pair]) -> str:
    """Score and Elo of the first style, with 95 % intervals from the pairs, and its CPU time in that of the other."""
    scores = [played.score for played in pairs]
    mean = statistics.fmean(scores)
    margin = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.5
    ours, theirs = (sum(played.cpu[k] for played in pairs) for k in (0, 1))
    return (
        f"{2 * len(scores):4} games {100 * mean:5.1f} % ± {100 * margin:4.1f}"
        f"  Elo {elo(mean)} ({elo(mean - margin)} to {elo(mean + margin)})  CPU {ours / theirs:.2f}  {pairs[0].match}"
    )


def seconds_a_playout(text: str, playouts: int, seed: int) -> float:
    """CPU time on a board that is empty or partly filled; 0 where the search ended early."""
    board, random = GridBoard(random_rules(seed)), SplitMix(seed)
    for _ in range(5 * (seed % 5)):
        after = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        board = board if after.outcome.is_over else after
    mind = Champion(style_of(text), threads=1, exact=False)
    mind.prepare(board.rules)
    began = time.process_time()
    decision = mind.decide(board, Limit(playouts=playouts))
    return (time.process_time() - began) / decision.playouts if decision.playouts >= playouts else 0


def speed(styles: Sequence[str], playouts: int, rounds: int) -> None:
    """Prints how many playouts the first style makes while the second makes one: the median of many rounds."""
    ratios: list[float] = []
    rates: list[float] = []
    seed = 0
    while len(ratios) < rounds:
        seed += 1
        before, ours, after = (seconds_a_playout(styles[k], playouts, seed) for k in (1, 0, 1))
        if before and ours and after:
            ratios.append((before + after) / 2 / ours)
            rates += [1 / before, 1 / after]
    low, middle, high = statistics.quantiles(ratios)
    print(
        f"x {middle:.3f} (quartiles {low:.3f} and {high:.3f}), {max(rates):,.0f} playouts/s  {' | '.join(styles)}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("styles", nargs="*", metavar="STYLE")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--playouts", type=int, nargs=2, default=(40_000, 40_000), metavar="N")
    parser.add_argument("--clock", type=float, metavar="SECONDS")
    parser.add_argument("--speed", type=int, metavar="ROUNDS")
    parser.add_argument("--file", type=Path)
    given = parser.parse_args()
    styles = (*given.styles, "")[:2]
    if given.speed:
        speed(styles, max(given.playouts), given.speed)
        return 0
    lines = given.file.read_text("utf-8").splitlines() if given.file and given.file.exists() else []
    known = [Pair(**json.loads(line)) for line in lines]
    if not given.styles:
        for match in dict.fromkeys(played.match for played in known):
            print(summary([played for played in known if played.match == match]))
        return 0
    limits = [Limit(time=given.clock) if given.clock else Limit(playouts=most) for most in given.playouts]
    match = " | ".join((*styles, f"{given.clock} s" if given.clock else "{} and {} playouts".format(*given.playouts)))
    pairs = [played for played in known if played.match == match]
    for seed in sorted(set(range(given.pairs)) - {played.seed for played in pairs}):
        pairs.append(pair(styles, limits, match, seed))
        if given.file:
            with given.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(pairs[-1])) + "\n")
        if len(pairs) % 10 == 0:
            print(summary(pairs), flush=True)
    print(summary(pairs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
