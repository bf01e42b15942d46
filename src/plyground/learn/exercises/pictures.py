"""Exercises as text and as HTML: what is printed, and what a notebook shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from plyground.grid import GridBoard, cell_text, draw_svg, parse_cell, read_position
from plyground.learn.drawn_tree import line_text, tree_picture
from plyground.tables import html_table, text_table
from plyground.texts import _, say

__all__ = ["figure_html", "figure_text", "form_text"]

_WIDTH = 100


class _Signs:
    infinity = "∞"
    alpha = "α"
    beta = "β"
    line = "─"


def figure_text(figure: Mapping[str, Any]) -> str:
    """A figure in lines of text."""
    match figure["type"]:
        case "tree":
            return "\n".join(map(line_text, tree_picture(figure["tree"], _WIDTH, _Signs())))
        case "board":
            return _board_text(figure)
        case "table":
            return text_table(figure["head"], _cells(figure), _numbers(figure))
        case "code":
            return "\n".join(f"{number:>2}  {line}" for number, line in enumerate(figure["lines"], 1))
        case _:
            return "\n\n".join(map(figure_text, figure["figures"]))


def figure_html(figure: Mapping[str, Any]) -> str:
    """The same for a notebook, with boards as pictures."""
    match figure["type"]:
        case "board":
            board = _board(figure)
            return f"<div>{draw_svg(board, marked=[parse_cell(cell, board.rules) for cell in _marked(figure)])}</div>"
        case "table":
            return html_table(figure["head"], _cells(figure), _numbers(figure))
        case "several":
            return "".join(map(figure_html, figure["figures"]))
        case _:
            return f"<pre>{escape(figure_text(figure))}</pre>"


def form_text(form: Mapping[str, Any]) -> str:
    """What an answer looks like."""
    match form["type"]:
        case "number":
            return _("Answer: a number, inf or -inf") if form["infinite"] else _("Answer: a number")
        case "several":
            return say("Answer: any of {options}, or none", options=_listed(form["options"]))
        case "order":
            return say("Answer: all of {options}, in order", options=_listed(form["options"]))
        case "move":
            return say("Answer: a move, one of {options}", options=_listed(form["moves"]))
        case _:
            return say("Answer: one of {options}", options=_listed(form["options"]))


def _listed(options: Sequence[str]) -> str:
    return _(", ").join(options)


def _cells(figure: Mapping[str, Any]) -> list[list[str]]:
    return [["" if value is None else str(value) for value in row] for row in figure["rows"]]


def _numbers(figure: Mapping[str, Any]) -> list[int]:
    """The columns that hold nothing but numbers."""
    columns = zip(*_cells(figure), strict=True)
    return [
        place
        for place, cells in enumerate(columns)
        if all(cell.lstrip("+-").replace(".", "").isdigit() for cell in cells if cell)
    ]


def _board(figure: Mapping[str, Any]) -> GridBoard:
    return read_position(figure["position"], figure["rules"]).board


def _marked(figure: Mapping[str, Any]) -> list[str]:
    return [cell for mark in figure["marks"] for cell in mark["cells"]]


def _board_text(figure: Mapping[str, Any]) -> str:
    board = _board(figure)
    lines = [str(board)]
    if board.rules.gravity:
        # Texts name cells by letters; moves are numbers.
        letters = " ".join(cell_text((column, 0))[:-1] for column in range(board.rules.columns))
        lines.append(" " * (len(str(board.rules.rows)) + 2) + letters)
    if cells := _marked(figure):
        lines.append(say("Marked: {cells}", cells=" ".join(cells)))
    return "\n".join(lines)
