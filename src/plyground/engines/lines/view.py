"""What a look at a board without gravity shows, without a search: threats of both sides, and moves to think of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plyground.board import Move, Side, require_open
from plyground.engines.lines.tables import LinePosition, has_lines, line_board, worths
from plyground.errors import N_, UnsupportedError
from plyground.grid import GridBoard
from plyground.kernels.lines import position as kernel
from plyground.kernels.lines import shapes

__all__ = ["LineChoice", "LineView"]


@dataclass(frozen=True, slots=True)
class LineChoice:
    """A free cell, and what a stone there would make: for the side to move, and for its opponent.

    The threats are those of `kernels.lines.shapes`, from nothing (0) to a win (9).
    """

    move: Move
    own: int
    other: int
    worth: int
    """What the search orders its moves by."""


class LineView:
    """A position that is not over, as `kernels.lines` sees it.

    >>> board = GridBoard.parse("h8 a1 h9 a2 h10 a15", "gomoku")
    >>> view = LineView(board)
    >>> sorted(board.move_name(move) for move in view.forks(Side.FIRST))
    ['h11', 'h7']
    """

    def __init__(self, board: GridBoard) -> None:
        require_open(board.outcome)
        if not has_lines(board.rules):
            raise UnsupportedError(
                N_("threats are searched on boards without gravity, for runs of {least} to {most}, not on {rules}"),
                least=shapes.SHORTEST,
                most=shapes.LONGEST,
                rules=str(board.rules),
            )
        self.board = board
        position = LinePosition(line_board(board.rules), board)
        memory, cells = position.memory[0], board.rules.columns * board.rules.rows
        self._side = position.side
        self._threats = memory["threats"][:cells]
        self._lines = memory["lines"][:cells]
        self._is_free = memory["stones"][:cells] == kernel.FREE
        self._is_near = memory["near"][:cells] > 0

    def wins(self, side: Side) -> tuple[Move, ...]:
        """The cells on which a stone of `side` completes a line: it has a four."""
        return self._with(side, shapes.WINS)

    def forks(self, side: Side) -> tuple[Move, ...]:
        """The cells on which a stone of `side` gets two cells to win on: it has an open three, or two fours to make."""
        return self._with(side, shapes.MAKES_OPEN_FOUR)

    def _with(self, side: Side, threat: int) -> tuple[Move, ...]:
        column = self._side if side is self.board.turn else 1 - self._side
        found = np.flatnonzero(self._is_free & (self._threats[:, column] == threat))
        return tuple(int(move) for move in found)

    def choices(self) -> list[LineChoice]:
        """The moves that are worth a thought, the most urgent first: near stones, or all where none is near."""
        own, other = self._side, 1 - self._side
        wanted = self._is_free & (self._is_near | (self._threats >= shapes.MAKES_THREE).any(axis=1))
        moves = np.flatnonzero(wanted if wanted.any() else self._is_free)
        table = worths()
        # The weights of the two sides are those of `kernels.lines.moves.rank_of`.
        worth = 3 * table[self._lines[moves, own]] + 2 * table[self._lines[moves, other]]
        found = [
            LineChoice(int(move), int(self._threats[move, own]), int(self._threats[move, other]), int(value))
            for move, value in zip(moves, worth, strict=True)
        ]
        return sorted(found, key=lambda choice: -choice.worth)
