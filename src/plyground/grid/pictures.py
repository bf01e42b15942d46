"""Drawings of a board: plain text and SVG."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Side
from plyground.grid.board import GridBoard
from plyground.grid.layout import Cell
from plyground.grid.notation import cell_text, column_text, position_text

__all__ = ["column_label", "draw_svg", "draw_text"]

_CELL = 44
_EDGE = 12  # around the cells, where no labels stand
_LABELS = 34  # left of and below the cells
_WIDEST = 960  # a larger drawing is shown smaller

_PAPER, _BOARD, _HOLE, _LINE, _INK = "#f6f3ec", "#cfc8b8", "#fbfaf7", "#a79f8d", "#1c1c1c"
# Okabe and Ito's orange and blue: apart in every kind of colour vision, and one light, one dark without any.
_FILL = {Side.FIRST: "#e69f00", Side.SECOND: "#0072b2"}
_RIM = {Side.FIRST: "#8a5f00", Side.SECOND: "#00395a"}
_LETTER = {Side.FIRST: "x", Side.SECOND: "o"}


def column_label(board: GridBoard, column: int) -> str:
    """What stands under a column: what a move is written with."""
    return column_text(column) if board.rules.gravity else cell_text((column, 0))[:-1]


def draw_text(board: GridBoard) -> str:
    """Rows from the top, `x` and `o`, free cells `.`, blocked ones `#`, with the coordinates that moves use.

    The stones of a winning run are capitals.

    >>> from plyground.grid import PRESETS
    >>> print(draw_text(GridBoard.parse("b2 a3 b3 a2 b1", PRESETS["tictactoe"])))
    3  o X .
    2  o X .
    1  . X .
       a b c
    """
    rules, winning = board.rules, board.winning_cells
    labels = [column_label(board, column) for column in range(rules.columns)]
    width = max(len(label) for label in labels)
    margin = len(str(rules.rows))
    lines = []
    for row in reversed(range(rules.rows)):
        marks = [_mark(board, (column, row)) for column in range(rules.columns)]
        marks = [mark.upper() if (column, row) in winning else mark for column, mark in enumerate(marks)]
        lines.append(f"{row + 1:>{margin}}  " + " ".join(mark.rjust(width) for mark in marks))
    lines.append(" " * (margin + 2) + " ".join(label.rjust(width) for label in labels))
    return "\n".join(lines)


def _mark(board: GridBoard, cell: Cell) -> str:
    if cell in board.rules.blocked:
        return "#"
    side = board.at(*cell)
    return "." if side is None else _LETTER[side]


def draw_svg(board: GridBoard) -> str:
    """A picture with coordinates: a frame around the last stone, a line through a winning run.

    The first player's stones are light and carry a ring, the second's are dark and carry a dot. Every cell is a
    group with `data-cell` and `data-mark`, and the classes `last` and `winning` where they apply.
    """
    rules = board.rules
    width = _LABELS + rules.columns * _CELL + _EDGE
    height = _EDGE + rules.rows * _CELL + _LABELS
    scale = min(1.0, _WIDEST / max(width, height))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:g}" height="{height * scale:g}" role="img" '
        'font-family="system-ui, sans-serif" font-size="16" text-anchor="middle">'
    )
    panel = (
        f'<rect width="{width}" height="{height}" rx="10" fill="{_PAPER}"/>'
        f'<rect x="{_LABELS - 4}" y="{_EDGE - 4}" width="{rules.columns * _CELL + 8}" '
        f'height="{rules.rows * _CELL + 8}" rx="8" fill="{_BOARD}"/>'
    )
    parts = [head, f"<title>{rules} · {position_text(board)}</title>", panel]
    parts += [_cell(board, (column, row)) for row in range(rules.rows) for column in range(rules.columns)]
    parts += [_line(board, start, end) for start, end in winning_lines(board)]
    if board.winner is not None:  # the line has covered their signs
        parts += [_sign(*_centre(board, cell), board.winner) for cell in sorted(board.winning_cells)]
    parts += [
        _label(_centre(board, (column, 0))[0], height - 11, column_label(board, column))
        for column in range(rules.columns)
    ]
    parts += [_label(_LABELS // 2 - 1, _centre(board, (0, row))[1] + 5, str(row + 1)) for row in range(rules.rows)]
    return "".join(parts) + "</svg>"


def winning_lines(board: GridBoard) -> Iterator[tuple[Cell, Cell]]:
    """The two ends of every run that wins."""
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


def _centre(board: GridBoard, cell: Cell) -> tuple[int, int]:
    column, row = cell
    return _LABELS + column * _CELL + _CELL // 2, _EDGE + (board.rules.rows - 1 - row) * _CELL + _CELL // 2


def _label(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{_INK}">{text}</text>'


def _circle(x: int, y: int, radius: float, fill: str, stroke: str = "none", width: float = 0) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'


def _line(board: GridBoard, start: Cell, end: Cell) -> str:
    (x1, y1), (x2, y2) = _centre(board, start), _centre(board, end)
    place = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-linecap="round"'
    # Light around dark is seen on both kinds of stone.
    return (
        f'<line {place} stroke="#ffffff" stroke-width="9"/>'
        f'<line {place} stroke="{_INK}" stroke-width="4.5" class="winning" '
        f'data-from="{cell_text(start)}" data-to="{cell_text(end)}"/>'
    )


def _cell(board: GridBoard, cell: Cell) -> str:
    (x, y), mark = _centre(board, cell), _mark(board, cell)
    side = board.at(*cell)
    classes = [
        name
        for name, applies in (("last", cell == board.last_cell), ("winning", cell in board.winning_cells))
        if applies
    ]
    named = f' class="{" ".join(classes)}"' if classes else ""
    if mark == "#":
        drawing = _block(x, y)
    else:
        drawing = _circle(x, y, 17.5, _HOLE, _LINE, 1) if board.rules.gravity else _square(x, y, _HOLE, _LINE, 1)
        if cell == board.last_cell:
            drawing = _square(x, y, _HOLE, _INK, 3)
        if side is not None:
            drawing += _stone(x, y, side)
    return f'<g data-cell="{cell_text(cell)}" data-mark="{mark}"{named}>{drawing}</g>'


def _square(x: int, y: int, fill: str, stroke: str = "none", width: float = 0) -> str:
    return (
        f'<rect x="{x - 20}" y="{y - 20}" width="40" height="40" rx="4" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
    )


def _stone(x: int, y: int, side: Side) -> str:
    return _circle(x, y, 16, _FILL[side], _RIM[side], 2) + _sign(x, y, side)


def _sign(x: int, y: int, side: Side) -> str:
    """What tells the stones apart without any colour."""
    return _circle(x, y, 8, "none", _RIM[side], 3) if side is Side.FIRST else _circle(x, y, 5, "#ffffff")


def _block(x: int, y: int) -> str:
    """A hatched square, drawn without a pattern: patterns have names, and a page may hold many boards."""
    hatch = "".join(
        f"M{x - 20 + max(0, k)} {y + 20 + min(0, k)}L{x + 20 + min(0, k)} {y - 20 + max(0, k)}"
        for k in range(-30, 31, 10)
    )
    return f'{_square(x, y, "#8d8678")}<path d="{hatch}" stroke="#5d574b" stroke-width="3"/>'
