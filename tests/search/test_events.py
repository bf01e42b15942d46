"""The stream of events alone is enough: the tree, its values and its counts are rebuilt here and compared."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from plyground import CFOUR, TICTACTOE, Board, Decision, GridBoard, Limit, Rules, Side
from plyground.board import (
    Backup,
    Cut,
    Deepen,
    Enter,
    Evaluate,
    Event,
    Expand,
    Leave,
    Lookup,
    Move,
    Order,
    Playout,
    Select,
)
from plyground.grid import EVALUATORS, POSITION, SEGMENTS
from plyground.learn import ORDERS
from plyground.search import UCT, Table, alphabeta, deepening, flat_monte_carlo, minimax
from tests.search.naive_search import plain_minimax

POSITIONS = {
    "empty": GridBoard(CFOUR),
    "late": GridBoard.from_moves("44444135253317"),
    "tic-tac-toe": GridBoard.from_moves("b2 a1 c3", TICTACTOE),
    "blocked": GridBoard.from_moves("1233", Rules.parse("5x4 connect=3 blocked=b2")),
}


# Depth-first searches


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


# Monte Carlo searches


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


def test_events_come_while_the_search_runs():
    """A listener may stop it: the learner who has seen enough."""

    class EnoughError(Exception):
        pass

    seen = []

    def listener(event: Event) -> None:
        seen.append(event)
        if len(seen) == 100:
            raise EnoughError

    for search in (
        lambda: minimax(GridBoard(CFOUR), 9, SEGMENTS, listener),
        lambda: alphabeta(GridBoard(CFOUR), 20, SEGMENTS, listener),
        lambda: flat_monte_carlo(GridBoard(CFOUR), 10**9, listener=listener),
        lambda: UCT().decide(GridBoard(CFOUR), Limit(playouts=10**9), listener),
    ):
        seen.clear()
        with pytest.raises(EnoughError):
            search()
        assert len(seen) == 100
