"""The learnt worth of lines: the kernels add up what the fit has weighed, and the fit can be made again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from plyground import GridBoard
from plyground.engines.lines.tables import LinePosition, line_board
from tests.engines.lines.test_sequences import positions
from tests.strategies import examples
from tools import line_weights


@examples(40)
@given(positions(11))
def test_a_position_is_worth_what_its_lines_are(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    weights = json.loads(line_weights.WEIGHTS.read_text(encoding="utf-8"))
    position = LinePosition(line_board(board.rules), board)
    own, other = line_weights.features(board).reshape(2, -1)
    values = position.memory[0]["values"]
    rounding = board.free.bit_count() / 2 + 1
    assert values[position.side, 0] == pytest.approx(np.dot(own, weights["own"]), abs=rounding)
    assert values[1 - position.side, 1] == pytest.approx(np.dot(other, weights["other"]), abs=rounding)


def test_games_are_played_and_fitted(tmp_path: Path) -> None:
    games, out = tmp_path / "games.npz", tmp_path / "weights.json"
    line_weights.play(games, games=3, seed=1, nodes=60)
    line_weights.fit([games], out, steps=20)
    found = json.loads(out.read_text(encoding="utf-8"))
    assert len(found["own"]) == len(found["other"]) == line_weights.FEATURES
    assert any(found["own"])
