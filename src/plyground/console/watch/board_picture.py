"""A position of any game as lines of text: grids as they are played, heaps as sticks, branches one below the other."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from plyground.board import Board
from plyground.console.picture import board_lines
from plyground.console.terminal import Glyphs
from plyground.grid import GridBoard
from plyground.learn import Nim, NumberTree, board_text

__all__ = ["picture_lines"]

_MOST_LINES = 12


def picture_lines(board: Board, glyphs: Glyphs, room: int) -> list[Text]:
    """At most `room` columns wide, except for grids that need more."""
    if isinstance(board, GridBoard):
        return board_lines(board, glyphs, room)
    if isinstance(board, Nim):
        return [
            Text.assemble((f"{number}  ", "dim"), "|" * heap, ("  " if heap else "", ""), (str(heap), "bold"))
            for number, heap in enumerate(board.heaps, 1)
        ]
    if isinstance(board, NumberTree) and board.branches:
        lines = [
            Text.assemble(("" if below.name else f"{move}  ", "dim"), board_text(below))
            for move in board.legal_moves[:_MOST_LINES]
            for below in [board.move(move)]
        ]
        if len(board.branches) > _MOST_LINES:
            lines[-1] = Text(glyphs.ellipsis)
    else:
        # Folding needs a console only for its rules about words and wide letters.
        text = Text(board_text(board) or type(board).__name__)
        lines = list(text.wrap(Console(width=room), room))[:_MOST_LINES]
    for line in lines:
        line.truncate(room, overflow="ellipsis")
    return lines
