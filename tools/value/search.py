"""The teacher's search: few simulations on thousands of boards at once, after Danihelka and others, *Policy improvement
by planning with Gumbel*, 2022.

At the root some moves are drawn by their priors and halved again and again (sequential halving); below it the move is
chosen whose share of the visits lags most behind the improved policy.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from tools.value.teacher import NO_MOVE

DEEPEST = 20
_TRUST = 0.5  # how much the values change the priors

_NEVER = -1e12


class Tree(NamedTuple):
    """Of every board; node 0 is the root."""

    board: Any
    logits: Any
    value: Any
    moves: Any
    decided: Any
    child: Any
    """-1: not tried yet."""
    visits: Any
    """Of a node's moves."""
    totals: Any
    """Of the values that came back, for the side that moves."""


class Found(NamedTuple):
    move: Any
    policy: Any
    value: Any


def halving(simulations: int, most: int) -> NDArray[np.int32]:
    """For every number of moves up to `most`: how often the next one to be tried has been visited."""
    table = np.zeros((most + 1, simulations), np.int32)
    for count in range(1, most + 1):
        rounds, alive, visits = max(1, math.ceil(math.log2(count))), count, [0] * count
        order: list[int] = []
        while len(order) < simulations:
            for _ in range(max(1, simulations // (rounds * alive))):
                order += visits[:alive]
                visits[:alive] = [n + 1 for n in visits[:alive]]
            alive = min(count, max(2, alive // 2))
        table[count] = order[:simulations]
    return table


def completed(logits: Any, visits: Any, totals: Any, value: Any, moves: Any) -> tuple[Any, Any]:
    """The improved logits of a node's moves, and their values; one without visits is worth its node."""
    priors = jax.nn.softmax(logits, -1)
    tried = (visits > 0) & moves
    means = totals / jnp.maximum(visits, 1)
    count = visits.sum(-1)
    expected = (priors * tried * means).sum(-1) / jnp.maximum((priors * tried).sum(-1), 1e-6)
    mixed = (value + count * expected) / (1 + count)
    means = jnp.where(tried, means, mixed[..., None])
    weight = (50 + visits.max(-1, keepdims=True)) * _TRUST
    return logits + weight * (means + 1) / 2, means


def search(game: Any, teacher: Any, board: Any, key: Any, simulations: int, considered: int) -> Found:
    """A move for each board (all of them open), the improved policy, and the value to the side to move. The game is
    the module `gravity` or `no_gravity`."""
    count = board.shape[0]
    each = jnp.arange(count)
    sight = game.see(board)
    logits, value = game.judge(teacher, board, sight)
    nodes = simulations + 1
    tree = Tree(
        board=jnp.zeros((count, nodes, game.SIDE, game.SIDE), jnp.int8).at[:, 0].set(board),
        logits=jnp.zeros((count, nodes, game.MOVES)).at[:, 0].set(logits),
        value=jnp.zeros((count, nodes)).at[:, 0].set(value),
        moves=jnp.zeros((count, nodes, game.MOVES), bool).at[:, 0].set(sight.moves),
        decided=jnp.zeros((count, nodes), bool),
        child=jnp.full((count, nodes, game.MOVES), -1),
        visits=jnp.zeros((count, nodes, game.MOVES)),
        totals=jnp.zeros((count, nodes, game.MOVES)),
    )
    noise = jax.random.gumbel(key, (count, game.MOVES))
    place = jnp.argsort(jnp.argsort(-jnp.where(sight.moves, logits + noise, _NEVER), -1), -1)
    drawn = sight.moves & (place < considered)
    wanted = jnp.asarray(halving(simulations, considered))[drawn.sum(-1)]

    def improved(tree: Tree, node: Any) -> Any:
        parts = (tree.logits, tree.visits, tree.totals, tree.value, tree.moves)
        return completed(*(part[each, node] for part in parts))[0]

    def at_root(tree: Tree, number: Any) -> Any:
        away = jnp.abs(tree.visits[:, 0] - wanted[:, number, None])
        return jnp.argmax(jnp.where(drawn, improved(tree, 0 * each) + noise - 1e4 * away, _NEVER), -1)

    def below(tree: Tree, node: Any) -> Any:
        visits = tree.visits[each, node]
        lag = jax.nn.softmax(improved(tree, node), -1) - visits / (1 + visits.sum(-1, keepdims=True))
        return jnp.argmax(jnp.where(tree.moves[each, node], lag, _NEVER), -1)

    def simulate(number: Any, tree: Tree) -> Tree:
        path = _descend(tree, each, lambda node, depth: jnp.where(depth == 0, at_root(tree, number), below(tree, node)))
        after = game.play(tree.board[each, path.node], path.move)
        sight = game.see(after)
        logits, value = game.judge(teacher, after, sight)
        value = jnp.where(sight.decided, sight.value, value)
        is_new = path.end < 0
        new = number + 1
        result = jnp.where(is_new, value, tree.value[each, jnp.maximum(path.end, 0)])
        was_there = path.nodes >= 0
        # The side that made the last move sees the result with the other sign.
        sign = jnp.where((path.length[:, None] - jnp.arange(DEEPEST)) % 2 == 1, -1.0, 1.0)
        at = (each[:, None], jnp.maximum(path.nodes, 0), path.moves)
        return Tree(
            board=tree.board.at[:, new].set(after),
            logits=tree.logits.at[:, new].set(logits),
            value=tree.value.at[:, new].set(value),
            moves=tree.moves.at[:, new].set(sight.moves),
            decided=tree.decided.at[:, new].set(sight.decided),
            child=tree.child.at[each, path.node, path.move].set(jnp.where(is_new, new, path.end)),
            visits=tree.visits.at[at].add(was_there.astype(jnp.float32)),
            totals=tree.totals.at[at].add(result[:, None] * sign * was_there),
        )

    tree = jax.lax.fori_loop(0, simulations, simulate, tree)
    visits = tree.visits[:, 0]
    better, means = completed(logits, visits, tree.totals[:, 0], value, sight.moves)
    policy = jax.nn.softmax(jnp.where(sight.moves, better, NO_MOVE), -1)
    often = drawn & (visits >= 0.5 * visits.max(-1, keepdims=True))
    move = jnp.argmax(jnp.where(often, better + noise, _NEVER), -1)
    return Found(move, policy, (policy * jnp.where(sight.moves, means, 0)).sum(-1))


class _Path(NamedTuple):
    """Of every board: the way down to a move that was not tried yet, or to a decided node."""

    depth: Any
    active: Any
    node: Any
    """The last one, and the move that is played there."""
    move: Any
    end: Any
    """The node behind it; -1: none yet."""
    length: Any
    nodes: Any
    """-1 behind the end."""
    moves: Any


def _descend(tree: Tree, each: Any, choose: Any) -> _Path:
    nowhere = jnp.zeros_like(each)
    start = _Path(
        depth=0,
        active=each >= 0,
        node=nowhere,
        move=nowhere,
        end=nowhere - 1,
        length=nowhere,
        nodes=jnp.full((len(each), DEEPEST), -1),
        moves=jnp.zeros((len(each), DEEPEST), each.dtype),
    )

    def step(path: _Path) -> _Path:
        active = path.active
        node = jnp.where(active & (path.depth > 0), path.end, path.node)
        move = jnp.where(active, choose(node, path.depth), path.move)
        end = jnp.where(active, tree.child[each, node, move], path.end)
        return _Path(
            depth=path.depth + 1,
            active=active & (end >= 0) & ~tree.decided[each, jnp.maximum(end, 0)],
            node=node,
            move=move,
            end=end,
            length=path.length + active,
            nodes=path.nodes.at[:, path.depth].set(jnp.where(active, node, -1)),
            moves=path.moves.at[:, path.depth].set(move),
        )

    path: _Path = jax.lax.while_loop(lambda path: path.active.any() & (path.depth < DEEPEST), step, start)
    return path
