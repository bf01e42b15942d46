"""How many positions can be explained, and in how few decisions: `make bench-explanations`.

The positions are decided ones in which nobody wins within two moves, as many lost for the side to move as won: from
games between strong levels on several boards, and from a folder of sets (`--positions`, as for the solver's
measurement). Every explanation is checked by the replay; one that is refuted ends the run with an error.

What was measured is kept in `--out`, one line a position, and a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from plyground.board import Limit, SplitMix
from plyground.explanations import Table, explain, leaves
from plyground.game import Game, take_turn
from plyground.grid import GridBoard, Rules, moves_text
from plyground.players import make_player
from plyground.solver import Solver

BOARDS = ("7x6", "7x6 blocked=d2", "7x6 blocked=b1,f4", "6x5", "6x7", "8x5", "7x6 connect=5", "9x5")
LEVELS = ("level7", "level8", "level9")
BAND = 4
FIRST_BAND = 12
SOLVER_SECONDS = 2.0
"""Positions that take longer to solve are left out."""


@dataclass(frozen=True)
class Row:
    """What explaining one position took."""

    rules: str
    moves: str
    stones: int
    wins: bool
    decisions: int | None
    kinds: list[str]
    positions: int
    seconds: float

    @property
    def band(self) -> int:
        return self.stones // BAND * BAND

    @property
    def has_table(self) -> bool:
        return Table.__name__ in self.kinds


def own_positions(boards: list[str], games: int) -> Iterator[tuple[str, str]]:
    """Positions from games of strong levels with random openings: rules and moves."""
    for number in range(games):
        random = SplitMix(2026 + number)
        rules = Rules.parse(boards[number % len(boards)])
        game = Game(GridBoard(rules))
        for _ in range(random.below(7)):
            legal = [m for m in game.board.legal_moves if not game.board.move(m).is_win]
            if legal:
                game.play(legal[random.below(len(legal))])
        players = [make_player(LEVELS[random.below(len(LEVELS))]) for _ in range(2)]
        while not game.outcome.is_over:
            turn = take_turn(game, players[game.board.turn.value], Limit(time=0.05))
            if turn.decision is None:
                break
            game.play(turn.decision.move)
        moves = game.moves
        for count in range(FIRST_BAND, len(moves), 3):
            yield str(rules), moves_text(rules, moves[:count])


def set_positions(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob("*x*-*.txt")):
        for line in path.read_text().splitlines():
            moves, score = line.split()
            if int(score) and len(moves) >= FIRST_BAND:
                yield path.stem.split("-")[0], moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=Path, help="a folder of sets")
    parser.add_argument("--games", type=int, default=40, help="games of our levels to take positions from")
    parser.add_argument("--boards", nargs="*", default=list(BOARDS))
    parser.add_argument("--each", type=int, default=40, help="positions of each board, band of stones and outcome")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--out", type=Path, help="where the measured positions are kept")
    options = parser.parse_args()
    kept: dict[tuple[str, str], Row] = {}
    if options.out and options.out.exists():
        for line in options.out.read_text().splitlines():
            row = Row(**json.loads(line))
            kept[row.rules, row.moves] = row
    faults: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: faults.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("plyground.explanations").addHandler(handler)
    counts: dict[tuple[str, int, bool], int] = {}
    rows: list[Row] = []
    solvers: dict[str, Solver] = {}
    source = list(set_positions(options.positions)) if options.positions else []
    source.sort(key=lambda found: hashlib.sha256(found[1].encode()).digest())
    for rules, moves in [*source, *own_positions(options.boards, options.games)]:
        found = kept.get((rules, moves))
        if found is None:
            if rules not in solvers:
                solvers[rules] = Solver(Rules.parse(rules), threads=1, table_mb=64)
            found = measured(rules, moves, solvers[rules], options.seconds, counts, options.each)
            if found is not None and options.out:
                with options.out.open("a") as out:
                    out.write(json.dumps(asdict(found)) + "\n")
        if found is not None:
            key = rules, found.band, found.wins
            counts[key] = counts.get(key, 0) + 1
            rows.append(found)
            if sys.stderr.isatty():
                print(f"\r{len(rows)} positions", end="", file=sys.stderr)
    report(rows)
    for fault in faults:
        print("REFUTED:", fault)
    return 1 if faults else 0


def measured(
    rules: str, moves: str, solver: Solver, seconds: float, counts: dict[tuple[str, int, bool], int], each: int
) -> Row | None:
    """Explains one position; None if it is not one of those that are wanted."""
    board = GridBoard.from_moves(moves, rules)
    value = solver.solve(board, limit=Limit(time=SOLVER_SECONDS), line=False).value
    if not value.is_exact or not value.score or (value.plies or 0) <= 4:
        return None
    if counts.get((rules, board.count // BAND * BAND, value.score > 0), 0) >= each:
        return None
    began = time.process_time()
    found = explain(board, limit=Limit(time=seconds), solver=solver)
    kinds = sorted({type(leaf).__name__ for proof in found.proofs for leaf, _at in leaves(proof.certificate)})
    return Row(
        rules,
        moves,
        board.count,
        value.score > 0,
        found.decisions,
        kinds,
        sum(proof.checked.positions for proof in found.proofs),
        round(time.process_time() - began, 4),
    )


def report(rows: list[Row]) -> None:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        for rules in (row.rules, "all boards"):
            bands = [f"{row.band}-{row.band + BAND - 1}", "12 and more", *(["20 and more"] if row.stones >= 20 else [])]
            for band in bands:
                groups.setdefault((rules, band), []).append(row)
    head = ("board", "stones", "positions", "<= 3", "<= 8", "<= 20", "table", "none", "median s", "99 % s")
    print("  ".join(f"{word:>11}" for word in head))
    for (rules, band), group in sorted(groups.items()):
        plain = [row.decisions for row in group if row.decisions is not None and not row.has_table]
        shares = [sum(count <= most for count in plain) / len(group) for most in (3, 8, 20)]
        shares += [sum(row.has_table for row in group) / len(group)]
        shares += [sum(row.decisions is None for row in group) / len(group)]
        times = sorted(row.seconds for row in group)
        cells = [f"{share:.1%}" for share in shares]
        cells += [f"{times[len(times) // 2]:.3f}", f"{times[int(len(times) * 0.99)]:.3f}"]
        print("  ".join(f"{word:>11}" for word in (rules, band, str(len(group)), *cells)))
    kinds = Counter(kind for row in rows for kind in row.kinds)
    print("explanations with a leaf of each kind:", dict(kinds))
    print(f"{len(rows)} positions explained or not; {sum(row.positions for row in rows):,} positions replayed")


if __name__ == "__main__":
    sys.exit(main())
