"""Which replies can stop a win by fours that the attacker threatens?

All others lose to the same sequence, stone for stone. A reply can stop it only by taking a cell that the sequence needs
free, or by giving the defender a four of its own on the way: with its stone alone, or together with the replies that
the sequence forces.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint16

from ..compiled import inlined, inner
from ..memory.records import Record, array
from .position import FREE, MOST_CELLS, first_cell, lay, lift
from .shapes import DIRECTIONS, MAKES_FOUR, MAKES_OPEN_FOUR, WINS

Cells = Record("CellList", count=int64, cells=array(uint16, MOST_CELLS))


@inlined
def _add(cells: Any, cell: Any) -> Any:
    for place in range(cells.count):
        if cells.cells[place] == cell:
            return
    cells.cells[cells.count] = cell
    cells.count += 1


@inner
def _add_along_lines(board: Any, position: Any, cell: Any, side: Any, threat: Any, cells: Any) -> Any:
    """Adds the free cells on the lines through a cell on which `side` has this threat or a stronger one."""
    for direction in range(DIRECTIONS):
        stride = board.steps[direction]
        for distance in range(1, np.int64(board.reach[cell][2 * direction]) + 1):
            other = cell + distance * stride
            if position.stones[other] == FREE and position.threats[other][side] >= threat:
                _add(cells, other)
        for distance in range(1, np.int64(board.reach[cell][2 * direction + 1]) + 1):
            other = cell - distance * stride
            if position.stones[other] == FREE and position.threats[other][side] >= threat:
                _add(cells, other)


@inner
def _add_all(board: Any, position: Any, side: Any, threat: Any, cells: Any) -> Any:
    cell = first_cell(board, position, side, threat, 0)
    while cell >= 0:
        _add(cells, cell)
        cell = first_cell(board, position, side, threat, cell + 1)


@inner
def list_defences(board: Any, position: Any, fours: Any, side: Any, cells: Any) -> Any:
    """Lists the replies that may stop the sequence in `fours`, by which `side` would win if it were to move.

    The defender is to move and cannot win at once. Where the attacker would win at once, there is one such reply.
    """
    defender = 1 - side
    cells.count = 0
    length = fours.length
    if length == 1 and position.threats[fours.steps[0].move][side] == WINS:
        _add(cells, fours.steps[0].move)
        return
    _add_all(board, position, defender, MAKES_OPEN_FOUR, cells)
    for place in range(length):
        step = fours.steps[place]
        _add(cells, step.move)
        if place + 1 < length:
            lay(board, position, step.move, side)
            lay(board, position, step.reply, defender)
            _add(cells, step.reply)
            _add_along_lines(board, position, step.reply, defender, MAKES_FOUR, cells)
    last = fours.steps[length - 1]
    lay(board, position, last.move, side)
    _add_along_lines(board, position, last.move, side, WINS, cells)
    lift(board, position, last.move, side)
    for place in range(length - 1):
        step = fours.steps[length - 2 - place]
        lift(board, position, step.reply, defender)
        lift(board, position, step.move, side)
    _add_all(board, position, defender, MAKES_FOUR, cells)
