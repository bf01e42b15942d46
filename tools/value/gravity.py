"""Four in a row with gravity on up to 12 x 12 cells, many boards at once.

A board is an array of 12 columns by 12 rows, seen by the side to move; all arrays have the boards in front.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from tools.value import teacher as teachers
from tools.value.teacher import HEAD, NO_MOVE, look

SIDE = 12
MOVES = SIDE
FREE, OWN, OTHER, NO_CELL = range(4)
MOST_RANDOM_PLIES = 12
"""Of the boards from which the teacher plays on for the network."""
SENSE = 0.0
"""How much the teacher's logits count in the moves at random of those games."""
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Column, row, rising and falling diagonal: the steps of column and row."""


class Sight(NamedTuple):
    """What is seen of boards without a search. Maps have the shape of the board."""

    free: Any
    own: Any
    other: Any
    rank: Any
    """Of a free cell: the how manieth of its column, from the bottom, starting at 1."""
    landing: Any
    above: Any
    """The next cell of the column after the landing one."""
    own_threats: Any
    other_threats: Any
    mine_at_last: Any
    """The side to move gets the cell if the rest of the board is filled first, and then the column up to it."""
    left: Any
    """Free cells."""
    moves: Any
    """The columns that make sense: the only block, or those that do not hand over a win."""
    decided: Any
    value: Any
    """Of decided boards: 1 won, 0 drawn, -1 lost."""


def neighbours(board_map: Any, columns: int, rows: int, outside: bool) -> Any:
    """For every cell what lies so many columns and rows away, at most three."""
    around = [(0, 0)] * (board_map.ndim - 2) + [(3, 3), (3, 3)]
    padded = jnp.pad(board_map, around, constant_values=outside)
    return padded[..., 3 + columns : 3 + columns + SIDE, 3 + rows : 3 + rows + SIDE]


def threats(stones: Any, free: Any) -> Any:
    """Free cells that complete four."""
    found = jnp.zeros_like(free)
    for column, row in DIRECTIONS:
        at = {k: neighbours(stones, k * column, k * row, False) for k in (-3, -2, -1, 1, 2, 3)}
        found |= at[1] & at[2] & (at[3] | at[-1]) | at[-1] & at[-2] & (at[-3] | at[1])
    return found & free


def see(board: Any) -> Sight:
    free, own, other = board == FREE, board == OWN, board == OTHER
    rank = jnp.cumsum(free, -1)
    landing, above, third = (free & (rank == n) for n in (1, 2, 3))
    own_threats, other_threats = threats(own, free), threats(other, free)
    is_open = free.any(-1)
    blocks = (other_threats & landing).any(-1)
    under = (other_threats & above).any(-1)
    safe = is_open & ~under
    must_block = blocks.any(-1)
    twice = safe & (own_threats & above).any(-1) & (own_threats & third).any(-1)
    drawn = ~is_open.any(-1)
    wins_now = (own_threats & landing).any((-1, -2))
    helpless = (blocks.sum(-1) >= 2) | (blocks & under).any(-1) | (~must_block & ~safe.any(-1) & ~drawn)
    lost = ~wins_now & helpless
    won = wins_now | (~lost & ~must_block & twice.any(-1))
    left = free.sum((-1, -2))
    free_above = free.sum(-1, keepdims=True) - rank
    return Sight(
        free=free,
        own=own,
        other=other,
        rank=rank,
        landing=landing,
        above=above,
        own_threats=own_threats,
        other_threats=other_threats,
        mine_at_last=((left[..., None, None] - free_above) % 2 == 1) & free,
        left=left,
        moves=jnp.where(must_block[..., None], blocks, safe),
        decided=won | lost | drawn,
        value=jnp.where(won, 1.0, jnp.where(lost, -1.0, 0.0)),
    )


def play(board: Any, column: Any) -> Any:
    """The boards after a stone in a column of each, seen by the other side."""
    free = board == FREE
    landing = free & (jnp.cumsum(free, -1) == 1)
    here = landing & (jnp.arange(SIDE)[:, None] == column[..., None, None])
    board = jnp.where(here, OWN, board)
    return jnp.where((board == OWN) | (board == OTHER), OWN + OTHER - board, board).astype(jnp.int8)


def drawn_move(key: Any, logits: Any, moves: Any) -> Any:
    """One of the moves, with the chances that the logits say."""
    return jnp.argmax(jnp.where(moves, logits + jax.random.gumbel(key, moves.shape), -jnp.inf), -1)


def random_boards(key: Any, count: int, most_plies: int) -> Any:
    """Open boards of 9..12 x 9..12 with one blocked cell: half of them after a few random moves, half after up to
    `most_plies`."""
    keys = jax.random.split(key, 7)
    columns = jax.random.randint(keys[0], (count, 1, 1), 9, SIDE + 1)
    rows = jax.random.randint(keys[1], (count, 1, 1), 9, SIDE + 1)
    cell = jax.random.randint(keys[2], (count, 1, 1), 0, 1 << 20) % (columns * rows)
    column, row = jnp.arange(SIDE)[:, None], jnp.arange(SIDE)[None, :]
    blocked = (column == cell // rows) & (row == cell % rows)
    board = jnp.where((column >= columns) | (row >= rows) | blocked, NO_CELL, FREE).astype(jnp.int8)
    few = jax.random.randint(keys[3], (count,), 0, 7)
    many = jax.random.randint(keys[4], (count,), 0, most_plies + 1)
    plies = jnp.where(jax.random.bernoulli(keys[5], 0.5, (count,)), few, many)

    def move(ply: Any, board: Any) -> Any:
        sight = see(board)
        after = play(board, drawn_move(jax.random.fold_in(keys[6], ply), 0.0, sight.moves))
        goes_on = (ply < plies) & ~see(after).decided
        return jnp.where(goes_on[:, None, None], after, board)

    return jax.lax.fori_loop(0, most_plies, move, board)


def mirrored(lessons: Any, key: Any) -> Any:
    """The lessons, each as it is or seen in a mirror."""
    flip = jax.random.bernoulli(key, 0.5, (len(lessons["board"]), 1))
    return lessons | {
        "policy": jnp.where(flip, lessons["policy"][:, ::-1], lessons["policy"]),
        "board": jnp.where(flip[..., None], lessons["board"][:, ::-1], lessons["board"]),
    }


def new_teacher(key: Any, channels: int, blocks: int) -> Any:
    return teachers.new_teacher(key, 10, channels, blocks, {"policy_hidden": (3 * HEAD, HEAD)})


def judge(teacher: Any, board: Any, sight: Sight) -> tuple[Any, Any]:
    """For each board the logits of the columns, and its value to the side to move."""

    def weigh_columns(teacher: Any, moves: Any) -> Any:
        landing = (moves * sight.landing[..., None]).sum(-2)
        above = (moves * sight.above[..., None]).sum(-2)
        whole = jnp.broadcast_to(moves.mean((1, 2))[:, None], landing.shape)
        columns = jnp.concatenate([landing, above, whole], -1)
        weighed = jax.nn.relu(columns @ teacher["policy_hidden"] + teacher["policy_bias"]) @ teacher["policy_out"]
        return jnp.where(sight.moves, weighed[..., 0].astype(jnp.float32), NO_MOVE)

    planes = (
        *(sight.own, sight.other, sight.free, sight.landing, sight.above),
        *(sight.own_threats, sight.other_threats, sight.mine_at_last),
        *(board == NO_CELL, jnp.ones_like(sight.free)),
    )
    return look(teacher, planes, weigh_columns)
