"""Make the balanced openings for matches without gravity: `python tools/balanced_openings.py --help`.

An opening is three to six stones around the middle, drawn at random. It is kept if the search of `engines.lines`, with
its weights and without its network, sees neither side ahead: first at a few nodes, then at NODES nodes, where its
value has to lie within MOST of a draw (values are between -1 and 1). No two of a list are alike by symmetry. Nodes are
counted, not seconds, so the same seed makes the same file:

    python tools/balanced_openings.py

The file is `src/plyground/arena/balanced.json`; `plyground match A B --rules gomoku --openings balanced` plays them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from plyground.board import Limit, SplitMix
from plyground.engines import LineSearch
from plyground.grid import GridBoard, Rules, canonical, moves_text, rules_text

FILE = Path(__file__).parent.parent / "src" / "plyground" / "arena" / "balanced.json"

SEED = 1
WANTED = {"15x15 connect=5 gravity=no": 30, "9x9 connect=5 gravity=no": 12, "20x20 connect=5 gravity=no": 20}
FIRST_NODES = 3_000
NODES = 60_000
FIRST_MOST = 0.12
MOST = 0.04


def drawn(rules: Rules, random: SplitMix) -> tuple[int, ...]:
    """The moves of an opening, in cells around the middle."""
    reach = 3 if rules.columns >= 15 else 2
    middle = rules.columns // 2, rules.rows // 2
    stones = 3 + random.below(4)
    moves: list[int] = []
    while len(moves) < stones:
        cell = [middle[axis] - reach + random.below(2 * reach + 1) for axis in range(2)]
        move = rules.move_into((cell[0], cell[1]))
        if move not in moves:
            moves.append(move)
    return tuple(moves)


def is_balanced(board: GridBoard) -> bool:
    for nodes, most in ((FIRST_NODES, FIRST_MOST), (NODES, MOST)):
        decision = LineSearch(value_file=None).decide(board, Limit(nodes=nodes))
        if decision.exact or decision.value is None or abs(decision.value) > most:
            return False
    return True


def openings(rules: Rules, seed: int) -> Iterator[str]:
    """Balanced openings without end, each unlike all before it."""
    seen: set[GridBoard] = set()
    number = 0
    while True:
        moves = drawn(rules, SplitMix(seed).stream(number))
        number += 1
        board = GridBoard(rules)
        for move in moves:
            board = board.move(move)
        image = canonical(board)
        if image not in seen and is_balanced(board):
            seen.add(image)
            yield moves_text(rules, moves)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    found: dict[str, list[str]] = {}
    for text, count in WANTED.items():
        rules = Rules.parse(text)
        source = openings(rules, given.seed)
        found[rules_text(rules)] = []
        for _ in range(count):
            found[rules_text(rules)].append(next(source))
            print(f"{text}: {len(found[rules_text(rules)])} of {count}", file=sys.stderr, flush=True)
    content = {"seed": given.seed, "nodes": NODES, "most": MOST, "openings": found}
    given.out.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    print(f"written: {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
