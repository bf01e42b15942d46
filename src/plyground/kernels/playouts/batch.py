"""Many boards at once: a move on each of them, and what a learner sees afterwards.

A board whose game is over starts anew in the same step. A learner sees planes of bytes: the stones of the side to move,
those of the other side, and the blocked cells, each with the cells in reading order; and a byte for every move, 1 if it
can be played.

Beside its position every board has its stones as such planes, those of the first side first: a move changes one byte of
them, and the view of either side is a copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int64, uint8

from ..compiled import entry, inlined
from ..memory.records import Array, copy_bytes, part
from .playout import (
    POSITION_BYTES,
    RANDOM_STEP,
    Position,
    apply,
    below,
    bit,
    free_cells,
    mixed,
    nth_free,
    shape_of,
)

BYTES = Array(uint8)
MOVES = Array(int64)
REWARDS = Array(float32)

PLANES = 3


@inlined
def board_at(positions: Any, number: Any) -> Any:
    return part(Position, positions, number * POSITION_BYTES)


@inlined
def can_play(geometry: Any, position: Any, move: Any) -> Any:
    """Whether a number is a move that can be played."""
    if geometry.gravity:
        if move < 0 or move >= geometry.columns:
            return False
        return np.int64(position.level[move]) < geometry.depth[move]
    if move < 0 or move >= geometry.columns * geometry.rows:
        return False
    return (free_cells(geometry, position)[move >> 6] & bit(move & 63)) != 0


@inlined
def cell_of(geometry: Any, position: Any, move: Any) -> Any:
    """The number of the cell that a move fills, in reading order."""
    if not geometry.gravity:
        return move
    row = np.int64(geometry.fill[move][np.int64(position.level[move])])
    return (geometry.rows - 1 - row) * geometry.columns + move


@entry
def first_refused(geometry: Any, positions: Any, count: Any, moves: Any) -> Any:
    """The first board whose move cannot be played; -1 if all can."""
    for number in range(count):
        if not can_play(geometry, board_at(positions, number), moves[number]):
            return number
    return -1


@entry
def play_moves(
    geometry: Any, start: Any, positions: Any, stones: Any, count: Any, moves: Any, rewards: Any, ended: Any
) -> Any:
    """Plays a move on every board; all of them have to be legal. A move that wins has the reward 1, every other 0."""
    shape = shape_of(geometry)
    cells = geometry.columns * geometry.rows
    for number in range(count):
        position = board_at(positions, number)
        own = part(BYTES, stones, 2 * cells * number)
        move = moves[number]
        own[position.turn * cells + cell_of(geometry, position, move)] = 1
        won = apply(geometry, shape, position, move)
        over = won or position.left == 0
        rewards[number] = np.float32(1.0) if won else np.float32(0.0)
        ended[number] = np.uint8(1) if over else np.uint8(0)
        if over:
            copy_bytes(position, start, geometry.size)
            for cell in range(2 * cells):
                own[cell] = 0


@entry
def observe(geometry: Any, positions: Any, stones: Any, blocked: Any, count: Any, planes: Any, masks: Any) -> Any:
    """What the side to move sees on every board, and the moves that it can play."""
    cells = geometry.columns * geometry.rows
    move_count = geometry.columns if geometry.gravity else cells
    for number in range(count):
        position = board_at(positions, number)
        own = part(BYTES, stones, 2 * cells * number)
        seen = part(BYTES, planes, PLANES * cells * number)
        turn = position.turn
        copy_bytes(seen, part(BYTES, own, turn * cells), cells)
        copy_bytes(part(BYTES, seen, cells), part(BYTES, own, (1 - turn) * cells), cells)
        copy_bytes(part(BYTES, seen, 2 * cells), blocked, cells)
        mask = part(BYTES, masks, move_count * number)
        for move in range(move_count):
            mask[move] = np.uint8(1) if can_play(geometry, position, move) else np.uint8(0)


@entry
def draw_moves(geometry: Any, positions: Any, count: Any, seed: Any, moves: Any) -> Any:
    """A random move for every board; returns the generator's state afterwards, as a signed number."""
    random = np.uint64(seed)
    for number in range(count):
        position = board_at(positions, number)
        random += RANDOM_STEP
        if geometry.gravity:
            moves[number] = np.int64(position.open_columns[below(mixed(random), position.open_count)])
        else:
            moves[number] = nth_free(geometry, position, below(mixed(random), position.left))
    return np.int64(random)
