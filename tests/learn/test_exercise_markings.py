"""What is said to wrong answers, and the step of a search that proves the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any
from urllib.parse import urlencode

import pytest

from plyground.board import Backup, Cut, Enter, Evaluate, Event, Leave, Lookup, Select, Side
from plyground.learn import EXERCISES, Tree, choose_search, exercise, read_board
from plyground.learn.exercises.cuts import AlphaBetaCuts
from plyground.learn.exercises.marking import Exercise, Marking

# The slips that each kind tells apart; every one is met within a few seeds.
SLIPS = {
    "open-lines": {"sign", "side", "off-by-one"},
    "finished-value": {"sign", "other"},
    "minimax-value": {"sign", "side", "off-by-one", "other"},
    "depth-change": {"off-by-one", "other"},
    "beat-evaluator": {"other"},
    "alpha-at-node": {"sign", "side", "window", "off-by-one"},
    "beta-at-node": {"sign", "side", "window", "off-by-one"},
    "alphabeta-cuts": {"side", "window", "off-by-one"},
    "node-count": {"window", "off-by-one", "other"},
    "leaf-order": {"sign", "side", "other"},
    "best-order": {"side", "other"},
    "table-hits": {"window", "off-by-one", "other"},
    "playout-mean": {"sign", "side", "off-by-one", "other"},
    "ucb-bound": {"sign", "side", "off-by-one", "other"},
    "ucb-choice": {"side", "other"},
    "backup": {"sign", "side", "off-by-one", "other"},
    "mcts-trap": {"side", "other"},
    "who-wins": {"side", "other"},
    "zugzwang-parity": {"off-by-one"},
    "read-solver": {"sign", "other"},
    "find-the-bug": {"off-by-one", "other"},
}


def wrong_answers(one: Exercise[Any]) -> Iterator[Any]:
    yield from (wrong.answer for wrong in one._wrong_answers())
    form = one.answer
    options = form.get("options") or form.get("moves") or []
    if form["type"] in ("choice", "move"):
        yield from options
    elif form["type"] == "several":
        yield from (list(some) for size in range(3) for some in combinations(options, size))
        assert isinstance(one, AlphaBetaCuts)
        yield one._cut_where(None, swapped=True)
        yield one._cut_where(1, swapped=False)
    elif form["type"] == "order":
        yield from (list(order) for order in permutations(options[:3]) if len(options) == 3)


def wrong_markings(one: Exercise[Any]) -> list[Marking]:
    return [marking for answer in wrong_answers(one) if not (marking := one.check(answer)).is_right]


@pytest.mark.parametrize("kind", EXERCISES)
def test_slips_are_told_apart(kind):
    met = set()
    for seed in range(45):
        for marking in wrong_markings(exercise(kind, seed, 1 + seed % 3)):
            met.add(marking.slip)
            assert marking.text.endswith((".", ")"))
            assert "{" not in marking.text
        if met >= SLIPS[kind]:
            break
    assert met == SLIPS[kind]


def events_of(steps: dict[str, Any]) -> tuple[list[Event], Event]:
    """All events of the search that a marking names, and the one at its step."""
    asked = dict(steps)
    step, board = asked.pop("step"), read_board(asked.pop("position"), asked.pop("rules", None))
    events: list[Event] = []

    class Never:
        def is_set(self) -> bool:
            return False

    asked["table"] = bool(asked.get("table"))
    choose_search(asked.pop("search"), board, **asked).search(events.append, Never())
    return events, events[step - 1]


def shows_value(one: Exercise[Any], event: Event) -> float:
    """The number that the step shows for the reader to compare."""
    match event:
        case Enter(alpha=alpha, beta=beta):
            return float((alpha if one.kind == "alpha-at-node" else beta) or 0)
        case Evaluate(value=value) | Leave(value=value):
            return value
        case Select(score=score):
            return score
        case Backup(total=total, visits=visits):
            return total / visits if one.kind == "playout-mean" else total
    raise AssertionError(event)


@pytest.mark.parametrize(
    "kind", ["open-lines", "minimax-value", "alpha-at-node", "beta-at-node", "ucb-bound", "backup", "playout-mean"]
)
def test_the_step_shows_the_number(kind):
    for seed in range(12):
        one = exercise(kind, seed, 2)
        marking = one.check("1000")
        assert not marking.is_right
        assert marking.steps is not None
        _events, event = events_of(marking.steps)
        assert one.form.are_equal(shows_value(one, event), one.right), one


@pytest.mark.parametrize("kind", EXERCISES)
def test_every_step_is_one_of_the_search(kind):
    for seed in range(6):
        one = exercise(kind, seed)
        for marking in (one.check(one.solution), *wrong_markings(one)[:3]):
            assert marking.steps is not None
            events, _event = events_of(marking.steps)
            assert 1 <= marking.steps["step"] <= len(events)


@pytest.mark.parametrize("kind", ["minimax-value", "alpha-at-node", "leaf-order", "best-order", "table-hits"])
def test_the_search_calls_nodes_as_the_question_does(kind):
    one = exercise(kind, 3, 2)
    steps = one.check(one.solution).steps
    assert steps is not None
    leaves = dict(re.findall(r"([a-z]):(-?\d+)", steps["position"]))
    drawn = {}

    def gather(node: dict[str, Any]) -> None:
        if not node["children"]:
            drawn[node["name"]] = str(node["value"])
        for child in node["children"]:
            gather(child)

    gather(one.figure["tree"])
    assert leaves == drawn
    tree = Tree()
    for event in events_of(steps)[0]:
        tree.feed(event)
    assert tree.root is not None
    assert tree.root.name == "A"
    assert {node.name for node in tree.nodes.values() if node.is_leaf} <= drawn.keys()


def test_a_missed_cut_is_shown_where_it_happens():
    for seed in range(20):
        one = exercise("alphabeta-cuts", seed, 2)
        steps = one.check([]).steps
        assert steps is not None
        assert isinstance(events_of(steps)[1], Cut)


def test_counts_are_shown_at_the_end():
    one = exercise("node-count", 4, 2)
    steps = one.check(0).steps
    assert steps is not None
    events, last = events_of(steps)
    assert isinstance(last, Leave)
    assert sum(isinstance(event, Enter) for event in events) == one.solution
    one = exercise("table-hits", 4, 2)
    steps = one.check(9).steps
    assert steps is not None
    events, event = events_of(steps)
    assert isinstance(event, Lookup)
    assert sum(isinstance(event, Lookup) for event in events) == one.solution


def test_the_steps_make_an_address():
    steps = exercise("table-hits", 4).check(9).steps
    assert steps is not None
    assert "search=alphabeta&depth=3&table=1&position=" in urlencode(steps)


def test_the_choice_is_shown():
    one = exercise("ucb-choice", 4, 2)
    steps = one.check(one.solution).steps
    assert steps is not None
    _events, event = events_of(steps)
    assert isinstance(event, Select)
    assert read_board(steps["position"], steps["rules"]).move_name(event.move) == one.solution


def test_sides_are_called_as_the_reader_sees_them():
    colours = {Side.FIRST: "Yellow", Side.SECOND: "Red"}
    one = exercise("who-wins", 1, names=colours)
    assert one.answer["options"] == ["Yellow wins", "Red wins", "a draw"]
    assert one.check(one.solution).is_right
    assert "Yellow" in one.question or "Red" in one.question
    # Tic-tac-toe has letters wherever it is shown.
    assert exercise("open-lines", 1, names=colours).question == exercise("open-lines", 1).question


def test_names_do_not_change_the_exercise():
    colours = {Side.FIRST: "Yellow", Side.SECOND: "Red"}
    for kind in EXERCISES:
        assert exercise(kind, 2, names=colours).right == exercise(kind, 2).right
