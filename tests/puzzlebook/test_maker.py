"""Making a collection: the same settings make the same file, whatever happens on the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground import Side, review
from plyground.errors import InputError, LimitError
from plyground.executors import Here
from plyground.grid import CFOUR, GridBoard, images
from plyground.puzzlebook import (
    MakerSettings,
    Puzzle,
    PuzzleKind,
    card_path,
    check_puzzles,
    level_tries,
    make_puzzles,
    puzzle_at,
    puzzles,
    puzzles_from,
    saved_games,
)
from plyground.puzzlebook import maker as making
from plyground.puzzlebook.parts import parts_folder
from plyground.puzzlebook.questions import questions_of
from plyground.puzzlebook.rating import rating_of
from plyground.puzzlebook.shapes import id_of, shape_of
from plyground.solver import Solver

FEW = MakerSettings(seed=5, cfour=6, random=0, gomoku=1)


@pytest.fixture
def small_rounds(monkeypatch):
    """A few games are enough for a few puzzles."""
    monkeypatch.setattr(making, "_ROUND", 3)


@pytest.fixture
def made(tmp_path, small_rounds):
    return make_puzzles(FEW, tmp_path / "made.jsonl", executor=Here())


def test_a_stopped_and_resumed_run_makes_the_same_file(made, tmp_path, small_rounds):
    path = tmp_path / "again.jsonl"
    counts = []

    def stop(progress):
        counts.append(progress.games)
        return len(counts) in (2, 5)

    while make_puzzles(FEW, path, watch=stop) is None:
        assert saved_games(path) > 0
        # What a kill in the middle of a line would leave.
        with (parts_folder(path) / "games.jsonl").open("a") as file:
            file.write('{"board": "cfour", "ga')
    assert len(counts) > 5, "it was stopped twice"
    assert path.read_bytes() == (tmp_path / "made.jsonl").read_bytes()
    assert card_path(path).read_bytes() == card_path(tmp_path / "made.jsonl").read_bytes()
    assert not parts_folder(path).exists()


def test_what_is_made_is_right(made):
    assert made is not None
    assert len(made.puzzles) == 7
    assert check_puzzles(made.puzzles) == []
    assert {puzzle.kind for puzzle in made.puzzles} >= {PuzzleKind.WIN, PuzzleKind.FOURS}


def test_a_wrong_puzzle_is_found():
    right = puzzles(kind="win", board="cfour")[0]
    board = right.board
    other = next(board.move_name(move) for move in board.legal_moves if not right.is_right(move))
    wrong = replace(right, answers=(other,))
    assert [puzzle for puzzle, _fault in check_puzzles([right, wrong])] == [wrong, wrong]
    assert "not" in check_puzzles([wrong])[0][1]
    assert check_puzzles([replace(right, id="aaaaaa")])[0][1] == f"its id would be {right.id}"
    assert check_puzzles([replace(right, position="99")]) != []


def test_other_settings_and_files_that_are_there_are_refused(tmp_path, small_rounds):
    path = tmp_path / "puzzles.jsonl"
    assert make_puzzles(FEW, path, watch=lambda progress: True) is None
    with pytest.raises(InputError, match="other settings"):
        make_puzzles(replace(FEW, seed=6), path)
    (tmp_path / "mine.jsonl").write_text("mine")
    with pytest.raises(InputError, match="there already"):
        make_puzzles(FEW, tmp_path / "mine.jsonl")


def test_positions_of_others_come_first(tmp_path, small_rounds):
    quiet = puzzles(kind="win", board="cfour")[3].position
    settings = replace(FEW, cfour=1, gomoku=0, positions=("4455667", "445566", quiet))
    found = make_puzzles(settings, tmp_path / "theirs.jsonl")
    assert found is not None
    assert [puzzle.position for puzzle in found.puzzles] == [quiet], "the others are won, or nearly"
    assert found.card["positions"]["count"] == 3
    assert found.card["command"].endswith("--positions FILE")
    with pytest.raises(InputError):
        replace(FEW, positions=("48",))


@pytest.mark.parametrize("settings", [{"seed": -1}, {"cfour": 1.5}, {"gomoku": "many"}])
def test_settings_are_whole_numbers(settings):
    with pytest.raises(LimitError, match="whole number"):
        MakerSettings(**settings)


def test_images_have_one_shape_and_one_id():
    for board in (GridBoard.from_moves("4453"), GridBoard.from_moves("h8 a1 c3", "gomoku")):
        assert len({shape_of(image) for image in images(board)}) == 1
        assert len({id_of(image) for image in images(board)}) == 1
    left, right = GridBoard("7x6 connect=4 blocked=a1"), GridBoard("7x6 connect=4 blocked=g1")
    assert shape_of(left) == shape_of(right) != shape_of(GridBoard())


def test_questions_follow_from_the_values():
    board = GridBoard.from_moves("4455")
    values = Solver(CFOUR, threads=1, table_mb=1).analyse(board, line=False).moves
    kinds = {question.kind: question for question in questions_of(board, values)}
    assert PuzzleKind.WIN not in kinds, "several moves win"
    assert kinds[PuzzleKind.WHO].answers == ("first",)
    # A stone that wins, or has to be blocked, is seen at once.
    threatened = GridBoard.from_moves("445562")
    assert questions_of(threatened, {}) == []


def test_ratings_follow_the_tries():
    untried = replace(puzzles(kind="win", board="cfour")[50], tried=(), missed=())
    tried = replace(untried, tried=(3, 6, 9))
    results = [rating_of(replace(tried, missed=missed)) for missed in ((), (3,), (3, 6), (3, 6, 9))]
    assert results == sorted(results)
    assert results[0] < rating_of(untried) < results[-1]


def test_levels_try_puzzles():
    chosen = [*puzzles(kind="win", board="cfour")[:2], *puzzles(kind="who")[:1]]
    found = level_tries(chosen, [3, 9], seed=1)
    assert [puzzle for puzzle, _tries in found] == chosen[:2], "who wins is not answered by a move"
    assert found == level_tries(chosen, [3, 9], seed=1)
    with pytest.raises(LimitError, match="level 10 cannot try"):
        level_tries(chosen, [10])


def test_mistakes_become_puzzles():
    found = review("44557")
    *_others, puzzle = puzzles_from(found)
    assert (puzzle.kind, puzzle.answers) == (PuzzleKind.WIN, ("3", "4", "5", "6"))
    assert not puzzle.is_right("7")
    assert puzzles_from(found, Side.FIRST)[-1] == puzzle
    assert puzzle not in puzzles_from(found, Side.SECOND)
    with pytest.raises(InputError, match="has to be a Review"):
        puzzles_from("4453")  # type: ignore[arg-type]


def test_a_position_without_a_choice_has_no_puzzle():
    puzzle = puzzle_at("4455")
    assert isinstance(puzzle, Puzzle)
    assert str(len(puzzle.answers)) in puzzle.question
    with pytest.raises(InputError, match="no puzzle in it"):
        puzzle_at("1", rules="4x3 connect=4")
