"""The whole tree as indented text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plyground.console.terminal import Glyphs
from plyground.learn import Node, Tree, counts_text, moved_into
from plyground.texts import _, clauses, fill, mean_text, ngettext, say, signed

__all__ = ["plain_lines"]


def plain_lines(tree: Tree, glyphs: Glyphs) -> Iterator[str]:
    """Every node on a line of its own, children below their parent; the counts at the end."""
    if not tree.roots:
        return
    for root in tree.roots:
        if tree.is_deepening:
            yield say("depth {depth}", depth=root.depth)
        yield from _below(root, 0, glyphs, _monte_carlo if tree.is_monte_carlo else _depth_first)
    yield ""
    yield counts_text(tree)


def _below(root: Node, level: int, glyphs: Glyphs, label: Callable[[Node, Glyphs], str]) -> Iterator[str]:
    # A stack instead of recursion: a line of play can be longer than Python's stack is deep.
    todo: list[tuple[int, Node | str]] = [(level, root)]
    while todo:
        level, item = todo.pop()
        if isinstance(item, str):
            yield "  " * level + item
            continue
        yield "  " * level + label(item, glyphs)
        if item.cut is not None and item.cut.skipped:
            names = _(", ").join(item.board.move_name(move) for move in item.cut.skipped)
            todo.append((level + 1, say("never looked at: {moves}", moves=names)))
        todo.extend((level + 1, child) for child in reversed(item.children))


def _depth_first(node: Node, glyphs: Glyphs) -> str:
    infinity = glyphs.infinity
    parts = [node.name or _("start")]
    if node.is_leaf:
        parts.append(_ending(node, glyphs))
    else:
        parts.append(_("max") if node.maximizing else _("min"))
    if node.value is not None:
        sign = {"=": "=", "<=": glyphs.less_equal, ">=": glyphs.greater_equal}[node.relation]
        parts.append(f"{sign} {signed(node.value, infinity)}")
    if node.entered_alpha is not None and node.entered_beta is not None and not node.is_leaf:
        alpha, beta = signed(node.entered_alpha, infinity), signed(node.entered_beta, infinity)
        parts.append(f"({glyphs.alpha} {alpha}, {glyphs.beta} {beta})")
    if node.lookup is not None:
        parts.append(_("(from the table)"))
    if node.parent is None and node.best_move is not None:
        parts.append(say("best: {move}", move=node.board.move_name(node.best_move)))
    if node.cut is not None:
        beta, alpha = signed(node.cut.beta, infinity), signed(node.cut.alpha, infinity)
        parts.append(
            say("CUT: beta {beta} {less_equal} alpha {alpha}", beta=beta, less_equal=glyphs.less_equal, alpha=alpha)
        )
    return " ".join(part for part in parts if part)


def _ending(node: Node, glyphs: Glyphs) -> str:
    winner = node.board.winner
    if winner is not None:
        return say("({stone} has won)", stone=glyphs.stone(winner, node.board))
    return _("(a draw)") if node.board.is_draw and node.board.has_winners else _("leaf")


def _monte_carlo(node: Node, glyphs: Glyphs) -> str:
    name = node.name or _("start")
    visits = fill(ngettext("{count} visit", "{count} visits", node.visits), count=f"{node.visits:,}")
    if node.mean is None:
        return f"{name} {visits}"
    mean = say("mean {mean} for {stone}", mean=mean_text(node.mean), stone=glyphs.stone(moved_into(node), node.board))
    return f"{name} {clauses([visits, mean])}"
