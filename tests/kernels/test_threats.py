"""Boards that keep their threats up to date agree with boards that count them anew."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, Side
from plyground.engines.alphabeta import alphabeta
from plyground.engines.geometry import address, block_of
from plyground.engines.threats import threat_geometry, threat_position, wide
from plyground.grid import OUTCOME
from plyground.kernels.playouts import policy as policies
from plyground.kernels.playouts import threats
from tests import strategies

POLICIES = [
    policies.RANDOM,
    policies.SEES_NOW,
    policies.SEES_NOW | policies.NOT_UNDER,
    policies.SEES_NOW | policies.NOT_UNDER | policies.TWO_STEPS | policies.RESERVE,
    policies.SEES_NOW | policies.NOT_UNDER | policies.TWO_STEPS | policies.RESERVE | policies.HABITS,
]
SMALL = strategies.rules(largest=6, gravity=True)


@strategies.examples(300)
@given(strategies.games(strategies.rules(gravity=True)))
def test_threats_are_kept_up_to_date(game: tuple[GridBoard, list[int]]) -> None:
    start, moves = game
    if start.outcome.is_over:
        return
    board, played = start, []
    for move in moves:
        after = board.move(move)
        if after.is_win:
            break
        board = after
        played.append(move)
    geometry, kept, fresh = threat_geometry(start.rules), threat_position(start), threat_position(board)
    numbers = np.array([*played, 0], np.int64)
    threats.replay(address(geometry), address(kept), address(numbers), len(played), wide(start.rules))
    start_of_threats, lines = threats.THREATS, int(geometry.view(np.int64)[threats.LINES])
    # Threats on cells that were taken since are never asked for, so only they may differ.
    assert kept[:start_of_threats].tolist() == fresh[:start_of_threats].tolist()
    assert kept[lines:].tolist() == fresh[lines:].tolist()
    for number, side in enumerate(Side):
        for column in range(board.rules.columns):
            words = [block[start_of_threats:lines].view(np.uint64) for block in (kept, fresh)]
            found, right = (int(word[number * board.rules.columns + column]) for word in words)
            free = board.free >> (column * board.rules.layout.height) & ((1 << board.rules.rows) - 1)
            assert found & free == right, side


@strategies.examples(150)
@given(strategies.boards(SMALL), st.integers(0, 2**32), st.sampled_from(POLICIES))
def test_what_a_playout_proves_is_true(board: GridBoard, seed: int, policy: int) -> None:
    if board.outcome.is_over or board.free.bit_count() > 16:
        return
    geometry, position, room = threat_geometry(board.rules), threat_position(board), block_of(threats.POSITION_BYTES)
    results = np.zeros(8, np.int64)
    habits, record = np.zeros(2048, np.float32), np.zeros(1024, np.int32)
    policies.many_playouts(
        address(geometry),
        address(position),
        address(room),
        seed,
        policy,
        1,
        address(results),
        wide(board.rules),
        address(habits),
        address(record),
    )
    wins_first, wins_second, draws, plies, proofs = (int(number) for number in results[:5])
    assert wins_first + wins_second + draws == 1
    if proofs:
        exact = alphabeta(board, 20, OUTCOME, Limit(nodes=3_000_000))
        if exact.complete:
            value = wins_first - wins_second if board.turn is Side.FIRST else wins_second - wins_first
            assert value == exact.value
    assert plies <= board.free.bit_count() + 2


def test_policies_see_what_they_say() -> None:
    """Three in a row with both ends open: only blind playouts let it go."""
    board = GridBoard.from_moves("4433")  # the first side threatens to make three, open at both ends
    board = board.move(4)
    geometry, position, room = threat_geometry(board.rules), threat_position(board), block_of(threats.POSITION_BYTES)
    for policy in POLICIES:
        results, habits, record = np.zeros(8, np.int64), np.zeros(2048, np.float32), np.zeros(1024, np.int32)
        policies.many_playouts(
            address(geometry),
            address(position),
            address(room),
            1,
            policy,
            500,
            address(results),
            None,
            address(habits),
            address(record),
        )
        if policy == policies.RANDOM:
            assert results[1] > 50
        else:
            assert results[0] == 500
            assert results[4] == 500
