"""One screen of a watched search: the board and the node on the left, the tree around the node on the right.

It is never larger than the terminal. What does not fit is left out, the least important first, or cut off with an
ellipsis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from plyground.board import Evaluate, Event, Select
from plyground.console.picture import stone
from plyground.console.terminal import GOOD, Glyphs
from plyground.console.watch.board_picture import picture_lines
from plyground.console.watch.branches import tree_lines
from plyground.console.watch.sums import bounds_lines, parts_lines
from plyground.learn import Node, Tree, counts_text, moved_into
from plyground.texts import N_, _, mean_text, say, signed

__all__ = ["Frame", "draw", "draw_keys"]

_CAPTION_LINES = 3
_GAP = 2
_LEAST_LEFT = 28
_MOST_FACTS = 5

_KEYS = (
    (N_("space, enter, n, right"), N_("one step ahead")),
    (N_("b, left"), N_("one step back")),
    ("s", N_("on to the moment when the node is left, or the playout is counted")),
    ("c", N_("on to the next cut")),
    ("i", N_("on to the next step that changes the choice")),
    ("g", N_("go to a step by its number")),
    ("a, e", N_("to the beginning, to the end")),
    ("r", N_("run by itself; again: stop")),
    ("+, -", N_("faster, slower")),
    (N_("q, escape"), N_("quit")),
)


@dataclass(frozen=True)
class Frame:
    """What a picture shows."""

    title: str
    step: int
    tree: Tree
    caption: str
    keys: str
    event: Event | None = None
    """The last one."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those of the search."""


def draw(frame: Frame, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    """Exactly `height` lines of at most `width` columns."""
    tree = frame.tree
    caption_lines = _CAPTION_LINES if height >= 16 else 1
    body_height = max(1, height - caption_lines - 5)
    node = tree.current
    lines = [_header(frame, width), Text()]
    lines += [Text()] * body_height if node is None else _body(frame, node, width, body_height, glyphs)
    lines.append(Text((glyphs.box.top * width)[:width], "dim"))
    lines += _wrapped(frame.caption, width, caption_lines)
    lines.append(Text(counts_text(tree), "dim"))
    lines.append(Text(frame.keys, "dim"))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines[:height]


def draw_keys(width: int, height: int, *, can_cut: bool = True) -> list[Text]:
    """All keys, in the place of the picture."""
    rows = [(_(keys), _(what)) for keys, what in _KEYS if can_cut or keys != "c"]
    start = max(Text(keys).cell_len for keys, _what in rows) + 3
    lines = [Text(_("Keys"), "bold"), Text()]
    for keys, what in rows:
        line = Text(keys, "bold")
        line.pad_right(start - line.cell_len)
        lines.append(Text().append_text(line).append(what))
    lines += [Text(), Text(_("Any key goes back to the search."), "dim")]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return [*lines, *([Text()] * height)][:height]


def _header(frame: Frame, width: int) -> Text:
    step = say("step {step}", step=f"{frame.step:,}")
    header = Text.assemble((frame.title, "bold"))
    room = width - Text(step).cell_len - 1
    header.truncate(room, overflow="ellipsis")
    header.pad_right(room - header.cell_len + 1)
    return header.append(step, "dim")


def _wrapped(text: str, width: int, most: int) -> list[Text]:
    from rich.console import Console

    # Folding needs a console only for its rules about words and wide letters.
    folded = list(Text(text).wrap(Console(width=width), width))
    return [*folded, *([Text()] * most)][:most]


def _body(frame: Frame, node: Node, width: int, height: int, glyphs: Glyphs) -> list[Text]:
    tree = frame.tree
    board = picture_lines(node.board, glyphs, width // 2)
    facts = _facts(tree, node, glyphs)
    if len(board) + 1 + _MOST_FACTS <= height:
        left, top = [*board, Text(), *facts], []
    else:
        # A tall board: what is known about the node goes above the tree.
        left, top = _fitted(node, board, height), [*facts, Text()]
        if height < 2 * len(top):
            top = []
    # As wide as the board, whatever the facts: the tree beside it should not jump.
    left_width = min(max(_LEAST_LEFT, *(line.cell_len for line in board)), width // 2 + 4)
    room = width - left_width - _GAP
    sums = _sums(frame, node, (height - len(top)) // 2, glyphs)
    if sums:
        top += [*sums, Text()]
    right = [*top, *tree_lines(tree, node, room, max(1, height - len(top)), glyphs)]
    body = []
    for index in range(height):
        # Appended, not copied: a style of the whole line must not reach over into the tree.
        line = Text().append_text(left[index]) if index < len(left) else Text()
        line.truncate(left_width)
        line.pad_right(left_width + _GAP - line.cell_len)
        if index < len(right):
            line.append_text(right[index])
        body.append(line)
    return body


def _sums(frame: Frame, node: Node, most: int, glyphs: Glyphs) -> list[Text]:
    """What the last step added up, if it did and there is room for it."""
    root = frame.tree.root
    if root is None or most < 4:
        return []
    if isinstance(frame.event, Select) and "c" in frame.options:
        return bounds_lines(node, frame.options["c"], most, glyphs)
    if isinstance(frame.event, Evaluate) and "evaluator" in frame.options:
        return parts_lines(node.board, root.board.turn, frame.options["evaluator"], most, glyphs)
    return []


def _fitted(node: Node, board: list[Text], height: int) -> list[Text]:
    """A board without its frame if need be, then only the rows around the last stone; always with coordinates."""
    if len(board) <= height:
        return board
    rows, numbers = board[1:-2], board[-1]
    cell = getattr(node.board, "last_cell", None)
    line = len(rows) - 1 - cell[1] if cell is not None else len(rows)
    start = max(0, min(line - height // 2, len(rows) - height + 1))
    return [*rows[start : start + height - 1], numbers]


def _facts(tree: Tree, node: Node, glyphs: Glyphs) -> list[Text]:
    """The node in numbers."""
    names = [step.name for step in node.path[1:]]
    path = Text.assemble((_("moves: "), "dim"), (" ".join(names) if names else "-", "bold"))
    if tree.is_monte_carlo:
        return [path, *_monte_carlo_facts(node, glyphs)]
    if node.is_leaf or node.lookup is not None:
        value = "?" if node.best is None else signed(node.best, glyphs.infinity)
        return [
            path,
            Text(_("leaf") if node.is_leaf else _("(from the table)")),
            Text(say("value {value}", value=value), GOOD),
        ]
    turn = node.board.turn
    who = Text.assemble(
        stone(turn, node.board, glyphs), " ", _("takes the highest") if node.maximizing else _("takes the lowest")
    )
    lines = [path, who]
    if node.alpha is not None and node.beta is not None:
        lines.append(
            Text.assemble(
                (f"{glyphs.alpha} ", "dim"),
                (signed(node.alpha, glyphs.infinity), "bold"),
                (f"  {glyphs.beta} ", "dim"),
                (signed(node.beta, glyphs.infinity), "bold"),
            )
        )
    if node.best is not None and node.best_move is not None:
        best = say(
            "best {value} by {move}",
            value=signed(node.best, glyphs.infinity),
            move=node.board.move_name(node.best_move),
        )
        lines.append(Text(best, GOOD))
    return lines


def _monte_carlo_facts(node: Node, glyphs: Glyphs) -> list[Text]:
    lines = [Text.assemble(stone(node.board.turn, node.board, glyphs), " ", _("is to move"))]
    lines.append(Text.assemble((_("visits: "), "dim"), (f"{node.visits:,}", "bold")))
    if node.mean is not None:
        # At the root for the side to move, as the means of its moves are.
        mean, side = (0.0 - node.mean, node.board.turn) if node.parent is None else (node.mean, moved_into(node))
        text = Text.assemble((_("mean: "), "dim"), (mean_text(mean), "bold"), " ", stone(side, node.board, glyphs))
        lines.append(text)
    if node.score is not None:
        lines.append(Text.assemble((_("bound: "), "dim"), (f"{node.score:.2f}", "bold")))
    return lines
