"""Bots that crash, hang, flood and cheat lose their game, in time, and leave nothing behind."""

from __future__ import annotations

import gc
import itertools
import os
import shlex
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from plyground import CFOUR, Game, GridBoard, Limit, Outcome, Side, Termination, play
from plyground.bots import BotLimits, LinePlayer
from plyground.errors import PlayerError
from plyground.players import make_player
from tests.bots.processes import alive, noted
from tests.waiting import PATIENCE, When, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc, as the supervisor does")

HOSTILE = Path(__file__).with_name("hostile.py")
SECONDS = 0.3  # for bots that hang or are late; their deadline is all that ends them


def hostile(way: str, notes: Path | None = None, **settings: object) -> LinePlayer:
    command = [sys.executable, str(HOSTILE), way, *([str(notes)] if notes else [])]
    # In a sandbox the numbers of its processes would say nothing outside.
    return LinePlayer(way, command, limits=BotLimits(sandbox=False), **settings)  # type: ignore[arg-type]


WAYS = {
    "exits-at-once": (Termination.CRASH, "exit code 3 .*no such luck"),
    "exits": (Termination.CRASH, "exit code 4"),
    "crashes": (Termination.CRASH, "SIGSEGV"),
    "closes": (Termination.CRASH, "closed its output"),
    "hangs": (Termination.TIMEOUT, "; it had "),
    "ignores-sigterm": (Termination.TIMEOUT, "; it had "),
    "late": (Termination.TIMEOUT, "; it had "),
    "leaves-children": (Termination.TIMEOUT, "; it had "),
    "kills-its-parent": (Termination.CRASH, "killed or stopped"),
    "stops-its-parent": (Termination.CRASH, "killed or stopped"),
    # The supervisor that is left ends the bot at once.
    "kills-its-guard": (Termination.CRASH, "killed or stopped"),
    # Nothing happens before the deadline, and after it everything ends.
    "stops-its-guard": (Termination.TIMEOUT, "; it had "),
    # Its child holds the pipe, so that nothing but the deadline tells.
    "kills-both": (Termination.TIMEOUT, "; it had "),
    "stops-both": (Termination.TIMEOUT, "; it had "),
    "endless-line": (Termination.CRASH, "65536 bytes without an end of line"),
    "endless-remarks": (Termination.TIMEOUT, "; it had "),
    "endless-complaints": (Termination.TIMEOUT, "; it had "),
    "not-text": (Termination.CRASH, "not UTF-8"),
    "twice": (Termination.CRASH, "not asked for"),
    "illegal": (Termination.ILLEGAL_MOVE, None),
    "no-move": (Termination.ILLEGAL_MOVE, "zebra"),
    "garbage": (Termination.CRASH, "should say move"),
    "no-number": (Termination.CRASH, "not a number"),
}

# It kills the guard first. If the supervisor gets to see that before it is killed itself, it ends the bot at once.
OR_ELSE = {"kills-both": WAYS["kills-its-guard"]}


def limit_of(way: str) -> Limit:
    """Short only where the deadline is what is tested: a busy machine must not make a crash a timeout."""
    return Limit(time=SECONDS if WAYS[way][0] is Termination.TIMEOUT else PATIENCE)


@pytest.mark.parametrize("way", WAYS)
def test_a_hostile_bot_loses_and_is_gone(way, tmp_path):
    termination, message = WAYS[way]
    notes = tmp_path / "pids"
    bot = hostile(way, notes)
    # A start where column 7 is full: 'illegal' plays there.
    game = Game(GridBoard(CFOUR), [6] * 6)
    bot.new_game(game, Side.FIRST)
    error = None
    try:
        decision = bot.decide(game, limit_of(way))
        assert decision.move == 6
    except PlayerError as raised:
        error = raised
    if message is None:
        assert error is None
        bot.close()
    else:
        assert error is not None
        if error.termination != termination.value and way in OR_ELSE:
            termination, message = OR_ELSE[way]
        assert error.termination == termination.value
        with pytest.raises(PlayerError, match=message):
            raise error
    pids = noted(notes)
    assert pids
    assert wait_until(lambda: not any(map(alive, pids))), [pid for pid in pids if alive(pid)]


@pytest.mark.parametrize("way", ["exits-at-once", "hangs", "illegal", "twice"])
def test_the_loop_names_the_reason(way):
    with hostile(way) as bot:
        game = play(Game(GridBoard(CFOUR), [6] * 6), bot, make_player("random"), limit_of(way))
    assert (game.outcome, game.termination) == (Outcome.SECOND_WINS, WAYS[way][0])
    assert game.moves == (6,) * 6


def test_all_children_are_started_before_they_are_ended(tmp_path):
    """Or the test above would say nothing about children that left the session."""
    notes = tmp_path / "pids"
    bot = hostile("leaves-children", notes)
    game = Game(GridBoard(CFOUR))
    bot.new_game(game, Side.FIRST)
    with pytest.raises(PlayerError):
        bot.decide(game, Limit(time=PATIENCE), When(lambda: len(noted(notes)) == 4))
    pids = noted(notes)
    assert len(pids) == 4
    assert wait_until(lambda: not any(map(alive, pids)))


def test_a_bot_that_is_never_ready_is_ended(tmp_path):
    notes = tmp_path / "pids"
    bot = hostile("hangs-before-ready", notes, startup=SECONDS)
    game = Game(GridBoard(CFOUR))
    bot.new_game(game, Side.FIRST)  # nobody's fault but the bot's: it loses when it should move
    pids = noted(notes)
    assert wait_until(lambda: not any(map(alive, pids)))
    with pytest.raises(PlayerError, match=r"had not answered after .* s; it had ") as caught:
        bot.decide(game)
    assert caught.value.termination == "timeout"


def test_an_endless_line_takes_little_memory():
    bot = hostile("endless-line")
    game = Game(GridBoard(CFOUR))
    bot.new_game(game, Side.FIRST)
    tracemalloc.start()
    try:
        with pytest.raises(PlayerError, match="without an end of line"):
            bot.decide(game, Limit(time=PATIENCE))
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 4 << 20


def test_a_cancel_ends_the_bot_and_not_the_game(tmp_path):
    notes = tmp_path / "pids"
    bot = hostile("hangs", notes)
    looks = itertools.count(1)
    # Once before the move, then while the bot is waited for.
    stop = When(lambda: next(looks) > 4)
    game = play(Game(GridBoard(CFOUR)), bot, make_player("random"), Limit(time=PATIENCE), cancel=stop)
    assert (game.moves, game.is_over) == ((), False)
    assert noted(notes)
    assert not any(map(alive, noted(notes)))


def test_a_failed_bot_starts_again_in_the_next_game(tmp_path):
    notes = tmp_path / "pids"
    bot = hostile("exits", notes)
    for count in (1, 2):
        game = play(Game(GridBoard(CFOUR)), bot, make_player("random"), limit_of("exits"))
        assert game.termination is Termination.CRASH
        assert len(noted(notes)) == count


def test_a_forgotten_bot_is_ended(tmp_path):
    notes = tmp_path / "pids"
    bot = hostile("hangs", notes)
    bot.new_game(Game(GridBoard(CFOUR)), Side.FIRST)
    (pid,) = noted(notes)
    assert alive(pid)
    del bot
    gc.collect()
    assert wait_until(lambda: not alive(pid))


DRIVER = """
import sys, threading
from plyground import CFOUR, Game, GridBoard, Limit, Side
from plyground.bots import BotLimits, LinePlayer
def drive():
    bot = LinePlayer("bot", sys.argv[1:], limits=BotLimits(sandbox=False))
    game = Game(GridBoard(CFOUR))
    bot.new_game(game, Side.FIRST)
    print("begun", flush=True)
    bot.decide(game, Limit(time=600))
# In a thread that goes on: the supervisor must outlive no driver, and must not depend on who started it.
thread = threading.Thread(target=drive)
thread.start()
thread.join()
"""


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=str)
def test_bots_die_with_their_driver(way, tmp_path):
    notes = tmp_path / "pids"
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, sys.executable, str(HOSTILE), "leaves-children", str(notes)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert wait_until(lambda: len(noted(notes)) == 4)
        pids = noted(notes)
        assert all(map(alive, pids))
        supervisor = int(Path(f"/proc/{pids[0]}/stat").read_text().rpartition(")")[2].split()[1])
        driver.send_signal(way)
        if way is signal.SIGINT:
            driver.send_signal(signal.SIGKILL)  # a joining main thread may put Ctrl-C off
        driver.wait(PATIENCE)
        assert wait_until(lambda: not any(map(alive, [*pids, supervisor])))
    finally:
        driver.kill()
        driver.wait()
        assert driver.stdout is not None
        driver.stdout.close()


def test_a_group_that_is_killed_whole_leaves_nothing(tmp_path):
    """Ctrl-\\ or a job scheduler ends the driver's group: the supervisor is not in it."""
    notes = tmp_path / "pids"
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, sys.executable, str(HOSTILE), "leaves-children", str(notes)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert wait_until(lambda: len(noted(notes)) == 4)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait(PATIENCE)
    assert wait_until(lambda: not any(map(alive, noted(notes))))


def test_a_bot_that_reads_nothing_does_not_block_its_driver():
    bot = LinePlayer("deaf", [sys.executable, "-c", "print('ready', flush=True); import time; time.sleep(1000)"])
    with bot:
        bot.new_game(Game(GridBoard(CFOUR)), Side.FIRST)
        process = bot._process
        assert process is not None
        with pytest.raises(PlayerError, match="does not read"):
            process.send(b"x" * (1 << 20))


def test_a_command_is_parted_as_a_shell_would(tmp_path):
    script = tmp_path / "a bot.py"
    script.write_text("import sys\nfor line in sys.stdin:\n  print('ready' if line[:2] == 'ga' else 'info')\n", "utf-8")
    text = f"cmd:{shlex.join([sys.executable, '-u', str(script)])}"
    player = make_player(text)
    assert player.name == text
    assert isinstance(player, LinePlayer)
    with player:
        player.new_game(Game(GridBoard(CFOUR)), Side.FIRST)
        assert player.command == (sys.executable, "-u", str(script))
