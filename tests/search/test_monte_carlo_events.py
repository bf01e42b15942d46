"""The events of a Monte Carlo search are enough: its tree, means and counts are rebuilt here and compared."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from plyground import Board, Decision, GridBoard, Limit, Side
from plyground.board import (
    Backup,
    Event,
    Expand,
    Move,
    Playout,
    Select,
)
from plyground.search import UCT, flat_monte_carlo
from tests.search.positions import POSITIONS


@dataclass
class Sprout:
    board: Board
    parent: Sprout | None
    move: Move | None
    visits: int
    total: float
    children: list[Sprout] = field(default_factory=list)

    @property
    def mover(self) -> Side:
        return self.board.turn.opposite if self.parent is None else self.parent.board.turn

    @property
    def mean(self) -> float:
        return self.total / self.visits


def joined(nodes: dict[int, Sprout], event: Expand) -> Sprout:
    assert event.node == len(nodes)
    parent = None if event.parent is None else nodes[event.parent]
    if parent is not None:
        assert event.move is not None
        assert event.board == parent.board.move(event.move)
    sprout = Sprout(event.board, parent, event.move, event.visits, event.total)
    if parent is not None:
        parent.children.append(sprout)
    nodes[event.node] = sprout
    return sprout


def replay(board: Board, event: Playout) -> Side | None:
    """The winner of a playout, by its moves."""
    for move in event.moves:
        assert not board.outcome.is_over
        assert move in board.legal_moves
        board = board.move(move)
    assert board.outcome.is_over
    return board.winner


def check_means(root: Sprout, decision: Decision) -> None:
    assert decision.visits == {child.move: child.visits for child in root.children}
    assert decision.values == {child.move: child.mean for child in root.children}


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("name", [*POSITIONS, "one from the end"])
def test_flat_trees_can_be_redrawn(name, parallel):
    # In the last one a candidate wins at once, which is a playout without moves.
    board = POSITIONS.get(name) or GridBoard.from_moves("112233")
    events: list[Event] = []
    with ThreadPoolExecutor(2) as executor:
        decision = flat_monte_carlo(board, 100, seed=5, executor=executor if parallel else None, listener=events.append)
    nodes: dict[int, Sprout] = {}
    playouts = 0
    for event in events:
        match event:
            case Expand():
                assert (event.visits, event.total) == (0, 0)
                joined(nodes, event)
            case Playout(node=node, value=value):
                winner = replay(nodes[node].board, event)
                assert value == (0 if winner is None else 2 if winner is board.turn else -1)
                nodes[node].visits += 1
                nodes[node].total += value
                playouts += 1
            case Backup(node=node, visits=visits, total=total):
                assert (visits, total) == (nodes[node].visits, nodes[node].total)
            case _:
                pytest.fail(f"{event} does not belong here")
    root = nodes[0]
    check_means(root, decision)
    assert len(nodes) == decision.nodes
    assert playouts == decision.playouts == 100 * len(board.legal_moves)
    best = max(child.total for child in root.children)
    assert decision.move == next(child.move for child in root.children if child.total == best)


def redraw_uct(events: list[Event], c: float) -> tuple[dict[int, Sprout], int, int]:
    """Nodes, nodes that were new, and playouts. Visits and sums are added up here, not taken from `Backup`."""
    nodes: dict[int, Sprout] = {}
    expected: list[Backup] = []
    new = playouts = 0
    started = False
    at: Sprout | None = None
    for event in events:
        match event:
            case Expand():
                sprout = joined(nodes, event)
                if event.visits == 0:
                    new += 1
                if started or (event.visits == 0 and event.parent is not None):
                    started = True
                    assert at is None or sprout.parent is at
                    at = sprout
                    # In the order of the legal moves, one at a time.
                    assert sprout.parent is not None
                    order = tuple(sibling.move for sibling in sprout.parent.children)
                    assert order == tuple(sprout.parent.board.legal_moves)[: len(order)]
            case Select(node=node, parent=parent, move=move, score=score):
                started = True
                above, chosen = nodes[parent], nodes[node]
                assert at is above or (at is None and parent == 0)
                assert chosen.move == move
                assert len(above.children) == len(above.board.legal_moves), "unvisited moves come first"
                scores = [
                    child.mean + c * math.sqrt(2 * math.log(above.visits) / child.visits) for child in above.children
                ]
                assert score == pytest.approx(max(scores))
                assert above.children[scores.index(max(scores))] is chosen
                at = chosen
            case Playout(node=node, value=value):
                assert at is nodes[node]
                winner = replay(at.board, event)
                assert value == (0 if winner is None else 1 if winner is at.mover else -1)
                playouts += 1
                numbers = {id(sprout): number for number, sprout in nodes.items()}
                while at is not None:
                    result = 0 if winner is None else 1 if winner is at.mover else -1
                    at.visits += 1
                    at.total += result
                    expected.append(Backup(numbers[id(at)], result, at.visits, at.total))
                    at = at.parent
            case Backup():
                assert event == expected.pop(0)
            case _:
                pytest.fail(f"{event} does not belong here")
    assert not expected
    return nodes, new, playouts


def most_visited_line(root: Sprout, move: Move) -> tuple[Move, ...]:
    line, at = [], next(child for child in root.children if child.move == move)
    while True:
        assert at.move is not None
        line.append(at.move)
        if not at.children:
            return tuple(line)
        most = max(child.visits for child in at.children)
        at = next(child for child in at.children if child.visits == most)


@pytest.mark.parametrize("c", [0.0, 0.7, 2.0])
@pytest.mark.parametrize("name", POSITIONS)
def test_uct_trees_can_be_redrawn_move_after_move(name, c):
    board = POSITIONS[name]
    search = UCT(c=c, seed=3)
    for turn in range(3):
        if board.outcome.is_over:
            break
        events: list[Event] = []
        decision = search.decide(board, Limit(playouts=150), events.append)
        nodes, new, playouts = redraw_uct(events, c)
        root = nodes[0]
        assert root.board == board
        assert playouts == decision.playouts == 150
        assert new == decision.nodes
        assert sum(child.visits for child in root.children) == sum(decision.visits.values())
        check_means(root, decision)
        best = max(child.mean for child in root.children)
        assert decision.move == next(child.move for child in root.children if child.mean == best)
        assert decision.value == best
        assert decision.line == most_visited_line(root, decision.move)
        if turn:
            assert len(nodes) > new, "nothing was kept"
        board = board.move(decision.move)
