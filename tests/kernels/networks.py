"""Networks of random numbers, and what they make of a board: read off the cells one by one, without a kernel."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground import GridBoard

CHANNELS = 32
Floats = NDArray[np.float64]


def random_network(seed: int) -> dict[str, NDArray[Any]]:
    random = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "W1": (32, 32),
        "b1": (32,),
        "W2": (65, 32),
        "b2": (32,),
        "w3": (32,),
        "b3": (),
    }
    shapes |= {"A": (32, 32), "B": (32, 32), "Q": (32, 32), "bp": (32,), "wp": (32,)}
    network: dict[str, NDArray[Any]] = {
        name: random.integers(-40, 60, (4096, CHANNELS)).astype(np.int8) for name in "VRDE"
    }
    network["F"] = random.integers(-200, 200, (32, CHANNELS)).astype(np.int16)
    network["F"][random.random((32, CHANNELS)) < 0.02] = 30_000
    for name, shape in shapes.items():
        # Small enough in the last step that values are not all close to 1 or -1.
        network[name] = random.normal(0, 0.005 if name == "W2" else 0.07, shape).astype(np.float32)
    return network


def write_network(path: Path, seed: int) -> dict[str, NDArray[Any]]:
    network = random_network(seed)
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

    cells: dict[tuple[int, int], NDArray[np.int64]]
    """The features of every free cell, by column and row."""
    value: float
    weights: dict[int, float]
    """Of the moves, by column: logarithms of their priors."""


def evaluation(board: GridBoard, network: dict[str, NDArray[Any]]) -> Evaluation:
    rules, layout = board.rules, board.rules.layout
    mine, theirs = board.turn, board.turn.opposite
    cells: dict[tuple[int, int], NDArray[np.int64]] = {}
    left = board.free.bit_count()
    columns: dict[int, list[tuple[int, int]]] = {}
    for column in range(rules.columns):
        free = [row for row in range(rules.rows) if board.free & layout.bit(column, row)]
        columns[column] = [(column, row) for row in free]
        for row in free:
            below = [other for other in free if other < row]
            over = [other for other in free if other > row]
            flags = (left - len(over)) % 2 + 2 * min(len(below), 3)
            for side, flag in ((mine, 8), (theirs, 16)):
                if any(board.threat_mask(side) & layout.bit(column, other) for other in below):
                    flags += flag
            sums = network["F"][flags].astype(np.int64)
            for name, (across, up) in {"V": (0, 1), "R": (1, 0), "D": (1, 1), "E": (1, -1)}.items():
                own = other = 0
                for bit, step in enumerate((-3, -2, -1, 1, 2, 3)):
                    there = (column + step * across, row + step * up)
                    on_board = 0 <= there[0] < rules.columns and 0 <= there[1] < rules.rows
                    if not on_board or there in rules.blocked:
                        own, other = own | 1 << bit, other | 1 << bit
                    else:
                        own |= bool(board.stones(mine) & layout.bit(*there)) << bit
                        other |= bool(board.stones(theirs) & layout.bit(*there)) << bit
                sums += network[name][own * 64 + other]
            cells[column, row] = np.clip(sums, 0, 127)

    def relu(numbers: Floats) -> Floats:
        return np.maximum(numbers, 0)

    totals: dict[int, Floats] = {
        column: sum((cells[cell] for cell in free), np.zeros(CHANNELS)) / 64 for column, free in columns.items() if free
    }
    hidden = {column: relu(total @ network["W1"] + network["b1"]) for column, total in totals.items()}
    inputs = np.concatenate([sum(totals.values()), sum(hidden.values()), [left / 144]])
    value = np.tanh(relu(inputs @ network["W2"] + network["b2"]) @ network["w3"] + network["b3"])
    weights = {}
    for column, last in hidden.items():
        landing = cells[columns[column][0]] / 64
        above = cells[columns[column][1]] / 64 if len(columns[column]) > 1 else np.zeros(CHANNELS)
        total = landing @ network["A"] + above @ network["B"] + last @ network["Q"] + network["bp"]
        weights[column] = float(relu(total) @ network["wp"])
    return Evaluation(cells, float(value), weights)
