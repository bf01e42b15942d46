"""A `rich` console, and the glyphs that the terminal can show.

rich leaves out colours for NO_COLOR, pipes and files. Nothing depends on colour: the stones have two shapes, and
the last move and a winning line are in brackets.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from rich.box import ASCII2, ROUNDED, Box
from rich.console import Console
from rich.text import Text

from plyground.board import Board, Side
from plyground.grid import GridBoard, has_letters

__all__ = ["BAD", "GOOD", "Glyphs", "Terminal", "glyphs_for", "make_console", "stone_style"]

# Okabe and Ito's orange and sky blue: distinct in every kind of colour vision, readable on dark and light.
_STONE = {Side.FIRST: "bold #e69f00", Side.SECOND: "bold #56b4e9"}
GOOD, BAD = "bold #009e73", "#d55e00"
_WINNING = {Side.FIRST: "bold black on #e69f00", Side.SECOND: "bold black on #56b4e9"}


@dataclass(frozen=True)
class Glyphs:
    """The signs that drawings are made of. Stones, free and blocked cells are one column wide."""

    first: str
    second: str
    free: str
    blocked: str
    box: Box
    arrow: str
    spinner: str
    less_equal: str
    greater_equal: str
    infinity: str
    alpha: str
    beta: str
    bar: str
    ellipsis: str
    levels: str
    """Eight signs, each fuller than the one before."""
    line: str
    cross: str
    becomes: str
    minus: str = "-"

    def stone(self, side: Side, board: Board) -> str:
        """The stone of a side: X or O in games that are drawn with letters, Max or Min in trees of numbers."""
        if not board.has_winners:
            return "Max" if side is Side.FIRST else "Min"
        if isinstance(board, GridBoard) and has_letters(board.rules):
            return "X" if side is Side.FIRST else "O"
        return self.first if side is Side.FIRST else self.second


# fmt: off
_FULL = Glyphs(
    "●", "○", "·", "▒", ROUNDED, "▶", "dots", "≤", "≥", "∞", "α", "β", "█", "…", "▁▂▃▄▅▆▇█", "─", "×", "→",
)
_ASCII = Glyphs(
    "X", "O", ".", "#", ASCII2, ">", "line", "<=", ">=", "inf", "alpha", "beta", "=", "...", ":-=+*%#@", "-", "x", "->",
)
# fmt: on


def glyphs_for(encoding: str) -> Glyphs:
    """Round stones if the encoding has all the glyphs, else letters."""
    signs = "".join(value for value in vars(_FULL).values() if isinstance(value, str)) + str(ROUNDED)
    try:
        signs.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _ASCII
    return _FULL


class Terminal(Console):
    """A console that raises a broken pipe, which the program handles in one place."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError

    @property
    def glyphs(self) -> Glyphs:
        return glyphs_for(self.encoding)

    @property
    def can_ask(self) -> bool:
        """Both input and output are a terminal, so that somebody can answer."""
        return self.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def say(self, text: str, style: str | None = None) -> None:
        """A sentence: folded between words on a screen, one line in a file."""
        self.print(text, style=style, soft_wrap=not self.is_terminal)

    def table(self, rows: Iterable[tuple[str | Text, str | Text]], indent: int = 2) -> None:
        """Two columns: names, and what they stand for. Long texts are folded on a screen only."""
        pairs = [(_as_text(name), _as_text(what)) for name, what in rows]
        start = indent + max((name.cell_len for name, _what in pairs), default=0) + 2
        for name, what in pairs:
            folds = self.is_terminal and self.width - start >= 20
            lines = what.wrap(self, self.width - start) if folds else [what]
            for number, line in enumerate(lines):
                shown = Text(" " * indent)
                if number == 0:
                    shown.append_text(name)
                shown.pad_right(start - shown.cell_len)
                shown.append_text(line)
                shown.rstrip()
                self.print(shown, soft_wrap=True)


def _as_text(value: str | Text) -> Text:
    return value if isinstance(value, Text) else Text(value)


def make_console() -> Terminal:
    """The console on standard output, which shows texts as they are, without markup or highlighting."""
    return Terminal(markup=False, highlight=False, emoji=False)


def stone_style(side: Side, winning: bool = False) -> str:
    return _WINNING[side] if winning else _STONE[side]
