"""Positions as a graph, with what is known of each and of its moves: the memory of the champion's search.

A node is a position, however it was reached. Its moves (edges) are those that make sense: a win, the only block,
or all columns that do not hand the opponent a win. Visits and values belong to the edges; the node behind an edge is
found by the hash of its stones. Proofs are carried up: a move to a lost node wins, and when every move is proven, the
best of them is the node's.

Several threads work on one graph without locks. What must not tear is published: a node is complete before the table
names it, and its edges before the node does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiled import entry, inlined, inner
from ..memory.raw import (
    add_i64,
    claim_i32,
    claim_i64,
    copy_bytes,
    count_ones,
    load_i32,
    load_i64,
    load_u64,
    look,
    lowest_one,
    publish_i32,
    store_i32,
    store_i64,
    store_u64,
)
from .policy import DRAWS, LOSES, WINS, outlook
from .priors import write_priors
from .threats import ABOVE, HASH, NOW, OPEN, SIZE, TURN, apply, shape_of

# The graph, in slots.
NODES = 0  # address
EDGES = 1  # address
TABLE = 2  # address
TABLE_BITS = 3
NODES_USED = 4
NODES_MOST = 5
EDGES_USED = 6
EDGES_MOST = 7
GRAPH_SLOTS = 8

# A node, in numbers of 32 bits. Node 0 is nobody.
KEY = 0  # two of them
FIRST = 2  # where its edges start; 0: none yet; -1: somebody is making them
COUNT = 3
VISITS = 4
PROOF = 5  # for the side to move: 0 unknown, d: wins in d plies, -d: loses in d plies, or a draw
MOVES = 6  # the columns worth a try, a bit each
COPY = 7  # where it went when the graph was copied
NODE = 8

# The edges of a node: so many visits, totals (float32, for the side that moves), nodes (0: not known yet), facts,
# priors (float32, 1 on average).
# The facts of an edge are its column and, times 256, its proof for the side that moves.
FIELDS = 5
LANES = 8  # a sweep over edges may read so many numbers beyond them

PROVEN_DRAW = 1 << 14

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_INDEX = np.uint64(0xFFFFFFFF)


@inlined
def slot_of(graph: Any, key: Any) -> Any:
    return np.int64((key * _SPREAD) >> np.uint64(64 - load_i64(graph, TABLE_BITS)))


@inlined
def stamp(key: Any) -> Any:
    """The upper half of a table entry: part of the key. The lower half is the node; no entry is 0."""
    return key & ~_INDEX


@inner
def find(graph: Any, key: Any) -> Any:
    """The node of a position, 0 if there is none."""
    table = load_i64(graph, TABLE)
    nodes = load_i64(graph, NODES)
    wrap = (np.int64(1) << load_i64(graph, TABLE_BITS)) - 1
    slot = slot_of(graph, key)
    while True:
        entry_ = np.uint64(look(table, slot))
        if entry_ == _ZERO:
            return np.int64(0)
        if entry_ & ~_INDEX == stamp(key):
            node = np.int64(entry_ & _INDEX)
            if load_u64(nodes + node * NODE * 4, KEY) == key:
                return node
        slot = (slot + 1) & wrap


@inner
def enter(graph: Any, key: Any, node: Any) -> Any:
    """Makes a complete node known. Should another thread have been faster, both stay: one of them is found."""
    table = load_i64(graph, TABLE)
    wrap = (np.int64(1) << load_i64(graph, TABLE_BITS)) - 1
    slot = slot_of(graph, key)
    while True:
        if look(table, slot) != 0:
            slot = (slot + 1) & wrap
        elif claim_i64(table, slot, _ZERO, stamp(key) | np.uint64(node)):
            return


@inlined
def proof_at_sight(geometry: Any, position: Any, policy: Any) -> Any:
    """What is known of a position without a search, as a proof; and its moves."""
    verdict, distance, moves = outlook(
        geometry,
        position,
        load_i64(position, TURN),
        load_u64(position, NOW),
        load_u64(position, ABOVE),
        load_u64(position, OPEN),
        policy,
    )
    proof = np.int64(0)
    if verdict == WINS:
        proof = np.int64(distance)
    elif verdict == LOSES:
        proof = np.int64(-distance)
    elif verdict == DRAWS:
        proof = np.int64(PROVEN_DRAW)
    return proof, moves


@inner
def verdict_of(edges: Any, first: Any, count: Any) -> Any:
    """The proof of a node from those of its edges: 0 if it is still open."""
    longest = np.int64(0)
    draw = False
    unknown = False
    shortest = np.int64(0)
    for k in range(count):
        proof = np.int64(load_i32(edges, first + 3 * count + k)) >> 8
        if proof == 0:
            unknown = True
        elif proof == PROVEN_DRAW:
            draw = True
        elif proof > 0:
            if shortest == 0 or proof < shortest:
                shortest = proof
        elif proof < longest:
            longest = proof
    if shortest > 0:
        return shortest
    if unknown:
        return np.int64(0)
    return np.int64(PROVEN_DRAW) if draw else longest


@inlined
def seen_from_above(proof: Any) -> Any:
    """A node's proof, for the side that moved into it: one ply more, the other sign."""
    if proof == 0 or proof == PROVEN_DRAW:
        return proof
    return -(proof + 1) if proof > 0 else -(proof - 1)


@inner
def new_node(geometry: Any, graph: Any, position: Any, policy: Any) -> Any:
    """A node for a position that has none yet, with its verdict; 0 if there is no room."""
    node = add_i64(graph, NODES_USED, np.int64(1))
    if node >= load_i64(graph, NODES_MOST):
        return np.int64(0)
    proof, moves = proof_at_sight(geometry, position, policy)
    at = load_i64(graph, NODES) + node * NODE * 4
    store_u64(at, KEY, load_u64(position, HASH))
    store_i32(at, FIRST, np.int32(0))
    store_i32(at, COUNT, np.int32(count_ones(moves)))
    store_i32(at, VISITS, np.int32(0))
    store_i32(at, PROOF, np.int32(proof))
    store_i32(at, MOVES, np.int32(np.uint32(moves)))
    store_i32(at, COPY, np.int32(0))
    return node


@inner
def make_edges(
    geometry: Any, shape: Any, graph: Any, node: Any, position: Any, room: Any, policy: Any, look_ahead: Any, wide: Any
) -> Any:
    """Gives a node its edges; False if there is no room or somebody else is at it.

    With `look_ahead` every move is made in a copy of the position, to see what it leads to. That can decide the node.
    """
    at = load_i64(graph, NODES) + node * NODE * 4
    if not claim_i32(at, FIRST, np.int32(0), np.int32(-1)):
        return False
    count = np.int64(load_i32(at, COUNT))
    first = add_i64(graph, EDGES_USED, FIELDS * count)
    if first + FIELDS * count > load_i64(graph, EDGES_MOST):
        publish_i32(at, FIRST, np.int32(0))
        return False
    edges = load_i64(graph, EDGES)
    for k in range(first, first + 3 * count):
        store_i32(edges, k, np.int32(0))
    moves = np.uint64(np.uint32(load_i32(at, MOVES)))
    for k in range(count):
        column = lowest_one(moves)
        moves = moves & (moves - _ONE)
        proof = np.int64(0)
        if look_ahead:
            copy_bytes(room, position, load_i64(geometry, SIZE))
            apply(geometry, shape, room, column, wide)
            proof, _ = proof_at_sight(geometry, room, policy)
            proof = seen_from_above(proof)
        store_i32(edges, first + 3 * count + k, np.int32(column | (proof << 8)))
    # The room is free again.
    write_priors(geometry, position, edges, first + 3 * count, first + 4 * count, count, room)
    if look_ahead:
        proof = verdict_of(edges, first, count)
        if proof != 0:
            store_i32(at, PROOF, np.int32(proof))
    publish_i32(at, FIRST, np.int32(first))
    return True


@entry
def find_or_make_root(
    geometry: Any, graph: Any, position: Any, room: Any, policy: Any, look_ahead: Any, wide: Any
) -> Any:
    """The node of the position to think about, with its edges if it is open; 0 if there is no room."""
    key = load_u64(position, HASH)
    node = find(graph, key)
    if node == 0:
        node = new_node(geometry, graph, position, policy)
        if node == 0:
            return node
        enter(graph, key, node)
    at = load_i64(graph, NODES) + node * NODE * 4
    if load_i32(at, PROOF) == 0 and load_i32(at, FIRST) == 0:
        shape = shape_of(geometry)
        if not make_edges(geometry, shape, graph, node, position, room, policy, look_ahead, wide):
            return np.int64(0)
    return node


@inlined
def bring(old: Any, new: Any, node: Any) -> Any:
    """The place of an old node in the new graph, where it is copied if it was not there yet; 0 if there is no room."""
    source = load_i64(old, NODES) + node * NODE * 4
    place = np.int64(load_i32(source, COPY))
    if place == 0:
        place = load_i64(new, NODES_USED)
        if place >= load_i64(new, NODES_MOST):
            return np.int64(0)
        store_i64(new, NODES_USED, place + 1)
        store_i32(source, COPY, np.int32(place))
        copy_bytes(load_i64(new, NODES) + place * NODE * 4, source, NODE * 4)
        store_i32(load_i64(new, NODES) + place * NODE * 4, COPY, np.int32(0))
    return place


@entry
def transplant(old: Any, root: Any, new: Any, merge: Any) -> Any:
    """Copies what can be reached from a node into an empty graph, nearest first, as far as there is room."""
    nodes = load_i64(new, NODES)
    edges = load_i64(new, EDGES)
    place = bring(old, new, root)
    while place < load_i64(new, NODES_USED):
        at = nodes + place * NODE * 4
        source = np.int64(load_i32(at, FIRST))
        if source > 0:
            count = np.int64(load_i32(at, COUNT))
            first = load_i64(new, EDGES_USED)
            if first + FIELDS * count > load_i64(new, EDGES_MOST):
                store_i32(at, FIRST, np.int32(0))
            else:
                store_i64(new, EDGES_USED, first + FIELDS * count)
                copy_bytes(edges + first * 4, load_i64(old, EDGES) + source * 4, FIELDS * count * 4)
                store_i32(at, FIRST, np.int32(first))
                for k in range(first + 2 * count, first + 3 * count):
                    child = np.int64(load_i32(edges, k))
                    if child != 0:
                        store_i32(edges, k, np.int32(bring(old, new, child)))
        if merge != 0:
            enter(new, load_u64(at, KEY), place)
        place += 1
