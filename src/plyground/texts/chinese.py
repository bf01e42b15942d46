"""Chinese spacing: a space stands between Chinese and Latin words, but not between two Chinese ones."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["without_gaps"]

_CHINESE = "[一-鿿，。：；？！、“”（）]"
_BEFORE = re.compile(f"(?<={_CHINESE}) {{(\\w+)}}")
_AFTER = re.compile(f"{{(\\w+)}} (?={_CHINESE})")
_IS_CHINESE = re.compile(_CHINESE)


def without_gaps(template: str, values: Mapping[str, object]) -> str:
    """A template without the spaces that would stand between its own Chinese words and those of a value.

    >>> without_gaps("轮到 {side} 走", {"side": "红方"}), without_gaps("轮到 {side} 走", {"side": "X"})
    ('轮到{side}走', '轮到 {side} 走')
    """

    def closed(found: re.Match[str], end: int) -> str:
        letter = str(values.get(found[1], ""))[end : end + 1 or None]
        return f"{{{found[1]}}}" if _IS_CHINESE.match(letter) else found[0]

    if not _IS_CHINESE.search(template):
        return template
    return _AFTER.sub(lambda found: closed(found, -1), _BEFORE.sub(lambda found: closed(found, 0), template))
