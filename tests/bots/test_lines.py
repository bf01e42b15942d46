"""The line protocol word by word, on both sides of it."""

from __future__ import annotations

import io
import pickle
import shlex
import sys
from pathlib import Path

import pytest

from plyground import CFOUR, TICTACTOE, Clock, Game, GridBoard, Limit, Player, Side, Termination
from plyground.bots import LinePlayer, serve
from plyground.bots.line_player import limit_text
from plyground.errors import InputError, MissingError, NotationError, PlayerError, UnsupportedError
from plyground.players import make_player, player_kinds
from tests.bots.first import First

PYTHON = shlex.quote(sys.executable)

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
        decision = player.decide(game, Limit(time=150.5, depth=4))
        assert (decision.move, decision.value, decision.line) == (3, -0.5, (3,))
        player.decide(game.play(3).play(0), Limit(time=200))
    assert record.read_text("ascii").splitlines() == [
        "plyground 1",
        "game 7x6 connect=4",
        "moves 43",
        "board ......./......./......./......./......./..ox... x",
        "go time=150.5 depth=4",
        "moves 4341",
        "board ......./......./......./......./...x.../o.ox... x",
        "go time=200",
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
        player.time = 200.0
        for clock, limit in ((None, 500), (None, 100), (Clock(75), 100)):
            player.decide(Game(GridBoard(CFOUR), clock=clock), Limit(time=limit))
    told_times = [line for line in record.read_text("ascii").splitlines() if line.startswith("go")]
    assert told_times == ["go time=200", "go time=100", "go time=75"]


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
