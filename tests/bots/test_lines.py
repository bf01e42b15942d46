"""The line protocol word by word, Kaggle's form, and the two commands."""

from __future__ import annotations

import io
import json
import os
import pickle
import shlex
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground import CFOUR, TICTACTOE, Board, Clock, Decision, Game, GridBoard, Limit, Player, Rules, Side, Termination
from plyground.bots import LinePlayer, serve, serve_text
from plyground.bots.conformance import Prolonging, run_trial, trials
from plyground.bots.kaggle import kaggle_agent, load_agent, told
from plyground.bots.lines import limit_text
from plyground.errors import InputError, MissingError, NotationError, PlayerError, UnsupportedError
from plyground.players import RandomPlayer, make_player, player_kinds
from tests.bots.conftest import EXAMPLES
from tests.cli.running import LANGUAGES, process, run

PYTHON = shlex.quote(sys.executable)
GREEDY = f"cmd:{PYTHON} {shlex.quote(str(EXAMPLES / 'greedy.py'))}"

RECORDING = """
import sys
for line in sys.stdin:
    print(line, end="", file=open(sys.argv[1], "a"))
    word = line.split()[0]
    if word == "game":
        print("info loading\\nready recorder")
    elif word == "go":
        print("info thinking\\nmove", sys.argv[2])
    sys.stdout.flush()
"""


def recorder(tmp_path: Path, answer: str) -> tuple[LinePlayer, Path]:
    script, record = tmp_path / "recorder.py", tmp_path / "record"
    script.write_text(RECORDING, "utf-8")
    return LinePlayer("recorder", [sys.executable, str(script), str(record), answer]), record


def test_what_a_bot_is_told(tmp_path):
    player, record = recorder(tmp_path, "4 value=-0.5 depth=9")
    with player:
        game = Game(GridBoard(CFOUR), [3, 2])
        player.new_game(game, Side.FIRST)
        decision = player.decide(game, Limit(time=1.5, depth=4))
        assert (decision.move, decision.value, decision.line) == (3, -0.5, (3,))
        player.decide(game.play(3).play(0), Limit(time=2))
    assert record.read_text("ascii").splitlines() == [
        "plyground 1",
        "game 7x6 connect=4",
        "moves 43",
        "board ......./......./......./......./......./..ox... x",
        "go time=1.5 depth=4",
        "moves 4341",
        "board ......./......./......./......./...x.../o.ox... x",
        "go time=2",
        "quit",
    ]


def test_a_start_with_stones_and_cells_without_gravity(tmp_path):
    player, record = recorder(tmp_path, "c3")
    with player:
        game = Game(GridBoard.parse("o../.x./... x", TICTACTOE), [8])
        player.new_game(game, Side.SECOND)
        assert player.decide(game).move == 2
        assert player.close(patience=20)  # said `quit`, it ends by itself
    assert record.read_text("ascii").splitlines()[1:] == [
        "game 3x3 connect=3 gravity=no",
        "start o../.x./... x",
        "moves c1",
        "board o../.x./..x o",
        "go time=3",
        "quit",
    ]


def test_the_time_is_the_shortest_of_all(tmp_path):
    player, record = recorder(tmp_path, "1")
    with player:
        player.time = 2.0
        for clock, limit in ((None, 5), (None, 1), (Clock(0.75), 1)):
            player.decide(Game(GridBoard(CFOUR), clock=clock), Limit(time=limit))
    told_times = [line for line in record.read_text("ascii").splitlines() if line.startswith("go")]
    assert told_times == ["go time=2", "go time=1", "go time=0.75"]


def test_a_game_is_told_once(tmp_path):
    player, record = recorder(tmp_path, "1")
    with player:
        game = Game(GridBoard(CFOUR))
        for _times in range(2):
            player.new_game(game, Side.FIRST)
        player.decide(game)
        player.new_game(game, Side.FIRST)  # from the beginning
        player.next_move(GridBoard(CFOUR))  # another game, of which nobody told
    assert record.read_text("ascii").count("game ") == 3


def test_limits_are_written_so_that_a_small_bot_can_read_them():
    assert limit_text(Limit(time=0.0001, nodes=10**7, playouts=3)) == "time=0.001 nodes=10000000 playouts=3"
    assert limit_text(Limit(time=100000.0)) == "time=100000"


def talk(player: Player, *lines: str, limit: Limit | None = None) -> list[str]:
    sink = io.StringIO()
    assert serve(player, io.StringIO("".join(f"{line}\n" for line in lines)), sink, limit) == 0
    return sink.getvalue().splitlines()


class First(Player):
    """Plays the first legal move, and notes its limits and games."""

    def __init__(self) -> None:
        self.name = "first"
        self.identifier = Side.FIRST
        self.limits: list[Limit | None] = []
        self.games: list[tuple[Game[Board], Side]] = []

    def new_game(self, game: Game[Board], side: Side) -> None:
        super().new_game(game, side)
        self.games.append((game, side))

    def decide(self, game, limit=None, cancel=None):
        self.limits.append(limit)
        return Decision(game.board.legal_moves[0], 0.25)


def test_our_side_of_the_conversation():
    player = First()
    answers = talk(
        player,
        "plyground 1",
        "word of a later version",
        "game 7x6 connect=4",
        "moves 4",
        "board whatever",
        "go time=0.5 depth=3 colour=red",
        "moves 411",
        "go time=5",
        "game 3x3 connect=3 gravity=no",
        "start x../.../... o",
        "moves",
        "go",
        "quit",
        "go",
        limit=Limit(time=2),
    )
    assert answers == ["ready first", "move 1 value=0.25", "move 1 value=0.25", "ready first", "move b3 value=0.25"]
    assert player.limits == [Limit(time=0.5, depth=3), Limit(time=2), Limit(time=2)]
    # One game as long as moves are added, seen from the side to move.
    assert [(len(game.moves), side) for game, side in player.games] == [
        (0, Side.FIRST),
        (3, Side.SECOND),
        (0, Side.FIRST),
        (0, Side.SECOND),
    ]


def test_rules_that_ours_cannot_play_are_declined():
    class Picky(First):
        def new_game(self, game, side):
            if game.board.rules.columns > 7:
                raise UnsupportedError("too wide for {name}", name=self.name)
            super().new_game(game, side)

    assert talk(Picky(), "game 9x9 connect=4", "game nonsense", "game cfour") == [
        "sorry too wide for first",
        "sorry 'nonsense' is neither a preset (tictactoe, cfour, gomoku, random) nor a size like 9x7",
        "ready first",
    ]


def test_asked_before_a_game_is_an_error():
    with pytest.raises(NotationError):
        talk(First(), "go time=1")


def test_a_bot_that_declines_is_not_to_blame(tmp_path):
    script = tmp_path / "picky.py"
    script.write_text(
        "for line in open(0):\n  print('sorry too small', flush=True) if line[0] == 'g' else 0\n", "utf-8"
    )
    with LinePlayer("picky", [sys.executable, str(script)]) as player:
        for _times in range(2):
            with pytest.raises(UnsupportedError, match="picky does not play 7x6 connect=4: too small"):
                player.new_game(Game(GridBoard(CFOUR)), Side.FIRST)


def test_names():
    assert {"cmd:", "so:", "text:", "kaggle:", "openspiel:"} <= {kind.name for kind in player_kinds()}
    player = make_player(f"cmd:time=0.5 {PYTHON} -c 'pass'")
    assert isinstance(player, LinePlayer)
    assert (player.time, player.command) == (0.5, (sys.executable, "-c", "pass"))
    for text, error in (
        ("cmd:", InputError),
        ("cmd: time=0 true", InputError),
        ("cmd:'unfinished", InputError),
        ("cmd:./nobody-here", MissingError),
        ("so:./nobody.so", MissingError),
        ("kaggle:nobody.py", MissingError),
    ):
        with pytest.raises(error):
            make_player(text)


def test_how_a_game_ends_crosses_processes_with_the_error():
    for error, termination in (
        (PlayerError("it was late", termination="timeout"), Termination.TIMEOUT),
        (PlayerError("it fell"), Termination.CRASH),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert Termination(again.termination) is termination


# Kaggle


def test_our_agent_takes_a_win_and_keeps_its_game():
    seen = []

    class Watching(RandomPlayer):
        def decide(self, game, limit=None, cancel=None):
            seen.append((game.moves, limit))
            return super().decide(game, limit, cancel)

    agent = kaggle_agent(Watching(seed=1))
    board = GridBoard(CFOUR)
    while not board.outcome.is_over:
        move = agent(*told(board, 2.0)) if board.turn is Side.SECOND else board.legal_moves[0]
        board = board.move(move)
    assert [len(moves) for moves, _limit in seen] == list(range(1, 2 * len(seen), 2))
    assert {limit for _moves, limit in seen} == {Limit(time=1.6)}
    winning = GridBoard.from_moves("112233")
    observation, configuration = told(winning, None)
    assert kaggle_agent(make_player("alphabeta depth=2"))(dict(observation), dict(configuration)) == 3


def test_what_an_agent_is_told(tmp_path):
    path = tmp_path / "agent.py"
    record = tmp_path / "record"
    path.write_text(
        "import json\n"
        "def helper(x):\n    return x\n"
        "def my_agent(obs, config):\n"
        "    print('agents may print')\n"
        "    told = [obs.board, obs['mark'], config.columns, config.rows, config.inarow]\n"
        f"    json.dump(told, open({str(record)!r}, 'w'))\n"
        "    return helper(2)\n",
        "utf-8",
    )
    with make_player(f"kaggle:time=20 {path}") as player:  # type: ignore[attr-defined]
        game = Game(GridBoard(Rules.parse("3x2 connect=2")), [0])
        player.new_game(game, Side.SECOND)
        assert player.decide(game).move == 2
    assert json.loads(record.read_text("utf-8")) == [[0, 0, 0, 1, 0, 0], 2, 3, 2, 2]


def test_agents_of_one_argument_and_files_without_any(tmp_path):
    path = tmp_path / "agent.py"
    path.write_text("def one(observation):\n    return observation.mark\n", "utf-8")
    assert load_agent(str(path))(*told(GridBoard(CFOUR), None)) == 1
    path.write_text("agent = 3\n", "utf-8")
    with pytest.raises(MissingError, match="no agent"):
        load_agent(str(path))


@pytest.mark.parametrize("answer", ["None", "7", "'x'", "1 / 0"])
def test_an_agent_that_fails(answer, tmp_path):
    path = tmp_path / "agent.py"
    path.write_text(f"def agent(observation, configuration):\n    return {answer}\n", "utf-8")
    with make_player(f"kaggle:time=20 {path}") as player:  # type: ignore[attr-defined]
        game = Game(GridBoard(CFOUR))
        player.new_game(game, Side.FIRST)
        with pytest.raises(PlayerError, match="ZeroDivisionError" if "/" in answer else "not an open column") as caught:
            player.decide(game)
        assert caught.value.termination == ("crash" if "/" in answer else "illegal move")


# The conformance run and the commands


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


def test_check_bot_finds_nothing_wrong_with_the_example():
    result = process("check-bot", GREEDY, "--quick", timeout=120)
    assert (result.returncode, result.stderr) == (0, "")
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
    "time does not matter": ("middle = (", "__import__('time').sleep(0.9)\n        middle = (", "in time"),
}


@pytest.mark.parametrize("mistake", CARELESS)
def test_check_bot_tells_what_is_wrong(mistake, tmp_path):
    text = (EXAMPLES / "greedy.py").read_text("utf-8")
    line, instead, said = CARELESS[mistake]
    assert line in text
    bot = tmp_path / "careless.py"
    bot.write_text(text.replace(line, instead, 1), "utf-8")
    result = process("check-bot", f"cmd:{PYTHON} {shlex.quote(str(bot))}", "--quick", timeout=120)
    assert result.returncode == 1
    assert "WRONG: " in result.stdout
    assert said in result.stdout


def test_check_bot_notices_a_bot_that_does_not_end(tmp_path):
    text = (EXAMPLES / "greedy.py").read_text("utf-8")
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(text.replace("        break", "        import time; time.sleep(1000)"), "utf-8")
    result = process("check-bot", f"cmd:{PYTHON} {shlex.quote(str(stubborn))}", "--quick", timeout=120)
    assert result.returncode == 1
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


def test_the_start_is_taken_off_the_first_move_of_the_text_form():
    """Where a judge sends the first turn at once, its clock runs while our process starts and warms up."""
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
                threading.Timer(0.2, send).start()

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
