"""Winning by fours: each stone of the attacker makes a four, which leaves the defender one reply, until one wins.

The search is complete: a sequence that exists is found, unless the limit ends it before. Positions in which it failed
are remembered; two that are mistaken for each other could hide a win, but never invent one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from ..compiled import inlined, inner
from ..memory.flag import Flag
from ..memory.records import Record, array, pointer, reference
from .position import MOST_CELLS, first_cell, has_win, lay, lift, winning_cell
from .shapes import MAKES_FOUR, MAKES_OPEN_FOUR, WINS

FAILED_BITS = 17
"""The table of failures has two to this many places."""

_ATTACKER = np.uint64(0xA24BAED4963EE407)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(64 - FAILED_BITS)
_PACE = 1024

Step = Record(
    "FourStep",
    move=int64,  # the attacker's
    reply=int64,  # the defender's only one
    only=int64,  # the attacker's only move, against a four of the defender; -1 if it is free
    next=int64,  # the cell to look at next
)

Fours = Record(
    "Fours",
    nodes=int64,  # stones of the attacker that were tried
    most=int64,  # a limit for them; the search fails when it is reached
    length=int64,  # of the sequence that was found, in stones of the attacker
    complete=int64,  # 0 if the limit or the flag ended the search
    steps=array(Step, MOST_CELLS // 2 + 2),
    failed=pointer(uint64),
    stop=reference(Flag),
)


@inlined
def _key(position: Any, side: Any) -> Any:
    return (position.hash ^ (_ATTACKER if side else np.uint64(0))) * _SPREAD


@inner
def _is_hopeless(board: Any, position: Any, fours: Any, side: Any, step: Any) -> Any:
    """Is there no four to begin with? Otherwise sets the attacker's only move, if it has just one."""
    step.only = -1
    step.next = 0
    if has_win(position, 1 - side) > 0:
        only = first_cell(board, position, 1 - side, WINS, 0)
        step.only = only
        return has_win(position, 1 - side) > 1 or position.threats[only][side] < MAKES_FOUR
    counts = position.counts[side]
    if counts[MAKES_FOUR] + counts[MAKES_FOUR + 1] == 0:
        return True
    key = _key(position, side)
    return fours.failed[np.int64(key >> _SHIFT)] == key


@inner
def _next_move(board: Any, position: Any, side: Any, step: Any) -> Any:
    if step.only >= 0:
        move = step.only if step.next == 0 else np.int64(-1)
        step.next = 1
        return move
    move = first_cell(board, position, side, MAKES_FOUR, step.next)
    step.next = move + 1
    return move


@inner
def win_by_fours(board: Any, position: Any, fours: Any, side: Any) -> Any:
    """The first move of a sequence that wins for `side`, which is to move; -1 if none was found.

    The sequence is left in `steps`: `length` moves, each but the last with its reply. The last one completes a run, or
    wins on two cells.
    """
    fours.complete = 1
    fours.length = 0
    if has_win(position, side) > 0:
        fours.length = 1
        fours.steps[0].move = first_cell(board, position, side, WINS, 0)
        return fours.steps[0].move
    depth = 0
    entering = True
    found = False
    while True:
        step = fours.steps[depth]
        move = np.int64(-1)
        if entering:
            entering = False
            if has_win(position, 1 - side) == 0 and position.counts[side][MAKES_OPEN_FOUR] > 0:
                step.move = first_cell(board, position, side, MAKES_OPEN_FOUR, 0)
                found = True
                break
            if not _is_hopeless(board, position, fours, side, step):
                move = _next_move(board, position, side, step)
        else:
            move = _next_move(board, position, side, step)
            if move < 0 and step.only < 0:
                key = _key(position, side)
                fours.failed[np.int64(key >> _SHIFT)] = key
        if move < 0:
            if depth == 0:
                break
            depth -= 1
            step = fours.steps[depth]
            lift(board, position, step.reply, 1 - side)
            lift(board, position, step.move, side)
            continue
        if fours.nodes >= fours.most or (fours.nodes & (_PACE - 1) == 0 and fours.stop.raised != 0):
            fours.complete = 0
            break
        fours.nodes += 1
        step.move = move
        lay(board, position, move, side)
        if has_win(position, side) > 1:
            lift(board, position, move, side)
            found = True
            break
        step.reply = winning_cell(board, position, move, side)
        lay(board, position, step.reply, 1 - side)
        depth += 1
        entering = True
    if found:
        fours.length = depth + 1
    for level in range(depth):
        step = fours.steps[depth - 1 - level]
        lift(board, position, step.reply, 1 - side)
        lift(board, position, step.move, side)
    return fours.steps[0].move if found else np.int64(-1)
