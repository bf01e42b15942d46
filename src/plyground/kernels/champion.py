"""Monte Carlo search on a graph, with proofs: what the champion thinks with, on boards with gravity.

A node is a position, however it was reached. Its moves (edges) are those that make sense: a win, the only block,
or all columns that do not hand the opponent a win. Visits and values belong to the edges; the node behind an edge is
found by the hash of its stones. A node whose outcome is proven is never searched again, and proofs are carried up:
a move to a lost node wins, and when every move is proven, the best of them is the node's.

Several threads work on one graph without locks. An edge that a thread is exploring counts as lost until the result
is there (so the other looks elsewhere); two threads that add to the same number at the same moment can lose one of
the two results, one in thousands, and none is missed. What must not tear is published: a node is complete before the
table names it, and its edges before the node does.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .compiled import entry, inner
from .memory import (
    add_i64,
    claim_i32,
    claim_i64,
    copy_bytes,
    count_ones,
    inlined,
    load_f32,
    load_f64,
    load_i32,
    load_i64,
    load_u64,
    look,
    lowest_one,
    observe_i32,
    publish_i32,
    store_f32,
    store_i32,
    store_i64,
    store_u64,
)
from .threats import (
    ABOVE,
    CELLS,
    DRAWN,
    DRAWS,
    HABITS,
    HASH,
    LEFT,
    LOSES,
    NOW,
    OPEN,
    POSITION_BYTES,
    SIZE,
    TURN,
    WINS,
    apply,
    learn,
    outlook,
    play_out,
    shape_of,
)

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

# The edges of a node: so many visits, totals (float32, for the side that moves), nodes (0: not known yet), facts.
# The facts of an edge are its column and, times 256, its proof for the side that moves.
FIELDS = 4
LANES = 8  # a sweep over edges may read so many numbers beyond them

PROVEN_DRAW = 1 << 14

# How it searches, in slots.
POLICY = 0
EXPLORATION = 1  # float64
LENGTH_TERM = 2  # float64: how much of a win's worth depends on its speed
RULE = 3  # 0: UCB1, 1: PUCT with equal priors
FIRST_PLAY = 4  # float64: an edge without visits is worth its node's mean minus this
BATCH = 5  # playouts per new node
MERGE = 6  # 1: transpositions share a node
THREADS = 7
LOOK_AHEAD = 8  # 1: what a move leads to at sight is known before it is tried
OPTION_SLOTS = 16

# What a thread counts and keeps, in slots.
PLAYOUTS = 0
RANDOM_STATE = 1
FULL = 2  # 1: there was no room for a node
DEEPEST = 3
MOST = 4
DONE = 5  # iterations so far, for whoever watches
COUNTS_SLOTS = 8

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_INDEX = np.uint64(0xFFFFFFFF)

_PACE = 16

ROOM = (POSITION_BYTES + 63) // 64 * 64  # a thread has room for two positions, so far apart


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
def worth(left: Any, cells: Any, length_term: Any) -> Any:
    """A win with so many cells left free: close to 1, a little more if it came early."""
    return np.float32(1.0 - length_term * (1.0 - np.float64(left) / np.float64(cells)))


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
    if look_ahead:
        proof = verdict_of(edges, first, count)
        if proof != 0:
            store_i32(at, PROOF, np.int32(proof))
    publish_i32(at, FIRST, np.int32(first))
    return True


@inlined
def choose(
    edges: Any, first: Any, count: Any, visits: Any, rule: Any, exploration: Any, first_play: Any, scores: Any
) -> Any:
    """The edge to explore: the highest of mean plus bonus; proven losses never, proven draws without a bonus."""
    totals = first + count
    facts = first + 3 * count
    end = (count + LANES - 1) // LANES * LANES
    lowest = np.float32(-1e9)
    if rule == 0:
        spread = np.float32(exploration * exploration * 2 * math.log(max(visits, 1)))
        for k in range(end):
            n = np.float32(load_i32(edges, first + k))
            q = load_f32(edges, totals + k) / n
            score = q + np.float32(math.sqrt(spread / n))
            score = score if n > np.float32(0) else np.float32(1e6)
            fact = load_i32(edges, facts + k)
            score = lowest if fact < 0 else (score if fact < 256 else np.float32(0))
            store_f32(scores, k, score)
    else:
        bonus = np.float32(exploration * math.sqrt(visits) / count)
        unseen = np.float32(first_play)
        for k in range(end):
            n = np.float32(load_i32(edges, first + k))
            q = load_f32(edges, totals + k) / n
            q = q if n > np.float32(0) else unseen
            fact = load_i32(edges, facts + k)
            score = q + bonus / (np.float32(1) + n)
            score = lowest if fact < 0 else (score if fact < 256 else np.float32(0))
            store_f32(scores, k, score)
    best = 0
    best_score = load_f32(scores, 0)
    for k in range(1, count):
        score = load_f32(scores, k)
        if score > best_score:
            best_score = score
            best = k
    return best


@entry
def find_or_make_root(geometry: Any, graph: Any, position: Any, room: Any, options: Any, wide: Any) -> Any:
    """The node of the position to think about, with its edges if it is open; 0 if there is no room."""
    key = load_u64(position, HASH)
    policy = load_i64(options, POLICY)
    node = find(graph, key)
    if node == 0:
        node = new_node(geometry, graph, position, policy)
        if node == 0:
            return node
        enter(graph, key, node)
    at = load_i64(graph, NODES) + node * NODE * 4
    if load_i32(at, PROOF) == 0 and load_i32(at, FIRST) == 0:
        shape = shape_of(geometry)
        look_ahead = load_i64(options, LOOK_AHEAD) != 0
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


@entry
def think(
    geometry: Any,
    graph: Any,
    root: Any,
    start: Any,
    position: Any,
    path: Any,
    scores: Any,
    options: Any,
    counts: Any,
    stop: Any,
    wide: Any,
    habits: Any,
    record: Any,
) -> Any:
    """One thread's work: iterations until the flag is up, the root is proven, or enough playouts were made."""
    shape = shape_of(geometry)
    size = load_i64(geometry, SIZE)
    cells = load_i64(geometry, CELLS)
    nodes = load_i64(graph, NODES)
    edges = load_i64(graph, EDGES)
    policy = load_i64(options, POLICY)
    rule = load_i64(options, RULE)
    batch = load_i64(options, BATCH)
    merge = load_i64(options, MERGE) != 0
    shared = load_i64(options, THREADS) > 1
    look_ahead = load_i64(options, LOOK_AHEAD) != 0
    exploration = load_f64(options, EXPLORATION)
    length_term = load_f64(options, LENGTH_TERM)
    first_play = load_f64(options, FIRST_PLAY)
    random = load_u64(counts, RANDOM_STATE)
    most = load_i64(counts, MOST)
    playouts = np.int64(0)
    iterations = np.int64(0)
    deepest = np.int64(0)
    root_at = nodes + root * NODE * 4
    while playouts < most and load_i32(root_at, PROOF) == 0:
        if iterations & (_PACE - 1) == 0:
            store_i64(counts, DONE, iterations)
            if look(stop, 0) != 0:
                break
        iterations += 1
        copy_bytes(position, start, size)
        node = root
        depth = np.int64(0)
        proof = np.int64(0)  # of the node at the end of the path
        unseen = np.float64(0)  # what the side to move expects here, from the visits so far
        drawn = False  # the path ends with a move that is proven to draw
        while True:
            at = nodes + node * NODE * 4
            proof = np.int64(load_i32(at, PROOF))
            if proof != 0:
                break
            first = np.int64(observe_i32(at, FIRST))
            if first <= 0:
                if first < 0 or not make_edges(
                    geometry, shape, graph, node, position, position + ROOM, policy, look_ahead, wide
                ):
                    break
                first = np.int64(load_i32(at, FIRST))
                proof = np.int64(load_i32(at, PROOF))
                if proof != 0:
                    break
            count = np.int64(load_i32(at, COUNT))
            visits = np.int64(load_i32(at, VISITS))
            chosen = choose(edges, first, count, visits, rule, exploration, unseen - first_play, scores)
            edge = first + chosen
            fact = np.int64(load_i32(edges, edge + 3 * count))
            edge_visits = load_i32(edges, edge)
            edge_total = load_f32(edges, edge + count)
            unseen = -np.float64(edge_total) / edge_visits if edge_visits > 0 else -unseen
            store_i32(at, VISITS, np.int32(visits + 1))
            store_i32(edges, edge, np.int32(edge_visits + 1))
            if shared:
                store_f32(edges, edge + count, edge_total - np.float32(1))
            store_i32(path, 4 * depth, np.int32(node))
            store_i32(path, 4 * depth + 1, np.int32(edge))
            store_i32(path, 4 * depth + 2, np.int32(count))
            store_i32(path, 4 * depth + 3, np.int32(load_i64(position, TURN)))
            depth += 1
            if fact >= 256:
                drawn = True
                break
            apply(geometry, shape, position, fact, wide)
            node = np.int64(load_i32(edges, edge + 2 * count))
            if node == 0:
                key = load_u64(position, HASH)
                if merge:
                    node = find(graph, key)
                if node == 0:
                    node = new_node(geometry, graph, position, policy)
                    if node == 0:
                        store_i64(counts, FULL, 1)
                        break
                    if merge:
                        enter(graph, key, node)
                    store_i32(edges, edge + 2 * count, np.int32(node))
                    proof = np.int64(load_i32(nodes + node * NODE * 4, PROOF))
                    break
                store_i32(edges, edge + 2 * count, np.int32(node))
        deepest = max(deepest, depth)

        # What the position at the end of the path is worth to the first side.
        value = np.float32(0)
        turn = load_i64(position, TURN)
        left = load_i64(position, LEFT)
        if drawn:
            playouts += 1
        else:
            if proof == 0:
                for again in range(batch):
                    room = position
                    if again + 1 < batch:
                        room = position + ROOM
                        copy_bytes(room, position, size)
                    winner, plies, forced, random, made = play_out(
                        geometry, shape, room, random, policy, wide, habits, record
                    )
                    if (policy & HABITS) != 0:
                        learn(habits, record, made, turn, winner)
                    if forced:
                        proof = np.int64(PROVEN_DRAW)
                        if winner != DRAWN:
                            proof = plies if winner == turn else -plies
                        if node != 0:
                            store_i32(nodes + node * NODE * 4, PROOF, np.int32(proof))
                        break
                    if winner != DRAWN:
                        gain = worth(left - plies, cells, length_term)
                        value += gain if winner == 0 else -gain
                value = value / np.float32(batch)
                playouts += batch
            else:
                playouts += 1
            if proof == PROVEN_DRAW:
                value = np.float32(0)
            elif proof != 0:
                gain = worth(left - abs(proof), cells, length_term)
                value = gain if (proof > 0) == (turn == 0) else -gain

        # Up the path: results, and proofs as far as they reach.
        while depth > 0:
            depth -= 1
            node = np.int64(load_i32(path, 4 * depth))
            edge = np.int64(load_i32(path, 4 * depth + 1))
            count = np.int64(load_i32(path, 4 * depth + 2))
            turn = np.int64(load_i32(path, 4 * depth + 3))
            if proof != 0:
                proof = seen_from_above(proof)
                fact_at = edge + 3 * count
                column = load_i32(edges, fact_at) & 255
                store_i32(edges, fact_at, np.int32(column | np.int32(proof << 8)))
                at = nodes + node * NODE * 4
                proof = verdict_of(edges, np.int64(load_i32(at, FIRST)), count)
                if proof != 0:
                    store_i32(at, PROOF, np.int32(proof))
                    if proof == PROVEN_DRAW:
                        value = np.float32(0)
            result = value if turn == 0 else -value
            if shared:
                result = result + np.float32(1)
            total = edge + count
            store_f32(edges, total, load_f32(edges, total) + result)
    store_u64(counts, RANDOM_STATE, random)
    store_i64(counts, PLAYOUTS, load_i64(counts, PLAYOUTS) + playouts)
    store_i64(counts, DEEPEST, deepest)
