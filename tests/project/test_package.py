"""What gets installed is the whole package, and nothing but the package."""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from plyground import __version__
from tests.project.test_documents import FILES, ROOT
from tests.waiting import PATIENCE


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    return Path(folder)


def sources() -> set[str]:
    """The files of the package, code and data, as they lie under src/."""
    return {path.relative_to(ROOT / "src").as_posix() for path in FILES if path.is_relative_to(ROOT / "src")}


def test_the_wheel_holds_the_package_with_its_data(built):
    (wheel,) = built.glob("*.whl")
    assert wheel.name == f"plyground-{__version__}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    inside = {name for name in names if name.startswith("plyground/")}
    assert inside == sources()
    assert {"plyground/py.typed", "plyground/texts/locale/ko/LC_MESSAGES/plyground.mo"} <= inside
    assert "plyground/solver/books/7x6_connect=4.plybook" in inside
    assert all(name.startswith(("plyground/", f"plyground-{__version__}.dist-info/")) for name in names)


def test_the_wheel_says_what_it_is(built):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        metadata = email.message_from_bytes(archive.read(f"plyground-{__version__}.dist-info/METADATA"))
        scripts = archive.read(f"plyground-{__version__}.dist-info/entry_points.txt").decode()
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert {"cluster", "postgres", "data", "bench", "environments", "dev"} <= set(
        metadata.get_all("Provides-Extra", [])
    )
    assert "plyground = plyground.cli:main" in scripts
    base = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    wanted = ("numba", "numpy", "click", "rich", "fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic")
    assert sorted(line.split(">")[0].lower() for line in base) == sorted(wanted)


SMOKE = """
import sys
from pathlib import Path

import plyground
from plyground import Game, play
from plyground.benchmark import SETS, benchmark_set
from plyground.solver import find_book

assert Path(plyground.__file__).parent.parent == Path(sys.argv[1]), plyground.__file__
assert play(Game("tictactoe"), "alphabeta depth=9", "winblock").is_over
assert find_book(plyground.CFOUR) is not None
assert all(benchmark_set(name).positions for name in SETS)
"""


def test_the_wheel_works_where_nothing_else_of_the_project_is(built, tmp_path):
    """Without kernels, which would be compiled anew for a minute; `tools/release.py` does that as well."""
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PLYGROUND_LANG": "ko"}
    smoke = [[sys.executable, "-c", SMOKE, str(tmp_path)]]
    smoke += [[sys.executable, "-m", "plyground", *words] for words in (["--help"], ["players"], ["levels"])]
    for command in smoke:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr
    assert "레벨" in done.stdout


def test_the_source_archive_can_be_tested(built):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    for wanted in ("Makefile", "LICENSE", "README.md", "tests/conftest.py", "tools/run_tests.py", ".ci/run"):
        assert wanted in names
