"""`plyground book`, and `--no-book`: what they print, and how they end."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.grid import CFOUR, TICTACTOE, Rules
from plyground.solver import Solver
from plyground.solver.book import VERSION, Book, find_book, write_book
from plyground.solver.book_builder import BookBuilder, build_book
from tests.bots.processes import children, cpu_seconds
from tests.cli.running import LANGUAGES, run
from tests.executors.lost_workers import DiesOnce, kills
from tests.waiting import PATIENCE, wait_until

SMALL = Rules.parse("5x4 connect=4")
ONE = ("--threads", "1", "--table", "16")


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """So that no test meets the notice that kernels are being compiled."""
    Solver(TICTACTOE, threads=1, table_mb=1).get_ready()
    Solver(CFOUR, threads=1, table_mb=1).get_ready()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("book") / "small.plybook"
    build_book(SMALL, path, deepest=6, through=2)
    return path


# solve and analyse


def test_the_empty_board_needs_no_search() -> None:
    answer = json.loads(run("analyse", "--json", *ONE).stdout)
    assert [value["score"] for value in answer["values"].values()] == [-2, -1, 0, 1, 0, -1, -2]
    assert (answer["source"], answer["best"], len(answer["line"])) == ("book", ["4"], 41)
    assert json.loads(run("solve", "--json", *ONE).stdout)["source"] == "book"
    shown = run("analyse", *ONE).stdout
    assert shown.endswith("\nfrom the opening book\n")
    assert run("solve", "4", *ONE).stdout.endswith("\nfrom the opening book\n")


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_no_book_searches(command: str) -> None:
    position = "44444566566"
    plain = json.loads(run(command, position, "--no-book", "--json", *ONE).stdout)
    booked = json.loads(run(command, position, "--json", *ONE).stdout)
    assert (plain["source"], booked["source"]) == ("search", "book")
    for field in ("score", "plies", "best", "values"):
        assert plain.get(field) == booked.get(field)
    assert "opening book" not in run(command, position, "--no-book", *ONE).stdout


# info and lookup


def test_info_shows_what_is_there() -> None:
    result = run("book", "info")
    assert result.exit_code == 0
    book = find_book(CFOUR)
    assert book is not None
    assert "".join(str(book.path).split()) in "".join(result.stdout.split())  # a long path is wrapped
    assert re.search(r"^version +1 *$", result.stdout, re.MULTILINE)
    assert re.search(r"^rules +7x6 connect=4 *$", result.stdout, re.MULTILINE)
    assert f"{book.size:,} bytes, and the checksum is right" in result.stdout
    assert [int(stones) for stones in re.findall(r"^ +(\d+) +[\d,]+ +[\d,]+ ", result.stdout, re.MULTILINE)] == [
        *range(9),
        12,
    ]
    assert re.search(r"^ +12 +5,832,236 +4,096,291 +270,947 +1,464,998 +5 ", result.stdout, re.MULTILINE)


def test_info_of_a_file_and_of_none(small: Path) -> None:
    assert "5x4 connect=4" in run("book", "info", "--file", str(small)).stdout
    missing = run("book", "info", "--rules", "6x5")
    assert (missing.exit_code, missing.stdout) == (3, "")
    assert "plyground book build" in missing.stderr


def test_lookup_says_it_in_words() -> None:
    assert run("book", "lookup", "4444").stdout.endswith("\n+1  wins in 19\n")
    assert run("book", "lookup").stdout.endswith("\n+1  wins in 21\n")
    assert run("book", "lookup", "3").stdout.endswith("\n0  draw\n")
    assert run("book", "lookup", "1").stdout.endswith("\n+2  wins in 20\n")  # the second player's, who moves now


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("4444445623333", "it ends at 12 stones"),
        ("......./......./......./......./xx...../oo..... x", "no game leads there"),
        ("1122334", "The game is over"),
    ],
)
def test_lookup_says_when_it_does_not_know(position: str, said: str) -> None:
    result = run("book", "lookup", position)
    assert result.exit_code == 1
    assert said in result.stdout.splitlines()[-1]


def test_bad_files_are_refused(tmp_path: Path, small: Path) -> None:
    whole = small.read_bytes()
    for content, said in (
        (whole[:-5], "damaged"),
        (whole[:8] + (VERSION + 1).to_bytes(2, "little") + whole[10:], "update it"),
        (whole[:100] + b"!" + whole[101:], "damaged"),
        (b"", "empty"),
        (b"hello" * 20, "no opening book"),
    ):
        (tmp_path / "bad").write_bytes(content)
        for command in ("info", "lookup", "verify"):
            result = run("book", command, "--file", str(tmp_path / "bad"))
            assert (result.exit_code, result.stdout) == (2, "")
            assert said in result.stderr
            assert result.stderr.count("\n") == 1
    result = run("book", "info", "--file", str(tmp_path / "nothing"))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "cannot be read" in result.stderr


def test_a_bad_book_does_not_keep_the_solver_from_answering(tmp_path: Path, small: Path) -> None:
    folder = tmp_path / "data" / "books"
    folder.mkdir(parents=True)
    (folder / "5x4_connect=4.plybook").write_bytes(small.read_bytes()[:-5])
    (folder / "4x4_connect=4.plybook").write_bytes(small.read_bytes())
    for rules, said in (("5x4", "damaged"), ("4x4", "a book for 5x4 connect=4, not for 4x4 connect=4")):
        result = subprocess.run(
            [sys.executable, "-m", "plyground", "solve", "-", "--rules", rules, *ONE],
            input="1\n12\n",
            env={**os.environ, "PLYGROUND_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert len(result.stdout.splitlines()) == 2
        assert result.stderr.count("no opening book: ") == 1
        assert said in result.stderr


# verify


def test_verify_finds_nothing_wrong_and_what_is_wrong(small: Path, tmp_path: Path) -> None:
    result = run("book", "verify", "--file", str(small), "--sample", "15", "--seed", "3", "--workers", "1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [int(line.split()[0]) for line in lines] == [6, 2, 1, 0]
    assert all(", 0 differ, " in line for line in lines)
    right = Book(small)
    scores = {stones: right.layer_scores(stones) for stones in right.layers}
    scores[1][:] += 1
    write_book(tmp_path / "wrong", SMALL, scores)
    result = run("book", "verify", "--file", str(tmp_path / "wrong"), "--layer", "1", "--workers", "1")
    assert result.exit_code == 1
    assert ", 3 differ, " in result.stdout
    assert len(re.findall(r"^  WRONG: \S+ o is -?\d+, the book says -?\d+$", result.stdout, re.MULTILINE)) == 3


def test_ctrl_c_ends_a_long_check_soon(tmp_path: Path) -> None:
    with child("book", "verify", "--layer", "0", "--workers", "1", home=tmp_path) as checking:
        # The empty board is a minute's work, the start of the worker two seconds'.
        assert wait_until(lambda: any(cpu_seconds(worker) > 3 for worker in children(checking.pid)))
        checking.send_signal(signal.SIGINT)
        shown, said = checking.communicate(timeout=PATIENCE)
    # Nothing is shown: the check was not waited for.
    assert (checking.returncode, shown) == (130, "")
    assert said.splitlines()[-1] == "plyground: interrupted"


# build


EVERY_STEP = "from plyground.cli import main, questions; questions.PLAIN_EVERY = 0; main()"
"""The command, which tells of every step and not only every ten seconds."""


def child(*arguments: str, home: Path, every_step: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *(("-c", EVERY_STEP) if every_step else ("-m", "plyground")), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8", "PLYGROUND_HOME": str(home)},
    )


def test_what_is_built_is_found_and_right(tmp_path: Path, small: Path) -> None:
    with child("book", "build", "5x4", "--deepest", "6", "--workers", "1", home=tmp_path) as building:
        shown, said = building.communicate(timeout=PATIENCE)
    assert building.returncode == 0, said
    path = tmp_path / "data" / "books" / "5x4_connect=4.plybook"
    assert path.read_bytes() == small.read_bytes()
    assert re.search(r"^ +6 +883 +1,632 +715 +3,230 +0 *$", shown, re.MULTILINE)
    assert str(path) in shown
    with child("solve", "12", "--rules", "5x4", "--json", *ONE, home=tmp_path) as asked:
        assert json.loads(asked.communicate(timeout=PATIENCE)[0])["source"] == "book"


@kills
def test_a_killed_worker_builds_the_same_book(tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fragile = DiesOnce("plyground.solver.book_builder", "_timed", tmp_path)
    fragile.replace(monkeypatch)
    path = tmp_path / "book"
    result = run("book", "build", "5x4", "--deepest", "6", "--workers", "1", "--out", str(path))
    assert result.exit_code == 0, result.output
    assert fragile.has_died
    assert path.read_bytes() == small.read_bytes()


def test_ctrl_c_keeps_what_is_solved(tmp_path: Path) -> None:
    """A board whose layer takes minutes: interrupted, looked at, and taken up again."""
    path = tmp_path / "book"
    rules = Rules.parse("6x5 connect=4")
    solved = 0
    for _ in range(2):
        asked = ("book", "build", "6x5", "--deepest", "8", "--out", str(path), "--workers", "1")
        with child(*asked, home=tmp_path, every_step=True) as b:
            assert b.stderr is not None
            for line in b.stderr:
                if " positions, " in line:  # another piece is solved
                    break
            b.send_signal(signal.SIGINT)
            _shown, said = b.communicate(timeout=PATIENCE)
        assert b.returncode == 130
        assert not path.exists()
        kept = re.search(r"interrupted; ([\d,]+) solved positions are kept", said)
        assert kept, said
        building = BookBuilder(rules, path, 8)
        now = int(building.deepest.open.sum()) - len(building.open_numbers)
        assert now >= int(kept[1].replace(",", "")) >= solved
        assert now > solved
        solved = now


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: what cannot be written is refused by the system."""
    path = tmp_path / "book"

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    result = subprocess.run(
        [sys.executable, "-m", "plyground", "book", "build", "5x4", "--out", str(path), "--workers", "1"],
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=small_disk,
    )
    assert result.returncode == 3, result.stderr
    assert "cannot be written: File too large" in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("tictactoe",), 3, "gravity"),
        (("12x12",), 3, "too large"),
        (("7by6",), 2, "7by6"),
        (("5x4", "--deepest", "21"), 2, "from 0 to 20"),
        (("7x6", "--deepest", "25"), 3, "20 at most"),
        (("5x4", "--deepest", "few"), 2, "--deepest"),
        (("5x4", "--workers", "0"), 2, "--workers"),
        (("5x4", "--workers", "2", "--executor", "tcp://nowhere:1"), 2, "leave their number out"),
        (("5x4", "--out", "/"), 2, "no file"),
        (("5x4", "--out", "/dev/null/book"), 3, "cannot be written"),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, tuple) else "",
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    result = run("book", "build", *arguments, *(() if "--out" in arguments else ("--out", str(tmp_path / "book"))))
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("plyground: ")


def test_help_in_every_language() -> None:
    english = run("book", "--help").stdout
    assert all(name in english for name in ("info", "lookup", "verify", "build"))
    for language in LANGUAGES[1:]:
        for command in ((), ("info",), ("lookup",), ("verify",), ("build",)):
            shown = run("book", *command, "--help", "--lang", language).stdout
            assert shown
            assert not re.search(r"\b(the|book|of|without)\b", re.sub(r"plyground book|tools/book", "", shown))
