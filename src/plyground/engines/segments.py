"""The segments of a board and the evaluators over them, as tables for the kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.board import Evaluator
from plyground.engines.geometry import address
from plyground.errors import N_, UnsupportedError
from plyground.grid import (
    SEGMENTS,
    GridBoard,
    OpenLines,
    OutcomeValue,
    PositionWindows,
    Rules,
    Segments,
    bits,
)
from plyground.kernels.alphabeta import search as kernel

__all__ = ["SegmentBoard", "SegmentPosition", "segment_board"]


@dataclass(frozen=True)
class Worth:
    """An evaluator as tables: what a segment with so many stones is worth, and what the end of the game is."""

    table: NDArray[np.int64]
    ends_count: bool
    win: float = 0.0
    win_sooner: float = 0.0


class SegmentBoard:
    """What `kernels.alphabeta` knows of a board and an evaluator; keeps the arrays alive."""

    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        layout = rules.layout
        worth = _worth(rules, evaluator)
        start, listed = _segments_by_cell(rules)
        move_cell = np.array([bit.bit_length() - 1 for bit in layout.reading_order], np.uint16)
        fill = np.zeros(32 * 32, np.uint16)
        depths = np.zeros(32, np.uint8)
        for column in range(rules.columns):
            cells = list(bits(layout.playable & layout.column_masks[column]))
            fill[column * 32 : column * 32 + len(cells)] = cells
            depths[column] = len(cells)
        self.rules = rules
        self.moves = rules.columns if rules.gravity else rules.columns * rules.rows
        self.slots = np.zeros(kernel.BOARD_SLOTS, np.int64)
        self._alive: list[NDArray[Any]] = [move_cell, fill, depths, start, listed, worth.table]
        for slot, array in enumerate(self._alive):
            self.slots[slot] = address(array)
        self.slots[kernel.CONNECT] = len(worth.table) - 1
        self.slots[kernel.MOVES] = self.moves
        self.slots[kernel.GRAVITY] = rules.gravity
        self.slots[kernel.ENDS_COUNT] = worth.ends_count
        self.slots.view(np.float64)[[kernel.WIN, kernel.WIN_SOONER]] = worth.win, worth.win_sooner
        self.table = worth.table


class SegmentPosition:
    """A position for the kernel, counted for the side to move."""

    def __init__(self, tables: SegmentBoard, board: GridBoard) -> None:
        layout = board.rules.layout
        own, other = board.stones(board.turn), board.stones(board.turn.opposite)
        # A run longer than every line has no segments, but the table still wants a row and a column.
        counts = [(0, 0)] if len(tables.table) == 1 else []
        if not counts:
            counts = [((own & segment).bit_count(), (other & segment).bit_count()) for segment in layout.segments]
        self.counts = np.array(counts or [(0, 0)], np.uint8)
        if board.rules.gravity:
            filled = layout.playable & ~board.free
            self.taken = np.array([(filled & mask).bit_count() for mask in layout.column_masks], np.uint8)
        else:
            self.taken = np.ones(layout.columns * layout.height, np.uint8)
            self.taken[list(bits(board.free))] = 0
        self.slots = np.zeros(kernel.POSITION_SLOTS, np.int64)
        self.slots[kernel.COUNTS] = address(self.counts)
        self.slots[kernel.TAKEN] = address(self.taken)
        self.slots[kernel.LEFT] = board.free.bit_count()
        self.slots[kernel.SUM] = tables.table[tuple(self.counts.T)].sum() if counts else 0


@lru_cache(maxsize=32)
def segment_board(rules: Rules, evaluator: Evaluator | None) -> SegmentBoard:
    """Shared, so nobody writes to it."""
    return SegmentBoard(rules, SEGMENTS if evaluator is None else evaluator)


def _segments_by_cell(rules: Rules) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    layout = rules.layout
    through: list[list[int]] = [[] for _ in range(layout.columns * layout.height)]
    for index, segment in enumerate(layout.segments):
        for number in bits(segment):
            through[number].append(index)
    start = np.zeros(len(through) + 1, np.int32)
    start[1:] = np.cumsum([len(indices) for indices in through])
    listed = np.array([index for indices in through for index in indices] or [0], np.uint16)
    return start, listed


def _worth(rules: Rules, evaluator: Evaluator) -> Worth:
    connect = rules.connect if rules.layout.segments else 0
    table = np.zeros((connect + 1, connect + 1), np.int64)

    def lacking(stones: int, *weights: float) -> float:
        return weights[connect - stones] if stones and connect - stones < len(weights) else 0

    def fill(value: Any) -> None:
        for mine in range(connect + 1):
            for theirs in range(connect + 1 - mine):
                worth = value(mine, theirs)
                if worth != int(worth):
                    raise UnsupportedError(
                        N_("the compiled search counts in whole numbers, not {value}; the textbook search takes any"),
                        value=worth,
                    )
                table[mine, theirs] = int(worth)

    match evaluator:
        case OutcomeValue():
            return Worth(table, True, evaluator.win, float(evaluator.distance))
        case Segments():
            weights = (evaluator.complete, evaluator.one_short, evaluator.two_short)
            fill(
                lambda mine, theirs: (
                    lacking(mine, *weights) if not theirs else -lacking(theirs, *weights) if not mine else 0
                )
            )
            return Worth(table, False)
        case PositionWindows():
            own = (evaluator.complete, evaluator.one_short, evaluator.two_short)
            fill(
                lambda mine, theirs: (
                    mine
                    - theirs
                    + (lacking(mine, *own) if not theirs else 0)
                    + (lacking(theirs, 0, evaluator.opponent_one_short) if theirs and not mine else 0)
                )
            )
            return Worth(table, True, evaluator.end)
        case OpenLines():
            square = evaluator.weighted

            def lines(mine: int, theirs: int) -> int:
                if (mine and theirs) or not (mine or theirs):
                    return 0
                size = (mine or theirs) ** 2 if square else 1
                return size if mine else -size

            fill(lines)
            return Worth(table, True, 1_000_000 if square else math.inf, float(square))
    raise UnsupportedError(
        N_("the compiled search knows the evaluators of the grid family, not {kind}; the textbook search takes any"),
        kind=getattr(evaluator, "__name__", type(evaluator).__name__),
    )
