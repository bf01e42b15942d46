"""`plyground solve` and `plyground analyse`: what they print, for people and for programs, and how they end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from typing import Any

import pytest

from plyground.cli.questions import PLAIN_EVERY
from plyground.grid import CFOUR, TICTACTOE, GridBoard
from plyground.solver import Solver
from tests.cli.running import run
from tests.cli.terminal import Terminal
from tests.waiting import PATIENCE

EASY = "4444456656612177"
UNBALANCED = "......./...x.../...o.x./...x.o./o..oxoo/ox.xoxx o"
"""The same stones, the wrong side to move."""
LONG = "9x6"
"""Nobody has to wait for this board to be solved from the start."""
SMALL = ("--threads", "1", "--table", "16")

VALUE = {
    "score": int | None,
    "low": int,
    "high": int,
    "exact": bool,
    "outcome": str | None,
    "plies": int | None,
    "moves": int | None,
}
ABOUT = {"version": int, "rules": str, "position": str, "balanced": bool, **VALUE, "line": str, "nodes": int}
SOLUTION = {**ABOUT, "move": str | None, "seconds": float, "source": str}
ANALYSIS = {**ABOUT, "values": dict, "best": list, "seconds": float, "source": str}


def fits(given: dict[str, Any], schema: dict[str, Any]) -> bool:
    """The fields of the schema, no others, each of its type; True is no number."""
    return given.keys() == schema.keys() and all(
        isinstance(given[name], kind) and (kind is bool) == isinstance(given[name], bool)
        for name, kind in schema.items()
    )


@pytest.fixture(scope="module", autouse=True)
def solver() -> Solver:
    """Also gets the kernels ready, so that no test meets the notice that they are being compiled."""
    Solver(TICTACTOE, threads=1, table_mb=1).get_ready()
    solver = Solver(CFOUR, threads=1, table_mb=16)
    solver.get_ready()
    return solver


def child(*arguments: str, code: str = "") -> subprocess.Popen[str]:
    """The command in a process of its own, or `code` that starts it."""
    return subprocess.Popen(
        [sys.executable, *(("-c", code) if code else ("-m", "plyground")), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": ""},
    )


# One position


def test_solve_for_people(solver: Solver) -> None:
    result = run("solve", EASY, *SMALL)
    assert result.exit_code == 0
    assert result.stderr == ""
    board = GridBoard.parse(EASY)
    truth = solver.solve(board)
    assert result.stdout.startswith(f"{board}\n\n")
    verdict, line, effort = result.stdout.removeprefix(f"{board}\n\n").splitlines()
    assert verdict == f"{truth.score:+d}  {truth.value.words}"
    end = board
    for column in line.removeprefix("best line: "):
        end = end.move(int(column) - 1)
    assert end.outcome.is_over
    assert end.count - board.count == truth.value.plies
    assert re.fullmatch(r"[\d,]+ nodes, \d+\.\d\d s", effort)


def test_a_draw_has_no_sign() -> None:
    result = run("solve", "--rules", "4x4", *SMALL)
    assert "\n0  draw\n" in result.stdout


def test_analyse_for_people(solver: Solver) -> None:
    result = run("analyse", EASY, *SMALL)
    assert result.exit_code == 0
    truth = solver.analyse(GridBoard.parse(EASY))
    assert f"first player (x) to move: {truth.value.words}\n" in result.stdout
    rows = re.findall(r"^ +([1-7]) +([+-]?\d+) +(\w+ in \d+|draw) *?( best)? *$", result.stdout, re.MULTILINE)
    assert len(rows) == len(truth.moves)
    for (column, score, words, best), (move, value) in zip(rows, truth.moves.items(), strict=True):
        assert (int(column) - 1, int(score), words) == (move, value.score, value.words)
        assert bool(best) == (move in truth.best)
    assert "best line: " in result.stdout


def test_json_is_pinned(solver: Solver) -> None:
    result = run("solve", EASY, "--json", *SMALL)
    answer = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert fits(answer, SOLUTION)
    truth = solver.solve(GridBoard.parse(EASY))
    known = {name: answer[name] for name in ("version", "rules", "balanced", "score", "exact", "plies", "moves")}
    assert known == {
        "version": 1,
        "rules": "7x6 connect=4",
        "balanced": True,
        "score": truth.score,
        "exact": True,
        "plies": truth.value.plies,
        "moves": truth.value.moves,
    }
    assert answer["low"] == answer["high"] == truth.score
    assert answer["outcome"] == ("win" if truth.value.low > 0 else "loss")
    assert GridBoard.parse(answer["position"]) == GridBoard.parse(EASY)
    assert answer["line"][0] == answer["move"]
    assert len(answer["line"]) == answer["plies"]


def test_json_of_an_analysis_is_pinned(solver: Solver) -> None:
    answer = json.loads(run("analyse", EASY, "--json", *SMALL).stdout)
    assert fits(answer, ANALYSIS)
    assert all(fits(value, VALUE) for value in answer["values"].values())
    truth = solver.analyse(GridBoard.parse(EASY))
    assert {move: value["score"] for move, value in answer["values"].items()} == {
        str(move + 1): value.score for move, value in truth.moves.items()
    }
    assert answer["best"] == [str(move + 1) for move in truth.best]
    assert answer["version"] == 1


def test_cells_are_named_without_gravity() -> None:
    answer = json.loads(run("analyse", "a1", "--rules", "tictactoe", "--json", *SMALL).stdout)
    assert answer["best"] == ["b2"]
    assert answer["line"].split()[0] == "b2"
    assert {value["outcome"] for value in answer["values"].values()} == {"draw", "loss"}
    solution = json.loads(run("solve", "a1", "--rules", "tictactoe", "--json", *SMALL).stdout)
    assert solution["move"] == "b2"


def test_a_full_board_is_a_draw_without_a_move() -> None:
    answer = json.loads(run("solve", "12", "--rules", "2x1 connect=2", "--json", *SMALL).stdout)
    assert (answer["score"], answer["move"], answer["line"], answer["plies"]) == (0, None, "", 0)


def test_weak_tells_the_outcome_alone(solver: Solver) -> None:
    outcome = "wins" if solver.solve(GridBoard.parse(EASY)).value.low > 0 else "loses"
    shown = run("solve", EASY, "--weak", *SMALL).stdout
    assert f"\n{outcome}\n" in shown
    assert "best move: " in shown
    answer = json.loads(run("solve", EASY, "--weak", "--json", *SMALL).stdout)
    assert fits(answer, SOLUTION)
    assert (answer["score"], answer["exact"], answer["plies"], answer["moves"]) == (None, False, None, None)
    assert answer["outcome"] == outcome.removesuffix("s").replace("lose", "loss")
    moves = run("analyse", EASY, "--weak", *SMALL).stdout
    assert re.search(r"^ +\d +(wins|loses|draw)", moves, re.MULTILINE)


def test_out_of_time_it_answers_bounds_in_words() -> None:
    result = run("solve", "--rules", LONG, "--time", "0.3", *SMALL)
    assert result.exit_code == 0
    assert re.search(
        r"^(at least a draw|at most a draw|not proven yet|.*distance not proven yet)$", result.stdout, re.M
    )
    assert "best line" not in result.stdout
    answer = json.loads(run("solve", "--rules", LONG, "--time", "0.3", "--json", *SMALL).stdout)
    assert fits(answer, SOLUTION)
    assert answer["exact"] is False
    assert answer["score"] is None
    assert answer["low"] < answer["high"]
    analysis = run("analyse", "--rules", LONG, "--time", "0.3", *SMALL)
    assert analysis.exit_code == 0
    assert "Values with ≈ are the champion's estimates" in " ".join(analysis.stdout.split())


def test_threads_change_nothing_but_the_time() -> None:
    scores = {
        json.loads(run("solve", EASY, "--json", "--threads", count, "--table", "16").stdout)["score"]
        for count in ("1", "2", "3")
    }
    assert len(scores) == 1


def test_unbalanced_stones_are_solved_and_said_so() -> None:
    position = UNBALANCED
    result = run("solve", position, *SMALL)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("The stones do not balance")
    assert "The stones do not balance" in run("analyse", position, *SMALL).stdout
    assert json.loads(run("solve", position, "--json", *SMALL).stdout)["balanced"] is False
    assert "do not balance" not in run("solve", EASY, *SMALL).stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("1122334",), 2, "the first player has won"),
        (("1122x",), 2, "'x' at place 5"),
        (("--rules", "7by6"), 2, "7by6"),
        (("--table", "100000000000"), 2, "memory"),
        (("--table", "0"), 2, "more than 0 MB"),
        (("--table", "much"), 2, "--table"),
        (("--threads", "0"), 2, "--threads"),
        (("--threads", "1.5"), 2, "--threads"),
        (("--time", "0"), 2, "above 0"),
        (("--time", "nan"), 2, "--time"),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, tuple) else "",
)
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_bad_input_gets_one_sentence(command: str, arguments: tuple[str, ...], code: int, said: str) -> None:
    result = run(command, *arguments)
    assert result.exit_code == code
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("plyground: ")


@pytest.mark.parametrize(("rules", "most"), [("12x12", 128), ("gomoku", 64)])
def test_a_board_too_large_to_solve_is_refused_with_the_command_that_estimates(rules: str, most: int) -> None:
    result = run("solve", "--rules", rules)
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"at most {most}" in result.stderr
    assert result.stderr.endswith("'analyse' gives an estimate\n")


# Many positions

LINES = [EASY, "garbage", "1122334", EASY + "1", UNBALANCED]


def test_a_stream_answers_every_line(solver: Solver) -> None:
    result = run("solve", "-", *SMALL, stdin="\n".join(LINES) + "\n")
    assert result.exit_code == 2  # two of the lines are bad
    assert result.stderr == ""
    answers = result.stdout.splitlines()
    assert len(answers) == len(LINES)
    for number in (0, 3):
        score, words, line = answers[number].split("\t")
        truth = solver.solve(GridBoard.parse(LINES[number]))
        assert (int(score), words) == (truth.score, truth.value.words)
        assert len(line) == truth.value.plies
    assert answers[1].startswith("error: 'g' at place 1")
    assert answers[2].startswith("error: the game is over")
    assert answers[4].split("\t")[3].startswith("The stones do not balance")


def test_a_stream_of_json_has_errors_as_json() -> None:
    for command, schema in (("solve", SOLUTION), ("analyse", ANALYSIS)):
        result = run(command, "-", "--json", *SMALL, stdin="\n".join(LINES) + "\n")
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        assert [set(answer) == {"version", "input", "error"} for answer in answers] == [False, True, True, False, False]
        assert all("error" in answer or fits(answer, schema) for answer in answers)
        assert answers[1]["input"] == "garbage"
        assert [answer.get("balanced") for answer in answers] == [True, None, None, True, False]


def test_a_stream_of_analyses(solver: Solver) -> None:
    answers = run("analyse", "-", *SMALL, stdin=f"{EASY}\n???\n").stdout.splitlines()
    truth = solver.analyse(GridBoard.parse(EASY))
    assert answers[0] == " ".join(f"{move + 1}={value.score}" for move, value in truth.moves.items())
    assert answers[1].startswith("error: ")


def test_stray_bytes_are_a_bad_line_and_no_more() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "plyground", "solve", "-", "--json", *SMALL],
        input=b"\xff\xfe\x00\n" + b"9" * 100_000 + b"\n" + EASY.encode() + b"\r\n",
        capture_output=True,
        check=False,
    )
    assert result.returncode == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [True, True, False]


def test_answers_come_as_they_are_known() -> None:
    """Each answer is there before the next question is asked: nothing waits in a buffer."""
    with child("solve", "-", *SMALL) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for text, start in ((EASY, ("-", "0", "1", "2")), ("garbage", ("error: ",)), (EASY, ("-", "0", "1", "2"))):
            asked.stdin.write(text + "\n")
            asked.stdin.flush()
            assert asked.stdout.readline().startswith(start)
        asked.stdin.close()
        assert asked.wait(PATIENCE) == 2


# Ctrl-C and progress


def test_ctrl_c_tells_what_was_proven() -> None:
    # Not on a terminal there is a line of progress every ten seconds; with it, the search is surely on.
    assert PLAIN_EVERY == 10
    sooner = "from plyground.cli import main, questions; questions.PLAIN_EVERY = 2; main()"
    with child("solve", "--rules", LONG, *SMALL, code=sooner) as asked:
        assert asked.stdout is not None
        assert asked.stderr is not None
        progress = asked.stderr.readline()
        if "compiling" in progress:
            progress = asked.stderr.readline()
        told = re.fullmatch(r"[\d.]+ M nodes, [\d.]+ M nodes/s, (\d+) s, score proven from -\d+ to \d+\n", progress)
        assert told
        assert int(told[1]) >= 2
        asked.send_signal(signal.SIGINT)
        code = asked.wait(PATIENCE)
        shown, said = asked.stdout.read(), asked.stderr.read()
    assert code == 130
    assert said == "plyground: interrupted\n"
    assert re.search(
        r"^(at least a draw|at most a draw|not proven yet|.*distance not proven yet)$", shown, re.MULTILINE
    )
    assert re.search(r"^best move known: [1-9]$", shown, re.MULTILINE)


def test_ctrl_c_while_a_stream_waits_for_a_line() -> None:
    with child("solve", "-", *SMALL) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        assert asked.stderr is not None
        asked.stdin.write(EASY + "\n")
        asked.stdin.flush()
        asked.stdout.readline()
        asked.send_signal(signal.SIGINT)
        assert asked.wait(PATIENCE) == 130
        assert asked.stderr.read().strip() == "plyground: interrupted"


@pytest.mark.needs("tmux")
@pytest.mark.parametrize(("command", "start"), [("solve --rules 9x6", ""), ("analyse --rules 9x5", "5: ")])
def test_progress_shows_on_a_terminal(command: str, start: str) -> None:
    with Terminal(f"{command} --threads 1 --table 16", columns=100) as terminal:
        seen: set[str] = set()

        def goes_on(screen: str) -> bool:
            seen.update(re.findall(start + r"[\d.]+ M nodes, [\d.]+ M nodes/s, \d+ s", screen))
            return len(seen) >= 3

        terminal.wait(goes_on)
        terminal.keys("C-c")
        screen = terminal.wait("code=130")
        assert "plyground: interrupted" in screen
        assert ("best move known" if command.startswith("solve") else "not proven yet") in screen
        assert "M nodes/s" not in screen  # the line of progress is gone


@pytest.mark.parametrize(
    ("language", "words", "error"),
    [
        ("en", r"(wins|loses) in \d+", "error: "),
        ("ko", r"\d+수 만에 (승|패)", "오류: "),
        ("zh_CN", r"\d+ ?步(胜|负)", "错误："),
    ],
)
def test_answers_in_every_language(language: str, words: str, error: str) -> None:
    one = run("solve", EASY, "--lang", language, *SMALL)
    assert one.exit_code == 0
    assert re.search(words, one.stdout)
    moves = run("analyse", EASY, "--lang", language, *SMALL)
    assert len(re.findall(words, moves.stdout)) > 3
    assert run("solve", "-", "--lang", language, *SMALL, stdin="garbage\n").stdout.startswith(error)
    if language != "en":
        english = r"\b(best|line|nodes|draw|wins|loses|column|score|player|move)\b"
        assert not re.search(english, one.stdout + moves.stdout)
