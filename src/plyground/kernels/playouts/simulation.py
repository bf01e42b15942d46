"""What a new node starts with: playouts from its position, and what was learnt of such positions (see `evaluation`)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..compiled import inlined
from ..memory.records import copy_bytes
from .evaluation import evaluate
from .graph import PROVEN_DRAW, UNPROVEN
from .playout import DRAWN
from .policy import HABITS, learn, play_out


class Simulation(NamedTuple):
    value: Any
    """To the first side."""
    proof: Any
    """If the games brought one, for the side to move."""
    random: Any
    """The state of the generator afterwards."""


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
    )
    if (options.policy & HABITS) != 0:
        learn(room.habits, room.cells, game.made, turn, game.winner)
    if game.forced:
        proof = PROVEN_DRAW
        if game.winner != DRAWN:
            proof = game.plies if game.winner == turn else -game.plies
        value = proven_value(proof, turn, left, geometry.cells, options.length_term)
        return Simulation(value, proof, game.random)
    value = np.float32(0)
    if game.winner != DRAWN:
        gain = worth(left - game.plies, geometry.cells, options.length_term)
        value = gain if game.winner == 0 else -gain
    return Simulation(value, UNPROVEN, game.random)


@inlined
def is_whole(weight: Any) -> Any:
    """The learnt value is all that counts."""
    return weight >= 1


@inlined
def learnt_value(geometry: Any, position: Any, sheet: Any, weight: Any) -> Any:
    """What a position is worth to the first side, as learnt; 0 if that does not count."""
    if weight == 0:
        return np.float32(0)
    value = evaluate(geometry, position, sheet)
    return value if position.turn == 0 else -value


@inlined
def mixed(result: Any, learnt: Any, weight: Any) -> Any:
    return result + (learnt - result) * np.float32(weight)


@inlined
def simulate(geometry: Any, shape: Any, room: Any, options: Any, random: Any, line_by_line: Any) -> Any:
    """Plays the position out `batch` times, or until a game proves its outcome; uses it up.

    The learnt value counts as well, by its weight.
    """
    position = room.position
    learnt = learnt_value(geometry, position, room.sheet, options.value_weight)
    if is_whole(options.value_weight):
        return Simulation(learnt, UNPROVEN, random)
    value = np.float32(0)
    for again in range(options.batch):
        there = position
        if again + 1 < options.batch:
            there = room.spare
            copy_bytes(there, position, geometry.size)
        game = play(geometry, shape, there, room, options, random, line_by_line)
        random = game.random
        if game.proof != UNPROVEN:
            return Simulation(game.value, game.proof, random)
        value += game.value
    value = mixed(value / np.float32(options.batch), learnt, options.value_weight)
    return Simulation(value, UNPROVEN, random)
