"""Boards that keep their threats up to date agree with boards that count them anew."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, Side
from plyground.engines.alphabeta import alphabeta
from plyground.engines.geometry import Records
from plyground.engines.threats import line_by_line, threat_geometry, threat_position, threat_scratch
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
    threats.replay(
        threats.Geometry.at(geometry),
        threats.Position.at(kept),
        threats.MOVES.at(numbers),
        len(played),
        line_by_line(start.rules),
    )
    # Threats on cells that were taken since are never asked for, so only they may differ.
    for field in (*threats.Position.fields, "lines"):
        assert kept[field].tolist() == fresh[field].tolist(), field
    for number, side in enumerate(Side):
        for column in range(board.rules.columns):
            found, right = (int(position["threats"][0, number, column]) for position in (kept, fresh))
            free = board.free >> (column * board.rules.layout.height) & ((1 << board.rules.rows) - 1)
            assert found & free == right, side


def results_of(board: GridBoard, seed: int, policy: int, count: int) -> Records:
    results = policies.Results.new()
    policies.many_playouts(
        threats.Geometry.at(threat_geometry(board.rules)),
        threats.Position.at(threat_position(board)),
        threats.Position.at(threat_scratch(board.rules)),
        seed,
        policy,
        count,
        policies.Results.at(results),
        line_by_line(board.rules),
        policies.HABITS_OF_SIDES.at(np.zeros((2, 1024), np.float32)),
        policies.CELLS.at(np.zeros(1024, np.int32)),
    )
    return results


@strategies.examples(150)
@given(strategies.boards(SMALL), st.integers(0, 2**32), st.sampled_from(POLICIES))
def test_what_a_playout_proves_is_true(board: GridBoard, seed: int, policy: int) -> None:
    if board.outcome.is_over or board.free.bit_count() > 16:
        return
    results = results_of(board, seed, policy, 1)[0]
    wins_first, wins_second, draws = results["games"].tolist()
    assert wins_first + wins_second + draws == 1
    if results["proofs"]:
        exact = alphabeta(board, 20, OUTCOME, Limit(nodes=3_000_000))
        if exact.complete:
            value = wins_first - wins_second if board.turn is Side.FIRST else wins_second - wins_first
            assert value == exact.value
    assert results["plies"] <= board.free.bit_count() + 2


def test_policies_see_what_they_say() -> None:
    """Three in a row with both ends open: only blind playouts let it go."""
    board = GridBoard.from_moves("4433")  # the first side threatens to make three, open at both ends
    board = board.move(4)
    for policy in POLICIES:
        results = results_of(board, 1, policy, 500)[0]
        if policy == policies.RANDOM:
            assert results["games"][1] > 50
        else:
            assert results["games"][0] == 500
            assert results["proofs"] == 500
