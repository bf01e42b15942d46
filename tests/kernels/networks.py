"""Networks of random numbers, and what they make of a board: read off the cells one by one, without a kernel."""

from __future__ import annotations

import tempfile
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground import GridBoard

Floats = NDArray[np.float64]


def random_network(seed: int, channels: int = 64, neighbours: bool = True) -> dict[str, NDArray[Any]]:
    random = np.random.default_rng(seed)
    width = 2 * channels if neighbours else channels
    shapes: dict[str, tuple[int, ...]] = {
        "W1": (width, 32),
        "b1": (32,),
        "W2": (width + 33, 32),
        "b2": (32,),
        "w3": (32,),
        "b3": (),
    }
    shapes |= {"A": (width, 32), "B": (width, 32), "Q": (32, 32), "bp": (32,), "wp": (32,)}
    network: dict[str, NDArray[Any]] = {
        name: random.integers(-50, 50, (4096, channels)).astype(np.int8) for name in "VRDE"
    }
    network["F"] = random.integers(-200, 200, (2048, channels)).astype(np.int16)
    network["F"][random.random((2048, channels)) < 0.02] = 30_000
    for name, shape in shapes.items():
        # Small enough in the last step that values are not all close to 1 or -1.
        network[name] = random.normal(0, 0.005 if name == "W2" else 0.07, shape).astype(np.float32)
    if neighbours:
        left, own = random.normal(-0.1, 0.1, (2, 3, channels)).astype(np.float32)
        network["K"] = np.concatenate([left, own, left])
        network["kb"] = random.normal(0, 0.1, channels).astype(np.float32)
    return network


def write_network(path: Path, seed: int, channels: int = 64, neighbours: bool = True) -> dict[str, NDArray[Any]]:
    network = random_network(seed, channels, neighbours)
    np.savez(path, **network)  # type: ignore[arg-type]
    return network


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()  # it goes when the process ends


@cache
def network_file(seed: int = 0) -> str:
    """A random network that lasts for the whole run."""
    path = Path(_folder().name) / f"{seed}.npz"
    write_network(path, seed)
    return str(path)


class Evaluation(NamedTuple):
    """Of a position, for the side to move."""

    cells: dict[tuple[int, int], Floats]
    """The features of every free cell, by column and row: whole numbers, and those of the neighbours."""
    value: float
    weights: dict[int, float]
    """Of the moves, by column: logarithms of their priors."""


def relu(numbers: Floats) -> Floats:
    return np.maximum(numbers, 0)


def flags_of(board: GridBoard, column: int, row: int) -> int:
    layout = board.rules.layout

    def is_free(at: int) -> bool:
        return at < board.rules.rows and bool(board.free & layout.bit(column, at))

    def gets(at: int) -> int:
        above = sum(is_free(other) for other in range(at + 1, board.rules.rows))
        return (board.free.bit_count() - above) % 2

    below = [other for other in range(row) if is_free(other)]
    flags = gets(row) + 2 * min(len(below), 3)
    for n, side in enumerate((board.turn, board.turn.opposite)):
        threats = board.threat_mask(side)
        for other in below:
            if threats & layout.bit(column, other):
                flags |= (8 if gets(other) else 16) << 2 * n
        if threats & layout.bit(column, row):
            flags += 128 << n
        if is_free(row + 1) and threats & layout.bit(column, row + 1):
            flags += 512 << n
    return flags


def features(board: GridBoard, network: dict[str, NDArray[Any]], column: int, row: int) -> NDArray[np.int64]:
    """Those of a free cell, without neighbours."""
    rules, layout = board.rules, board.rules.layout
    sums = network["F"][flags_of(board, column, row)].astype(np.int64)
    for name, (across, up) in {"V": (0, 1), "R": (1, 0), "D": (1, 1), "E": (1, -1)}.items():
        own = other = 0
        for bit, step in enumerate((-3, -2, -1, 1, 2, 3)):
            there = (column + step * across, row + step * up)
            on_board = 0 <= there[0] < rules.columns and 0 <= there[1] < rules.rows
            if not on_board or there in rules.blocked:
                own, other = own | 1 << bit, other | 1 << bit
            else:
                own |= bool(board.stones(board.turn) & layout.bit(*there)) << bit
                other |= bool(board.stones(board.turn.opposite) & layout.bit(*there)) << bit
        sums += network[name][own * 64 + other]
    return np.clip(sums, 0, 127)


def evaluation(board: GridBoard, network: dict[str, NDArray[Any]]) -> Evaluation:
    rules, layout = board.rules, board.rules.layout
    left = board.free.bit_count()
    columns: dict[int, list[tuple[int, int]]] = {}
    for column, row in product(range(rules.columns), range(rules.rows)):
        if board.free & layout.bit(column, row):
            columns.setdefault(column, []).append((column, row))
    whole = {cell: features(board, network, *cell) / 64 for free in columns.values() for cell in free}
    cells = dict(whole)
    if "K" in network:
        for (column, row), own in whole.items():
            total = network["kb"].astype(float)
            for across, up in product((-1, 0, 1), repeat=2):
                there = whole.get((column + across, row + up), 0)
                total = total + network["K"][3 * (across + 1) + up + 1] * there
            cells[column, row] = np.concatenate([own, relu(total)])
    totals = {column: np.sum([cells[cell] for cell in free], axis=0) for column, free in columns.items()}
    hidden = {column: relu(total @ network["W1"] + network["b1"]) for column, total in totals.items()}
    inputs = np.concatenate([sum(totals.values()), sum(hidden.values()), [left / 144]])
    value = np.tanh(relu(inputs @ network["W2"] + network["b2"]) @ network["w3"] + network["b3"])
    weights = {}
    for column, last in hidden.items():
        free = columns[column]
        landing = cells[free[0]]
        above = cells[free[1]] if len(free) > 1 else 0 * landing
        total = landing @ network["A"] + above @ network["B"] + last @ network["Q"] + network["bp"]
        weights[column] = float(relu(total) @ network["wp"])
    return Evaluation(cells, float(value), weights)
