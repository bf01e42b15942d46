"""Matches and tournaments of players that only this process knows: functions, objects, registered kinds."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from plyground import Decision, Game, GridBoard, Limit, Outcome, Player, Rules, Side, Termination
from plyground.arena import (
    Entrant,
    match,
    run_tournament,
    settings_of,
    tournament,
)
from plyground.errors import InputError, UnsupportedError
from plyground.executors import Here, LocalExecutor, local_executor
from plyground.players import FunctionPlayer, PlayerKind, StagedPlayer, register
from plyground.players.registry import _KINDS
from plyground.store import Database, GameFilter, count_games
from tests.cli.running import run
from tests.waiting import PATIENCE, CancelAfter

ROOT = Path(__file__).resolve().parents[2]


def leftmost(board):
    return board.legal_moves[0]


def rightmost(board):
    return board.legal_moves[-1]


@pytest.fixture
def careful():
    """A kind of player that is registered in this process alone."""
    register(PlayerKind("careful", "", build=lambda name, _values: FunctionPlayer(leftmost, name)))
    yield "careful"
    del _KINDS["careful"]


# Matches


def test_a_function_plays_in_this_process():
    processes = set()

    def noting(board):
        processes.add(os.getpid())
        return board.legal_moves[0]

    result = match(noting, "random", games=4, rules="tictactoe")
    assert result.played == 4
    assert processes == {os.getpid()}
    assert result.players == ("noting", "random")
    assert [record.players for record in result.records[:2]] == [("noting", "random"), ("random", "noting")]


def test_objects_and_registered_kinds_play_too(careful):
    assert match(StagedPlayer(depth=2), "random", games=4, rules="tictactoe").played == 4
    assert match(careful, leftmost, games=2, rules="tictactoe").players == ("careful", "leftmost")
    assert match(leftmost, leftmost, games=2, rules="tictactoe").players == ("leftmost", "leftmost (2)")


def test_an_object_forgets_the_last_game():
    games: list[tuple[Game[GridBoard], Side]] = []

    class Told(Player):
        name = "told"

        def new_game(self, game, side):
            super().new_game(game, side)
            games.append((game, side))

        def decide(self, game, limit=None, cancel=None):
            assert game is games[-1][0]
            assert game.turn is self.identifier
            return Decision(game.board.legal_moves[0])

    assert not match(Told(), "random", games=4).forfeits
    assert [side for _game, side in games] == [Side.FIRST, Side.SECOND] * 2


def test_names_alone_play_in_processes(monkeypatch):
    made = []

    class Watched(LocalExecutor):
        def submit(self, fn, /, *args, **kwargs):
            made.append(args)
            return super().submit(fn, *args, **kwargs)

    monkeypatch.setattr("plyground.arena.matches.local_executor", Watched)
    assert match("random", "random", games=2, rules="tictactoe", concurrency=1).played == 2
    assert len(made) == 2
    assert match(leftmost, "random", games=2, rules="tictactoe", concurrency=1).played == 2
    assert len(made) == 2, "nothing was sent to a process"


def test_what_only_this_process_knows_cannot_be_sent(careful):
    with local_executor(1) as pool:
        for player in (leftmost, StagedPlayer(), careful):
            with pytest.raises(UnsupportedError, match="is known in this process only, so its games are played here"):
                match(player, "random", games=2, executor=pool)
            with pytest.raises(UnsupportedError, match="leave the executor and the concurrency out"):
                match(player, "random", games=2, concurrency=2)
    assert match(leftmost, careful, games=2, executor=Here()).played == 2


def test_an_object_cannot_sit_on_both_sides():
    player = StagedPlayer()
    with pytest.raises(InputError, match="staged cannot play against itself; make two"):
        match(player, player)
    assert match(StagedPlayer(depth=1), StagedPlayer(depth=1), games=2, rules="tictactoe").played == 2


def test_a_board_that_an_object_cannot_play_is_refused_first():
    class OnlySmall(StagedPlayer):
        def check_board(self, board):
            raise UnsupportedError("{name} plays on small boards", name=self.name)

    with pytest.raises(UnsupportedError, match="staged plays on small boards"):
        match(OnlySmall(), "random", games=2)


@pytest.mark.parametrize(
    ("function", "termination", "reason"),
    [
        (lambda board: 1 // 0, Termination.CRASH, "ZeroDivisionError: "),
        (lambda board: board.nonsense, Termination.CRASH, "AttributeError: "),
        (lambda board: Rules.parse("no"), Termination.CRASH, "UnknownNameError: "),
        (lambda board: 99, Termination.ILLEGAL_MOVE, "lambda made an illegal move: there is no column 100"),
        (lambda board: None, Termination.ILLEGAL_MOVE, "lambda made an illegal move: None is no move"),
    ],
)
def test_a_function_that_fails_forfeits_its_games(function, termination, reason):
    result = match(function, "random", games=2)
    assert result.losses == 2
    (forfeit,) = result.forfeits
    assert (forfeit.player, forfeit.termination, forfeit.games) == ("lambda", termination, 2)
    assert forfeit.reason.startswith(reason)
    assert f"lambda lost 2 games: {termination.value}\n  {reason}" in str(result)


def test_a_function_that_never_returns_forfeits_its_games():
    released = threading.Event()

    def stuck(board):
        released.wait(PATIENCE)
        return 0

    try:
        # Nobody else moves: the opponent might be late on a busy machine.
        result = match(stuck, lambda board: released.wait(PATIENCE), games=2, limit=Limit(time=0.01), adjudicate=False)
    finally:
        released.set()
    assert {forfeit.termination for forfeit in result.forfeits} == {Termination.TIMEOUT}
    reasons = {forfeit.player: forfeit.reason for forfeit in result.forfeits}
    assert reasons["stuck"].startswith(
        "stuck has not answered and had 0.01 s; a function cannot be interrupted, only a process can"
    )
    assert [record.termination for record in result.records] == [Termination.TIMEOUT] * 2


ENDLESS = """
from plyground import Limit
from plyground.arena import match
def endless(board):
    print("thinking", flush=True)
    while True:
        pass
match(endless, "random", games=2, limit={limit})
print("not reached")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent the POSIX way")
@pytest.mark.parametrize("limit", [None, Limit(time=86400)], ids=["unlimited", "in a thread"])
def test_ctrl_c_ends_a_match_with_an_endless_function(limit):
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS.format(limit=limit)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as script:
        assert script.stdout is not None
        assert script.stdout.readline() == "thinking\n"
        script.send_signal(signal.SIGINT)
        told, complaint = script.communicate(timeout=PATIENCE)
    assert script.returncode not in (0, None)
    assert told == ""
    assert complaint.rstrip().endswith("KeyboardInterrupt")


SNIPPETS = {
    "play two players": """
from plyground import Game, GridBoard
from plyground.players import play
game = play(Game(GridBoard()), "alphabeta depth=2", "random")
print(game.outcome.value, game.moves)
""",
    "run a match": """
from plyground.arena import match
print(match("winblock", "random", games=4))
""",
    "run a tournament": """
from plyground.arena import tournament
print(tournament(["winblock", "random", "alphabeta depth=2"], rounds=1))
""",
    "define a player": """
from plyground.arena import match
def centre(board):
    return min(board.legal_moves, key=lambda column: abs(3 - column))
print(match(centre, "random", games=4))
""",
}


@pytest.mark.parametrize("what", SNIPPETS)
def test_five_lines_do_it_and_run_once(what, tmp_path):
    lines, script = tmp_path / "lines", tmp_path / "script.py"
    assert len(SNIPPETS[what].strip().splitlines()) <= 5
    script.write_text(f"print('a run', file=open({str(lines)!r}, 'a'))\n{SNIPPETS[what]}")
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", str(script)], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert ended.stdout.strip()
    assert ended.stderr == ""
    assert lines.read_text() == "a run\n"


def test_a_function_as_a_bot_of_its_own(tmp_path):
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    (code,) = [code for code in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S) if "serve_here" in code]
    bot = tmp_path / "mybot.py"
    bot.write_text(code)
    result = match(f"cmd:{shlex.join([sys.executable, str(bot)])}", "random", games=2, concurrency=1)
    assert result.played == 2
    assert not result.forfeits


def test_the_outcome_of_a_forfeit_is_the_opponents_win():
    records = match(lambda board: None, leftmost, games=2).records
    assert [record.outcome for record in records] == [Outcome.SECOND_WINS, Outcome.FIRST_WINS]


# Tournaments


def test_a_tournament_takes_any_player_and_keeps_nothing(careful, monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_DATABASE", str(tmp_path / "own.sqlite"))
    standings = tournament(
        [leftmost, Entrant("right", rightmost), careful, "random", StagedPlayer(depth=1)], rules="tictactoe", pairs=2
    )
    assert standings.played == standings.wanted == len(standings.records) == 40
    assert {rating.name for rating in standings.ratings().players} == {
        "leftmost",
        "right",
        "careful",
        "random",
        "staged",
    }
    assert [record.id for record in standings.records[:3]] == ["tournament-1a", "tournament-1b", "tournament-2a"]
    assert [record.id for record in standings.records[-1:]] == ["tournament-20b"]
    for record in standings.records:
        record.game()
    assert not list(tmp_path.iterdir())


def test_the_cross_table_counts_every_game_from_both_sides():
    standings = tournament([leftmost, rightmost, "random"], rules="tictactoe", pairs=4)
    cross = standings.cross_table()
    for name, row in cross.items():
        assert row.keys() == cross.keys() - {name}
        for other, results in row.items():
            back = cross[other][name]
            assert (results.won, results.drawn, results.lost) == (back.lost, back.drawn, back.won)
            assert results.games == 8
    wins = sum(record.outcome.winner is not None for record in standings.records)
    assert sum(results.won for row in cross.values() for results in row.values()) == wins


def test_the_same_tournament_by_name_and_by_settings(tmp_path):
    players = ["random", "winblock", "alphabeta depth=1"]
    kept = tournament(players, rounds=2, rules="tictactoe", name="cup", database=tmp_path / "games", executor=Here())
    free = tournament(players, rounds=2, rules="tictactoe", executor=Here())
    assert [record.moves_text for record in kept.records] == [record.moves_text for record in free.records]
    with Database.open(str(tmp_path / "games")) as database:
        assert count_games(database, GameFilter(event="cup")) == 12
        again = tournament(players, rounds=2, rules="tictactoe", name="cup", database=database, executor=Here())
    assert [record.id for record in again.records] == [record.id for record in kept.records]


def test_a_tournament_with_a_function_goes_on_only_when_it_is_given_again(tmp_path, careful):
    place = str(tmp_path / "games.sqlite")

    def begin(**how):
        players = [leftmost, "random", Entrant("mine", rightmost), careful]
        return tournament(players, rules="tictactoe", pairs=3, name="cup", database=place, **how)

    begun = begin(cancel=CancelAfter(10))
    assert 0 < begun.played < begun.wanted
    told = (
        "exists only in the Python program that gave it, and the tournament goes on only there: "
        "call plyground.tournament with the same settings"
    )
    with Database.open(place) as database:
        kept = settings_of(database, "cup")
        assert [entrant.text for entrant in kept.players] == [
            "program:leftmost",
            "random",
            "program:mine",
            "program:careful",
        ]
        with pytest.raises(UnsupportedError, match=told):
            run_tournament(database, kept)
    resumed = run("tournament", "resume", "cup", "--database", place)
    assert resumed.exit_code == 3
    assert f"the player 'leftmost' {told}" in resumed.stderr.replace("\n", " ")
    assert run("tournament", "status", "cup", "--database", place).exit_code == 0
    assert run("tournament", "list", "--database", place).exit_code == 0
    with pytest.raises(InputError, match="began with other settings"):
        tournament(["random", leftmost], rules="tictactoe", pairs=3, name="cup", database=place)
    ended = begin()
    assert ended.played == ended.wanted == len(ended.records)
    assert {record.id for record in begun.records} <= {record.id for record in ended.records}
