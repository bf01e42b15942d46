"""What a bot may use: time whatever it says, memory, processes, files, variables; and what bubblewrap closes."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from plyground import CFOUR, Game, GridBoard, Limit, Side
from plyground.bots import BotLimits, LinePlayer, sandbox_program
from plyground.bots.sandbox import VARIABLES, clean_environment
from plyground.errors import InputError, PlayerError
from plyground.players import make_player
from tests.bots.processes import alive, noted
from tests.cli.running import run
from tests.waiting import PATIENCE, When, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits are those of Linux")

READY = (
    "import os, subprocess, sys, time\nfor line in sys.stdin:\n  if line[:4] == 'game': print('ready', flush=True)\n"
)
ON_GO = "  if line[:2] == 'go':\n    "
FLOOD = ["sh", "-c", "while read -r word _; do case $word in game) echo ready;; go) exec yes info;; esac; done"]


def bot_that(does: str, limits: BotLimits | None = None) -> LinePlayer:
    """It runs this statement when it should move, and then makes a move."""
    program = f"{READY}{ON_GO}{does}\n    print('move 1', flush=True)\n"
    return LinePlayer("bot", [sys.executable, "-c", program], limits=limits or BotLimits(sandbox=False))


def decide(bot: LinePlayer, seconds: float = PATIENCE, cancel: When | None = None) -> int:
    game = Game(GridBoard(CFOUR))
    with bot:
        bot.new_game(game, Side.FIRST)
        return bot.decide(game, Limit(time=seconds), cancel).move


def test_remarks_without_end_do_not_move_the_time_limit():
    with pytest.raises(PlayerError, match=r"it had 0\.2 s") as caught:
        decide(LinePlayer("flood", FLOOD), seconds=0.2)
    assert caught.value.termination == "timeout"


def test_remarks_without_end_do_not_hide_a_cancel():
    with pytest.raises(PlayerError, match="interrupted"):
        decide(LinePlayer("flood", FLOOD), cancel=When(lambda: True))


def test_check_bot_ends_where_a_bot_is_never_ready(monkeypatch):
    monkeypatch.setattr("plyground.players.bot_kinds.LinePlayer", lambda *a, **k: LinePlayer(*a, **k, startup=0.2))
    result = run("check-bot", "cmd:yes info")
    assert result.exit_code == 1
    assert "It was never ready" in result.stdout
    assert "1 fault in 1 games." in result.stdout


def test_a_bot_gets_no_variables_but_the_usual_ones(monkeypatch, tmp_path):
    seen = tmp_path / "seen"
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setenv("PLYGROUND_DATABASE", "postgresql://u:secret@host/games")
    monkeypatch.setenv("SOME_TOKEN", "secret")
    monkeypatch.setenv("ASKED_FOR", "given")
    monkeypatch.setenv(VARIABLES, "ASKED_*, NOT_THERE")
    assert decide(bot_that(f"open({str(seen)!r}, 'w').write(repr(dict(os.environ)))")) == 0
    text = seen.read_text()
    assert "secret" not in text
    assert "'ASKED_FOR': 'given'" in text
    assert "'PATH'" in text
    assert clean_environment({"HOME": "/h", "AWS_SECRET_ACCESS_KEY": "x", "LC_ALL": "C"}) == {
        "HOME": "/h",
        "LC_ALL": "C",
    }


def test_one_process_gets_no_more_memory_than_allowed():
    with pytest.raises(PlayerError, match="MemoryError"):
        decide(bot_that("x = bytearray(200 << 20)", BotLimits(memory=100, sandbox=False)))
    assert decide(bot_that("x = bytearray(20 << 20)", BotLimits(memory=100, sandbox=False))) == 0


def many(tmp_path: Path, count: int, megabytes: int) -> str:
    """A statement that starts so many processes, each with so much memory, and notes their numbers."""
    child = f"x = b'x' * ({megabytes} << 20); import time; time.sleep(1000)"
    return (
        f"ps = [subprocess.Popen([sys.executable, '-S', '-c', {child!r}], start_new_session=True) "
        f"for _ in range({count})]; "
        f"open({str(tmp_path / 'pids')!r}, 'w').write(''.join(f'{{p.pid}}\\n' for p in ps)); time.sleep(1000)"
    )


@pytest.mark.parametrize(
    ("limits", "megabytes", "message"),
    [
        (BotLimits(memory=80, sandbox=False), 30, "used more than 80 MB of memory and was ended"),
        (BotLimits(processes=3, sandbox=False), 0, "started more than 3 processes and was ended"),
    ],
)
def test_all_processes_of_a_bot_count_together(limits, megabytes, message, tmp_path):
    with pytest.raises(PlayerError, match=message):
        decide(bot_that(many(tmp_path, 4, megabytes), limits))
    assert wait_until(lambda: not any(map(alive, noted(tmp_path / "pids"))))


@pytest.mark.soak
def test_a_fork_bomb_ends():
    # Each process makes two more, 4,094 in all, and none ends by itself.
    bomb = "d = 0\\nwhile d < 11:\\n d += 1\\n if os.fork() and os.fork(): break\\ntime.sleep(600)"
    with pytest.raises(PlayerError, match="started more than 256 processes"):
        decide(bot_that(f"exec('{bomb}')"))


def test_a_file_grows_no_further_than_allowed(tmp_path):
    big = tmp_path / "big"
    with pytest.raises(PlayerError, match="File too large"):
        decide(bot_that(f"open({str(big)!r}, 'wb').write(bytes(3 << 20))", BotLimits(file_size=1, sandbox=False)))
    assert big.stat().st_size == 1 << 20


def test_options_before_the_command_set_the_limits():
    player = make_player("cmd:memory=77 time=2 sandbox=no cat")
    assert isinstance(player, LinePlayer)
    assert (player.time, player.command) == (2.0, ("cat",))
    assert player._limits == BotLimits(memory=77, sandbox=False)
    for wrong in ("cmd:memory=0 cat", "cmd:memory=much cat", "cmd:sandbox=maybe cat"):
        with pytest.raises(InputError, match="the option "):
            make_player(wrong)


def test_doctor_says_what_holds():
    text = run("doctor").stdout
    assert "4096 MB" in text
    assert "256 at once" in text
    expected = "open: bubblewrap" if sandbox_program() is None else "read-only by bubblewrap"
    assert expected in text


@pytest.mark.needs("bwrap")
def test_a_sandbox_closes_the_network_the_home_folder_and_other_processes(monkeypatch, tmp_path):
    if sandbox_program() is None:
        pytest.skip("bubblewrap may not make namespaces here")
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    seen = tmp_path / "seen"
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        program = tmp_path / "bot.py"
        program.write_text(
            READY
            + ON_GO
            + f"""
    import socket
    results = []
    for what in (lambda: open({str(home / "x")!r}, 'w'), lambda: socket.create_connection(('127.0.0.1', {port}), 5),
                 lambda: os.stat('/proc/{os.getpid()}')):
        try:
            what()
            results.append('done')
        except OSError as error:
            results.append(type(error).__name__)
    open({str(seen)!r}, 'w').write(' '.join(results))
    print('move 1', flush=True)
"""
        )
        assert decide(LinePlayer("bot", [sys.executable, str(program)])) == 0
        assert seen.read_text() == "OSError ConnectionRefusedError FileNotFoundError"
        assert decide(LinePlayer("bot", [sys.executable, str(program)], limits=BotLimits(sandbox=False))) == 0
        assert seen.read_text() == "done done done"


@pytest.mark.needs("bwrap")
def test_a_sandbox_leaves_no_process_behind(tmp_path):
    sign = str(tmp_path / "a sign")
    child = "import time; time.sleep(1000)"
    started = f"subprocess.Popen([sys.executable, '-c', {child!r}, {sign!r}], start_new_session=True, env={{}})"
    assert decide(bot_that(started, BotLimits())) == 0

    def carries_the_sign(path: Path) -> bool:
        try:
            return sign.encode() in path.read_bytes().split(b"\0")
        except OSError:
            return False

    assert wait_until(lambda: not any(map(carries_the_sign, Path("/proc").glob("[0-9]*/cmdline"))))


def test_a_sandbox_that_does_not_work_is_not_used(monkeypatch, tmp_path):
    """Some systems have the program and do not let it make namespaces."""
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert shutil.which("bwrap") == str(broken)
    assert subprocess.run([broken], check=False).returncode == 1
    sandbox_program.cache_clear()
    try:
        assert sandbox_program() is None
        assert decide(bot_that("pass", BotLimits())) == 0
    finally:
        sandbox_program.cache_clear()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_closed_bot_of_root_without_a_sandbox_becomes_a_user_without_rights(monkeypatch, tmp_path):
    monkeypatch.setattr("plyground.bots.sandbox.closed_by", lambda: "user")
    go = f"touch {tmp_path}/x 2> {os.devnull} && echo resign || echo move 1 value=$(id -u)"
    script = f"while read -r word _; do case $word in game) echo ready;; go) {go};; esac; done"
    game = Game(GridBoard(CFOUR))
    with LinePlayer("bot", ["sh", "-c", script], limits=BotLimits(closed=True)) as bot:
        bot.new_game(game, Side.FIRST)
        value = bot.decide(game, Limit(time=PATIENCE)).value
    assert value is not None
    assert value > 60_000
