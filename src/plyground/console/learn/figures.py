"""The figures of exercises and lessons, drawn as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from plyground.board import Side
from plyground.console.picture import board_lines, stone
from plyground.console.terminal import Glyphs
from plyground.grid import GridBoard, cell_text, has_letters, parse_cell, read_position
from plyground.learn import figure_text, tree_picture
from plyground.texts import _, say

__all__ = ["figure_lines", "side_names"]


def side_names() -> dict[Side, str]:
    """What lessons call the sides of a game with stones; a line below each board says which stones are whose."""
    return {Side.FIRST: _("Yellow"), Side.SECOND: _("Red")}


def figure_lines(figure: Mapping[str, Any], width: int, glyphs: Glyphs) -> list[Text]:
    """A figure as `Exercise.figure` has it, at most `width` columns wide."""
    match figure["type"]:
        case "tree":
            return [_fitting(Text.assemble(*line), width) for line in tree_picture(figure["tree"], width, glyphs)]
        case "board":
            return _board(figure, width, glyphs)
        case "table":
            head, *rows = figure_text(figure).splitlines()
            return [_fitting(Text(head, "bold"), width), *(_fitting(Text(row), width) for row in rows)]
        case "code":
            return [Text(line) for line in figure_text(figure).splitlines()]
        case _:
            lines: list[Text] = []
            for each in figure["figures"]:
                lines += [Text()] * bool(lines) + figure_lines(each, width, glyphs)
            return lines


def _fitting(line: Text, width: int) -> Text:
    line.rstrip()
    line.truncate(width, overflow="ellipsis")
    return line


def _board(figure: Mapping[str, Any], width: int, glyphs: Glyphs) -> list[Text]:
    board = read_position(figure["position"], figure["rules"]).board
    lines = board_lines(board, glyphs, width)
    if board.rules.gravity and lines[0].cell_len == _width(board):
        # Texts name cells by letters; moves are numbers.
        letters = "".join(cell_text((column, 0))[:-1].center(3) for column in range(board.rules.columns))
        lines.append(Text(" " * (_margin(board) + 1) + letters.rstrip(), "dim"))
    legend = Text()
    if not has_letters(board.rules):
        for side, name in side_names().items():
            legend.append_text(stone(side, board, glyphs)).append(f" {name}  ")
    if not board.outcome.is_over:
        legend.append(_("to move: ")).append_text(stone(board.turn, board, glyphs))
    lines.append(legend)
    # Lessons mark cells, exercises as explanations do.
    cells = [cell for mark in figure["marks"] for cell in ([mark] if isinstance(mark, str) else mark["cells"])]
    if cells and lines[0].cell_len == _width(board):
        for cell in cells:
            column, row = parse_cell(cell, board.rules)
            line, start = board.rules.rows - row, _margin(board) + 1 + 3 * column
            lines[line] = _marked(lines[line], start)
        legend.append("  " if legend else "").append("< >", "bold").append(f" {_('marked')}")
    elif cells:
        lines.append(Text(say("Marked: {cells}", cells=" ".join(cells))))
    return lines


def _margin(board: GridBoard) -> int:
    """The columns before the frame of the board."""
    return len(str(board.rules.rows)) + 1


def _width(board: GridBoard) -> int:
    """That of a board whose cells are three columns wide."""
    return _margin(board) + 2 + 3 * board.rules.columns


def _marked(line: Text, start: int) -> Text:
    """A row of the board with signs around the cell whose three columns begin at `start`."""
    return Text.assemble(line[:start], ("<", "bold"), line[start + 1 : start + 2], (">", "bold"), line[start + 3 :])
