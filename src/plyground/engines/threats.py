"""From a `GridBoard` with gravity to the position with threats that the champion's kernels read."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from plyground.board import Side, SplitMix
from plyground.engines.evaluation import network_for
from plyground.engines.geometry import Lines, Records, address, fill_orders, with_tail
from plyground.engines.priors import learnt_weights
from plyground.grid import GridBoard, Rules, bits
from plyground.kernels.playouts import threats

__all__ = ["line_by_line", "threat_geometry", "threat_position", "threat_scratch"]


def line_by_line(rules: Rules) -> int | None:
    """The last argument of the kernels: None where the four lines of a cell fit into one word."""
    return None if rules.connect == 4 and rules.columns <= 13 and rules.rows <= 13 else 1


@lru_cache(maxsize=64)
def threat_geometry(rules: Rules, learnt: bool = False, network: str | None = None) -> Records:
    """What the kernels know of a board. Shared, so nobody writes to it.

    With `learnt` it names the weights of `kernels.playouts.priors`, too, and with the name of a file the network of
    `kernels.playouts.evaluation`.
    """
    lines, position = Lines.of(rules), _position_type(rules)
    geometry = threats.Geometry.new()
    fields = geometry[0]
    fields["columns"] = rules.columns
    fields["rows"] = rules.rows
    fields["connect"] = rules.connect
    fields["cells"] = rules.cells
    fields["row_lines"] = lines.rows
    fields["rising_lines"] = lines.rising
    fields["falling_lines"] = lines.falling
    fields["line_count"] = lines.line_count
    assert position.fields is not None
    fields["lines_at"] = position.fields["lines"][1]
    fields["size"] = position.fields["lines"][1] + position["lines"].itemsize
    weights = learnt_weights(rules) if learnt else None
    fields["has_weights"] = weights is not None
    fields["weights"] = 0 if weights is None else address(weights)
    evaluator = None if network is None else network_for(rules, network)
    fields["network"] = 0 if evaluator is None else address(evaluator)
    fields["fill"] = threats.NO_ROW
    for column, rows in enumerate(fill_orders(rules)):
        fields["fill"][column, : len(rows)] = rows
    fields["valid"][: lines.line_count] = lines.masks(rules, rules.layout.playable)
    random = SplitMix(0)
    fields["keys"].flat = [random.next64() for _ in range(fields["keys"].size)]
    for byte in range(256):
        for n, bit in enumerate(bits(byte)):
            fields["select"][byte, n] = bit
    geometry.flags.writeable = False
    return geometry


@lru_cache(maxsize=64)
def _position_type(rules: Rules) -> np.dtype[np.void]:
    return with_tail(
        threats.Position,
        threats.POSITION_BYTES,
        threats=(np.uint64, (2, rules.columns)),
        lines=(np.uint32, (2, Lines.of(rules).line_count)),
    )


def threat_scratch(rules: Rules) -> Records:
    """Room for a position."""
    return np.zeros(1, _position_type(rules))


def threat_position(board: GridBoard) -> Records:
    """A board as the kernels keep it. It has to be open: a run that is there already is not looked for."""
    rules, layout = board.rules, board.rules.layout
    geometry = threat_geometry(rules)[0]
    position = threat_scratch(rules)
    fields = position[0]
    key = 0 if board.turn is Side.FIRST else threats.SECOND_TO_MOVE
    rows_of = [[0] * rules.columns for _ in Side]
    for number, side in enumerate((Side.FIRST, Side.SECOND)):
        fields["lines"][number] = Lines.of(rules).masks(rules, board.stones(side))
        for bit in bits(board.stones(side)):
            key ^= int(geometry["keys"][(number, *layout.cell(bit))])
        for bit in bits(board.threat_mask(side)):
            column, row = layout.cell(bit)
            rows_of[number][column] |= 1 << row
    fields["threats"] = rows_of
    now = above = is_open = 0
    filled = layout.playable & ~board.free
    for column in range(rules.columns):
        level = (filled & layout.column_masks[column]).bit_count()
        fields["level"][column] = level
        landing, after = (int(row) for row in geometry["fill"][column, level : level + 2])
        is_open |= (landing != threats.NO_ROW) << column
        for number in range(2):
            rows = rows_of[number][column]
            now |= (rows >> landing & 1) << (column + 32 * number)
            above |= (rows >> after & 1) << (column + 32 * number)
    fields["turn"] = 0 if board.turn is Side.FIRST else 1
    fields["left"] = board.free.bit_count()
    fields["open"], fields["now"], fields["above"], fields["hash"] = is_open, now, above, key
    return position
