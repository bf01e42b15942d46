"""A strong alpha-beta: deeper and deeper, with a table, the best moves first, and wins and blocks seen at once.

It works on the segments of `alphabeta`, and its value of a leaf is that evaluator's; but a win is worth more the sooner
it comes, whatever the evaluator says. Values are whole numbers for the side to move, WON less the plies for a win.

The stack is explicit, one frame per ply; the moves of a ply lie in a row of their own, best first as far as known:
the table's move, then moves that caused cut-offs before (history) and run through many segments.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    load_i32,
    load_i64,
    load_u8,
    load_u16,
    load_u64,
    look,
    store_i32,
    store_i64,
    store_u16,
    store_u64,
)
from .search import CONNECT, COUNTS, LEFT, SEGMENTS, START, SUM, change, next_move, occupy

WON = 1 << 40
SURE = WON - 2048  # at least this much: the game is decided

# A frame, in slots.
ALPHA = 0
BETA = 1
BEST = 2
BEST_MOVE = 3  # its place in the row of moves
COUNT = 4
NEXT = 5
HASH = 6
FIRST_ALPHA = 7
DEPTH = 8
FRAME = 16

# A row of moves: for each its number, its cell, its rank. Rows are as long as there are moves on the board.
# The table: two words an entry: the hash, then value (44 bits), depth (8), bound (2), move (10).
EXACT = 1
LOWER = 2
UPPER = 3

# The result, in slots.
NODES = 0
STOPPED = 1
VALUE = 2
MOVE = 3
MOST_NODES = 4
RESULT_SLOTS = 8

# Nodes between two looks at the flag; on the largest boards a node takes tens of microseconds.
_PACE = 64
SPREAD = 0x9E3779B97F4A7C15
OTHER = 0xD1B54A32D192ED03  # in the hash of every second ply
_SPREAD = np.uint64(SPREAD)
_OTHER = np.uint64(OTHER)


@inlined
def completes(board: Any, position: Any, cell: Any, side: Any) -> Any:
    """Would a stone of `side` on this free cell complete a segment?"""
    counts = load_i64(position, COUNTS)
    listed = load_i64(board, SEGMENTS)
    start = load_i64(board, START)
    missing_one = load_i64(board, CONNECT) - 1
    for k in range(load_i32(start, cell), load_i32(start, cell + 1)):
        if load_u8(counts, np.int64(load_u16(listed, k)) * 2 + side) == missing_one:
            return True
    return False


@inner
def list_moves(
    board: Any, position: Any, row: Any, side: Any, first_choice: Any, history: Any, weights: Any, ordered: Any
) -> Any:
    """Writes the moves of a node, best first. Returns how many, or -1 if one of them wins (it is the first then).

    Not `ordered` is enough at the end of the search, where only their number counts.
    """
    moves = row
    cells = row + 2048
    ranks = row + 4096
    count = np.int64(0)
    blocks = np.int64(0)
    move, cell = next_move(board, position, np.int64(0))
    while move >= 0:
        if completes(board, position, cell, side):
            store_u16(moves, 0, np.uint16(move))
            store_u16(cells, 0, np.uint16(cell))
            return np.int64(-1)
        block = completes(board, position, cell, 1 - side)
        if block and blocks == 0:
            count = np.int64(0)
        if block or blocks == 0:
            blocks += 1 if block else 0
            rank = np.int32(0)
            if ordered:
                rank = load_i32(history, (side << 11) + cell) + load_i32(weights, cell)
                if move == first_choice:
                    rank = np.int32(1 << 30)
            k = count
            while k > 0 and load_i32(ranks, k - 1) < rank:
                store_u16(moves, k, load_u16(moves, k - 1))
                store_u16(cells, k, load_u16(cells, k - 1))
                store_i32(ranks, k, load_i32(ranks, k - 1))
                k -= 1
            store_u16(moves, k, np.uint16(move))
            store_u16(cells, k, np.uint16(cell))
            store_i32(ranks, k, np.int32(rank))
            count += 1
        move, cell = next_move(board, position, move + 1)
    return count


ROW_BYTES = 2048 + 2048 + 4096


@inlined
def slot_of(hash_: Any, bits: Any) -> Any:
    return np.int64((hash_ * _SPREAD) >> np.uint64(64 - bits)) * 2


@entry
def search(
    board: Any,
    position: Any,
    depth: Any,
    frames: Any,
    rows: Any,
    table: Any,
    table_bits: Any,
    keys: Any,
    history: Any,
    weights: Any,
    root_hash: Any,
    result: Any,
    stop: Any,
) -> Any:
    """One iteration, to a depth. The result's move stands as soon as the first move of the root was searched."""
    nodes = load_i64(result, NODES)
    most = load_i64(result, MOST_NODES)
    ply = np.int64(0)
    store_i64(result, STOPPED, 0)
    store_i64(frames, ALPHA, -WON)
    store_i64(frames, BETA, WON)
    store_u64(frames, HASH, np.uint64(root_hash))
    store_i64(frames, DEPTH, depth)
    entering = True
    value = np.int64(0)
    while True:
        frame = frames + ply * FRAME * 8
        row = rows + ply * ROW_BYTES
        side = ply & 1
        leaving = False
        if entering:
            entering = False
            if nodes >= most or (nodes & (_PACE - 1) == 0 and look(stop, 0) != 0):
                store_i64(result, STOPPED, 1)
                break
            nodes += 1
            alpha = load_i64(frame, ALPHA)
            beta = load_i64(frame, BETA)
            left = load_i64(frame, DEPTH)
            hash_ = load_u64(frame, HASH)
            first_choice = np.int64(-1)
            if load_i64(position, LEFT) == 0:
                value = np.int64(0)
                leaving = True
            else:
                at = slot_of(hash_, table_bits)
                data = load_i64(table, at + 1)
                if load_u64(table, at) == hash_ ^ np.uint64(data):
                    first_choice = data & 1023
                    bound = (data >> 10) & 3
                    stored = data >> 20
                    # A decided game is counted in plies from the node.
                    stored = stored - ply if stored >= SURE else (stored + ply if stored <= -SURE else stored)
                    if (
                        ply > 0
                        and ((data >> 12) & 255) >= min(left, 255)
                        and (
                            bound == EXACT
                            or (bound == LOWER and stored >= beta)
                            or (bound == UPPER and stored <= alpha)
                        )
                    ):
                        value = stored
                        leaving = True
            if not leaving:
                count = list_moves(board, position, row, side, first_choice, history, weights, left > 0)
                if count < 0:
                    value = WON - ply - 1
                    if ply == 0:
                        store_i64(result, MOVE, np.int64(load_u16(row, 0)))
                        store_i64(result, VALUE, value)
                    leaving = True
                elif left <= 0 and count != 1:
                    # A forced move does not count against the depth: it is looked behind.
                    total = load_i64(position, SUM)
                    value = total if side == 0 else -total
                    leaving = True
                else:
                    store_i64(frame, COUNT, count)
                    store_i64(frame, NEXT, 0)
                    store_i64(frame, BEST, -WON - 1)
                    store_i64(frame, BEST_MOVE, 0)
                    store_i64(frame, FIRST_ALPHA, alpha)
        else:
            # A child came back with `value`, for its own side.
            value = -value
            k = load_i64(frame, NEXT) - 1
            move = np.int64(load_u16(row, k))
            cell = np.int64(load_u16(row + 2048, k))
            occupy(board, position, move, cell, -1)
            change(board, position, cell, side, -1)
            if value > load_i64(frame, BEST):
                store_i64(frame, BEST, value)
                store_i64(frame, BEST_MOVE, move)
                if ply == 0:
                    store_i64(result, MOVE, move)
                    store_i64(result, VALUE, value)
            if value > load_i64(frame, ALPHA):
                store_i64(frame, ALPHA, value)
            done = load_i64(frame, ALPHA) >= load_i64(frame, BETA)
            if done:
                left = load_i64(frame, DEPTH)
                past = load_i32(history, (side << 11) + cell)
                store_i32(history, (side << 11) + cell, np.int32(min(past + left * left, 1 << 28)))
            if done or load_i64(frame, NEXT) == load_i64(frame, COUNT):
                value = load_i64(frame, BEST)
                bound = EXACT
                if done:
                    bound = LOWER
                elif value <= load_i64(frame, FIRST_ALPHA):
                    bound = UPPER
                stored = value + ply if value >= SURE else (value - ply if value <= -SURE else value)
                depth_left = min(max(load_i64(frame, DEPTH), 0), 255)
                data = (stored << 20) | (depth_left << 12) | (np.int64(bound) << 10) | load_i64(frame, BEST_MOVE)
                hash_ = load_u64(frame, HASH)
                at = slot_of(hash_, table_bits)
                store_i64(table, at + 1, data)
                store_u64(table, at, hash_ ^ np.uint64(data))
                leaving = True
        if leaving:
            if ply == 0:
                break
            ply -= 1
            continue
        # The next child.
        k = load_i64(frame, NEXT)
        store_i64(frame, NEXT, k + 1)
        move = np.int64(load_u16(row, k))
        cell = np.int64(load_u16(row + 2048, k))
        change(board, position, cell, side, 1)
        occupy(board, position, move, cell, 1)
        below = frame + FRAME * 8
        store_i64(below, ALPHA, -load_i64(frame, BETA))
        store_i64(below, BETA, -load_i64(frame, ALPHA))
        store_u64(below, HASH, load_u64(frame, HASH) ^ load_u64(keys, (side << 11) + cell) ^ _OTHER)
        store_i64(below, DEPTH, load_i64(frame, DEPTH) - (1 if load_i64(frame, COUNT) > 1 else 0))
        ply += 1
        entering = True
    store_i64(result, NODES, nodes)
