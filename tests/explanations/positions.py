"""Small positions and plans for Hypothesis."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from plyground import GridBoard, Rules
from plyground.explanations import Plan


@st.composite
def small_rules(draw: Any, gravity: bool = True) -> Rules:
    columns, rows = draw(st.integers(3, 5)), draw(st.integers(3, 4))
    cell = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    blocked = draw(st.one_of(st.just(set()), st.sets(cell, max_size=2)))
    return Rules(columns=columns, rows=rows, connect=draw(st.integers(3, 4)), gravity=gravity, blocked=blocked)


@st.composite
def positions(draw: Any, most_free: int = 9, gravity: bool = True) -> GridBoard:
    """An open position from random play, near enough to its end for brute force."""
    rules = draw(small_rules(gravity))
    chance = random.Random(draw(st.integers(0, 2**32)))
    free = draw(st.integers(1, most_free))
    board = start = GridBoard(rules)
    while board.free.bit_count() > free or board.outcome.is_over:
        if board.outcome.is_over:
            board, free = start, free + 1  # three in a row are hard to avoid
            continue
        quiet = [move for move in board.legal_moves if not board.move(move).is_win]
        board = board.move(chance.choice(quiet or board.legal_moves))
    return board


@st.composite
def plans(draw: Any, board: GridBoard, blind: bool | None = None) -> Plan:
    """Any plan for a board: sensible pairs or senseless ones."""
    free = sorted(board.rules.layout.cells(board.free))
    cell = st.sampled_from(free)
    pairs = draw(st.dictionaries(cell, cell, max_size=4))
    return Plan(
        pairs,
        tuple(draw(st.lists(st.integers(0, board.rules.columns - 1), unique=True))),
        draw(st.booleans()),
        draw(st.booleans()) if blind is None else blind,
        {stone: tuple(draw(st.lists(cell, max_size=2))) for stone in pairs},
    )
