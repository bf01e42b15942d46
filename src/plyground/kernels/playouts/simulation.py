"""What a new node starts with: playouts from its position, or one from every position that it leads to, and what was
learnt of such positions (see `evaluation`)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..compiled import inlined, inner
from ..memory.records import copy_bytes
from .evaluation import evaluate
from .graph import (
    NO_EDGES,
    NO_NODE,
    PROVEN_DRAW,
    UNPROVEN,
    best_proof,
    column_of,
    draft_edges,
    edges_at,
    fact,
    find,
    proof_of,
    seen_from_above,
)
from .playout import DRAWN
from .policy import HABITS, learn, play_out
from .threats import apply
from .values import proven_value, worth


class Simulation(NamedTuple):
    value: Any
    """To the first side."""
    proof: Any
    """If the games brought one, for the side to move."""
    random: Any
    """The state of the generator afterwards."""
    playouts: Any


@inlined
def play(geometry: Any, shape: Any, position: Any, room: Any, options: Any, random: Any, line_by_line: Any) -> Any:
    """Plays a position out; uses it up."""
    turn = position.turn
    left = position.left
    game = play_out(
        geometry,
        shape,
        position,
        random,
        options.policy,
        line_by_line,
        room.habits,
        room.cells,
        options.playout_priors,
    )
    if (options.policy & HABITS) != 0:
        learn(room.habits, room.cells, game.made, turn, game.winner)
    if game.forced:
        proof = PROVEN_DRAW
        if game.winner != DRAWN:
            proof = game.plies if game.winner == turn else -game.plies
        value = proven_value(proof, turn, left, geometry.cells, options.length_term)
        return Simulation(value, proof, game.random, 1)
    value = np.float32(0)
    if game.winner != DRAWN:
        gain = worth(left - game.plies, geometry.cells, options.length_term)
        value = gain if game.winner == 0 else -gain
    return Simulation(value, UNPROVEN, game.random, 1)


@inlined
def is_whole(weight: Any) -> Any:
    """The learnt value is all that counts."""
    return weight is not None and weight >= 1


@inlined
def learnt_value(geometry: Any, position: Any, sheet: Any, weight: Any) -> Any:
    """What a position is worth to the first side, as learnt; 0 if that does not count."""
    if weight is None:
        return np.float32(0)
    value = evaluate(geometry, position, sheet)
    return value if position.turn == 0 else -value


@inlined
def mixed(result: Any, learnt: Any, weight: Any) -> Any:
    if weight is None:
        return result
    return result + (learnt - result) * np.float32(weight)


@inlined
def simulate(geometry: Any, shape: Any, room: Any, options: Any, random: Any, line_by_line: Any) -> Any:
    """Plays the position out `batch` times, or until a game proves its outcome; uses it up.

    The learnt value counts as well, by its weight.
    """
    position = room.position
    learnt = learnt_value(geometry, position, room.sheet, options.value_weight)
    if is_whole(options.value_weight):
        return Simulation(learnt, UNPROVEN, random, 1)
    value = np.float32(0)
    for again in range(options.batch):
        there = position
        if again + 1 < options.batch:
            there = room.spare
            copy_bytes(there, position, geometry.size)
        game = play(geometry, shape, there, room, options, random, line_by_line)
        random = game.random
        if game.proof != UNPROVEN:
            return Simulation(game.value, game.proof, random, options.batch)
        value += game.value
    value = mixed(value / np.float32(options.batch), learnt, options.value_weight)
    return Simulation(value, UNPROVEN, random, options.batch)


@inner
def try_moves(
    geometry: Any, shape: Any, graph: Any, number: Any, room: Any, options: Any, random: Any, line_by_line: Any
) -> Any:
    """Gives a new node its edges and plays each of them out once; the node is worth the mean of those that stay open.

    The total of an edge without visits is the result of its game, for the side that moves. Where there is no room for
    edges, no game is played.
    """
    position = room.position
    there = room.spare
    node = graph.nodes[number]
    first = draft_edges(
        geometry,
        shape,
        graph,
        node,
        position,
        there,
        options.policy,
        options.look_ahead,
        line_by_line,
        room.sheet,
        options.value_priors,
    )
    if first == NO_EDGES:
        return Simulation(np.float32(0), UNPROVEN, random, 0)
    count = np.int64(node.count)
    edges = edges_at(graph.edges, first, count)
    turn = position.turn
    sign = np.float32(1 - 2 * turn)
    total = np.float32(0)
    open_count = 0
    playouts = 0
    proof = np.int64(node.proof)
    for k in range(count):
        known = np.int64(edges.facts[k])
        if proof != UNPROVEN or proof_of(known) != UNPROVEN:
            continue
        copy_bytes(there, position, geometry.size)
        apply(geometry, shape, there, column_of(known), line_by_line)
        other = NO_NODE
        if options.node_values is not None and options.merge:
            other = find(graph, there.hash)
        if other != NO_NODE:
            edges.nodes[k] = other
            result = -graph.nodes[other].value
            seen = np.int64(graph.nodes[other].proof)
        else:
            result = learnt_value(geometry, there, room.sheet, options.value_weight)
            seen = np.int64(UNPROVEN)
            if not is_whole(options.value_weight):
                game = play(geometry, shape, there, room, options, random, line_by_line)
                random = game.random
                result = mixed(game.value, result, options.value_weight)
                seen = game.proof
            playouts += 1
            result = result * sign
        if seen != UNPROVEN:
            edges.facts[k] = fact(column_of(known), seen_from_above(seen))
            if seen < 0:
                proof = best_proof(edges, count)
            continue
        edges.totals[k] = result
        total += result
        open_count += 1
    if proof == UNPROVEN:
        proof = best_proof(edges, count)
    if proof != UNPROVEN:
        node.proof = proof
        value = proven_value(proof, turn, position.left, geometry.cells, options.length_term)
    else:
        value = total / np.float32(open_count)
        for k in range(count):
            if proof_of(np.int64(edges.facts[k])) == PROVEN_DRAW:
                value = max(value, np.float32(0))
        node.estimate = value
        value = value * sign
    node.first = first
    return Simulation(value, proof, random, max(playouts, 1))
