"""Sums that a reader can check: the bounds between which UCT chooses, and the parts of an evaluation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.text import Text

from plyground.board import Board, Side
from plyground.console.picture import stone
from plyground.console.terminal import GOOD, Glyphs
from plyground.grid import EVALUATORS, GridBoard, parts
from plyground.learn import Node
from plyground.texts import _, fill, mean_text, ngettext, say, signed

__all__ = ["bounds_lines", "parts_lines"]


def bounds_lines(chosen: Node, c: float, most: int, glyphs: Glyphs) -> list[Text]:
    """At most `most` lines: mean + bonus = bound of every child, when UCT has just chosen one of them."""
    if chosen.parent is None:
        return []
    # The highest first; of many, those of low bounds are left out.
    bounds = sorted(chosen.parent.bounds(c), key=lambda bound: -bound.bound)
    shown = bounds if len(bounds) < most else bounds[: max(1, most - 2)]
    width = max(len(bound.child.name) for bound in shown)
    lines = [Text(_("mean + bonus = bound"), "dim")]
    for child, mean, bonus, bound in shown:
        is_chosen = child is chosen
        line = Text(f"{glyphs.arrow if is_chosen else ' '} {child.name:>{width}}  ")
        line.append(f"{mean_text(mean):>5} + {bonus:.2f} = {mean_text(bound)}")
        line.stylize(GOOD if is_chosen else "")
        lines.append(line)
    hidden = len(bounds) - len(shown)
    if hidden:
        more = fill(ngettext("and {count} more move", "and {count} more moves", hidden), count=hidden)
        lines.append(Text(f"  {more}", "dim"))
    return lines


def parts_lines(board: Board, side: Side, evaluator: str | None, most: int, glyphs: Glyphs) -> list[Text]:
    """At most `most` lines: the lines that an evaluator counts on a grid, those of equal worth together."""
    if not isinstance(board, GridBoard):
        return []
    groups: dict[tuple[Side, float], list[Sequence[str]]] = defaultdict(list)
    for part in parts(None if evaluator is None else EVALUATORS[evaluator], board, side):
        groups[part.side, part.value].append(part.cells)
    ordered = sorted(groups.items(), key=lambda group: (-abs(group[0][1]), group[0][0].value))
    lines = []
    for (owner, value), found in ordered:
        line = Text.assemble(stone(owner, board, glyphs), f" {signed(value * len(found), glyphs.infinity)}")
        if len(found) > 1:
            line.append(f" = {len(found)} {glyphs.cross} {signed(value, glyphs.infinity)}", "dim")
        line.append("  ").append(" ".join(map(_span, found)), "dim")
        lines.append(line)
    if not lines:
        return [Text(_("the evaluator counts nothing here"), "dim")]
    total = sum(value * len(found) for (_owner, value), found in ordered)
    head = Text(say("Why it is worth {value}:", value=signed(total, glyphs.infinity)), "dim")
    if len(lines) >= most:
        rest = ordered[max(1, most - 2) :]
        left = sum(value * len(found) for (_owner, value), found in rest)
        lines = lines[: max(1, most - 2)]
        lines.append(Text("  " + say("the rest: {value}", value=signed(left, glyphs.infinity)), "dim"))
    return [head, *lines]


def _span(cells: Sequence[str]) -> str:
    """A line by its ends."""
    return "" if not cells else cells[0] if len(cells) == 1 else f"{cells[0]}-{cells[-1]}"
