"""Monte Carlo search on a graph, with proofs: what the champion thinks with, on boards with gravity.

Select an edge, down to a position that is new or decided; play it out; carry result and proof up. A node whose outcome
is proven is never searched again.

Several threads share one graph. An edge that a thread is exploring counts as lost until the result is there, so
the others look elsewhere; two threads that add to the same number at the same moment can lose one of the two results,
one in thousands, and none is missed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..compiled import entry, inlined
from ..memory.raw import (
    copy_bytes,
    load_f32,
    load_f64,
    load_i32,
    load_i64,
    load_u64,
    look,
    observe_i32,
    store_f32,
    store_i32,
    store_i64,
    store_u64,
)
from .graph import (
    COUNT,
    EDGES,
    FIRST,
    LANES,
    NODE,
    NODES,
    PROOF,
    PROVEN_DRAW,
    VISITS,
    enter,
    find,
    make_edges,
    new_node,
    seen_from_above,
    verdict_of,
)
from .policy import DRAWN, HABITS, learn, play_out
from .threats import CELLS, HASH, LEFT, POSITION_BYTES, SIZE, TURN, apply, shape_of

# How it searches, in slots.
POLICY = 0
EXPLORATION = 1  # float64
LENGTH_TERM = 2  # float64: how much of a win's worth depends on its speed
RULE = 3  # 0: UCB1, 1: PUCT
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

_PACE = 16

ROOM = (POSITION_BYTES + 63) // 64 * 64  # a thread has room for two positions, so far apart


@inlined
def worth(left: Any, cells: Any, length_term: Any) -> Any:
    """A win with so many cells left free: close to 1, a little more if it came early."""
    return np.float32(1.0 - length_term * (1.0 - np.float64(left) / np.float64(cells)))


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
        priors = first + 4 * count
        bonus = np.float32(exploration * math.sqrt(visits) / count)
        unseen = np.float32(first_play)
        for k in range(end):
            n = np.float32(load_i32(edges, first + k))
            q = load_f32(edges, totals + k) / n
            q = q if n > np.float32(0) else unseen
            fact = load_i32(edges, facts + k)
            score = q + bonus * load_f32(edges, priors + k) / (np.float32(1) + n)
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
        known = np.int64(0)  # the path ends with a move that is proven, for the side that makes it
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
            # A draw can be chosen; a win or a loss is one that another thread proved since the choice.
            known = fact >> 8
            if known != 0:
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
        if known != 0:
            playouts += 1
            if known != PROVEN_DRAW:
                gain = worth(left - abs(known), cells, length_term)
                value = gain if (known > 0) == (turn == 0) else -gain
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
