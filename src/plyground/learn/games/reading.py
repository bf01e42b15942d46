"""Positions of every game that can be learnt with, from texts and as texts."""

from __future__ import annotations

import re

from plyground.board import Board
from plyground.errors import N_, NotationError
from plyground.grid import CFOUR, GridBoard, Rules, position_text, read_position
from plyground.learn.games.nim import Nim
from plyground.learn.games.number_tree import NumberTree

__all__ = ["board_text", "read_board", "read_teaching_board"]


def read_board(text: str, rules: Rules | str | None = None) -> Board:
    """The position that a text means: heaps of Nim, a tree of numbers, or whatever `read_position` reads.

    `rules` are those of a grid whose text does not name its own; Connect Four if they are not given.

    >>> read_board("nim 3 4 5"), read_board("[[3,12,8],[2,4,6]]").legal_moves
    (Nim(heaps=(3, 4, 5), turn=<Side.FIRST: 0>), range(1, 3))
    >>> read_board("b2 a1", "tictactoe") == read_board("tictactoe: b2 a1")
    True
    """
    if not isinstance(text, str):
        raise NotationError(
            N_("{value} is not a text; write it between quotation marks, like '4453'"), value=repr(text)
        )
    board = read_teaching_board(text)
    return read_position(text, CFOUR if rules is None else rules).board if board is None else board


def read_teaching_board(text: str) -> Board | None:
    """Heaps of Nim or a tree of numbers; None for any other text."""
    # Messages show the text in one line; the places in it stay the same.
    line = re.sub(r"\s", " ", text)
    if re.match(r" *nim\b", line, re.IGNORECASE):
        return Nim.parse(line)
    if re.match(r" *([A-Za-z][A-Za-z0-9]* *: *)?\[", line):
        return NumberTree.parse(line)
    return None


def board_text(board: Board) -> str:
    """A position in few characters: `3 4 5` of Nim, a tree in its brackets, the rows of a grid.

    A game of one's own is shown as its `str`; empty if it defines none.

    >>> board_text(read_board("nim 3 4 5").move(1))
    '2 4 5'
    """
    if isinstance(board, GridBoard):
        return position_text(board)
    if isinstance(board, Nim):
        return board.sizes
    kind = type(board)
    return str(board) if kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__ else ""
