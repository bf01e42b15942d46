"""Positions as a graph, with what is known of each and of its moves: the memory of the champion's search.

A node is a position, however it was reached. Its moves (edges) are those that make sense: a win, the only block,
or all columns that do not hand the opponent a win. Visits and values belong to the edges; the node behind an edge is
found by the hash of its stones. Proofs are carried up: a move to a lost node wins, and when every move is proven, the
best of them is the node's.

A proof is a number for the side to move (of an edge: for the side that moves): 0 unknown, d wins in d plies, -d loses
in d plies, or PROVEN_DRAW.

Several threads work on one graph without locks. What must not tear is published: a node is complete before the table
names it, and its edges before the node does.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import float32, int16, int32, int64, uint32, uint64

from ..compiled import entry, inlined, inner
from ..memory.records import Columns, Record, add, atomic, claim, columns, copy_bytes, pointer
from ..memory.words import count_bits, lowest_bit_index
from .evaluation import evaluate, weigh_moves
from .playout import bit, without_lowest
from .policy import DRAWS, LOSES, WINS, outlook
from .priors import prior_of
from .threats import apply, shape_of, sight_of

UNPROVEN = 0
PROVEN_DRAW = 1 << 14

NO_NODE = 0
"""Node 0 is no position: an edge that leads there has not been followed yet."""

NO_EDGES = 0
EDGES_IN_THE_MAKING = -1
COPIED = -2

# 32 bytes, so that no node lies across two cache lines.
Node = Record(
    "Node",
    key=uint64,  # the hash of the position
    first=atomic(int32),  # where its edges start, or NO_EDGES, or EDGES_IN_THE_MAKING; COPIED: see `transplant`
    visits=int32,
    moves=uint32,  # the columns worth a try, a bit each
    count=int16,  # of its edges
    proof=int16,
    apart=uint64,
)

# The edges of a node, column by column, so that a sweep over them compiles to vectors.
Edges = Columns(
    "Edges",
    visits=int32,
    totals=float32,  # of the results, for the side that moves
    nodes=int32,  # or NO_NODE
    facts=int32,  # the column that is played, and the proof: see `fact`
    priors=float32,  # how good a move looked before it was tried; 1 on average
)
FIELDS = len(Edges.fields)
LANES = 8  # a sweep over edges may read so many numbers beyond them

# Nodes and edges are numbers of 32 bits; both start behind what is never used, so that 0 is none of them.
Graph = Record(
    "Graph",
    nodes=pointer(Node),
    edges=pointer(int32),  # the tables of all nodes, one after the other
    table=pointer(atomic(uint64)),  # finds a node by its key: see `entry_of`
    table_bits=int64,
    nodes_used=atomic(int64),
    nodes_most=int64,
    edges_used=atomic(int64),  # numbers
    edges_most=int64,
)

NODE_BYTES = Node.size

_FACT_BITS = 8  # of the column; the proof is the rest
_COLUMN = 255

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_NODE_OF_ENTRY = np.uint64(0xFFFFFFFF)
_STAMP_OF_ENTRY = ~_NODE_OF_ENTRY


@inlined
def fact(column: Any, proof: Any) -> Any:
    return column | (proof << _FACT_BITS)


@inlined
def column_of(fact: Any) -> Any:
    return fact & _COLUMN


@inlined
def proof_of(fact: Any) -> Any:
    return fact >> _FACT_BITS


@inlined
def is_loss(fact: Any) -> Any:
    """A proven one."""
    return fact < 0


@inlined
def is_win_or_draw(fact: Any) -> Any:
    """A proven one."""
    return fact > _COLUMN


@inlined
def edges_at(numbers: Any, first: Any, count: Any) -> Any:
    """The edges of a node, among those of the graph."""
    return columns(Edges, numbers, first, count)


@inlined
def home_of(graph: Any, key: Any) -> Any:
    """The place in the table where the search for a key begins."""
    return np.int64((key * _SPREAD) >> (64 - graph.table_bits))


@inlined
def next_place(graph: Any, place: Any) -> Any:
    return (place + 1) & ((1 << graph.table_bits) - 1)


@inlined
def entry_of(key: Any, node: Any) -> Any:
    """An entry of the table: the upper half of the key and the node. No entry is 0."""
    return (key & _STAMP_OF_ENTRY) | np.uint64(node)


@inner
def find(graph: Any, key: Any) -> Any:
    """The node of a position, or NO_NODE."""
    table = graph.table
    nodes = graph.nodes
    place = home_of(graph, key)
    while True:
        found = table[place]
        if found == 0:
            return NO_NODE
        if (found ^ key) & _STAMP_OF_ENTRY == 0:
            node = np.int64(found & _NODE_OF_ENTRY)
            if nodes[node].key == key:
                return node
        place = next_place(graph, place)


@inner
def enter(graph: Any, key: Any, node: Any) -> Any:
    """Makes a complete node known. Should another thread have been faster, both stay: one of them is found."""
    table = graph.table
    place = home_of(graph, key)
    while True:
        if table[place] != 0:
            place = next_place(graph, place)
        elif claim(table, place, np.uint64(0), entry_of(key, node)):
            return


@inlined
def proof_at_sight(geometry: Any, position: Any, policy: Any) -> Any:
    """What is known of a position without a search, as a proof; and its moves."""
    seen = outlook(geometry, position, position.turn, sight_of(position), policy)
    proof = UNPROVEN
    if seen.verdict == WINS:
        proof = seen.plies
    elif seen.verdict == LOSES:
        proof = -seen.plies
    elif seen.verdict == DRAWS:
        proof = PROVEN_DRAW
    return proof, seen.moves


@inlined
def seen_from_above(proof: Any) -> Any:
    """A node's proof, for the side that moved into it: one ply more, the other sign."""
    if proof in (UNPROVEN, PROVEN_DRAW):
        return proof
    return -(proof + 1) if proof > 0 else -(proof - 1)


@inlined
def seen_from_below(proof: Any) -> Any:
    """An edge's proof, for the side to move behind it: one ply less, the other sign."""
    if proof in (UNPROVEN, PROVEN_DRAW):
        return proof
    return -(proof - 1) if proof > 0 else -(proof + 1)


@inner
def best_proof(edges: Any, count: Any) -> Any:
    """The proof of a node from those of its edges: the fastest win, else a draw, else the slowest loss."""
    fastest_win = 0
    slowest_loss = 0
    draw = False
    unknown = False
    for k in range(count):
        proof = proof_of(np.int64(edges.facts[k]))
        if proof == UNPROVEN:
            unknown = True
        elif proof == PROVEN_DRAW:
            draw = True
        elif proof > 0:
            if fastest_win == 0 or proof < fastest_win:
                fastest_win = proof
        elif proof < slowest_loss:
            slowest_loss = proof
    if fastest_win > 0:
        return fastest_win
    if unknown:
        return UNPROVEN
    return PROVEN_DRAW if draw else slowest_loss


@inner
def new_node(geometry: Any, graph: Any, position: Any, policy: Any) -> Any:
    """A node for a position that has none yet, with its proof at sight; NO_NODE if there is no room."""
    number = add(graph, "nodes_used", 1)
    if number >= graph.nodes_most:
        return NO_NODE
    proof, moves = proof_at_sight(geometry, position, policy)
    node = graph.nodes[number]
    node.key = position.hash
    node.first = NO_EDGES
    node.count = count_bits(moves)
    node.visits = 0
    node.proof = proof
    node.moves = moves
    return number


@inner
def write_priors(geometry: Any, position: Any, edges: Any, count: Any, sheet: Any, value_priors: Any) -> Any:
    """By the network of `evaluation`; without `value_priors`, by the weights of `priors`."""
    if count == 1:
        edges.priors[0] = 1
        return
    if value_priors:
        evaluate(geometry, position, sheet)
        moves = np.uint64(0)
        for k in range(count):
            moves |= bit(np.int64(column_of(edges.facts[k])))
        weigh_moves(geometry, sheet, moves)
        most = np.float32(-np.inf)
        for k in range(count):
            weight = sheet.weights[np.int64(column_of(edges.facts[k]))]
            most = max(most, weight)
            edges.priors[k] = weight
    total = np.float32(0)
    for k in range(count):
        if value_priors:
            prior = np.float32(math.exp(edges.priors[k] - most))
        else:
            prior = prior_of(geometry, position, np.int64(column_of(edges.facts[k])))
        total += prior
        edges.priors[k] = prior
    if value_priors or geometry.has_weights:
        for k in range(count):
            edges.priors[k] = edges.priors[k] * np.float32(count) / total


@inner
def make_edges(
    geometry: Any,
    shape: Any,
    graph: Any,
    node: Any,
    position: Any,
    room: Any,
    policy: Any,
    look_ahead: Any,
    line_by_line: Any,
    sheet: Any,
    value_priors: Any,
) -> Any:
    """Gives a node its edges; False if there is no room or another thread is making them.

    With `look_ahead` every move is made in `room`, a copy of the position, to see what it leads to. That can decide
    the node.
    """
    if not claim(node, "first", NO_EDGES, EDGES_IN_THE_MAKING):
        return False
    count = np.int64(node.count)
    first = add(graph, "edges_used", FIELDS * count)
    if first + FIELDS * count > graph.edges_most:
        node.first = NO_EDGES
        return False
    edges = edges_at(graph.edges, first, count)
    moves = np.uint64(node.moves)
    for k in range(count):
        column = lowest_bit_index(moves)
        moves = without_lowest(moves)
        proof = UNPROVEN
        if look_ahead:
            copy_bytes(room, position, geometry.size)
            apply(geometry, shape, room, column, line_by_line)
            proof, _ = proof_at_sight(geometry, room, policy)
            proof = seen_from_above(proof)
        edges.visits[k] = 0
        edges.totals[k] = 0
        edges.nodes[k] = NO_NODE
        edges.facts[k] = fact(column, proof)
    write_priors(geometry, position, edges, count, sheet, value_priors)
    if look_ahead:
        proof = best_proof(edges, count)
        if proof != UNPROVEN:
            node.proof = proof
    node.first = first
    return True


@entry
def find_or_make_root(
    geometry: Any,
    graph: Any,
    position: Any,
    room: Any,
    policy: Any,
    look_ahead: Any,
    line_by_line: Any,
    sheet: Any,
    value_priors: Any,
) -> Any:
    """The node of the position to think about, with its edges if it is open; NO_NODE if there is no room."""
    shape = shape_of(geometry)
    number = find(graph, position.hash)
    if number == NO_NODE:
        number = new_node(geometry, graph, position, policy)
        if number == NO_NODE:
            return number
        enter(graph, position.hash, number)
    node = graph.nodes[number]
    needs_edges = node.proof == UNPROVEN and node.first == NO_EDGES
    if needs_edges and not make_edges(
        geometry, shape, graph, node, position, room, policy, look_ahead, line_by_line, sheet, value_priors
    ):
        return NO_NODE
    return number


@entry
def enter_all(graph: Any) -> Any:
    """Makes every node known to a table that is empty, while nobody searches."""
    nodes = graph.nodes
    for number in range(1, graph.nodes_used):
        enter(graph, nodes[number].key, number)


@inlined
def bring(old: Any, new: Any, number: Any) -> Any:
    """The number that an old node has in the new graph, where it is copied on first sight; NO_NODE: no room."""
    node = old.nodes[number]
    if node.first == COPIED:
        return np.int64(node.visits)
    copy = new.nodes_used
    if copy >= new.nodes_most:
        return NO_NODE
    new.nodes_used = copy + 1
    copy_bytes(new.nodes[copy], node, NODE_BYTES)
    node.first = COPIED
    node.visits = copy
    return copy


@entry
def transplant(old: Any, root: Any, new: Any) -> Any:
    """Copies what can be reached from a node into an empty graph, nearest first, as far as there is room.

    The old graph cannot be used afterwards: a node that was copied holds only its new number, in place of its visits.
    """
    number = bring(old, new, root)
    while number < new.nodes_used:
        node = new.nodes[number]
        if node.first > 0:
            count = np.int64(node.count)
            first = new.edges_used
            if first + FIELDS * count > new.edges_most:
                node.first = NO_EDGES
            else:
                new.edges_used = first + FIELDS * count
                edges = edges_at(new.edges, first, count)
                copy_bytes(edges.visits, edges_at(old.edges, node.first, count).visits, FIELDS * count * 4)
                node.first = first
                for k in range(count):
                    if edges.nodes[k] != NO_NODE:
                        edges.nodes[k] = bring(old, new, edges.nodes[k])
        enter(new, node.key, number)
        number += 1
