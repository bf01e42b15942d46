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
from plyground.kernels.memory import Argument

__all__ = ["SegmentBoard", "SegmentPosition", "segment_board"]


@dataclass(frozen=True)
class Worth:
    """An evaluator as tables: what a segment with so many stones is worth, and what the end of the game is."""

    table: NDArray[np.int64]
    ends_count: bool
    win: float = 0.0
    win_sooner: float = 0.0


class SegmentBoard:
    """What the kernels of alpha-beta know of a board and an evaluator; keeps the arrays alive."""

    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        layout = rules.layout
        worth = _worth(rules, evaluator)
        first_segment, segments = _segments_by_cell(rules)
        fill = np.zeros((32, 32), np.uint16)
        depth = np.zeros(32, np.uint8)
        for column in range(rules.columns):
            cells = list(bits(layout.playable & layout.column_masks[column]))
            fill[column, : len(cells)] = cells
            depth[column] = len(cells)
        self.moves = rules.columns if rules.gravity else rules.columns * rules.rows
        self.table = worth.table
        self._arrays: dict[str, NDArray[Any]] = {
            "cell_of_move": np.array([bit.bit_length() - 1 for bit in layout.reading_order], np.uint16),
            "fill": fill,
            "depth": depth,
            "first_segment": first_segment,
            "segments": segments,
            "worth": worth.table,
        }
        self._memory = kernel.Board.new()
        for field, array in self._arrays.items():
            self._memory[field] = address(array)
        self._memory["connect"] = len(worth.table) - 1
        self._memory["moves"] = self.moves
        self._memory["gravity"] = rules.gravity
        self._memory["ends_count"] = worth.ends_count
        self._memory["win"] = worth.win
        self._memory["win_sooner"] = worth.win_sooner

    @property
    def argument(self) -> Argument:
        """For the kernels."""
        return kernel.Board.at(self._memory)


class SegmentPosition:
    """A position for the kernels, counted for the side to move."""

    def __init__(self, tables: SegmentBoard, board: GridBoard) -> None:
        layout = board.rules.layout
        own, other = board.stones(board.turn), board.stones(board.turn.opposite)
        # A run longer than every line has no segments, but the table still wants a row and a column.
        counts = [(0, 0)] if len(tables.table) == 1 else []
        if not counts:
            counts = [((own & segment).bit_count(), (other & segment).bit_count()) for segment in layout.segments]
        self._stones = np.array(counts or [(0, 0)], np.uint8)
        if board.rules.gravity:
            filled = layout.playable & ~board.free
            self._taken = np.array([(filled & mask).bit_count() for mask in layout.column_masks], np.uint8)
        else:
            self._taken = np.ones(layout.columns * layout.height, np.uint8)
            self._taken[list(bits(board.free))] = 0
        self._memory = kernel.Position.new()
        self._memory["stones"] = address(self._stones)
        self._memory["taken"] = address(self._taken)
        self._memory["left"] = board.free.bit_count()
        self._memory["sum"] = tables.table[tuple(self._stones.T)].sum() if counts else 0

    @property
    def argument(self) -> Argument:
        """For the kernels."""
        return kernel.Position.at(self._memory)


@lru_cache(maxsize=32)
def segment_board(rules: Rules, evaluator: Evaluator | None) -> SegmentBoard:
    """Shared, so nobody writes to it."""
    return SegmentBoard(rules, SEGMENTS if evaluator is None else evaluator)


def _segments_by_cell(rules: Rules) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Where the segments of each cell start in a list, and the list."""
    layout = rules.layout
    through: list[list[int]] = [[] for _ in range(layout.columns * layout.height)]
    for index, segment in enumerate(layout.segments):
        for number in bits(segment):
            through[number].append(index)
    start = np.zeros(len(through) + 1, np.int32)
    start[1:] = np.cumsum([len(indices) for indices in through])
    segments = np.array([index for indices in through for index in indices] or [0], np.uint16)
    return start, segments


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
