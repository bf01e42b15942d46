"""Submissions that are right, wrong and hostile, and what their authors are told."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from plyground.bots import closed_by
from plyground.classroom import KINDS, Assignment, Grade, assignment_text, grade, read_assignment, starter_text
from plyground.classroom.questions import value_of
from plyground.classroom.submission import Submission
from plyground.errors import InputError, MissingError
from plyground.texts import speaking
from tests.classroom.submissions import HOSTILE, RIGHT, WRONG, hostile, wrong
from tests.cli.running import run
from tests.waiting import PATIENCE

SEED = 4


def graded(folder: Path, text: str, kind: str = "minimax", questions: int = 2, seconds: float = PATIENCE) -> Grade:
    file = folder / f"{kind}.py"
    file.write_text(text, "utf-8")
    return grade(file, Assignment(kind, SEED, questions=questions, seconds=seconds))


def remarks(found: Grade, criterion: str) -> str:
    return "\n".join(told.text for mark in found.marks if mark.criterion == criterion for told in mark.remarks)


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_submission_has_all_points(tmp_path, kind):
    found = graded(tmp_path, RIGHT[kind], kind, questions=3)
    assert found.is_full, str(found)
    assert found.points == found.most == 20


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_handed_out_has_no_points(tmp_path, kind):
    found = graded(tmp_path, starter_text(Assignment(kind, SEED)), kind)
    assert found.points == 0
    assert "is not written yet" in str(found)


@pytest.mark.parametrize("name", WRONG)
def test_a_slip_is_found_and_named(tmp_path, name):
    kind, criterion, _before, _after, words = WRONG[name]
    found = graded(tmp_path, wrong(name), kind, questions=3)
    assert found.points < found.most
    assert words in remarks(found, criterion), str(found)


def test_the_step_is_the_smallest_wrong_part(tmp_path):
    """Wrong with two plies left only: the feedback names a call of that depth, whatever the question was."""
    text = RIGHT["minimax"].replace("    values = [", "    if depth == 2:\n        return 77\n    values = [")
    told = remarks(graded(tmp_path, text, questions=4), "trees")
    assert "The step that goes wrong is minimax([[" in told
    assert ", 2, Side." in told.partition("The step that goes wrong is")[2].partition("you return what is right")[0]


@pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")
@pytest.mark.parametrize("way", HOSTILE)
def test_a_hostile_submission_gets_its_marks_and_harms_nobody(tmp_path, way):
    seconds = 1.0 if way in ("loops", "sleeps", "forks") else PATIENCE
    found = graded(tmp_path, hostile(way), questions=1, seconds=seconds)
    assert found.points < found.most / 2, str(found)
    assert "boards" in {mark.criterion for mark in found.marks}


def test_a_loop_at_the_top_is_ended_once(tmp_path, monkeypatch):
    monkeypatch.setattr("plyground.classroom.submission.STARTUP", 2.0)
    found = graded(tmp_path, "while True: pass\n", questions=6)
    assert found.points == 0
    assert "2 s" in str(found)


def test_a_submission_sees_and_changes_no_files(tmp_path):
    if closed_by() is None:
        pytest.skip("nothing closes a submission in here")
    secret, kept = tmp_path / "minimax.toml", tmp_path / "kept"
    secret.write_text(assignment_text("minimax", 8675309).replace("questions = 6", "questions = 1"), "utf-8")
    secret.chmod(0o600)
    kept.mkdir()
    (kept / "file").write_text("x")
    assignment = read_assignment(secret)
    for way, target in (("reads", secret), ("deletes", kept), ("writes", kept)):
        file = tmp_path / "handed.py"
        file.write_text(hostile(way, str(target)), "utf-8")
        found = grade(file, assignment)
        assert "8675309" not in str(found)
        assert found.points < found.most / 2
    assert [file.name for file in kept.iterdir()] == ["file"]


def test_a_submission_cannot_use_the_searches_of_ours(tmp_path):
    text = "from plyground.search import minimax as ours\n\n"
    text += "def minimax(board, depth, side):\n    return ours(board, depth).value\n"
    assert "the assignment is to write the search yourself" in str(graded(tmp_path, text, questions=1))


def test_positions_are_counted_where_the_submission_cannot_reach(tmp_path):
    file = tmp_path / "minimax.py"
    file.write_text(RIGHT["minimax"], "utf-8")
    from plyground import Side
    from plyground.learn import NumberTree

    tree = NumberTree.parse("[[3,12,8],[2,4,6]]")
    with Submission(file, "minimax.py", seconds=PATIENCE, memory=512) as submission:
        answer = submission.ask("minimax", [tree, 2, Side.FIRST], 100)
    assert answer.value == value_of(tree, 2, Side.FIRST) == 3
    assert answer.paths == ((1,), (1, 1), (1, 2), (1, 3), (2,), (2, 1), (2, 2), (2, 3))
    assert answer.changed is None


def test_the_same_seed_asks_the_same_and_another_asks_something_else():
    from plyground.classroom.minimax_checks import draw_minimax

    assert draw_minimax(7, 3) == draw_minimax(7, 3)
    assert draw_minimax(7, 3) != draw_minimax(8, 3)


# The command


def test_the_commands_from_the_assignment_to_gradescope(tmp_path):
    result = run("assignment", "minimax", "--folder", str(tmp_path), "--seed", "3")
    assert result.exit_code == 0, result.output
    secret = tmp_path / "minimax.toml"
    secret.write_text(secret.read_text("utf-8").replace("questions = 6", "questions = 1"), "utf-8")
    assert run("assignment", "minimax", "--folder", str(tmp_path)).exit_code == 2  # not over what is there
    (tmp_path / "minimax.py").write_text(RIGHT["minimax"], "utf-8")
    results = tmp_path / "results" / "results.json"
    result = run("grade", str(tmp_path), "--assignment", str(secret), "--gradescope", str(results))
    assert result.exit_code == 0, result.output
    told = json.loads(results.read_text("utf-8"))
    assert told["score"] == sum(test["score"] for test in told["tests"]) == 20
    assert {test["status"] for test in told["tests"]} == {"passed"}
    assert all(test["score"] == test["max_score"] for test in told["tests"])
    (tmp_path / "minimax.py").write_text(wrong("always the highest"), "utf-8")
    result = run("--lang", "ko", "grade", str(tmp_path / "minimax.py"), "--assignment", str(secret), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["points"] < 20


def test_many_at_once(tmp_path):
    secret = tmp_path / "minimax.toml"
    secret.write_text(assignment_text("minimax", 5).replace("questions = 6", "questions = 1"), "utf-8")
    for name, text in (("ann", RIGHT["minimax"]), ("bob", "x = 1\n")):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    files = [str(tmp_path / name) for name in ("ann.py", "bob.py")]
    result = run("grade", *files, "--assignment", str(secret), "--feedback", str(tmp_path / "marked"), "--workers", "1")
    assert result.exit_code == 1, result.output
    assert "there is no function 'minimax'" in (tmp_path / "marked" / "bob.py.txt").read_text("utf-8")
    rows = (tmp_path / "marked" / "grades.csv").read_text("utf-8").splitlines()
    assert sorted(row.split(",")[:2] for row in rows) == [["ann.py", "20"], ["bob.py", "0"], ["submission", "points"]]


def test_feedback_in_every_language(tmp_path):
    found = graded(tmp_path, wrong("always the highest"), questions=1)
    english = str(found)
    for code in ("ko", "zh_CN"):
        with speaking(code):
            assert "The step" not in str(found)
            assert str(found) != english
            assert starter_text(Assignment("uct", 1)).count("raise NotImplementedError") == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('kind = "minmax"\nseed = 1', "did you mean minimax"),
        ('kind = "uct"', "'seed' is missing"),
        ('kind = "uct"\nseed = 1\nsecond = 3', "did you mean seconds"),
        ('kind = "uct"\nseed = -1', "seed is -1"),
        ('kind = "uct"\nseed = 1\n[points]\ntrees = 3', "points does not know 'trees'"),
        ("kind =", "is not a TOML file"),
    ],
)
def test_a_wrong_assignment_is_named(tmp_path, text, complaint):
    file = tmp_path / "a.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=complaint):
        read_assignment(file)


def test_what_is_not_there(tmp_path):
    with pytest.raises(MissingError, match="there is no file"):
        grade(tmp_path / "nothing.py", Assignment("minimax", 1))
    with pytest.raises(MissingError, match=r"there is no file 'minimax\.py' in the folder"):
        grade(tmp_path, Assignment("minimax", 1))
