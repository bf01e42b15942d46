"""Make positions that are won by threats: `python tools/threat_positions.py --help`.

The search of `engines.lines` plays itself from random openings, with few nodes, on boards of several kinds. From the
end of a game that was won we go back through the winner's turns, as far as a win by threats is found, with up to NODES
nodes, and keep the first positions of that way: where fours alone win (VCF), and where fours and threes are needed
(VCT). Each win is written down by `prove_by_threats` and replayed by the checker of `plyground.explanations`; what is
not proven is left out, and so are proofs of more than MOST_ANSWERS answers, which take minutes to replay. A win that
needs more nodes than NODES is not among the positions: they say how fast wins are found, not how many there are.

Nodes are counted, not seconds: the same seed makes the same file, whatever the number of jobs.

    python tools/threat_positions.py --jobs 2

The file is `benchmarks/threat_positions.tsv`: the kind, the number of stones of the win (fours of the VCF; stones
before the fours of the VCT), the rules, and the moves. `make bench-threats` measures how fast they are found.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plyground.board import Limit, Move, SplitMix
from plyground.engines import LineSearch, ThreatSearch
from plyground.executors import Here, local_executor
from plyground.explanations import Answer, Node, check, prove_by_threats
from plyground.grid import GridBoard, Rules, moves_text, rules_text

FILE = Path(__file__).parent.parent / "benchmarks" / "threat_positions.tsv"

SEED = 1
WANTED = {"vcf": 150, "vct": 160}
NODES = 250_000
MOVE_NODES = 400
# A win in sight is no search: so many stones it takes at least.
LEAST = {"vcf": 3, "vct": 3}
BOARDS = (
    *("15x15 connect=5 gravity=no",) * 5,
    "19x19 connect=5 gravity=no",
    "10x10 connect=5 gravity=no",
    "13x13 connect=5 gravity=no blocked=d4,j10,g9",
    "19x19 connect=6 gravity=no",
)
MOST_ANSWERS = 300
BATCH = 4


@dataclass(frozen=True)
class Line:
    """A line of the file."""

    kind: str
    stones: int
    rules: str
    moves: str

    def __str__(self) -> str:
        return "\t".join((self.kind, str(self.stones), self.rules, self.moves))

    @classmethod
    def read(cls, text: str) -> Line:
        kind, stones, rules, moves = text.split("\t")
        return cls(kind, int(stones), rules, moves)

    @property
    def board(self) -> GridBoard:
        return GridBoard.from_moves(self.moves, self.rules)


def read_file(path: Path = FILE) -> list[Line]:
    return [Line.read(line) for line in path.read_text(encoding="utf-8").splitlines()]


def play(random: SplitMix) -> tuple[Rules, list[Move], bool]:
    """The rules and the moves of a game of the search against itself, and whether somebody won."""
    rules = Rules.parse(BOARDS[random.below(len(BOARDS))])
    board, moves, mind = GridBoard(rules), list[Move](), LineSearch(value_file=None)
    stones = 2 + random.below(4)
    while not board.outcome.is_over:
        if board.count < stones:
            cell = (rules.columns // 2 - 3 + random.below(7), rules.rows // 2 - 3 + random.below(7))
            move = rules.move_into(cell)
            if move not in board.legal_moves:
                continue
        else:
            move = mind.decide(board, Limit(nodes=MOVE_NODES)).move
        moves.append(move)
        board = board.move(move)
    return rules, moves, board.winner is not None


def positions(seed: int, number: int) -> list[Line]:
    """What one game gives: at most one position of each kind."""
    rules, moves, was_won = play(SplitMix(seed).stream(number))
    found: dict[str, Line] = {}
    # The last move won; before it the winner was to move.
    for count in range(len(moves) - 1, 0, -2) if was_won else ():
        line = _won(rules, moves[:count])
        if line is None:
            break
        found[line.kind] = line
    return [line for kind, line in sorted(found.items()) if line.stones >= LEAST[kind] and _is_proven(line)]


def _won(rules: Rules, moves: list[Move]) -> Line | None:
    """The win by threats of the side to move, if one is found."""
    text = moves_text(rules, moves)
    board = GridBoard.from_moves(text, rules)
    win = ThreatSearch(rules).find(board, Limit(nodes=NODES))
    if win is None:
        return None
    kind, stones = ("vcf", (len(win.line) + 1) // 2) if win.by_fours else ("vct", win.stones)
    return Line(kind, stones, rules_text(rules), text)


def _is_proven(line: Line) -> bool:
    certificate = prove_by_threats(line.board, limit=Limit(nodes=NODES))
    if certificate is None or _answers(certificate.root, MOST_ANSWERS) > MOST_ANSWERS:
        return False
    check(certificate)  # raises if anything is wrong with it
    return True


def _answers(node: Node | None, most: int) -> int:
    """How many answers a proof has, counted up to one more than `most`."""
    count = 1
    if isinstance(node, Answer) and node.then is not None:
        for answer in node.then.answers.values():
            if count > most:
                break
            count += _answers(answer, most - count)
    return count


def make(seed: int, wanted: dict[str, int], executor: Executor) -> list[Line]:
    """So many positions of each kind, in the order of the games, no two with the same stones."""
    found: dict[str, list[Line]] = {kind: [] for kind in wanted}
    seen: set[GridBoard] = set()
    number = 0
    while any(len(found[kind]) < count for kind, count in wanted.items()):
        for lines in executor.map(partial(positions, seed), range(number, number + BATCH)):
            for line in lines:
                if len(found[line.kind]) < wanted[line.kind] and line.board not in seen:
                    seen.add(line.board)
                    found[line.kind].append(line)
        number += BATCH
        counts = ", ".join(f"{len(lines)} {kind}" for kind, lines in found.items())
        print(f"{number} games: {counts}", file=sys.stderr, flush=True)
    return [line for lines in found.values() for line in lines]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--vcf", type=int, default=WANTED["vcf"], metavar="N")
    parser.add_argument("--vct", type=int, default=WANTED["vct"], metavar="N")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    with local_executor(given.jobs) if given.jobs > 1 else contextlib.nullcontext(Here()) as executor:
        lines = make(given.seed, {"vcf": given.vcf, "vct": given.vct}, executor)
    given.out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"written: {given.out}, {len(lines)} positions")
    return 0


if __name__ == "__main__":
    # Workers find a function by the name of its module, which is not that of a script.
    sys.exit(importlib.import_module(Path(__file__).stem).main())
