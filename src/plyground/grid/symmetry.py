"""The symmetries that a set of rules has, and the smallest of a position's images.

With gravity a board has its mirror image; without, a rectangle has four images and a square eight.
A symmetry has to leave the set of blocked cells as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from plyground.board import Move, Side
from plyground.grid.board import GridBoard
from plyground.grid.layout import Cell, bits
from plyground.grid.notation import Position, board_of
from plyground.grid.rules import Rules, rules_of

__all__ = ["Symmetry", "canonical", "images", "symmetries"]


@dataclass(frozen=True)
class Symmetry:
    """Swap the axes first (`transpose`), then mirror columns and rows."""

    transpose: bool
    flip_columns: bool
    flip_rows: bool

    def cell(self, rules: Rules, cell: Cell) -> Cell:
        column, row = (cell[1], cell[0]) if self.transpose else cell
        if self.flip_columns:
            column = rules.columns - 1 - column
        if self.flip_rows:
            row = rules.rows - 1 - row
        return column, row

    def move(self, rules: Rules, move: Move) -> Move:
        """The same move in the image."""
        if rules.gravity:
            return rules.columns - 1 - move if self.flip_columns else move
        return rules.move_into(self.cell(rules, rules.layout.cell_at(move)))

    def mask(self, rules: Rules, mask: int) -> int:
        """The image of a mask of cells."""
        layout = rules.layout
        if self.transpose or self.flip_rows:
            return sum(layout.bit(*self.cell(rules, layout.cell(number))) for number in bits(mask))
        if not self.flip_columns:
            return mask
        # Whole columns change places: the mirror of a gravity board, which counting and solving ask for often.
        height, column, result = layout.height, layout.column_masks[0], 0
        for _ in range(rules.columns):
            result = result << height | mask & column
            mask >>= height
        return result

    def board(self, board: GridBoard) -> GridBoard:
        """The image of a position, its last move included."""
        return board.rearranged(lambda mask: self.mask(board.rules, mask))


IDENTITY = Symmetry(False, False, False)


def symmetries(rules: Rules | str) -> tuple[Symmetry, ...]:
    """All symmetries of `rules`, the identity first."""
    return _symmetries(rules_of(rules))


@lru_cache(maxsize=256)
def _symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    flags = (False, True)
    candidates = (
        [IDENTITY, Symmetry(False, True, False)]
        if rules.gravity
        else [
            Symmetry(transpose, columns, rows)
            for transpose in (flags if rules.columns == rules.rows else (False,))
            for columns in flags
            for rows in flags
        ]
    )
    return tuple(
        symmetry for symmetry in candidates if {symmetry.cell(rules, cell) for cell in rules.blocked} == rules.blocked
    )


def images(board: Position) -> list[GridBoard]:
    """The position under every symmetry of its rules, itself first."""
    board = board_of(board)
    return [symmetry.board(board) for symmetry in symmetries(board.rules)]


def canonical(board: Position) -> GridBoard:
    """One position for all images: the one with the smallest stones."""
    return min(images(board), key=lambda image: (image.stones(Side.FIRST), image.stones(Side.SECOND)))
