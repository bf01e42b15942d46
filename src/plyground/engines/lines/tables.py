"""What the kernels of `kernels.lines` know of a board, and a position as they keep it."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.board import Side, SplitMix
from plyground.engines.geometry import Records, address
from plyground.grid import GridBoard, Rules
from plyground.kernels.lines import position as kernel
from plyground.kernels.lines import shapes
from plyground.kernels.memory import Argument

__all__ = ["LineBoard", "LinePosition", "has_lines", "keys_of_cells", "line_board", "worths"]


def has_lines(rules: Rules) -> bool:
    """Are there tables for boards of this kind?"""
    return not rules.gravity and shapes.SHORTEST <= rules.connect <= shapes.LONGEST


# How much a stone is worth that makes a shape, by the stones that it lacks to a run: open, and not. Set by hand; moves
# are tried in this order.
_OPEN = {1: 130, 2: 26, 3: 5, 4: 1}
_CLOSED = {1: 50, 2: 9, 3: 2, 4: 0}
# And what the lines of a cell are worth together.
_TOGETHER = {shapes.MAKES_OPEN_THREES: 60, shapes.MAKES_FOUR_AND_THREE: 120, shapes.MAKES_OPEN_FOUR: 60}


@lru_cache(maxsize=1)
def _threats() -> NDArray[np.uint8]:
    return shapes.threats()


@lru_cache(maxsize=1)
def worths() -> NDArray[np.int32]:
    """How much a stone is worth, by the shapes of the four lines through its cell."""
    worth = np.zeros(16, np.int32)
    for lacking, value in _OPEN.items():
        worth[shapes.FIVE + 1 - 2 * lacking] = value
    for lacking, value in _CLOSED.items():
        worth[shapes.FIVE - 2 * lacking] = value
    worth[shapes.FIVE] = 300
    index = np.arange(shapes.INDICES)
    total = sum(worth[index >> (4 * direction) & 15] for direction in range(shapes.DIRECTIONS))
    together = np.zeros(shapes.THREATS, np.int32)
    for threat, value in _TOGETHER.items():
        together[threat] = value
    return np.asarray(total + together[_threats()], np.int32)


@lru_cache(maxsize=1)
def _learnt() -> dict[str, Any]:
    """The weights of the evaluation; `tools/line_weights.py` makes the file."""
    file = resources.files("plyground.engines.lines") / "weights.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


@lru_cache(maxsize=1)
def _values() -> NDArray[np.int32]:
    """For each combination of four shapes what it is worth to the side to move, and to the other."""
    index = np.arange(shapes.INDICES)
    found = np.zeros((shapes.INDICES, 2))
    for place, name in enumerate(("own", "other")):
        weights = np.array(_learnt()[name])
        for direction in range(shapes.DIRECTIONS):
            found[:, place] += weights[index >> (4 * direction) & 15]
        found[:, place] += weights[shapes.FIVE + 1 + _threats()]
    return np.round(found).astype(np.int32)


@lru_cache(maxsize=shapes.LONGEST)
def _shapes(connect: int) -> NDArray[np.uint8]:
    table = np.zeros(shapes.keys_of(connect), np.uint8)
    shapes.fill_shapes(shapes.SHAPES.at(table), connect)
    return table


@lru_cache(maxsize=1)
def keys_of_cells() -> NDArray[np.uint64]:
    """Random bits for each cell and side: a position's hash is those of its stones."""
    random = SplitMix(2)
    keys = [random.next64() for _ in range(2 * kernel.MOST_CELLS)]
    return np.array(keys, np.uint64).reshape(kernel.MOST_CELLS, 2)


class LineBoard:
    """The tables of a set of rules; keeps the arrays alive."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._arrays: dict[str, NDArray[Any]] = {
            "reach": _reach(rules),
            "shapes": _shapes(rules.connect),
            "threats": _threats(),
            "worths": worths(),
            "values": _values(),
            "keys": keys_of_cells(),
        }
        self._memory = kernel.Board.new()
        fields = self._memory[0]
        for field, array in self._arrays.items():
            fields[field] = address(array)
        fields["cells"] = rules.columns * rules.rows
        fields["connect"] = rules.connect
        fields["steps"] = [column + row * rules.columns for column, row in _STEPS]
        fields["powers"] = [3**digit for digit in range(2 * (shapes.LONGEST - 1))]
        fields["to_move"] = round(_learnt()["to_move"])
        fields["near"] = 2 if rules.connect <= 6 else 3

    @property
    def argument(self) -> Argument:
        """For the kernels."""
        return kernel.Board.at(self._memory)


# In reading order: right, down, and the two diagonals down.
_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def _reach(rules: Rules) -> NDArray[np.uint8]:
    """For each cell how many steps its lines go on before the edge or a blocked cell, up to the length of a run."""
    columns, rows = rules.columns, rules.rows
    is_open = np.ones((rows, columns), bool)
    for column, row in rules.blocked:
        is_open[rows - 1 - row, column] = False
    reach = np.zeros((rows, columns, 2 * len(_STEPS)), np.uint8)
    for direction, (right, down) in enumerate(_STEPS):
        for back in (0, 1):
            dx, dy = (-right, -down) if back else (right, down)
            for row in range(rows):
                for column in range(columns):
                    steps = 0
                    while steps + 1 < rules.connect:
                        y, x = row + (steps + 1) * dy, column + (steps + 1) * dx
                        if not (0 <= x < columns and 0 <= y < rows and is_open[y, x]):
                            break
                        steps += 1
                    reach[row, column, 2 * direction + back] = steps
    return reach.reshape(rows * columns, 2 * len(_STEPS))


@lru_cache(maxsize=16)
def line_board(rules: Rules) -> LineBoard:
    """Shared, so nobody writes to it."""
    return LineBoard(rules)


class LinePosition:
    """A board as the kernels keep it. It has to be open: a run that is there already is not looked for."""

    def __init__(self, tables: LineBoard, board: GridBoard) -> None:
        self.tables = tables
        self.side = 0 if board.turn is Side.FIRST else 1
        self.memory: Records = kernel.Position.new()
        stones = np.zeros(kernel.MOST_CELLS, np.uint8)
        first, second, blocked = board.stones(Side.FIRST), board.stones(Side.SECOND), board.rules.layout.blocked
        for place, bit in enumerate(board.rules.layout.reading_order):
            stones[place] = 1 if first & bit else 2 if second & bit else kernel.BLOCKED if blocked & bit else 0
        kernel.set_up(tables.argument, self.argument, shapes.SHAPES.at(stones))

    @property
    def argument(self) -> Argument:
        """For the kernels."""
        return kernel.Position.at(self.memory)
