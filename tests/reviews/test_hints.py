"""A hint is a best move wherever the solver knows one, and says what it rests on."""

from __future__ import annotations

import random

import pytest

from plyground import CFOUR, GOMOKU, GridBoard, Limit, Solver, hint
from plyground.errors import IllegalMoveError, LimitError
from plyground.grid import parse_rules
from plyground.reviews import HintSource, SolverPool
from plyground.texts import use_language
from tests.cli.running import LANGUAGES

FEW = Limit(nodes=20_000)


def test_the_book_says_what_wins_and_when():
    found = hint("44")
    assert str(found) == "column 4 wins in 20 (opening book)"
    assert (found.move, found.source) == (3, HintSource.BOOK)


@pytest.mark.parametrize(
    ("rules", "stones"), [("cfour", 3), ("cfour", 20), ("tictactoe", 2), ("5x4", 4), ("4x3 connect=3 gravity=no", 3)]
)
def test_a_hint_is_a_best_move_by_the_solver(rules, stones):
    solver, pool = Solver(rules, table_mb=16), SolverPool(table_mb=16)
    draw = random.Random(f"{rules} {stones}")
    for _ in range(6):
        board = GridBoard(parse_rules(rules))
        while board.count < stones:
            after = board.move(draw.choice(board.legal_moves))
            board = GridBoard(board.rules) if after.outcome.is_over else after
        analysis = solver.analyse(board, line=False)
        found = hint(board, limit=Limit(nodes=10**8), solvers=pool)
        assert found.source is not HintSource.CHAMPION
        assert found.move in analysis.best
        assert found.value == analysis.value


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("h8 h9 i8 i9 j8 j9 k8 k9", "g8 wins in 1 (champion)"),
        ("h8 h9 i8 i9 j8 j9 k8", "g8 loses in 1 (champion)"),  # l8 wins as well
        ("g8 h9 h8 i9 i8 g9 j8 f8", "k8 wins in 1 (champion)"),
        ("g8 f8 h8 i9 i8 g9 j8", "k8 blocks the opponent's win (champion)"),
        ("h8 h9 i8 i9 j8 j9", "wins (champion)"),
    ],
)
def test_where_nothing_is_solved_the_champion_says_what_it_sees(moves, text):
    assert str(hint(moves, rules=GOMOKU, limit=FEW)).endswith(text)


def test_an_estimate_is_called_one_and_needs_many_playouts():
    rules = "9x10 connect=4"
    few, many = (hint("55", rules=rules, limit=Limit(nodes=nodes)) for nodes in (100, 20_000))
    assert str(few).endswith("looks best (champion)")
    assert few.chance is None
    assert many.chance is not None
    assert str(many).endswith(f"looks best, with {round(50 * many.chance + 50)}% of the points expected (champion)")
    # An evaluation is no chance.
    assert str(hint("h8", rules=GOMOKU, limit=FEW)).endswith("looks best (champion)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_a_sentence_in_every_language(language):
    use_language(language)
    try:
        assert "4" in str(hint("44"))
        assert "20" in str(hint("44"))
    finally:
        use_language("en")


def test_what_a_hint_refuses():
    with pytest.raises(IllegalMoveError, match="the first player has won"):
        hint("1212121")
    with pytest.raises(LimitError, match="depth"):
        hint(GridBoard(CFOUR), limit=Limit(depth=3))
