"""Alpha-beta over segments: the search of `search.alphabeta`, node for node.

Every evaluator of the family is a sum over segments, each worth what a table says for its stones of either side, and
a word about finished games. So a stone changes only the segments through its cell, and a leaf costs nothing.

Cells are the bit numbers of `grid.layout`. A segment's stones are two bytes, the root side's first. The stack is
explicit: one frame per ply.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    load_f64,
    load_i32,
    load_i64,
    load_u8,
    load_u16,
    look,
    store_f64,
    store_i32,
    store_i64,
    store_u8,
    store_u16,
)

# The board, in slots: addresses first, then numbers.
MOVE_CELL = 0  # without gravity: uint16, the cell of each move
FILL = 1  # with gravity: uint16, for every column its cells from the bottom, 32 to a column
DEPTHS = 2  # with gravity: uint8, how many there are
START = 3  # int32: where the segments of a cell start in the list; one more than there are cells
SEGMENTS = 4  # uint16: the list
WORTH = 5  # int64: (connect + 1) ** 2 values; own stones times (connect + 1) plus the opponent's
CONNECT = 6
MOVES = 7  # columns, or cells
GRAVITY = 8
ENDS_COUNT = 9  # 1 if the end of the game is worth what the next two say, 0 if the segments say it
WIN = 10  # float64
WIN_SOONER = 11  # float64: added to it for every free cell
BOARD_SLOTS = 12

# The position, in slots.
COUNTS = 0  # address of the segments' stones: uint8, two for each
TAKEN = 1  # address: uint8, without gravity by cell: 1 if it cannot be played; with gravity by column: stones in it
LEFT = 2
SUM = 3
POSITION_SLOTS = 4

# A frame, in slots.
ALPHA = 0
BETA = 1
BEST = 2
NEXT = 3
CELL = 4  # the move that led here
LED_BY = 5
FRAME = 8

# The result, in slots.
NODES = 0
STOPPED = 1
VALUE = 2  # float64
LENGTH = 3
MOST_NODES = 4
RESULT_SLOTS = 8

_PACE = 1024


@inlined
def change(board: Any, position: Any, cell: Any, side: Any, step: Any) -> Any:
    """Lays (step 1) or lifts (step -1) a stone; True if it completes a segment. `side` 0 is the root's."""
    counts = load_i64(position, COUNTS)
    list_ = load_i64(board, SEGMENTS)
    worth = load_i64(board, WORTH)
    connect = load_i64(board, CONNECT)
    total = load_i64(position, SUM)
    complete = False
    start = load_i64(board, START)
    for k in range(load_i32(start, cell), load_i32(start, cell + 1)):
        at = np.int64(load_u16(list_, k)) * 2
        mine = np.int64(load_u8(counts, at))
        theirs = np.int64(load_u8(counts, at + 1))
        total -= load_i64(worth, mine * (connect + 1) + theirs)
        if side == 0:
            mine += step
            store_u8(counts, at, np.uint8(mine))
            complete = complete or mine == connect
        else:
            theirs += step
            store_u8(counts, at + 1, np.uint8(theirs))
            complete = complete or theirs == connect
        total += load_i64(worth, mine * (connect + 1) + theirs)
    store_i64(position, SUM, total)
    return complete


@inlined
def next_move(board: Any, position: Any, move: Any) -> Any:
    """The first legal move from `move` on, and its cell; -1 if there is none."""
    moves = load_i64(board, MOVES)
    taken = load_i64(position, TAKEN)
    if load_i64(board, GRAVITY) != 0:
        depths = load_i64(board, DEPTHS)
        while move < moves:
            level = np.int64(load_u8(taken, move))
            if level < load_u8(depths, move):
                return move, np.int64(load_u16(load_i64(board, FILL), move * 32 + level))
            move += 1
    else:
        cells = load_i64(board, MOVE_CELL)
        while move < moves:
            cell = np.int64(load_u16(cells, move))
            if load_u8(taken, cell) == 0:
                return move, cell
            move += 1
    return np.int64(-1), np.int64(-1)


@inlined
def occupy(board: Any, position: Any, move: Any, cell: Any, step: Any) -> Any:
    taken = load_i64(position, TAKEN)
    at = move if load_i64(board, GRAVITY) != 0 else cell
    store_u8(taken, at, np.uint8(np.int64(load_u8(taken, at)) + step))
    store_i64(position, LEFT, load_i64(position, LEFT) - step)


@inner
def leaf_value(board: Any, position: Any, won: Any, maximizing: Any) -> Any:
    """For the root's side. `maximizing`: it is to move, so a win is its opponent's."""
    if load_i64(board, ENDS_COUNT) != 0:
        if won:
            value = load_f64(board, WIN) + load_f64(board, WIN_SOONER) * load_i64(position, LEFT)
            return -value if maximizing else value
        if load_i64(position, LEFT) == 0:
            return 0.0
    return np.float64(load_i64(position, SUM))


@entry
def search(
    board: Any, position: Any, depth: Any, frames: Any, lines: Any, lengths: Any, values: Any, result: Any, stop: Any
) -> Any:
    """Fills `values` (by move; NaN: refuted by a bound), the line (row 0 of `lines`) and the result."""
    nodes = np.int64(1)
    most = load_i64(result, MOST_NODES)
    width = depth + 1
    ply = np.int64(0)
    frame = frames
    store_f64(frame, ALPHA, -math.inf)
    store_f64(frame, BETA, math.inf)
    store_f64(frame, BEST, -math.inf)
    store_i64(frame, NEXT, 0)
    store_i32(lengths, 0, np.int32(0))
    stopped = False
    if look(stop, 0) != 0:
        nodes = np.int64(0)
        stopped = True
    while not stopped:
        frame = frames + ply * FRAME * 8
        maximizing = ply & 1 == 0
        alpha = load_f64(frame, ALPHA)
        beta = load_f64(frame, BETA)
        move, cell = next_move(board, position, load_i64(frame, NEXT))
        if move >= 0 and (beta > alpha or load_i64(frame, NEXT) == 0):
            # Enter the child.
            if nodes >= most or (nodes & (_PACE - 1) == 0 and look(stop, 0) != 0):
                stopped = True
                break
            nodes += 1
            store_i64(frame, NEXT, move + 1)
            won = change(board, position, cell, ply & 1, 1)
            occupy(board, position, move, cell, 1)
            store_i32(lengths, ply + 1, np.int32(0))
            if ply + 1 < depth and not won and load_i64(position, LEFT) > 0:
                below = frame + FRAME * 8
                store_f64(below, ALPHA, alpha)
                store_f64(below, BETA, beta)
                store_f64(below, BEST, math.inf if maximizing else -math.inf)
                store_i64(below, NEXT, 0)
                store_i64(below, CELL, cell)
                store_i64(below, LED_BY, move)
                ply += 1
                continue
            value = leaf_value(board, position, won, not maximizing)
        else:
            # Leave for the parent.
            value = load_f64(frame, BEST)
            if ply == 0:
                break
            move = load_i64(frame, LED_BY)
            cell = load_i64(frame, CELL)
            ply -= 1
            frame = frames + ply * FRAME * 8
            maximizing = ply & 1 == 0
            alpha = load_f64(frame, ALPHA)
            beta = load_f64(frame, BETA)
        occupy(board, position, move, cell, -1)
        change(board, position, cell, ply & 1, -1)
        best = load_f64(frame, BEST)
        if ply == 0 and (value > alpha or alpha == -math.inf):
            store_f64(values, move, value)
        if (maximizing and value > best) or (not maximizing and value < best):
            store_f64(frame, BEST, value)
            row = ply * width
            store_u16(lines, row, np.uint16(move))
            length = np.int64(load_i32(lengths, ply + 1))
            for k in range(length):
                store_u16(lines, row + 1 + k, load_u16(lines, row + width + k))
            store_i32(lengths, ply, np.int32(length + 1))
        if maximizing:
            store_f64(frame, ALPHA, max(alpha, value))
        else:
            store_f64(frame, BETA, min(beta, value))
    store_i64(result, NODES, nodes)
    store_i64(result, STOPPED, 1 if stopped else 0)
    store_f64(result, VALUE, load_f64(frames, BEST))
    store_i64(result, LENGTH, np.int64(load_i32(lengths, 0)))
