"""The events of a depth-first search are enough: its tree, values and counts are rebuilt here and compared."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest

from plyground import CFOUR, TICTACTOE, GridBoard, Side
from plyground.board import (
    Cut,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Leave,
    Lookup,
    Move,
    Order,
)
from plyground.grid import EVALUATORS, POSITION, SEGMENTS
from plyground.learn import ORDERS
from plyground.search import Table, alphabeta, deepening, minimax
from tests.search.naive_search import plain_minimax
from tests.search.positions import POSITIONS


@dataclass
class Branch:
    entered: Enter
    children: list[Branch] = field(default_factory=list)
    skipped: tuple[Move, ...] | None = None
    leaf: bool = False
    lookup: Lookup | None = None
    value: float | None = None


def rebuild(events: list[Event]) -> list[Branch]:
    """The trees, from the stream and nothing else; checks that the stream makes sense on the way."""
    nodes: dict[int, Branch] = {}
    roots: list[Branch] = []
    path: list[int] = []
    deepened: Deepen | None = None
    for event in events:
        match event:
            case Deepen(node=node):
                assert not path
                assert node == len(nodes)
                deepened = event
            case Enter(node=node, parent=parent):
                assert node == len(nodes)
                assert parent == (path[-1] if path else None)
                nodes[node] = Branch(event)
                if parent is not None:
                    nodes[parent].children.append(nodes[node])
                else:
                    assert deepened is None or (deepened.node, deepened.depth) == (node, event.depth)
                    roots.append(nodes[node])
                path.append(node)
            case Lookup(node=node, value=value):
                assert node == path[-1]
                nodes[node].lookup, nodes[node].value = event, value
            case Evaluate(node=node, value=value):
                assert node == path[-1]
                nodes[node].leaf, nodes[node].value = True, value
            case Cut(node=node, alpha=alpha, beta=beta, skipped=skipped):
                assert node == path[-1]
                assert beta <= alpha
                nodes[node].skipped = skipped
            case Leave(node=node, value=value):
                assert node == path.pop()
                if nodes[node].leaf or nodes[node].lookup is not None:
                    assert nodes[node].value == value
                nodes[node].value = value
            case _:
                pytest.fail(f"{event} does not belong here")
    assert not path
    return roots


def count(branch: Branch) -> int:
    return 1 + sum(count(child) for child in branch.children)


def value_of(branch: Branch) -> float:
    assert branch.value is not None
    return branch.value


def check(
    branch: Branch,
    side: Side,
    judge,
    alpha: float | None,
    beta: float | None,
    order: Order = lambda board: board.legal_moves,
    first: tuple[Move, ...] = (),
) -> None:
    """Every number of the tree follows from the numbers below it. The line `first` is tried before all else."""
    entered = branch.entered
    assert entered.maximizing == (entered.board.turn is side)
    assert (entered.alpha, entered.beta) == (alpha, beta)
    if branch.leaf:
        assert entered.depth == 0 or entered.board.outcome.is_over
        assert branch.value == judge(entered.board, side)
        assert not branch.children
        return
    if branch.lookup is not None:
        assert not branch.children
        assert alpha is not None
        assert beta is not None
        true = plain_minimax(entered.board, entered.depth, side, judge)
        match branch.lookup.bound:
            case "exact":
                assert branch.value == true
            case "upper":
                assert true <= value_of(branch) <= alpha
            case "lower":
                assert true >= value_of(branch) >= beta
        return
    moves = tuple(child.entered.move for child in branch.children)
    ordered = tuple(order(entered.board))
    assert moves + (branch.skipped or ()) == (*first[:1], *(move for move in ordered if move not in first[:1]))
    best = -math.inf if entered.maximizing else math.inf
    for child in branch.children:
        assert child.entered.move is not None
        assert child.entered.board == entered.board.move(child.entered.move)
        assert child.entered.depth == entered.depth - 1
        if alpha is not None and beta is not None:
            assert beta > alpha, "a node went on after its cut"
        check(child, side, judge, alpha, beta, order, first[1:])
        first = ()
        if entered.maximizing:
            best = max(best, value_of(child))
            alpha = None if alpha is None else max(alpha, best)
        else:
            best = min(best, value_of(child))
            beta = None if beta is None else min(beta, best)
    assert branch.value == best
    if alpha is not None and beta is not None:
        assert (beta <= alpha) == (branch.skipped is not None)


def best_line(branch: Branch) -> tuple[Move, ...]:
    """Down the first child that gave the node its value."""
    if branch.leaf or branch.lookup is not None:
        return ()
    child = next(child for child in branch.children if child.value == branch.value)
    assert child.entered.move is not None
    return (child.entered.move, *best_line(child))


@pytest.mark.parametrize("evaluator", ["segments", "position", "openlines2"])
@pytest.mark.parametrize("depth", [1, 2, 4])
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_depth_first_trees_can_be_redrawn(search, name, depth, evaluator):
    board, judge = POSITIONS[name], EVALUATORS[evaluator]
    events: list[Event] = []
    decision = search(board, depth, judge, events.append)
    (root,) = rebuild(events)
    window = (-math.inf, math.inf) if search is alphabeta else (None, None)
    check(root, board.turn, judge, *window)
    assert root.entered == Enter(0, None, None, board, depth, True, *window)
    assert count(root) == decision.nodes
    assert root.value == decision.value
    assert best_line(root) == decision.line
    # A value at the root is established if it beat what came before it.
    established: dict[Move, float] = {}
    for child in root.children:
        assert child.entered.move is not None
        if search is minimax or value_of(child) > max(established.values(), default=-math.inf):
            established[child.entered.move] = value_of(child)
    assert established == decision.values
    without = search(board, depth, judge)
    assert (without.move, without.values, without.nodes) == (decision.move, decision.values, decision.nodes)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize(
    ("search", "with_table"),
    [(minimax, False), (alphabeta, False), (alphabeta, True), (deepening, False), (deepening, True)],
)
def test_trees_with_another_order_a_table_and_several_depths_can_be_redrawn(search, name, with_table, order):
    board, depth = POSITIONS[name], 4
    events: list[Event] = []
    tables = {"table": Table()} if with_table else {}
    decision = search(board, depth, SEGMENTS, events.append, order=ORDERS[order], **tables)
    roots = rebuild(events)
    assert [root.entered.depth for root in roots] == ([1, 2, 3, 4] if search is deepening else [4])
    assert sum(map(count, roots)) == decision.nodes
    low, high = (None, None) if search is minimax else (-math.inf, math.inf)
    first: tuple[Move, ...] = ()
    for root in roots:
        check(root, board.turn, SEGMENTS, low, high, ORDERS[order], first)
        first = best_line(root)
    assert roots[-1].value == decision.value
    assert first == decision.line[: len(first)]
    assert first == decision.line or with_table  # what the table knew is not in the events
    without = search(board, depth, SEGMENTS, order=ORDERS[order], **({"table": Table()} if with_table else {}))
    assert (without.move, without.values, without.nodes) == (decision.move, decision.values, decision.nodes)


def test_a_table_gives_answers_of_every_kind():
    events: list[Event] = []
    alphabeta(GridBoard(CFOUR), 6, SEGMENTS, events.append, table=Table())
    assert {event.bound for event in events if isinstance(event, Lookup)} == {"exact", "lower", "upper"}


def test_the_bounds_of_a_tree_are_true():
    board = POSITIONS["late"]
    events: list[Event] = []
    alphabeta(board, 4, POSITION, events.append)
    todo, kinds = rebuild(events), set()
    while todo:
        branch = todo.pop()
        todo += branch.children
        entered = branch.entered
        true = plain_minimax(entered.board, entered.depth, board.turn, POSITION)
        assert entered.alpha is not None
        assert entered.beta is not None
        value = value_of(branch)
        if value <= entered.alpha:
            kinds.add("upper")
            assert true <= value
        elif value >= entered.beta:
            kinds.add("lower")
            assert true >= value
        else:
            kinds.add("exact")
            assert true == value
    assert kinds == {"upper", "lower", "exact"}


def test_infinite_values_can_be_redrawn():
    board = GridBoard.from_moves("b2 a1 c3 b1", TICTACTOE)
    for search, window in ((minimax, (None, None)), (alphabeta, (-math.inf, math.inf))):
        events: list[Event] = []
        decision = search(board, 5, EVALUATORS["openlines"], events.append)
        (root,) = rebuild(events)
        check(root, board.turn, EVALUATORS["openlines"], *window)
        assert root.value == decision.value == math.inf
        assert best_line(root)[0] == decision.move
