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


def check_rooms(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # Started elsewhere, or the checkout itself would be found first.
    command = [sys.executable, str(ROOT / "tools" / "rooms.py"), str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)


def plant(root: Path, table: dict[str, list[str]], **modules: str) -> Path:
    """A project with these modules (`__of__` stands for a folder) and this table of rooms."""
    for name, text in {"__init__": "", **modules}.items():
        path = root / "src" / "plyground" / f"{name.replace('__of__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    rows = "".join(f"{room} = {row}\n" for room, row in table.items())
    (root / "pyproject.toml").write_text(f"[tool.plyground.rooms]\n{rows}", "utf-8")
    (root / "docs").mkdir()
    document = "# Rooms\n\n<!-- rooms -->\n<!-- /rooms -->\n\nThe end.\n"
    shown = rooms.table_text(root / "src" / "plyground", table)
    (root / "docs" / "architecture.md").write_text(rooms.TABLE.sub(lambda _: shown, document), "utf-8")
    return root


@pytest.mark.parametrize(
    ("modules", "culprit"),
    [
        ({"errors": "from plyground import board", "board": ""}, "errors keeps to its row"),
        ({"kernels": "import plyground.board", "board": ""}, "kernels keeps to its row"),
        ({"board": "from plyground.grid import x", "grid__of__rules": "", "grid__of____init__": ""}, "board keeps"),
        ({"search__of____init__": "", "search__of__uct": "import plyground.grid", "grid": ""}, "search keeps"),
        ({"search": "def f():\n    from plyground.kernels import x", "kernels": ""}, "search keeps"),
        ({"game": "from plyground import Rules", "__init__": "Rules = 1"}, "the front door"),
        ({"web": "import plyground.cli", "cli": ""}, "web keeps"),
    ],
)
def test_an_import_against_the_table_is_noticed(tmp_path, modules, culprit):
    names = {name.partition("__of__")[0] for name in modules}
    table = {room: [name for name in row if name in names] for room, row in rooms.table().items() if room in names}
    result = check_rooms(plant(tmp_path, table, **modules))
    assert result.returncode == 1, result.stdout
    assert "BROKEN" in next(line for line in result.stdout.splitlines() if culprit in line)


HOUSE = {"errors": [], "board": ["errors"], "grid": ["board"], "kernels": [], "cli": ["errors", "grid", "kernels"]}
MODULES = {
    "errors": '"""Everything raised on purpose."""',
    "board": "from plyground.errors import x",
    "grid__of____init__": '"""Boards\nwith cells.\n\nMore of it."""\n__all__ = ["rules"]',
    "grid__of__rules": "def f():\n    import plyground.board",
    "grid__of__notation": "import plyground.grid.rules",
    "kernels__of____init__": "",
    "kernels__of__exact__of____init__": "",
    "kernels__of__exact__of__table": "",
    "cli": "from plyground import errors\nfrom plyground.grid import rules\nfrom plyground.kernels import exact",
}


def test_imports_by_the_table_are_kept(tmp_path):
    result = check_rooms(plant(tmp_path, HOUSE, **MODULES))
    assert result.returncode == 0, result.stdout


def test_the_document_shows_the_table(tmp_path):
    document = plant(tmp_path, HOUSE, **MODULES) / "docs" / "architecture.md"
    document.write_text(rooms.TABLE.sub("", document.read_text("utf-8")), "utf-8")
    assert check_rooms(tmp_path, "--write").returncode == 0
    text = document.read_text("utf-8")
    assert "\n| `errors` | Everything raised on purpose. | nothing of ours |\n" in text
    assert "\n| `grid` | Boards with cells. | `board` |\n" in text
    assert text.endswith("The end.\n")
    document.write_text(text.replace("`board` |", "`board`, `errors` |"), "utf-8")
    result = check_rooms(tmp_path)
    assert result.returncode == 1
    assert "docs/architecture.md" in result.stdout


@pytest.mark.parametrize(
    "cli",
    [
        "import plyground.grid.rules",
        "from plyground.grid.rules import Rules",
        "from plyground.grid import notation",  # a file, and no name of the face
        "def f():\n    from plyground.kernels.exact.table import probe",
    ],
)
def test_rooms_meet_at_their_faces(tmp_path, cli):
    result = check_rooms(plant(tmp_path, HOUSE, **MODULES | {"cli": f"{MODULES['cli']}\n{cli}"}))
    assert result.returncode == 1
    assert "cli.py imports" in result.stdout


def test_a_grant_that_nobody_uses_is_noticed(tmp_path):
    result = check_rooms(plant(tmp_path, HOUSE | {"grid": ["board", "errors"]}, **MODULES))
    assert result.returncode == 1
    assert "grid may import errors and never does" in result.stdout


def test_a_room_without_a_row_is_noticed(tmp_path):
    result = check_rooms(plant(tmp_path, {}, attic=""))
    assert result.returncode == 1
    assert "attic" in result.stdout


def test_the_table_names_only_rooms_of_its_own():
    table = rooms.table()
    assert {name for row in table.values() for name in row} <= table.keys()
    # Nobody stands above itself, or the rooms would be one room: every room comes after those it imports.
    seen: set[str] = set()
    for room, row in table.items():
        assert seen.issuperset(row), room
        seen.add(room)


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
    for shared in ("conftest.py", "postgres.py", "shared_browser.py", "waiting.py"):
        shutil.copy(ROOT / "tests" / shared, tmp_path / "tests")
    (tmp_path / "tests" / "kernel_cache.py").write_text("def folder(): return 'there are no kernels here'")
    shutil.copy(ROOT / "tools" / "run_tests.py", tmp_path / "tools")
    # Plugins that this does not need take longer to load than all the rest.
    environment = {**os.environ, "CI": "false", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    plugins = ("-p", "no:cacheprovider", "-p", "xdist", "-p", "pytest_timeout")
    result = subprocess.run(
        [sys.executable, "tools/run_tests.py", *plugins, "-n", "1"],
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
