"""The project's own tools complain when they should."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tools import rooms

ROOT = Path(__file__).resolve().parents[2]


def check_rooms(source: Path) -> subprocess.CompletedProcess[str]:
    # Started elsewhere, or the checkout itself would be found first.
    command = [sys.executable, str(ROOT / "tools" / "rooms.py"), str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=source)


def plant(source: Path, **modules: str) -> Path:
    for name, text in {"__init__": "", **modules}.items():
        path = source / "plyground" / f"{name.replace('__of__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return source


@pytest.mark.parametrize(
    ("modules", "culprit"),
    [
        ({"errors": "from plyground import board", "board": ""}, "errors keeps to its row"),
        ({"kernels": "import plyground.board", "board": ""}, "kernels keeps to its row"),
        ({"board": "from plyground.grid import x", "grid__of__rules": "", "grid__of____init__": ""}, "board keeps"),
        ({"search__of____init__": "", "search__of__uct": "import plyground.grid", "grid": ""}, "search keeps"),
        ({"search": "def f():\n    from plyground.kernels import x", "kernels": ""}, "search keeps"),
        ({"game": "from plyground import Rules", "__init__": "Rules = 1"}, "front door"),
        ({"web": "import plyground.cli", "cli": ""}, "web keeps"),
    ],
)
def test_an_import_against_the_table_is_noticed(tmp_path, modules, culprit):
    result = check_rooms(plant(tmp_path, **modules))
    assert result.returncode == 1, result.stdout
    assert "BROKEN" in next(line for line in result.stdout.splitlines() if culprit in line)


def test_imports_by_the_table_are_kept(tmp_path):
    modules = {
        "errors": "",
        "board": "import plyground.errors",
        "game": "import plyground.board",
        "grid": "import plyground.game\nimport plyground.board\nimport plyground.errors",
        "kernels": "",
        "solver": "import plyground.grid\nimport plyground.kernels\nimport plyground.board",
        "cli": "import plyground\nimport plyground.solver\nimport plyground.console",
        "console": "import plyground.grid",
    }
    result = check_rooms(plant(tmp_path, **modules))
    assert result.returncode == 0, result.stdout


def test_a_room_without_a_row_is_noticed(tmp_path):
    result = check_rooms(plant(tmp_path, attic=""))
    assert result.returncode == 1
    assert "attic" in result.stdout


def test_the_table_names_only_rooms_of_its_own():
    table = rooms.table()
    assert {name for row in table.values() for name in row} <= table.keys()
    # Nobody stands above itself, or the rooms would be one room.
    for room, row in table.items():
        assert all(room not in rooms.reachable(other, table) for other in row), room


def make(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), **environment}
    return subprocess.run(["make", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "a folder with spaces"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


def python_that(folder: Path, script: str) -> str:
    """A stand-in for an unfit Python: `make` only asks it what it can do."""
    path = folder / "unfit-python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return "./unfit-python"


@pytest.mark.needs("make")
def test_a_missing_venv_is_one_sentence(checkout):
    unfit = python_that(checkout, f'case "$*" in *ensurepip*) exit 1;; esac\nexec "{sys.executable}" "$@"')
    result = make(checkout, f"PYTHON={unfit}")
    assert result.returncode != 0
    assert [line for line in result.stderr.splitlines() if not line.startswith("make")] == [
        "This Python has no 'venv' module: install it first (Debian and Ubuntu: sudo apt install python3-venv)."
    ]
    assert not (checkout / ".venv").exists()


@pytest.mark.needs("make")
@pytest.mark.parametrize("script", ['case "$*" in *version_info*) exit 1;; esac', "exit 127"])
def test_an_old_python_is_one_sentence(checkout, script):
    result = make(checkout, f"PYTHON={python_that(checkout, script)}")
    assert result.returncode != 0
    sentences = [line for line in result.stderr.splitlines() if not line.startswith("make")]
    assert len(sentences) == 1
    assert "Python 3.11 or newer" in sentences[0]


@pytest.mark.needs("make")
def test_make_help_names_every_target(checkout):
    listed = {line.split()[1] for line in make(checkout, "help").stdout.splitlines()}
    assert {"play", "test", "check", "bench", "soak"} <= listed


def test_continuous_integration_installs_every_program_that_a_test_needs():
    marks = [
        re.findall(r'pytest\.mark\.needs\("([^)]+)"\)', path.read_text("utf-8")) for path in ROOT.glob("tests/**/*.py")
    ]
    needed = {program for mark in marks for programs in mark for program in programs.split('", "')}
    wanted = re.search(r"^wanted=\((.*)\)$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    assert wanted is not None
    assert {"tmux", "gcc"} <= needed <= {pair.partition(":")[0] for pair in wanted[1].split()}


@pytest.mark.parametrize(
    ("test", "code", "ending"),
    [
        ("def test_a(): pass", 0, "plyground: checks ok, tests ok: 1 passed, 0 failed, 0 skipped"),
        ("def test_a(): assert 0", 1, "NOT ok (pytest ended with 1): 0 passed, 1 failed, 0 skipped"),
        ("import nothing_like_it", 1, "NOT ok (pytest ended with 1): 0 passed, 1 failed, 0 skipped"),
        ("import pytest\n@pytest.fixture\ndef f(): 1/0\ndef test_a(f): pass", 1, "0 passed, 1 failed, 0 skipped"),
        ("import pytest\n@pytest.mark.needs('no-such-program')\ndef test_a(): 1/0", 0, "0 passed, 0 failed, 1 skipped"),
        ("", 5, "NOT ok (pytest ended with 5): 0 passed, 0 failed, 0 skipped"),
    ],
)
def test_the_summary_line(tmp_path, test, code, ending):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tools").mkdir()
    (tmp_path / "tests" / "test_planted.py").write_text(test)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for shared in ("conftest.py", "postgres.py"):
        shutil.copy(ROOT / "tests" / shared, tmp_path / "tests")
    shutil.copy(ROOT / "tools" / "run_tests.py", tmp_path / "tools")
    environment = {**os.environ, "CI": "false"}
    result = subprocess.run(
        [sys.executable, "tools/run_tests.py", "-p", "no:cacheprovider", "-n", "1"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == code, result.stdout
    assert result.stdout.rstrip().endswith(ending)
    if "no-such-program" in test:
        assert "skipped (needs no-such-program): tests/test_planted.py::test_a" in result.stdout
