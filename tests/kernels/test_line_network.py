"""The learnt evaluation of five in a row is what its description says, computed from the cells of the board, and a
search keeps it up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from plyground import GridBoard, Limit, Rules, Side
from plyground.board import SplitMix
from plyground.engines import LineSearch
from plyground.engines.lines.network import line_network
from plyground.engines.lines.tables import LinePosition, line_board
from plyground.engines.whole_numbers import aligned
from plyground.kernels.lines import network as kernel
from plyground.kernels.lines.position import lay, lift
from plyground.kernels.memory import Argument

BOARDS = (
    "15x15 connect=5 gravity=no",
    "9x9 connect=5 gravity=no blocked=d5,e5,a1",
    "20x20 connect=5 gravity=no blocked=c3",
    "5x7 connect=5 gravity=no",
)


def write_network(path: Path, seed: int) -> dict[str, NDArray[Any]]:
    """Random numbers, without features where a line is free."""
    random = np.random.default_rng(seed)
    network: dict[str, NDArray[Any]] = {
        name: random.integers(-30, 30, (kernel.KEYS, 32)).astype(np.int8) for name in ("own", "other")
    }
    for table in network.values():
        table[0] = 0
    shapes: dict[str, tuple[tuple[int, ...], float]] = {"W1": ((64, 32), 0.0003), "W2": ((32, 32), 0.2)}
    shapes |= {"b1": ((32,), 0.1), "b2": ((32,), 0.1), "w3": ((32,), 0.2), "b3": ((), 0.1)}
    for name, (shape, spread) in shapes.items():
        network[name] = random.normal(0, spread, shape).astype(np.float32)
    np.savez(path, **network)  # type: ignore[arg-type]
    return network


def key(board: GridBoard, cell: tuple[int, int], step: tuple[int, int], side: Side) -> int:
    """Of one line through a cell, the lowest digit for its furthest cell on one side."""
    rules, layout = board.rules, board.rules.layout
    own, other = (layout.cells(board.stones(one)) for one in (side, side.opposite))
    digits: dict[int, int] = {}
    for way in (-1, 1):
        has_ended = False
        for distance in range(1, 5):
            column, row = cell[0] + way * distance * step[0], cell[1] + way * distance * step[1]
            here = (column, row)
            is_cell = 0 <= column < rules.columns and 0 <= row < rules.rows and here not in rules.blocked
            has_ended = has_ended or not is_cell
            digits[way * distance] = 2 if has_ended or here in other else 1 if here in own else 0
    return sum(digit * 3**place for place, (_, digit) in enumerate(sorted(digits.items())))


def naive(board: GridBoard, network: dict[str, NDArray[Any]]) -> tuple[NDArray[np.int64], float]:
    """The sums, those of the side to move first, and the value."""
    sums = np.zeros(64, np.int64)
    free = board.rules.layout.cells(board.free)
    for cell in free:
        for half, side in enumerate((board.turn, board.turn.opposite)):
            total = np.zeros(32, np.int64)
            # The steps of `engines.lines`: right, down, and the two diagonals down.
            for step in ((1, 0), (0, -1), (1, -1), (-1, -1)):
                total += network["own"][key(board, cell, step, side)]
                total += network["other"][key(board, cell, step, side.opposite)]
            sums[32 * half : 32 * half + 32] += np.clip(total, 0, 80)
    hidden = np.maximum(sums @ network["W1"] + network["b1"], 0)
    hidden = np.maximum(hidden @ network["W2"] + network["b2"], 0)
    return sums, float(1000 * (hidden @ network["w3"] + network["b3"]))


def position_on(rules: str, random: SplitMix) -> GridBoard:
    """An open position with a random number of stones."""
    board = GridBoard(rules)
    for _ in range(random.below(board.free.bit_count())):
        after = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        board = board if after.outcome.is_over else after
    return board


def new_sheet() -> np.ndarray[Any, Any]:
    return aligned(kernel.Sheet.dtype)


@pytest.mark.parametrize("rules", BOARDS)
def test_sums_and_values_are_as_described(rules: str, tmp_path: Path) -> None:
    numbers = write_network(tmp_path / "value.npz", len(rules))
    values = []
    for seed in range(4):
        board = position_on(rules, SplitMix(seed))
        tables = line_board(board.rules)
        memory = line_network(board.rules, str(tmp_path / "value.npz"))
        assert memory is not None
        position, sheet = LinePosition(tables, board), new_sheet()
        network = kernel.Network.at(memory)
        value = kernel.judge(tables.argument, network, position.argument, kernel.Sheet.at(sheet), position.side)
        sums, right = naive(board, numbers)
        found = sheet["sums"][0, :64]
        mine, theirs = (found[:32], found[32:]) if position.side == 0 else (found[32:], found[:32])
        assert [*mine, *theirs] == sums.tolist()
        assert value == pytest.approx(right, abs=4 + 0.005 * abs(right))
        values.append(value)
    assert max(values) - min(values) > 50


@numba.njit
def _play_through(board: Any, network: Any, position: Any, sheet: Any, moves: Any, first: Any) -> Any:
    """Makes moves and takes them back, as a search does; returns the value after the last one."""
    kernel.look(board, network, position, sheet)
    for ply in range(len(moves)):
        lay(board, position, moves[ply], first ^ (ply & 1))
        kernel.follow(board, network, position, sheet, moves[ply], ply)
    value = kernel.worth(network, sheet, first ^ (len(moves) & 1), len(moves))
    for ply in range(len(moves) - 1, -1, -1):
        lift(board, position, moves[ply], first ^ (ply & 1))
        kernel.return_to(board, position, sheet, moves[ply], ply)
    return value


@pytest.mark.parametrize("rules", BOARDS)
def test_what_is_kept_up_to_date_is_what_is_computed_anew(rules: str, tmp_path: Path) -> None:
    write_network(tmp_path / "value.npz", 7)
    random = SplitMix(11)
    start = position_on(rules, random)
    board, moves = start, []
    for _ in range(8):
        for move in board.legal_moves[random.below(3) :: 3]:
            if not board.move(move).outcome.is_over:
                board = board.move(move)
                moves.append(move)
                break
    tables = line_board(start.rules)
    memory = line_network(start.rules, str(tmp_path / "value.npz"))
    assert memory is not None
    network: Argument = kernel.Network.at(memory)
    position, sheet, fresh = LinePosition(tables, start), new_sheet(), new_sheet()
    found = _play_through(
        tables.argument, network, position.argument, kernel.Sheet.at(sheet), np.array(moves, np.int64), position.side
    )
    after = LinePosition(tables, board)
    assert found == kernel.judge(tables.argument, network, after.argument, kernel.Sheet.at(fresh), after.side)
    kernel.judge(tables.argument, network, position.argument, kernel.Sheet.at(fresh), position.side)
    cells = start.rules.columns * start.rules.rows * kernel.FEATURES
    assert np.array_equal(sheet["cells"][0, :cells], fresh["cells"][0, :cells])


def test_a_search_with_a_network_finds_what_is_decided_and_repeats_itself(tmp_path: Path) -> None:
    write_network(tmp_path / "value.npz", 3)
    board = GridBoard.from_moves("h8 a1 h9 a2 h10 a15", "gomoku")
    assert (
        board.move_name(LineSearch(value_file=str(tmp_path / "value.npz")).decide(board, Limit(depth=1)).move) == "h11"
    )
    board = GridBoard.from_moves("h8 i9 g7", "gomoku")
    decisions = [
        LineSearch(value_file=file).decide(board, Limit(nodes=5_000))
        for file in (str(tmp_path / "value.npz"), str(tmp_path / "value.npz"), None)
    ]
    assert decisions[0].move == decisions[1].move
    assert decisions[0].value == decisions[1].value
    assert decisions[0].value != decisions[2].value


def test_knows_for_which_boards_it_is(tmp_path: Path) -> None:
    write_network(tmp_path / "value.npz", 3)
    file = str(tmp_path / "value.npz")
    assert line_network(Rules.parse("gomoku"), file) is not None
    assert line_network(Rules.parse("gomoku"), None) is None
    assert line_network(Rules.parse("21x20 connect=5 gravity=no"), file) is None
    assert line_network(Rules.parse("9x9 connect=4 gravity=no"), file) is None


def test_the_package_has_one() -> None:
    assert line_network(Rules.parse("gomoku")) is not None
    assert line_network(Rules.parse("9x9 connect=5 gravity=no blocked=e5")) is not None
