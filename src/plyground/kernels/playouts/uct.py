"""UCT on an array tree: the search of `search.uct`, number for number.

The children of a node are one block of 32-bit numbers, made when the first of them is tried: how many there are and
how many were tried, then a table of them (`Children`). They stand in the order of the legal moves. So the bounds of
all of them are computed in one sweep over neighbouring memory. A node is a row of its parent's table; the root is
the only row of the first block.

Totals are whole numbers (a win 1, a loss -1), so they are exact, and every bound is computed by the same
operations in the same order as in the textbook: the same seed grows the same tree.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import float64, int32, int64, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Array, Columns, Record, columns, copy_bytes, part, pointer
from ..memory.words import lowest_bit_index
from .playout import DRAWN, MOST_CELLS, apply, free_cells, play_out, shape_of, without_lowest

Block = Record(
    "Block",
    count=int32,
    tried=int32,  # the first so many children
)

Children = Columns(
    "Children",
    visits=int32,
    totals=int32,  # of the results, for the side that moves there
    blocks=int32,  # of their own children, or NO_BLOCK
    moves=int32,
)

Tree = Record(
    "Tree",
    numbers=pointer(int32),  # the blocks, one after the other
    used=int64,  # numbers
    capacity=int64,
)

HEAD = Block.size // 4  # numbers before the table
FIELDS = len(Children.fields)
LANES = 8  # the sweep over the children may read so many numbers beyond them
ROOT_BLOCK = 0
NO_BLOCK = 0  # the root is nobody's child

Counts = Record(
    "TreeCounts",
    playouts=int64,
    nodes=int64,
    random=uint64,  # the state of the generator
    most_playouts=int64,
    most_nodes=int64,
)

Step = Record("TreeStep", block=int32, count=int32, chosen=int32)
"""A node on the path: a row of a block with so many rows."""
PATH = Array(Step)
MOST_STEPS = MOST_CELLS + 2

LOGS = Array(float64)
SCORES = Array(float64)
MOST_SCORES = MOST_CELLS + LANES

# Iterations between two looks at the stop flag: far below a millisecond.
_PACE = 64


class Room(NamedTuple):
    """The memory that a search works in."""

    position: Any
    path: Any
    scores: Any


@inlined
def block_at(numbers: Any, place: Any) -> Any:
    return part(Block, numbers, place * 4)


@inlined
def children_at(numbers: Any, place: Any, count: Any) -> Any:
    """The table of the block at this place."""
    return columns(Children, numbers, place + HEAD, count)


@inlined
def block_size(count: Any) -> Any:
    """In numbers."""
    return HEAD + FIELDS * count


@inlined
def fill(column: Any, count: Any, value: Any) -> Any:
    for k in range(count):
        column[k] = value


@inner
def new_block(geometry: Any, position: Any, tree: Any) -> Any:
    """A block for the children of an open position; returns its place, or NO_BLOCK if the tree is full."""
    place = tree.used
    count = position.open_count if geometry.gravity else position.left
    if place + block_size(count) > tree.capacity:
        return NO_BLOCK
    tree.used = place + block_size(count)
    block = block_at(tree.numbers, place)
    block.count = count
    block.tried = 0
    children = children_at(tree.numbers, place, count)
    fill(children.visits, count, 0)
    fill(children.totals, count, 0)
    fill(children.blocks, count, NO_BLOCK)
    if geometry.gravity:
        for k in range(count):
            children.moves[k] = position.open_columns[k]
    else:
        free = free_cells(geometry, position)
        k = 0
        slot = 0
        while k < count:
            word = free[slot]
            while word != 0:
                children.moves[k] = slot * 64 + lowest_bit_index(word)
                word = without_lowest(word)
                k += 1
            slot += 1
    return place


@inlined
def best_child(children: Any, count: Any, spread: Any, c: Any, scores: Any) -> Any:
    """The first of the children with the highest upper bound (UCB1)."""
    visits = children.visits
    totals = children.totals
    # In groups, which compile to vectors. The last one may reach beyond the children: nobody reads those scores.
    for k in range((count + LANES - 1) // LANES * LANES):
        n = np.float64(visits[k])
        scores[k] = np.float64(totals[k]) / n + c * math.sqrt(spread / n)
    best = 0
    best_score = scores[0]
    for k in range(1, count):
        score = scores[k]
        if score > best_score:
            best_score = score
            best = k
    return best


@inlined
def note(path: Any, depth: Any, block: Any, count: Any, chosen: Any) -> Any:
    step = path[depth]
    step.block = block
    step.count = count
    step.chosen = chosen


@inlined
def select(geometry: Any, shape: Any, tree: Any, room: Any, c: Any, logs: Any, log_count: Any) -> Any:
    """Down the tree from the root, to a child that is new or a game that is over; writes the path, makes its moves.

    Returns the depth, whether the last move won, and how many nodes were added: a leaf stays one when the tree is full.
    """
    position = room.position
    numbers = tree.numbers
    count = 1
    chosen = 0
    children = children_at(numbers, ROOT_BLOCK, count)
    note(room.path, 0, ROOT_BLOCK, count, chosen)
    depth = 0
    won = False
    added = 0
    while added == 0 and not won and position.left > 0:
        place = np.int64(children.blocks[chosen])
        if place == NO_BLOCK:
            place = new_block(geometry, position, tree)
            if place == NO_BLOCK:
                break
            children.blocks[chosen] = place
        n = np.int64(children.visits[chosen])
        block = block_at(numbers, place)
        count = block.count
        children = children_at(numbers, place, count)
        tried = block.tried
        if tried < count:
            chosen = tried
            block.tried = tried + 1
            added = 1
        else:
            spread = logs[n] if n < log_count else 2 * math.log(n)
            chosen = best_child(children, count, spread, c, room.scores)
        depth += 1
        note(room.path, depth, place, count, chosen)
        won = apply(geometry, shape, position, np.int64(children.moves[chosen]))
    return depth, won, added


@inlined
def back_up(numbers: Any, path: Any, depth: Any, value: Any) -> Any:
    """Up the path; `value` is for the side that made the last move."""
    while depth >= 0:
        step = path[depth]
        children = children_at(numbers, np.int64(step.block), np.int64(step.count))
        children.visits[step.chosen] += 1
        children.totals[step.chosen] += value
        value = -value
        depth -= 1


@entry
def grow(
    geometry: Any, start: Any, room: Any, tree: Any, c: Any, logs: Any, log_count: Any, counts: Any, stop: Any
) -> Any:
    """Select, expand, play out, back up, until the counts or the flag say that it is enough.

    `logs` has 2 * log(n) for every n below `log_count`.
    """
    shape = shape_of(geometry)
    size = geometry.size
    position = room.position
    random = counts.random
    playouts = counts.playouts
    nodes = counts.nodes
    most_playouts = counts.most_playouts
    most_nodes = counts.most_nodes
    while playouts < most_playouts and nodes < most_nodes:
        if playouts & (_PACE - 1) == 0 and stop.raised != 0:
            break
        copy_bytes(position, start, size)
        depth, won, added = select(geometry, shape, tree, room, c, logs, log_count)
        mover = 1 - position.turn
        if won:
            value = 1
        elif position.left == 0:
            value = 0
        else:
            result, random = play_out(geometry, shape, position, random)
            value = 0 if result == DRAWN else (1 if result == mover else -1)
        back_up(tree.numbers, room.path, depth, value)
        playouts += 1
        nodes += added
    counts.random = random
    counts.playouts = playouts
    counts.nodes = nodes


@entry
def transplant(old: Any, block: Any, index: Any, new: Any) -> Any:
    """Copies a node and all below it into an empty tree, level by level; the rest is left behind."""
    source = old.numbers
    target = new.numbers
    node = children_at(source, block, np.int64(block_at(source, block).count))
    root = children_at(target, ROOT_BLOCK, 1)
    root.visits[0] = node.visits[index]
    root.totals[0] = node.totals[index]
    root.blocks[0] = node.blocks[index]
    root.moves[0] = node.moves[index]
    used = block_size(1)
    place = ROOT_BLOCK
    while place < used:
        count = np.int64(block_at(target, place).count)
        children = children_at(target, place, count)
        for k in range(count):
            # A copied node points to its children's block in the old tree until its turn comes.
            below = np.int64(children.blocks[k])
            if below != NO_BLOCK:
                size = block_size(np.int64(block_at(source, below).count))
                copy_bytes(block_at(target, used), block_at(source, below), size * 4)
                children.blocks[k] = used
                used += size
        place += block_size(count)
    new.used = used
