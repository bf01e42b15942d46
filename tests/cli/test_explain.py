"""`plyground explain` and `plyground review --why`: what they print, and how they end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from tests.cli.running import LANGUAGES, run
from tests.waiting import PATIENCE

FORK = "x plays column 3 and threatens to win at b1, f1; o can take only one of them."


def test_a_position_is_drawn_and_explained() -> None:
    result = run("explain", "4455")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[5] == "1  . * * x x ! ."
    assert lines[7] == "marks: ! wins here  * completes the line"
    assert lines[9:11] == ["x to move: wins in 2.", FORK]


def test_a_move_is_explained() -> None:
    result = run("explain", "b2 a1 c3", "--move", "b1", "--rules", "tictactoe")
    assert result.exit_code == 0, result.output
    assert "b1: loses in 2. Better: " in result.stdout


def test_json() -> None:
    told = json.loads(run("explain", "4455", "--json").stdout)
    assert (told["position"], told["decisions"]) == ("......./......./......./......./...oo../...xx.. x", 0)
    assert told["proofs"][0]["tree"] == {"kind": "forced", "line": ["3"]}


def test_positions_of_a_stream() -> None:
    result = run("explain", "-", stdin="4455\nzz\n112233\n")
    assert result.exit_code == 2
    first, second, third = result.stdout.splitlines()
    assert first.split("\t") == ["x to move: wins in 2.", FORK]
    assert second.startswith("error: 'z' at place 1")
    assert third.split("\t")[1] == "x completes a line with column 4."


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("1122334",), "the first player has won"),
        (("44", "--move", "9"), "'9'"),
        (("444444", "--move", "4"), "full"),
        (("", "--rules", "15x15 connect=5"), "128"),
        (("44", "--time", "0"), "0"),
    ],
)
def test_what_cannot_be_explained(arguments: tuple[str, ...], says: str) -> None:
    result = run("explain", *arguments)
    assert result.exit_code in (2, 3)
    assert says in result.stderr
    assert not result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language: str) -> None:
    result = run("--lang", language, "explain", "4455")
    assert result.exit_code == 0
    assert "b1" in result.stdout
    assert (FORK in result.stdout) == (language == "en")


def test_ctrl_c_ends_it_with_what_is_known() -> None:
    """The first report comes after a second; then somebody presses Ctrl-C."""
    command = [sys.executable, "-m", "plyground", "explain", "", "--rules", "8x7", "--time", "3600"]
    program = (
        "import sys, plyground.cli.questions as questions\n"
        "questions.PLAIN_EVERY = 0\n"
        f"sys.argv = {['plyground', *command[3:]]!r}\n"
        "from plyground.cli import main\nmain()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as started:
        assert started.stderr is not None
        while "looking for a reason" not in (line := started.stderr.readline()):
            assert line, "it ended too soon"
        started.send_signal(signal.SIGINT)
        output, errors = started.communicate(timeout=PATIENCE)
    assert started.returncode == 130
    assert "Traceback" not in errors
    assert "x to move: " in output


def test_a_review_says_why() -> None:
    result = run("review", "b2 a1 c3 b1", "--rules", "tictactoe", "--why")
    assert result.exit_code == 0, result.output
    assert "4. b1: loses in 2. Better: " in result.stdout
    assert "threatens to win at" in result.stdout
    told = json.loads(run("review", "b2 a1 c3 b1", "--rules", "tictactoe", "--why", "--json").stdout)
    assert [("why" in each) for each in told["judgements"]] == [False, False, False, True]
    assert "why" not in json.loads(run("review", "b2 a1", "--rules", "tictactoe", "--json").stdout)["judgements"][0]


def test_without_gravity_a_forced_win_is_explained():
    result = run("explain", "h8 a1 h9 a2 h10 a15", "--rules", "gomoku")
    assert result.exit_code == 0
    assert "x to move: wins in 2 by fours." in result.stdout
    assert "x plays h11 and threatens to win at h7, h12; o can take only one of them." in result.stdout
    assert "checked: " in result.stdout
