"""Drawings of a board: plain text and SVG."""

from __future__ import annotations

from plyground.board import Side
from plyground.grid.board import GridBoard
from plyground.grid.notation import cell_text, column_text

__all__ = ["draw_svg", "draw_text"]

_CELL = 40
_MARGIN = 24
# Okabe and Ito's orange and blue differ in lightness too; the ring and the dot need no colour at all.
_COLOURS = {Side.FIRST: "#e69f00", Side.SECOND: "#0072b2"}
_INK = "#333333"


def column_label(board: GridBoard, column: int) -> str:
    return column_text(column) if board.rules.gravity else cell_text((column, 0))[:-1]


def draw_text(board: GridBoard) -> str:
    """Rows from the top, `x` and `o`, free cells `.`, blocked ones `#`, with the coordinates that moves use.

    >>> print(draw_text(GridBoard.parse("b2 a3", __import__("plyground").TICTACTOE)))
    3  o . .
    2  . x .
    1  . . .
       a b c
    """
    rules = board.rules
    marks = {None: ".", Side.FIRST: "x", Side.SECOND: "o"}
    labels = [column_label(board, column) for column in range(rules.columns)]
    width = max(len(label) for label in labels)
    margin = len(str(rules.rows))
    lines = []
    for row in reversed(range(rules.rows)):
        cells = [
            "#" if (column, row) in rules.blocked else marks[board.at(column, row)] for column in range(rules.columns)
        ]
        lines.append(f"{row + 1:>{margin}}  " + " ".join(cell.rjust(width) for cell in cells))
    lines.append(" " * (margin + 2) + " ".join(label.rjust(width) for label in labels))
    return "\n".join(lines)


def draw_svg(board: GridBoard) -> str:
    """A picture with coordinates, the last stone and the winning line marked."""
    rules = board.rules
    width = rules.columns * _CELL + 2 * _MARGIN
    height = rules.rows * _CELL + 2 * _MARGIN
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="sans-serif" font-size="13">'
        ),
        (
            "<defs><pattern id='block' width='6' height='6' patternUnits='userSpaceOnUse' "
            "patternTransform='rotate(45)'><rect width='6' height='6' fill='#bbbbbb'/>"
            "<rect width='3' height='6' fill='#777777'/></pattern></defs>"
        ),
        f'<rect width="{width}" height="{height}" rx="8" fill="#e8e6e1"/>',
    ]
    winning = board.winning_cells
    for column in range(rules.columns):
        for row in range(rules.rows):
            x = _MARGIN + column * _CELL + _CELL // 2
            y = _MARGIN + (rules.rows - 1 - row) * _CELL + _CELL // 2
            parts.append(_cell(board, (column, row), x, y, (column, row) in winning))
    for column in range(rules.columns):
        x = _MARGIN + column * _CELL + _CELL // 2
        parts.append(_label(x, height - 7, column_label(board, column)))
    for row in range(rules.rows):
        y = _MARGIN + (rules.rows - 1 - row) * _CELL + _CELL // 2 + 5
        parts.append(_label(_MARGIN // 2, y, str(row + 1)))
    parts.append("</svg>")
    return "".join(parts)


def _label(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" fill="{_INK}">{text}</text>'


def _cell(board: GridBoard, cell: tuple[int, int], x: int, y: int, winning: bool) -> str:
    name = cell_text(cell)
    if cell in board.rules.blocked:
        half = _CELL // 2 - 2
        return (
            f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" '
            f'fill="url(#block)" data-cell="{name}" data-mark="#"/>'
        )
    side = board.at(*cell)
    if side is None:
        return f'<circle cx="{x}" cy="{y}" r="16" fill="#ffffff" stroke="#c9c5bc" data-cell="{name}"/>'
    mark = "x" if side is Side.FIRST else "o"
    stone = f'<circle cx="{x}" cy="{y}" r="16" fill="{_COLOURS[side]}" data-cell="{name}" data-mark="{mark}"/>'
    # First player: a ring; second player: a solid dot.
    stone += (
        f'<circle cx="{x}" cy="{y}" r="8" fill="none" stroke="{_INK}" stroke-width="2.5"/>'
        if side is Side.FIRST
        else f'<circle cx="{x}" cy="{y}" r="5" fill="#ffffff"/>'
    )
    if winning:
        stone += f'<circle cx="{x}" cy="{y}" r="18" fill="none" stroke="{_INK}" stroke-width="3" class="winning"/>'
    elif cell == board.last_cell:
        stone += (
            f'<circle cx="{x}" cy="{y}" r="18" fill="none" stroke="{_INK}" stroke-width="1.5" '
            'stroke-dasharray="4 3" class="last"/>'
        )
    return stone
