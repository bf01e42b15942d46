"""The texts of lessons, with their new words in bold."""

from __future__ import annotations

import re

from rich.text import Text

__all__ = ["marked_up"]


def marked_up(paragraph: str) -> Text:
    """`*word*` becomes a bold word.

    >>> marked_up("a *line* of four").plain
    'a line of four'
    """
    text = Text()
    for index, piece in enumerate(re.split(r"\*(?=\S)([^*]+?)(?<=\S)\*", paragraph)):
        text.append(piece, "bold" if index % 2 else "")
    return text
