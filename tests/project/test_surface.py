"""The public surface is what it was, and importing it costs little."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import plyground

# Versioning promises these names: see the README. A change here is a change for users, and belongs in the changelog.
EXPORTED = [
    "Board",
    "CFOUR",
    "Clock",
    "Decision",
    "Evaluator",
    "GOMOKU",
    "Game",
    "GridBoard",
    "Limit",
    "Move",
    "Outcome",
    "Played",
    "Player",
    "PlygroundError",
    "Rules",
    "Side",
    "TICTACTOE",
    "Termination",
    "__version__",
    "play",
    "random_rules",
]

HEAVY = {"numpy", "numba", "llvmlite", "rich", "fastapi", "uvicorn", "sqlalchemy", "dask", "distributed", "asyncio"}


def imported(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running the code."""
    report = "import sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    result = subprocess.run([sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True)
    return set(json.loads(result.stdout.splitlines()[-1]))


def test_the_exported_names():
    assert sorted(plyground.__all__) == sorted(EXPORTED)


def test_every_exported_name_is_there():
    for name in plyground.__all__:
        assert getattr(plyground, name) is not None


def test_dir_shows_what_is_exported():
    assert set(plyground.__all__) <= set(dir(plyground))


def test_the_package_is_typed():
    from importlib.resources import files

    assert files("plyground").joinpath("py.typed").is_file()


def test_importing_the_package_is_light():
    loaded = imported("import plyground")
    assert "plyground" in loaded
    assert not loaded & (HEAVY | {"click"})


HELP = """
import sys
from plyground.cli import main
sys.argv = ["plyground", *{arguments!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["--lang", "ko", "--help"]], ids=" ".join)
def test_help_is_light(arguments):
    loaded = imported(HELP.format(arguments=arguments))
    assert "click" in loaded
    assert not loaded & {"numpy", "numba", "llvmlite"}


def test_help_of_every_command_is_light():
    from plyground.cli.program import COMMANDS

    for command in COMMANDS:
        assert not imported(HELP.format(arguments=[command, "--help"])) & {"numpy", "numba", "llvmlite"}, command


def test_the_heavy_modules_are_noticed():
    assert {"numpy"} <= imported("import numpy")
