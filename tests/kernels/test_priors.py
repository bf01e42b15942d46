"""Learnt priors: the patterns are what lies around a cell, and the moves of a node share its attention by them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, Rules, random_rules
from plyground.engines.champion import Champion, Style
from plyground.engines.priors import learnt_weights
from plyground.engines.threats import threat_geometry, threat_position
from plyground.kernels.playouts import priors, threats
from tests import strategies
from tools import priors as learning

WITHOUT = Style(value_weight=0, value_priors=False)  # a network in place of the weights
WITH_GRAVITY = strategies.rules(gravity=True)


def pattern(board: GridBoard, column: int, row: int, across: int, up: int) -> int:
    """Own and no cell, six bits; then the opponent's and no cell, six bits. Read off the cells, one by one."""
    layout = board.rules.layout
    mine = theirs = 0
    for bit, step in enumerate((-3, -2, -1, 1, 2, 3)):
        cell = (column + step * across, row + step * up)
        on_board = 0 <= cell[0] < board.rules.columns and 0 <= cell[1] < board.rules.rows
        if not on_board or cell in board.rules.blocked:
            mine, theirs = mine | 1 << bit, theirs | 1 << bit
        else:
            mine |= bool(layout.bit(*cell) & board.stones(board.turn)) << bit
            theirs |= bool(layout.bit(*cell) & board.stones(board.turn.opposite)) << bit
    return mine * 64 + theirs


def looks(board: GridBoard, column: int) -> list[int]:
    free = [row for row in range(board.rules.rows) if board.free & board.rules.layout.bit(column, row)]
    found = [pattern(board, column, free[0], 0, 1)]
    for row, table in zip([*free[:2], None][:2], (1, 3), strict=True):
        if row is None:
            found += [priors.CLOSED] * 3
        else:
            found.append(table * priors.PATTERNS + pattern(board, column, row, 1, 0))
            found += [(table + 1) * priors.PATTERNS + pattern(board, column, row, 1, up) for up in (1, -1)]
    return found


@strategies.examples(300)
@given(strategies.boards(WITH_GRAVITY), st.data())
def test_patterns_are_what_lies_around(board: GridBoard, data: st.DataObject) -> None:
    if board.outcome.is_over:
        return
    column = data.draw(st.sampled_from(board.legal_moves))
    seen = np.zeros(priors.LOOKS, np.int32)
    geometry, position = threat_geometry(board.rules), threat_position(board)
    priors.describe(threats.Geometry.at(geometry), threats.Position.at(position), column, priors.NUMBERS.at(seen))
    assert seen.tolist() == looks(board, column)


def shares(board: GridBoard, style: Style) -> dict[int, float]:
    mind = Champion(style, threads=1, exact=False)
    mind.decide(board, Limit(playouts=1))
    graph = mind._graph
    assert graph is not None
    root = int(next(node for node in range(1, graph.nodes_used) if graph.edges(node)))
    return {edge.move: edge.prior for edge in graph.edges(root)}


@pytest.mark.parametrize("seed", range(8))
def test_attention_is_shared_by_the_weights(seed: int) -> None:
    board = GridBoard(random_rules(seed))
    for move in range(board.rules.columns):
        board = board.move(move)
    weights = learnt_weights(board.rules)
    assert weights is not None
    found = shares(board, WITHOUT)
    raw = {move: float(np.exp(weights[looks(board, move)].sum())) for move in found}
    mean = sum(raw.values()) / len(raw)
    assert found == pytest.approx({move: value / mean for move, value in raw.items()}, rel=1e-5)
    assert len(set(found.values())) > 1


def test_without_weights_all_moves_are_alike() -> None:
    board = GridBoard(random_rules(1))
    assert set(shares(board, replace(WITHOUT, priors=False)).values()) == {1.0}
    # Five in a row has other patterns, of which nothing was learnt.
    assert set(shares(GridBoard(Rules(columns=9, rows=9, connect=5)), WITHOUT).values()) == {1.0}


def test_mirror_images_have_the_same_weights() -> None:
    weights = learnt_weights(random_rules(0))
    assert weights is not None
    assert np.isfinite(weights).all()
    assert (weights == weights[learning.mirrored()]).all()
    rules = Rules(columns=10, rows=9, connect=4)
    left, right = GridBoard.from_moves("2331", rules), GridBoard.from_moves("988a", rules)
    one, other = shares(left, WITHOUT), shares(right, WITHOUT)
    assert one == pytest.approx({9 - move: prior for move, prior in other.items()}, rel=1e-5)


def test_weights_are_learnt_from_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learning.play(tmp_path / "games.npz", games=6, seed=5, playouts=60, equal=True)
    learning.fit([tmp_path / "games.npz"], tmp_path / "weights.npy", sharpness=1.0)
    weights = np.load(tmp_path / "weights.npy")
    assert weights.shape == (priors.WEIGHT_COUNT,)
    assert weights.any()
    # What it was shown surprises it less and less.
    rounds = [line for line in capsys.readouterr().out.splitlines() if line.startswith("round")]
    surprises = [float(line.split("surprise ")[1].split(",")[0]) for line in rounds]
    assert surprises[-1] < surprises[0]
