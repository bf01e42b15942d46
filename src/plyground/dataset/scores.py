"""What a worker does: finds the exact value of every move of some positions."""

from __future__ import annotations

import threading
import time
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.grid import GridBoard, Rules
from plyground.solver import Solver

__all__ = ["ILLEGAL", "Scores", "solve_games"]

Scores: TypeAlias = NDArray[np.int8]
"""A row for each position, a column for each move that the rules know."""

ILLEGAL = -128
"""Stands for the score of a move that cannot be played; real scores are from -64 to 64."""


class _LastSolver(threading.local):
    """The solver that was used last, with what it has learnt. Each thread has its own: a worker of a cluster may have
    several threads, and a solver serves one caller at a time."""

    asked: tuple[str, int, float] | None = None
    solver: Solver


_last = _LastSolver()


def solve_games(rules: str, games: list[str], threads: int, table_mb: float) -> tuple[Scores, list[float]]:
    """The scores of all moves in the positions after `games`, and the seconds that each position took.

    A worker keeps its solver between calls. The values are exact, so they do not depend on what it has learnt.
    """
    asked = rules, threads, table_mb
    if _last.asked != asked:
        _last.solver = Solver(Rules.parse(rules), threads=threads, table_mb=table_mb)
        _last.solver.get_ready()
        _last.asked = asked
    solver = _last.solver
    scores = np.full((len(games), solver.rules.move_count), ILLEGAL, np.int8)
    seconds = []
    for row, game in zip(scores, games, strict=True):
        began = time.perf_counter()
        for move, value in solver.analyse(GridBoard.from_moves(game, solver.rules), line=False).moves.items():
            assert value.is_exact, "nothing limits the search"
            row[move] = value.low
        seconds.append(time.perf_counter() - began)
    return scores, seconds
