"""A board as the terminal shows it: stones, coordinates, the last move and the winning line."""

from __future__ import annotations

from rich.text import Text

from plyground.board import Board, Side
from plyground.console.terminal import Glyphs, stone_style
from plyground.grid import GridBoard, column_label

__all__ = ["board_lines", "stone"]

# Before and after a stone: nothing, the newest stone, part of the winning line.
_PLAIN, _LAST, _WIN = (" ", " "), ("(", ")"), ("[", "]")


def board_lines(board: Board, glyphs: Glyphs, room: int = 80) -> list[Text]:
    """The board line by line: the frame's top, the rows, the frame's bottom, the coordinates that moves use.

    A cell is three columns wide, or two where the board would not fit into `room` otherwise.
    """
    if not isinstance(board, GridBoard):
        return [Text(line) for line in str(board).splitlines()]
    rules, box = board.rules, glyphs.box
    margin = len(str(rules.rows)) + 1
    wide = margin + 2 + 3 * rules.columns <= room
    step = 3 if wide else 2
    # Narrow cells share the column between them.
    inner = step * rules.columns + (0 if wide else 1)
    lines = [Text.assemble(" " * margin, (f"{box.top_left}{box.top * inner}{box.top_right}", "dim"))]
    for row in reversed(range(rules.rows)):
        line = Text.assemble((f"{row + 1:>{margin - 1}} ", "dim"), (box.mid_left, "dim"))
        _add_cells(line, board, row, wide, glyphs)
        line.append(box.mid_right, "dim")
        lines.append(line)
    lines.append(Text.assemble(" " * margin, (f"{box.bottom_left}{box.bottom * inner}{box.bottom_right}", "dim")))
    labels = [column_label(board, column) for column in range(rules.columns)]
    numbers = "".join(label.center(3) if wide else label.rjust(2) for label in labels)
    lines.append(Text(" " * (margin + 1) + numbers.rstrip()))
    return lines


def _add_cells(line: Text, board: GridBoard, row: int, wide: bool, glyphs: Glyphs) -> None:
    winning, last = board.winning_cells, board.last_cell
    closing = (" ", "")
    for column in range(board.rules.columns):
        cell = (column, row)
        side = board.at(*cell)
        marks = _WIN if cell in winning else _LAST if cell == last else _PLAIN
        style = "dim" if side is None else stone_style(side, winning=marks is _WIN)
        blocked = cell in board.rules.blocked
        sign = glyphs.blocked if blocked else glyphs.free if side is None else glyphs.stone(side, board)
        before, after = (sign, sign) if blocked else marks
        if wide:
            line.append(f"{before}{sign}{after}", style)
            continue
        # The end of the mark to the left stands where this cell has nothing to say.
        line.append(*(closing if before == " " else (before, style)))
        line.append(sign, style)
        closing = (after, style)
    if not wide:
        line.append(*closing)


def stone(side: Side, board: Board, glyphs: Glyphs) -> Text:
    """The stone of a side in the game of this board, in its colour."""
    return Text(glyphs.stone(side, board), stone_style(side))
