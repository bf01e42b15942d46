"""A small game tree with its root on top, as courses draw it, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from plyground.tables import cell_width
from plyground.texts import _, number

__all__ = ["Line", "TreeSigns", "line_text", "tree_picture"]

Line: TypeAlias = list[tuple[str, str]]
"""Pieces of text, each with its style: empty, or words that a terminal understands, such as `bold`."""

_GAP = 2


class TreeSigns(Protocol):
    """The signs that a tree is drawn with."""

    @property
    def infinity(self) -> str: ...

    @property
    def alpha(self) -> str: ...

    @property
    def beta(self) -> str: ...

    @property
    def line(self) -> str:
        """─ where frames and triangles can be drawn."""


@dataclass
class _Block:
    """A subtree as lines of equal width; the branch to its root ends in column `top`."""

    lines: list[Line]
    width: int
    top: int


def tree_picture(root: Mapping[str, Any], width: int, signs: TreeSigns) -> list[Line]:
    """The tree of a figure. If it is wider than `width` columns, its nodes stand one below the other."""
    block = _block(root, signs)
    return block.lines if block.width <= width else list(_outline(root, 0, signs))


def line_text(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _style in line).rstrip()


def _value(value: object, signs: TreeSigns) -> str:
    """A number of the figure; infinite ones are texts there."""
    return number(float(str(value)), signs.infinity)


def _words(node: Mapping[str, Any], signs: TreeSigns) -> Line:
    """What stands at a node, line by line."""
    words = [(str(node["name"]), "bold yellow" if node.get("asked") else "bold")] if node.get("name") else []
    if node["children"]:
        # Lessons speak of the triangles that the page draws.
        sign = "" if signs.line != "─" else "▲" if node["maximizing"] else "▼"
        words.append((sign + (_("max") if node["maximizing"] else _("min")), "dim"))
    for sign, key in ((signs.alpha, "alpha"), (signs.beta, "beta")):
        if node.get(key) is not None:
            words.append((f"{sign} {_value(node[key], signs)}", ""))
    if node.get("value") is not None:
        words.append((_value(node["value"], signs), ""))
    elif node.get("asked"):
        words.append(("?", "bold yellow"))
    return words


def _block(node: Mapping[str, Any], signs: TreeSigns) -> _Block:
    words = _words(node, signs)
    if not words:
        words = [("·" if signs.line == "─" else ".", "dim")]
    own = max(cell_width(word) for word, _style in words)
    children = [_block(child, signs) for child in node["children"]]
    if not children:
        return _Block([_centred(word, own // 2, own) for word in words], own, own // 2)
    tops, left, height = [], 0, max(len(child.lines) for child in children)
    below: list[Line] = [[] for _line in range(height)]
    for child in children:
        tops.append(left + child.top)
        for index, line in enumerate(below):
            line += [_space(_GAP)] if left else []
            line += child.lines[index] if index < len(child.lines) else [_space(child.width)]
        left += child.width + _GAP
    width, top = left - _GAP, (tops[0] + tops[-1]) // 2
    # A node that is wider than all that is below it.
    shift = max(0, own // 2 - top)
    room = max(width + shift, top + shift - own // 2 + own)
    top, tops = top + shift, [each + shift for each in tops]
    lines = [_centred(word, top, room) for word in words]
    lines.append([(_branches(tops, top, signs).ljust(room), "dim")])
    lines += [[_space(shift), *line, _space(room - shift - width)] for line in below]
    return _Block(lines, room, top)


def _space(width: int) -> tuple[str, str]:
    return " " * width, ""


def _centred(word: tuple[str, str], top: int, width: int) -> Line:
    """A word around the column in which the branch ends."""
    left = top - cell_width(word[0]) // 2
    return [_space(left), word, _space(width - left - cell_width(word[0]))]


def _branches(tops: list[int], top: int, signs: TreeSigns) -> str:
    """The line between a node and its children."""
    drawn = signs.line == "─"
    across, left, right, down, up, both, alone = "─┌┐┬┴┼│" if drawn else "-++++++"
    if len(tops) == 1:
        return " " * tops[0] + (alone if drawn else "|")
    line = [" "] * tops[0] + [across] * (tops[-1] - tops[0] + 1)
    for each in tops:
        line[each] = down
    line[tops[0]], line[tops[-1]] = left, right
    line[top] = both if top in tops else up
    return "".join(line)


def _outline(node: Mapping[str, Any], level: int, signs: TreeSigns) -> Iterator[Line]:
    line = [_space(2 * level)]
    for index, word in enumerate(_words(node, signs)):
        line += [_space(1), word] if index else [word]
    yield line
    for child in node["children"]:
        yield from _outline(child, level + 1, signs)
