"""UCT: a tree of random games that grows where the upper confidence bound is highest."""

from __future__ import annotations

import math
from collections.abc import Iterator

from plyground.board import (
    DEFAULT_PLAYOUTS,
    Board,
    Cancel,
    Deadline,
    Decision,
    Limit,
    Listener,
    Move,
    Side,
    SplitMix,
    check_limit,
    is_number,
    limit_or_default,
    require_board,
    require_function,
    require_open,
)
from plyground.errors import N_, LimitError, UnknownNameError, nearest
from plyground.search.playout import play_out
from plyground.search.reports import TreeReport

__all__ = ["EXPLORATION", "FINAL_CHOICES", "UCT", "uct"]

EXPLORATION = 0.7
"""The usual 1/sqrt(2), rounded; with results of +1, 0 and -1."""

FINAL_CHOICES = ("value", "visits", "bound")
"""How the move is chosen in the end: by mean (c = 0), by visits, or by the bound that guides the search."""


class _Node:
    """A position in the tree. `total` is the sum of results for `mover`, the side that moved into it."""

    __slots__ = ("board", "children", "move", "mover", "total", "untried", "visits")

    def __init__(self, board: Board, move: Move | None, mover: Side) -> None:
        self.board = board
        self.move = move
        self.mover = mover
        self.visits = 0
        self.total = 0.0
        self.children: list[_Node] = []
        over = board.is_win or board.is_draw
        # Taken from the end, so reversed: the first legal move is tried first.
        self.untried = [] if over else list(reversed(board.legal_moves))

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def bound(self, parent_visits: int, c: float) -> float:
        """UCB1."""
        return self.total / self.visits + c * math.sqrt(2 * math.log(parent_visits) / self.visits)


class UCT:
    """A search that keeps its tree from move to move, as far as it still applies.

    `decide` finds the position among those up to two plies below the last one, by `==`. A game whose
    boards do not compare by value can say which moves were played: `follow`.
    """

    takes = ("time", "nodes", "playouts")
    """The limits that it keeps to; it refuses others."""

    def __init__(self, c: float = EXPLORATION, seed: int = 0, final: str = "value") -> None:
        if not (is_number(c) and c >= 0 and math.isfinite(c)):
            raise LimitError(N_("the exploration constant c is {value}; it has to be 0 or more"), value=repr(c))
        if final not in FINAL_CHOICES:
            near = nearest(str(final), FINAL_CHOICES)
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
        self.reset()

    def reset(self) -> None:
        """Forgets the tree and starts the random numbers anew: for a new game."""
        self._root: _Node | None = None
        self._random = SplitMix(self.seed)

    def follow(self, move: Move, board: Board) -> None:
        """`move` was played and led to `board`: keeps what is known below it."""
        child = next((child for child in self._root.children if child.move == move), None) if self._root else None
        if child is not None:
            child.board = board
        self._root = child

    def decide(
        self,
        board: Board,
        limit: Limit | None = None,
        listener: Listener | None = None,
        cancel: Cancel | None = None,
    ) -> Decision:
        """The move with the best results, after as many playouts as `limit` allows (1,000 if it says nothing).

        Values lie between -1 and 1, seen from the side to move. `playouts` and `nodes` of the decision, and the
        limits of these names, count what this call adds to the tree; a playout adds a node at most, so a limit of
        nodes is one of playouts as well. The line follows the most visited moves.
        `complete` is False after a cancel, or when the time was too short to try every move.

        >>> from plyground import GridBoard
        >>> UCT().decide(GridBoard.from_moves("112233"), Limit(playouts=100)).move
        3
        """
        require_board(board)
        require_function(listener, "listener")
        require_open(board.outcome)
        check_limit(limit, self.takes, "uct")
        deadline = Deadline(limit_or_default(limit, DEFAULT_PLAYOUTS, self.takes), cancel)
        root = self._root_at(board)
        fresh = root.visits == 0 and not root.children
        report = None
        if listener is not None:
            report = TreeReport(listener)
            for node, parent in _subtree(root):
                report.expand(node, parent, node.move if parent else None, node.board, node.visits, node.total)
        nodes, playouts = int(fresh), 0
        most_nodes = math.inf if deadline.limit.nodes is None else deadline.limit.nodes
        # A small game is soon in the tree whole, and then no playout adds a node: nodes bound the playouts, too.
        most_playouts = most_nodes if deadline.limit.playouts is None else min(deadline.limit.playouts, most_nodes)
        while not (playouts >= most_playouts or nodes >= most_nodes or deadline.is_over):
            path = self._select(root, report)
            if path[-1].untried:
                path.append(self._expand(path[-1], report))
                nodes += 1
            value = self._play_out(path[-1], report)
            self._backup(path, value, report)
            playouts += 1
        return self._decision(root, nodes, playouts, deadline)

    # The four steps

    def _select(self, root: _Node, report: TreeReport | None) -> list[_Node]:
        """From the root to a node with a move that was never tried, or to the end of the game."""
        node = root
        path = [root]
        while node.children and not node.untried:
            child, score = self._best_child(node)
            if report is not None:
                assert child.move is not None
                report.select(child, node, child.move, score)
            path.append(child)
            node = child
        return path

    def _best_child(self, node: _Node) -> tuple[_Node, float]:
        best, best_score = node.children[0], -math.inf
        spread = 2 * math.log(node.visits)
        for child in node.children:
            score = child.total / child.visits + self.c * math.sqrt(spread / child.visits)
            if score > best_score:
                best, best_score = child, score
        return best, best_score

    def _expand(self, node: _Node, report: TreeReport | None) -> _Node:
        """One more child."""
        move = node.untried.pop()
        child = _Node(node.board.move(move), move, node.board.turn)
        node.children.append(child)
        if report is not None:
            report.expand(child, node, move, child.board)
        return child

    def _play_out(self, node: _Node, report: TreeReport | None) -> float:
        """A random game: 1, 0 or -1 for the side that moved into `node`. Finished games count as they ended."""
        record: list[Move] | None = None
        if report is not None:
            record = []
        winner = play_out(node.board, self._random, record).winner
        value = 0.0 if winner is None else 1.0 if winner is node.mover else -1.0
        if report is not None:
            report.playout(node, record or [], value)
        return value

    def _backup(self, path: list[_Node], value: float, report: TreeReport | None) -> None:
        """The result on the way up; what is good for one side is bad for the other."""
        winner_of_value = path[-1].mover
        for node in reversed(path):
            result = value if node.mover is winner_of_value else -value
            node.visits += 1
            node.total += result
            if report is not None:
                report.backup(node, result, node.visits, node.total)

    # The root, and the decision

    def _root_at(self, board: Board) -> _Node:
        found = self._find(board)
        self._root = found if found is not None else _Node(board, None, board.turn.opposite)
        return self._root

    def _find(self, board: Board) -> _Node | None:
        """The node of this position, at most two plies down: my move and the answer."""
        row = [] if self._root is None else [self._root]
        for _ in range(3):
            for node in row:
                if node.board is board or node.board == board:
                    return node
            row = [child for node in row for child in node.children]
        return None

    def _decision(self, root: _Node, nodes: int, playouts: int, deadline: Deadline) -> Decision:
        children = root.children
        if children:
            best = self._final_child(root)
            move = _move_of(best)
            value: float | None = best.mean
            line = (move, *_most_visited(best))
        else:
            move, value, line = root.board.legal_moves[0], None, (root.board.legal_moves[0],)
        return Decision(
            move=move,
            value=value,
            values={_move_of(child): child.mean for child in children},
            visits={_move_of(child): child.visits for child in children},
            line=line,
            nodes=nodes,
            playouts=playouts,
            seconds=deadline.seconds,
            complete=not root.untried and not deadline.is_cancelled,
        )

    def _final_child(self, root: _Node) -> _Node:
        if self.final == "visits":
            return max(root.children, key=lambda child: child.visits)
        c = self.c if self.final == "bound" else 0.0
        return max(root.children, key=lambda child: child.bound(root.visits, c))


def uct(
    board: Board,
    limit: Limit | None = None,
    c: float = EXPLORATION,
    seed: int = 0,
    final: str = "value",
    listener: Listener | None = None,
    cancel: Cancel | None = None,
) -> Decision:
    """One UCT search with a tree of its own; see `UCT.decide`."""
    return UCT(c, seed, final).decide(board, limit, listener, cancel)


def _move_of(node: _Node) -> Move:
    assert node.move is not None  # only a fresh root has no move
    return node.move


def _most_visited(node: _Node) -> Iterator[Move]:
    while node.children:
        node = max(node.children, key=lambda child: child.visits)
        yield _move_of(node)


def _subtree(root: _Node) -> Iterator[tuple[_Node, _Node | None]]:
    """Every node below `root` with its parent, parents first."""
    todo: list[tuple[_Node, _Node | None]] = [(root, None)]
    while todo:
        node, parent = todo.pop()
        yield node, parent
        todo.extend((child, node) for child in reversed(node.children))
