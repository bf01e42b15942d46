"""`Rules`: what is accepted, what is refused and how, and the presets."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules, Side, random_rules
from plyground.errors import InputError, RulesError
from plyground.grid import EVALUATORS, PRESETS, parse_rules
from tests import strategies
from tests.strategies import examples

SOUND = {"columns": 7, "rows": 6, "connect": 4}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"columns": 0}, "columns is 0"),
        ({"columns": 33}, "columns is 33"),
        ({"columns": -7}, "columns is -7"),
        ({"columns": 7.0}, "columns is 7.0"),
        ({"columns": True}, "columns is True"),
        ({"columns": "7"}, "columns is '7'"),
        ({"columns": None}, "columns is None"),
        ({"rows": 0}, "rows is 0"),
        ({"rows": 33}, "rows is 33"),
        ({"rows": float("nan")}, "rows is nan"),
        ({"connect": 1}, "connect is 1"),
        ({"connect": 0}, "connect is 0"),
        ({"connect": -4}, "connect is -4"),
        ({"connect": 4.5}, "connect is 4.5"),
        ({"connect": True}, "connect is True"),
        ({"connect": 10**30}, "connect is 10"),
        ({"gravity": "no"}, "gravity is 'no'"),
        ({"gravity": 1}, "gravity is 1"),
        ({"gravity": None}, "gravity is None"),
        ({"blocked": [(7, 0)]}, "column 8, row 1"),
        ({"blocked": [(0, 6)]}, "column 1, row 7"),
        ({"blocked": [(-1, 0)]}, "column 0, row 1"),
        ({"blocked": ["a1"]}, "'a1'"),
        ({"blocked": "a1"}, "'a'"),
        ({"blocked": [(1.0, 2)]}, "(1.0, 2)"),
        ({"blocked": [(True, False)]}, "(True, False)"),
        ({"blocked": [(1, 2, 3)]}, "(1, 2, 3)"),
        ({"blocked": [3]}, "cell 3"),
        ({"columns": 2, "rows": 1, "blocked": [(0, 0), (1, 0)]}, "all 2 cells"),
    ],
)
def test_rules_that_make_no_sense_are_refused_with_the_value(changes, says):
    with pytest.raises(RulesError) as caught:
        Rules(**(SOUND | changes))
    assert says in str(caught.value)


@pytest.mark.parametrize("connect", [8, 1024, 10**9, 2**63 - 1])
def test_a_run_may_be_longer_than_the_board_and_nobody_wins(connect):
    rules = Rules(columns=7, rows=3, connect=connect)
    assert Rules.parse(str(rules)) == pickle.loads(pickle.dumps(rules)) == rules
    board = GridBoard(rules)
    assert board.segments == ()
    for column in [c for c in range(7) for _ in range(3)]:
        board = board.move(column)
    assert board.is_draw
    assert all(evaluator(board, Side.FIRST) == 0 for evaluator in EVALUATORS.values())


def test_whole_numbers_of_other_libraries_are_whole_numbers():
    numpy = pytest.importorskip("numpy")
    rules = Rules(columns=numpy.int64(7), rows=numpy.uint8(6), connect=numpy.int32(4), blocked=[(numpy.int8(1), 0)])
    assert rules == Rules(columns=7, rows=6, connect=4, blocked=[(1, 0)])
    assert all(type(value) is int for value in (rules.columns, rules.rows, rules.connect))
    assert all(type(part) is int for cell in rules.blocked for part in cell)


@examples(100)
@given(strategies.rules())
def test_rules_are_values(rules):
    same = Rules(
        columns=rules.columns,
        rows=rules.rows,
        connect=rules.connect,
        gravity=rules.gravity,
        blocked=sorted(rules.blocked, reverse=True),
    )
    for twin in (same, pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules)):
        assert twin == rules
        assert hash(twin) == hash(rules)
        assert str(twin) == str(rules)
    assert rules.cells == rules.columns * rules.rows - len(rules.blocked)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.columns = 3


def test_equal_rules_share_their_masks():
    odd = "8x5 connect=3 blocked=c2"
    assert Rules.parse(odd).layout is Rules.parse(odd).layout


def test_presets():
    assert PRESETS == {"tictactoe": TICTACTOE, "cfour": CFOUR, "gomoku": GOMOKU}
    assert str(TICTACTOE) == "3x3 connect=3 gravity=no"
    assert str(CFOUR) == "7x6 connect=4"
    assert str(GOMOKU) == "15x15 connect=5 gravity=no"


@examples(200)
@given(st.integers(0, 2**64 - 1))
def test_the_random_preset_keeps_to_its_bounds(seed):
    rules = random_rules(seed)
    assert 9 <= rules.columns <= 12
    assert 9 <= rules.rows <= 12
    assert (rules.connect, rules.gravity, len(rules.blocked)) == (4, True, 1)
    assert rules == random_rules(seed)
    assert Rules.parse(f"random seed={seed}") == rules


def test_random_rules_with_other_numbers_of_blocked_cells():
    assert random_rules(7, 1) == random_rules(7) == Rules.parse("random seed=7 blocked=1")
    for count in (0, 3, 40):
        rules = Rules.parse(f"random seed=7 blocked={count}")
        assert len(rules.blocked) == count
        assert (rules.columns, rules.rows) == (random_rules(7).columns, random_rules(7).rows)
    assert len(parse_rules("random blocked=3", 7).blocked) == 3
    for wrong in ("random blocked=41", "random blocked=c4", "random blocked=-1"):
        with pytest.raises(InputError, match="blocked"):
            Rules.parse(wrong)


def test_the_random_preset_draws_every_size_and_every_column_and_row():
    drawn = [random_rules(seed) for seed in range(3000)]
    assert {rules.columns for rules in drawn} == {rules.rows for rules in drawn} == {9, 10, 11, 12}
    columns, rows = ({cell[axis] for rules in drawn for cell in rules.blocked} for axis in (0, 1))
    assert columns == rows == set(range(12))
    assert len({str(Rules.parse("random")) for _ in range(20)}) > 1
    # The same seed means the same board on every machine and in every version.
    assert str(random_rules(1)) == "11x11 connect=4 blocked=k8"
