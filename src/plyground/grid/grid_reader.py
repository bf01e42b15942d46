"""Grids over several lines, as `print(board)` and the terminal write them, with or without frame and coordinates."""

from __future__ import annotations

import re
from typing import TypeAlias

from plyground.errors import N_, NotationError
from plyground.grid.notation import cell_text, column_text
from plyground.grid.rules import Rules

__all__ = ["grid_rows"]

_MARKS = {"x": "x", "●": "x", "o": "o", "○": "o", ".": ".", "·": ".", "#": "#", "▒": "#"}
_SIDE = "|│"
_FRAME = re.compile(r"[\s+|│─╭╮╰╯┌┐└┘-]*")
_NUMBER = re.compile(r"\s*[0-9]{1,2}(?=[\s|│])")
"""The number of a row."""
_AROUND = " \t|│()[]"
"""What may stand around the marks: bars, and the signs of the last move and of a winning run."""

_Mark: TypeAlias = tuple[int, str]
"""A mark, or whatever stands in its place, and its index in the text."""


def grid_rows(text: str, begin: int, rules: Rules) -> tuple[str, list[int]] | None:
    """A grid as `parse_position` reads it, with the index in `text` of every character; None if it is no grid.

    The text is read from `begin` on. Who moves may stand at the end; without it the numbers of stones decide.
    """
    lines = [(found.start(), found.group()) for found in re.compile(r"[^\r\n]+").finditer(text, begin)]
    lines = [line for line in lines if line[1].strip()]
    inside = [line for line in lines if not _FRAME.fullmatch(line[1]) and not _are_labels(line[1], rules)]
    rows = [row for row in (_marks(*line, rules) for line in inside) if row]
    if len(lines) < 2 or not rows or not all(mark in _MARKS for _index, mark in rows[0]):
        return None
    turn = _turn(rows, rules)
    pieces: list[_Mark] = []
    for row in rows:
        pieces += [*row, (row[-1][0] + 1, "/")]
    pieces[-1:] = [(pieces[-1][0], " "), turn]
    places = [index for index, _mark in pieces]
    return "".join(_MARKS.get(mark, mark) for _index, mark in pieces), [*places, places[-1] + 1]


def _are_labels(line: str, rules: Rules) -> bool:
    columns = range(rules.columns)
    return "".join(line.split()) in (
        "".join(column_text(column) for column in columns),
        "".join(cell_text((column, 0))[:-1] for column in columns),
        "".join(str(column + 1) for column in columns),
    )


def _marks(start: int, line: str, rules: Rules) -> list[_Mark]:
    number = _NUMBER.match(line)
    begin = number.end() if number else 0
    side = re.compile(f"[{_SIDE}]").search(line, begin)
    if side is not None:
        # The terminal's cells are three columns wide, or two that share the column between them. Next to its frame
        # may stand who plays.
        first = side.end()
        for width, end in ((3, first + 3 * rules.columns), (2, first + 2 * rules.columns + 1)):
            if line[end : end + 1] in tuple(_SIDE):
                return [(start + index, line[index]) for index in range(first + 1, end, width)][: rules.columns]
    return [(start + index, line[index]) for index in range(begin, len(line)) if line[index] not in _AROUND]


def _turn(rows: list[list[_Mark]], rules: Rules) -> _Mark:
    """Who moves. If it stands below the grid or at its end, it is taken from the rows."""
    last = rows[-1]
    if len(last) == 1 and len(rows) == rules.rows + 1 and _MARKS.get(last[0][1]) in ("x", "o"):
        rows.pop()
        return last[0]
    if len(last) == rules.columns + 1 and _MARKS.get(last[-1][1]) in ("x", "o"):
        rows[-1] = last[:-1]
        return last[-1]
    marks = [_MARKS.get(mark) for row in rows for _index, mark in row]
    first, second = marks.count("x"), marks.count("o")
    if abs(first - second) > 1:
        raise NotationError(
            N_("the grid has {first} stones of x and {second} of o; write who moves, x or o, in a line below it"),
            first=first,
            second=second,
        )
    return last[-1][0] + 1, "o" if first > second else "x"
