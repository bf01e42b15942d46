"""The solver's answers: values, words, lines, limits."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.board import Board, Limit, Side, SplitMix
from plyground.errors import LimitError, PositionError, RulesError, UnsupportedError
from plyground.executors import local_executor
from plyground.grid import CFOUR, GOMOKU, TICTACTOE, GridBoard, Rules
from plyground.search import alphabeta
from plyground.solver import Progress, Solver, Value
from tests.executors.lost_workers import DiesOnce, kills
from tests.waiting import When

GEOMETRIES = [
    "9x6",
    "8x7",
    "5x12",
    "12x4",
    "10x6",
    "8x8",
    "9x7",
    "12x9",
    "4x15",
    "13x3",
    "6x7 connect=5",
    "11x5 connect=5",
    "7x6 blocked=d1",
    "7x6 blocked=d6,a3",
    "9x6 blocked=e4",
    "8x7 blocked=a1,b1,c1",
    "10x9 blocked=d5",
    "9x5 connect=6",
    "7x7 blocked=d4",
    "5x5 connect=4 gravity=no",
    "6x5 connect=4 gravity=no blocked=c3",
    "7x6 connect=5 gravity=no",
]


@pytest.fixture(scope="module")
def cfour() -> Solver:
    return Solver(CFOUR, threads=1, table_mb=64, book=False)


def exact_evaluator(board: Board, side: Side) -> float:
    """The exact score of a finished game."""
    assert isinstance(board, GridBoard)
    if board.winner is None:
        return 0
    score = (board.rules.cells + 2 - board.count) // 2
    return score if board.winner is side else -score


def endgame(rules: Rules, seed: int, free: int) -> GridBoard | None:
    """A position of random play with `free` cells left, if nobody won on the way."""
    draw = SplitMix(seed)
    board = GridBoard(rules)
    while rules.cells - board.count > free:
        safe = [m for m in board.legal_moves if not board.move(m).is_win]
        if not safe:
            return None
        board = board.move(safe[draw.below(len(safe))])
    return board


@pytest.mark.parametrize("text", GEOMETRIES)
def test_endgames_agree_with_the_textbook(text: str) -> None:
    rules = Rules.parse(text)
    solver = Solver(rules, threads=1, table_mb=4)
    free = 9 if rules.gravity else 6
    checked, values = 0, set()
    for seed in range(2000):
        if checked == 12:
            break
        board = endgame(rules, seed, free - seed % 3)
        if board is None or not board.legal_moves:
            continue
        expected = alphabeta(board, free, exact_evaluator)
        solution = solver.solve(board)
        assert solution.score == expected.value, board
        assert solution.value.plies is not None
        assert len(solution.line) == solution.value.plies
        end = board
        for move in solution.line:
            end = end.move(move)
        assert end.outcome.is_over
        assert exact_evaluator(end, board.turn) == solution.score
        checked += 1
        values.add(solution.score)
    assert checked == 12
    assert len(values) >= 2


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Value(18, 18, 6, 42), "wins in 1"),
        (Value(1, 1, 0, 42), "wins in 21"),
        (Value(-2, -2, 4, 42), "loses in 18"),
        (Value(0, 0, 4, 42), "draw"),
        (Value(1, 1, 4, 42, weak=True), "wins"),
        (Value(-1, -1, 4, 42, weak=True), "loses"),
        (Value(0, 5, 4, 42), "at least a draw"),
        (Value(-5, 0, 4, 42), "at most a draw"),
        (Value(2, 5, 4, 42), "wins, distance not proven yet"),
        (Value(-5, -2, 4, 42), "loses, distance not proven yet"),
        (Value(-5, 2, 4, 42), "not proven yet"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_words(value: Value, words: str) -> None:
    assert value.words == words


def test_an_immediate_win(cfour: Solver) -> None:
    solution = cfour.solve(GridBoard.from_moves("112233"))
    assert (solution.score, solution.value.words, solution.line) == (18, "wins in 1", (3,))


@given(st.integers(-21, 21), st.integers(0, 41))
def test_plies_fit_the_score(score: int, stones: int) -> None:
    value = Value(score, score, stones, 42)
    plies = value.plies
    assert plies is not None
    if score == 0:
        assert plies == 42 - stones
        return
    # Whoever wins makes the last move, and the score follows from the stones at the end.
    assert plies % 2 == (1 if score > 0 else 0)
    assert (42 + 2 - (stones + plies)) // 2 == abs(score)
    assert value.moves == (plies + 1) // 2


def test_analysis_is_the_values_of_the_moves(cfour: Solver) -> None:
    board = GridBoard.from_moves("44444566566")
    analysis = cfour.analyse(board)
    assert analysis.is_exact
    assert list(analysis.moves) == list(board.legal_moves)
    for move, value in analysis.moves.items():
        score = cfour.solve(board.move(move), line=False).score
        assert score is not None
        assert value.score == -score
    assert analysis.value.score == max(v.low for v in analysis.moves.values())
    assert analysis.best == tuple(m for m, v in analysis.moves.items() if v.score == analysis.value.score)
    assert len(analysis.line) == analysis.value.plies


def test_an_analysis_profits_from_its_table(cfour: Solver) -> None:
    board = GridBoard.from_moves("44444566566")
    cfour.clear()
    together = cfour.analyse(board, line=False).nodes
    apart = 0
    for move in board.legal_moves:
        cfour.clear()
        apart += cfour.solve(board.move(move), line=False).nodes
    assert together < apart


def test_weak_knows_the_sign_alone(cfour: Solver) -> None:
    for moves in ("44444566566", "4444445623", "112233"):
        board = GridBoard.from_moves(moves)
        exact = cfour.solve(board).score
        assert exact is not None
        weak = cfour.solve(board, weak=True)
        assert weak.score == (exact > 0) - (exact < 0)
        assert weak.value.plies is None


@pytest.mark.parametrize("rules", ["4x4", "5x4 blocked=c2", "4x4 connect=3 gravity=no", "5x5 connect=5 gravity=no"])
def test_the_best_moves_are_those_of_an_analysis(rules: str) -> None:
    random = SplitMix(7)
    for _time in range(30):
        board = GridBoard(Rules.parse(rules))
        for _ply in range(random.below(board.rules.cells // 2) + (6 if not board.rules.gravity else 0)):
            if board.outcome.is_over:
                break
            board = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        if board.outcome.is_over:
            continue
        whole = Solver(rules, threads=1, table_mb=1, book=False).analyse(board, line=False)
        found = Solver(rules, threads=1, table_mb=1, book=False).best_moves(board)
        assert found.value == whole.value
        for move, value in found.moves.items():
            assert value.low <= whole.moves[move].low <= value.high
            assert value.is_exact == (whole.moves[move] == whole.value)


def test_best_moves_take_less_than_an_analysis_and_stop_at_a_limit() -> None:
    board = GridBoard.from_moves("444445")
    whole = Solver(CFOUR, threads=1, table_mb=16, book=False).analyse(board, line=False)
    found = Solver(CFOUR, threads=1, table_mb=16, book=False).best_moves(board)
    assert found.nodes < whole.nodes / 2
    few = Solver(CFOUR, threads=1, table_mb=16, book=False).best_moves(board, limit=Limit(nodes=1000))
    assert few.nodes < 100_000
    assert all(few.moves[move].low <= value.low <= few.moves[move].high for move, value in whole.moves.items())


def test_unbalanced_stones_are_solved_as_they_lie(cfour: Solver) -> None:
    board = GridBoard.setup(CFOUR, first=[(0, 0), (1, 0), (2, 0)], turn=Side.SECOND)
    solution = cfour.solve(board)
    assert solution.json()["balanced"] is False
    assert solution.score is not None
    assert solution.line[0] == 3


def test_two_threads_find_what_one_finds() -> None:
    board = GridBoard.from_moves("444445665")
    one = Solver(CFOUR, threads=1, table_mb=64, book=False).solve(board, line=False)
    two = Solver(CFOUR, threads=2, table_mb=64, book=False).solve(board, line=False)
    assert one.score == two.score


def test_the_same_node_count_from_a_cleared_table(cfour: Solver) -> None:
    board = GridBoard.from_moves("4444456656")
    counts = set()
    for _ in range(2):
        cfour.clear()
        counts.add(cfour.solve(board, line=False).nodes)
    assert len(counts) == 1


def test_a_time_limit_gives_bounds_and_keeps_time() -> None:
    solver = Solver(CFOUR, threads=1, table_mb=16, book=False)
    solver.get_ready()
    began = time.process_time()
    solution = solver.solve(GridBoard(CFOUR), limit=Limit(time=0.3))
    assert time.process_time() - began < 5  # its own work, which other programs do not add to
    assert solution.seconds >= 0.3
    assert solution.score is None
    assert solution.value.low <= 1 <= solution.value.high  # the truth is 1
    assert solution.line == ()
    assert solution.move in GridBoard(CFOUR).legal_moves


def test_a_node_limit_gives_bounds() -> None:
    solver = Solver(CFOUR, threads=1, table_mb=16, book=False)
    solution = solver.solve(GridBoard(CFOUR), limit=Limit(nodes=100_000))
    assert solution.score is None
    assert 0 < solution.nodes <= 110_000


def test_a_cancel_from_another_thread_stops_it() -> None:
    solver = Solver(CFOUR, threads=2, table_mb=16, book=False)
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    analysis = solver.analyse(GridBoard(CFOUR), cancel=cancel)
    assert not analysis.is_exact
    truth = (-2, -1, 0, 1, 0, -1, -2)
    assert all(v.low <= t <= v.high for t, v in zip(truth, analysis.moves.values(), strict=True))


def test_progress_is_reported() -> None:
    solver = Solver(CFOUR, threads=1, table_mb=16, book=False)
    seen: list[Progress] = []
    solver.solve(GridBoard(CFOUR), cancel=When(lambda: len(seen) >= 2), watch=seen.append)
    assert len(seen) >= 2
    assert seen[-1].nodes > seen[0].nodes > 0
    assert all(p.low <= 1 <= p.high for p in seen)


def test_progress_of_an_analysis_is_about_its_moves() -> None:
    solver = Solver(CFOUR, threads=1, table_mb=16, book=False)
    seen: list[Progress] = []
    # Two moves have their turn, each with a seventh of the time.
    enough = When(lambda: len({progress.move for progress in seen}) > 1)
    solver.analyse(GridBoard(CFOUR), limit=Limit(time=10), cancel=enough, watch=seen.append)
    truth = (-2, -1, 0, 1, 0, -1, -2)
    assert len({p.move for p in seen}) > 1
    assert all(p.move is not None and p.low <= truth[p.move] <= p.high for p in seen)


def test_solve_many_equals_solve_and_takes_an_executor(cfour: Solver) -> None:
    boards = [board for seed in range(30) if (board := endgame(CFOUR, seed, 14)) is not None and board.legal_moves]
    assert len(boards) > 5
    expected = [cfour.solve(board, line=False).score for board in boards]
    assert cfour.solve_many(boards).tolist() == expected
    assert cfour.solve_many([]).tolist() == []
    with local_executor(2) as executor:
        assert (
            Solver(CFOUR, threads=1, table_mb=4, book=False).solve_many(boards, executor=executor).tolist() == expected
        )


@kills
def test_solve_many_survives_a_killed_worker(cfour: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [GridBoard.from_moves(f"444444562333335655522522{n}") for n in (1, 2, 6, 7)] * 4
    fragile = DiesOnce("plyground.solver.solver", "_solve_piece", tmp_path)
    fragile.replace(monkeypatch)
    with local_executor(1) as executor:
        found = Solver(CFOUR, threads=1, table_mb=4, book=False).solve_many(boards, executor=executor)
    assert fragile.has_died
    assert found.tolist() == cfour.solve_many(boards).tolist()


def test_tictactoe_is_a_draw_from_everywhere() -> None:
    solver = Solver(TICTACTOE, threads=1, table_mb=1)
    analysis = solver.analyse(GridBoard(TICTACTOE))
    assert analysis.value.words == "draw"
    assert set(analysis.scores.values()) == {0}
    # The opposite corner is the one reply to a corner threat that loses least: b2 holds against a1.
    after = solver.analyse(GridBoard.from_moves("a1", TICTACTOE))
    assert [GridBoard(TICTACTOE).move_name(m) for m in after.best] == ["b2"]


def test_bad_input() -> None:
    with pytest.raises(PositionError, match="first player has won"):
        Solver(CFOUR, threads=1, table_mb=1, book=False).solve(GridBoard.from_moves("1122334"))
    with pytest.raises(UnsupportedError, match="at most 128"):
        Solver(Rules(columns=12, rows=12, connect=4))
    with pytest.raises(UnsupportedError, match="at most 64"):
        Solver(GOMOKU)
    with pytest.raises(RulesError, match="other rules"):
        Solver(CFOUR, threads=1, table_mb=1, book=False).solve(GridBoard(TICTACTOE))
    with pytest.raises(LimitError, match="memory"):
        Solver(CFOUR, table_mb=10**9)
    with pytest.raises(LimitError, match="threads"):
        Solver(CFOUR, threads=0)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_images_have_the_same_value(seed: int) -> None:
    from plyground.grid.symmetry import images

    board = endgame(CFOUR, seed, 16)
    if board is None:
        return
    solver = Solver(CFOUR, threads=1, table_mb=1, book=False)
    assert len({solver.solve(image, line=False).score for image in images(board)}) == 1
    assert np.all(solver.solve_many(images(board)) == solver.solve(board, line=False).score)
