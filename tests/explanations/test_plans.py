"""Plans: the definition in Python, the kernel that searches and the kernel that replays answer alike, move by move."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard
from plyground.explanations import Certificate, FollowUp, Plan, Refuted, Replies, check
from plyground.explanations.finder import plan_search
from tests.explanations.judging import Judge, PlayedPlan, failing_columns, plan_answer, stones_of
from tests.explanations.positions import plans, positions
from tests.strategies import examples


@given(positions(most_free=12), st.data(), st.randoms(use_true_random=False))
@examples(150)
def test_a_plan_answers_as_it_is_defined(board: GridBoard, data: st.DataObject, chance: random.Random) -> None:
    plan = data.draw(plans(board))
    judge, holder = Judge(board.rules), board.turn.opposite
    for _game in range(5):
        played = board
        while True:
            played = played.move(chance.choice(played.legal_moves))
            stone = played.last_cell
            if played.outcome.is_over or stone is None:
                break
            mine, theirs = stones_of(played, holder), stones_of(played, holder.opposite)
            expected = plan_answer(judge, plan, mine, theirs, stone)
            answer = plan.answer(played)
            assert answer == (None if expected is None else expected[0])
            if answer is None:
                break
            played = played.move(answer)
            if played.outcome.is_over:
                break


@pytest.mark.parametrize("two_words", [False, True], ids=["narrow", "wide"])
@given(board=positions(), data=st.data(), wins=st.booleans())
@examples(120)
def test_the_search_finds_what_fails(two_words: bool, board: GridBoard, data: st.DataObject, wins: bool) -> None:
    plan = data.draw(plans(board, blind=False))
    holder, opponent = board.turn.opposite, board.turn
    search = plan_search(board.rules, two_words)
    failing = search(board.stones(holder), board.stones(opponent), plan, wins, board.rules.columns)
    expected = failing_columns(Judge(board.rules), plan, stones_of(board, holder), stones_of(board, opponent), wins)
    assert {column for column in range(board.rules.columns) if failing >> column & 1} == expected


@given(positions(), st.data(), st.booleans())
@examples(150)
def test_the_replay_shows_what_happens(board: GridBoard, data: st.DataObject, wins: bool) -> None:
    plan = data.draw(plans(board))
    holder = board.turn.opposite
    played = PlayedPlan(Judge(board.rules), plan, wins)
    mine, theirs = stones_of(board, holder), stones_of(board, board.turn)
    held = all(played.holds(mine, theirs, board.cell_of(move)) for move in board.legal_moves)
    certificate = Certificate(board, holder, wins, Replies({}, FollowUp(plan)))
    if not held:
        with pytest.raises(Refuted):
            check(certificate)
        return
    checked = check(certificate)
    assert set(checked.ends) == played.ends
    assert checked.opponent == played.reached
    assert checked.positions == len(played.known) + 2  # the node, and the leaf's own position


@pytest.mark.parametrize(
    ("row", "plan", "answer"),
    [
        (".ooo...", Plan({(6, 0): (4, 0)}), 6),
        (".ooo...", Plan({(6, 0): (4, 0)}, blind=True), 4),
        (".xxx...", Plan({(6, 0): (4, 0)}), 4),
        (".xxx...", Plan({(6, 0): (4, 0)}, thrifty=True), 6),
        (".xxx...", Plan({(6, 0): (4, 0)}, blind=True, thrifty=True), 4),
    ],
)
def test_the_care_of_a_plan(row: str, plan: Plan, answer: int) -> None:
    """e2 completes a line of o or of x. The plan wants e1, just below it, against a stone on g1."""
    below = ".xox..." if "o" in row else ".oxo..."
    board = GridBoard.parse(f"......./......./......./......./{row}/{below} o").move(6)
    assert plan.answer(board) == answer
    mine, theirs = stones_of(board, board.turn), stones_of(board, board.turn.opposite)
    assert plan_answer(Judge(board.rules), plan, mine, theirs, (6, 0)) == ((answer, 1) if answer == 6 else (answer, 0))


@pytest.mark.parametrize("blind", [False, True])
def test_a_plan_without_an_answer(blind: bool) -> None:
    board = GridBoard.from_moves("1", "3x1 connect=3")
    assert Plan(blind=blind).answer(board) is None
    assert Plan(spare=(2,), blind=blind).answer(board) == 2
