"""`plyground analyse` on boards that are too large to solve, or take too long: an estimate that says so."""

from __future__ import annotations

import json
import re

import pytest

from plyground.grid import GridBoard, Rules
from tests.cli.running import LANGUAGES, run

LARGE = "12x12 connect=4"
SMALL = ("--threads", "1", "--time", "0.3")
THREE = "h8 h9 i8 i9 j8 j9"
"""Three in a row on both sides: the side to move wins, and the champion proves it."""


def test_with_gravity_the_compared_moves_have_chances():
    result = run("analyse", "66", "--rules", LARGE, "--threads", "1", "--time", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search(r"^first player \(x\) to move: estimate ≈ \d+%$", result.stdout, re.MULTILINE)
    rows = re.findall(r"^ +([0-9a-c]) +≈ (\d+)%( +looks best)? *$", result.stdout, re.MULTILINE)
    assert rows
    (best,) = [column for column, _percent, mark in rows if mark]
    (line,) = re.findall(r"^expected line: ([0-9a-c]+)$", result.stdout, re.MULTILINE)
    assert line[0] == best
    unjudged = re.search(r"^(\d+) moves? not judged$", result.stdout, re.MULTILINE)
    assert len(rows) + int(unjudged[1] if unjudged else 0) == 12
    assert "This board is too large for the solver." in result.stdout
    assert "proven" not in result.stdout


def test_without_gravity_a_handful_is_compared():
    result = run("analyse", "h8 i9", "--rules", "gomoku", *SMALL)
    assert result.exit_code == 0
    _picture, values = result.stdout.split("\n\n")
    assert re.match(r"first player \(x\) to move: estimate ≈ \d+%\n", values)
    rows = re.findall(r"^ +[a-o]\d+ +≈ \d+%( +looks best)? +[a-o]\d+", values, re.MULTILINE)
    assert 2 <= len(rows) <= 8
    assert sum(bool(mark) for mark in rows) == 1
    assert f"\n{223 - len(rows)} moves not judged\n" in values
    assert ".." not in values, "no bounds that say nothing"


def test_what_is_proven_is_no_estimate():
    won = run("analyse", THREE, "--rules", "gomoku", *SMALL).stdout
    assert "first player (x) to move: wins in 2 by fours\n" in won
    assert re.search(r"^ +\w+ +wins in 2 by fours  best ", won, re.MULTILINE)
    assert "marks: + x gets two cells to win on" in won
    # Every move leaves one of two wins in one.
    lost = run("analyse", f"{THREE} k8", "--rules", "gomoku", *SMALL).stdout
    assert "second player (o) to move: loses in 1\n" in lost
    assert "too large" not in lost


@pytest.mark.parametrize(("rules", "position"), [(LARGE, "66"), ("gomoku", "h8 i9")])
def test_json_leaves_out_what_was_not_compared(rules, position):
    answer = json.loads(run("analyse", position, "--rules", rules, "--json", *SMALL).stdout)
    board = GridBoard.parse(position, Rules.parse(rules))
    assert (answer["exact"], answer["score"], answer["outcome"]) == (False, None, None)
    assert answer["source"] == "champion"
    assert len(answer["best"]) == 1
    assert answer["note"].startswith("This board is too large for the solver.")
    assert {*answer["values"], *answer["not_judged"]} == {board.move_name(move) for move in board.legal_moves}
    assert not {*answer["values"]} & {*answer["not_judged"]}
    chances = [value["estimate"] for value in answer["values"].values()]
    assert chances
    assert all(-1 <= chance <= 1 for chance in chances)
    assert answer["estimate"] == max(chances, default=None)


def test_a_stream_answers_every_line():
    lines = ["h8 i9", "zz", THREE, f"{THREE} k8 k9 l8"]
    result = run("analyse", "-", "--rules", "gomoku", *SMALL, stdin="\n".join(lines) + "\n")
    assert result.exit_code == 2  # two of the lines are bad
    estimate, garbage, won, over = result.stdout.splitlines()
    assert re.fullmatch(r"(\w+≈\d+% ?){2,8}\testimate: \w+ looks best, 2\d\d moves not judged", estimate)
    assert garbage.startswith("error: 'zz'")
    assert re.fullmatch(r"(\w+(=[-+\d.]+|≈\d+%) ?)+\t\d+ moves not judged", won)
    assert over.startswith("error: the first player has won")
    chances = run("analyse", "-", "--rules", LARGE, "--threads", "1", "--time", "1", stdin="66\n").stdout
    assert re.match(r"\w≈\d+%[\w≈% ]*\testimate: \w looks best", chances)


@pytest.mark.parametrize("options", [(), ("--time", "0.4")], ids=["alone", "with a time"])
@pytest.mark.parametrize("rules", ["9x10", "12x9"])
def test_a_board_that_takes_the_solver_too_long_is_estimated(rules, options):
    result = run("analyse", "55", "--rules", rules, "--threads", "1", *options)
    assert result.exit_code == 0, result.output
    assert "This position takes the solver too long." in result.stdout
    assert "looks best" in result.stdout
    assert "proven" not in result.stdout
    assert not re.search(r"-\d+\.\.\d", result.stdout), "no bounds that say nothing"
    stream = run("analyse", "-", "--rules", rules, "--threads", "1", *options, stdin="55\n").stdout
    assert "looks best" in stream


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_estimate_says_so_in_every_language(language):
    result = run("analyse", "h8 i9", "--rules", "gomoku", "--lang", language, *SMALL)
    assert result.exit_code == 0
    assert "≈" in result.stdout
    assert ("judged" in result.stdout) == (language == "en")
