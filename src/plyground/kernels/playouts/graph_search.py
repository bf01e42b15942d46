"""Monte Carlo search on a graph, with proofs: what the champion thinks with, on boards with gravity.

Select an edge, down to a position that is new or decided; play it out; carry result and proof up. A node whose outcome
is proven is never searched again.

Several threads share one graph. An edge that a thread is exploring counts as lost until the result is there, so
the others look elsewhere; two threads that add to the same number at the same moment can lose one of the two results,
one in thousands, and none is missed.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import float32, int32, int64, uint64

from ..compiled import entry, inlined
from ..memory.records import Array, Record, array, atomic, copy_bytes, prefetch
from .graph import (
    LANES,
    NO_EDGES,
    NO_NODE,
    PROVEN_DRAW,
    UNPROVEN,
    best_proof,
    column_of,
    edges_at,
    enter,
    fact,
    find,
    is_loss,
    is_win_or_draw,
    make_edges,
    new_node,
    proof_of,
    seen_from_above,
    seen_from_below,
)
from .playout import MOST_CELLS, MOST_COLUMNS
from .simulation import proven_value, simulate
from .threats import apply, shape_of

UCB1 = 0
PUCT = 1


class Options(NamedTuple):
    """How it searches."""

    policy: int
    """Of the playouts: see `policy`."""
    rule: int
    """UCB1 or PUCT."""
    exploration: float
    first_play: float
    """An edge without visits is worth its node's mean minus this."""
    length_term: float
    """How much of a win's worth depends on its speed."""
    batch: int
    """Playouts per new node."""
    merge: bool
    """Transpositions share a node."""
    look_ahead: bool
    """What a move leads to at sight is known before it is tried."""
    value_weight: float
    """How much the learnt value of a position counts in its result, the rest is the playouts'; at 1 none are made."""
    value_priors: bool
    """Priors are those of `evaluation`."""
    shared: bool
    """Several threads search the graph."""


Counts = Record(
    "Counts",
    most=int64,  # playouts that this thread may make
    random=uint64,  # the state of its generator
    playouts=int64,
    deepest=int64,  # the longest path
    done=atomic(int64),  # iterations so far, for whoever watches
    apart=array(int64, 3),  # a thread has a cache line of its own
)

Step = Record(
    "Step",
    node=int32,
    first=int32,  # of its edges
    count=int32,
    chosen=int32,  # among them
    turn=int32,
)
PATH = Array(Step)
MOST_STEPS = MOST_CELLS + 2

SCORES = Array(float32)
MOST_SCORES = MOST_COLUMNS + LANES


class Room(NamedTuple):
    """The memory that a thread works in."""

    position: Any
    spare: Any
    """For copies of the position."""
    path: Any
    scores: Any
    habits: Any
    cells: Any
    sheet: Any
    """For `evaluation`."""


class Leaf(NamedTuple):
    """The end of a path."""

    node: Any
    """NO_NODE: there was no room for one."""
    depth: Any
    proof: Any
    """Of the node."""
    move_proof: Any
    """Not UNPROVEN: the path ends with a move from the node that is proven, for its side to move, and was not made."""


_PACE = 16

# Scores in place of mean plus bonus.
_UNTRIED = np.float32(1e6)
_LOST = np.float32(-1e9)
_DRAWN = np.float32(0)


@inlined
def with_proof(score: Any, fact: Any) -> Any:
    return _LOST if is_loss(fact) else (_DRAWN if is_win_or_draw(fact) else score)


@inlined
def choose(edges: Any, count: Any, visits: Any, first_play: Any, options: Any, scores: Any) -> Any:
    """The edge to explore: the highest of mean plus bonus; proven losses never, proven draws without a bonus."""
    # In groups, which compile to vectors. The last one may reach beyond the edges: nobody reads those scores.
    end = (count + LANES - 1) // LANES * LANES
    all_visits = edges.visits
    totals = edges.totals
    facts = edges.facts
    if options.rule == UCB1:
        spread = np.float32(options.exploration * options.exploration * 2 * math.log(max(visits, 1)))
        for k in range(end):
            n = np.float32(all_visits[k])
            score = totals[k] / n + np.float32(math.sqrt(spread / n))
            score = score if n > np.float32(0) else _UNTRIED
            scores[k] = with_proof(score, facts[k])
    else:
        priors = edges.priors
        bonus = np.float32(options.exploration * math.sqrt(visits) / count)
        unseen = np.float32(first_play)
        for k in range(end):
            n = np.float32(all_visits[k])
            mean = totals[k] / n
            mean = mean if n > np.float32(0) else unseen
            score = mean + bonus * priors[k] / (np.float32(1) + n)
            scores[k] = with_proof(score, facts[k])
    best = 0
    best_score = scores[0]
    for k in range(1, count):
        score = scores[k]
        if score > best_score:
            best_score = score
            best = k
    return best


@inlined
def select(geometry: Any, shape: Any, graph: Any, root: Any, room: Any, options: Any, line_by_line: Any) -> Any:
    """Down the graph from the root, to a position that is new or decided; writes the path and makes its moves."""
    position = room.position
    nodes = graph.nodes
    all_edges = graph.edges
    number = root
    depth = 0
    expected = 0.0  # the mean of the results, for the side to move
    while True:
        node = nodes[number]
        proof = np.int64(node.proof)
        if proof != UNPROVEN:
            return Leaf(number, depth, proof, UNPROVEN)
        first = np.int64(node.first)
        if first <= NO_EDGES:
            if first < NO_EDGES or not make_edges(
                geometry,
                shape,
                graph,
                node,
                position,
                room.spare,
                options.policy,
                options.look_ahead,
                line_by_line,
                room.sheet,
                options.value_priors,
            ):
                return Leaf(number, depth, proof, UNPROVEN)
            proof = np.int64(node.proof)
            if proof != UNPROVEN:
                return Leaf(number, depth, proof, UNPROVEN)
            first = np.int64(node.first)
        count = np.int64(node.count)
        visits = np.int64(node.visits)
        edges = edges_at(all_edges, first, count)
        chosen = choose(edges, count, visits, expected - options.first_play, options, room.scores)

        edge_visits = edges.visits[chosen]
        edge_total = edges.totals[chosen]
        edge_fact = np.int64(edges.facts[chosen])
        expected = -np.float64(edge_total) / edge_visits if edge_visits > 0 else -expected
        node.visits = visits + 1
        edges.visits[chosen] = edge_visits + 1
        if options.shared:
            edges.totals[chosen] = edge_total - np.float32(1)
        step = room.path[depth]
        step.node = number
        step.first = first
        step.count = count
        step.chosen = chosen
        step.turn = position.turn
        depth += 1
        # A draw can be chosen; a win or a loss is one that another thread proved since the choice.
        if proof_of(edge_fact) != UNPROVEN:
            return Leaf(number, depth, UNPROVEN, proof_of(edge_fact))
        number = np.int64(edges.nodes[chosen])
        prefetch(nodes, number)  # it is on its way while the move is made
        apply(geometry, shape, position, column_of(edge_fact), line_by_line)
        if number == NO_NODE:
            if options.merge:
                number = find(graph, position.hash)
            is_new = number == NO_NODE
            if is_new:
                number = new_node(geometry, graph, position, options.policy)
                if number == NO_NODE:
                    return Leaf(number, depth, UNPROVEN, UNPROVEN)
                if options.merge:
                    enter(graph, position.hash, number)
            edges.nodes[chosen] = number
            if is_new:
                return Leaf(number, depth, np.int64(nodes[number].proof), UNPROVEN)


@inlined
def back_up(graph: Any, path: Any, depth: Any, value: Any, proof: Any, shared: Any) -> Any:
    """Up the path: the result, and the proof as far as it reaches. `value` is the first side's."""
    all_edges = graph.edges
    while depth > 0:
        depth -= 1
        step = path[depth]
        count = np.int64(step.count)
        edges = edges_at(all_edges, step.first, count)
        if proof != UNPROVEN:
            column = column_of(np.int64(edges.facts[step.chosen]))
            edges.facts[step.chosen] = fact(column, seen_from_above(proof))
            proof = best_proof(edges, count)
            if proof != UNPROVEN:
                graph.nodes[step.node].proof = proof
                if proof == PROVEN_DRAW:
                    value = np.float32(0)
        result = value if step.turn == 0 else -value
        if shared:
            result = result + np.float32(1)
        edges.totals[step.chosen] += result


@entry
def think(
    geometry: Any,
    graph: Any,
    root: Any,
    start: Any,
    room: Any,
    options: Any,
    counts: Any,
    stop: Any,
    line_by_line: Any,
) -> Any:
    """One thread's work: iterations until the flag is up, the root is proven, or enough playouts were made.

    It can be called again, and goes on from its counts.
    """
    shape = shape_of(geometry)
    size = geometry.size
    cells = geometry.cells
    nodes = graph.nodes
    position = room.position
    random = counts.random
    most = counts.most
    playouts = counts.playouts
    iterations = counts.done
    deepest = counts.deepest
    while playouts < most and nodes[root].proof == UNPROVEN:
        if iterations & (_PACE - 1) == 0:
            counts.done = iterations
            if stop.raised != 0:
                break
        iterations += 1

        copy_bytes(position, start, size)
        leaf = select(geometry, shape, graph, root, room, options, line_by_line)
        proof = leaf.proof
        known = proof if proof != UNPROVEN else leaf.move_proof
        if known != UNPROVEN:
            value = proven_value(known, position.turn, position.left, cells, options.length_term)
            playouts += 1
            if options.shared:
                # Two threads that proved the last two moves of a node at once may each have missed the other's.
                proof = proof if proof != UNPROVEN else seen_from_below(known)
        else:
            value, proof, random = simulate(geometry, shape, room, options, random, line_by_line)
            playouts += options.batch
            if proof != UNPROVEN and leaf.node != NO_NODE:
                nodes[leaf.node].proof = proof
        back_up(graph, room.path, leaf.depth, value, proof, options.shared)
        deepest = max(deepest, leaf.depth)
    counts.random = random
    counts.playouts = playouts
    counts.done = iterations
    counts.deepest = deepest
