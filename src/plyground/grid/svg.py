"""`draw_svg`: a board as a picture, with what a reader should see on it.

The colours and signs are those of the page. The picture brings its own light background, so that it reads the same in
light and dark notebooks. It has no ids and no styles, which would reach other pictures of the same document.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Protocol, TypeAlias
from unicodedata import east_asian_width

from plyground.board import Move, Side
from plyground.errors import N_, LimitError, NotationError, PositionError
from plyground.grid.board import GridBoard
from plyground.grid.layout import Cell, whole_cell
from plyground.grid.notation import Position, board_of, cell_text, parse_cell, parse_moves, position_text
from plyground.grid.pictures import column_label, has_letters, mark_of, winning_lines
from plyground.grid.rules_notation import rules_name

__all__ = ["draw_svg"]

_CELL = 44
_EDGE = 12  # around the cells, where no labels stand
_LABELS = 32  # left of and below the cells
_WIDEST = 960  # a larger drawing is shown smaller
_LINE = 12.5  # of a value's text
_FITS = 6  # narrow characters beside each other in a cell, at the size of a value's text; one more is tight
_MOST_LINES = 3

_PAPER, _INK, _QUIET = "#fbfaf7", "#22252a", "#5d636d"
_FACE, _HOLE, _SHADE, _PLUG, _HATCH = "#16294a", "#eceff3", "#0d1b33", "#22395e", "#8ba3c0"
_FILL = {Side.FIRST: "#ffd257", Side.SECOND: "#dc3444"}
_RIM = {Side.FIRST: "#6e4900", Side.SECOND: "#6f0f22"}
_LETTER = {Side.FIRST: "#8a5a00", Side.SECOND: "#b5273e"}
_SIGN = "#ffffff"  # the dot of the second side
_GOOD, _EVEN, _BAD = "#19703a", "#5a5f68", "#b02a2a"
_ARROW, _MARK, _MARK_UNDER = "#5b2a9d", "#7fe0c3", "#0b5c45"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Worded(Protocol):
    """A value that says itself in words and has a sign, as those of the solver do."""

    @property
    def words(self) -> str: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


Shown: TypeAlias = str | float | Worded
"""What is shown beside a move: a text, a number, or a value of the solver."""


def draw_svg(
    board: Position,
    *,
    arrows: Iterable[tuple[Cell | str, Cell | str]] = (),
    values: Mapping[Any, Shown] | None = None,
    ghosts: Iterable[Move | str] | str = (),
    marked: Iterable[Cell | str] = (),
    size: float | None = None,
    labels: bool = True,
) -> str:
    """A picture of a position: a frame around the last stone, a line through a winning run.

    `arrows` go from cell to cell, `marked` cells get a diamond; a cell is (column, row) or its text, `"d2"`. `values`
    of moves, or of their texts, stand above their columns, or in their cells without gravity. `ghosts` are the moves
    that may follow, in order, as numbers, their texts, or one text such as `"4453"`; they are drawn as numbered
    stones. `size` is the longer side in pixels.

    The first player's stones are light and carry a ring, the second's are dark and carry a dot; three in a row without
    gravity is played with X and O. Every cell is a group with `data-cell` and `data-mark`, and the classes `last` and
    `winning` where they apply.

    >>> draw_svg("4453", ghosts="34", marked=["d3"])[:4]
    '<svg'
    """
    return Picture(board_of(board), _moves_of(values), labels).drawn(
        arrows=[_ends(arrow) for arrow in _listed(arrows)],
        ghosts=ghosts,
        marked=_listed(marked),
        size=size,
    )


class Picture:
    """Where things stand in the picture of one board, and how they are drawn."""

    def __init__(self, board: GridBoard, values: Mapping[Move | str, Shown], labels: bool) -> None:
        self.board = board
        self.labels = labels
        self.values = {board.cell_of(self._move(move)): shown for move, shown in values.items()}
        rules = board.rules
        self.letters = has_letters(rules)
        most_lines = max((len(_folded(_text(shown))) for shown in self.values.values()), default=0)
        self.above = most_lines * _LINE + 14 if most_lines and rules.gravity else 0.0
        self.left = _LABELS if labels else _EDGE
        self.top = _EDGE + self.above
        self.width = self.left + rules.columns * _CELL + _EDGE
        self.height = self.top + rules.rows * _CELL + (_LABELS if labels else _EDGE)

    def drawn(
        self,
        arrows: Sequence[tuple[Cell | str, Cell | str]],
        ghosts: Iterable[Move | str] | str,
        marked: Iterable[Cell | str],
        size: float | None,
    ) -> str:
        parts = [
            *self.ground(size, self.board),
            *self._group("ghosts", self._ghosts(ghosts)),
            *(self.line(start, end) for start, end in winning_lines(self.board)),
            *self._group("marks", [self._mark(cell) for cell in marked]),
            *self._group("arrows", [self._arrow(start, end) for start, end in arrows]),
            *self._group("values", [self._value(cell, shown) for cell, shown in self.values.items()]),
            *self.coordinates(),
        ]
        return "".join(parts) + "</svg>"

    def ground(self, size: float | None, titled: GridBoard) -> list[str]:
        """The beginning of the picture, with the title of `titled`, and the cells with what lies on them."""
        rules = self.board.rules
        cells = [(column, row) for row in range(rules.rows) for column in range(rules.columns)]
        face = _rect(self.left - 6, self.top - 6, rules.columns * _CELL + 12, rules.rows * _CELL + 12, 10, _FACE)
        return [
            self._head(size),
            f"<title>{_escaped(_title(titled))}</title>",
            _rect(0, 0, self.width, self.height, 10, _PAPER),
            face,
            *(self._cell(cell) for cell in cells),
        ]

    def coordinates(self) -> list[str]:
        if not self.labels:
            return []
        rules = self.board.rules
        columns = [
            _label(self.centre((column, 0))[0], self.height - 9, column_label(self.board, column))
            for column in range(rules.columns)
        ]
        rows = [_label(_LABELS / 2 - 4, self.centre((0, row))[1] + 5, str(row + 1)) for row in range(rules.rows)]
        return columns + rows

    def _head(self, size: float | None) -> str:
        longer = max(self.width, self.height)
        scale = min(1.0, _WIDEST / longer) if size is None else _pixels(size) / longer
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width * scale:g}" height="{self.height * scale:g}" role="img" '
            'font-family="system-ui, sans-serif" font-size="15" text-anchor="middle">'
        )

    @staticmethod
    def _group(name: str, shapes: Sequence[str]) -> list[str]:
        # A plain picture has no empty groups.
        return [f'<g class="{name}">{"".join(shapes)}</g>'] if shapes else []

    def centre(self, cell: Cell) -> tuple[float, float]:
        column, row = cell
        return (
            self.left + column * _CELL + _CELL / 2,
            self.top + (self.board.rules.rows - 1 - row) * _CELL + _CELL / 2,
        )

    # What the caller names

    def _move(self, move: Move | str) -> Move:
        return self.board.parse_move(move) if isinstance(move, str) else move

    def _named(self, cell: Cell | str) -> Cell:
        if isinstance(cell, str):
            return parse_cell(cell, self.board.rules)
        if (pair := whole_cell(cell)) is None:
            raise PositionError(
                N_("the cell {value} is neither a text such as d2 nor a pair (column, row), both from 0"),
                value=repr(cell),
            )
        self.board.at(*pair)  # refuses what is not on the board
        return pair

    # What lies on the board

    def _cell(self, cell: Cell) -> str:
        board = self.board
        (x, y), mark, side = self.centre(cell), mark_of(board, cell), board.at(*cell)
        is_last = cell == board.last_cell
        classes = [name for name, applies in (("last", is_last), ("winning", cell in board.winning_cells)) if applies]
        named = f' class="{" ".join(classes)}"' if classes else ""
        if mark == "#":
            drawing = self._hole(x, y, _PLUG) + _hatching(x, y)
        else:
            drawing = self._hole(x, y, _HOLE) + ("" if side is None else self.stone(x, y, side))
        if is_last:
            drawing += self.frame(x, y)
        return f'<g data-cell="{cell_text(cell)}" data-mark="{mark}"{named}>{drawing}</g>'

    def frame(self, x: float, y: float) -> str:
        """Around the last stone."""
        if self.board.rules.gravity:
            return _circle(x, y, 19.5, "none", "#ffffff", 3)
        return _square(x, y, 38, "none", _INK, 3)

    def _hole(self, x: float, y: float, fill: str) -> str:
        if self.board.rules.gravity:
            return _circle(x, y, 18, fill, _SHADE, 1.5)
        return _square(x, y, 40, fill, _SHADE, 1)

    def stone(self, x: float, y: float, side: Side, number: int | None = None) -> str:
        """A stone; with a number, one that is still to come."""
        if self.letters:
            ghostly = "" if number is None else ' stroke-opacity="0.3"'
            drawing = (
                _cross(x, y, ghostly) if side is Side.FIRST else _circle(x, y, 11.5, "none", _LETTER[side], 6, ghostly)
            )
        else:
            radius = 17 if self.board.rules.gravity else 15.5
            ghostly = "" if number is None else ' fill-opacity="0.5" stroke-dasharray="5 3.5"'
            drawing = _circle(x, y, radius, _FILL[side], _RIM[side], 2, ghostly)
            if number is None:
                drawing += self._sign(x, y, side)
        if number is not None:
            drawing += f'<text x="{x:g}" y="{y + 6:g}" font-size="17" font-weight="650" fill="{_INK}">{number}</text>'
        return drawing

    @staticmethod
    def _sign(x: float, y: float, side: Side) -> str:
        """The signs distinguish the stones without any colour."""
        return _circle(x, y, 8.5, "none", _RIM[side], 3) if side is Side.FIRST else _circle(x, y, 4.8, _SIGN)

    def line(self, start: Cell, end: Cell) -> str:
        (x1, y1), (x2, y2) = self.centre(start), self.centre(end)
        place = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke-linecap="round"'
        # Light around dark is seen on both kinds of stone.
        return (
            f'<line {place} stroke="#ffffff" stroke-width="8"/>'
            f'<line {place} stroke="{_INK}" stroke-width="4.5" class="winning" '
            f'data-from="{cell_text(start)}" data-to="{cell_text(end)}"/>'
        )

    # What is drawn over it

    def _ghosts(self, moves: Iterable[Move | str] | str) -> list[str]:
        board, shapes = self.board, []
        named = parse_moves(board.rules, moves) if isinstance(moves, str) else _listed(moves)
        for number, move in enumerate(named, start=1):
            side, after = board.turn, board.move(self._move(move))
            assert after.last_cell is not None
            shapes.append(
                f'<g data-cell="{cell_text(after.last_cell)}" data-number="{number}">'
                f"{self.stone(*self.centre(after.last_cell), side, number)}</g>"
            )
            board = after
        return shapes

    def _mark(self, named: Cell | str) -> str:
        cell = self._named(named)
        x, y = self.centre(cell)
        diamond = f"M{x:g} {y - 20:g}L{x + 20:g} {y:g}L{x:g} {y + 20:g}L{x - 20:g} {y:g}Z"
        return (
            f'<path d="{diamond}" fill="none" stroke="{_MARK_UNDER}" stroke-width="5" stroke-linejoin="round"/>'
            f'<path d="{diamond}" fill="none" stroke="{_MARK}" stroke-width="2.5" stroke-linejoin="round" '
            f'data-cell="{cell_text(cell)}"/>'
        )

    def _arrow(self, start: Cell | str, end: Cell | str) -> str:
        tail, head = self._named(start), self._named(end)
        if tail == head:
            raise PositionError(N_("the arrow from {cell} leads to {cell}; name two cells"), cell=cell_text(tail))
        (x1, y1), (x2, y2) = self.centre(tail), self.centre(head)
        length = math.hypot(x2 - x1, y2 - y1)
        across, down = (x2 - x1) / length, (y2 - y1) / length
        neck_x, neck_y = x2 - 15 * across, y2 - 15 * down
        tip = (
            f"M{x2:.1f} {y2:.1f}L{neck_x - 9 * down:.1f} {neck_y + 9 * across:.1f}"
            f"L{neck_x + 9 * down:.1f} {neck_y - 9 * across:.1f}Z"
        )
        shaft = f"M{x1:.1f} {y1:.1f}L{neck_x:.1f} {neck_y:.1f}"
        return (
            f'<path d="{shaft}{tip}" fill="#ffffff" stroke="#ffffff" stroke-width="8.5" stroke-linejoin="round" '
            f'stroke-linecap="round"/><path d="{shaft}" stroke="{_ARROW}" stroke-width="5" stroke-linecap="round"/>'
            f'<path d="{tip}" fill="{_ARROW}" stroke="{_ARROW}" stroke-width="2" stroke-linejoin="round" '
            f'data-from="{cell_text(tail)}" data-to="{cell_text(head)}"/>'
        )

    def _value(self, cell: Cell, shown: Shown) -> str:
        x, y = self.centre(cell)
        lines, sign = _folded(_text(shown)), _sign_of(shown)
        colour = _INK if sign is None else _GOOD if sign > 0 else _BAD if sign < 0 else _EVEN
        # Above the board the texts stand on its edge; in a cell they stand in the middle.
        first = self.top - 14 if self.board.rules.gravity else y + len(lines) * _LINE / 2 - 3
        first -= (len(lines) - 1) * _LINE
        shape = "" if sign is None or not self.board.rules.gravity else _shape(x, first - 14, sign, colour)
        texts = "".join(_value_line(x, first + index * _LINE, line) for index, line in enumerate(lines))
        return f'<g data-cell="{cell_text(cell)}" font-size="11" fill="{colour}">{shape}{texts}</g>'


# Shapes


def _circle(
    x: float, y: float, radius: float, fill: str, stroke: str = "none", width: float = 0, more: str = ""
) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"{more}/>'
    )


def _rect(x: float, y: float, width: float, height: float, bend: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{bend:g}" fill="{fill}"{more}/>'


def _square(x: float, y: float, side: float, fill: str, stroke: str, width: float) -> str:
    return _rect(x - side / 2, y - side / 2, side, side, 4, fill, f' stroke="{stroke}" stroke-width="{width:g}"')


def _cross(x: float, y: float, more: str) -> str:
    stroke = f"M{x - 11:g} {y - 11:g}L{x + 11:g} {y + 11:g}M{x - 11:g} {y + 11:g}L{x + 11:g} {y - 11:g}"
    return (
        f'<path d="{stroke}" fill="none" stroke="{_LETTER[Side.FIRST]}" stroke-width="6" stroke-linecap="round"{more}/>'
    )


def _hatching(x: float, y: float) -> str:
    """Diagonal strokes within a circle, drawn without a pattern: a pattern needs an id."""
    strokes = ""
    for away in range(-12, 13, 6):
        half = math.sqrt((15**2 - away**2) / 2)
        middle_x, middle_y = x + away * math.sqrt(0.5), y + away * math.sqrt(0.5)
        strokes += f"M{middle_x - half:.1f} {middle_y + half:.1f}L{middle_x + half:.1f} {middle_y - half:.1f}"
    return f'<path d="{strokes}" stroke="{_HATCH}" stroke-width="2" stroke-linecap="round"/>'


def _shape(x: float, y: float, sign: int, colour: str) -> str:
    """Win, draw and loss differ in shape as well as colour: a triangle up, a bar, a triangle down."""
    if sign == 0:
        return f'<path d="M{x - 4:g} {y:g}h8" stroke="{colour}" stroke-width="2.5"/>'
    tip = -4 * sign
    return f'<path d="M{x:g} {y + tip:g}L{x + 4.5:g} {y - tip:g}H{x - 4.5:g}Z"/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{_QUIET}">{text}</text>'


# Texts


def _title(board: GridBoard) -> str:
    from plyground.texts import _

    if board.winner is not None:
        state = _("first player (x) has won") if board.winner is Side.FIRST else _("second player (o) has won")
    elif board.is_draw:
        state = _("draw")
    else:
        state = _("first player (x) to move") if board.turn is Side.FIRST else _("second player (o) to move")
    return f"{rules_name(board.rules)} · {state} · {position_text(board)}"


def _escaped(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _text(shown: Shown) -> str:
    if isinstance(shown, str):
        return shown
    if isinstance(shown, (int, float)):
        return f"{shown:+g}" if shown else "0"
    words = getattr(shown, "words", None)
    if isinstance(words, str):
        return words
    raise NotationError(
        N_("the value of a move is {value}; it has to be a text, a number, or a value of the solver"), value=repr(shown)
    )


def _sign_of(shown: Shown) -> int | None:
    """1 for what is good for the side to move, -1 for what is bad, 0 for a draw; None for what is not known."""
    if isinstance(shown, str):
        return None
    low, high = (shown, shown) if isinstance(shown, (int, float)) else (shown.low, shown.high)
    return 1 if low > 0 else -1 if high < 0 else 0 if low == high else None


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _folded(text: str) -> list[str]:
    """The text in lines of a cell's width where its spaces allow."""
    lines: list[str] = []
    for word in text.split():
        if lines and _width(lines[-1]) + 1 + _width(word) <= _FITS:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]}…"]


def _value_line(x: float, y: float, line: str) -> str:
    squeezed = f' textLength="{_CELL - 3}" lengthAdjust="spacingAndGlyphs"' if _width(line) > _FITS + 1 else ""
    return f'<text x="{x:g}" y="{y:g}"{squeezed}>{_escaped(line)}</text>'


# What was given


def _pixels(size: object) -> float:
    if isinstance(size, (int, float)) and not isinstance(size, bool) and 0 < size < math.inf:
        return size
    raise LimitError(
        N_("the size of the picture is {value}; it has to be a number of pixels above 0"), value=repr(size)
    )


def _listed(given: object) -> list[Any]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise NotationError(N_("{value} is not a list; write it between square brackets"), value=repr(given))
    return list(given)


def _ends(arrow: object) -> tuple[Cell | str, Cell | str]:
    if isinstance(arrow, (tuple, list)) and len(arrow) == 2:
        return arrow[0], arrow[1]
    raise NotationError(N_("the arrow {value} is not a pair of cells; write it like ('a1', 'b2')"), value=repr(arrow))


def _moves_of(values: object) -> Mapping[Move | str, Shown]:
    if values is None:
        return {}
    if isinstance(values, Mapping):
        return values
    raise NotationError(N_("the values are {value}; give a dictionary of move and text"), value=repr(values))
