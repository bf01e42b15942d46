"""Every kind of exercise against an independent computation, and what is said to answers."""

from __future__ import annotations

import json
import subprocess
import sys
from html import escape
from itertools import permutations
from typing import Any
from zlib import crc32

import pytest

import plyground
from plyground.errors import InputError, LimitError, UnknownNameError
from plyground.learn import EXERCISES, exercise
from plyground.learn.exercises.marking import Exercise
from plyground.texts import speaking
from tests.learn.oracles import ORACLES
from tests.learn.tree_oracles import Accepted

SLIPS = {"sign", "side", "window", "off-by-one", "other"}


def check_against_oracle(one: Exercise[Any]) -> None:
    expected = ORACLES[one.kind](one)
    if isinstance(expected, Accepted):
        assert one.accepts_several or len(expected.answers) == 1, one
        assert one.solution in expected.answers
        options = one.answer.get("options") or one.answer["moves"]
        possible = [list(order) for order in permutations(options)] if one.answer["type"] == "order" else options
        for answer in possible:
            assert one.check(answer).is_right is (answer in expected.answers), (one, answer)
        return
    assert one.form.are_equal(one.right, one.form.read(expected)), one
    assert one.check(expected).is_right, one


def check_slips(one: Exercise[Any]) -> set[str]:
    """The slips that this instance knows, each recognised as itself."""
    found: set[str] = set()
    known: list[Any] = []
    for wrong in one._wrong_answers():
        if one._is_right(wrong.answer) or any(one.form.are_equal(wrong.answer, other) for other in known):
            continue
        known.append(wrong.answer)
        marking = one.check(wrong.answer)
        assert (marking.is_right, marking.slip, marking.text) == (False, wrong.slip, wrong.text), one
        found.add(wrong.slip)
    assert found <= SLIPS
    return found


def check_json(one: Exercise[Any]) -> None:
    shown = json.loads(json.dumps(one.to_dict()))
    assert shown == one.to_dict()
    assert "solution" not in shown
    marking = one.check(json.loads(json.dumps(one.solution)))
    assert marking.is_right
    assert marking.slip is None
    assert json.loads(json.dumps(marking.to_dict())) == marking.to_dict()


def test_every_kind_has_an_oracle():
    assert set(EXERCISES) == set(ORACLES)


@pytest.mark.parametrize("difficulty", [1, 2, 3])
@pytest.mark.parametrize("kind", EXERCISES)
def test_an_independent_computation_agrees(kind, difficulty):
    for seed in range(34):
        one = exercise(kind, seed, difficulty)
        check_against_oracle(one)
        check_slips(one)
        if seed < 5:
            check_json(one)


@pytest.mark.soak
@pytest.mark.parametrize("difficulty", [1, 2, 3])
@pytest.mark.parametrize("kind", EXERCISES)
def test_ten_thousand_instances_agree(kind, difficulty):
    for seed in range(100, 3434):
        check_against_oracle(exercise(kind, seed, difficulty))


@pytest.mark.parametrize("kind", EXERCISES)
def test_instances_differ(kind):
    assert len({json.dumps(exercise(kind, seed).to_dict()["figure"]) for seed in range(20)}) > 10


PRINT = """
import json
from zlib import crc32
from plyground.learn import EXERCISES, exercise
found = [[e.to_dict(), e.solution] for kind in EXERCISES for e in [exercise(kind, 7, 2)]]
print(crc32(json.dumps(found, sort_keys=True).encode()))
"""


def test_another_process_makes_the_same_exercises():
    found = [[one.to_dict(), one.solution] for kind in EXERCISES for one in [exercise(kind, 7, 2)]]
    here = crc32(json.dumps(found, sort_keys=True).encode())
    there = subprocess.run([sys.executable, "-c", PRINT], capture_output=True, text=True, check=True)
    assert int(there.stdout.splitlines()[-1]) == here


def heads(figure: dict[str, Any]) -> set[str]:
    """The heads of all tables of a figure."""
    below = {head for part in figure.get("figures", ()) for head in heads(part)}
    return below | set(figure.get("head", ()))


@pytest.mark.parametrize("kind", EXERCISES)
def test_texts_are_in_the_language_in_use(kind):
    one = exercise(kind, 1)
    english, english_heads = one.question, heads(one.figure)
    for language in ("ko", "zh_CN"):
        with speaking(language):
            assert one.question != english
            assert not heads(one.figure) & english_heads
            assert not {"Right", "That", "the "} & {one.check(one.solution).text[:4], one.hint[:4]}


# What is no exercise and no answer


def test_the_front_door():
    one = plyground.learn.exercise("alphabeta-cuts", seed=3)
    assert repr(one) == "exercise('alphabeta-cuts', seed=3, difficulty=1)"
    assert one.check(one.solution).is_right


@pytest.mark.parametrize("kind", EXERCISES)
def test_an_exercise_can_be_printed_and_shown_in_a_notebook(kind):
    one = exercise(kind, 3, 2)
    text, html = str(one), one._repr_html_()
    assert text.startswith(f"{one.question}\n\n")
    assert text.splitlines()[-1].startswith("Answer: ")
    assert escape(one.question) in html
    for option in one.answer.get("options") or one.answer.get("moves") or ():
        assert option in text.splitlines()[-1]
    figures = one.figure.get("figures", [one.figure])
    for figure in figures:
        match figure["type"]:
            case "board":
                assert html.count("<svg") == 1
                assert "a b c" in text
            case "table":
                assert html.count("<table>") == 1
                assert all(str(value) in text for row in figure["rows"] for value in row)
            case "code":
                assert all(line in text for line in figure["lines"])
            case _:
                assert "▲max" in text
                assert "▲max" in html


def test_unknown_kinds_are_named():
    with pytest.raises(UnknownNameError, match="did you mean minimax-value"):
        exercise("minimax-valu")
    with pytest.raises(UnknownNameError, match="known are open-lines"):
        exercise("chess")


@pytest.mark.parametrize("seed", [-1, 1.5, "3", None, True])
def test_seeds_are_whole_numbers(seed):
    with pytest.raises(LimitError, match="seed of an exercise is"):
        exercise("minimax-value", seed)


@pytest.mark.parametrize("difficulty", [0, 4, 1.5, "1", None])
def test_difficulties_are_1_to_3(difficulty):
    with pytest.raises(LimitError, match="difficulty of an exercise is"):
        exercise("minimax-value", 0, difficulty)


@pytest.mark.parametrize("answer", ["three", "", None, [], "3 4", float("nan"), float("inf"), True, {}, "1/0"])
def test_an_answer_that_is_no_number_is_refused(answer):
    with pytest.raises(InputError, match="is not a number; write one like -3"):
        exercise("minimax-value", 3).check(answer)


def test_numbers_are_read_as_people_write_them():
    one = exercise("minimax-value", 3)
    right = int(one.solution)
    for text in (
        right,
        float(right),
        f" {right} ",
        f"{right}.0",
        f"{right},0",
        f"{right}".replace("-", "\u2212"),
        f"{right}".replace("-", "\uff0d"),
    ):
        assert one.check(text).is_right


def test_unknown_options_are_refused():
    with pytest.raises(InputError, match="'z' is none of the options; choose among a, b"):
        exercise("alphabeta-cuts", 3).check(["z"])
    with pytest.raises(InputError, match="5 is not a list"):
        exercise("alphabeta-cuts", 3).check(5)
    with pytest.raises(InputError, match="is none of the options"):
        exercise("ucb-choice", 3).check("e7")


def test_sets_are_read_from_texts_and_lists():
    one = exercise("alphabeta-cuts", 3)
    names = one.solution
    for answer in (names, names[::-1], set(names), ", ".join(names), " ".join(names), names * 2):
        assert one.check(answer).is_right


# Slips, by hand


def test_the_other_sides_value_is_a_wrong_sign():
    one = exercise("minimax-value", 3)
    marking = one.check(-one.solution)
    assert (marking.is_right, marking.slip) == (False, "sign")
    assert marking.text.startswith(f"{-one.solution} is the value for the other side")


def test_the_leaf_that_cuts_is_looked_at():
    recognised = set()
    for seed in range(40):
        one = exercise("alphabeta-cuts", seed, 2)
        names = one.answer["options"]
        for name in names:
            if name not in one.right:
                recognised.add(one.check([*one.right, name]).slip)
            else:
                recognised.add(one.check(one.right - {name}).slip)
    assert recognised >= {"off-by-one", "window"}


def test_no_cuts_at_all_is_an_answer_too():
    marking = exercise("alphabeta-cuts", 3).check([])
    assert (marking.is_right, marking.slip) == (False, "window")


def test_the_step_shows_the_answer():
    """The step of the marking is the number of events after which a search has proved the value."""
    from plyground.board import Event, Leave
    from plyground.learn.games import NumberTree
    from plyground.search import minimax

    one = exercise("minimax-value", 5, 2)
    steps = one.check("0").steps
    assert steps is not None
    events: list[Event] = []
    minimax(NumberTree.parse(steps["position"]), steps["depth"], listener=events.append)
    last = events[steps["step"] - 1]
    assert isinstance(last, Leave)
    assert last.value == one.solution
