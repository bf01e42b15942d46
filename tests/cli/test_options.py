"""Options that mean the same are written the same, whatever the command."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from plyground.cli import main, program
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


PARALLEL = ["match", "tournament run", "tournament resume", "levels measure", "dataset", "book build", "book verify"]


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
