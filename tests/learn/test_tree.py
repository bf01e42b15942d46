"""The tree of a search, rebuilt from its events: several roots, answers of the table, bounds of UCT."""

from __future__ import annotations

import pytest

from plyground import CFOUR, GridBoard, Limit
from plyground.board import Event, Listener, Lookup, Select
from plyground.learn import Counts, Nim, Tree
from plyground.search import UCT, Table, alphabeta, deepening, flat_monte_carlo


def grown(events: list[Event]) -> Tree:
    tree = Tree()
    for event in events:
        tree.feed(event)
    return tree


def test_deepening_has_a_root_for_every_depth():
    events: list[Event] = []
    board = GridBoard.from_moves("4453")
    decision = deepening(board, 4, listener=events.append)
    tree = grown(events)
    assert [root.depth for root in tree.roots] == [1, 2, 3, 4]
    for root in tree.roots:
        assert root.parent is None
        assert (root.value, root.best_move) == (
            deepening(board, root.depth).value,
            deepening(board, root.depth).move,
        )
    assert tree.root is tree.roots[-1]
    assert tree.is_deepening
    assert tree.counts.entered == len(tree.nodes) == decision.nodes
    assert list(tree.nodes) == list(range(decision.nodes))


def test_the_root_stays_until_the_next_one_is_entered():
    tree = Tree()

    def follow(event: Event) -> None:
        before = tree.root, tree.current
        tree.feed(event)
        if type(event).__name__ == "Deepen":
            assert (tree.root, tree.current) == before

    deepening(GridBoard(CFOUR), 3, listener=follow)
    assert len(tree.roots) == 3


def test_answers_of_the_table_are_nodes_with_a_value_and_nothing_below():
    events: list[Event] = []
    decision = alphabeta(GridBoard(CFOUR), 5, listener=events.append, table=Table())
    tree = grown(events)
    answers = [event for event in events if isinstance(event, Lookup)]
    assert tree.counts.lookups == len(answers) > 0
    assert tree.counts.entered == decision.nodes
    for answer in answers:
        node = tree.nodes[answer.node]
        assert node.lookup == answer
        assert node.value == answer.value
        assert node.relation == {"exact": "=", "upper": "<=", "lower": ">="}[answer.bound]
        assert (node.children, node.to_come, node.is_leaf) == ([], (), False)


@pytest.mark.parametrize("board", [GridBoard(CFOUR), GridBoard.from_moves("44455554"), Nim((1, 2, 3))])
@pytest.mark.parametrize("c", [0.0, 0.7, 2.0])
def test_the_bounds_are_those_that_uct_compares(board, c):
    tree = Tree()
    chosen = 0

    def check(event: Event) -> None:
        nonlocal chosen
        if isinstance(event, Select):
            bounds = tree.nodes[event.parent].bounds(c)
            assert [bound.child for bound in bounds] == tree.nodes[event.parent].children
            best = max(bounds, key=lambda bound: bound.bound)  # the first of the highest
            assert (best.child.number, best.bound) == (event.node, event.score)
            assert all(bound.mean + bound.bonus == bound.bound and bound.mean == bound.child.mean for bound in bounds)
            chosen += 1
        tree.feed(event)

    UCT(c, seed=1).decide(board, Limit(playouts=150), check)
    assert chosen > 50


def test_a_node_that_was_not_visited_has_no_bounds_below():
    tree = Tree()
    flat_monte_carlo(GridBoard(CFOUR), 1, listener=tree.feed)
    assert tree.root is not None
    assert [bound.bonus for bound in tree.root.bounds(1.0)] == [
        0.0
    ] * 7  # flat Monte Carlo counts no visits of the root
    assert tree.root.children[0].bounds(1.0) == []


def test_counts_are_the_same_after_a_replay():
    for search in (alphabeta, deepening):
        events: list[Event] = []
        heard: Listener = events.append
        decision = search(GridBoard.from_moves("4453"), 4, listener=heard, table=Table())
        counts = grown(events).counts
        names = [type(event).__name__ for event in events]
        assert counts == Counts(
            entered=decision.nodes,
            evaluated=names.count("Evaluate"),
            cuts=names.count("Cut"),
            skipped=counts.skipped,
            lookups=names.count("Lookup"),
        )
        assert names.count("Leave") == decision.nodes
