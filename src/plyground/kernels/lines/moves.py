"""The moves that a node of the search tries: near stones only, the most urgent first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, int64, uint16

from ..compiled import inlined, inner
from ..memory.records import Record, array
from .defences import list_defences
from .position import FREE, MOST_CELLS, first_cell, has_win
from .shapes import MAKES_FOUR, MAKES_OPEN_FOUR, MAKES_OPEN_THREE, MAKES_THREE, WINS

# The moves of a node, best first.
Row = Record(
    "LineRow",
    count=int64,
    complete=int64,  # 1 if every move that is not here loses for certain, or there is none
    forced=int64,  # 1 if all of them answer a threat to win
    cells=array(uint16, MOST_CELLS),
    ranks=array(int32, MOST_CELLS),
)


_FIRST_CHOICE = 1 << 30
_KILLER = 400
MOST_HISTORY = 1 << 16
_HISTORY_SHIFT = 8


@inlined
def rank_of(board: Any, position: Any, cell: Any, side: Any, first_choice: Any, history: Any, killers: Any) -> Any:
    if cell == first_choice:
        return np.int32(_FIRST_CHOICE)
    rank = 3 * board.worths[position.lines[cell][side]] + 2 * board.worths[position.lines[cell][1 - side]]
    rank += history[side][cell] >> _HISTORY_SHIFT
    if killers[0] == cell or killers[1] == cell:
        rank += _KILLER
    return np.int32(rank)


@inlined
def insert(row: Any, cell: Any, rank: Any) -> Any:
    """Adds a move behind those of the same rank or a better one."""
    place = row.count
    while place > 0 and row.ranks[place - 1] < rank:
        row.cells[place] = row.cells[place - 1]
        row.ranks[place] = row.ranks[place - 1]
        place -= 1
    row.cells[place] = cell
    row.ranks[place] = rank
    row.count += 1


@inner
def _list_near(board: Any, position: Any, row: Any, side: Any, first_choice: Any, history: Any, killers: Any) -> Any:
    for cell in range(board.cells):
        if position.stones[cell] != FREE:
            continue
        threats = position.threats[cell]
        if position.near[cell] > 0 or threats[0] >= MAKES_THREE or threats[1] >= MAKES_THREE:
            insert(row, cell, rank_of(board, position, cell, side, first_choice, history, killers))
    row.complete = 1 if row.count == position.left else 0
    if row.count > 0:
        return
    # Nothing lies on the board, or only behind blocked cells.
    for cell in range(board.cells):
        if position.stones[cell] == FREE:
            insert(row, cell, rank_of(board, position, cell, side, first_choice, history, killers))
    row.complete = 1


@inner
def list_moves(
    board: Any,
    position: Any,
    row: Any,
    side: Any,
    first_choice: Any,
    history: Any,
    killers: Any,
    fours: Any,
    cells: Any,
    threatened: Any,
) -> Any:
    """Lists the moves of `side`, which cannot win at once.

    Against a four there is one. `threatened`: the opponent threatens the sequence in `fours`, so only those that may
    stop it are left.
    """
    row.count = 0
    row.forced = 0
    row.complete = 1
    if has_win(position, 1 - side) > 0:
        insert(row, first_cell(board, position, 1 - side, WINS, 0), np.int32(0))
        row.forced = 1
        return
    if threatened:
        list_defences(board, position, fours, 1 - side, cells)
        for place in range(cells.count):
            cell = np.int64(cells.cells[place])
            insert(row, cell, rank_of(board, position, cell, side, first_choice, history, killers))
        row.forced = 1
        return
    _list_near(board, position, row, side, first_choice, history, killers)


@inlined
def is_quiet(position: Any, cell: Any, side: Any) -> Any:
    """Does a move neither make nor stop an open three or a four?"""
    threats = position.threats[cell]
    return threats[side] < MAKES_OPEN_THREE and threats[1 - side] < MAKES_OPEN_THREE


@inlined
def has_fours(position: Any, side: Any) -> Any:
    counts = position.counts[side]
    return counts[MAKES_FOUR] + counts[MAKES_FOUR + 1] + counts[MAKES_OPEN_FOUR] > 0
