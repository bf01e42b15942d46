"""Games played perfectly except for planted mistakes: a review has to find exactly those."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.board import Move
from plyground.grid import GridBoard, moves_text
from plyground.solver import Solver
from plyground.solver.values import Value


@dataclass
class Planted:
    """A game with its correct review: the marks by ply, and the value of every position."""

    start: GridBoard
    moves: list[Move]
    marks: dict[int, str]
    values: list[Value]

    @property
    def text(self) -> str:
        return moves_text(self.start.rules, self.moves)


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def planted(start: GridBoard, mistakes: int, inaccuracies: int, seed: int) -> Planted:
    """Plays `start` to its end, both sides perfectly, except for so many moves that give something away.

    The values come from a separate solver, without the opening book that the server uses.
    """
    draw = random.Random(seed)
    solver = Solver(start.rules, threads=1, table_mb=64, book=False)
    board = start
    moves: list[Move] = []
    marks: dict[int, str] = {}
    values: list[Value] = []
    left = {"mistake": mistakes, "inaccuracy": inaccuracies}
    while board.legal_moves:
        analysis = solver.analyse(board, line=False)
        best = analysis.value.low
        values.append(analysis.value)
        worse: dict[str, list[Move]] = {"mistake": [], "inaccuracy": []}
        for move, value in analysis.moves.items():
            if value.low < best:
                worse["inaccuracy" if sign(value.low) == sign(best) else "mistake"].append(move)
        wanted = [kind for kind, options in worse.items() if options and left[kind]]
        if wanted and draw.random() < 0.5:
            kind = draw.choice(wanted)
            left[kind] -= 1
            marks[len(moves)] = kind
            move = draw.choice(worse[kind])
        else:
            move = draw.choice(analysis.best)
        moves.append(move)
        board = board.move(move)
    return Planted(start, moves, marks, values)
