"""`plyground review`: what it judges, what it shows, and how it ends."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from plyground import TICTACTOE, Game, GridBoard
from plyground.grid import parse_moves
from plyground.store import Database, GameRecord, add_games, game_text
from plyground.texts import say, use_language
from tests.cli.running import LANGUAGES, process, run
from tests.cli.terminal import Terminal

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
LINE = "b2 a1 c3 b1"


def record(id: str, text: str = LINE, hours: int = 0, **fields: object) -> GameRecord:
    game = Game(GridBoard(TICTACTOE), parse_moves(TICTACTOE, text))
    return GameRecord.of(game, id=id, players=("Ann", "Bo"), began=BEGAN + timedelta(hours=hours), **fields)  # type: ignore[arg-type]


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "games.sqlite")
    with Database.open(path) as opened:
        add_games(
            opened,
            [
                record("early"),
                record("late", "b2 a1 c3", hours=2),
                record("cup/1", hours=3, event="cup"),
                record("empty", "", hours=4),
            ],
        )
    return path


def test_moves_are_judged_with_a_table_a_chart_and_a_summary():
    result = run("review", LINE, "--rules", "tictactoe")
    assert result.exit_code == 0, result.output
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0] == "tictactoe"
    assert lines[1].split() == ["side", "move", "verdict", "value", "better"]
    assert lines[2].split() == ["1", "X", "first", "b2", "best", "draw"]
    assert re.fullmatch(r"4  O second  b1 +mistake +draw → loses in 2 +a3, then a2 c2 b1 b3 c1", lines[5])
    chart = lines[7:12]
    assert chart == [
        "first wins       ▆",
        "draw         ────",
        "second wins",
        "                 ×",
        "             0",
    ]
    assert lines[-2:] == ["X first: no mistake", "O second: 1 mistake"]


def test_in_a_terminal_without_the_signs():
    result = process("review", LINE, "--rules", "tictactoe", env={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert "draw -> loses in 2" in result.stdout
    assert "draw         ----" in result.stdout
    assert result.stdout.isascii()
    assert "?" not in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language):
    result = run("--lang", language, "review", LINE, "--rules", "tictactoe")
    assert result.exit_code == 0, result.output
    use_language(language)
    try:
        assert say("The value after each move; a fuller bar is nearer to the end.") in result.stdout
    finally:
        use_language("en")


@pytest.mark.parametrize(("name", "moves"), [("early", 4), ("ear", 4), ("last", 3), ("cup/1", 4)])
def test_a_game_of_the_database(database, name, moves):
    result = run("review", name, "--database", database)
    assert result.exit_code == 0, result.output
    assert "Ann – Bo" in result.stdout
    assert "X Ann: no mistake" in result.stdout
    assert len(re.findall(r"^ *\d+  [XO]", result.stdout, re.MULTILINE)) == moves


def test_last_is_the_game_that_was_played_last(database):
    assert run("review", "last", "--database", database).stdout.startswith("late ")
    played = run("play", "--rules", "tictactoe", "--second", "human", "--database", database, stdin="b2\nquit\n")
    assert played.exit_code == 0
    assert run("review", "last", "--database", database).stdout.startswith("play-")


def test_the_moves_of_an_opening_are_not_judged(database):
    with Database.open(database) as opened:
        add_games(opened, [record("given", "b2 b1 a1", opening=2)])
    result = run("review", "given", "--database", database)
    assert result.stdout.count("not judged") == 2
    assert "O Bo: 1 move given by the opening" in result.stdout


def test_json(database):
    told = json.loads(run("review", "early", "--json", "--database", database).stdout)
    assert (told["game"], told["first"], told["second"], told["moves"]) == ("early", "Ann", "Bo", LINE)
    assert [each["verdict"] for each in told["judgements"]] == ["best", "best", "best", "mistake"]
    assert told["summary"]["second"]["mistakes"] == 1
    assert json.loads(run("review", "44", "--json").stdout)["game"] is None


def test_a_file_of_games_with_one_that_cannot_be_read(tmp_path):
    file = tmp_path / "games.txt"
    good, bad = game_text(record("one")), game_text(record("two")).replace("c3", "b2")
    file.write_text(good + bad + game_text(record("three", "b2")), "utf-8")
    result = run("review", str(file))
    assert result.exit_code == 2
    assert [line.split()[0] for line in result.stdout.splitlines() if "Ann – Bo" in line] == ["one", "three"]
    lines = (good + bad).splitlines()
    place = max(number for number, line in enumerate(lines, start=1) if line.startswith("b2 "))
    assert f"line {place}: move 3 of game two cannot be played" in result.stderr


def test_a_file_and_standard_input_with_the_moves_of_a_game_in_each_line(tmp_path):
    text = f"{LINE}\n\nb2 b2\nb2 a1\n"
    file = tmp_path / "moves.txt"
    file.write_text(text, "utf-8")
    for result in (
        run("review", str(file), "--rules", "tictactoe"),
        run("review", "-", "--rules", "tictactoe", stdin=text),
    ):
        assert result.exit_code == 2
        assert result.stdout.count("tictactoe") == 2
        assert "line 3: place 4 of 'b2 b2'" in result.stderr
    exported = run("review", "-", stdin="\n" + game_text(record("one")))
    assert exported.exit_code == 0
    assert exported.stdout.startswith("one ")


# Bad input


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["44x4", "--rules", "cfour"], 2, "'x' at place 3 of '44x4'"),
        (["4449"], 2, "'9' at place 4 of '4449' is not a column"),
        (["4444444"], 2, "place 7 of '4444444': column 4 is full"),
        (["11223344"], 2, "place 8 of '11223344'"),
        (["44", "--rules", "7x"], 2, "'7x'"),
        (["44", "--time", "0"], 2, "0"),
        (["44", "--time", "x"], 2, "--time is 'x'"),
        (["nosuchgame"], 2, "'nosuchgame' is no game in"),
        (["no/such/file.txt"], 2, "no file, and no moves"),
        (["e", "--database", "DATABASE"], 2, "several games begin with 'e': early, empty"),
        (["empty/folder/x", "--database", "/dev/null/games"], 4, "/dev/null/games"),
        (["last", "--database", "EMPTY"], 3, "'plyground play' plays one"),
        (["-"], 2, "there is no game in '-'"),
        ([], 2, "GAME"),
    ],
)
def test_what_cannot_be_reviewed(arguments, code, said, database, tmp_path):
    places = {"DATABASE": database, "EMPTY": str(tmp_path / "empty.sqlite")}
    Database.open(places["EMPTY"]).close()
    result = run("review", *(places.get(word, word) for word in arguments))
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_an_empty_and_an_unfinished_game(database):
    for result in (run("review", ""), run("review", "empty", "--database", database)):
        assert result.exit_code == 0
        assert "There are no moves to judge." in result.stdout
    assert "X first: no mistake" in run("review", "b2 a1 c3", "--rules", "tictactoe").stdout


def test_a_board_that_nobody_can_solve_is_said_move_by_move():
    result = run("review", "1122337c8c4", "--rules", "12x12 connect=4")
    assert result.exit_code == 0
    rows = re.findall(r"^ *\d+  [●○].*", result.stdout, re.MULTILINE)
    unjudged = [row for row in rows if "not judged" in row]
    assert len(rows) == 11
    assert len(unjudged) > 1
    assert all("the board is too large to solve" in row for row in unjudged)
    assert re.search(r"^○ second: .*moves not judged$", result.stdout, re.MULTILINE)
    assert "value not known" in result.stdout


@pytest.mark.needs("tmux")
def test_progress_and_ctrl_c_leave_what_was_judged():
    # A position that takes far longer than anybody waits.
    with Terminal('review --rules "11x9 connect=5" --time 600 --total 600 11112222333344445') as terminal:
        terminal.wait(lambda screen: bool(re.search(r"\d of \d+ moves judged, [1-9]", screen)) or "code=" in screen)
        terminal.keys("C-c")
        screen = terminal.wait("code=130")
        assert "plyground: interrupted" in screen
        assert "the review was stopped" in terminal.history()
        assert "moves not judged" in terminal.history()
        assert "Traceback" not in terminal.history()


def test_a_main_line_is_judged_from_its_first_move():
    result = run("review", "44444", "--time", "60")
    assert re.findall(r"^ *\d  . \w+ +4 +(\w+)", result.stdout, re.MULTILINE) == ["best"] * 5


def test_without_gravity_what_is_proven_by_threats_is_judged():
    result = run("review", "h8 a1 h9 a3 h10 a5 h11", "--rules", "gomoku", "--why")
    assert result.exit_code == 0
    assert re.search(r"a5 +mistake +\? . loses in 2 to fours", result.stdout)
    assert "no win by threats was found for either side" in result.stdout
    assert "a5: loses in 2 to fours." in result.stdout
