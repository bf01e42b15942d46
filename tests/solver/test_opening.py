"""The solver with the opening book and without: the same answers, only sooner."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from plyground.board import Limit, Side, SplitMix
from plyground.executors import local_executor
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.solver import Solver
from plyground.solver.book import VERSION, Book, find_book
from plyground.solver.book_builder import build_book
from plyground.solver.book_check import verify_book
from tests.executors.lost_workers import DiesOnce, kills

SMALL = Rules.parse("5x4 connect=4")


@pytest.fixture(scope="module")
def with_book() -> Solver:
    return Solver(CFOUR, threads=1, table_mb=32)


@pytest.fixture(scope="module")
def without() -> Solver:
    return Solver(CFOUR, threads=1, table_mb=32, book=False)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("book") / "small.plybook"
    build_book(SMALL, path, deepest=8, through=4)
    return path


def random_boards(rules: Rules, stones: int, count: int, seed: int) -> list[GridBoard]:
    draw = SplitMix(seed)
    found: list[GridBoard] = []
    while len(found) < count:
        board = GridBoard(rules)
        while board.count < stones and board.legal_moves:
            board = board.move(board.legal_moves[draw.below(len(board.legal_moves))])
        if board.count == stones and board.legal_moves:
            found.append(board)
    return found


def sign(score: int | None) -> int:
    assert score is not None
    return (score > 0) - (score < 0)


def ends_as_said(board: GridBoard, line: tuple[int, ...], score: int | None) -> bool:
    end = board
    for move in line:
        end = end.move(move)
    if not end.outcome.is_over:
        return False
    if end.winner is None:
        return score == 0
    reached = (board.rules.cells + 2 - end.count) // 2
    return score == (reached if end.winner is board.turn else -reached)


# The first moves


def test_the_empty_board_is_analysed_at_once(with_book: Solver) -> None:
    analysis = with_book.analyse(GridBoard(CFOUR), line=False)
    assert list(analysis.scores.values()) == [-2, -1, 0, 1, 0, -1, -2]
    assert (analysis.source, analysis.nodes, analysis.best, analysis.line) == ("book", 0, (3,), ())
    assert analysis.json()["source"] == "book"


def test_the_empty_board_is_solved_and_the_line_goes_to_the_end(with_book: Solver) -> None:
    at_once = with_book.solve(GridBoard(CFOUR), line=False)
    assert (at_once.score, at_once.move, at_once.source, at_once.nodes) == (1, 3, "book", 0)
    solution = with_book.solve(GridBoard(CFOUR))
    assert (solution.score, solution.source, len(solution.line)) == (1, "book", 41)
    assert ends_as_said(GridBoard(CFOUR), solution.line, 1)


def test_a_position_of_the_book_takes_no_kernel() -> None:
    script = (
        "from plyground import CFOUR, GridBoard, Solver; import sys\n"
        "solver = Solver(CFOUR, table_mb=1)\n"
        "assert solver.analyse(GridBoard(CFOUR), line=False).source == 'book'\n"
        "assert solver.solve(GridBoard.from_moves('44444'), weak=True).source == 'book'\n"
        "assert not any('cupy' in name for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# The same answers


@pytest.mark.parametrize("stones", [11, 12, 13, 14])
def test_the_book_changes_no_answer(stones: int, with_book: Solver, without: Solver) -> None:
    for board in random_boards(CFOUR, stones, 6, stones):
        ours, truth = with_book.solve(board), without.solve(board)
        assert truth.source == "search"
        assert ours.source == ("book" if stones <= 12 else "search")
        assert ours.value == truth.value
        assert ends_as_said(board, ours.line, ours.score)
        analysis, plain = with_book.analyse(board), without.analyse(board)
        assert analysis.moves == plain.moves
        assert analysis.best == plain.best
        assert ours.move in plain.best
        assert (analysis.source, plain.source) == ("book" if stones < 12 else "search", "search")
        assert ends_as_said(board, analysis.line, analysis.value.score)


def test_earlier_positions_follow_from_their_moves(with_book: Solver) -> None:
    """Up to ten stones the plain solver takes long; but a value is the best of the values one ply on."""
    for stones in range(11):
        for board in random_boards(CFOUR, stones, 4, stones):
            solution = with_book.solve(board, line=False)
            analysis = with_book.analyse(board, line=False)
            assert solution.source == analysis.source == "book"
            assert solution.nodes == analysis.nodes == 0
            assert solution.move in analysis.best
            assert analysis.value == solution.value
            assert solution.score == max(score for score in analysis.scores.values() if score is not None)
            weak = with_book.solve(board, weak=True)
            assert (weak.score, weak.value.plies) == (sign(solution.score), None)
            assert weak.move is not None
            assert sign(analysis.scores[weak.move]) == weak.score
            signs = {move: sign(score) for move, score in analysis.scores.items()}
            assert with_book.analyse(board, weak=True).scores == signs


@pytest.mark.parametrize("source", ["path", "text", "book"])
def test_a_book_of_ones_own(source: str, small: Path) -> None:
    given: Path | str | Book = small if source == "path" else str(small) if source == "text" else Book(small)
    ours = Solver(SMALL, threads=1, table_mb=4, book=given)
    assert ours.book is not None
    plain = Solver(SMALL, threads=1, table_mb=4, book=False)
    assert plain.book is None
    sources = set()
    for stones in range(11):
        for board in random_boards(SMALL, stones, 8, stones):
            solution, analysis = ours.solve(board), ours.analyse(board)
            assert solution.value == plain.solve(board).value
            assert analysis.moves == plain.analyse(board).moves
            assert ends_as_said(board, solution.line, solution.score)
            assert ends_as_said(board, analysis.line, solution.score)
            sources |= {(stones, solution.source, analysis.source)}
    assert sources == {
        (stones, "book" if stones <= 8 else "search", "book" if stones < 8 else "search") for stones in range(11)
    }


def test_many_at_once_are_looked_up_or_solved(with_book: Solver, without: Solver) -> None:
    late = [board for stones in (12, 13, 15, 20) for board in random_boards(CFOUR, stones, 3, stones)]
    early = [board for stones in range(12) for board in random_boards(CFOUR, stones, 3, stones)]
    mixed = [board for pair in zip(early, [*late, *late, *late], strict=True) for board in pair]
    expected = [with_book.solve(board, line=False).score for board in mixed]
    assert with_book.solve_many(mixed).tolist() == expected
    assert with_book.solve_many(late).tolist() == without.solve_many(late).tolist()
    assert with_book.solve_many(early).tolist() == expected[::2]
    assert with_book.solve_many(mixed, weak=True).tolist() == [sign(score) for score in expected]
    assert with_book.solve_many([]).tolist() == []
    with local_executor(1) as executor:
        assert with_book.solve_many(mixed, executor=executor).tolist() == expected


def test_thousands_between_the_layers_fit_into_memory(with_book: Solver) -> None:
    assert with_book.book is not None
    boards = random_boards(CFOUR, 9, 1500, 9)
    questions = with_book._questions(boards)
    whole = with_book.book.scores_of_all(questions["mover"][:, 0], questions["stones"][:, 0])
    singly = [with_book.book.score(board) for board in boards[::100]]
    assert whole[::100].tolist() == singly


def test_what_the_book_does_not_know_is_searched(small: Path) -> None:
    ours = Solver(SMALL, threads=1, table_mb=4, book=small)
    plain = Solver(SMALL, threads=1, table_mb=4, book=False)
    unbalanced = GridBoard.setup(SMALL, first=[(0, 0), (1, 0)], turn=Side.FIRST)
    # Both bottoms are o's, so nobody can have begun; but if x now plays on a bottom, that may have come first.
    odd = GridBoard.parse("...../...../xx.../oo... x", SMALL)
    for board, source in ((unbalanced, "search"), (odd, "book, search")):
        assert ours.solve(board).value == plain.solve(board).value
        assert ours.solve(board).source == "search"
        analysis = ours.analyse(board)
        assert analysis.moves == plain.analyse(board).moves
        assert analysis.source == source
        assert ends_as_said(board, analysis.line, analysis.value.score)


# Limits


def test_at_the_end_of_the_book_the_value_is_known_before_the_move() -> None:
    board = GridBoard.from_moves("444445665661")
    solver = Solver(CFOUR, threads=1, table_mb=4)
    solution = solver.solve(board, limit=Limit(nodes=100))
    assert (solution.score, solution.source, solution.move, solution.line) == (3, "book", None, ())
    assert solver.solve(board).move == 4


# Books that cannot be used


def bad_books(whole: bytes) -> dict[str, bytes]:
    altered = bytearray(whole)
    altered[len(whole) // 2] ^= 16
    return {
        "truncated": whole[: len(whole) // 2],
        "altered": bytes(altered),
        "newer": whole[:8] + (VERSION + 1).to_bytes(2, "little") + whole[10:],
        "empty": b"",
        "foreign": b"something else altogether, and long enough for a header and its digest",
    }


@pytest.mark.parametrize("kind", ["truncated", "altered", "newer", "empty", "foreign", "missing", "other rules"])
def test_it_goes_on_without_a_bad_book(
    kind: str, small: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "bad.plybook"
    rules = SMALL
    if kind == "other rules":
        path.write_bytes(small.read_bytes())
        rules = Rules.parse("5x4 connect=3")
    elif kind != "missing":
        path.write_bytes(bad_books(small.read_bytes())[kind])
    truth = Solver(rules, threads=1, table_mb=4, book=False).solve(GridBoard(rules))
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            solver = Solver(rules, threads=1, table_mb=4, book=path)
            solution = solver.solve(GridBoard(rules))
            assert (solution.value, solution.source) == (truth.value, "search")
            assert solver.book is None
    (said,) = caplog.records
    assert said.getMessage().startswith("no opening book: ")
    assert str(path) in said.getMessage()


def test_a_bad_book_is_one_sentence_on_standard_error(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "books"
    folder.mkdir(parents=True)
    (folder / "5x4_connect=4.plybook").write_bytes(bad_books(small.read_bytes())["newer"])
    script = (
        "import os; os.environ['PLYGROUND_HOME'] = os.environ['HERE']\n"
        "from plyground import GridBoard, Rules, Solver\n"
        "rules = Rules.parse('5x4')\n"
        "for _ in range(2): print(Solver(rules, table_mb=4).book)\n"
    )
    env = {**os.environ, "HERE": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["None", "None"]
    assert result.stderr.count("\n") == 1
    assert "version 2" in result.stderr
    assert "update it" in result.stderr


def test_no_book_where_none_can_be() -> None:
    for text in ("tictactoe", "10x6", "6x5"):
        assert find_book(Rules.parse(text)) is None


# Verifying


def test_a_right_book_is_found_right(small: Path) -> None:
    checks = list(verify_book(Book(small), sample=30, seed=1))
    done = [check for check in checks if check.is_done]
    assert [check.stones for check in done] == [8, 4, 3, 2, 1, 0]
    assert [check.checked for check in done] == [30, 30, 30, 13, 3, 1]
    assert not any(check.differences for check in checks)
    with local_executor(1) as executor:
        assert list(verify_book(Book(small), sample=30, seed=1, layers=[8], executor=executor))[-1].checked == 30


@kills
def test_a_check_survives_a_killed_worker(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fragile = DiesOnce("plyground.solver.book_check", "solve_words", tmp_path)
    fragile.replace(monkeypatch)
    with local_executor(1) as executor:
        *_before, last = verify_book(Book(small), sample=60, seed=1, layers=[8], executor=executor)
    assert fragile.has_died
    assert (last.checked, last.differences) == (60, ())


def test_a_wrong_entry_is_found(small: Path, tmp_path: Path) -> None:
    from plyground.solver.book import write_book
    from plyground.solver.layers import UNREACHED

    right = Book(small)
    scores = {stones: right.layer_scores(stones) for stones in right.layers}
    wrong = np.flatnonzero(scores[3] != UNREACHED)[17]
    scores[3][wrong] += 1
    write_book(tmp_path / "wrong", SMALL, scores)
    book = Book(tmp_path / "wrong")
    found = [check.differences for check in verify_book(book, sample=1000, layers=[3, 4]) if check.is_done]
    assert found[0] == ()
    (difference,) = found[1]
    assert difference.stored == difference.solved + 1
    assert Solver(SMALL, table_mb=4, book=False).solve(difference.board).score == difference.solved
