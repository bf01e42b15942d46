"""UCT on an array tree: the search of `search.uct`, number for number.

The children of a node are one block of 32-bit numbers, laid out when the first of them is tried:

    how many there are (n) | how many were tried | n visits | n totals | n child blocks (0: none yet) | n moves

so that the bounds of all of them are computed in one sweep over neighbouring memory. They stand in the order of
the legal moves. The root is a block of one, at place 0. A node is known by the place of its visits and its n.

Totals are whole numbers (a win 1, a loss -1), so they are exact, and every bound is computed by the same
operations in the same order as in the textbook: the same seed grows the same tree.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    copy_bytes,
    load_f64,
    load_i32,
    load_i64,
    load_u8,
    load_u64,
    look,
    lowest_one,
    store_f64,
    store_i32,
    store_i64,
    store_u64,
)
from .playout import DRAWN, FREE, GRAVITY, LEFT, LIST, OPEN, SIZE, TURN, apply, play_out, shape_of

# The tree, in slots: where its blocks lie, how many numbers are used and how many fit.
BLOCKS = 0
USED = 1
CAPACITY = 2
TREE_SLOTS = 8

# A block.
COUNT = 0
TRIED = 1
HEAD = 2  # numbers before the visits
FIELDS = 4
LANES = 8  # the sweep over the children may read so many numbers beyond them

# What a search counts and keeps, in slots.
PLAYOUTS = 0
NODES = 1
RANDOM = 2
MOST_PLAYOUTS = 3
MOST_NODES = 4
COUNTS_SLOTS = 8

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Iterations between two looks at the stop flag: far below a millisecond.
_PACE = 64


@inner
def lay_out_children(geometry: Any, position: Any, tree: Any) -> Any:
    """A block for the children of an open position; returns its place, or 0 if the tree is full."""
    blocks = load_i64(tree, BLOCKS)
    block = load_i64(tree, USED)
    gravity = load_i64(geometry, GRAVITY) != 0
    count = load_i64(position, OPEN) if gravity else load_i64(position, LEFT)
    end = block + HEAD + FIELDS * count
    if end > load_i64(tree, CAPACITY):
        return 0
    store_i64(tree, USED, end)
    store_i32(blocks, block + COUNT, np.int32(count))
    store_i32(blocks, block + TRIED, np.int32(0))
    for k in range(block + HEAD, end - count):
        store_i32(blocks, k, np.int32(0))
    moves = end - count
    if gravity:
        for k in range(count):
            store_i32(blocks, moves + k, np.int32(load_u8(position, LIST + k)))
    else:
        free = position + load_i64(geometry, FREE)
        slot = 0
        while moves < end:
            word = load_u64(free, slot)
            while word != _ZERO:
                store_i32(blocks, moves, np.int32(slot * 64 + lowest_one(word)))
                word = word & (word - _ONE)
                moves += 1
            slot += 1
    return block


@inlined
def best_child(blocks: Any, visits: Any, count: Any, spread: Any, c: Any, scores: Any) -> Any:
    """The first of the children with the highest upper bound (UCB1)."""
    totals = visits + count
    # In groups, which compile to vectors. The last one may reach beyond the children: nobody reads those scores.
    for k in range((count + LANES - 1) // LANES * LANES):
        n = np.float64(load_i32(blocks, visits + k))
        store_f64(scores, k, np.float64(load_i32(blocks, totals + k)) / n + c * math.sqrt(spread / n))
    best = 0
    best_score = load_f64(scores, 0)
    for k in range(1, count):
        score = load_f64(scores, k)
        if score > best_score:
            best_score = score
            best = k
    return best


@entry
def grow(
    geometry: Any,
    start: Any,
    position: Any,
    tree: Any,
    c: Any,
    logs: Any,
    log_count: Any,
    scores: Any,
    path: Any,
    counts: Any,
    stop: Any,
) -> Any:
    """Select, expand, play out, back up, until the counts or the flag say that it is enough.

    When the tree has no room left, a leaf stays a leaf and is played out again.
    """
    shape = shape_of(geometry)
    size = load_i64(geometry, SIZE)
    blocks = load_i64(tree, BLOCKS)
    random = load_u64(counts, RANDOM)
    playouts = load_i64(counts, PLAYOUTS)
    nodes = load_i64(counts, NODES)
    most_playouts = load_i64(counts, MOST_PLAYOUTS)
    most_nodes = load_i64(counts, MOST_NODES)
    while playouts < most_playouts and nodes < most_nodes:
        if playouts & (_PACE - 1) == 0 and look(stop, 0) != 0:
            break
        copy_bytes(position, start, size)
        node = np.int64(HEAD)  # the place of its visits
        siblings = np.int64(1)
        depth = 0
        won = False
        store_i32(path, 0, np.int32(node))
        store_i32(path, 1, np.int32(siblings))
        while not won and load_i64(position, LEFT) > 0:
            block = np.int64(load_i32(blocks, node + 2 * siblings))
            if block == 0:
                block = lay_out_children(geometry, position, tree)
                if block == 0:
                    break
                store_i32(blocks, node + 2 * siblings, np.int32(block))
            count = np.int64(load_i32(blocks, block + COUNT))
            tried = np.int64(load_i32(blocks, block + TRIED))
            if tried < count:
                chosen = tried
                store_i32(blocks, block + TRIED, np.int32(tried + 1))
                nodes += 1
            else:
                n = np.int64(load_i32(blocks, node))
                spread = load_f64(logs, n) if n < log_count else 2 * math.log(n)
                chosen = best_child(blocks, block + HEAD, count, spread, c, scores)
            node = block + HEAD + chosen
            siblings = count
            depth += 1
            store_i32(path, 2 * depth, np.int32(node))
            store_i32(path, 2 * depth + 1, np.int32(siblings))
            won = apply(geometry, shape, position, np.int64(load_i32(blocks, node + 3 * count)))
            if tried < count:
                break
        mover = 1 - load_i64(position, TURN)
        if won:
            value = 1
        elif load_i64(position, LEFT) == 0:
            value = 0
        else:
            result, random = play_out(geometry, shape, position, random)
            value = 0 if result == DRAWN else (1 if result == mover else -1)
        while depth >= 0:
            node = np.int64(load_i32(path, 2 * depth))
            total = node + np.int64(load_i32(path, 2 * depth + 1))
            store_i32(blocks, node, np.int32(load_i32(blocks, node) + 1))
            store_i32(blocks, total, np.int32(load_i32(blocks, total) + value))
            value = -value
            depth -= 1
        playouts += 1
    store_u64(counts, RANDOM, random)
    store_i64(counts, PLAYOUTS, playouts)
    store_i64(counts, NODES, nodes)


@entry
def transplant(old: Any, node: Any, siblings: Any, new: Any) -> Any:
    """Copies a node and all below it into an empty tree, level by level; the rest is left behind."""
    source = load_i64(old, BLOCKS)
    target = load_i64(new, BLOCKS)
    for field in range(FIELDS):
        store_i32(target, HEAD + field, load_i32(source, node + field * siblings))
    used = np.int64(HEAD + FIELDS)
    block = np.int64(0)
    while block < used:
        count = np.int64(load_i32(target, block + COUNT))
        for child in range(block + HEAD + 2 * count, block + HEAD + 3 * count):
            # A copied node points to its children's block in the old tree until its turn comes.
            place = np.int64(load_i32(target, child))
            if place != 0:
                size = HEAD + FIELDS * np.int64(load_i32(source, place + COUNT))
                copy_bytes(target + used * 4, source + place * 4, size * 4)
                store_i32(target, child, np.int32(used))
                used += size
        block += HEAD + FIELDS * count
    store_i64(new, USED, used)
