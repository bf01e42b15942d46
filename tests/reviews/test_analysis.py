"""`plyground.analyse` takes every board: exact where the solver proves it, else an estimate that says so."""

from __future__ import annotations

import threading
from xml.etree import ElementTree

import pytest

from plyground import CFOUR, GOMOKU, GridBoard, Limit, analyse
from plyground.errors import IllegalMoveError, LimitError, RulesError, UnsupportedError
from plyground.reviews import EstimatedAnalysis, analyse_in_time
from plyground.solver import Analysis, Value
from plyground.texts import speaking
from tests.cli.running import LANGUAGES

LARGE = "12x12 connect=4"
FEW = Limit(nodes=2_000)
MANY = Limit(nodes=20_000)
HOPELESS = ["9x10 connect=4", "12x9 connect=4"]
"""The solver takes these boards, and does not get anywhere."""


def test_a_large_board_gets_an_estimate():
    found = analyse("66", rules=LARGE, limit=MANY)
    assert isinstance(found, EstimatedAnalysis)
    assert not found.is_exact
    assert set(found.estimates) | set(found.not_judged) == set(found.board.legal_moves)
    assert found.best == found.line[:1]
    assert "≈" in str(found)
    assert "estimate ≈" in str(found)


def test_a_few_playouts_compare_nothing():
    found = analyse("66", rules=LARGE, limit=Limit(nodes=100))
    assert isinstance(found, EstimatedAnalysis)
    assert not found.estimates
    assert found.estimate is None
    assert "first player (x) to move: not judged" in str(found)


def test_a_proof_takes_the_place_of_an_estimate():
    """The third in a row with both ends open wins; so does nothing else here that was compared."""
    found = analyse("4455", rules=LARGE, limit=FEW)
    assert isinstance(found, EstimatedAnalysis)
    assert found.value.outcome == "win"
    assert found.estimate is None
    assert not any(found.moves[move].outcome for move in found.estimates)
    assert {found.moves[move].outcome for move in found.best} == {"win"}
    assert found.is_proven


def test_the_move_that_the_champion_chose_looks_best():
    """A move that was visited less may have a slightly better mean; the line and the hint name the other one."""
    board = GridBoard(LARGE)
    open_ = Value(-40, 40, 0, 144)
    values = dict.fromkeys(board.legal_moves, open_)
    found = EstimatedAnalysis(board, open_, values, line=(4, 4), estimates={3: 0.06, 4: 0.05})
    assert found.best == (4,)
    lost = {**values, 4: Value(-40, -1, 0, 144)}
    assert EstimatedAnalysis(board, open_, lost, line=(4, 4), estimates={3: 0.06}).best == (3,)


@pytest.mark.parametrize("limit", [None, Limit(time=0.4), MANY], ids=str)
@pytest.mark.parametrize("rules", HOPELESS)
def test_a_board_that_takes_the_solver_too_long_gets_an_estimate(rules, limit):
    """Without a limit the solver would never end, and bounds such as -44..43 say nothing."""
    found = analyse("55", rules=rules, limit=limit)
    assert isinstance(found, EstimatedAnalysis)
    assert not found.is_exact
    assert set(found.estimates) | set(found.not_judged) == set(found.board.legal_moves)
    assert "takes the solver too long" in str(found)
    assert "not proven" not in str(found)


def test_what_the_solver_proves_of_such_a_board_is_kept():
    board = GridBoard.from_moves("4455", HOPELESS[0])
    won = Value(42, 42, board.count, board.rules.cells)
    values = {**dict.fromkeys(board.legal_moves, Value(-43, 42, board.count, board.rules.cells)), 2: won}
    found = analyse_in_time(board, lambda _limit: Analysis(board, won, values, (2, 1, 5)), FEW)
    assert isinstance(found, EstimatedAnalysis)
    assert (found.value, found.best) == (won, (2,))
    assert "best line: 326" in str(found)
    assert 2 not in found.estimates
    lost = analyse("4455113", rules=HOPELESS[0], limit=Limit(nodes=200_000))
    assert lost.value.words == "loses in 1"
    assert not isinstance(lost, EstimatedAnalysis), "nothing is left to estimate"


def test_a_weak_analysis_of_such_a_board_says_nothing_of_distances():
    found = analyse("4455", rules=HOPELESS[0], weak=True, limit=FEW)
    assert found.value.weak
    assert found.value.words == "wins"
    assert {found.moves[move].words for move in found.best} == {"wins"}


def test_a_cancelled_search_of_such_a_board_is_not_followed_by_another():
    cancel = threading.Event()
    cancel.set()
    found = analyse("55", rules=HOPELESS[0], cancel=cancel)
    assert not isinstance(found, EstimatedAnalysis)
    assert found.value.outcome is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rules", "moves"), [(LARGE, "66"), ("gomoku", "h8")])
def test_notebooks_show_a_picture_and_a_table(rules, moves, language):
    with speaking(language):
        shown = analyse(moves, rules=rules, limit=FEW)._repr_html_()
    ElementTree.fromstring(f"<div>{shown}</div>")
    assert shown.count("<tr") < 12
    assert "<svg" in shown


def test_what_an_analysis_refuses():
    with pytest.raises(IllegalMoveError, match="the first player has won"):
        analyse("1212121", rules=LARGE)
    with pytest.raises(LimitError, match="depth"):
        analyse("", rules=LARGE, limit=Limit(depth=3))
    with pytest.raises(RulesError, match="other rules"):
        analyse(GridBoard(GOMOKU), rules=CFOUR)
    with pytest.raises(UnsupportedError, match="too large"):
        analyse(GridBoard(CFOUR), rules=GOMOKU)
