"""Captions: what each step of a search means, in a sentence or two."""

from __future__ import annotations

import math
from typing import Protocol

from plyground.board import (
    Backup,
    Board,
    Cut,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Lookup,
    Move,
    Outcome,
    Playout,
    Select,
    Side,
)
from plyground.learn.games import NumberTree
from plyground.learn.tree import Node, Tree
from plyground.texts import _, clauses, fill, mean_text, ngettext, number, say, signed

__all__ = ["Captions", "Signs", "counts_text", "moved_into"]

_LONGEST_PATH = 4
"""The moves by which a sentence names a node."""


class Signs(Protocol):
    """The signs that captions are written with: those that a terminal can show, or a page."""

    @property
    def infinity(self) -> str: ...

    @property
    def minus(self) -> str: ...

    @property
    def less_equal(self) -> str: ...

    @property
    def becomes(self) -> str: ...

    @property
    def ellipsis(self) -> str: ...

    def stone(self, side: Side, board: Board) -> str: ...


class Captions:
    """Explains an event that the tree has taken in already."""

    def __init__(self, tree: Tree, signs: Signs) -> None:
        self._tree = tree
        self._signs = signs

    def explain(self, event: Event) -> str:
        if isinstance(event, Deepen):
            return self._deepen(event)
        node = self._tree.nodes[event.node]
        match event:
            case Enter():
                return self._enter(node)
            case Evaluate(value=value):
                return self._evaluate(node, value)
            case Lookup():
                return self._lookup(node, event)
            case Cut():
                return self._cut(node, event)
            case Leave():
                return self._leave(node)
            case Expand():
                return self._expand(node)
            case Select(score=score):
                return self._select(node, score)
            case Playout():
                return self._playout(node, event)
            case Backup(value=value):
                return self._backup(node, value)

    # Depth-first

    @property
    def _searcher(self) -> str:
        root = self._tree.root
        return "" if root is None else self._signs.stone(root.board.turn, root.board)

    @property
    def _opponent(self) -> str:
        root = self._tree.root
        return "" if root is None else self._signs.stone(root.board.turn.opposite, root.board)

    def _value(self, value: float) -> str:
        return signed(value, self._signs.infinity).replace("-", self._signs.minus)

    def _mean(self, mean: float) -> str:
        return mean_text(mean).replace("-", self._signs.minus)

    def _name(self, node: Node) -> str:
        """The moves from the root to the node: many nodes of a tree are reached by a move of the same name."""
        return self._path([each.name for each in node.path[1:]])

    def _path(self, names: list[str]) -> str:
        shown = names if len(names) <= _LONGEST_PATH else [self._signs.ellipsis, *names[-_LONGEST_PATH:]]
        return f" {self._signs.becomes} ".join(shown)

    def _deepen(self, event: Deepen) -> str:
        before = self._tree.root
        if before is None:
            return _("Iterative deepening: the search looks one ply ahead first, then two, and so on.")
        assert before.best_move is not None  # the iteration before was finished
        return say(
            "The search begins again, now {depth} plies ahead. It tries the best line so far first, and so begins with "
            "{move}.",
            depth=event.depth,
            move=before.board.move_name(before.best_move),
        )

    def _enter(self, node: Node) -> str:
        stone = self._signs.stone(node.board.turn, node.board)
        if node.parent is None:
            return fill(
                ngettext(
                    "The search begins: {stone} is to move and looks for the highest value, {depth} ply ahead.",
                    "The search begins: {stone} is to move and looks for the highest value, {depth} plies ahead.",
                    node.depth,
                ),
                stone=stone,
                depth=node.depth,
            )
        if node.board.outcome.is_over or node.depth == 0:
            return say("After {move} the search looks no further: this is a leaf.", move=self._name(node))
        if node.maximizing:
            text = say(
                "After {move}: {stone} is to move and takes the highest value.", move=self._name(node), stone=stone
            )
        else:
            text = say(
                "After {move}: {stone} is to move and takes the lowest value, because values are seen from {searcher}.",
                move=self._name(node),
                stone=stone,
                searcher=self._searcher,
            )
        alpha, beta = node.alpha, node.beta
        if alpha is not None and beta is not None and (math.isfinite(alpha) or math.isfinite(beta)):
            text += " " + say(
                "Only values between alpha {alpha} and beta {beta} can still matter.",
                alpha=self._value(alpha),
                beta=self._value(beta),
            )
        return text

    def _evaluate(self, node: Node, value: float) -> str:
        outcome = node.board.outcome
        shown = self._value(value)
        if outcome.is_over and not node.board.has_winners:
            return say("The game ends here: {value} for {searcher}.", value=shown, searcher=self._searcher)
        if outcome is Outcome.DRAW:
            return say("The game is drawn here: {value}.", value=shown)
        if outcome.winner is not None:
            return say(
                "{stone} has won here: {value} for {searcher}.",
                stone=self._signs.stone(outcome.winner, node.board),
                value=shown,
                searcher=self._searcher,
            )
        if isinstance(node.board, NumberTree):
            return say("No plies are left: the mean of the leaves below, {value}, serves as a guess.", value=shown)
        return say(
            "No plies are left: the evaluator says {value} for {searcher}.", value=shown, searcher=self._searcher
        )

    def _lookup(self, node: Node, event: Lookup) -> str:
        value = self._value(event.value)
        assert node.alpha is not None  # alpha-beta gives every node a window
        assert node.beta is not None
        if event.bound == "exact":
            return say("The table knows this position from before: it is worth {value}.", value=value)
        if event.bound == "upper":
            return say(
                "The table knows this position from before: it is worth {value} at most, "
                "so no more than alpha {alpha}.",
                value=value,
                alpha=self._value(node.alpha),
            )
        return say(
            "The table knows this position from before: it is worth {value} at least, so no less than beta {beta}.",
            value=value,
            beta=self._value(node.beta),
        )

    def _cut(self, node: Node, event: Cut) -> str:
        bound = say(
            "Cut: beta {beta} {less_equal} alpha {alpha}.",
            beta=self._value(event.beta),
            less_equal=self._signs.less_equal,
            alpha=self._value(event.alpha),
        )
        if node.maximizing:
            why = say(
                "{opponent} can already hold {searcher} to {beta} elsewhere, so it would not come here.",
                opponent=self._opponent,
                searcher=self._searcher,
                beta=self._value(event.beta),
            )
        else:
            why = say(
                "{searcher} is already sure of {alpha} elsewhere, so it would not come here.",
                searcher=self._searcher,
                alpha=self._value(event.alpha),
            )
        skipped = (
            say("Never looked at: {moves}.", moves=self.moves(node, event.skipped))
            if event.skipped
            else _("It was the last move here, so nothing is skipped.")
        )
        return f"{bound} {why} {skipped}"

    def moves(self, node: Node, moves: tuple[Move, ...], most: int = 12) -> str:
        names = [node.board.move_name(move) for move in moves]
        return _(", ").join([*names[:most], *([self._signs.ellipsis] if len(names) > most else [])])

    def _leave(self, node: Node) -> str:
        assert node.value is not None
        value = self._value(node.value)
        parent = node.parent
        if parent is None:
            if node.best_move is None:
                return say("The search is over: every move is worth {value}.", value=value)
            if self._tree.is_deepening:
                return fill(
                    ngettext(
                        "{depth} ply ahead, {move} is best, with {value}.",
                        "{depth} plies ahead, {move} is best, with {value}.",
                        node.depth,
                    ),
                    depth=node.depth,
                    move=node.board.move_name(node.best_move),
                    value=value,
                )
            return say(
                "The search is over: {move} is best, with {value}.",
                move=node.board.move_name(node.best_move),
                value=value,
            )
        template = {
            "=": _("{move} is worth {value}."),
            "<=": _("{move} is worth {value} at most."),
            ">=": _("{move} is worth {value} at least."),
        }[node.relation]
        text = fill(template, move=self._name(node), value=value)
        stone = self._signs.stone(parent.board.turn, parent.board)
        if parent.best_move == node.move:
            return f"{text} {say('That is the best for {stone} so far.', stone=stone)}"
        if parent.best is None or parent.best_move is None:
            return text
        return (
            text
            + " "
            + say(
                "{best} with {value} stays the best for {stone}.",
                best=self._path([*(each.name for each in parent.path[1:]), parent.board.move_name(parent.best_move)]),
                value=self._value(parent.best),
                stone=stone,
            )
        )

    # Monte Carlo

    def _expand(self, node: Node) -> str:
        if node.parent is None:
            return _("The tree begins with the position itself.")
        if node.visits:
            return say("Kept from the last move: {move}, visits {visits}.", move=self._name(node), visits=node.visits)
        return say("Expand: {move} joins the tree.", move=self._name(node))

    def _select(self, node: Node, score: float) -> str:
        mean = node.mean
        assert mean is not None  # moves that were never tried come first
        return say(
            "Select: {move} has the highest bound: mean {mean} + bonus {bonus} = {bound}. "
            "The bonus is for few visits, {visits} of {all}.",
            move=self._name(node),
            mean=self._mean(mean),
            bonus=f"{score - mean:.2f}",
            bound=self._mean(score),
            visits=node.visits,
            all=node.parent.visits if node.parent is not None else node.visits,
        )

    def _playout(self, node: Node, event: Playout) -> str:
        mover = moved_into(node)
        count = len(event.moves)
        if not count:
            text = _("Playout: the game is over here.")
        else:
            board, names = node.board, []
            for move in event.moves:
                names.append(board.move_name(move))
                board = board.move(move)
            shown = " ".join(names[:16]) + (f" {self._signs.ellipsis}" if count > 16 else "")
            text = fill(
                ngettext("Playout: {count} random move, {moves}.", "Playout: {count} random moves, {moves}.", count),
                count=count,
                moves=shown,
            )
        stone = self._signs.stone(mover, node.board)
        result = {
            1: _("{stone} wins: {value}."),
            0: _("A draw: {value} for {stone}."),
            -1: _("{stone} loses: {value}."),
        }
        return f"{text} {fill(result[_sign(event.value)], stone=stone, value=self._value(event.value))}"

    def _backup(self, node: Node, value: float) -> str:
        if node.parent is None:
            return say(
                "Backup: the position itself; visits now {visits}, mean {mean} for {stone}, who is to move.",
                visits=node.visits,
                # Its results are kept for the side that moved last, whom nobody asks about.
                mean="-" if node.mean is None else self._mean(0.0 - node.mean),
                stone=self._signs.stone(node.board.turn, node.board),
            )
        return say(
            "Backup: {move} counts {value}; visits now {visits}, mean {mean} for {stone}.",
            move=self._name(node),
            value=self._value(value),
            visits=node.visits,
            mean="-" if node.mean is None else self._mean(node.mean),
            stone=self._signs.stone(moved_into(node), node.board),
        )


def moved_into(node: Node) -> Side:
    """The side whose move led to the node: results of playouts are seen from it."""
    return node.board.turn.opposite if node.parent is None else node.parent.board.turn


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def counts_text(tree: Tree) -> str:
    """How much has happened so far."""
    counts = tree.counts
    if tree.is_monte_carlo:
        parts = [
            fill(ngettext("{count} node", "{count} nodes", counts.expanded), count=number(counts.expanded)),
            fill(ngettext("{count} playout", "{count} playouts", counts.playouts), count=number(counts.playouts)),
        ]
        return clauses(parts)
    parts = [
        fill(ngettext("{count} node", "{count} nodes", counts.entered), count=number(counts.entered)),
        fill(ngettext("{count} evaluated", "{count} evaluated", counts.evaluated), count=number(counts.evaluated)),
    ]
    root = tree.root
    if root is not None and root.entered_alpha is not None:
        parts.append(fill(ngettext("{count} cut", "{count} cuts", counts.cuts), count=number(counts.cuts)))
        parts.append(
            fill(
                ngettext("{count} move never looked at", "{count} moves never looked at", counts.skipped),
                count=number(counts.skipped),
            )
        )
    if counts.lookups:
        parts.append(
            fill(
                ngettext("{count} found in the table", "{count} found in the table", counts.lookups),
                count=number(counts.lookups),
            )
        )
    return clauses(parts)
