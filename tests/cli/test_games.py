"""`plyground games`: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import array
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

from plyground import CFOUR, Game, GridBoard, Rules, Side, Termination, animate_svg, draw_svg
from plyground.store import GameRecord, MoveRecord
from plyground.store.database import Database
from plyground.store.game_text import game_text
from plyground.store.games import add_games, find_games, get_game
from tests.cli.running import LANGUAGES, process, run
from tests.postgres import Server
from tests.store.test_games import some_games
from tests.waiting import PATIENCE, wait_until


def _games() -> list[GameRecord]:
    won = Game(GridBoard(CFOUR), [3, 2, 3, 2, 3, 2, 3])
    late = Game(GridBoard(Rules.parse("5x5 connect=4 gravity=no blocked=c3")), [0, 1, 2])
    late.end(Side.SECOND, Termination.TIMEOUT)
    moves = [MoveRecord(move, 0.5, float("inf"), 1234) for move in won.moves]
    return [
        GameRecord.of(
            won, id="cup/1", players=("uct time=1", "human \x1b[31m"), moves=moves, opening=2, event="cup", round=1
        ),
        GameRecord.of(late, id="cup/2", players=("random", "solver"), reason="solver took 5.1 s", event="cup"),
    ]


GAMES = _games()


@pytest.fixture
def place(tmp_path: Path) -> str:
    path = str(tmp_path / "games.sqlite")
    with Database.open(path) as database:
        add_games(database, GAMES)
    return path


def all_games(place: str) -> list[GameRecord]:
    with Database.open(place) as database:
        return list(find_games(database))


def test_list_shows_a_line_a_game_the_newest_first(place: str) -> None:
    result = run("games", "list", "--database", place)
    assert result.exit_code == 0
    head, second, first = result.stdout.splitlines()
    assert head.split() == ["game", "began", "rules", "first", "second", "result", "moves", "event"]
    assert second.startswith("cup/2 ")
    assert "first wins (timeout)" in second
    assert "uct time=1  human \\x1b[31m  first wins" in first  # nothing in a name steers the terminal
    assert "cup/2" not in run("games", "list", "--rules", "cfour", "--database", place).stdout
    assert run("games", "list", "--limit", "1", "--database", place).stderr == "1 of 2 games; --limit shows more\n"


def test_list_as_json(place: str) -> None:
    result = run("games", "list", "--json", "--termination", "timeout", "--database", place)
    (found,) = map(json.loads, result.stdout.splitlines())
    assert found == {
        "version": 1,
        "id": "cup/2",
        "began": GAMES[1].began.isoformat(),
        "rules": "5x5 connect=4 gravity=no blocked=c3",
        "first": "random",
        "second": "solver",
        "outcome": "first wins",
        "termination": "timeout",
        "moves": 3,
        "event": "cup",
        "round": None,
    }


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--player", "UCT"], ["cup/1"]),
        (["--event", "cup"], ["cup/1", "cup/2"]),
        (["--event", "league"], []),
        (["--result", "draw"], []),
        (["--result", "first", "--player", "solver"], ["cup/2"]),
        (["--since", "2020-01-01", "--until", "2100-01-01T10:00"], ["cup/1", "cup/2"]),
        (["--until", "2020-01-01"], []),
    ],
)
def test_filters_choose(place: str, options: list[str], ids: list[str]) -> None:
    listed = run("games", "list", "--json", *options, "--database", place)
    assert [json.loads(line)["id"] for line in listed.stdout.splitlines()] == ids[::-1]
    exported = run("games", "export", *options, "--database", place)
    assert exported.stdout == "".join(game_text(game) for game in GAMES if game.id in ids)


def test_show_a_game(place: str) -> None:
    result = run("games", "show", "cup/1", "--database", place)
    assert result.exit_code == 0
    assert "result  first wins" in result.stdout
    assert "moves   4343434" in result.stdout
    assert "1 │ ·  ·  ○ [●] ·  ·  · │" in result.stdout
    assert "2  second  3 (opening)  0.50 s     +∞  1,234" in result.stdout
    early = run("games", "show", "cup/2", "--ply", "1", "--database", place).stdout
    assert "reason  solver took 5.1 s" in early
    assert "5 │(●) ·  ·  ·  · │" in early
    assert run("games", "show", "cup/2", "--text", "--database", place).stdout == game_text(GAMES[1])
    game = GAMES[1].game()
    for option, plies, picture in (
        ("--svg", (), draw_svg(game)),
        ("--svg", ("--ply", "1"), draw_svg(game.boards[1])),
        ("--animation", (), animate_svg(game)),
        ("--animation", ("--ply", "1"), animate_svg(game.branch(1))),
    ):
        assert run("games", "show", "cup/2", option, *plies, "--database", place).stdout == f"{picture}\n"


def test_values_do_not_jump_where_there_was_no_search(tmp_path: Path) -> None:
    """In games that were kept before, the champion's book moves have 1, 0 or -1, and moves at sight a single node."""
    place = str(tmp_path / "old.sqlite")
    kept = [(1.0, None), (0.25, 900), (0.0, None), (-0.5, 800), (-1.0, None), (1.0, 700), (float("inf"), 1)]
    won = Game(GridBoard(CFOUR), [3, 2, 3, 2, 3, 2, 3])
    moves = [MoveRecord(move, 0.1, value, nodes) for move, (value, nodes) in zip(won.moves, kept, strict=True)]
    with Database.open(place) as database:
        add_games(database, [GameRecord.of(won, id="old", players=("champion", "champion"), moves=moves)])
    shown = run("games", "show", "old", "--database", place).stdout.splitlines()[-len(kept) :]
    values = [line.split(" s ", 1)[1].split() for line in shown]
    assert values == [[], ["+0.25", "900"], [], ["-0.50", "800"], [], ["+1", "700"], ["1"]]


def test_values_of_new_games_come_from_searches(tmp_path: Path) -> None:
    place = str(tmp_path / "new.sqlite")
    players = ("champion playouts=50 threads=1", "winblock")
    result = run("match", *players, "--games", "2", "--workers", "1", "--save", "cup", "--database", place)
    assert result.exit_code == 0
    for record in all_games(place):
        assert [move.value for move in record.moves] == [move.shown_value for move in record.moves]
        assert not any(move.value is not None and (move.nodes or 0) < 2 for move in record.moves)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["show", "cup"], 2, "several games begin with 'cup': cup/1, cup/2; write more of it"),
        (["show", "cap"], 2, "there is no game 'cap'"),
        (["show", ""], 2, "there is no game ''"),
        (["show", "cup/2", "--ply", "4"], 2, "--ply is 4, but the game has 3 moves"),
        (["list", "--since", "yesterday"], 2, "--since is 'yesterday'; it has to be a day or a time"),
        (["list", "--rules", "chess"], 2, "'chess' is neither a preset"),
        (["list", "--limit", "0"], 2, "--limit is '0'"),
        (["import", "/nowhere/at all"], 2, "'/nowhere/at all' cannot be read: No such file or directory"),
        (["import", "/"], 2, "'/' cannot be read: Is a directory"),
        (["export", "/nowhere/at all"], 2, "'/nowhere/at all' cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(place: str, arguments: list[str], code: int, said: str) -> None:
    result = run("games", *arguments, "--database", place)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)
    assert said in result.stderr


def test_a_short_id_is_enough_where_it_is_the_only_one(place: str) -> None:
    with Database.open(place) as database:
        add_games(database, [replace(GAMES[0], id="3f9ab12")])
    assert run("games", "show", "3f9", "--database", place).stdout.startswith("game    3f9ab12")


def test_export_and_import_carry_everything(place: str, tmp_path: Path) -> None:
    file, other = tmp_path / "games.txt", str(tmp_path / "other.sqlite")
    result = run("games", "export", str(file), "--database", place)
    assert (result.exit_code, result.stdout) == (0, f"{file}: 2 games\n")
    again = run("games", "export", str(file), "--database", place)
    assert (again.exit_code, "--force writes over it" in again.stderr) == (2, True)
    assert run("games", "export", str(file), "--force", "--database", place).exit_code == 0
    result = run("games", "import", str(file), "--database", other)
    assert (result.exit_code, result.stdout) == (0, f"{other}: 2 new, 0 there already, 0 not imported\n")
    result = run("games", "import", str(file), str(file), "--database", other)
    assert (result.exit_code, result.stdout) == (0, f"{other}: 0 new, 4 there already, 0 not imported\n")
    assert all_games(other) == GAMES


def test_garbage_is_named_by_line_and_the_others_are_imported(place: str, tmp_path: Path) -> None:
    text = game_text(GAMES[0]).replace("cup/1", "new/1") + "rubbish\n\n" + game_text(GAMES[1]).replace("a5 ", "a9 ", 1)
    text += game_text(GAMES[1]).replace("cup/2", "new/2")
    differs = game_text(GAMES[0]).replace("uct", "mcts")
    file = tmp_path / "mixed.txt"
    file.write_bytes(text.encode() + b'[Game "bytes\xff\xfe"]\n\n' + differs.encode())
    result = run("games", "import", str(file), "--database", place)
    assert (result.exit_code, result.stdout) == (2, f"{place}: 2 new, 0 there already, 4 not imported\n")
    lines = result.stderr.splitlines()
    rubbish = game_text(GAMES[0]).count("\n") + 1
    assert lines[0].startswith(f"plyground: {file}, line {rubbish}: this is no game")
    assert "'a9' at place 1" in lines[1]
    assert "no line for 'Rules'" in lines[2]
    assert "'cup/1' differs from the one of this name in the database, which is kept" in lines[3]
    with Database.open(place) as database:
        assert get_game(database, "cup/1") == GAMES[0]
        assert get_game(database, "new/2") == replace(GAMES[1], id="new/2")


def test_a_file_of_another_kind_does_not_flood_the_terminal(place: str, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("rose\n\n" * 500)
    result = run("games", "import", str(file), "--database", place)
    assert (result.exit_code, result.stdout) == (2, f"{place}: 0 new, 0 there already, 500 not imported\n")
    assert result.stderr.count("\n") == 21


def test_through_a_pipe(place: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.sqlite")
    exported = process("games", "export", "--database", place, env={"PYTHONIOENCODING": "ascii"})
    result = process("games", "import", "-", stdin=exported.stdout, env={"PLYGROUND_DATABASE": other})
    assert (result.returncode, result.stdout) == (0, f"{other}: 2 new, 0 there already, 0 not imported\n")
    assert all_games(other) == GAMES


def test_a_reader_who_leaves_ends_the_export_with_the_code_of_a_broken_pipe(tmp_path: Path) -> None:
    """Like `| head -1`, with more games than a pipe holds."""
    place = str(tmp_path / "games.sqlite")
    with Database.open(place) as database:
        add_games(database, [replace(GAMES[0], id=f"cup/{number}") for number in range(500)])
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "games", "export", "--database", place],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == '[Game "cup/0"]\n'
        child.stdout.close()
        assert child.stderr.read() == ""
        assert child.wait(PATIENCE) == 141


def test_the_same_on_a_server(place: str, tmp_path: Path, postgres: Server) -> None:
    url, file = postgres.new_database(), str(tmp_path / "games.txt")
    assert run("games", "export", file, "--database", place).exit_code == 0
    result = run("games", "import", file, env={"PLYGROUND_DATABASE": url})
    assert (result.exit_code, result.stdout) == (0, f"{url}: 2 new, 0 there already, 0 not imported\n")
    for arguments in (["list"], ["list", "--player", "UCT"], ["show", "cup/1"], ["export"]):
        there, here = (run("games", *arguments, "--database", database) for database in (url, place))
        assert (there.exit_code, there.stdout) == (0, here.stdout)
    postgres.give_back(url)


def unread(pipe: IO[str]) -> int:
    """Bytes that lie in a pipe."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def asleep(pid: int) -> bool:
    """Whether all threads of a process wait for something."""
    states = [path.read_bytes().rpartition(b")")[2].split()[0] for path in Path(f"/proc/{pid}/task").glob("*/stat")]
    return all(state == b"S" for state in states)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_ctrl_c_keeps_what_was_imported(tmp_path: Path) -> None:
    place, pipe = str(tmp_path / "games.sqlite"), tmp_path / "pipe"
    os.mkfifo(pipe)
    games = some_games(30)
    importing = subprocess.Popen(
        [sys.executable, "-m", "plyground", "games", "import", str(pipe), "--database", place],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with open(pipe, "w") as out:
        out.write("".join(game_text(game) for game in games))
        out.flush()
        assert wait_until(lambda: unread(out) == 0)  # the games are in the process, which waits for more
        assert wait_until(lambda: asleep(importing.pid))
        importing.send_signal(signal.SIGINT)
        said, complaint = importing.communicate(timeout=PATIENCE)
    assert importing.returncode == 130
    new = f"plyground: '{place}' is a new database\n"
    assert complaint == new + "plyground: interrupted; what was read is kept\n"
    assert said == f"{place}: 30 new, 0 there already, 0 not imported\n"
    assert all_games(place) == games


def test_a_damaged_game_is_left_out_of_an_export(place: str) -> None:
    with Database.open(place) as database, database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM moves WHERE game = 'cup/1' AND ply = 3")
    result = run("games", "export", "--database", place)
    assert (result.exit_code, result.stdout) == (4, game_text(GAMES[1]))
    assert result.stderr.startswith("plyground: game cup/1 in ")


def test_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann,\n" * 200)
    result = run("games", "list", "--database", str(letter))
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr == (
        f"plyground: '{letter}' is not a database; nothing was changed; name another with --database\n"
    )


def test_no_games_is_no_error(tmp_path: Path) -> None:
    result = run("games", "list", env={"PLYGROUND_HOME": str(tmp_path)})
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"No games in '{tmp_path}/data/games.sqlite' fit.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_shows_lists_and_games(place: str, language: str) -> None:
    for arguments in (["list"], ["show", "cup/1"], ["show", "--help"], ["import", "--help"], ["list", "--help"]):
        result = run("--lang", language, "games", *arguments, "--database", place)
        assert result.exit_code == 0
        assert result.stdout


def test_an_export_of_nothing_says_so(place: str, tmp_path: Path) -> None:
    result = run("games", "export", "--player", "nobody", "--database", place)
    assert (result.exit_code, result.stdout) == (0, "")
    assert f"No games in '{place}' fit." in result.stderr
    assert "No games" not in run("games", "export", "--database", place).stderr


@pytest.mark.parametrize(
    "command",
    [
        ["games", "list"],
        ["games", "show", "x"],
        ["games", "export"],
        ["review", "last"],
        ["tournament", "list"],
        ["tournament", "status", "cup"],
        ["tournament", "resume", "cup"],
        ["tournament", "report", "cup"],
    ],
    ids=" ".join,
)
def test_reading_makes_no_database(tmp_path: Path, command: list[str]) -> None:
    place = tmp_path / "mistyped.sqlite"
    for arguments, env in (([*command, "--database", str(place)], {}), (command, {"PLYGROUND_DATABASE": str(place)})):
        result = run(*arguments, env=env)
        assert result.exit_code == 4, result.output
        assert f"there is no database '{place}'" in result.stderr
        assert not list(tmp_path.iterdir())
