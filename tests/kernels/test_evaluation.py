"""The learnt evaluation is what its description says, computed from the cells of the board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from plyground import GridBoard, Limit, Rules, random_rules
from plyground.board import SplitMix
from plyground.engines.champion import Champion, Style
from plyground.engines.evaluation import has_network, network_for, network_sheet
from plyground.engines.graph import Edge
from plyground.engines.threats import threat_geometry, threat_position
from plyground.kernels.playouts import evaluation as kernel
from plyground.kernels.playouts import threats
from tests.kernels.networks import evaluation, network_file, random_network, write_network


def position_on(rules: Rules, random: SplitMix) -> GridBoard:
    """An open position with a random number of stones."""
    board = GridBoard(rules)
    for _ in range(random.below(board.free.bit_count())):
        after = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        board = board if after.outcome.is_over else after
    return board


@pytest.mark.parametrize(("channels", "neighbours"), [(64, True), (32, True), (32, False)])
@pytest.mark.parametrize(
    "rules",
    [
        *map(random_rules, range(4)),
        Rules(columns=12, rows=12, connect=4, blocked=frozenset({(3, 0), (3, 5), (4, 11), (11, 11), (0, 1)})),
        Rules(columns=4, rows=5, connect=4),
    ],
)
def test_features_values_and_moves_are_as_described(
    rules: Rules, channels: int, neighbours: bool, tmp_path: Path
) -> None:
    random = SplitMix(rules.cells)
    network = write_network(tmp_path / "value.npz", rules.cells, channels, neighbours)
    geometry = threat_geometry(rules, network=str(tmp_path / "value.npz"))
    sheet, weights = network_sheet(), np.zeros(kernel.MOST_SIDE, np.float32)
    values = []
    for _ in range(3):
        board = position_on(rules, random)
        position = threat_position(board)
        value = kernel.judge(
            threats.Geometry.at(geometry),
            threats.Position.at(position),
            kernel.Sheet.at(sheet),
            kernel.NUMBERS.at(weights),
        )
        right = evaluation(board, network)
        values.append(value)
        assert value == pytest.approx(right.value, abs=2e-3)
        cells = sheet["next"].reshape(kernel.MOST_SIDE, 2, kernel.FEATURES)
        for column in range(rules.columns):
            free = [cell for cell in right.cells if cell[0] == column]
            for found, cell in zip(cells[column], free, strict=False):
                assert found[:channels].tolist() == (64 * right.cells[cell][:channels]).tolist()
        total = np.sum(list(right.cells.values()), axis=0)
        assert sheet["whole"][0, :channels].tolist() == (64 * total[:channels]).tolist()
        assert {move: weights[move] for move in right.weights} == pytest.approx(right.weights, abs=5e-3)
    assert max(values) - min(values) > 0.02


def test_only_boards_that_it_was_learnt_on_are_evaluated(tmp_path: Path) -> None:
    file = str(tmp_path / "value.npz")
    write_network(Path(file), 1)
    for text in ("12x12 connect=4", "4x5 connect=4", "9x11 connect=4"):
        assert has_network(Rules.parse(text), file)
    for text in ("13x12 connect=4", "12x13 connect=4", "9x9 connect=5", "gomoku"):
        assert not has_network(Rules.parse(text), file)
    with pytest.raises(OSError, match="nothing"):
        network_for(random_rules(1), str(tmp_path / "nothing.npz"))


WITHOUT = Style(value_weight=0, value_priors=False)


def first_edges(board: GridBoard, style: Style) -> list[Edge]:
    """Of the root, after one iteration."""
    mind = Champion(style, threads=1, exact=False)
    mind.decide(board, Limit(playouts=1))
    assert mind._graph is not None
    return mind._graph.edges(1)


@pytest.mark.parametrize("seed", range(6))
def test_a_search_goes_by_the_network(seed: int) -> None:
    board, network = GridBoard(random_rules(seed)), random_network(0)
    for move in range(board.rules.columns):
        board = board.move(move)
    style = Style(value_weight=1.0, value_priors=True, value_file=network_file(0))
    edges = first_edges(board, style)
    right = evaluation(board, network)
    shares = {edge.move: np.exp(right.weights[edge.move]) for edge in edges}
    mean = sum(shares.values()) / len(shares)
    assert {edge.move: edge.prior for edge in edges} == pytest.approx(
        {move: share / mean for move, share in shares.items()}, rel=5e-3
    )
    (tried,) = [edge for edge in edges if edge.visits]
    value = -evaluation(board.move(tried.move), network).value
    assert tried.total == pytest.approx(value, abs=2e-3)
    # By a quarter, three quarters are the playout.
    totals = [
        edge.total for w in (1e-9, 0.25) for edge in first_edges(board, replace(style, value_weight=w)) if edge.visits
    ]
    assert totals[1] == pytest.approx(0.75 * totals[0] + 0.25 * value, abs=1e-3)


def test_boards_without_a_network_are_searched_as_before() -> None:
    board = GridBoard(Rules.parse("9x9 connect=5"))
    with_network = Style(value_weight=0.5, value_priors=True, value_file=network_file(0))
    assert first_edges(board, with_network) == first_edges(board, WITHOUT)
