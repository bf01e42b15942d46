"""The lessons: what they claim is true."""

from __future__ import annotations

import pytest

from plyground.errors import UnknownNameError
from plyground.grid import parse_board, parse_cell, parse_rules
from plyground.learn import LESSONS, Ask, Guess, Say, ShowBoard, ShowTree, find_lesson
from plyground.learn.lessons import Step

STEPS = [(lesson.id, place, step) for lesson in LESSONS for place, step in enumerate(lesson.steps)]


def figures() -> list[ShowBoard | ShowTree]:
    shown: list[ShowBoard | ShowTree] = []
    for _id, _place, step in STEPS:
        inside: Step | None = step.figure if isinstance(step, Guess) else step
        if isinstance(inside, ShowBoard | ShowTree):
            shown.append(inside)
    return shown


def test_ids_are_addresses_and_differ():
    ids = [lesson.id for lesson in LESSONS]
    assert len(set(ids)) == len(ids)
    assert all(id.replace("-", "").isalnum() and id == id.lower() for id in ids)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_asks_first_and_takes_five_to_ten_minutes(lesson):
    assert isinstance(lesson.steps[0], Guess)
    assert 5 <= lesson.minutes <= 10
    assert any(isinstance(step, Ask) for step in lesson.steps)
    assert isinstance(lesson.steps[-1], Say)


@pytest.mark.parametrize(("lesson", "place", "step"), [each for each in STEPS if isinstance(each[2], Guess)])
def test_a_guess_has_one_right_choice(lesson, place, step):
    assert len(set(step.choices)) == len(step.choices) >= 2
    assert 0 <= step.right < len(step.choices)


@pytest.mark.parametrize("shown", [each for each in figures() if isinstance(each, ShowBoard)])
def test_boards_can_be_read(shown):
    board = parse_board(shown.position, parse_rules(shown.rules))
    for cell in shown.marks:
        parse_cell(cell, board.rules)


def test_an_unknown_lesson_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="did you mean minimax"):
        find_lesson("minmax")
