"""Learns what the lines of a board without gravity are worth: `python tools/line_weights.py --help`.

The search of `engines.lines` plays itself, five in a row, from random openings. Of every position that its evaluation
would be asked about it keeps how many free cells would make each shape and each threat, for the side to move and for
the other, and how the game ended. The weights are fitted to these results (logistic regression):

    python tools/line_weights.py play one.npz --games 500 --seed 1
    python tools/line_weights.py play two.npz --games 500 --seed 2
    python tools/line_weights.py fit one.npz two.npz

The fit is written to `src/plyground/engines/lines/weights.json`, which the search plays with from then on: the next
games are better ones. The weights that are there come from 800 games at 1,000 nodes a move with weights set by hand,
and from 1,000 games at 1,500 nodes a move with the first fit.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plyground.board import Limit, SplitMix
from plyground.engines import LineSearch, ThreatSearch
from plyground.engines.lines.tables import LinePosition, line_board
from plyground.grid import GridBoard, Rules
from plyground.kernels.lines import shapes

WEIGHTS = Path(__file__).parent.parent / "src" / "plyground" / "engines" / "lines" / "weights.json"
SIZES = (15, 15, 15, 19, 11)
STEPS = 4000
SMALLNESS = 1e-5  # how much a weight is drawn towards 0
SCALE = 1000
"""A value of this much is a result of 1 / (1 + 1/e)."""

SHAPES = 16
FEATURES = SHAPES + shapes.THREATS
"""For each side: how often each shape, and on how many cells each threat."""


def features(board: GridBoard) -> NDArray[np.float32]:
    """What lies on the board, for the side to move and then for the other."""
    position = LinePosition(line_board(board.rules), board)
    fields, free = position.memory[0], list(board.legal_moves)
    found = np.zeros((2, FEATURES), np.float32)
    for place, side in enumerate((position.side, 1 - position.side)):
        lines = fields["lines"][free, side].astype(np.int64)
        for direction in range(shapes.DIRECTIONS):
            found[place, :SHAPES] += np.bincount(lines >> (4 * direction) & 15, minlength=SHAPES)
        found[place, SHAPES:] = np.bincount(fields["threats"][free, side], minlength=shapes.THREATS)
    return found.ravel()


def opening(random: SplitMix) -> GridBoard:
    """A few stones around the middle, on boards of several sizes."""
    size = SIZES[random.below(len(SIZES))]
    board = GridBoard(Rules(columns=size, rows=size, connect=5, gravity=False))
    stones = 1 + random.below(6)
    while board.count < stones:
        cell = (size // 2 - 3 + random.below(7), size // 2 - 3 + random.below(7))
        move = board.rules.move_into(cell)
        if move in board.legal_moves:
            board = board.move(move)
    return board


def play(out: Path, games: int, seed: int, nodes: int) -> None:
    """Plays so many games, and keeps the positions and the results for the side to move."""
    rows: list[NDArray[np.float32]] = []
    results: list[float] = []
    for number in range(games):
        random = SplitMix(seed * 1_000_000 + number)
        board, mind = opening(random), LineSearch(value_file=None)
        threats = ThreatSearch(board.rules)
        kept: list[tuple[int, NDArray[np.float32]]] = []
        while not board.outcome.is_over:
            is_sharp = board.threat_mask(board.turn.opposite) or threats.by_fours(board, nodes=50)
            if not is_sharp:
                kept.append((board.count, features(board)))
            board = board.move(mind.decide(board, Limit(nodes=nodes)).move)
        winner = None if board.winner is None else (board.count - 1) % 2
        for count, row in kept:
            rows.append(row)
            results.append(0.5 if winner is None else float(count % 2 == winner))
        if number % 20 == 19 or number == games - 1:
            print(f"{number + 1} of {games} games, {len(rows):,} positions", file=sys.stderr, flush=True)
            np.savez_compressed(out, rows=np.array(rows), results=np.array(results, np.float32))


def fit(files: list[Path], out: Path, steps: int = STEPS) -> None:
    """Weights by which the results are predicted best."""
    data = [np.load(file) for file in files]
    rows = np.concatenate([one["rows"] for one in data]).astype(np.float64)
    results = np.concatenate([one["results"] for one in data]).astype(np.float64)
    rows = np.column_stack([rows, np.ones(len(rows))])
    used = rows.std(axis=0) > 0
    used[-1] = True
    # The number of free cells that make nothing says nothing of its own.
    used[[0, SHAPES, SHAPES + 1, FEATURES, FEATURES + SHAPES, FEATURES + SHAPES + 1]] = False
    spread = np.where(rows.std(axis=0) > 0, rows.std(axis=0), 1.0)
    inputs = np.where(used, rows / spread, 0.0)
    # Whole stretches are held back: positions of one game are alike.
    held_back = np.zeros(len(rows), bool)
    held_back[: len(rows) // 10] = True
    learnt, rest = inputs[~held_back], inputs[held_back]
    weights, speed, pasts = np.zeros(inputs.shape[1]), np.zeros(inputs.shape[1]), np.zeros(inputs.shape[1])
    for step in range(1, steps + 1):
        slope = learnt.T @ (1 / (1 + np.exp(-learnt @ weights)) - results[~held_back]) / len(learnt)
        slope += SMALLNESS * weights
        speed = 0.9 * speed + 0.1 * slope
        pasts = 0.999 * pasts + 0.001 * slope**2
        weights -= 0.02 * (speed / (1 - 0.9**step)) / (np.sqrt(pasts / (1 - 0.999**step)) + 1e-9)
        if step % max(1, steps // 8) == 0:
            print(
                f"step {step}: {_surprise(learnt, results[~held_back], weights):.4f}, "
                f"held back {_surprise(rest, results[held_back], weights):.4f}"
            )
    worth = np.where(used, weights / spread, 0.0) * SCALE
    own, other = worth[:FEATURES], -worth[FEATURES : 2 * FEATURES]
    found = {
        "own": [round(value, 1) for value in own.tolist()],
        "other": [round(value, 1) for value in other.tolist()],
        "to_move": round(float(worth[-1]), 1),
    }
    out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{len(rows):,} positions; written: {out}")


def _surprise(rows: NDArray[np.float64], results: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    chance = np.clip(1 / (1 + np.exp(-rows @ weights)), 1e-9, 1 - 1e-9)
    return float(-(results * np.log(chance) + (1 - results) * np.log(1 - chance)).mean())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    games = commands.add_parser("play", help="games of the search against itself")
    games.add_argument("out", type=Path)
    games.add_argument("--games", type=int, default=500)
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--nodes", type=int, default=1000)
    fitting = commands.add_parser("fit", help="weights from such games")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    if given.command == "play":
        play(given.out, given.games, given.seed, given.nodes)
    else:
        fit(given.files, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
