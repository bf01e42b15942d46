"""Commands that meet an empty cache: what has to be compiled is announced, and what needs no kernel comes first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import process
from tests.cli.terminal import Terminal
from tests.cold import cold_environment
from tests.waiting import PATIENCE

SOLVER = "compiling the solver, once; this takes about half a minute"


def started(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], Path]:
    """A command whose kernels wait for the gate."""
    environment, gate = cold_environment(folder, is_open=False)
    child = subprocess.Popen(
        [sys.executable, "-m", "plyground", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **environment},
    )
    return child, gate


@pytest.mark.parametrize(
    ("command", "until", "rest"),
    [("solve", "loses in", "best line: "), ("analyse", " 7     -2  loses in 18  best", "best line: ")],
)
def test_the_book_answers_before_a_kernel_is_needed(tmp_path: Path, command: str, until: str, rest: str) -> None:
    child, gate = started(tmp_path, command, "4453", "--threads", "1", "--table", "16")
    with child:
        assert child.stdout is not None
        assert child.stderr is not None
        shown = [child.stdout.readline()]
        while until not in shown[-1]:
            assert shown[-1], child.stderr.read()
            shown.append(child.stdout.readline())
        assert child.stderr.readline() == f"{SOLVER}\n"
        assert not gate.exists()
        gate.touch()
        assert child.stdout.readline().startswith(rest)
        _rest, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, said) == (0, "")


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_win_draw_or_loss_from_the_book_needs_no_kernel_at_all(tmp_path: Path, command: str) -> None:
    environment, gate = cold_environment(tmp_path, is_open=False)  # a kernel would wait for ever
    done = process(command, "4453", "--weak", env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "loses\n" in done.stdout
    assert "from the opening book" in done.stdout
    assert not gate.exists()


def test_a_match_compiles_once_and_before_its_workers_do(tmp_path: Path) -> None:
    environment, _gate = cold_environment(tmp_path)
    players = ("uct compiled=yes playouts=2", "level1")
    done = process("match", *players, "--games", "4", "--rules", "tictactoe", "--concurrency", "2", env=environment)
    assert done.returncode == 0
    # A line of progress begins with its bar.
    assert [line.partition(",")[0] for line in done.stderr.splitlines() if not line.startswith("[")] == [
        "compiling uct",
        "compiling Monte Carlo playouts",
    ]


def test_warm_up_says_which_and_how_many(tmp_path: Path) -> None:
    environment, _gate = cold_environment(tmp_path)
    done = process("warm-up", env=environment)
    assert (done.returncode, done.stdout) == (0, "12 kernels were compiled.\n")
    said = done.stderr.splitlines()
    assert said[0] == "compiling 1 of 12: solver"
    assert said[6] == "compiling 7 of 12: champion, other lengths of a row"
    assert [line.partition(":")[0] for line in said] == [f"compiling {number} of 12" for number in range(1, 13)]


def test_warm_up_has_nothing_to_do_the_second_time() -> None:
    assert process("warm-up").returncode == 0
    done = process("--lang", "en", "warm-up")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Everything is compiled already.\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
def test_warm_up_can_be_stopped(tmp_path: Path) -> None:
    child, _gate = started(tmp_path, "warm-up")
    with child:
        assert child.stderr is not None
        assert child.stderr.readline() == "compiling 1 of 12: solver\n"
        child.send_signal(signal.SIGINT)
        shown, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, shown, said.strip()) == (130, "", "plyground: interrupted")


@pytest.mark.needs("tmux")
def test_a_game_shows_it_beside_its_spinner(tmp_path: Path) -> None:
    environment, gate = cold_environment(tmp_path, is_open=False)
    with Terminal('play --first "champion playouts=10 threads=1" --second random', env=environment) as terminal:
        screen = terminal.wait("compiling the champion, once")
        assert "code=" not in screen
        gate.touch()
        screen = terminal.wait("code=0")
        assert "compiling" not in terminal.history()


@pytest.mark.needs("tmux")
def test_a_match_shows_it_above_its_score(tmp_path: Path) -> None:
    environment, gate = cold_environment(tmp_path, is_open=False)
    arguments = 'match "uct compiled=yes playouts=2" random --games 4 --rules tictactoe'
    with Terminal(arguments, env=environment) as terminal:
        screen = terminal.wait(lambda screen: "compiling uct" in screen and "0 of 4 games" in screen)
        assert screen.index("compiling uct") < screen.index("0 of 4 games")
        gate.touch()
        terminal.wait("code=0")


@pytest.mark.needs("tmux")
def test_a_question_shows_it_as_its_progress(tmp_path: Path) -> None:
    environment, gate = cold_environment(tmp_path, is_open=False)
    with Terminal("analyse 4453 --table 16", env=environment) as terminal:
        screen = terminal.wait("compiling the solver, once")
        assert "loses in 18  best" in screen
        gate.touch()
        terminal.wait("code=0")
        assert "compiling" not in terminal.history()
