"""Winning by fours and threes: each stone of the attacker threatens to win, by a four or by a sequence of fours.

The attacker's stones are those that make a four or an open three. The defender's replies are all those that can stop
what is threatened (`defences`), so that what is found wins against every defence. What is not found may exist: threats
of other kinds are not tried, and the searches for fours inside are short.

One call looks for a win in so many of the attacker's stones before a win by fours. The stack is explicit; attacker and
defender alternate, the attacker on even plies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint16, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, pointer
from .defences import Cells, list_defences
from .fours import win_by_fours
from .position import first_cell, has_win, lay, lift
from .shapes import MAKES_OPEN_FOUR, MAKES_OPEN_THREE, WINS

DEEPEST = 64
_MOST_REPLIES = 256

TABLE_BITS = 16
"""The table has two to this many places."""

Frame = Record(
    "ThreeFrame",
    count=int64,
    next=int64,
    left=int64,  # stones that the attacker may still use
    cells=array(uint16, _MOST_REPLIES),
)

Entry = Record(
    "ThreeEntry",
    check=uint64,
    # The winning move; or -1 less the stones with which no win was found.
    data=int64,
)
TABLE = Array(Entry)

Threes = Record(
    "Threes",
    nodes=int64,  # stones laid
    most=int64,  # a limit for them
    each=int64,  # a limit for each search for fours inside
    stopped=int64,
    frames=array(Frame, 2 * DEEPEST + 2),
    cells=Cells,
    table=pointer(Entry),
)

# What is known of a node when it is entered.
_LOST, _WON, _OPEN = 0, 1, 2

_ATTACKER = np.uint64(0xC2B2AE3D27D4EB4F)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(64 - TABLE_BITS)
_PACE = 16


@inlined
def _key(position: Any, side: Any) -> Any:
    return (position.hash ^ (_ATTACKER if side else np.uint64(0))) * _SPREAD


@inlined
def _remember(position: Any, threes: Any, side: Any, data: Any) -> Any:
    key = _key(position, side)
    place = threes.table[np.int64(key >> _SHIFT)]
    place.check = key ^ np.uint64(data)
    place.data = data


@inner
def _fours_within(board: Any, position: Any, fours: Any, threes: Any, side: Any) -> Any:
    before = fours.nodes
    fours.most = before + threes.each
    move = win_by_fours(board, position, fours, side)
    threes.nodes += fours.nodes - before
    return move


@inner
def _list_attacks(board: Any, position: Any, side: Any, frame: Any) -> Any:
    """Fours and open threes, those that are worth most first."""
    frame.count = 0
    cell = first_cell(board, position, side, MAKES_OPEN_THREE, 0)
    while cell >= 0 and frame.count < _MOST_REPLIES:
        worth = board.worths[position.lines[cell][side]]
        place = frame.count
        while place > 0 and board.worths[position.lines[np.int64(frame.cells[place - 1])][side]] < worth:
            frame.cells[place] = frame.cells[place - 1]
            place -= 1
        frame.cells[place] = cell
        frame.count += 1
        cell = first_cell(board, position, side, MAKES_OPEN_THREE, cell + 1)


@inner
def _open_attack(board: Any, position: Any, fours: Any, threes: Any, side: Any, frame: Any) -> Any:
    """The attacker is to move. The first cell of the frame is the winning move, if it is won."""
    frame.count = 1
    danger = has_win(position, 1 - side)
    if has_win(position, side) > 0:
        frame.cells[0] = first_cell(board, position, side, WINS, 0)
        return _WON
    if danger > 1:
        return _LOST
    if danger == 0 and position.counts[side][MAKES_OPEN_FOUR] > 0:
        frame.cells[0] = first_cell(board, position, side, MAKES_OPEN_FOUR, 0)
        return _WON
    key = _key(position, side)
    known = threes.table[np.int64(key >> _SHIFT)]
    data = known.data
    if known.check == key ^ np.uint64(data):
        if data >= 0:
            frame.cells[0] = data
            return _WON
        if -1 - data >= frame.left:
            return _LOST
    move = _fours_within(board, position, fours, threes, side)
    if move >= 0:
        frame.cells[0] = move
        return _WON
    if frame.left == 0:
        return _LOST
    if danger == 1:
        frame.cells[0] = first_cell(board, position, 1 - side, WINS, 0)
    else:
        _list_attacks(board, position, side, frame)
    return _OPEN


@inner
def _open_defence(board: Any, position: Any, fours: Any, threes: Any, side: Any, frame: Any) -> Any:
    """The defender is to move."""
    if has_win(position, 1 - side) > 0:
        return _LOST
    wins = has_win(position, side)
    if wins > 1:
        return _WON
    if wins == 1:
        frame.count = 1
        frame.cells[0] = first_cell(board, position, side, WINS, 0)
        return _OPEN
    if _fours_within(board, position, fours, threes, side) < 0:
        return _LOST
    cells = threes.cells
    list_defences(board, position, fours, side, cells)
    if cells.count > _MOST_REPLIES:
        return _LOST
    frame.count = cells.count
    for place in range(cells.count):
        frame.cells[place] = cells.cells[place]
    return _OPEN


@entry
def win_by_threes(board: Any, position: Any, fours: Any, threes: Any, side: Any, left: Any, stop: Any) -> Any:
    """The move by which `side`, which is to move, wins with so many stones and a sequence of fours; -1 if none was
    found."""
    ply = 0
    threes.stopped = 0
    threes.frames[0].left = left
    entering = True
    won = False
    while True:
        frame = threes.frames[ply]
        attacking = ply & 1 == 0
        mover = side if attacking else 1 - side
        decided = False
        if entering:
            entering = False
            if threes.nodes >= threes.most or (threes.nodes & (_PACE - 1) == 0 and stop.raised != 0):
                threes.stopped = 1
                break
            threes.nodes += 1
            frame.next = 0
            if attacking:
                state = _open_attack(board, position, fours, threes, side, frame)
            else:
                state = _open_defence(board, position, fours, threes, side, frame)
            decided = state != _OPEN
            won = state == _WON
        else:
            lift(board, position, np.int64(frame.cells[frame.next - 1]), mover)
            decided = won == attacking
            if decided and attacking:
                frame.cells[0] = frame.cells[frame.next - 1]
                _remember(position, threes, side, np.int64(frame.cells[0]))
        if not decided and frame.next == frame.count:
            decided = True
            won = not attacking
            if attacking:
                _remember(position, threes, side, -1 - frame.left)
        if decided:
            if ply == 0:
                break
            ply -= 1
            continue
        cell = np.int64(frame.cells[frame.next])
        frame.next += 1
        lay(board, position, cell, mover)
        ply += 1
        threes.frames[ply].left = frame.left - (1 if attacking else 0)
        entering = True
    if threes.stopped != 0:
        won = False
        for level in range(ply):
            frame = threes.frames[ply - 1 - level]
            mover = side if (ply - 1 - level) & 1 == 0 else 1 - side
            lift(board, position, np.int64(frame.cells[frame.next - 1]), mover)
    return np.int64(threes.frames[0].cells[0]) if won else np.int64(-1)


@entry
def threat_of(board: Any, position: Any, fours: Any, side: Any, cells: Any) -> Any:
    """Does `side` win by fours if it is to move? Then the sequence is in `fours`, and `cells` are the replies that may
    stop it if the other side is to move, which must not win at once."""
    found = win_by_fours(board, position, fours, side) >= 0
    if found and has_win(position, 1 - side) == 0:
        list_defences(board, position, fours, side, cells)
    return found
