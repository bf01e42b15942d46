"""A board as the terminal shows it: stones, coordinates, the last move and the winning line."""

from __future__ import annotations

from rich.text import Text

from plyground.board import Board, Side
from plyground.console.terminal import Glyphs, stone_style
from plyground.grid import GridBoard
from plyground.grid.pictures import column_label

__all__ = ["board_lines", "stone"]

# Before and after a stone: nothing, the newest stone, part of the winning line.
_PLAIN, _LAST, _WIN = (" ", " "), ("(", ")"), ("[", "]")


def board_lines(board: Board, glyphs: Glyphs, room: int = 80) -> list[Text]:
    """The board line by line, the coordinates that moves use along its sides.

    A cell is three columns wide, or two where the board would not fit into `room` otherwise.
    """
    if not isinstance(board, GridBoard):
        return [Text(line) for line in str(board).splitlines()]
    rules = board.rules
    margin = len(str(rules.rows)) + 1
    labels = [column_label(board, column) for column in range(rules.columns)]
    wide = margin + 2 + 3 * rules.columns <= room
    inner = (3 if wide else 2) * rules.columns + (0 if wide else 1)
    box = glyphs.box
    winning, last = board.winning_cells, board.last_cell
    lines = [Text.assemble(" " * margin, (f"{box.top_left}{box.top * inner}{box.top_right}", "dim"))]
    for row in reversed(range(rules.rows)):
        line = Text.assemble((f"{row + 1:>{margin - 1}} ", "dim"), (box.mid_left, "dim"))
        for column in range(rules.columns):
            cell = (column, row)
            marks = _WIN if cell in winning else _LAST if cell == last else _PLAIN
            _add_cell(line, board, cell, marks, wide, glyphs)
        if not wide:
            line.append(" ")
        line.append(box.mid_right, "dim")
        lines.append(line)
    lines.append(Text.assemble(" " * margin, (f"{box.bottom_left}{box.bottom * inner}{box.bottom_right}", "dim")))
    step = 3 if wide else 2
    numbers = "".join(label.center(step) if wide else label.rjust(step) for label in labels)
    lines.append(Text(" " * (margin + 1) + numbers.rstrip()))
    return lines


def _add_cell(
    line: Text, board: GridBoard, cell: tuple[int, int], marks: tuple[str, str], wide: bool, glyphs: Glyphs
) -> None:
    before, after = marks
    if not wide:
        after = ""
    if cell in board.rules.blocked:
        line.append(glyphs.blocked * (3 if wide else 2), "dim")
        return
    side = board.at(*cell)
    if side is None:
        line.append(f"{before}{glyphs.free}{after}", "dim")
        return
    style = stone_style(side, winning=marks is _WIN)
    line.append(f"{before}{glyphs.stone(side)}{after}", style)


def stone(side: Side, glyphs: Glyphs) -> Text:
    """The stone of a side, in its colour."""
    return Text(glyphs.stone(side), stone_style(side))
