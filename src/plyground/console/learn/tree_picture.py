"""A small game tree with its root on top, as courses draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from plyground.console.terminal import Glyphs
from plyground.texts import _, number

__all__ = ["tree_picture"]

_GAP = 2


@dataclass
class _Block:
    """A subtree as lines of equal width; the branch to its root ends in column `top`."""

    lines: list[Text]
    width: int
    top: int


def tree_picture(root: Mapping[str, Any], width: int, glyphs: Glyphs) -> list[Text]:
    """At most `width` columns wide: if the tree is wider, its nodes stand one below the other."""
    block = _block(root, glyphs)
    if block.width <= width:
        for line in block.lines:
            line.rstrip()
        return block.lines
    lines = list(_outline(root, 0, glyphs))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def _value(value: object, glyphs: Glyphs) -> str:
    """A number of the figure; infinite ones are texts there."""
    return number(float(str(value)), glyphs.infinity)


def _words(node: Mapping[str, Any], glyphs: Glyphs) -> list[tuple[str, str]]:
    """What stands at a node, line by line, with its style."""
    words = [(str(node["name"]), "bold yellow" if node.get("asked") else "bold")] if node.get("name") else []
    if node["children"]:
        # Lessons speak of the triangles that the page draws.
        sign = "" if glyphs.line != "─" else "▲" if node["maximizing"] else "▼"
        words.append((sign + (_("max") if node["maximizing"] else _("min")), "dim"))
    for sign, key in ((glyphs.alpha, "alpha"), (glyphs.beta, "beta")):
        if node.get(key) is not None:
            words.append((f"{sign} {_value(node[key], glyphs)}", ""))
    if node.get("value") is not None:
        words.append((_value(node["value"], glyphs), ""))
    elif node.get("asked"):
        words.append(("?", "bold yellow"))
    return words


def _block(node: Mapping[str, Any], glyphs: Glyphs) -> _Block:
    words = _words(node, glyphs)
    if not words:
        words = [("·" if glyphs.line == "─" else ".", "dim")]
    own = max(cell_len(word) for word, _style in words)
    children = [_block(child, glyphs) for child in node["children"]]
    if not children:
        return _Block([_centred(word, own // 2, own) for word in words], own, own // 2)
    tops, left, height = [], 0, max(len(child.lines) for child in children)
    below = [Text() for _line in range(height)]
    for child in children:
        tops.append(left + child.top)
        for index, line in enumerate(below):
            line.pad_right(left - line.cell_len)
            line.append_text(child.lines[index] if index < len(child.lines) else Text(" " * child.width))
        left += child.width + _GAP
    width, top = left - _GAP, (tops[0] + tops[-1]) // 2
    # A node that is wider than all that is below it.
    shift = max(0, own // 2 - top)
    width = max(width + shift, top + shift - own // 2 + own)
    top, tops = top + shift, [each + shift for each in tops]
    lines = [_centred(word, top, width) for word in words]
    lines.append(Text(_branches(tops, top, glyphs).ljust(width), "dim"))
    for line in below:
        shifted = Text(" " * shift).append_text(line)
        shifted.pad_right(width - shifted.cell_len)
        lines.append(shifted)
    return _Block(lines, width, top)


def _centred(word: tuple[str, str], top: int, width: int) -> Text:
    """A word around the column in which the branch ends."""
    text, style = word
    line = Text(" " * (top - cell_len(text) // 2)).append(text, style)
    line.pad_right(width - line.cell_len)
    return line


def _branches(tops: list[int], top: int, glyphs: Glyphs) -> str:
    """The line between a node and its children."""
    drawn = glyphs.line == "─"
    across, left, right, down, up, both, alone = "─┌┐┬┴┼│" if drawn else "-++++++"
    if len(tops) == 1:
        return " " * tops[0] + (alone if drawn else "|")
    line = [" "] * tops[0] + [across] * (tops[-1] - tops[0] + 1)
    for each in tops:
        line[each] = down
    line[tops[0]], line[tops[-1]] = left, right
    line[top] = both if top in tops else up
    return "".join(line)


def _outline(node: Mapping[str, Any], level: int, glyphs: Glyphs) -> list[Text]:
    line = Text("  " * level)
    for index, (word, style) in enumerate(_words(node, glyphs)):
        line.append(" " if index else "").append(word, style)
    lines = [line]
    for child in node["children"]:
        lines += _outline(child, level + 1, glyphs)
    return lines
