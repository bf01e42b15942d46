"""Tables as plain text and as HTML, for results that are printed or shown in a notebook."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from unicodedata import combining, east_asian_width

__all__ = ["BOLD", "cell_width", "html_lines", "html_table", "text_table"]

BOLD = "font-weight:bold"
"""A style for a row of `html_table`."""

_PLAIN: Mapping[int, str] = MappingProxyType({})


def cell_width(text: str) -> int:
    """The columns of a terminal that a text takes; Korean and Chinese characters take two.

    >>> cell_width("draw"), cell_width("무승부")
    (4, 6)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 0 if combining(sign) else 1 for sign in text)


def text_table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = ()) -> str:
    """Columns two spaces apart; those numbered in `right`, from 0, are aligned to the right.

    >>> print(text_table(["move", "value"], [["4", "draw"], ["10", "wins in 3"]], right=[0]))
    move  value
       4  draw
      10  wins in 3
    """
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(cell_width(line[column]) for line in lines) for column in range(len(head))]

    def padded(column: int, text: str) -> str:
        room = " " * (widths[column] - cell_width(text))
        return room + text if column in right else text + room

    return "\n".join("  ".join(padded(*cell) for cell in enumerate(line)).rstrip() for line in lines)


def html_table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Collection[int] = (),
    styles: Mapping[int, str] = _PLAIN,
    caption: str = "",
) -> str:
    """The same as HTML, in the colours of the page around it. `styles` has the CSS of rows by their number, from 0."""

    def line(cells: Sequence[str], tag: str, style: str = "") -> str:
        sides = ("right" if column in right else "left" for column in range(len(cells)))
        drawn = "".join(
            f'<{tag} style="padding:0.1em 0.6em;text-align:{side}">{escape(text)}</{tag}>'
            for side, text in zip(sides, cells, strict=True)
        )
        return f'<tr style="{style}">{drawn}</tr>' if style else f"<tr>{drawn}</tr>"

    body = "".join(line(row, "td", styles.get(number, "")) for number, row in enumerate(rows))
    title = f'<caption style="text-align:left;white-space:nowrap">{escape(caption)}</caption>' if caption else ""
    return f"<table>{title}<thead>{line(head, 'th')}</thead><tbody>{body}</tbody></table>"


def html_lines(lines: Iterable[str]) -> str:
    """Each line as a paragraph."""
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
