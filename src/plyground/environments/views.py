"""What a learner sees: a board as planes of stones, and a mask of the moves that can be played."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from plyground.board import Side
from plyground.engines import BatchStep, BoardBatch
from plyground.grid import GridBoard, Rules

__all__ = ["BatchStep", "BoardBatch", "move_mask", "plane_shape", "planes"]


def plane_shape(rules: Rules) -> tuple[int, int, int]:
    return 3, rules.rows, rules.columns


def planes(board: GridBoard, side: Side | None = None) -> NDArray[np.int8]:
    """The board as `side` sees it, the side to move unless you say: three planes of zeros and ones, the top row first.

    The first has the stones of `side`, the second those of the other side, the third the blocked cells.

    >>> planes(GridBoard("3x2 connect=3 blocked=a1").move(2)).tolist()
    [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 1]], [[0, 0, 0], [1, 0, 0]]]
    """
    rules = board.rules
    own = board.turn if side is None else side
    masks = (board.stones(own), board.stones(own.opposite), rules.layout.blocked)
    length = rules.columns * rules.layout.height // 8 + 1
    stored = np.frombuffer(b"".join(mask.to_bytes(length, "little") for mask in masks), np.uint8)
    cells = np.unpackbits(stored.reshape(3, length), axis=1, bitorder="little")[:, _bit_numbers(rules)]
    return cells.view(np.int8).reshape(plane_shape(rules))


def move_mask(board: GridBoard) -> NDArray[np.int8]:
    """A 1 for every move that can be played, a 0 for all others.

    >>> move_mask(GridBoard("3x1 connect=3").move(2)).tolist()
    [1, 1, 0]
    """
    mask = np.zeros(board.rules.move_count, np.int8)
    mask[list(board.legal_moves)] = 1
    return mask


@lru_cache(maxsize=64)
def _bit_numbers(rules: Rules) -> NDArray[np.int64]:
    """For every cell in reading order, the number of its bit."""
    return np.array([bit.bit_length() - 1 for bit in rules.layout.reading_order], np.int64)
