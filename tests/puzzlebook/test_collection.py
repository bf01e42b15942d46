"""The collection that comes with Plyground: as large as promised, proven, and read strictly."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from importlib import resources
from pathlib import Path

import pytest

import plyground
from plyground.errors import InputError, MissingError, PlygroundError, UnknownNameError
from plyground.puzzlebook import (
    BOARDS,
    PuzzleKind,
    check_puzzles,
    daily_puzzle,
    find_puzzle,
    next_puzzle,
    puzzles,
    read_collection,
)
from plyground.puzzlebook.maker import MakerSettings
from plyground.puzzlebook.puzzle import OUTCOMES
from plyground.puzzlebook.shapes import shape_of
from tests.puzzlebook.plain_fours import fours, wins_by_four

FILE = Path(str(resources.files("plyground.puzzlebook"))) / "collection.jsonl"


def test_it_is_as_large_as_promised_and_small():
    counts = Counter(puzzle.board_name for puzzle in puzzles())
    card = read_collection().card
    assert counts == {board: card[board] for board in BOARDS}
    assert FILE.stat().st_size < 1_000_000
    for board in ("cfour", "random"):
        assert {puzzle.kind for puzzle in puzzles(board=board)} == set(PuzzleKind) - {PuzzleKind.FOURS}


def test_the_card_says_how_to_make_it_again():
    card = read_collection().card
    settings = MakerSettings(card["seed"], card["cfour"], card["random"], card["gomoku"])
    assert card["command"] == settings.command
    shown = FILE.with_name("collection.card.md").read_text("utf-8")
    assert card["command"] in shown
    assert card["sha256"] in shown


def test_no_two_are_alike_and_the_easiest_come_first():
    found = puzzles()
    assert len({shape_of(puzzle.board) for puzzle in found}) == len(found) == len({puzzle.id for puzzle in found})
    ratings = [puzzle.rating for puzzle in found]
    assert ratings == sorted(ratings)
    assert 0 < ratings[0] < ratings[-1]


def test_every_puzzle_has_one_answer_that_can_be_given():
    for puzzle in puzzles():
        (answer,) = puzzle.answers
        assert puzzle.is_right(answer)
        if puzzle.kind is PuzzleKind.WHO:
            assert sum(puzzle.is_right(other) for other in OUTCOMES) == 1
        else:
            assert sum(puzzle.is_right(move) for move in puzzle.board.legal_moves) == 1


@pytest.mark.parametrize("board", ["cfour", "random", "gomoku"])
def test_a_sample_is_proven_anew(board):
    found = puzzles(board=board)
    assert check_puzzles(found[7 :: len(found) // 12]) == []


@pytest.mark.soak
def test_all_are_proven_anew():
    assert check_puzzles(puzzles()) == []


def test_fours_are_right_by_plain_recursion_too():
    found = [puzzle for puzzle in puzzles(board="gomoku") if puzzle.length <= 5]
    for puzzle in found[:: len(found) // 4]:
        board = puzzle.board
        right = [board.move_name(move) for move in fours(board) if wins_by_four(board, move, {})]
        assert tuple(right) == puzzle.answers


def test_a_reason_goes_with_the_answer():
    for kind in PuzzleKind:
        puzzle = puzzles(kind=kind)[3]
        reason = puzzle.reason()
        assert reason.sentences()
        if kind in (PuzzleKind.WHO, PuzzleKind.FOURS):
            assert reason.proofs


def test_puzzles_are_chosen_by_kind_board_and_rating():
    chosen = plyground.puzzles(kind="draw", board="cfour", low=800, high=1200)
    assert chosen
    assert all(each.kind is PuzzleKind.DRAW and each.board_name == "cfour" for each in chosen)
    assert all(800 <= each.rating <= 1200 for each in chosen)
    assert find_puzzle(chosen[0].id) == chosen[0]


def test_the_next_one_is_near_and_new():
    near = next_puzzle(1000, board="cfour", seed=3)
    seen = {puzzle.id for puzzle in puzzles(low=near.rating - 1, high=near.rating + 1)}
    other = next_puzzle(1000, board="cfour", without=seen, seed=3)
    assert other.id not in seen
    assert abs(near.rating - 1000) < 200
    assert next_puzzle(1000, board="cfour", seed=3) == near


def test_the_day_chooses_the_same_puzzle_for_everybody_and_comes_round_late():
    first = date(2026, 11, 16)
    days = [daily_puzzle(first + timedelta(days=day)).id for day in range(100)]
    assert len(set(days)) == 100
    assert daily_puzzle(first) == daily_puzzle(first)
    assert daily_puzzle(first).board_name == "cfour"


@pytest.mark.parametrize(
    "call",
    [
        lambda: find_puzzle("nosuch"),
        lambda: find_puzzle(5),  # type: ignore[arg-type]
        lambda: puzzles(kind="riddle"),
        lambda: puzzles(kind=5),  # type: ignore[arg-type]
        lambda: puzzles(board="chess"),
        lambda: next_puzzle(800, kind="fours", board="cfour"),
    ],
)
def test_names_that_do_not_exist_are_refused(call):
    with pytest.raises(UnknownNameError, match=r"there (is|are) no \S+"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: puzzles(low="easy"),  # type: ignore[arg-type]
        lambda: next_puzzle(None),  # type: ignore[arg-type]
        lambda: next_puzzle(800, seed="a"),  # type: ignore[arg-type]
        lambda: daily_puzzle("today"),  # type: ignore[arg-type]
        lambda: read_collection(5.5),  # type: ignore[arg-type]
    ],
)
def test_values_of_the_wrong_type_are_refused(call):
    with pytest.raises(InputError, match="has to be"):
        call()


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: b"",
        lambda data: data[:-50],
        lambda data: data.replace(b'"rating":9', b'"rating":8', 1),
        lambda data: data[: data.index(b"\n") + 1],
        lambda data: b"\xff" + data,
        lambda data: data[data.index(b"\n") + 1 :],
    ],
    ids=["empty", "cut off", "changed", "no puzzles", "no text", "no card"],
)
def test_a_damaged_file_is_noticed(harm, tmp_path):
    data = FILE.read_bytes()
    (tmp_path / "puzzles.jsonl").write_bytes(harm(data))
    with pytest.raises(MissingError, match="no whole collection of puzzles"):
        read_collection(tmp_path / "puzzles.jsonl")


def test_a_file_of_another_version_or_none_is_refused(tmp_path):
    data = FILE.read_text("utf-8").replace('"format":1', '"format":99', 1)
    (tmp_path / "puzzles.jsonl").write_text(data, "utf-8")
    with pytest.raises(MissingError, match="format 99"):
        read_collection(tmp_path / "puzzles.jsonl")
    with pytest.raises(MissingError, match="cannot be read"):
        read_collection(tmp_path / "nosuch.jsonl")


def test_an_answer_that_cannot_be_given_is_refused():
    puzzle = puzzles(kind="win", board="cfour")[0]
    for answer in ("9", "", "x", 7, None):
        with pytest.raises(PlygroundError):
            puzzle.is_right(answer)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="first, second, draw"):
        puzzles(kind="who")[0].is_right("4")
