"""Random rules, games and set-ups for Hypothesis: mostly small, now and then as large as they get."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from plyground import GridBoard, Rules, Side

Cell = tuple[int, int]


Test = TypeVar("Test", bound=Callable[..., Any])


def examples(count: int) -> Callable[[Test], Test]:
    """So many examples in `make soak`, a third of them in `make test`: other ones each time.

    There is no deadline: a busy machine is no reason to fail.
    """
    if os.environ.get("PLYGROUND_EXAMPLES") != "all":
        count = max(count // 3, min(count, 20))
    chosen = settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    return lambda test: pytest.mark.sampled(chosen(test))


def _sizes(largest: int) -> st.SearchStrategy[int]:
    small = st.integers(1, min(7, largest))
    return small if largest <= 7 else st.one_of(small, small, small, small, st.integers(1, largest))


@st.composite
def rules(draw: Any, largest: int = 32, gravity: bool | None = None, square: bool = False) -> Rules:
    """Any rules; blocked cells anywhere, whole columns and rows of them included."""
    columns = draw(_sizes(largest))
    rows = columns if square else draw(_sizes(largest))
    connect = draw(st.one_of(st.integers(2, 4), st.integers(2, 7), st.integers(2, 40)))
    blocked: set[Cell] = set()
    if draw(st.booleans()):
        column, row = st.integers(0, columns - 1), st.integers(0, rows - 1)
        blocked |= draw(st.sets(st.tuples(column, row), max_size=6))
        for edge in (0, rows - 1):
            blocked |= {(c, edge) for c in draw(st.sets(column, max_size=2))}
        if draw(st.integers(0, 5)) == 0:
            full = draw(column)
            blocked |= {(full, r) for r in range(rows)}
        if len(blocked) == columns * rows:
            blocked.pop()
    return Rules(
        columns=columns,
        rows=rows,
        connect=connect,
        gravity=draw(st.booleans()) if gravity is None else gravity,
        blocked=blocked,
    )


@st.composite
def games(draw: Any, of: st.SearchStrategy[Rules] | None = None) -> tuple[GridBoard, list[int]]:
    """An empty board and legal moves from it; often to the end of the game."""
    start = GridBoard(draw(rules() if of is None else of))
    chance = random.Random(draw(st.integers(0, 2**32)))
    length = draw(st.one_of(st.integers(0, 12), st.integers(0, start.rules.cells)))
    board = start
    moves: list[int] = []
    while board.legal_moves and len(moves) < length:
        moves.append(chance.choice(board.legal_moves))
        board = board.move(moves[-1])
    return start, moves


@st.composite
def setups(draw: Any, of: st.SearchStrategy[Rules] | None = None) -> tuple[Rules, list[Cell], list[Cell], Side]:
    """Stones laid freely: any numbers of them, either side to move, won positions and full boards included."""
    given = draw(rules() if of is None else of)
    chance = random.Random(draw(st.integers(0, 2**32)))
    density = draw(st.sampled_from([0.1, 0.4, 0.7, 1.0]))
    bias = draw(st.sampled_from([0.1, 0.5, 0.9]))
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    for column in range(given.columns):
        for row in range(given.rows):
            if (column, row) in given.blocked:
                continue
            if chance.random() < density:
                sides[chance.random() < bias].append((column, row))
            elif given.gravity:
                break
    return given, sides[0], sides[1], draw(st.sampled_from(Side))


def boards(of: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[GridBoard]:
    """Positions from play and from free set-ups alike."""
    played = games(of).map(_played)
    laid = setups(of).map(lambda parts: GridBoard.setup(*parts))
    return st.one_of(played, laid)


def _played(game: tuple[GridBoard, list[int]]) -> GridBoard:
    board, moves = game
    for move in moves:
        board = board.move(move)
    return board
