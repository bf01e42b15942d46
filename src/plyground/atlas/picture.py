"""An atlas as a map: in every cell stands what blocking it does, as a picture and as text.

An outcome is told by its shape as well as by its colour: a triangle up for a win of the first player, a bar for a draw,
a triangle down for a loss. The number is that of the winner's moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from plyground.atlas.atlas import Atlas
from plyground.atlas.entry import Entry
from plyground.errors import N_, PositionError
from plyground.grid import Cell, Rules, cell_text
from plyground.texts import _, say

__all__ = ["draw_map", "map_text"]

_CELL = 56
_EDGE, _LABELS, _LEGEND = 14, 26, 58
_PAPER, _INK, _QUIET, _FACE, _LINE = "#fbfaf7", "#22252a", "#5d636d", "#16294a", "#8ba3c0"
_FILL = {"win": "#dff1e4", "draw": "#eceff3", "loss": "#f9dfdf"}
_SIGN = {"win": "#19703a", "draw": "#5a5f68", "loss": "#b02a2a"}


def draw_map(atlas: Atlas, blocked: Iterable[Cell | str] = ()) -> str:
    """The map as an SVG picture. With `blocked`, what blocking a further cell does.

    >>> from plyground.atlas import shipped_atlas
    >>> draw_map(shipped_atlas("4x4"))[:4]
    '<svg'
    """
    base, around = _known(atlas, blocked)
    rules = atlas.rules
    width = max(_LABELS + rules.columns * _CELL + _EDGE, 330)
    top = _EDGE + 24
    height = top + rules.rows * _CELL + _LABELS + _LEGEND

    def corner(cell: Cell) -> tuple[int, int]:
        return _LABELS + cell[0] * _CELL, top + (rules.rows - 1 - cell[1]) * _CELL

    title = _title(rules, base)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" font-family="system-ui, sans-serif" font-size="15">'
        ),
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="{_PAPER}"/>',
        f'<text x="{_LABELS}" y="{_EDGE + 10}" fill="{_INK}" font-weight="600">{escape(title)}</text>',
    ]
    for column in range(rules.columns):
        for row in range(rules.rows):
            x, y = corner((column, row))
            parts.append(_drawn((column, row), around.get((column, row)), x, y))
    for column in range(rules.columns):
        x, y = corner((column, 0))
        parts.append(_label(x + _CELL / 2, y + _CELL + 18, cell_text((column, 0))[:-1]))
    parts += [_label(_LABELS / 2, corner((0, row))[1] + _CELL / 2 + 5, str(row + 1)) for row in range(rules.rows)]
    below = height - _LEGEND + 18
    for place, (outcome, text) in enumerate(_legend()):
        y = below + 17 * place
        parts.append(_sign(outcome, _LABELS + 7, y - 5, 5))
        parts.append(f'<text x="{_LABELS + 20}" y="{y}" fill="{_INK}" font-size="13">{escape(text)}</text>')
    return "".join(parts) + "</svg>"


def map_text(atlas: Atlas, blocked: Iterable[Cell | str] = ()) -> str:
    """The map for a terminal: +20 the first player wins in 20, = a draw, -20 the second player wins in 20.

    >>> from plyground.atlas import shipped_atlas
    >>> print(map_text(shipped_atlas("4x4")))
    4   =  +8  +8   =
    3  +8  +8  +8  +8
    2   =   =   =   =
    1  +7  +7  +7  +7
        a   b   c   d
    """
    base, around = _known(atlas, blocked)
    rules = atlas.rules
    marks = {cell: _mark(entry) for cell, entry in around.items()} | dict.fromkeys(base.blocked, "#")
    letters = [cell_text((column, 0))[:-1] for column in range(rules.columns)]
    width = max(map(len, [*marks.values(), *letters]))
    margin = len(str(rules.rows))
    lines = [
        f"{row + 1:>{margin}}  " + "  ".join(marks[column, row].rjust(width) for column in range(rules.columns))
        for row in reversed(range(rules.rows))
    ]
    return "\n".join([*lines, " " * (margin + 2) + "  ".join(letter.rjust(width) for letter in letters)])


def _known(atlas: Atlas, blocked: Iterable[Cell | str]) -> tuple[Entry, dict[Cell, Entry]]:
    cells = list(blocked)
    base, around = atlas.entry(cells), atlas.around(cells)
    if base is None or not around:
        raise PositionError(
            N_("the atlas of {rules} has boards with up to {blocked} blocked cells; it has no map around {count}"),
            rules=atlas.rules,
            blocked=atlas.blocked,
            count=len(cells),
        )
    return base, around


def _title(rules: Rules, base: Entry) -> str:
    size = f"{rules.columns}×{rules.rows}"
    if not base.blocked:
        return say("{size}: what blocking a cell does", size=size)
    cells = ", ".join(cell_text(cell) for cell in base.blocked)
    return say("{size} with {cells} blocked: what blocking another cell does", size=size, cells=cells)


def _legend() -> list[tuple[str, str]]:
    return [
        ("win", _("the first player wins, in so many moves")),
        ("draw", _("draw")),
        ("loss", _("the second player wins, in so many moves")),
    ]


def _mark(entry: Entry) -> str:
    value = entry.value
    return "=" if value.moves is None else f"{'+' if value.low > 0 else '-'}{value.moves}"


def _drawn(cell: Cell, entry: Entry | None, x: float, y: float) -> str:
    place = f'x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" stroke="{_LINE}"'
    if entry is None:
        hatching = "".join(
            f"M{x + away} {y + _CELL}L{x + _CELL} {y + away}M{x} {y + _CELL - away}L{x + _CELL - away} {y}"
            for away in range(0, _CELL, 12)
        )
        return f'<rect {place} fill="{_FACE}"/><path d="{hatching}" stroke="{_LINE}" stroke-width="2"/>'
    value = entry.value
    outcome = value.outcome
    assert outcome is not None
    number = "" if value.moves is None else str(value.moves)
    sign = _sign(outcome, x + _CELL / 2, y + (20 if number else _CELL / 2), 9)
    text = _label(x + _CELL / 2, y + 47, number, _INK) if number else ""
    said = f"{cell_text(cell)}: {value.words}"
    return (
        f'<g data-cell="{cell_text(cell)}" data-outcome="{outcome}"><title>{escape(said)}</title>'
        f'<rect {place} fill="{_FILL[outcome]}"/>{sign}{text}</g>'
    )


def _sign(outcome: str, x: float, y: float, size: float) -> str:
    if outcome == "draw":
        return (
            f'<rect x="{x - size:g}" y="{y - size / 4:g}" width="{2 * size:g}" height="{size / 2:g}" '
            f'fill="{_SIGN[outcome]}"/>'
        )
    up = -size if outcome == "win" else size
    return f'<path d="M{x:g} {y + up:g}L{x + size:g} {y - up:g}H{x - size:g}Z" fill="{_SIGN[outcome]}"/>'


def _label(x: float, y: float, text: str, fill: str = _QUIET) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="{fill}">{escape(text)}</text>'
