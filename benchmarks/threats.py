"""How many wins by threats are found in time: `make bench-threats`, or `python benchmarks/threats.py --help`.

The positions are those of `threat_positions.tsv`, which `tools/threat_positions.py` makes: won by fours (vcf), and by
fours and threes (vct), each proven. Every one is searched alone, with empty tables and one thread, for a second if
fours are enough and for five otherwise.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from plyground.board import Limit
from plyground.engines import LineSearch, ThreatSearch
from plyground.grid import GridBoard

FILE = Path(__file__).with_name("threat_positions.tsv")
SECONDS = {"vcf": 1.0, "vct": 5.0}


@dataclass(frozen=True)
class Found:
    """How the search for one win went."""

    line: int
    is_found: bool
    seconds: float
    nodes: int


def look(line: int, board: GridBoard, seconds: float) -> Found:
    search = ThreatSearch(board.rules)
    began = time.perf_counter()
    win = search.find(board, Limit(time=seconds))
    spent = time.perf_counter() - began
    return Found(line, win is not None, spent, search.nodes if win is None else win.nodes)


def report(kind: str, found: list[Found], seconds: float) -> None:
    right = [one for one in found if one.is_found]
    late = sum(one.seconds > seconds for one in right)
    nodes = [one.nodes for one in found]
    print(
        f"{kind}: {len(right)} of {len(found)} found within {seconds:g} s ({100 * len(right) / len(found):.1f} %), "
        f"{late} of them late; seconds: median {statistics.median(one.seconds for one in found):.4f}, "
        f"most {max(one.seconds for one in found):.3f}; nodes: median {statistics.median(nodes):,.0f}, "
        f"mean {statistics.fmean(nodes):,.0f}, most {max(nodes):,}; "
        f"{sum(nodes) / sum(one.seconds for one in found):,.0f} nodes a second"
    )
    if missed := [str(one.line) for one in found if not one.is_found]:
        print(f"  not found: lines {', '.join(missed)} of {FILE.name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth position")
    parser.add_argument("--vcf", type=float, default=SECONDS["vcf"], metavar="SECONDS")
    parser.add_argument("--vct", type=float, default=SECONDS["vct"], metavar="SECONDS")
    given = parser.parse_args()
    rows = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    for rules in {rules for _kind, _stones, rules, _moves in rows}:
        LineSearch().prepare(GridBoard(rules).rules)  # loads the kernels and the tables
    for kind, seconds in (("vcf", given.vcf), ("vct", given.vct)):
        chosen = [(number, row) for number, row in enumerate(rows, 1) if row[0] == kind][:: given.every]
        found = [look(number, GridBoard.from_moves(row[3], row[2]), seconds) for number, row in chosen]
        report(kind, found, seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
