"""The program around the commands: help, languages, errors and exit codes."""

from __future__ import annotations

import ast
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from plyground import __version__, errors, texts
from plyground.cli import click_texts, main, program
from tests.cli.running import LANGUAGES, process, run
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["watch", "--help"], ["--lang", "ko", "--help"]])
def test_help_imports_neither_numpy_nor_numba(arguments):
    code = (
        "import sys\nfrom plyground.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, encoding="utf-8", check=True)
    assert "plyground" in done.stdout
    loaded = done.stderr.split()
    assert "click" in loaded
    assert not {"numpy", "numba", "llvmlite", "sqlalchemy", "fastapi", "dask"} & set(loaded)


def test_version():
    assert run("--version").stdout == f"plyground {__version__}\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", program.COMMANDS)
def test_every_command_has_its_help_in_every_language(name, language):
    result = run("--lang", language, name, "--help")
    assert result.exit_code == 0
    command = main.get_command(click.Context(main), name)
    assert command is not None
    texts.use_language(language)
    try:
        own = " ".join(texts._(command.help or "").split())
    finally:
        texts.use_language("en")
    # Folding may fall anywhere in a text without spaces.
    assert own.replace(" ", "") in result.stdout.replace("\n", "").replace(" ", "")
    assert (own == " ".join((command.help or "").split())) == (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_terminal_of_80_columns(language):
    from rich.cells import cell_len

    for arguments in [["--help"], *([name, "--help"] for name in program.COMMANDS)]:
        for line in run("--lang", language, *arguments).stdout.splitlines():
            assert cell_len(line) <= 80, line


def test_without_a_command_the_help_is_shown():
    assert run().stdout == run("--help").stdout
    assert run().exit_code == 0


def test_the_list_names_what_can_be_run():
    for name in program.COMMANDS:
        assert isinstance(main.get_command(click.Context(main), name), click.Command)
        assert re.search(rf"^  {name} +\S", run("--help").stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["plya"], 2, "there is no command 'plya'; did you mean play?"),
        (["zzz"], 2, "there is no command 'zzz'; the commands are play,"),
        (["update"], 2, "there is no command 'update'; the commands are play,"),
        (["eval"], 2, "there is no command 'eval'; the commands are play,"),
        (["reviw"], 2, "did you mean review?"),
        (["lookup"], 2, "did you mean book lookup?"),
        (["import"], 2, "did you mean games import?"),
        (["book", "lokup"], 2, "there is no command 'lokup'; did you mean lookup? The commands are info, lookup,"),
        (["games", "zzz"], 2, "there is no command 'zzz'; the commands are list,"),
        (["--lang", "xx", "play"], 2, "there are no texts in the language 'xx'; known are en, ko, zh_CN"),
        (["--lang", "kr", "play"], 2, "did you mean ko?"),
        (["play", "--bogus"], 2, "No such option"),
        (["play", "--rule", "cfour"], 2, "Did you mean '--rules'?"),
        (["match", "random", "random", "--force"], 2, "No such option '--force'. Try 'plyground match --help'."),
        (["play", "--first"], 2, "requires an argument"),
        (["doctor", "extra"], 2, "Got unexpected extra argument (extra). Try 'plyground doctor --help'."),
        (["play", "extra"], 2, "'extra' is an argument too many; did you mean --second extra, --rules extra?"),
        (["bot", "random"], 2, "did you mean --player random? Try 'plyground bot --help'."),
        (["bot", "uct time=1"], 2, "did you mean --player 'uct time=1'?"),
        (["book", "info", "cfour"], 2, "did you mean --rules cfour, --file cfour? Try 'plyground book info --help'."),
        (["reproduce", "Z"], 2, "did you mean --only Z?"),
        (["solve", "4453", "tictactoe"], 2, "did you mean --rules tictactoe?"),
        (["games", "list", "level5"], 2, "did you mean --player level5?"),
        (["play", "--seed", "x"], 2, "--seed is 'x'; it has to be a whole number, 0 or more"),
        (["play", "--seed", "-1"], 2, "--seed is '-1'; it has to be a whole number, 0 or more"),
        (["play", "--rules", "7x"], 2, "'7x'"),
        (["play", "--rules", "cfuor"], 2, "cfour"),
        (["play", "--rules", "0x6"], 2, "columns is 0"),
        (["play", "--rules", "7x6 connect=1"], 2, "connect is 1"),
        (["play", "--first", "minmax"], 2, "there is no player 'minmax'; did you mean minimax?"),
        (["play", "--second", "minimax depht=3"], 2, "did you mean depth?"),
        (["play", "--second", "minimax depth=-1"], 2, "'-1'"),
        (["play", "--position", "48"], 2, "'8'"),
        (["play", "--position", "4444444"], 2, "column 4 is full"),
        (["play", "--position", "11223344"], 2, "8"),
        (["watch", "alphabta"], 2, "did you mean alphabeta?"),
        (["watch", "nosuch"], 2, "there is no search 'nosuch' to watch; known are minimax,"),
        (["watch", "--evaluator", "mobility"], 2, "there is no evaluator 'mobility'; known are"),
        (
            ["dataset", "4x4", "--play", "quick"],
            2,
            "games are not drawn as 'quick'; the ways are random, careful, mixed",
        ),
        (["watch", "--depth", "-1"], 2, "--depth is '-1'"),
        (["watch", "--evaluator", "segment"], 2, "did you mean segments?"),
        (["watch", "--position", "1122334"], 2, "the first player has won, so there is no move to look for"),
        (["watch", "--position", "1122334", "--lang", "ko"], 2, "선공이 이미 이겼으므로"),
        (["watch", "uct", "--playouts", "0", "--plain"], 2, "--playouts is '0'; it has to be a whole number"),
        (["watch", "--depth", "0"], 2, "--depth is '0'; it has to be a whole number, 1 or more"),
        (["watch", "uct", "--c", "nan", "--plain"], 2, "--c is 'nan'"),
        (["play"], 3, "standard input ended while an answer was needed"),
    ],
)
def test_bad_input_gets_one_sentence_and_its_exit_code(arguments, code, sentence):
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert sentence in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("plyground: ")
    assert "Traceback" not in result.output


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["zzz"],
        ["play", "--bogus"],
        ["play", "--first"],
        ["play", "extra"],
        ["play", "--seed", "x"],
        ["play", "--rules", "0x6"],
        ["play", "--first", "minmax"],
        ["play", "--position", "4444444"],
        ["watch", "alphabta"],
        ["reproduce", "--workers", "x"],
        ["play"],
    ],
)
def test_errors_are_told_in_the_language(arguments, language):
    """Also click's own, and the reason inside another error."""
    english, told = run(*arguments).stderr, run("--lang", language, *arguments).stderr
    # Names, numbers and what was typed are the same; the words between them are not.
    between = r"\b(the|there|is|are|has|have|to|no|not|it|did|you|such|got|for|an|of|while|place|column|known)\b"
    assert re.search(between, english, re.IGNORECASE)
    assert not re.search(between, told, re.IGNORECASE), told
    assert re.search(r"[\uac00-\ud7a3]" if language == "ko" else r"[\u4e00-\u9fff]", told)
    assert not re.search(r"[\u4e00-\u9fff）]\.", told), "a Chinese sentence ends with 。"


def test_the_language_can_stand_anywhere_and_come_from_the_environment():
    korean = run("--lang", "ko", "--help").stdout
    assert korean != run("--help").stdout
    assert run("--help", "--lang", "ko").stdout == korean
    assert run("--help", "--lang=ko").stdout == korean
    assert run("--help", env={"LANG": "ko_KR.UTF-8"}).stdout == korean
    assert run("--help", env={"PLYGROUND_LANG": "ko"}).stdout == korean
    assert run("--lang", "en", "--help", env={"LANG": "ko_KR.UTF-8"}).stdout == run("--help").stdout
    assert run("play", "--lang", "ko", "--help").stdout == run("--lang", "ko", "play", "--help").stdout


def test_an_unknown_language_in_the_environment_is_refused():
    result = run("--help", env={"PLYGROUND_LANG": "tlh"})
    assert result.exit_code == 2
    assert "'tlh'" in result.stderr


def test_the_language_leaves_the_environment_as_it_was(monkeypatch):
    import os

    monkeypatch.setenv("LANGUAGE", "de")
    run("--lang", "ko", "--help")
    assert os.environ["LANGUAGE"] == "de"
    monkeypatch.delenv("LANGUAGE")
    run("--lang", "ko", "--help")
    assert "LANGUAGE" not in os.environ


def test_a_fault_of_ours_is_named_without_a_traceback(monkeypatch):
    command = main.get_command(click.Context(main), "players")

    def fail() -> None:
        raise ZeroDivisionError("a part of ours broke")

    monkeypatch.setattr(command, "callback", fail)
    result = run("players")
    assert result.exit_code == program.BUG
    assert "a fault in Plyground itself (ZeroDivisionError: a part of ours broke)" in result.stderr
    assert "Traceback" not in result.output


def test_verbose_logs_the_traceback_of_an_error():
    quiet, verbose = process("play", "--rules", "0x6"), process("-v", "play", "--rules", "0x6")
    assert quiet.returncode == verbose.returncode == 2
    assert "Traceback" not in quiet.stderr
    assert "Traceback" in verbose.stderr
    assert verbose.stderr.splitlines()[-1] == quiet.stderr.strip()


def test_verbose_logs_the_game():
    arguments = ("play", "--first", "minimax depth=1", "--second", "random", "--seed", "1", "--position", "44")
    quiet, verbose = process(*arguments), process("-v", *arguments)
    assert quiet.returncode == verbose.returncode == 0
    assert quiet.stderr == ""
    log = verbose.stderr.splitlines()
    assert log[0].endswith(f"plyground {__version__}, Python {platform.python_version()}")
    assert log[1].endswith("7x6 connect=4: minimax depth=1 - random")
    assert "minimax depth=1 after " in log[2]
    assert "Decision(move=" in log[2]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_streams_are_empty_streams():
    def shell(command: str) -> subprocess.CompletedProcess[str]:
        line = f'"{sys.executable}" -m plyground {command}'
        return subprocess.run(["sh", "-c", line], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)

    unasked = shell("play <&-")
    assert unasked.returncode == 3
    assert unasked.stderr.startswith("plyground: standard input ended while an answer was needed")
    assert (shell("players >&-").returncode, shell("players >&-").stderr) == (0, "")
    refused = shell("play --rules 0x6 2>&-")
    assert (refused.returncode, refused.stderr) == (2, "")


def test_a_reader_who_leaves_is_no_error():
    """Like `| head -1`: more is written than a pipe holds."""
    started = subprocess.Popen(
        [sys.executable, "-m", "plyground", "watch", "minimax", "--depth", "4", "--plain"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert started.stdout is not None
    assert started.stderr is not None
    assert started.stdout.readline().startswith("minimax depth=4")
    started.stdout.close()
    assert started.stderr.read() == ""
    assert started.wait(PATIENCE) == program.BROKEN_PIPE
    started.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", ["players", "--help", "solve 4453 --weak", "doctor", "watch --depth 2"])
def test_output_that_cannot_be_written_is_no_fault_of_ours(arguments, tmp_path):
    def shell(streams: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-c", f'"{sys.executable}" -m plyground {arguments} {streams}'],
            env={**os.environ, "PLYGROUND_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )

    full = shell("> /dev/full")
    assert full.stderr == "plyground: standard output cannot be written: No space left on device\n"
    assert full.returncode == errors.MissingError.exit_code
    assert shell("> /dev/full 2> /dev/full").returncode == errors.MissingError.exit_code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_error_that_cannot_be_written_keeps_its_code():
    line = f'"{sys.executable}" -m plyground play --rules 0x6 2> /dev/full'
    assert subprocess.run(["sh", "-c", line], capture_output=True, timeout=PATIENCE, check=False).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
def test_ctrl_c_in_a_callback_of_the_interpreter_is_not_lost():
    """An import has such callbacks, in which Python only prints what is raised."""
    code = (
        "import signal, time, weakref\nfrom plyground.cli import main, players\n"
        "def stopped(**options):\n"
        "    thing = main.__class__('thing')\n"
        "    seen = weakref.ref(thing, lambda ref: signal.raise_signal(signal.SIGINT))\n"
        "    del thing\n"
        f"    time.sleep({PATIENCE})\n"
        "players.command.callback = stopped\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "main(['--lang', 'en', 'players'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\nplyground: interrupted\n")


def test_the_document_lists_every_exit_code():
    table = (ROOT / "docs" / "exit-codes.md").read_text("utf-8")
    written = {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    ours = {
        kind.exit_code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.PlygroundError)
    }
    assert written == {0, program.INTERRUPTED, program.BROKEN_PIPE, program.BUG} | ours


def test_the_texts_of_click_are_those_that_it_uses():
    """A new version of click may say things differently; then its texts here have to follow."""
    said = set()
    for path in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.add(node.value)
    older = {"No such option: {name}"}
    assert set(click_texts.TEXTS) - said - older == set()


def test_a_text_that_the_terminal_cannot_show_does_not_end_the_program():
    done = process("--lang", "ko", "players", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "?" in done.stdout
