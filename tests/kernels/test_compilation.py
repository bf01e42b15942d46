"""Every compilation is announced before it is waited for, and a cache that cannot be written costs only time."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from plyground.kernels import announced_to, compilation
from plyground.kernels.compiled import entry
from plyground.texts import use_language
from tests.waiting import PATIENCE

KERNELS = Path(compilation.__file__).parent


def double(x):
    return x + x


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Callable[[float], float]]:
    """Makes `double` a kernel, as a fresh process would, with a cache of its own."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(compilation, "_is_loss_announced", False)

    def make() -> Callable[[float], float]:
        monkeypatch.setattr(compilation, "_announced", {})
        return entry(double)

    monkeypatch.setattr(double, "__module__", "plyground.kernels.playouts.graph")
    return make


def test_a_kernel_is_announced_when_it_is_compiled_and_not_when_it_is_loaded(fresh) -> None:
    told: list[str] = []
    with announced_to(told.append):
        kernel = fresh()
        assert told == []  # not before it is needed
        assert (kernel(1), kernel(2)) == (2, 4)
        assert told == ["compiling the champion, once; this takes up to half a minute"]
        assert fresh()(3) == 6
        assert len(told) == 1
        assert fresh()(1.5) == 3.0  # types that were not compiled yet: a name in the cache would not tell
        assert len(told) == 2


def test_the_kernels_of_one_search_are_announced_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "_announced", {})
    told: list[str] = []
    with announced_to(told.append):
        for kernel in ("find_or_make_root", "transplant", "think"):
            compilation.announce("plyground.kernels.playouts.graph", kernel)
        assert len(told) == 1
        compilation.announce("plyground.kernels.playouts.graph", "think")  # for another kind of board
        assert len(told) == 2
        for kernel in ("solve_narrow", "solve_wide", "solve_free"):
            compilation.announce("plyground.kernels.exact.windows", kernel)
        assert len(set(told)) == 4


def test_every_kernel_has_a_sentence_of_its_own() -> None:
    found = [
        f"{path.relative_to(KERNELS).with_suffix('').as_posix().replace('/', '.')}.{node.name}"
        for path in KERNELS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and "entry" in map(ast.unparse, node.decorator_list)
    ]
    assert len(found) > 10
    for kernel in found:
        assert next(start for start in compilation._SENTENCES if kernel.startswith(start)), kernel


@pytest.mark.parametrize(("language", "word"), [("en", "compiling"), ("ko", "컴파일"), ("zh_CN", "编译")])
def test_the_sentences_are_in_the_users_language(fresh, language: str, word: str) -> None:
    told: list[str] = []
    use_language(language)
    try:
        with announced_to(told.append):
            fresh()(1)
    finally:
        use_language("en")
    assert len(told) == 1
    assert word in told[0]


def test_by_default_standard_error_is_told(fresh, capsys: pytest.CaptureFixture[str]) -> None:
    assert fresh()(1) == 2
    assert capsys.readouterr().err == "compiling the champion, once; this takes up to half a minute\n"


def test_a_damaged_cache_is_made_again(fresh, tmp_path: Path) -> None:
    told: list[str] = []
    with announced_to(told.append):
        assert fresh()(1) == 2
        for file in (tmp_path / "cache").rglob("*.nbc"):
            file.write_bytes(file.read_bytes()[:100])
        assert fresh()(1) == 2
        assert len(told) == 2
        for file in (tmp_path / "cache").rglob("*.nbi"):
            file.write_bytes(b"")
        assert fresh()(1) == 2
        assert len(told) == 3
        assert fresh()(1) == 2
    assert len(told) == 3


def test_without_a_place_for_the_cache_it_is_compiled_all_the_same(
    fresh, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cache").write_text("in the way")
    assert (fresh()(1), fresh()(2)) == (2, 4)
    said = capsys.readouterr().err.splitlines()
    assert said[1] == "there is no folder to keep compiled code in, so it will be compiled again the next time"
    assert len(said) == 3, "a loss is announced once"


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX")
def test_on_a_full_disk_it_is_compiled_all_the_same(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: what cannot be written is refused by the system."""
    (tmp_path / "tiny.py").write_text(
        "import resource\n"
        "from plyground.kernels.compiled import entry\n"
        "def double(x):\n    return x + x\n"
        "def half(x):\n    return x / 2\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))\n"
        "print(entry(double)(4), entry(half)(4))\n",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "tiny.py")],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PLYGROUND_LANG": "en"},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "8 2.0\n"), done.stderr
    said = done.stderr.splitlines()
    assert said[0].startswith("compiling")
    assert said[1].startswith(f"compiled code cannot be kept in {tmp_path / 'cache'}")
    assert "(File too large), so it will be compiled again" in said[1]
    assert len(said) == 2, "both are said once"
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def flipped(data: bytes) -> bytes:
    place = len(data) // 2
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[: len(data) // 2], flipped])
def test_a_damaged_cache_file_is_noticed_and_made_again(fresh, tmp_path, ending, damage) -> None:
    told: list[str] = []
    with announced_to(told.append):
        assert fresh()(1) == 2
        (file,) = (tmp_path / "cache").rglob(f"*.{ending}")
        whole = file.read_bytes()
        file.write_bytes(damage(whole))
        assert fresh()(2) == 4
        assert len(told) == 2, "compiled again"
        assert len(file.read_bytes()) > len(whole) // 2
        assert fresh()(3) == 6
        assert len(told) == 2, "and kept"


def test_a_folder_in_the_common_temporary_one_has_to_be_ours_alone(monkeypatch, tmp_path) -> None:
    from plyground.kernels import cache

    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    (tmp_path / "closed").write_text("no folder")
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "closed"))
    common = tmp_path / f"plyground-{cache._user()}"

    def place() -> Path | None:
        cache.place.cache_clear()
        return cache.place()

    try:
        ours = place()
        assert ours is not None
        assert common in ours.parents
        assert common.stat().st_mode & 0o777 == 0o700
        common.chmod(0o770)
        assert place() is None, "others can write there"
        common.chmod(0o700)
        if os.geteuid() == 0:
            os.chown(common, 1, -1)
            assert place() is None, "it is somebody else's"
            os.chown(common, 0, -1)
        assert place() == ours
        common.rename(tmp_path / "elsewhere")
        common.symlink_to(tmp_path / "elsewhere")
        assert place() is None, "a link may lead anywhere"
    finally:
        cache.place.cache_clear()
