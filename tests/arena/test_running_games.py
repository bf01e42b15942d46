"""The moves of the games that are being played: a slow match or tournament is not silent."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from plyground.arena import Entrant, Ladder, Rung, TournamentSettings, match, run_tournament
from plyground.cli import scoreboard
from plyground.executors import Here, LocalExecutor, local_executor
from plyground.store import Database
from tests.cli.running import run
from tests.cli.terminal import Terminal
from tests.waiting import PATIENCE, wait_until


class HeldBot:
    """A player that makes no move before it is released, and has the time for that. As its moves are timed, a machine
    with one core refuses to play two of its games at once."""

    def __init__(self, folder: Path) -> None:
        self._released = folder / "released"
        file = folder / "held.py"
        file.write_text(
            "import os, time\n\ndef choose(board):\n"
            f"    while not os.path.exists({str(self._released)!r}):\n        time.sleep(0.01)\n"
            "    return board.legal_moves[0]\n"
        )
        self.text = f"python:time={PATIENCE:g} {file}:choose"

    def release(self) -> None:
        self._released.touch()


@pytest.fixture
def held(tmp_path: Path) -> HeldBot:
    return HeldBot(tmp_path)


@pytest.fixture
def released_when_seen(held: HeldBot, monkeypatch: pytest.MonkeyPatch) -> HeldBot:
    """A log gets its line soon, and the player is held until the running games stand in one."""
    show = scoreboard.running_games

    def shown(executor: LocalExecutor) -> list[str]:
        lines = show(executor)
        if lines:
            held.release()
        return lines

    monkeypatch.setattr(scoreboard, "SILENT", 0.05)
    monkeypatch.setattr(scoreboard, "PLAIN_EVERY", 0.0)
    for command in ("match", "tournament"):
        monkeypatch.setattr(f"plyground.cli.{command}.running_games", shown)
    return held


def test_an_executor_knows_the_move_of_each_running_game(held):
    with local_executor(1) as pool:
        games = Thread(target=match, args=(held.text, "random"), kwargs={"games": 2, "executor": pool}, daemon=True)
        games.start()
        assert wait_until(lambda: pool.progress == {1: 5}), "after the four moves of the opening"
        held.release()
        games.join(PATIENCE)
        assert pool.progress == {}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "0 of 2 games | game 1: move 1"),
        ("ko", "2게임 중 0게임 | 1번 게임: 1번째 수"),
        ("zh_CN", "2 局中的 0 局 | 第 1 局：第 1 步"),
    ],
)
def test_a_log_has_lines_before_the_first_game_has_ended(language, line, released_when_seen):
    words = ("match", released_when_seen.text, "random", "--games", "2", "--openings", "none", "--workers", "1")
    result = run("--lang", language, *words)
    assert result.exit_code == 0, result.stderr
    assert line in result.stderr


def test_a_log_of_a_tournament_has_them_too(released_when_seen, tmp_path):
    (tmp_path / "cup.toml").write_text(
        f"players = ['{released_when_seen.text}', 'random']\nopenings = 'none'\nrules = 'tictactoe'\n"
    )
    place = ("--database", str(tmp_path / "games.sqlite"))
    result = run("tournament", "run", str(tmp_path / "cup.toml"), "--force", "--workers", "1", *place)
    assert result.exit_code == 0, result.stderr
    assert re.search(r"^cup \[\.+\] 0 of 2 games \| game 1: move \d$", result.stderr, re.M)


@pytest.mark.needs("tmux")
@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_terminal_shows_the_move_of_each_running_game(command, held, tmp_path):
    if command == "match":
        words = f"match '{held.text}' random --games 2 --openings none --workers 1"
    else:
        (tmp_path / "cup.toml").write_text(f"players = ['{held.text}', 'random']\nopenings = 'none'\n")
        words = f"tournament run {tmp_path}/cup.toml --force --workers 1 --database {tmp_path}/games.sqlite"
    with Terminal(words, columns=100) as terminal:
        screen = terminal.wait("game 1: move 1")
        assert "0 of 2 games" in screen
        held.release()
        assert "game 1" not in terminal.wait("code=0")


@pytest.mark.needs("tmux")
def test_ctrl_c_in_the_first_game_ends_cleanly(held):
    with Terminal(f"match '{held.text}' random --games 2 --openings none --workers 1", columns=100) as terminal:
        terminal.wait("game 1: move 1")
        terminal.keys("C-c")
        screen = terminal.wait("code=130")
        assert "interrupted; 0 of 2 games" in screen
        assert "Traceback" not in terminal.history()


@pytest.mark.needs("tmux")
def test_a_terminal_shows_the_move_of_a_checked_bot(held):
    with Terminal(f"check-bot '{held.text}' --rules tictactoe --quick --time 600", columns=100) as terminal:
        terminal.wait("the rules asked for: tictactoe, moves first: move 1")
        held.release()
        assert "move 1\n" not in terminal.wait("code=")


def test_a_resumed_tournament_begins_with_the_games_that_are_there(tmp_path):
    settings = TournamentSettings("cup", (Entrant("random"), Entrant("winblock")), rules=("tictactoe",), rounds=3)
    with Database.open(str(tmp_path / "games.sqlite")) as database:
        seen: list[int] = []
        stop = SimpleNamespace(is_set=lambda: bool(seen))
        run_tournament(database, settings, executor=Here(), observer=lambda now: seen.append(now.played), cancel=stop)
        assert 0 < seen[-1] < 6
        before, seen = seen[-1], []
        run_tournament(database, settings, executor=Here(), observer=lambda now: seen.append(now.played))
        assert (seen[0], seen[-1]) == (before, 6)


def test_many_games_are_cut_and_a_cluster_shows_none(monkeypatch):
    with local_executor(1) as pool:
        monkeypatch.setattr(LocalExecutor, "progress", dict.fromkeys(range(1, 100), 4))
        (line,) = scoreboard.running_games(pool)
    assert line.startswith("game 1: move 4 · game 2: move 4 · ")
    assert line.endswith(" · game 8: move 4 · …")
    assert scoreboard.running_games(Here()) == []


def test_only_a_slow_match_shows_them(monkeypatch):
    now = 0.0
    monkeypatch.setattr(scoreboard, "time", SimpleNamespace(monotonic=lambda: now))
    speed = scoreboard.Speed()
    assert speed.is_slow(0), "nothing has ended yet"
    speed.at(2)
    now = 10.0
    assert speed.is_slow(5)
    assert not speed.is_slow(2000)


def test_the_ladder_says_what_it_plays():
    seen: list[tuple[str, int, int]] = []
    Ladder(seed=5).measure(
        24,
        ["tictactoe"],
        [2],
        executor=Here(),
        watch=lambda rung, played, wanted: seen.append((f"{rung.upper} - {rung.lower}", played, wanted)),
    )
    assert {name for name, _played, _wanted in seen} == {"level2 - level1"}
    batches = [wanted for _name, played, wanted in seen if played == 0]
    assert batches == [20, 4]
    assert [seen[k - 1][1] for k in range(1, len(seen)) if seen[k][1] == 0] == [20]
    assert seen[-1][1:] == (4, 4)


def test_a_log_of_a_measurement_shows_the_games_of_the_batch(monkeypatch, tmp_path):
    asked = Event()

    def running_games(executor: LocalExecutor) -> list[str]:
        asked.set()
        return ["game 1: move 3"]

    monkeypatch.setattr(scoreboard, "SILENT", 0.05)
    monkeypatch.setattr("plyground.cli.levels.running_games", running_games)

    def measure(self: Ladder, *_given: object, watch, news, **_more: object) -> None:
        rung = Rung("cfour", "level2", "level1", [(2, 0)])
        watch(rung, 0, 20)
        assert asked.wait(PATIENCE)
        news(rung)

    monkeypatch.setattr(Ladder, "measure", measure)
    result = run("levels", "measure", "--workers", "1", "--out", str(tmp_path / "levels.json"))
    assert result.exit_code == 0, result.stderr
    assert re.search(r"^cfour: level2 - level1 \[\.+\] 0 of 20 games \| game 1: move 3$", result.stderr, re.M)
    assert "cfour: level2 - level1: 2 games, 50.0 %" in result.stderr
