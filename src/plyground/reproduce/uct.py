"""UCT, taken apart by the events that it reports."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from time import thread_time

from plyground.board import Backup, Board, Decision, Event, Expand, Limit, Move, Playout, Select
from plyground.errors import N_
from plyground.grid import CFOUR, GridBoard
from plyground.reproduce.measure import Measured, Setting, kept, measures
from plyground.search import UCT
from plyground.texts import say

SEED = 7


@dataclass
class Node:
    """A node of the tree as the events tell it."""

    parent: int | None
    move: Move | None
    board: Board
    visits: int = 0
    total: float = 0.0
    children: list[int] = field(default_factory=list)


@dataclass
class TreeCheck:
    """Follows the events of one search and checks each step against the definition."""

    c: float
    nodes: dict[int, Node] = field(default_factory=dict)
    worst: float = 0.0
    """The largest difference between a reported bound and the formula, or from the best sibling's."""
    selections: int = 0
    too_early: int = 0
    """Selections below a node that still had an untried move."""
    expanded: int = 0
    most_expanded: int = 0
    """Children added between two playouts, at most."""
    wrong_signs: int = 0
    first_steps: dict[int, Counter[Move]] = field(default_factory=lambda: defaultdict(Counter))
    above: dict[int, float] = field(default_factory=dict)

    def __call__(self, event: Event) -> None:
        match event:
            case Expand(node, parent, move, board):
                self.nodes[node] = Node(parent, move, board)
                if parent is not None:
                    self.nodes[parent].children.append(node)
                    self.expanded += 1
                    self.most_expanded = max(self.most_expanded, self.expanded)
            case Select(node, parent, _move, score):
                self._select(node, parent, score)
            case Playout(node, moves, value):
                self.expanded = 0
                self.above = {node: value}
                if moves and self.nodes[node].parent is not None:
                    legal = self.nodes[node].board.legal_moves
                    self.first_steps[len(legal)][legal.index(moves[0])] += 1
            case Backup(node, value, visits, total):
                self._backup(node, value, visits, total)

    def _select(self, node: int, parent: int, score: float) -> None:
        above = self.nodes[parent]
        self.selections += 1
        self.too_early += len(above.children) < len(above.board.legal_moves)
        bounds = {child: self._bound(child) for child in above.children}
        self.worst = max(self.worst, abs(bounds[node] - score), abs(max(bounds.values()) - score))

    def _bound(self, child: int) -> float:
        """Q/N + c * sqrt(2 ln N(parent) / N), from the counts that the events gave."""
        node = self.nodes[child]
        assert node.parent is not None
        log = math.log(self.nodes[node.parent].visits)
        return node.total / node.visits + self.c * math.sqrt(2 * log / node.visits)

    def _backup(self, number: int, value: float, visits: int, total: float) -> None:
        node = self.nodes[number]
        right = self.above.get(number) == value and visits == node.visits + 1 and total == node.total + value
        self.wrong_signs += not right
        node.visits, node.total = visits, total
        if node.parent is not None:
            self.above = {node.parent: -value}


@kept
def _watched(playouts: int, c: float = 0.7) -> tuple[TreeCheck, Decision]:
    """UCT on a 7x6 position in mid-game, near enough to the end that playouts meet it in the tree."""
    check = TreeCheck(c)
    board = GridBoard.from_moves("4444435326")
    decision = UCT(c, SEED).decide(board, Limit(playouts=playouts), check)
    return check, decision


@measures("C.ucb1", N_("selection takes the highest Q/N + c*sqrt(2 ln N(parent)/N)"))
def ucb1(setting: Setting) -> Measured:
    check, _decision = _watched(setting.given["playouts"], setting.given["c"])
    note = say("{count} selections, largest difference {worst:.0e}", count=check.selections, worst=check.worst)
    return Measured(check.selections > 0 and check.worst < 1e-12, note)


@measures("C.unvisited-first", N_("unvisited children come first"))
def unvisited_first(setting: Setting) -> Measured:
    check, _decision = _watched(setting.given["playouts"])
    return Measured(check.selections > 0 and check.too_early == 0, say("{count} selections", count=check.selections))


@measures("C.one-child", N_("one child is expanded for each playout"))
def one_child(setting: Setting) -> Measured:
    check, decision = _watched(setting.given["playouts"])
    note = say("{count} nodes after {playouts} playouts", count=len(check.nodes), playouts=decision.playouts)
    return Measured(check.most_expanded == 1 and len(check.nodes) <= decision.playouts + 1, note)


@measures("C.uniform", N_("playouts are uniformly random"))
def uniform(setting: Setting) -> Measured:
    check, _decision = _watched(setting.given["playouts"])
    worst, counted = 0.0, 0
    for ways, chosen in check.first_steps.items():
        total = chosen.total()
        if ways < 2 or total < 20 * ways:
            continue
        counted += total
        # How far each move's count lies from its share, in standard deviations.
        spread = math.sqrt(total * (1 / ways) * (1 - 1 / ways))
        worst = max([worst, *(abs(chosen[move] - total / ways) / spread for move in range(ways))])
    note = say("{count} first moves, at most {worst:.1f} standard deviations off", count=counted, worst=worst)
    return Measured(counted > 0 and worst < 4, note)


@measures("C.alternating", N_("the result is added on the way up with alternating sign"))
def alternating(setting: Setting) -> Measured:
    check, _decision = _watched(setting.given["playouts"])
    root = check.nodes[0]
    below = [check.nodes[child] for child in root.children]
    level = root.visits == sum(node.visits for node in below) and root.total == -sum(node.total for node in below)
    return Measured(check.wrong_signs == 0 and level, say("{count} playouts", count=root.visits))


@measures("C.time", N_("it runs until the time for the move is used up"))
def time(setting: Setting) -> Measured:
    seconds, began = setting.given["seconds"], thread_time()
    decision = UCT(seed=SEED).decide(GridBoard(CFOUR), Limit(time=seconds))
    # The time for a move is that of the clock. On a busy machine it may be over late, but without more work.
    worked = thread_time() - began
    note = say("{seconds:.2f} s, {count} playouts", seconds=decision.seconds, count=decision.playouts)
    return Measured(seconds <= decision.seconds and worked < seconds + 1 and decision.playouts > 0, note)


@measures("C.final-choice", N_("in the end the best child with c = 0 is played"))
def final_choice(setting: Setting) -> Measured:
    looked, right = 0, 0
    for moves in ("", "4", "44", "4453", "434535", "1122"):
        decision = UCT(0.7, SEED).decide(GridBoard.from_moves(moves), Limit(playouts=setting.given["playouts"]))
        looked += 1
        right += decision.values[decision.move] == max(decision.values.values())
    return Measured(right == looked, say("{count} positions", count=looked))


@measures(
    "C.root-kept",
    N_("the root is made only if there is none yet: the subtree of the moves played is kept"),
    why=N_(
        "the source does not say what becomes of the tree after a move; playouts below the moves played stay useful"
    ),
)
def root_kept(setting: Setting) -> Measured:
    search, board = UCT(0.7, SEED), GridBoard(CFOUR)
    decision = search.decide(board, Limit(playouts=setting.given["playouts"]))
    kept: list[int] = []

    def first_root(event: Event) -> None:
        if isinstance(event, Expand) and event.parent is None:
            kept.append(event.visits)

    reply = decision.line[1]
    again = search.decide(board.move(decision.move).move(reply), Limit(playouts=1), first_root)
    note = say("{count} visits kept", count=kept[0])
    return Measured(kept[0] > 0 and sum(again.visits.values()) == kept[0], note)
