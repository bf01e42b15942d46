"""The first use compiles and says so; later ones load; no cache is ever met by code it does not belong to."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.grid import CFOUR, GridBoard
from plyground.kernels import cache
from plyground.solver import Solver
from tests.cold import cold_environment
from tests.waiting import PATIENCE

NOTICE = "compiling the solver"


def solve(home: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A fresh process whose caches lie under `home`. The kernel without gravity takes least time to compile, and
    less where LLVM tries less hard: how fast it runs does not matter here."""
    settings = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "plyground",
            "solve",
            "a1 b1 a2 b2",
            "--rules",
            "tictactoe",
            "--threads",
            "1",
            "--table",
            "16",
        ],
        env={**settings, "NUMBA_OPT": "1", "PLYGROUND_HOME": str(home), "PLYGROUND_LANG": "en", **env},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    home = tmp_path_factory.mktemp("home")
    return home, solve(home)


def test_the_first_process_compiles_and_says_so(cold: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    home, first = cold
    assert first.returncode == 0
    assert "wins in 1" in first.stdout
    assert NOTICE not in first.stdout
    assert [line for line in first.stderr.splitlines() if NOTICE in line] == first.stderr.splitlines()
    assert len(first.stderr.splitlines()) == 1
    second = solve(home)
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout.splitlines()[:-1] == first.stdout.splitlines()[:-1]  # the last line has the time


def test_where_the_cache_cannot_be_written_a_temporary_folder_serves(
    cold: tuple[Path, subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    # A file where the folder should be stops every user, the superuser too.
    home, spare = tmp_path / "home", tmp_path / "spare"
    home.mkdir()
    (home / "cache").write_text("in the way")
    # The kernels compiled above, put where the fallback looks: if it looks elsewhere, it compiles and says so.
    ours = spare / f"plyground-{getpass.getuser()}"
    shutil.copytree(cold[0] / "cache" / "kernels", ours / "kernels")
    ours.chmod(0o700)  # another mode would be refused: others could have written there
    result = solve(home, TMPDIR=str(spare))
    assert (result.returncode, result.stderr) == (0, "")
    assert "wins in 1" in result.stdout


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The place for kernels as a fresh process would find it under a home of its own."""
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    for known in (cache.place, cache._digest):
        known.cache_clear()
    found = cache.place()
    assert found is not None
    assert found.is_relative_to(tmp_path)
    yield found
    monkeypatch.undo()
    for known in (cache.place, cache._digest):
        known.cache_clear()


def test_another_version_has_another_place(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.place.cache_clear()
    monkeypatch.setattr(cache, "__version__", "999.0")
    other = cache.place()
    assert other is not None
    assert other != place
    assert other.parent == place.parent


def test_an_edited_helper_has_another_place(place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    helper = sources / "exact" / "lines.py"
    shutil.copytree(Path(cache.__file__).parent, sources, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "__file__", str(sources / "cache.py"))
    places = [place]
    for change in ("", "# edited\n"):
        # Not the file of the kernel itself: that one Numba would notice.
        helper.write_text(helper.read_text("utf-8") + change, "utf-8")
        cache.place.cache_clear()
        cache._digest.cache_clear()
        found = cache.place()
        assert found is not None
        places.append(found)
    assert places[0] == places[1] != places[2]


def test_a_program_may_tell_it_in_its_own_way(tmp_path: Path) -> None:
    code = (
        "from plyground.grid import CFOUR, GridBoard\nfrom plyground.solver import Solver, on_compiling\n"
        "told = []\non_compiling(told.append)\nsolver = Solver(CFOUR, threads=1, table_mb=1)\n"
        "assert told == []\n"  # not before it is needed
        "for _ in range(2):\n    solver.solve(GridBoard.from_moves('112233'))\n"
        "print(*told, sep='\\n')"
    )
    environment, _gate = cold_environment(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PLYGROUND_LANG": "en", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("compiling the solver, once; this takes about half a minute\n", "")


def test_what_the_book_knows_needs_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Solver) -> None:
        pytest.fail("a kernel was asked for")

    monkeypatch.setattr(Solver, "get_ready", fail)
    solver = Solver(CFOUR, threads=1, table_mb=1)
    board = GridBoard.from_moves("4453")
    solution, analysis = solver.look_up(board), solver.look_up_moves(board)
    assert solution is not None
    assert analysis is not None
    assert (solution.score, analysis.value.score, analysis.source) == (-2, -2, "book")
    assert solution.move in analysis.best
    assert solver.solve(board, line=False).score == -2
    assert solver.solve(board, weak=True).value.words == "loses"
    assert solver.analyse(board, line=False).moves == analysis.moves
    # The last layer: the book has the value, but not those of the moves.
    last = solver.look_up(GridBoard.from_moves("123456712345"))
    assert last is not None
    assert (last.move, last.value.is_exact) == (None, True)
    deep = GridBoard.from_moves("1234567123456")
    assert (solver.look_up(deep), solver.look_up_moves(deep)) == (None, None)
