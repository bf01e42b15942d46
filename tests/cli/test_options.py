"""Options that mean the same are written the same, whatever the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from plyground.cli import main, program
from plyground.errors import InputError
from tests.cli.running import run


def every_command() -> Iterator[tuple[str, click.Command]]:
    for name in program.COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for inner, below in command.commands.items():
                yield f"{name} {inner}", below


ALL = dict(every_command())


def option_of(command: click.Command, name: str) -> click.Option | None:
    return next(
        (param for param in command.params if isinstance(param, click.Option) and name in param.opts),
        None,
    )


@pytest.mark.parametrize("name", ALL)
def test_every_value_of_an_option_has_a_name_in_the_help(name: str) -> None:
    for param in ALL[name].params:
        if isinstance(param, click.Option) and not param.is_flag and not param.count:
            # A choice shows what can be chosen.
            assert param.metavar or isinstance(param.type, click.Choice), param.opts


@pytest.mark.parametrize("name", ALL)
def test_rules_are_an_option_wherever_they_are_asked_for(name: str) -> None:
    command = ALL[name]
    rules = option_of(command, "--rules")
    assert rules is None or rules.metavar == "RULES"
    if any(isinstance(param, click.Argument) and "RULES" in str(param.metavar) for param in command.params):
        assert rules is not None


PARALLEL = [
    "match",
    "puzzles check",
    "puzzles make",
    "puzzles try",
    "class",
    "tournament run",
    "tournament resume",
    "levels measure",
    "dataset",
    "atlas",
    "book build",
    "book verify",
]


def test_these_commands_work_in_parallel() -> None:
    assert sorted(name for name, command in ALL.items() if option_of(command, "--executor")) == sorted(PARALLEL)


@pytest.mark.parametrize("name", PARALLEL)
def test_workers_and_where_they_work_are_named_alike(name: str) -> None:
    workers, executor = option_of(ALL[name], "--workers"), option_of(ALL[name], "--executor")
    assert workers is not None
    assert executor is not None
    assert "--concurrency" in workers.opts  # its older name, in match, tournament and levels
    assert executor.default == "local"
    shown = run(*name.split(), "--help").stdout
    assert "--workers N " in shown
    assert "--executor WHERE " in shown
    assert "--concurrency" not in shown


@pytest.mark.parametrize("option", ["--workers", "--concurrency"])
def test_the_older_name_of_workers_is_still_read(option: str) -> None:
    result = run("match", "random", "random", "--time", "1", option, "999")
    assert result.exit_code == 2
    assert "999 games at a time" in result.stderr


@pytest.mark.parametrize("command", [("book", "verify"), ("book", "build", "5x4"), ("dataset", "5x4")])
@pytest.mark.parametrize(
    ("where", "said"),
    [
        (("--executor", "slurm"), "the executor is 'slurm'; it has to be local, dask or dask://host:8786"),
        (("--executor", "dask://host"), "the executor is 'dask://host'"),
        (("--executor", "dask://host:8786", "--workers", "2"), "leave their number out"),
    ],
)
def test_a_cluster_is_named_in_one_way(command: tuple[str, ...], where: tuple[str, ...], said: str, tmp_path) -> None:
    out = () if "verify" in command else ("--out", str(tmp_path / "made"))
    result = run(*command, *where, *out)
    assert result.exit_code == 2, result.output
    assert said in result.stderr


@pytest.mark.parametrize("command", [("dataset",), ("book", "build")])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "7by6"), "'7by6' is neither a preset"),
        (("7by6",), "'7by6' is neither a preset"),
        (("cfour", "--rules", "5x4"), "the rules are given twice, as 'cfour' and as --rules '5x4'"),
        ((), "no rules are given"),
    ],
)
def test_rules_as_an_option_or_as_an_argument(command: tuple[str, ...], words: tuple[str, ...], said: str) -> None:
    result = run(*command, *words)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize("command", [("dataset", "5x4"), ("book", "build", "5x4")])
def test_no_folder_is_made_at_a_mistyped_place(command: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*command, "--out", str(tmp_path / "mistyped" / "made"))
    assert result.exit_code == 2
    assert f"there is no folder '{tmp_path / 'mistyped'}' for" in result.stderr
    assert list(tmp_path.iterdir()) == []


KEEPING = [
    ("games", "list"),
    ("review", "last"),
    ("tournament", "list"),
    ("match", "random", "random", "--games", "2", "--rules", "tictactoe", "--save", "few", "--workers", "1"),
]


@pytest.mark.parametrize("command", KEEPING)
def test_a_database_in_a_missing_folder_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*command, "--database", str(tmp_path / "mistyped" / "games.db"))
    assert result.exit_code == 4
    assert f"games.db' cannot be opened: there is no folder '{tmp_path / 'mistyped'}'; make it" in result.stderr
    assert list(tmp_path.iterdir()) == []


WRITING = [
    ("match", "random", "random", "--games", "2", "--rules", "tictactoe", "--workers", "1", "--save", "two"),
    ("games", "import", "-"),
]
"""Commands that make a new database; those that only read refuse one that is not there."""


@pytest.mark.parametrize("command", WRITING)
def test_a_new_database_is_announced_once(command: tuple[str, ...], tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    said = f"plyground: '{place}' is a new database\n"
    assert said in run(*command, "--database", place).stderr
    assert said not in run(*command, "--database", place).stderr


def test_a_game_at_the_console_announces_its_new_database_too(tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    words = ("play", "--rules", "tictactoe", "--first", "random", "--second", "random", "--database", place)
    assert f"plyground: '{place}' is a new database\n" in run(*words).stderr
    assert "new database" not in run(*words).stderr


def test_the_file_of_ones_own_is_made_without_a_word(tmp_path: Path) -> None:
    result = run("games", "list", env={"PLYGROUND_HOME": str(tmp_path / "own")})
    assert result.exit_code == 0
    assert "new database" not in result.stderr


@pytest.mark.parametrize("command", ["solve", "analyse", "review"])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_bad_line_in_a_batch_ends_with_2_and_the_others_are_answered(command: str, form: tuple[str, ...]) -> None:
    good = "b2 a1 c3"
    words = (command, "-", "--rules", "tictactoe", *form)
    assert run(*words, stdin=f"{good}\n{good}\n").exit_code == 0
    result = run(*words, stdin=f"{good}\nz9\n{good}\n")
    assert result.exit_code == InputError.exit_code == 2
    assert "z9" in result.output
    if form:
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        assert len([answer for answer in answers if "error" not in answer]) == 2


def test_a_bad_game_in_an_import_ends_with_2(tmp_path: Path) -> None:
    result = run("games", "import", "-", "--database", str(tmp_path / "games.db"), stdin="no game\n")
    assert result.exit_code == 2
