"""Alpha-beta over segments: the search of `search.alphabeta`, node for node.

Every evaluator of the family is a sum over segments, each worth what a table says for its stones of either side, and
a value for finished games. So a stone changes only the segments through its cell, and a leaf costs nothing.

Cells are the bit numbers of `grid.layout`. The root's side is side 0. The stack is explicit, one frame per ply, since
Numba cannot cache functions that call themselves.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import boolean, float64, int32, int64, uint8, uint16

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Record, array, pointer

Board = Record(
    "SegmentBoard",
    moves=int64,  # columns, or cells
    gravity=boolean,
    cell_of_move=pointer(uint16),  # without gravity
    fill=pointer(array(uint16, 32)),  # with gravity: for every column its cells from the bottom
    depth=pointer(uint8),  # with gravity: for every column how many cells it has
    first_segment=pointer(int32),  # where the segments of a cell start in the list; one more than there are cells
    segments=pointer(uint16),  # the list
    connect=int64,
    worth=pointer(int64),  # of a segment: (connect + 1) ** 2 values, see `worth_of`
    ends_count=boolean,  # the end of the game is worth what the next two say, not what the segments say
    win=float64,
    win_sooner=float64,  # added to it for every free cell
)

Position = Record(
    "SegmentPosition",
    stones=pointer(array(uint8, 2)),  # of either side in each segment
    taken=pointer(uint8),  # without gravity by cell: 1 if it cannot be played; with gravity by column: stones in it
    left=int64,  # free cells
    sum=int64,  # of the worth of all segments
)

Frame = Record(
    "Frame",
    alpha=float64,
    beta=float64,
    best=float64,
    next=int64,  # the move to try next
    move=int64,  # the move that led here, and its cell
    cell=int64,
)
FRAMES = Array(Frame)

Result = Record(
    "AlphaBetaResult",
    most_nodes=int64,
    nodes=int64,
    stopped=boolean,
    value=float64,
    length=int64,  # of the line
)

NO_MOVE = -1

LINES = Array(uint16)
"""The best line of each ply, as far as it is known; a row has one move for each ply of the search, and one to spare."""
LENGTHS = Array(int32)
VALUES = Array(float64)

_PACE = 1024


@inlined
def segments_through(board: Any, cell: Any) -> Any:
    """Where the segments of a cell start and end in the list."""
    return np.int64(board.first_segment[cell]), np.int64(board.first_segment[cell + 1])


@inlined
def worth_of(worth: Any, connect: Any, own: Any, other: Any) -> Any:
    """What a segment with so many stones of the root's side and of the other is worth."""
    return worth[own * (connect + 1) + other]


@inlined
def change(board: Any, position: Any, cell: Any, side: Any, step: Any) -> Any:
    """Lays (step 1) or lifts (step -1) a stone; True if it completes a segment."""
    stones = position.stones
    segments = board.segments
    worth = board.worth
    connect = board.connect
    total = position.sum
    complete = False
    start, end = segments_through(board, cell)
    for k in range(start, end):
        segment = stones[segments[k]]
        own = np.int64(segment[0])
        other = np.int64(segment[1])
        total -= worth_of(worth, connect, own, other)
        if side == 0:
            own += step
            segment[0] = own
            complete = complete or own == connect
        else:
            other += step
            segment[1] = other
            complete = complete or other == connect
        total += worth_of(worth, connect, own, other)
    position.sum = total
    return complete


@inlined
def occupy(board: Any, position: Any, move: Any, cell: Any, step: Any) -> Any:
    position.taken[move if board.gravity else cell] += step
    position.left -= step


@inlined
def play(board: Any, position: Any, move: Any, cell: Any, side: Any) -> Any:
    """Makes a move; True if it wins."""
    won = change(board, position, cell, side, 1)
    occupy(board, position, move, cell, 1)
    return won


@inlined
def take_back(board: Any, position: Any, move: Any, cell: Any, side: Any) -> Any:
    occupy(board, position, move, cell, -1)
    change(board, position, cell, side, -1)


@inlined
def next_move(board: Any, position: Any, move: Any) -> Any:
    """The first legal move from `move` on, and its cell; NO_MOVE if there is none."""
    moves = board.moves
    taken = position.taken
    if board.gravity:
        depth = board.depth
        while move < moves:
            level = np.int64(taken[move])
            if level < depth[move]:
                return move, np.int64(board.fill[move][level])
            move += 1
    else:
        cells = board.cell_of_move
        while move < moves:
            cell = np.int64(cells[move])
            if taken[cell] == 0:
                return move, cell
            move += 1
    return NO_MOVE, NO_MOVE


@inner
def leaf_value(board: Any, position: Any, won: Any, maximizing: Any) -> Any:
    """For the root's side. `maximizing`: it is to move, so a win is its opponent's."""
    if board.ends_count:
        if won:
            value = board.win + board.win_sooner * position.left
            return -value if maximizing else value
        if position.left == 0:
            return 0.0
    return np.float64(position.sum)


@inlined
def open_frame(frame: Any, alpha: Any, beta: Any, maximizing: Any) -> Any:
    frame.alpha = alpha
    frame.beta = beta
    frame.best = -math.inf if maximizing else math.inf
    frame.next = 0


@inlined
def lengthen(lines: Any, lengths: Any, ply: Any, width: Any, move: Any) -> Any:
    """The best line of a ply becomes a move and what follows it: the best line of the next ply."""
    row = ply * width
    below = row + width
    length = np.int64(lengths[ply + 1])
    lines[row] = move
    for k in range(length):
        lines[row + 1 + k] = lines[below + k]
    lengths[ply] = length + 1


@entry
def search(
    board: Any, position: Any, depth: Any, frames: Any, lines: Any, lengths: Any, values: Any, result: Any, stop: Any
) -> Any:
    """Fills `values` (by move; those that a bound refutes stay as they are), the line of ply 0 and the result."""
    nodes = 1
    most = result.most_nodes
    ply = 0
    open_frame(frames[0], -math.inf, math.inf, True)
    lengths[0] = 0
    stopped = False
    if stop.raised != 0:
        nodes = 0
        stopped = True
    while not stopped:
        frame = frames[ply]
        maximizing = ply & 1 == 0
        alpha = frame.alpha
        beta = frame.beta
        move, cell = next_move(board, position, frame.next)
        if move != NO_MOVE and (beta > alpha or frame.next == 0):
            # Down to the child.
            if nodes >= most or (nodes & (_PACE - 1) == 0 and stop.raised != 0):
                stopped = True
                break
            nodes += 1
            frame.next = move + 1
            won = play(board, position, move, cell, ply & 1)
            lengths[ply + 1] = 0
            if ply + 1 < depth and not won and position.left > 0:
                ply += 1
                child = frames[ply]
                open_frame(child, alpha, beta, not maximizing)
                child.move = move
                child.cell = cell
                continue
            value = leaf_value(board, position, won, not maximizing)
        else:
            # Back to the parent.
            value = frame.best
            if ply == 0:
                break
            move = frame.move
            cell = frame.cell
            ply -= 1
            frame = frames[ply]
            maximizing = ply & 1 == 0
            alpha = frame.alpha
            beta = frame.beta
        take_back(board, position, move, cell, ply & 1)
        if ply == 0 and (value > alpha or alpha == -math.inf):
            values[move] = value
        if (maximizing and value > frame.best) or (not maximizing and value < frame.best):
            frame.best = value
            lengthen(lines, lengths, ply, depth + 1, move)
        if maximizing:
            frame.alpha = max(alpha, value)
        else:
            frame.beta = min(beta, value)
    result.nodes = nodes
    result.stopped = stopped
    result.value = frames[0].best
    result.length = lengths[0]
