"""What alpha-beta looks at, and what it leaves out."""

from __future__ import annotations

import math
from typing import Any

from plyground.board import Cut, Enter
from plyground.learn.exercises.answers import Several
from plyground.learn.exercises.draw import Draw
from plyground.learn.exercises.marking import Exercise, Slip
from plyground.learn.exercises.number_trees import NamedTree, Path, draw_tree, listed, side_name
from plyground.learn.exercises.runs import Run
from plyground.learn.games import NumberTree
from plyground.learn.tree import Node
from plyground.texts import number, say

__all__ = ["AlphaBetaCuts"]


class AlphaBetaCuts(Exercise[frozenset[str]]):
    """The leaves that alpha-beta never looks at."""

    kind = "alphabeta-cuts"

    tree: NamedTree

    def _generate(self, draw: Draw) -> bool:
        self.tree = draw_tree(draw, self.difficulty)
        self._run = Run("alphabeta", self.tree.board, depth=self.tree.depth)
        self.right = frozenset(self.tree.names[leaf] for leaf in self.tree.leaves if self._run.node_at(leaf) is None)
        # Where alpha and beta meet exactly, books differ on whether to cut.
        return bool(self.right) and all(cut.beta < cut.alpha for _node, cut in self._cuts())

    def _cuts(self) -> list[tuple[Node, Cut]]:
        """The nodes that were cut and the cuts, in the order of the search."""
        nodes = self._run.tree.nodes
        return [(nodes[event.node], event) for event in self._run.events if isinstance(event, Cut)]

    @property
    def form(self) -> Several:
        return Several(self.tree.leaf_names)

    @property
    def question(self) -> str:
        return say(
            "Alpha-beta searches this tree from left to right; Max moves at A. Which leaves does it never look at?"
        )

    @property
    def figure(self) -> dict[str, Any]:
        return self.tree.figure()

    @property
    def hint(self) -> str:
        return say(
            "Alpha is what Max is sure of so far, beta what Min is sure of. As soon as beta ≤ alpha at a node, its "
            "remaining branches are skipped."
        )

    @property
    def reason(self) -> str:
        parts = [
            say(
                "At {node} beta {beta} ≤ alpha {alpha}, so it never looks at {leaves}.",
                node=self.tree.names[_path(node)],
                alpha=number(cut.alpha),
                beta=number(cut.beta),
                leaves=listed(self._skipped(node, cut)),
            )
            for node, cut in self._cuts()
            if cut.skipped
        ]
        return " ".join(parts)

    def _skipped(self, node: Node, cut: Cut) -> list[str]:
        path = _path(node)
        return [self.tree.names[leaf] for move in cut.skipped for leaf in self.tree.leaves_below((*path, move))]

    def _slip(self, given: frozenset[str]) -> tuple[Slip, str]:
        if given and given == self._cut_where(None, swapped=True):
            return "side", say("These are skipped if Min moves at A. But Max moves there, and Min on the next level.")
        extra, missing = self._first(given - self.right), self._first(self.right - given)
        if extra is not None:
            path = self.tree.path(extra)
            node = self._run.node_at(path)
            assert node is not None
            cutting = next((at for at, _cut in self._cuts() if _path(at) == path[:-1]), None)
            if cutting is not None and cutting.children[-1] is node:
                return "off-by-one", say(
                    "{leaf} is still looked at: only its value {value} makes the cut at {node}.",
                    leaf=extra,
                    value=number(float(node.value or 0)),
                    node=self.tree.names[path[:-1]],
                )
            alpha, beta = node.entered_alpha, node.entered_beta
            assert alpha is not None
            assert beta is not None
            return "window", say(
                "{leaf} is looked at: when the search comes there, alpha is {alpha} and beta is {beta}, and a value "
                "between them would still matter.",
                leaf=extra,
                alpha=number(alpha),
                beta=number(beta),
            )
        assert missing is not None
        node, cut = self._cut_of(missing)
        if given == self._cut_where(1, swapped=False):
            return "window", say(
                "That misses the deep cuts: alpha and beta come down from all levels above, not only from the parent. "
                "{leaf} is never looked at, since at {node} beta {beta} ≤ alpha {alpha}.",
                leaf=missing,
                node=self.tree.names[_path(node)],
                alpha=number(cut.alpha),
                beta=number(cut.beta),
            )
        return "window", say(
            "{leaf} is never looked at: at {node} beta {beta} ≤ alpha {alpha}, and {side} will not come here.",
            leaf=missing,
            node=self.tree.names[_path(node)],
            alpha=number(cut.alpha),
            beta=number(cut.beta),
            side=side_name(not node.maximizing),
        )

    def _first(self, names: frozenset[str]) -> str | None:
        return next((name for name in self.tree.leaf_names if name in names), None)

    def _cut_of(self, leaf: str) -> tuple[Node, Cut]:
        return next((node, cut) for node, cut in self._cuts() if leaf in self._skipped(node, cut))

    def _cut_where(self, levels: int | None, swapped: bool) -> frozenset[str]:
        """What is skipped with windows from so many levels above only (None: from all), or with Min first."""
        seen: set[Path] = set()
        _walk(self.tree, (), not swapped, [], seen, levels)
        return frozenset(self.tree.names[leaf] for leaf in self.tree.leaves if leaf not in seen)

    def _steps(self, given: frozenset[str]) -> dict[str, Any]:
        extra, missing = self._first(given - self.right), self._first(self.right - given)
        if extra is not None:
            node = self._run.node_at(self.tree.path(extra))
            assert node is not None
            return self._run.query(self._run.step(Enter, node))
        node = self._cuts()[0][0] if missing is None else self._cut_of(missing)[0]
        return self._run.query(self._run.step(Cut, node))


def _path(node: Node) -> Path:
    return tuple(at.move for at in node.path if at.move is not None)


def _walk(
    tree: NamedTree, path: Path, maximizing: bool, above: list[float], seen: set[Path], levels: int | None
) -> float:
    """Alpha-beta as a slip has it: `above` are the best values so far at the nodes above, the nearest last, of which
    only the last `levels` count."""
    board = tree.boards[path]
    if not board.branches:
        seen.add(path)
        return _number(board)
    best = -math.inf if maximizing else math.inf
    for below in tree.below(path):
        value = _walk(tree, below, not maximizing, [*above, best], seen, levels)
        best = max(best, value) if maximizing else min(best, value)
        known = above if levels is None else above[-levels:]
        # The nodes of the other side are every second one upwards.
        rivals = known[::-1][::2]
        if any(best >= rival if maximizing else best <= rival for rival in rivals):
            break
    return best


def _number(board: NumberTree) -> float:
    assert not isinstance(board.branch, tuple)
    return board.branch
