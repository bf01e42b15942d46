"""Parts of HTML: sections, and tables with cells for names and for scores with a bar."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from plyground.arena.plots import Results, quantity

__all__ = ["SELF", "Cell", "Name", "Share", "Wrapped", "columns", "e", "seconds_text", "section", "table"]


def e(text: str) -> str:
    """Escapes a text, so that no name of a bot can become markup."""
    return html.escape(text)


def section(heading: str, *parts: str) -> str:
    return f"<section><h2>{e(heading)}</h2>{''.join(parts)}</section>"


def columns(*parts: str) -> str:
    return f'<div class="columns">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


class Name(str):
    """A cell with a name: left-aligned, and cut with an ellipsis if it is long."""


class Wrapped(str):
    """A cell with a sentence or several lines: left-aligned, and wrapped."""


class Share:
    """A cell with a score, as a share or points, and a bar of that length."""

    def __init__(self, results: Results | None, points: bool = False) -> None:
        self.results = results
        self.points = points

    @property
    def text(self) -> str:
        results = self.results
        if results is None or not results.games:
            return "–"
        if not self.points:
            return f"{100 * results.score:.1f} %"
        half = "½" if results.drawn % 2 else ""
        whole = results.won + results.drawn // 2
        return f"{whole or ('' if half else 0)}{half} / {results.games}"


SELF = Share(None)
Cell: TypeAlias = str | Share


def table(head: Sequence[Cell], rows: Iterable[Sequence[Cell]], kind: str = "") -> str:
    heads = "".join(
        f'<th scope="col"{_kind(cell)}>{e(cell)}</th>' if isinstance(cell, str) else "<th></th>" for cell in head
    )
    body = "".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in rows)
    # An area that scrolls has to be reachable by keyboard.
    return (
        f'<div class="wide" tabindex="0"><table class="{kind}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _kind(cell: Cell) -> str:
    if isinstance(cell, Wrapped):
        return ' class="wrapped"'
    return ' class="name"' if isinstance(cell, Name) else ""


def _cell(cell: Cell) -> str:
    if cell is SELF:
        return '<td class="self"></td>'
    if isinstance(cell, Name):
        return f'<th scope="row" title="{e(cell)}">{e(cell)}</th>'
    if isinstance(cell, str):
        return f"<td{_kind(cell)}>{e(cell)}</td>"
    score = (
        ""
        if cell.results is None or not cell.results.games
        else f' class="share" style="--share:{cell.results.score:.3f}"'
    )
    return f"<td{score}>{cell.text}</td>"


def seconds_text(seconds: float) -> str:
    if seconds >= 6000:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 60:.1f} min" if seconds >= 100 else quantity(seconds, "s")
