"""The conformance run, `plyground bot` and `plyground check-bot`."""

from __future__ import annotations

import io
import os
import shlex
import sys
import time
from collections.abc import Callable

import pytest

from plyground import Game, GridBoard, Limit, Rules, Side
from plyground.bots import LibraryPlayer, serve_text
from plyground.bots import text_protocol as text_form
from plyground.bots.conformance import Prolonging, run_trial, trials
from plyground.players import RandomPlayer
from tests.bots.conftest import EXAMPLES
from tests.bots.first import First
from tests.cli.running import LANGUAGES, process, run
from tests.waiting import PATIENCE

PYTHON = shlex.quote(sys.executable)
GREEDY = f"cmd:{PYTHON} {shlex.quote(str(EXAMPLES / 'greedy.py'))}"


def test_the_trials_ask_for_everything():
    games = list(trials())
    rules = [Rules.parse(trial.rules) for trial in games]
    assert {trial.side for trial in games} == set(Side)
    assert {(r.columns, r.rows) for r in rules} >= {(c, r) for c in range(9, 13) for r in range(9, 13)}
    for place in ("bottom", "top", "middle"):
        assert any(place == _place(r, cell) for r in rules if len(r.blocked) == 1 for cell in r.blocked), place
    assert any(len(r.blocked) > 1 for r in rules)
    assert any(r.connect > r.cells for r in rules)
    assert {trial.seconds for trial in games} > {None}
    quick = list(trials(quick=True))
    assert {trial.aim for trial in quick} == {trial.aim for trial in games}
    assert len(quick) == len({trial.aim for trial in quick})


def _place(rules: Rules, cell: tuple[int, int]) -> str:
    return "bottom" if cell[1] == 0 else "top" if cell[1] == rules.rows - 1 else "middle"


def test_the_opponent_of_the_trials_makes_games_long():
    assert Prolonging(1).decide(Game(GridBoard.from_moves("112233"))).move != 3
    # The other side threatens to win with 4: there and nowhere else.
    assert Prolonging(1).decide(Game(GridBoard.from_moves("1122337"))).move == 3
    report = run_trial(RandomPlayer(seed=1), next(trials()))
    assert (report.fault, report.declined) == (None, None)
    assert report.moves > 10


@pytest.fixture
def unhurried(monkeypatch):
    """A good bot may be as slow as a busy machine makes it, and nothing is said about a game that lasts long."""
    for grace in ("plyground.bots.player.GRACE", "plyground.game.turn.GRACE", "plyground.bots.conformance._ENDS"):
        monkeypatch.setattr(grace, PATIENCE)
    monkeypatch.setattr("plyground.cli.scoreboard.SILENT", PATIENCE)


def test_check_bot_finds_nothing_wrong_with_the_example(unhurried):
    result = run("check-bot", GREEDY, "--quick")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Nothing wrong in 11 games." in result.stdout


# A line of the example, what a careless author would have written, and a word of what is said about it.
CARELESS = {
    "blocked cells are free": ('if cell == "."', 'if cell in ".#"', "where the legal moves are"),
    "the top row tells which columns are open": (
        "free = [",
        'free = [(c, 0) for c, cell in enumerate(rows[0]) if cell in ".#"] if gravity else [',
        "where the legal moves are",
    ),
    "boards have at most nine columns": ("abcdefghijklmnopqrstuvw", "", "IndexError"),
    "time does not matter": ("middle = (", "__import__('time').sleep(0.9)\n        middle = (", "; it had 0.2 s"),
}


@pytest.mark.parametrize("mistake", CARELESS)
def test_check_bot_tells_what_is_wrong(mistake, tmp_path):
    text = (EXAMPLES / "greedy.py").read_text("utf-8")
    line, instead, said = CARELESS[mistake]
    assert line in text
    bot = tmp_path / "careless.py"
    bot.write_text(text.replace(line, instead, 1), "utf-8")
    result = run("check-bot", f"cmd:{PYTHON} {shlex.quote(str(bot))}", "--quick")
    assert result.exit_code == 1
    assert "WRONG: " in result.stdout
    assert said in result.stdout


def test_check_bot_notices_a_bot_that_does_not_end(tmp_path):
    text = (EXAMPLES / "greedy.py").read_text("utf-8")
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(text.replace("        break", "        import time; time.sleep(1000)"), "utf-8")
    result = run("check-bot", f"cmd:{PYTHON} {shlex.quote(str(stubborn))}", "--quick")
    assert result.exit_code == 1
    assert "did not end by itself" in result.stdout


def test_check_bot_refuses_what_is_no_bot():
    assert run("check-bot", "cmd:./nobody-here").exit_code == 3
    assert run("check-bot", "nobody").exit_code == 2
    assert run("check-bot", GREEDY, "--time", "0").exit_code == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_in_every_language(language):
    for command in ("bot", "check-bot"):
        result = run("--lang", language, command, "--help")
        assert result.exit_code == 0
        assert "--time" in result.output


def test_the_bot_command_speaks_lines():
    result = process("bot", "--player", "alphabeta depth=2", stdin="plyground 1\ngame cfour\nmoves 112233\ngo time=5\n")
    assert result.returncode == 0
    ready, move = result.stdout.splitlines()
    assert ready == "ready alphabeta depth=2"
    assert move.startswith("move 4")


def test_the_bot_command_speaks_text():
    # Three of ours in the bottom row, and theirs above: x y of the fourth, with its length before it.
    board = [0] * 81
    for column in range(3):
        board[8 * 9 + column], board[7 * 9 + column] = 2, 1
    top = [7] * 3 + [9] * 6
    turn = " ".join(map(str, [7, 2, *top, *board]))
    result = process("bot", "--protocol", "text", "--player", "alphabeta depth=2", stdin=f"9 9 -1 -1\n{turn}\n")
    assert result.returncode == 0
    assert result.stdout == "\0\0\0\x038 3"


def test_the_bot_command_tells_a_broken_conversation():
    result = process("bot", "--protocol", "text", stdin="9 9 zero\n")
    assert result.returncode == 2
    assert "'zero' is not a whole number" in result.stderr
    result = process("bot", "--protocol", "text", stdin="9 9 -1 -1\n-1 -1 9 9\n")
    assert result.returncode == 2
    assert "middle of a turn" in result.stderr


def test_the_start_is_taken_off_the_first_move_of_the_text_form(monkeypatch):
    """Where a judge sends the first turn at once, its clock runs while our process starts and warms up."""
    sends: list[Callable[[], None]] = []
    take = text_form._Numbers.take

    def asked(numbers: text_form._Numbers, count: int) -> tuple[int, ...]:
        while sends:
            sends.pop()()
        return take(numbers, count)

    monkeypatch.setattr(text_form._Numbers, "take", asked)
    for wait in (False, True):
        read, write = os.pipe()
        sink = io.BytesIO()
        player = First()
        turn = " ".join(["-1", "-1", *["9"] * 9, *["0"] * 81]).encode() + b"\n"

        def send(write: int = write, turn: bytes = turn) -> None:
            os.write(write, turn)
            os.close(write)

        def warm_up(board: GridBoard, wait: bool = wait, send: Callable[[], None] = send) -> None:
            time.sleep(0.3)
            if wait:
                sends.append(send)  # once the turn is asked for

        os.write(write, b"9 9 3 3\n")
        if not wait:
            send()
        with os.fdopen(read, "rb") as source:
            assert serve_text(player, source, sink, Limit(time=1e6), warm_up) == 0
        assert sink.getvalue() == b"\0\0\0\x038 0"
        (limit,) = player.limits
        assert limit is not None
        assert limit.time is not None
        if wait:
            assert limit.time == 1e6
        else:
            # This process is older than the warm-up alone.
            assert 0.3 <= 1e6 - limit.time < 36000


# What check-bot plays, and how it says what is wrong


def test_strategies_of_the_judge_play_the_boards_of_their_world(build):
    player = LibraryPlayer("so", str(build(EXAMPLES / "strategy.c", library=True)))
    rules = [Rules.parse(trial.rules) for trial in trials(bot=player)]
    assert rules
    assert {size for r in rules for size in (r.columns, r.rows)} == {9, 10, 11, 12}
    assert {(r.columns, r.rows) for r in rules} >= {(c, r) for c in range(9, 13) for r in range(9, 13)}
    assert any(r.blocked for r in rules)
    asked = list(trials(bot=player, rules="32x32"))
    assert {trial.rules for trial in asked} == {"32x32"}
    assert {trial.side for trial in asked} == set(Side)


def test_check_bot_plays_under_the_rules_that_are_asked_for(unhurried):
    result = run("check-bot", GREEDY, "--rules", "6x5 connect=3 blocked=c1", "--quick")
    assert result.exit_code == 0, result.stdout
    lines = [line for line in result.stdout.splitlines() if line.startswith("  + ")]
    assert len(lines) == 2
    assert all("6x5 connect=3 blocked=c1" in line for line in lines)
    assert run("check-bot", GREEDY, "--rules", "99x99").exit_code == 2


def test_a_traceback_keeps_its_lines_and_appears_once(tmp_path):
    bot = tmp_path / "failing.py"
    bot.write_text("def choose(board):\n    return 1 // 0\n")
    result = run("check-bot", f"python:{bot}:choose", "--rules", "cfour")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert sum(line.startswith("  ! ") for line in lines) == 4, "a mark of its own for what is wrong"
    assert sum("Traceback (most recent call last):" in line for line in lines) == 1
    assert sum(line.strip() == "return 1 // 0" for line in lines) == 1
    assert sum(line.strip() == "ZeroDivisionError: integer division or modulo by zero" for line in lines) == 1


def test_a_wrong_answer_is_told_once(tmp_path):
    bot = tmp_path / "wrong.py"
    bot.write_text("def choose(board):\n    return 'four'\n")
    result = run("check-bot", f"python:{bot}:choose", "--rules", "cfour", "--quick")
    assert (
        "WRONG: wrong.py:choose answered 'four', which is none of board.legal_moves; the position is " in result.stdout
    )
    assert "answered '-" not in result.stdout


def test_what_is_not_played_looks_different(tmp_path):
    bot = tmp_path / "agent.py"
    bot.write_text("def agent(observation, configuration):\n    return 99\n")
    result = run("check-bot", f"kaggle:{bot}", "--quick")
    marks = {
        line[:4] for line in result.stdout.splitlines() if ": " in line and line.startswith("  ") and line[2] != " "
    }
    assert marks == {"  ! ", "  - "}, result.stdout


# python:


def test_a_function_of_a_file_plays_every_board_in_a_process_of_its_own(unhurried, tmp_path):
    bot = tmp_path / "mybot.py"
    (tmp_path / "beside.py").write_text("def best(moves):\n    return max(moves)\n")
    bot.write_text(
        "from beside import best\n"
        "def choose(board):\n"
        "    print('thinking')\n"  # not an answer
        "    assert all(board.at(c, r) is None for c, r in board.rules.blocked)\n"
        "    return best(board.legal_moves)\n"
    )
    result = run("check-bot", f"python:{bot}:choose", "--quick")
    assert result.exit_code == 0, result.stdout
    assert "Nothing wrong in 11 games." in result.stdout


@pytest.mark.parametrize(
    ("text", "complaint", "code"),
    [
        ("python:mybot.py", "'mybot.py' names no function of a Python file; write it as in python:mybot.py:choose", 2),
        ("python:nobody.py:choose", "there is no file 'nobody.py'", 3),
    ],
)
def test_a_function_that_cannot_be_found(text, complaint, code):
    result = run("check-bot", text)
    assert result.exit_code == code
    assert complaint in result.stderr


def test_a_function_that_is_not_in_its_file(tmp_path):
    bot = tmp_path / "mybot.py"
    bot.write_text("def chose(board):\n    return 0\n")
    result = run("check-bot", f"python:{bot}:choose", "--rules", "cfour", "--quick")
    assert result.exit_code == 1
    assert "there is no function 'choose' in" in result.stdout
