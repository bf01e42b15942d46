"""UCT, compiled: the tree of `search.UCT`, visit for visit, a thousand times as fast."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.board import DEFAULT_PLAYOUTS, Cancel, Decision, Limit, Move, check_limit, limit_or_default, require_open
from plyground.engines.geometry import address, geometry_of, position_of, scratch
from plyground.engines.running import Watch
from plyground.errors import N_, LimitError, UnknownNameError, nearest
from plyground.grid import GridBoard, Rules
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
    """Where a node stands in the arrays of `kernels.uct`."""

    place: int
    siblings: int


ROOT = Node(kernel.HEAD, 1)


class Tree:
    """The blocks of `kernels.uct`, and a way to read them."""

    def __init__(self, capacity: int) -> None:
        self.blocks = np.empty(capacity + kernel.LANES, np.int32)
        self.blocks[: kernel.HEAD + kernel.FIELDS] = 0
        self.blocks[kernel.COUNT] = 1
        self.header = np.zeros(kernel.TREE_SLOTS, np.int64)
        self.header[kernel.BLOCKS] = address(self.blocks)
        self.header[kernel.USED] = kernel.HEAD + kernel.FIELDS
        self.header[kernel.CAPACITY] = capacity

    def visits(self, node: Node) -> int:
        return int(self.blocks[node.place])

    def mean(self, node: Node) -> float:
        return int(self.blocks[node.place + node.siblings]) / self.visits(node)

    def move(self, node: Node) -> Move:
        return int(self.blocks[node.place + 3 * node.siblings])

    def children(self, node: Node) -> list[Node]:
        """The children with a result: of a tree that is growing, the last one that is tried has none yet."""
        block = int(self.blocks[node.place + 2 * node.siblings])
        if not block:
            return []
        count, tried = (int(self.blocks[block + field]) for field in (kernel.COUNT, kernel.TRIED))
        children = (Node(block + kernel.HEAD + k, count) for k in range(tried))
        return [child for child in children if self.visits(child)]

    def most_visited(self, node: Node) -> Iterator[Move]:
        while children := self.children(node):
            node = max(children, key=self.visits)
            yield self.move(node)

    def below(self, node: Node, capacity: int) -> Tree:
        """A tree of its own for what lies below `node`."""
        tree = Tree(capacity)
        kernel.transplant(address(self.header), node.place, node.siblings, address(tree.header))
        return tree


class UCT:
    """A search that remembers: its tree is kept from move to move, as far as it still applies.

    `decide` finds the position among those up to two plies below the last one. `memory` bounds the tree, in
    megabytes; a full tree is searched on without growing. Up to there, the same seed gives the same visits as
    the textbook.
    """

    takes = ("time", "nodes", "playouts")
    """The limits that it keeps to; it refuses others."""

    def __init__(self, c: float = EXPLORATION, seed: int = 0, final: str = "value", memory: float = MEMORY) -> None:
        if not (c >= 0 and math.isfinite(c)):
            raise LimitError(N_("the exploration constant c is {value}; it has to be 0 or more"), value=c)
        if final not in FINAL_CHOICES:
            raise UnknownNameError(
                N_("there is no final choice '{name}'; did you mean {nearest}? Known are {known}"),
                name=final,
                nearest=nearest(final, FINAL_CHOICES) or FINAL_CHOICES[0],
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
        counts = np.zeros(kernel.COUNTS_SLOTS, np.int64)
        counts[kernel.NODES] = int(not tree.visits(ROOT) and not tree.children(ROOT))
        counts.view(np.uint64)[kernel.RANDOM] = self._random
        # A small game is soon in the tree whole, and then no playout adds a node: nodes bound the playouts, too.
        limits = [most for most in (watch.limit.playouts, watch.limit.nodes) if most is not None]
        counts[kernel.MOST_PLAYOUTS] = min([*limits, 2**62])
        counts[kernel.MOST_NODES] = 2**62 if watch.limit.nodes is None else min(watch.limit.nodes, 2**62)
        before = tree.visits(ROOT)

        def so_far() -> Decision:
            # The kernel counts when it ends; what it has played since it began, the root knows.
            return self._decision(board, tree, 0, tree.visits(ROOT) - before, watch)

        if not watch.is_cancelled:
            watch.run([lambda: _grow(board, tree, self.c, counts, watch.flag)], so_far=so_far)
        self._random = int(counts.view(np.uint64)[kernel.RANDOM])
        return self._decision(board, tree, int(counts[kernel.NODES]), int(counts[kernel.PLAYOUTS]), watch)

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


def _grow(board: GridBoard, tree: Tree, c: float, counts: NDArray[np.int64], flag: int) -> None:
    geometry, position, room = geometry_of(board.rules), position_of(board), scratch()
    scores, path, logs = np.empty(1024 + kernel.LANES, np.float64), np.empty(2 * 1026, np.int32), _logs()
    kernel.grow(
        address(geometry),
        address(position),
        address(room),
        address(tree.header),
        float(c),
        address(logs),
        len(logs),
        address(scores),
        address(path),
        address(counts),
        flag,
    )


@lru_cache(maxsize=1)
def _load_kernels() -> None:
    tree, counts, flag = Tree(8192), np.zeros(kernel.COUNTS_SLOTS, np.int64), np.zeros(1, np.int64)
    _grow(GridBoard(), tree, EXPLORATION, counts, address(flag))
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
