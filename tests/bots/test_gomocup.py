"""The Gomocup protocol word by word, on both sides of it, and what engines lose their games by."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest

from plyground import GOMOKU, Clock, Game, GridBoard, Limit, Outcome, Player, Rules, Side, Termination, play
from plyground.arena import match
from plyground.bots import BotLimits, GomocupPlayer, serve_gomocup
from plyground.bots.conformance import run_trial, trials
from plyground.bots.gomocup_player import PAUSE
from plyground.errors import InputError, MissingError, PlayerError, UnknownNameError, UnsupportedError
from plyground.executors import Here
from plyground.players import make_player
from tests.bots.first import First
from tests.cli.running import process
from tests.waiting import PATIENCE

ENGINE = Path(__file__).with_name("gomocup_engine.py")
TEXT = f"{shlex.quote(sys.executable)} {shlex.quote(str(ENGINE))}"
SECONDS = 0.3  # for engines that are late; their deadline is all that ends them


def engine(way: str = "plays", record: Path | None = None) -> GomocupPlayer:
    return GomocupPlayer(way, [sys.executable, str(ENGINE), way, *([str(record)] if record else [])])


def told(record: Path) -> list[str]:
    return record.read_bytes().decode("ascii").split("\r\n")[:-1]


# What an engine is told


def test_a_game_from_the_empty_board(tmp_path):
    record = tmp_path / "record"
    with engine(record=record) as player:
        game = Game(GridBoard(GOMOKU))
        player.new_game(game, Side.FIRST)
        for reply in ("o1", "n1"):
            decision = player.decide(game, Limit(time=150.5))
            assert decision.line == (decision.move,)
            game.play(decision.move).push(reply)
        assert [game.board.rules.layout.cell_at(move) for move in game.moves] == [(0, 14), (14, 0), (1, 14), (13, 0)]
    assert told(record) == [
        "START 15",
        "INFO rule 0",
        "INFO game_type 1",
        f"INFO max_memory {350 << 20}",
        "RESTART",
        "INFO timeout_turn 150500",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
        "BEGIN",
        "INFO time_left 2147483647",
        "TURN 14,14",
    ]


def test_the_next_game_a_set_up_and_a_clock(tmp_path):
    record = tmp_path / "record"
    rules = Rules.parse("9x7 connect=5 gravity=no")
    with engine(record=record) as player:
        player.decide(Game(GridBoard(rules), [0], clock=Clock(75)), Limit(time=100))
        start = GridBoard.setup(rules, first=[(0, 0), (1, 0)], second=[(8, 6)])
        game = Game(start, [10])
        player.decide(game, Limit(time=100))
        # A move was taken back: the engine has another position on its board.
        player.decide(Game(start), Limit(time=100))
    lines = told(record)
    assert lines[0] == "RECTSTART 9,7"
    assert lines[5:] == [
        "INFO timeout_turn 75000",
        "INFO timeout_match 75000",
        "INFO time_left 75000",
        "TURN 0,0",
        "RESTART",
        "INFO timeout_turn 100000",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
        "BOARD",
        "0,6,2",
        "8,0,1",
        "1,6,2",
        "1,1,2",
        "DONE",
        "RESTART",
        "INFO time_left 2147483647",
        "BOARD",
        "0,6,1",
        "8,0,2",
        "1,6,1",
        "DONE",
    ]


def test_a_move_that_was_taken_back_needs_the_whole_board(tmp_path):
    record = tmp_path / "record"
    with engine(record=record) as player:
        game = Game(GridBoard(GOMOKU))
        player.decide(game, Limit(time=100))
        game.play(30).play(31)
        player.decide(game, Limit(time=100))
    assert told(record)[-6:] == ["RESTART", "INFO time_left 2147483647", "BOARD", "0,2,1", "1,2,2", "DONE"]


def test_nothing_is_said_to_an_engine_that_has_just_moved(tmp_path):
    """Some take a line that comes before their search has ended for another command."""
    record = tmp_path / "record"
    with engine("times", record) as player:
        game = Game(GridBoard(GOMOKU))
        for reply in ("o1", "n1", "m1"):
            game.play(player.decide(game, Limit(time=100)).move).push(reply)
    assert len(told(record)) == 2
    assert all(float(seconds) >= PAUSE for seconds in told(record))


def test_what_an_engine_may_use_is_told():
    assert GomocupPlayer("x", ["true"], limits=BotLimits(memory=100))._memory == 100
    assert GomocupPlayer("x", ["true"], limits=BotLimits(memory=9000))._memory == 2047


@pytest.mark.parametrize("way", ["talks", "knows-no-info"])
def test_remarks_and_unknown_commands_do_no_harm(way):
    with engine(way) as player:
        game = play(Game(GridBoard("5x5 connect=5 gravity=no")), player, make_player("random seed=1"))
    assert game.termination in (Termination.WIN, Termination.DRAW)


def test_an_engine_without_restart_is_started_anew(tmp_path):
    record = tmp_path / "record"
    with engine("no-restart", record) as player:
        for _game in range(2):
            player.decide(Game(GridBoard(GOMOKU)), Limit(time=PATIENCE))
    assert [line for line in told(record) if "START" in line] == [
        "START 15",
        "RESTART",
        "RESTART",
        "START 15",
        "RESTART",
    ]


# What is refused, and what loses


@pytest.mark.parametrize(
    "rules", ["cfour", "15x15 connect=5", "15x15 connect=6 gravity=no", "9x9 connect=5 gravity=no blocked=a1"]
)
def test_other_games_are_refused(rules):
    with pytest.raises(UnsupportedError, match="knows five in a row without gravity and without blocked cells"):
        match(f"gomocup:{TEXT} plays", "random", games=2, rules=rules, executor=Here())


def test_an_engine_may_decline_a_board():
    with engine("declines") as player, pytest.raises(UnsupportedError, match=r"does not play 5x5.*too small for me"):
        player.new_game(Game(GridBoard("5x5 connect=5 gravity=no")), Side.FIRST)


WAYS = {
    "outside": (Termination.ILLEGAL_MOVE, "answered 15,0, which is outside the board of 15x15 cells"),
    "negative": (Termination.ILLEGAL_MOVE, "answered 3,-1, which is outside"),
    "on-a-stone": (Termination.ILLEGAL_MOVE, "answered 7,7, where a stone lies already"),
    "garbage": (Termination.ILLEGAL_MOVE, "'the middle, please', which is not a move"),
    "asks": (Termination.ILLEGAL_MOVE, "'SUGGEST 0,0', which is not a move"),
    "late": (Termination.TIMEOUT, "; it had 0.3 s"),
    "never": (Termination.TIMEOUT, "; it had 0.3 s"),
    "dies": (Termination.CRASH, "exit code 4"),
    "dies-at-once": (Termination.CRASH, "exit code 3"),
    "error": (Termination.CRASH, "instead of a move: 'no idea'"),
    "twice": (Termination.CRASH, "not asked for"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_faulty_engine_loses_with_its_reason(way):
    termination, reason = WAYS[way]
    limit = Limit(time=SECONDS if termination is Termination.TIMEOUT else PATIENCE)
    game = Game(GridBoard(GOMOKU)).push("h8")
    with engine(way) as player:
        play(game, make_player("random seed=1"), player, limit)
    assert (game.outcome, game.termination) == (Outcome.FIRST_WINS, termination)
    assert game.forfeit is not None
    assert reason in game.forfeit.reason
    assert len(game.moves) == 1


def test_names():
    player = make_player(f"gomocup:time=0.5 memory=700 {TEXT} plays")
    assert isinstance(player, GomocupPlayer)
    assert (player.time, player.command) == (0.5, (sys.executable, str(ENGINE), "plays"))
    for text, error in (("gomocup:", InputError), ("gomocup:./nobody-here", MissingError)):
        with pytest.raises(error):
            make_player(text)
    with pytest.raises(UnknownNameError, match=r"name its kind: gomocup:\./pbrain-mine --fast"):
        make_player("./pbrain-mine --fast")


def test_it_plays_matches():
    result = match(
        f"gomocup:{TEXT} plays", "winblock", games=2, rules="6x6 connect=5 gravity=no", seed=1, executor=Here()
    )
    assert result.played == 2
    assert {record.termination for record in result.records} <= {Termination.WIN, Termination.DRAW}


def test_the_trials_of_an_engine_are_those_of_its_game():
    games = list(trials(bot=engine()))
    rules = [Rules.parse(trial.rules) for trial in games]
    assert all(one.connect == 5 and not one.gravity and not one.blocked for one in rules)
    assert any(one.columns != one.rows for one in rules)
    assert {trial.side for trial in games} == set(Side)
    assert any(trial.moves for trial in games)
    with engine() as player:
        report = run_trial(player, next(trial for trial in games if "6x6" in trial.rules), PATIENCE)
    assert (report.fault, report.declined) == (None, None)


# Our players as engines


def talk(player: Player, *lines: str, limit: Limit | None = None) -> list[str]:
    sink = io.StringIO()
    assert serve_gomocup(player, io.StringIO("".join(f"{line}\r\n" for line in lines)), sink, limit) == 0
    return sink.getvalue().splitlines()


def test_our_side_of_the_conversation():
    player = First()
    answers = talk(
        player,
        "ABOUT",
        "START 15",
        "INFO timeout_turn 5000",
        "INFO colour red",
        "INFO folder 7 C:\\data",
        "begin",
        "TURN 14,14",
        "TAKEBACK 1,0",
        "TAKEBACK 14,14",
        "TURN 1,0",
        "RESTART",
        "BOARD",
        "0,0,2",
        "1,0,1",
        "3,0,2",
        "DONE",
        "RECTSTART 9,7",
        "TURN 8,6",
        "SWAP2BOARD",
        "",
        "END",
        "BEGIN",
    )
    assert answers[0].startswith('name="Plyground first", version="')
    assert answers[1:] == ["OK", "0,0", "1,0", "OK", "OK", "2,0", "OK", "2,0", "OK", "0,0", "UNKNOWN SWAP2BOARD"]
    assert [(len(game.moves), side) for game, side in player.games] == [
        (2, Side.FIRST),
        (2, Side.FIRST),
        (0, Side.SECOND),
        (1, Side.SECOND),
    ]


@pytest.mark.parametrize(
    ("info", "seconds"),
    [
        (["timeout_turn 5000"], 4.9),
        (["timeout_turn 100"], 0.05),
        (["timeout_turn 0"], 0.03),
        (["timeout_turn 5000", "timeout_match 0", "time_left 2147483647"], 4.9),
        (["timeout_turn 5000", "timeout_match 60000", "time_left 20000"], 1.0),
        (["timeout_turn 60000"], 10.0),
        (["time_left -5"], 0.03),
        ([], 10.0),
    ],
)
def test_the_time_of_a_turn(info, seconds):
    player = First()
    talk(player, "START 9", *(f"INFO {line}" for line in info), "BEGIN", limit=Limit(time=10))
    assert player.limits[0] is not None
    assert player.limits[0].time == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["BEGIN"], "START comes first"),
        (["START"], "'' is not a whole number"),
        (["START twenty"], "'twenty' is not a whole number"),
        (["START 99"], "32"),
        (["RECTSTART 9"], "two whole numbers with a comma"),
        (["START 9", "TURN 9,0"], "outside the board of 9x9 cells"),
        (["START 9", "TURN 0,0", "TURN 0,0"], "a9"),
        (["START 9", "TAKEBACK 3,3"], "no stone on 3,3"),
        (["START 9", "BOARD", "0,0,3", "DONE"], "should end in 1"),
        (["START 9", "BOARD", "0,0,1", "0,0,2", "DONE"], "both sides have a stone on a9"),
        (["START 9", "INFO rule 1", "BEGIN"], "not the rule 1"),
        (["START 9", "BOARD", *(f"{x},0,2" for x in range(5)), *(f"{x},1,1" for x in range(4)), "DONE"], "has won"),
    ],
)
def test_what_ours_refuses_is_said(lines, complaint):
    answer = talk(First(), *lines)[-1]
    assert answer.startswith("ERROR ")
    assert complaint in answer


def test_the_bot_command_speaks_gomocup():
    threat = ["START 15", "BOARD", *(f"{x},7,1" for x in range(4, 8)), *(f"{x},9,2" for x in range(4, 8)), "DONE"]
    result = process("bot", "--protocol", "gomocup", "--player", "alphabeta depth=1", stdin="\n".join(threat) + "\n")
    assert result.returncode == 0
    ready, move = result.stdout.splitlines()
    assert (ready, move in ("3,7", "8,7")) == ("OK", True)


def test_check_bot_knows_engines():
    result = process("check-bot", f"gomocup:{TEXT} outside", "--rules", "6x6 connect=5 gravity=no", "--quick")
    assert result.returncode == 1
    assert "which is outside the board of 6x6 cells" in result.stdout
    result = process("check-bot", f"gomocup:{TEXT} plays", "--rules", "6x6 connect=5 gravity=no", "--quick")
    assert result.returncode == 0
    assert 'it says of itself: name="First", version="1.0"' in result.stdout


def test_an_engine_says_who_it_is():
    with engine() as player:
        assert player.about() == ""
        player.decide(Game(GridBoard(GOMOKU)), Limit(time=PATIENCE))
        assert player.about(PATIENCE) == 'name="First", version="1.0"'
        player.decide(Game(GridBoard(GOMOKU)), Limit(time=PATIENCE))
    for way, seconds, complaint in (("shy", PATIENCE, "does not know the command ABOUT"), ("silent", 0.1, "answered")):
        with engine(way) as player:
            player.decide(Game(GridBoard(GOMOKU)), Limit(time=PATIENCE))
            with pytest.raises(PlayerError, match=complaint):
                player.about(seconds)


def test_the_error_of_an_engine_is_a_player_error():
    with engine("error") as player, pytest.raises(PlayerError, match="no idea"):
        player.decide(Game(GridBoard(GOMOKU)), Limit(time=PATIENCE))
