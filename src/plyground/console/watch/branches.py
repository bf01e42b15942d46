"""The tree around a node: the path from the root, and the other moves at each step of it.

If there is no room for a line per move, moves beside the path share a line, starting at the root, so that the
surroundings of the node are kept longest.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from plyground.console.terminal import BAD, GOOD, Glyphs
from plyground.learn import Node, Tree
from plyground.texts import _, fill, mean_text, ngettext, say, signed

__all__ = ["tree_lines"]

_FEWEST_BESIDE = 8
_BAR = 10


def tree_lines(tree: Tree, node: Node, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    """At most `height` lines; the line of `node` is always among them."""
    path = node.path
    label = _monte_carlo_label if tree.is_monte_carlo else _depth_first_label
    legend: list[Text] = []
    if tree.is_monte_carlo:
        legend.append(Text(_("visits, and mean for the side that moved"), "dim"))
        height = max(1, height - 1)
    for condensed in range(len(path) + 1):
        lines, here = _draw(path, condensed, max(_FEWEST_BESIDE, height // 2), label, tree.is_monte_carlo, glyphs)
        if len(lines) <= height:
            break
    if len(lines) > height:
        start = max(0, min(here - height // 2, len(lines) - height))
        lines = lines[start : start + height]
    lines = legend + lines
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


Label = Callable[[Node, Glyphs], Text]


def _draw(
    path: list[Node], condensed: int, most: int, label: Label, monte_carlo: bool, glyphs: Glyphs
) -> tuple[list[Text], int]:
    """All lines, and the number of the current node's; the first `condensed` levels are shortened."""
    lines: list[Text] = []
    after: list[list[Text]] = []
    for level, node in enumerate(path):
        indent = "  " * level
        is_current = level == len(path) - 1
        line = Text.assemble(indent, (f"{glyphs.arrow} ", "bold yellow" if is_current else "dim"))
        line.append_text(label(node, glyphs))
        if is_current:
            line.stylize("bold")
        lines.append(line)
        here = len(lines) - 1
        below = None if is_current else path[level + 1]
        before, behind = _split(node, below, most, monte_carlo)
        inner = "  " * (level + 1)
        lines += _others(before, inner, label, level < condensed, glyphs)
        tail = _others(behind, inner, label, level < condensed, glyphs)
        if level >= condensed or is_current:
            shown = len(before) + len(behind) + (below is not None)
            tail += _remarks(node, inner, len(node.children) - shown, monte_carlo)
        after.append(tail)
    for tail in reversed(after):
        lines += tail
    return lines, here


def _split(node: Node, below: Node | None, most: int, monte_carlo: bool) -> tuple[list[Node], list[Node]]:
    """The children before and after the one on the path; of many, those that matter most."""
    children = node.children
    if len(children) > most:
        if monte_carlo:
            kept = sorted(children, key=lambda child: -child.visits)[:most]
        else:
            kept = [child for child in children if child.move == node.best_move] + children[1 - most :]
        children = [child for child in children if child in kept or child is below]
    if below is None:
        return children, []
    place = children.index(below)
    return children[:place], children[place + 1 :]


def _others(nodes: list[Node], indent: str, label: Label, in_short: bool, glyphs: Glyphs) -> list[Text]:
    if not nodes:
        return []
    if not in_short:
        return [Text.assemble(f"{indent}  ", label(node, glyphs)) for node in nodes]
    line = Text(f"{indent}  ")
    for index, node in enumerate(nodes):
        line.append("  " if index else "")
        line.append_text(_short(node, glyphs))
    return [line]


def _remarks(node: Node, indent: str, hidden: int, monte_carlo: bool) -> list[Text]:
    """What happened to the moves that are not shown."""
    lines = []
    if hidden:
        more = fill(ngettext("and {count} more move", "and {count} more moves", hidden), count=hidden)
        lines.append(Text(f"{indent}  {more}", "dim"))
    if node.cut is not None and node.cut.skipped:
        lines.append(Text(f"{indent}  " + say("never looked at: {moves}", moves=_names(node, node.cut.skipped)), BAD))
    elif node.to_come and not (monte_carlo and not node.children):
        text = _("not tried yet: {moves}") if monte_carlo else _("to come: {moves}")
        lines.append(Text(f"{indent}  " + fill(text, moves=_names(node, node.to_come)), "dim"))
    return lines


def _names(node: Node, moves: tuple[int, ...]) -> str:
    names = [node.board.move_name(move) for move in moves[:12]]
    return _(", ").join([*names, *(["…"] if len(moves) > 12 else [])])


def _is_best(node: Node) -> bool:
    return node.parent is not None and node.parent.best_move is not None and node.parent.best_move == node.move


def _relation(node: Node, glyphs: Glyphs) -> str:
    return {"=": "=", "<=": glyphs.less_equal, ">=": glyphs.greater_equal}[node.relation]


def _short(node: Node, glyphs: Glyphs) -> Text:
    if node.value is not None:
        style = GOOD if _is_best(node) else BAD if node.cut is not None else ""
        return Text(f"{node.name}{_relation(node, glyphs)}{signed(node.value, glyphs.infinity)}", style)
    if node.mean is not None:
        return Text(f"{node.name} {mean_text(node.mean)}/{node.visits}")
    return Text(node.name)


def _depth_first_label(node: Node, glyphs: Glyphs) -> Text:
    infinity = glyphs.infinity
    text = Text(node.name or _("start"))
    if node.is_leaf:
        text.append(" ").append(_("leaf"), "dim")
    else:
        text.append(" ").append(_("max") if node.maximizing else _("min"), "dim")
    if node.value is not None:
        text.append(f" {_relation(node, glyphs)} ")
        text.append(signed(node.value, infinity), GOOD if _is_best(node) else "")
        if node.cut is not None:
            text.append(" ").append(_("cut"), BAD)
        if node.lookup is not None:
            text.append(" ").append(_("(from the table)"), "dim")
    elif node.is_leaf:
        text.append("" if node.best is None else f" = {signed(node.best, infinity)}")
    elif node.alpha is not None and node.beta is not None:
        text.append(f" {glyphs.alpha} {signed(node.alpha, infinity)} {glyphs.beta} {signed(node.beta, infinity)}")
    elif node.best is not None:
        text.append(" " + say("so far {value}", value=signed(node.best, infinity)))
    return text


def _monte_carlo_label(node: Node, glyphs: Glyphs) -> Text:
    text = Text(node.name or _("start"))
    text.append(f" {node.visits:>4}")
    if node.mean is None:
        return text
    text.append(f" {mean_text(node.mean):>5} ")
    if node.parent is not None and node.parent.visits:
        length = round(_BAR * min(1.0, node.visits / node.parent.visits))
        text.append(glyphs.bar * length, "cyan")
    return text
