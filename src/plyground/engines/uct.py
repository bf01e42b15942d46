"""UCT, compiled: the tree of `search.UCT`, visit for visit, a thousand times as fast."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.board import DEFAULT_PLAYOUTS, Cancel, Decision, Limit, Move, check_limit, limit_or_default, require_open
from plyground.engines.geometry import Records, address, geometry_of, position_of, scratch
from plyground.engines.watch import Watch
from plyground.errors import N_, LimitError, UnknownNameError, nearest
from plyground.grid import GridBoard, Rules
from plyground.kernels.memory import Argument, Flag
from plyground.kernels.playouts import playout
from plyground.kernels.playouts import uct as kernel

__all__ = ["EXPLORATION", "FINAL_CHOICES", "UCT", "uct"]

EXPLORATION = 0.7
"""As in the textbook: 1/sqrt(2), rounded."""

FINAL_CHOICES = ("value", "visits", "bound")

MEMORY = 512
"""Megabytes that a tree may take unless told otherwise; they are used only as the tree grows into them."""

_LOGS = 1 << 14


@lru_cache(maxsize=1)
def _logs() -> NDArray[np.float64]:
    # Python's own logarithms, since the textbook uses them; beyond the table the machine's are as good.
    return np.array([0.0] + [2 * math.log(n) for n in range(1, _LOGS)], np.float64)


class Node(NamedTuple):
    """Where a node stands in the memory of `kernels.playouts.uct`: a block with so many rows, and one of them."""

    block: int
    rows: int
    row: int


ROOT = Node(kernel.ROOT_BLOCK, 1, 0)


class Tree:
    """The blocks of `kernels.playouts.uct`, and a way to read them."""

    def __init__(self, capacity: int) -> None:
        self._numbers = np.empty(capacity + kernel.LANES, np.int32)
        root_size = kernel.HEAD + kernel.FIELDS
        self._numbers[:root_size] = 0
        self._head(kernel.ROOT_BLOCK)["count"] = 1
        self._memory = kernel.Tree.new()
        self._memory["numbers"] = address(self._numbers)
        self._memory["used"] = root_size
        self._memory["capacity"] = capacity

    @property
    def argument(self) -> Argument:
        """For the kernels."""
        return kernel.Tree.at(self._memory)

    def _head(self, block: int) -> Records:
        return self._numbers[block : block + kernel.HEAD].view(kernel.Block.dtype)

    def _number(self, node: Node, field: str) -> int:
        return int(self._numbers[node.block + kernel.HEAD + kernel.Children.place(field, node.rows, node.row)])

    def visits(self, node: Node) -> int:
        return self._number(node, "visits")

    def mean(self, node: Node) -> float:
        return self._number(node, "totals") / self.visits(node)

    def move(self, node: Node) -> Move:
        return self._number(node, "moves")

    def children(self, node: Node) -> list[Node]:
        """The children with a result: of a tree that is growing, the last one that is tried has none yet."""
        block = self._number(node, "blocks")
        if block == kernel.NO_BLOCK:
            return []
        count, tried = self._head(block)[0].tolist()
        return [node for node in (Node(block, count, row) for row in range(tried)) if self.visits(node)]

    def most_visited(self, node: Node) -> Iterator[Move]:
        while children := self.children(node):
            node = max(children, key=self.visits)
            yield self.move(node)

    def below(self, node: Node, capacity: int) -> Tree:
        """A tree of its own for what lies below `node`."""
        tree = Tree(capacity)
        kernel.transplant(self.argument, node.block, node.row, tree.argument)
        return tree


class UCT:
    """A search that remembers: its tree is kept from move to move, as far as it still applies.

    `decide` finds the position among those up to two plies below the last one. `memory` bounds the tree, in
    megabytes; a full tree is searched on without growing. Up to there, the same seed gives the same visits as
    the textbook.
    """

    threads = 1

    takes = ("time", "nodes", "playouts")
    """The limits that it keeps to; it refuses others."""

    def __init__(self, c: float = EXPLORATION, seed: int = 0, final: str = "value", memory: float = MEMORY) -> None:
        if not (c >= 0 and math.isfinite(c)):
            raise LimitError(N_("the exploration constant c is {value}; it has to be 0 or more"), value=c)
        if final not in FINAL_CHOICES:
            near = nearest(final, FINAL_CHOICES)
            raise UnknownNameError(
                N_("there is no final choice '{name}'; did you mean {nearest}? Known are {known}")
                if near
                else N_("there is no final choice '{name}'; known are {known}"),
                name=final,
                nearest=near,
                known=", ".join(FINAL_CHOICES),
            )
        self.c = c
        self.seed = seed
        self.final = final
        # The largest board has 1024 moves: a tree that cannot hold them all would never try the last.
        self._capacity = min(2**31 - 1, max(8192, int(memory * 2**20 / 4)))
        self.reset()

    def reset(self) -> None:
        """Forgets the tree and starts the random numbers anew: for a new game."""
        self._tree: Tree | None = None
        self._board: GridBoard | None = None
        self._random = self.seed % 2**64

    def prepare(self, rules: Rules) -> None:
        """Loads all that a game by these rules can need, so that no move has to wait for it."""
        _load_kernels()
        geometry_of(rules)

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        """The move with the best results, after as many playouts as `limit` allows (1,000 if it says nothing).

        >>> UCT().decide(GridBoard.from_moves("112233"), Limit(playouts=100)).move
        3
        """
        check_limit(limit, self.takes, "uct")
        watch = Watch(limit_or_default(limit, DEFAULT_PLAYOUTS, self.takes), cancel)
        require_open(board.outcome)
        self.prepare(board.rules)
        tree = self._tree_at(board)
        counts = kernel.Counts.new()
        counts["nodes"] = int(not tree.visits(ROOT) and not tree.children(ROOT))
        counts["random"] = self._random
        # A small game is soon in the tree whole, and then no playout adds a node: nodes bound the playouts, too.
        limits = [most for most in (watch.limit.playouts, watch.limit.nodes) if most is not None]
        counts["most_playouts"] = min([*limits, 2**62])
        counts["most_nodes"] = 2**62 if watch.limit.nodes is None else min(watch.limit.nodes, 2**62)
        before = tree.visits(ROOT)

        def so_far() -> Decision:
            # The kernel counts when it ends; what it has played since it began, the root knows.
            return self._decision(board, tree, 0, tree.visits(ROOT) - before, watch)

        if not watch.is_cancelled:
            watch.run([lambda: _grow(board, tree, self.c, counts, watch.flag)], so_far=so_far)
        self._random = int(counts["random"][0])
        return self._decision(board, tree, int(counts["nodes"][0]), int(counts["playouts"][0]), watch)

    def _tree_at(self, board: GridBoard) -> Tree:
        """The tree of this position: what is known of it, if it is at most two plies below the last one."""
        node = self._find(board)
        if self._tree is None or node is None:
            self._tree = Tree(self._capacity)
        elif node != ROOT:
            self._tree = self._tree.below(node, self._capacity)
        self._board = board
        return self._tree

    def _find(self, board: GridBoard) -> Node | None:
        tree = self._tree
        row = [] if tree is None or self._board is None else [(ROOT, self._board)]
        for _ in range(3):
            for node, there in row:
                if there == board:
                    return node
            assert tree is not None or not row
            row = [
                (child, there.move(tree.move(child)))
                for node, there in row
                if tree is not None and not there.is_win
                for child in tree.children(node)
            ]
        return None

    def _decision(self, board: GridBoard, tree: Tree, nodes: int, playouts: int, watch: Watch) -> Decision:
        children = tree.children(ROOT)
        if children:
            best = self._final_child(tree)
            move, value = tree.move(best), tree.mean(best)
            line = (move, *tree.most_visited(best))
        else:
            move, value, line = board.legal_moves[0], None, (board.legal_moves[0],)
        return Decision(
            move=move,
            value=value,
            values={tree.move(child): tree.mean(child) for child in children},
            visits={tree.move(child): tree.visits(child) for child in children},
            line=line,
            nodes=nodes,
            playouts=playouts,
            seconds=watch.seconds,
            complete=len(children) == len(board.legal_moves) and not watch.is_cancelled,
        )

    def _final_child(self, tree: Tree) -> Node:
        children = tree.children(ROOT)
        if self.final == "visits":
            return max(children, key=tree.visits)
        c = self.c if self.final == "bound" else 0.0
        spread = 2 * math.log(max(1, tree.visits(ROOT)))  # 0 while the very first result is being written down
        return max(children, key=lambda child: tree.mean(child) + c * math.sqrt(spread / tree.visits(child)))


def _grow(board: GridBoard, tree: Tree, c: float, counts: Records, flag: Argument) -> None:
    logs = _logs()
    room = kernel.Room(
        position=playout.Position.at(scratch(board.rules)),
        path=kernel.PATH.at(kernel.Step.new(kernel.MOST_STEPS)),
        scores=kernel.SCORES.at(np.empty(kernel.MOST_SCORES, np.float64)),
    )
    kernel.grow(
        playout.Geometry.at(geometry_of(board.rules)),
        playout.Position.at(position_of(board)),
        room,
        tree.argument,
        float(c),
        kernel.LOGS.at(logs),
        len(logs),
        kernel.Counts.at(counts),
        flag,
    )


@lru_cache(maxsize=1)
def _load_kernels() -> None:
    tree = Tree(8192)
    _grow(GridBoard(), tree, EXPLORATION, kernel.Counts.new(), Flag.at(Flag.new()))
    tree.below(ROOT, 8192)


def uct(
    board: GridBoard,
    limit: Limit | None = None,
    c: float = EXPLORATION,
    seed: int = 0,
    final: str = "value",
    cancel: Cancel | None = None,
) -> Decision:
    """One UCT search with a tree of its own; see `UCT.decide`."""
    return UCT(c, seed, final).decide(board, limit, cancel)
