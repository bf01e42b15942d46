"""What positions are worth, in numbers: results of games, proofs, and values that are kept at the nodes.

By default the result of a playout is added to every edge of the one path that it came from. With values at the nodes, a
node is worth

    (its own estimate + sum over its open moves of visits * worth of the position behind) / (1 + sum of visits),

and not less than a draw if one is proven. It is computed anew whenever a path leads through it, so what was learnt of a
position by one path counts in all others. The total of an edge is then its visits times the worth of the position
behind, as of the last look, and edges learn of proofs that were found elsewhere.

Threads read and write all this without locks. A number can be one result behind, but is never torn, and proofs are
carried up as in `graph`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..compiled import inlined, inner
from .graph import (
    NO_NODE,
    PROVEN_DRAW,
    UNPROVEN,
    best_proof,
    column_of,
    edges_at,
    fact,
    proof_of,
    seen_from_above,
)


@inlined
def worth(left: Any, cells: Any, length_term: Any) -> Any:
    """A win with so many cells left free: close to 1, a little more if it came early."""
    return np.float32(1.0 - length_term * (1.0 - np.float64(left) / np.float64(cells)))


@inlined
def proven_value(proof: Any, turn: Any, left: Any, cells: Any, length_term: Any) -> Any:
    """What a proof for `turn` is worth to the first side."""
    if proof == PROVEN_DRAW:
        return np.float32(0)
    gain = worth(left - abs(proof), cells, length_term)
    return gain if (proof > 0) == (turn == 0) else -gain


class Look(NamedTuple):
    """What the positions behind a node's moves say of it."""

    total: Any
    """The node's estimate and the totals of its open edges."""
    visits: Any
    """Of its open edges."""
    floor: Any
    """0 if a draw is proven, else less than any value."""
    proof: Any


_NO_FLOOR = np.float32(-2)

# How fast the value of a node without edges follows the results of its playouts. Not tuned.
_RATE = np.float32(1 / 16)


@inner
def look_behind(graph: Any, node: Any, edges: Any, count: Any, try_all: Any) -> Any:
    """Brings the totals and proofs of edges up to date with the nodes that they lead to."""
    nodes = graph.nodes
    total = np.float32(0)
    visits = np.int64(0)
    floor = _NO_FLOOR
    tried = np.float32(0)  # by the one playout of moves without visits
    open_count = 0
    news = False
    for k in range(count):
        known = np.int64(edges.facts[k])
        n = np.int64(edges.visits[k])
        weight = np.float32(n) if n > 0 else np.float32(1)
        number = np.int64(edges.nodes[k])
        if number != NO_NODE and proof_of(known) == UNPROVEN:
            child = nodes[number]
            proof = np.int64(child.proof)
            if proof != UNPROVEN:
                known = fact(column_of(known), seen_from_above(proof))
                edges.facts[k] = known
                news = True
            elif n > 0 or try_all:
                edges.totals[k] = -child.value * weight
        if proof_of(known) == UNPROVEN:
            open_count += 1
            if n > 0:
                visits += n
                total += edges.totals[k]
            else:
                tried += edges.totals[k]
        elif proof_of(known) == PROVEN_DRAW:
            floor = np.float32(0)
    if try_all and visits == 0 and open_count > 0:
        node.estimate = tried / np.float32(open_count)
    node_proof = best_proof(edges, count) if news else UNPROVEN
    return Look(max(node.estimate, floor) + total, visits, floor, node_proof)


@inlined
def value_of(total: Any, visits: Any, floor: Any) -> Any:
    return max(total / np.float32(1 + visits), floor)


@inner
def renew_values(
    graph: Any, path: Any, leaf: Any, result: Any, proof: Any, start: Any, cells: Any, length_term: Any
) -> Any:
    """Notes what was found at the end of a path, and goes up: every node's value from those behind its moves, and the
    proof as far as it reaches.

    `result` is for the first side, `proof` for the side to move behind the last edge of the path. The path began at the
    position `start`.
    """
    nodes = graph.nodes
    depth = np.int64(leaf.depth)
    left = start.left - depth
    behind = np.int64(leaf.node)
    if leaf.move_proof != UNPROVEN:
        behind = np.int64(NO_NODE)
    elif behind != NO_NODE:
        node = nodes[behind]
        gain = result if (start.turn + depth) & 1 == 0 else -result
        if leaf.is_new:
            node.estimate = gain
        if leaf.is_new or proof != UNPROVEN:
            node.value = gain
        else:
            # It has no edges, for want of room or because another thread is making them.
            node.value += (gain - node.value) * _RATE
    while depth > 0:
        depth -= 1
        left += 1
        step = path[depth]
        count = np.int64(step.count)
        chosen = np.int64(step.chosen)
        edges = edges_at(graph.edges, step.first, count)
        node = nodes[step.node]
        visits = np.int64(edges.visits[chosen])
        total = np.float32(0)
        floor = step.floor
        if proof != UNPROVEN:
            proof = seen_from_above(proof)
            edges.facts[chosen] = fact(column_of(np.int64(edges.facts[chosen])), proof)
            if proof == PROVEN_DRAW:
                floor = np.float32(0)
            visits = np.int64(0)
            proof = best_proof(edges, count)
        else:
            if behind == NO_NODE:
                # There was no room for a node: the edge gathers results.
                total = edges.totals[chosen] + (result if step.turn == 0 else -result)
            else:
                total = -nodes[behind].value * np.float32(visits)
            edges.totals[chosen] = total
        if proof != UNPROVEN:
            node.proof = proof
            node.value = proven_value(proof, 0, left, cells, length_term)
        else:
            node.value = value_of(step.total + total, step.visits + visits, floor)
        behind = np.int64(step.node)
