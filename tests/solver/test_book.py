"""Books: built, read, interrupted, damaged; and the one that comes with the package."""

from __future__ import annotations

import logging
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from plyground.errors import MissingError
from plyground.executors import local_executor
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.solver import Solver, book_builder
from plyground.solver.book import VERSION, Book, BookError, find_book, write_book
from plyground.solver.book_builder import BookBuilder, BuildProgress, build_book, solve_words
from plyground.solver.layers import UNREACHED, counts, layers, scores_from_next
from plyground.solver.position_index import position_index
from plyground.solver.setup import setup_of
from tests.executors.lost_workers import DiesOnce, kills

ROOT = Path(__file__).resolve().parents[2]
SMALL = Rules.parse("5x4 connect=4")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "small.plybook"
    build_book(SMALL, path, deepest=8, through=5)
    return path


def test_every_entry_of_a_built_book_equals_the_solver(small):
    book = Book(small)
    assert sorted(book.layers) == [0, 1, 2, 3, 4, 5, 8]
    for layer in layers(SMALL, 8):
        own, stones = position_index(SMALL, layer.stones).positions(layer.numbers)
        assert (book.scores(own, stones, layer.stones) == solve_words(str(SMALL), own, stones)).all()


def test_a_book_agrees_with_a_board_worked_out_from_its_end(tmp_path):
    """An oracle without any search: 4x4 from its full boards back."""
    rules = Rules.parse("4x4 connect=3 blocked=b2")
    every = list(layers(rules, rules.cells))
    scores = np.where(every[-1].open, 0, UNREACHED).astype(np.int8)
    oracle = {rules.cells: scores}
    for layer in reversed(every[:-1]):
        oracle[layer.stones] = scores = scores_from_next(layer, scores)
    build_book(rules, tmp_path / "book", deepest=7, through=3)
    book = Book(tmp_path / "book")
    for stones in book.layers:
        assert (book.layer_scores(stones) == oracle[stones]).all()


def test_the_book_builder_has_the_solvers_own_set_up(tmp_path, monkeypatch):
    """Kernels do work for each stone of a line, so a line that cannot fit is cut to the shortest such line."""
    rules = Rules.parse("4x4 connect=1000")
    assert setup_of(rules) == setup_of(Rules.parse("4x4 connect=5"))
    monkeypatch.setattr(book_builder, "_last_table", {})
    build_book(rules, tmp_path / "book", deepest=3, through=2)
    ((setup, _table),) = book_builder._last_table.values()
    assert setup == Solver(rules, threads=1, table_mb=1)._setup == setup_of(rules)
    assert set(Book(tmp_path / "book").layer_scores(3)) <= {0, UNREACHED}


def test_a_book_says_nothing_where_no_game_leads(small):
    book = Book(small)
    assert book.score(GridBoard.parse("...../...../...../oo... x", SMALL)) is None
    assert book.score(GridBoard.from_moves("1")) is None  # another board
    nine = GridBoard.from_moves("111122223", SMALL)
    assert book.score(nine) is None  # deeper than the book
    # Both bottoms are the second player's, so nobody can have begun.
    assert book.score(GridBoard.parse("...../...../xx.../oo... x", SMALL)) is None


def test_an_interrupted_build_goes_on_where_it_stopped(tmp_path, small):
    path = tmp_path / "book"
    seen = []

    def stop(progress):
        seen.append(progress)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_book(SMALL, path, deepest=8, through=5, watch=stop)
    assert not path.exists()
    kept = BookBuilder(SMALL, path, 8)
    assert len(kept.open_numbers) == seen[-1].positions - seen[-1].solved > 0
    again: list[BuildProgress] = []
    build_book(SMALL, path, deepest=8, through=5, watch=again.append)
    assert again[0].solved_before == seen[-1].solved
    assert path.read_bytes() == small.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["book"]


@kills
def test_a_killed_worker_in_the_middle_changes_nothing(tmp_path, small, monkeypatch):
    fragile = DiesOnce("plyground.solver.book_builder", "_timed", tmp_path)
    fragile.replace(monkeypatch)
    with local_executor(2) as executor:
        build_book(SMALL, tmp_path / "book", deepest=8, through=5, executor=executor)
    assert fragile.has_died
    assert (tmp_path / "book").read_bytes() == small.read_bytes()


def dying(*_arguments):
    os.kill(os.getpid(), signal.SIGKILL)


@kills
def test_positions_that_kill_every_worker_are_named_and_the_rest_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(book_builder, "_timed", dying)
    monkeypatch.setattr("plyground.executors.work.TRIES", 2)
    with local_executor(1) as executor, pytest.raises(MissingError, match=r"the positions 1–11 of 5x4 connect=4 were"):
        build_book(SMALL, tmp_path / "book", deepest=8, through=5, executor=executor)
    assert [file.name for file in tmp_path.iterdir()] == ["book.part"]


def test_half_a_state_and_a_foreign_one_are_left_alone(tmp_path):
    for state in (b"", b"not a state", b'{"rules": "5x4 connect=4", "stones": 8, "entries": 11620}\n123'):
        (tmp_path / "book.part").write_bytes(state)
        building = BookBuilder(SMALL, tmp_path / "book", 8)
        assert len(building.open_numbers) == int(building.deepest.open.sum())


@pytest.mark.skipif(not Path("/dev/full").exists() or os.name != "posix", reason="needs /dev/full")
def test_a_full_disk_leaves_the_old_book(tmp_path, small, monkeypatch):
    path = tmp_path / "book"
    path.write_bytes(small.read_bytes())
    monkeypatch.setattr(Path, "open", lambda self, mode="r": os.fdopen(os.open("/dev/full", os.O_WRONLY), mode))
    with pytest.raises(OSError, match="No space"):
        write_book(path, SMALL, {0: np.zeros(1, np.int8)})
    monkeypatch.undo()
    assert Book(path).rules == SMALL


def damaged(whole: bytes) -> dict[str, bytes]:
    newer = whole[:8] + (VERSION + 1).to_bytes(2, "little") + whole[10:]
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 4
    return {
        "no opening book: it is empty": b"",
        "no opening book$": b"PK\x03\x04 something else altogether, long enough to be a book of its own",
        "checksum": whole[:-1],
        "does not fit": bytes(flipped),
        "update it": newer,
    }


def test_damaged_foreign_and_newer_files_are_refused(tmp_path, small):
    path = tmp_path / "book"
    for message, content in damaged(small.read_bytes()).items():
        path.write_bytes(content)
        with pytest.raises(BookError, match=message):
            Book(path)


@pytest.fixture
def fresh_search(tmp_path, monkeypatch):
    """`find_book` with nothing remembered, looking into a folder of the test's own first."""
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    find_book.cache_clear()
    folder = tmp_path / "data" / "books"
    folder.mkdir(parents=True)
    yield folder
    find_book.cache_clear()


def test_a_bad_book_is_passed_over_and_said_once(fresh_search, small, caplog):
    (fresh_search / "5x4_connect=4.plybook").write_bytes(small.read_bytes()[:-40])
    (fresh_search / "6x5_connect=4.plybook").write_bytes(small.read_bytes())
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert find_book(SMALL) is None
            assert find_book(Rules.parse("6x5 connect=4")) is None
    assert [("damaged" in r.message, "not for 6x5" in r.message) for r in caplog.records] == [
        (True, False),
        (False, True),
    ]


def test_a_book_of_the_users_own_is_found(fresh_search, small):
    (fresh_search / "5x4_connect=4.plybook").write_bytes(small.read_bytes())
    found = find_book(SMALL)
    assert found is not None
    assert found.score(GridBoard(SMALL)) == 0


def test_the_shipped_book_knows_the_first_moves():
    book = find_book(CFOUR)
    assert book is not None
    assert sorted(book.layers) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 12]
    assert book.size <= 8_000_000
    assert [-(book.score(GridBoard(CFOUR).move(column)) or 0) for column in range(7)] == [-2, -1, 0, 1, 0, -1, -2]


def test_the_shipped_book_counts_what_others_counted():
    """For ply 8 an independent strong solution publishes these numbers."""
    book = find_book(CFOUR)
    assert book is not None
    eighth = [counts(layer, book.layer_scores(layer.stones)) for layer in layers(CFOUR, 8)][8]
    assert (eighth.won, eighth.drawn, eighth.lost, eighth.all) == (124_624, 14_676, 44_975, 184_275)


def test_the_layers_of_the_shipped_book_agree_through_search():
    """The eighth layer is four plies of lookahead from the twelfth."""
    book = find_book(CFOUR)
    assert book is not None
    numbers = np.flatnonzero(book.layer_scores(8) != UNREACHED)[::1500]
    own, stones = position_index(CFOUR, 8).positions(numbers)
    stored = book.scores(own, stones, 8)
    eighth = book.layers.pop(8)
    try:
        assert (book.scores(own, stones, 8) == stored).all()
    finally:
        book.layers[8] = eighth


def test_random_entries_of_the_shipped_book_equal_the_solver():
    book = find_book(CFOUR)
    assert book is not None
    random = np.random.default_rng(12)
    reached = np.flatnonzero(book.layer_scores(12) != UNREACHED)
    own, stones = position_index(CFOUR, 12).positions(random.choice(reached, 15))
    assert (book.scores(own, stones, 12) == solve_words(str(CFOUR), own, stones)).all()


@pytest.mark.needs("g++")
def test_the_search_of_the_gpu_builds_the_same_book(tmp_path):
    """Its source, built for the CPU: interrupted at once, taken up again, equal to the solver's book."""
    build = runpy.run_path(str(ROOT / "tools" / "book" / "build.py"))["main"]
    for text, stones in (("5x4 connect=4", 8), ("4x6 connect=4", 7), ("6x3 connect=4", 6)):
        rules = Rules.parse(text)
        path = tmp_path / f"gpu-{rules.columns}x{rules.rows}.plybook"
        asked = ["--rules", text, "--with", "c++", "--out", str(path)]
        asked += ["--stones", str(stones), "--through", "3", "--bucket-bits", "16"]
        assert build([*asked, "--seconds", "0"]) == 2
        assert not path.exists()
        if stones == 8:  # as a program, too
            program = [sys.executable, "tools/book/build.py", *asked]
            subprocess.run(program, cwd=ROOT, capture_output=True, check=True)
        else:
            assert build(asked) == 0
        build_book(rules, tmp_path / "solver.plybook", deepest=stones, through=3)
        assert path.read_bytes() == (tmp_path / "solver.plybook").read_bytes()
