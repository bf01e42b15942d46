"""A strong alpha-beta: deeper and deeper, with a table, the best moves first, and wins and blocks seen at once.

It works on the segments of `search`, and its value of a leaf is that evaluator's; but a win is worth more the sooner
it comes, whatever the evaluator says. Values are whole numbers for the side to move, WON less the plies for a win.

The stack is explicit, one frame per ply; the moves of a ply lie in a row of their own, best first as far as known:
the table's move, then moves that caused cut-offs before (history) and run through many segments.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int32, int64, uint16, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array
from .search import NO_MOVE, next_move, play, segments_through, take_back

WON = 1 << 40
SURE = WON - 2048  # at least this much: the game is decided
NOTHING_YET = -WON - 1  # less than any value

MOST_MOVES = 1024
MOST_CELLS = 2048  # numbers of cells: `grid.layout` leaves some out

Frame = Record(
    "DeepeningFrame",
    alpha=int64,
    beta=int64,
    depth=int64,  # how many plies are left
    hash=uint64,
    first_alpha=int64,  # alpha when the node was entered
    best=int64,
    best_move=int64,
    count=int64,  # of the moves
    next=int64,  # the place in the row of the move to try next
)
FRAMES = Array(Frame)

# The moves of a node, best first.
Row = Record(
    "Row",
    moves=array(uint16, MOST_MOVES),
    cells=array(uint16, MOST_MOVES),
    ranks=array(int32, MOST_MOVES),
)
ROWS = Array(Row)

Entry = Record(
    "DeepeningEntry",
    check=uint64,  # the hash, changed by the data
    data=int64,  # see `packed`
)
TABLE = Array(Entry)

KEYS = Array(array(uint64, MOST_CELLS))
"""Random bits for each side and cell."""
HISTORY = Array(array(int32, MOST_CELLS))
"""For each side and cell how many cut-offs it caused, the deeper the more."""
WEIGHTS = Array(int32)
"""How many segments run through a cell."""

Result = Record(
    "DeepeningResult",
    most_nodes=int64,
    nodes=int64,
    stopped=boolean,
    value=int64,
    move=int64,
)

# How a value in the table bounds the true one.
EXACT = 1
LOWER = 2
UPPER = 3

# An entry's data, from the lowest bit: the move, the bound, the depth, the value.
MOVE_BITS = 10
_BOUND_BITS = 2
_DEPTH_BITS = 8
_BOUND_AT = MOVE_BITS
_DEPTH_AT = _BOUND_AT + _BOUND_BITS
_VALUE_AT = _DEPTH_AT + _DEPTH_BITS
_MOST_DEPTH = (1 << _DEPTH_BITS) - 1

# Nodes between two looks at the flag; on the largest boards a node takes tens of microseconds.
_PACE = 64

# Ranks of moves.
_FIRST_CHOICE = 1 << 30
_MOST_HISTORY = 1 << 28

A_WIN = -1  # in place of a number of moves

SPREAD = 0x9E3779B97F4A7C15
NEXT_PLY = 0xD1B54A32D192ED03  # in the hash of every second ply
_SPREAD = np.uint64(SPREAD)
_NEXT_PLY = np.uint64(NEXT_PLY)


@inlined
def packed(value: Any, depth: Any, bound: Any, move: Any) -> Any:
    return (value << _VALUE_AT) | (depth << _DEPTH_AT) | (bound << _BOUND_AT) | move


@inlined
def value_of(data: Any) -> Any:
    return data >> _VALUE_AT


@inlined
def depth_of(data: Any) -> Any:
    return (data >> _DEPTH_AT) & _MOST_DEPTH


@inlined
def bound_of(data: Any) -> Any:
    return (data >> _BOUND_AT) & ((1 << _BOUND_BITS) - 1)


@inlined
def move_of(data: Any) -> Any:
    return data & ((1 << MOVE_BITS) - 1)


@inlined
def from_root(value: Any, ply: Any) -> Any:
    """A value of the table, where decided games are counted in plies from the node, in plies from the root."""
    return value - ply if value >= SURE else (value + ply if value <= -SURE else value)


@inlined
def from_node(value: Any, ply: Any) -> Any:
    """The reverse of `from_root`."""
    return value + ply if value >= SURE else (value - ply if value <= -SURE else value)


@inlined
def entry_at(table: Any, table_bits: Any, hash_: Any) -> Any:
    return table[np.int64((hash_ * _SPREAD) >> (64 - table_bits))]


@inlined
def answers(data: Any, depth: Any, value: Any, alpha: Any, beta: Any) -> Any:
    """Does what the table says make a search to this depth needless?"""
    bound = bound_of(data)
    return depth_of(data) >= min(depth, _MOST_DEPTH) and (
        bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    )


@inlined
def remember(frame: Any, ply: Any, table: Any, table_bits: Any) -> Any:
    """Writes what a finished node found into the table."""
    bound = EXACT
    if frame.alpha >= frame.beta:
        bound = LOWER
    elif frame.best <= frame.first_alpha:
        bound = UPPER
    depth = min(max(frame.depth, 0), _MOST_DEPTH)
    data = packed(from_node(frame.best, ply), depth, np.int64(bound), frame.best_move)
    entry_ = entry_at(table, table_bits, frame.hash)
    entry_.data = data
    entry_.check = frame.hash ^ np.uint64(data)


@inlined
def completes(board: Any, position: Any, cell: Any, side: Any) -> Any:
    """Would a stone of `side` on this free cell complete a segment, and would one of the opponent?

    If the first is true, the second does not matter and may be missed.
    """
    stones = position.stones
    segments = board.segments
    one_missing = board.connect - 1
    start, end = segments_through(board, cell)
    blocks = False
    for k in range(start, end):
        segment = stones[segments[k]]
        if segment[side] == one_missing:
            return True, blocks
        if segment[1 - side] == one_missing:
            blocks = True
    return False, blocks


@inlined
def insert(row: Any, count: Any, move: Any, cell: Any, rank: Any) -> Any:
    """Adds a move to a row of so many, behind those of the same rank or a better one."""
    k = count
    while k > 0 and row.ranks[k - 1] < rank:
        row.moves[k] = row.moves[k - 1]
        row.cells[k] = row.cells[k - 1]
        row.ranks[k] = row.ranks[k - 1]
        k -= 1
    row.moves[k] = move
    row.cells[k] = cell
    row.ranks[k] = rank


@inner
def list_moves(
    board: Any, position: Any, row: Any, side: Any, first_choice: Any, history: Any, weights: Any, ordered: Any
) -> Any:
    """Writes the moves of a node, best first; blocks only, where the opponent threatens to win.

    Returns how many, or A_WIN if one of them wins (it is the first then). Not `ordered` is enough at the end of the
    search, where only their number counts.
    """
    count = 0
    threats = 0
    move, cell = next_move(board, position, 0)
    while move != NO_MOVE:
        wins, blocks = completes(board, position, cell, side)
        if wins:
            row.moves[0] = move
            row.cells[0] = cell
            return A_WIN
        if blocks and threats == 0:
            count = 0
        if blocks or threats == 0:
            threats += 1 if blocks else 0
            rank = np.int32(0)
            if ordered:
                rank = history[side][cell] + weights[cell]
                if move == first_choice:
                    rank = np.int32(_FIRST_CHOICE)
            insert(row, count, move, cell, rank)
            count += 1
        move, cell = next_move(board, position, move + 1)
    return count


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
    nodes = result.nodes
    most = result.most_nodes
    ply = 0
    result.stopped = False
    root = frames[0]
    root.alpha = -WON
    root.beta = WON
    root.depth = depth
    root.hash = np.uint64(root_hash)
    entering = True
    value = 0
    while True:
        frame = frames[ply]
        row = rows[ply]
        side = ply & 1
        leaving = False
        if entering:
            entering = False
            if nodes >= most or (nodes & (_PACE - 1) == 0 and stop.raised != 0):
                result.stopped = True
                break
            nodes += 1
            first_choice = NO_MOVE
            if position.left == 0:
                value = 0
                leaving = True
            else:
                known = entry_at(table, table_bits, frame.hash)
                data = known.data
                if known.check == frame.hash ^ np.uint64(data):
                    first_choice = move_of(data)
                    stored = from_root(value_of(data), ply)
                    if ply > 0 and answers(data, frame.depth, stored, frame.alpha, frame.beta):
                        value = stored
                        leaving = True
            if not leaving:
                count = list_moves(board, position, row, side, first_choice, history, weights, frame.depth > 0)
                if count == A_WIN:
                    value = WON - ply - 1
                    leaving = True
                    if ply == 0:
                        result.move = row.moves[0]
                        result.value = value
                elif frame.depth <= 0 and count != 1:
                    # A forced move does not count against the depth: it is looked behind.
                    value = position.sum if side == 0 else -position.sum
                    leaving = True
                else:
                    frame.first_alpha = frame.alpha
                    frame.best = NOTHING_YET
                    frame.best_move = 0
                    frame.count = count
                    frame.next = 0
        else:
            # A child came back with `value`, for its own side.
            value = -value
            move = np.int64(row.moves[frame.next - 1])
            cell = np.int64(row.cells[frame.next - 1])
            take_back(board, position, move, cell, side)
            if value > frame.best:
                frame.best = value
                frame.best_move = move
                if ply == 0:
                    result.move = move
                    result.value = value
            frame.alpha = max(frame.alpha, value)
            cut = frame.alpha >= frame.beta
            if cut:
                past = history[side][cell]
                history[side][cell] = min(past + frame.depth * frame.depth, _MOST_HISTORY)
            if cut or frame.next == frame.count:
                remember(frame, ply, table, table_bits)
                value = frame.best
                leaving = True
        if leaving:
            if ply == 0:
                break
            ply -= 1
            continue
        # Down to the next child.
        move = np.int64(row.moves[frame.next])
        cell = np.int64(row.cells[frame.next])
        frame.next += 1
        play(board, position, move, cell, side)
        ply += 1
        child = frames[ply]
        child.alpha = -frame.beta
        child.beta = -frame.alpha
        child.depth = frame.depth - (1 if frame.count > 1 else 0)
        child.hash = frame.hash ^ keys[side][cell] ^ _NEXT_PLY
        entering = True
    result.nodes = nodes
