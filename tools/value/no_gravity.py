"""Five in a row without gravity on up to 15 x 15 cells, many boards at once.

A board is an array of 15 columns by 15 rows, seen by the side to move; all arrays have the boards in front. A move is
the number of its cell, column by column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from tools.value import teacher as teachers
from tools.value.teacher import HEAD, NO_MOVE, look

SIDE = 15
MOVES = SIDE * SIDE
CONNECT = 5
FREE, OWN, OTHER, NO_CELL = range(4)
MOST_RANDOM_PLIES = 16
"""Of the boards from which the teacher plays on for the network."""
SENSE = 0.25
"""How much the teacher's logits count in the moves at random of those games."""
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The steps of column and row."""

_NEAR = 2
_MARGIN = CONNECT - 1


class Lines(NamedTuple):
    """What a stone of one side would make on each free cell."""

    wins: Any
    fours: Any
    open_fours: Any
    """Fours that win on two cells, in one line or in two."""
    threes: Any
    """In how many lines a three that can become such a four."""


class Sight(NamedTuple):
    """What is seen of boards without a search. Maps have the shape of the board."""

    free: Any
    own: Any
    other: Any
    own_lines: Lines
    other_lines: Lines
    moves: Any
    """Flat: the cells that make sense, near stones or the only block."""
    decided: Any
    value: Any
    """Of decided boards: 1 won, 0 drawn, -1 lost."""


def neighbours(board_map: Any, columns: int, rows: int, outside: Any) -> Any:
    """For every cell what lies so many columns and rows away, at most four."""
    around = [(0, 0)] * (board_map.ndim - 2) + [(_MARGIN, _MARGIN)] * 2
    padded = jnp.pad(board_map, around, constant_values=outside)
    return padded[..., _MARGIN + columns : _MARGIN + columns + SIDE, _MARGIN + rows : _MARGIN + rows + SIDE]


def lines(stones: Any, free: Any) -> Lines:
    wins = jnp.zeros_like(free)
    fours = jnp.zeros(free.shape, jnp.int8)
    threes = jnp.zeros(free.shape, jnp.int8)
    for column, row in DIRECTIONS:
        # Of the five cells from each cell on: the stones, or -1 if no run is possible; and where the free ones are.
        count = jnp.zeros(free.shape, jnp.int8)
        places = jnp.zeros(free.shape, jnp.int8)
        possible = jnp.ones_like(free)
        for k in range(CONNECT):
            count += neighbours(stones, k * column, k * row, False)
            is_free = neighbours(free, k * column, k * row, False)
            places += k * is_free
            possible &= is_free | neighbours(stones, k * column, k * row, False)
        count = jnp.where(possible, count, -1)
        first, last = jnp.full(free.shape, 99, jnp.int8), jnp.full(free.shape, -99, jnp.int8)
        before = jnp.zeros_like(free)
        open_three = jnp.zeros_like(free)
        for k in range(CONNECT):
            held = neighbours(count, -k * column, -k * row, -1)
            wins |= held == 4
            # A four is completed on the other free cell, so many steps away.
            away = neighbours(places, -k * column, -k * row, 0) - 2 * k
            first = jnp.where(held == 3, jnp.minimum(first, away), first)
            last = jnp.where(held == 3, jnp.maximum(last, away), last)
            open_three |= before & (held == 2)
            before = held == 2
        is_four = last > -99
        fours += is_four.astype(jnp.int8) + (first < last)
        threes += open_three & ~is_four
    return Lines(wins & free, (fours > 0) & free, (fours > 1) & free, threes * free)


def see(board: Any) -> Sight:
    free, own, other = board == FREE, board == OWN, board == OTHER
    own_lines, other_lines = lines(own, free), lines(other, free)
    wins_now = own_lines.wins.any((-1, -2))
    blocks = other_lines.wins.sum((-1, -2))
    drawn = ~free.any((-1, -2))
    won = wins_now | ((blocks == 0) & own_lines.open_fours.any((-1, -2)))
    lost = ~wins_now & (blocks > 1)
    stones = own | other
    near = stones
    for k in range(-_NEAR, _NEAR + 1):
        near |= neighbours(stones, k, 0, False)
    across = near
    for k in range(-_NEAR, _NEAR + 1):
        near |= neighbours(across, 0, k, False)
    near = near & free
    near = jnp.where(near.any((-1, -2), keepdims=True), near, free)
    moves = jnp.where((blocks > 0)[..., None, None], other_lines.wins, near)
    return Sight(
        free=free,
        own=own,
        other=other,
        own_lines=own_lines,
        other_lines=other_lines,
        moves=moves.reshape(*moves.shape[:-2], MOVES),
        decided=won | lost | drawn,
        value=jnp.where(won, 1.0, jnp.where(lost, -1.0, 0.0)),
    )


def play(board: Any, move: Any) -> Any:
    """The boards after a stone on a cell of each, seen by the other side."""
    here = (jnp.arange(MOVES) == move[..., None]).reshape(board.shape)
    board = jnp.where(here, OWN, board)
    return jnp.where((board == OWN) | (board == OTHER), OWN + OTHER - board, board).astype(jnp.int8)


def drawn_move(key: Any, logits: Any, moves: Any) -> Any:
    """One of the moves, with the chances that the logits say."""
    return jnp.argmax(jnp.where(moves, logits + jax.random.gumbel(key, moves.shape), -jnp.inf), -1)


def random_boards(key: Any, count: int, most_plies: int) -> Any:
    """Open boards after random moves, half of them after a few: three in four of 15 x 15 cells, the others smaller;
    one in eight with blocked cells. The first stone lies around the middle."""
    keys = jax.random.split(key, 9)
    small = jax.random.bernoulli(keys[0], 0.25, (count, 1, 1))
    columns, rows = (jnp.where(small, jax.random.randint(part, (count, 1, 1), 7, SIDE + 1), SIDE) for part in keys[1:3])
    column, row = jnp.arange(SIDE)[:, None], jnp.arange(SIDE)[None, :]
    holes = jax.random.bernoulli(keys[3], 0.125, (count, 1, 1))
    blocked = holes & jax.random.bernoulli(keys[4], 0.05, (count, SIDE, SIDE))
    board = jnp.where((column >= columns) | (row >= rows) | blocked, NO_CELL, FREE).astype(jnp.int8)
    few = jax.random.randint(keys[5], (count,), 1, 6)
    many = jax.random.randint(keys[6], (count,), 1, most_plies + 1)
    plies = jnp.where(jax.random.bernoulli(keys[7], 0.5, (count,)), few, many)
    middle = jnp.maximum(jnp.abs(2 * column + 1 - columns), jnp.abs(2 * row + 1 - rows)).reshape(count, MOVES)

    def move(ply: Any, board: Any) -> Any:
        moves = see(board).moves
        start = moves & (middle <= 6)
        start = jnp.where(start.any(-1, keepdims=True), start, moves)
        after = play(board, drawn_move(jax.random.fold_in(keys[8], ply), 0.0, jnp.where(ply == 0, start, moves)))
        goes_on = (ply < plies) & ~see(after).decided
        return jnp.where(goes_on[:, None, None], after, board)

    return jax.lax.fori_loop(0, most_plies, move, board)


def mirrored(lessons: Any, key: Any) -> Any:
    """The lessons, each turned and mirrored in one of eight ways."""
    count = len(lessons["board"])
    boards, policies = lessons["board"], lessons["policy"].reshape(count, SIDE, SIDE)
    for number, part in enumerate(jax.random.split(key, 3)):
        flip = jax.random.bernoulli(part, 0.5, (count, 1, 1))
        boards, policies = (
            jnp.where(flip, maps.swapaxes(1, 2) if number == 0 else jnp.flip(maps, number), maps)
            for maps in (boards, policies)
        )
    return lessons | {"board": boards, "policy": policies.reshape(count, MOVES)}


def new_teacher(key: Any, channels: int, blocks: int) -> Any:
    return teachers.new_teacher(key, 16, channels, blocks, {"policy_whole": (2 * HEAD, HEAD)})


def judge(teacher: Any, board: Any, sight: Sight) -> tuple[Any, Any]:
    """For each board the logits of the cells, and its value to the side to move."""

    def weigh_cells(teacher: Any, moves: Any) -> Any:
        whole = teachers.pooled(moves) @ teacher["policy_whole"] + teacher["policy_bias"]
        weighed = jax.nn.relu(moves + whole[:, None, None, :]) @ teacher["policy_out"]
        return jnp.where(sight.moves, weighed.reshape(-1, MOVES).astype(jnp.float32), NO_MOVE)

    def of_lines(found: Lines) -> tuple[Any, ...]:
        return found.wins, found.fours, found.open_fours, found.threes > 0, found.threes > 1

    planes = (
        *(sight.own, sight.other, sight.free, board == NO_CELL, jnp.ones_like(sight.free)),
        *of_lines(sight.own_lines),
        *of_lines(sight.other_lines),
        (sight.free & sight.moves.reshape(sight.free.shape)),
    )
    return look(teacher, planes, weigh_cells)
