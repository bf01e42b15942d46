"""`plyground puzzles`: asked, judged, made, checked and tried."""

from __future__ import annotations

import json

import pytest

from plyground.console.terminal import Terminal
from plyground.puzzlebook import daily_puzzle, puzzles
from tests.cli.running import LANGUAGES, run


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_is_judged_and_explained(lang):
    puzzle = puzzles(kind="win", board="cfour")[0]
    right = run("puzzles", "--id", puzzle.id, "--lang", lang, stdin=f"{puzzle.answers[0]}\n")
    assert right.exit_code == 0, right.output
    wrong = next(name for name in map(puzzle.board.move_name, puzzle.board.legal_moves) if not puzzle.is_right(name))
    judged = run("puzzles", "--id", puzzle.id, "--lang", lang, stdin=f"nonsense\n{wrong}\n")
    assert judged.exit_code == 0, judged.output
    if lang == "en":
        assert "Find the only winning move." in right.output
        assert "Right." in right.output
        assert f"The answer is {puzzle.answers[0]}." in judged.output
        assert "Not right.\nThat move does not win.\n" in judged.output


def test_puzzles_follow_the_answers_until_the_reader_leaves():
    ended = run("puzzles", "--kind", "who", "--rating", "900", stdin="1\n2\n0\n!\nq\n")
    assert ended.exit_code == 0, ended.output
    assert ended.output.count("Who wins?") == 5
    assert "of 4." in ended.output


def test_the_end_of_the_input_between_two_puzzles_is_a_way_to_leave(monkeypatch):
    monkeypatch.setattr(Terminal, "can_ask", property(lambda console: True))
    ended = run("puzzles", "--kind", "who", "--rating", "900", stdin="1\n")
    assert ended.exit_code == 0, ended.output
    assert "of 1." in ended.output


def test_whoever_asks_for_the_solution_is_not_told_off():
    puzzle = puzzles(kind="draw", board="cfour")[0]
    shown = run("puzzles", "--id", puzzle.id, stdin="!\n")
    assert f"The answer is {puzzle.answers[0]}." in shown.output
    assert "Not right." not in shown.output
    assert "That move loses." not in shown.output


def test_who_wins_is_asked_again_in_the_signs_that_it_takes():
    puzzle = puzzles(kind="who", board="cfour")[0]
    judged = run("puzzles", "--id", puzzle.id, stdin=f"4\n{puzzle.answers[0]}\n")
    assert "Type 1, 2 or 0." in judged.output
    assert "Right." in judged.output


def test_the_daily_puzzle_and_its_json():
    (line,) = run("puzzles", "--daily", "--json").stdout.splitlines()
    assert json.loads(line) == daily_puzzle().json()


def test_an_id_may_be_typed_in_capitals():
    puzzle = puzzles(kind="win")[0]
    assert json.loads(run("puzzles", "--id", f" {puzzle.id.upper()}", "--json").stdout) == puzzle.json()
    assert json.loads(run("puzzles", puzzle.id, "--json").stdout) == puzzle.json()
    assert "there is no command 'nosuch'" in run("puzzles", "nosuch").stderr


def test_puzzles_from_the_mistakes_of_a_game():
    ended = run("puzzles", "--game", "44557", stdin="3\n3\n3\n")
    assert ended.exit_code == 0, ended.output
    assert "Find one of the 4 winning moves." in ended.output
    assert "no mistake" in run("puzzles", "--game", "4").output


def test_a_sample_is_checked_and_tried():
    checked = run("puzzles", "check", "--sample", "3", "--workers", "1")
    assert checked.exit_code == 0, checked.output
    assert "3 puzzles proven anew" in checked.output
    tried = run("puzzles", "try", "--sample", "20", "--levels", "3,4", "--workers", "1", "--json")
    assert tried.exit_code == 0, tried.output
    rows = json.loads(tried.stdout)
    assert all(set(row["solved"]) == {"3", "4"} for row in rows)
    assert [row["low"] for row in rows] == sorted(row["low"] for row in rows)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--id", "nosuch"], 2, "there is no puzzle 'nosuch'"),
        (["--kind", "riddle"], 2, "there is no kind of puzzles 'riddle'"),
        (["--board", "chess"], 2, "there are no puzzles on 'chess'"),
        (["--daily", "--id", "a"], 2, "choose one"),
        (["--daily", "--kind", "win"], 2, "leave them out"),
        (["--game", "44557", "--rating", "900"], 2, "leave them out"),
        (["--daily", "check"], 2, "after the command"),
        (["check", "nosuch.jsonl"], 3, "cannot be read"),
        (["try", "--levels", "3,x"], 2, "3,6,9"),
        (["try", "--levels", "10"], 2, "level 10 cannot try"),
        (["make", "--out", "no/such/folder/x.jsonl"], 2, "there is no folder"),
        (["make", "--cfour", "-1"], 2, "--cfour"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, code, says):
    ended = run("puzzles", *arguments)
    assert ended.exit_code == code, ended.output
    assert says in ended.stderr


def test_a_small_collection_is_made_and_found_damaged(tmp_path):
    out = tmp_path / "a folder" / "few.jsonl"
    out.parent.mkdir()
    made = run(
        *("puzzles", "make", "--cfour", "1", "--random", "0", "--gomoku", "0", "--out", str(out), "--workers", "1")
    )
    assert made.exit_code == 0, made.output
    assert "1 puzzles" in made.output
    assert run("puzzles", "check", str(out), "--workers", "1").exit_code == 0
    out.write_text(out.read_text("utf-8").replace('"answers":["', '"answers":["1', 1), "utf-8")
    damaged = run("puzzles", "check", str(out))
    assert damaged.exit_code == 3
    assert "no whole collection of puzzles" in damaged.stderr


def test_positions_are_taken_from_a_file(tmp_path):
    theirs = tmp_path / "theirs.txt"
    theirs.write_text(f"{puzzles(kind='win', board='cfour')[3].position} 5\n\n")
    out = tmp_path / "made.jsonl"
    made = ["puzzles", "make", "--cfour", "1", "--random", "0", "--gomoku", "0", "--workers", "1", "--out", str(out)]
    ended = run(*made, "--positions", str(theirs))
    assert ended.exit_code == 0, ended.output
    assert "1 puzzles" in ended.output
    theirs.write_text("44\n489\n")
    wrong = run(*made, "--positions", str(theirs))
    assert wrong.exit_code == 2
    assert "theirs.txt, line 2" in wrong.output
    assert run(*made, "--positions", str(tmp_path / "none")).exit_code == 3
