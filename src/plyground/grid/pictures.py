"""A board as plain text, and what every drawing of it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from plyground.board import Side
from plyground.errors import N_, InputError
from plyground.grid.board import GridBoard
from plyground.grid.layout import Cell
from plyground.grid.notation import Position, board_of, cell_text, column_text
from plyground.grid.rules import Rules, rules_of

__all__ = ["column_label", "draw_text", "has_letters", "mark_of", "winning_lines"]

_LETTER = {Side.FIRST: "x", Side.SECOND: "o"}


def has_letters(rules: Rules | str) -> bool:
    """Whether the game is drawn with X and O instead of stones: up to three in a row without gravity.

    >>> from plyground.grid import GOMOKU, TICTACTOE
    >>> has_letters(TICTACTOE), has_letters(GOMOKU)
    (True, False)
    """
    rules = rules_of(rules)
    return not rules.gravity and rules.connect <= 3


def column_label(board: Position, column: int) -> str:
    """What stands under a column: what a move is written with."""
    return column_text(column) if board_of(board).rules.gravity else cell_text((column, 0))[:-1]


def draw_text(board: Position, signs: Mapping[Cell, str] | None = None) -> str:
    """Rows from the top, `x` and `o`, free cells `.`, blocked ones `#`, with the coordinates that moves use.

    The stones of a winning run are capitals. A free cell of `signs`, (column, row), shows its sign instead.

    >>> from plyground.grid import PRESETS
    >>> print(draw_text(GridBoard.parse("b2 a3 b3 a2 b1", PRESETS["tictactoe"])))
    3  o X .
    2  o X .
    1  . X .
       a b c
    """
    board, signs = board_of(board), _checked({} if signs is None else signs)
    rules, winning = board.rules, board.winning_cells
    labels = [column_label(board, column) for column in range(rules.columns)]
    width = max(len(label) for label in labels)
    margin = len(str(rules.rows))
    lines = []
    for row in reversed(range(rules.rows)):
        marks = [mark_of(board, (column, row)) for column in range(rules.columns)]
        marks = [mark.upper() if (column, row) in winning else mark for column, mark in enumerate(marks)]
        marks = [signs.get((column, row), mark) if mark == "." else mark for column, mark in enumerate(marks)]
        lines.append(f"{row + 1:>{margin}}  " + " ".join(mark.rjust(width) for mark in marks))
    lines.append(" " * (margin + 2) + " ".join(label.rjust(width) for label in labels))
    return "\n".join(lines)


def _checked(signs: Any) -> Mapping[Cell, str]:
    if isinstance(signs, Mapping) and all(
        isinstance(cell, tuple) and isinstance(sign, str) for cell, sign in signs.items()
    ):
        return signs
    raise InputError(
        N_("the signs are {value}; they have to be texts by their cells, each (column, row)"), value=repr(signs)
    )


def mark_of(board: GridBoard, cell: Cell) -> str:
    """`x`, `o`, `.` for a free cell, `#` for a blocked one."""
    if cell in board.rules.blocked:
        return "#"
    side = board.at(*cell)
    return "." if side is None else _LETTER[side]


def winning_lines(board: Position) -> Iterator[tuple[Cell, Cell]]:
    """The two ends of every run that wins."""
    board = board_of(board)
    won = board.winner
    for column, row in sorted(board.winning_cells):
        for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if _owner(board, (column - across, row - up)) is won:
                continue  # a run is followed from its first stone
            length = 1
            while _owner(board, (column + across * length, row + up * length)) is won:
                length += 1
            if length >= board.rules.connect:
                yield (column, row), (column + across * (length - 1), row + up * (length - 1))


def _owner(board: GridBoard, cell: Cell) -> Side | None:
    column, row = cell
    inside = 0 <= column < board.rules.columns and 0 <= row < board.rules.rows
    return board.at(column, row) if inside else None
