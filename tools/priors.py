"""Learns the champion's priors: `python tools/priors.py --help`.

The champion plays itself on random boards, 9..12 x 9..12 with a blocked cell, and the visits of the moves of every
position are recorded. The weights of `kernels.playouts.priors` are fitted to predict these visits
(a softmax over the moves, mirror images counted as one):

    python tools/priors.py play one.npz --games 500 --seed 1 --equal
    python tools/priors.py play two.npz --games 500 --seed 2 --equal
    python tools/priors.py fit one.npz two.npz

Without `--equal` the champion plays with the weights that are there. The fit is written to
`src/plyground/engines/priors.npy`. Patterns alone predict less than a search, so the weights are scaled by a factor;
`docs/champion.md` has the games that chose it. All of it is repeatable: the same commands write the same file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from plyground.board import Limit, SplitMix
from plyground.engines.champion import Champion, Style
from plyground.engines.threats import threat_geometry, threat_position
from plyground.grid import GridBoard, random_rules
from plyground.kernels.playouts import priors, threats

WEIGHTS = Path(__file__).parent.parent / "src" / "plyground" / "engines" / "priors.npy"
EPOCHS = 12
RATE = 0.1
SMALLNESS = 1e-4  # how much a weight is drawn towards 0


def play(out: Path, games: int, seed: int, playouts: int, equal: bool) -> None:
    """Plays so many games; of every searched position it keeps the patterns of the moves, with their visits."""
    looks: list[NDArray[np.int32]] = []
    visits: list[int] = []
    starts: list[int] = []
    seen = np.zeros(priors.LOOKS, np.int32)
    for number in range(games):
        random = SplitMix(seed * 1_000_000 + number)
        board = GridBoard(random_rules(seed * 1_000_000 + number))
        mind = Champion(Style(priors=not equal), number, threads=1, exact=False)
        for _ in range(random.below(12)):
            if not board.outcome.is_over:
                board = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        ply = 0
        while not board.outcome.is_over:
            decision = mind.decide(board, Limit(playouts=playouts))
            if decision.exact:
                break
            if len(decision.visits) > 1:
                geometry = threats.Geometry.at(threat_geometry(board.rules))
                position = threats.Position.at(threat_position(board))
                starts.append(len(visits))
                for move, times in decision.visits.items():
                    priors.describe(geometry, position, move, priors.NUMBERS.at(seen))
                    looks.append(seen.copy())
                    visits.append(times)
            # One early move in three is drawn by its visits, so that games differ.
            is_drawn = ply < 20 and decision.visits and random.below(3) == 0
            board = board.move(drawn(decision.visits, random) if is_drawn else decision.move)
            ply += 1
        if number % 20 == 19 or number == games - 1:
            print(f"{number + 1} of {games} games, {len(starts):,} positions", file=sys.stderr, flush=True)
            np.savez(out, looks=np.array(looks), visits=np.array(visits, np.float32), starts=np.array(starts))


def drawn(visits: Mapping[int, int], random: SplitMix) -> int:
    left = random.below(max(1, sum(visits.values())))
    for move, times in visits.items():
        left -= times
        if left < 0:
            return move
    return next(iter(visits))


def mirrored() -> NDArray[np.int64]:
    """For each weight the one that stands for it and its mirror image; columns have none."""
    stands_for = np.arange(priors.WEIGHT_COUNT)

    def turned(six: int) -> int:
        return int(f"{six:06b}"[::-1], 2)

    for weight in range(priors.PATTERNS, priors.CLOSED):
        table, pattern = weight - weight % priors.PATTERNS, weight % priors.PATTERNS
        stands_for[weight] = min(weight, table + turned(pattern >> 6) * 64 + turned(pattern & 63))
    return stands_for


@numba.njit  # type: ignore[untyped-decorator]
def sweep(looks: Any, visits: Any, starts: Any, order: Any, weights: Any, pasts: Any, rate: Any, small: Any) -> Any:
    """One pass: the mean surprise, and how often the favourite was predicted. With rate 0 nothing is learnt."""
    surprise, hits = 0.0, 0
    chances = np.zeros(64)
    for position in order:
        start, end = starts[position], starts[position + 1]
        total, shares = 0.0, visits[start:end].sum()
        for move in range(start, end):
            chances[move - start] = np.exp(weights[looks[move]].sum())
            total += chances[move - start]
        hits += np.argmax(chances[: end - start]) == np.argmax(visits[start:end])
        for move in range(start, end):
            chance, share = chances[move - start] / total, visits[move] / shares
            surprise -= share * np.log(chance)
            if rate > 0:
                for look in looks[move]:
                    slope = chance - share + small * weights[look]
                    pasts[look] += slope * slope
                    weights[look] -= rate * slope / np.sqrt(pasts[look])
    return surprise / len(order), hits / len(order)


def fit(files: list[Path], out: Path, sharpness: float) -> None:
    stands_for = mirrored()
    data = [np.load(file) for file in files]
    looks = np.concatenate([stands_for[one["looks"]] for one in data])
    visits = np.concatenate([one["visits"] for one in data]).astype(np.float64)
    offsets = np.cumsum([0, *(len(one["visits"]) for one in data)])
    starts = np.concatenate([one["starts"] + offset for one, offset in zip(data, offsets, strict=False)])
    starts = np.append(starts, len(visits))
    random = np.random.default_rng(0)
    order = random.permutation(len(starts) - 1)
    held_back, learnt_from = np.split(order, [max(1, len(order) // 10)])
    weights, pasts = np.zeros(priors.WEIGHT_COUNT), np.ones(priors.WEIGHT_COUNT)
    alike = sweep(looks, visits, starts, held_back, weights, pasts, 0.0, 0.0)
    print(f"{len(order):,} positions; all moves alike: surprise {alike[0]:.4f} on the tenth that is held back")
    for epoch in range(EPOCHS):
        random.shuffle(learnt_from)
        rate = RATE if epoch < EPOCHS - 4 else RATE / 3
        known = sweep(looks, visits, starts, learnt_from, weights, pasts, rate, SMALLNESS)
        new = sweep(looks, visits, starts, held_back, weights, pasts, 0.0, 0.0)
        print(f"round {epoch + 1}: surprise {known[0]:.4f}, held back {new[0]:.4f}, favourite foretold {new[1]:.1%}")
    np.save(out, (sharpness * weights[stands_for]).astype(np.float16))
    print(f"written: {out}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    games = commands.add_parser("play", help="games of the champion against itself")
    games.add_argument("out", type=Path)
    games.add_argument("--games", type=int, default=500)
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--playouts", type=int, default=6000)
    games.add_argument("--equal", action="store_true", help="without priors: start from nothing")
    fitting = commands.add_parser("fit", help="weights from such games")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=WEIGHTS)
    fitting.add_argument("--sharpness", type=float, default=2.0)
    given = parser.parse_args()
    if given.command == "play":
        play(given.out, given.games, given.seed, given.playouts, given.equal)
    else:
        fit(given.files, given.out, given.sharpness)
    return 0


if __name__ == "__main__":
    sys.exit(main())
