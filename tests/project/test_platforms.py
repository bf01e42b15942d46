"""What can be known about Windows and macOS without one of them: imports, forks, encodings, and the names of files."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

from tests.project.test_documents import FILES, ROOT, name
from tests.waiting import PATIENCE

SOURCES = [path for path in FILES if path.is_relative_to(ROOT / "src") and path.suffix == ".py"]
OUTSIDE_BOTS = [path for path in SOURCES if not path.is_relative_to(ROOT / "src" / "plyground" / "bots")]
POSIX = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def unguarded(node: ast.AST, guarded: bool = False) -> Iterator[str]:
    """The POSIX modules that are imported whatever the system is."""
    if isinstance(node, ast.If) and "sys.platform" in ast.unparse(node.test):
        guarded = True
    if isinstance(node, ast.Try) and any("ImportError" in ast.unparse(handler) for handler in node.handlers):
        guarded = True
    if isinstance(node, ast.Import | ast.ImportFrom) and not guarded:
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        yield from (module for module in modules if module in POSIX)
    for child in ast.iter_child_nodes(node):
        yield from unguarded(child, guarded)


def test_modules_of_posix_are_imported_where_the_system_has_them() -> None:
    assert {name(path): found for path in SOURCES if (found := list(unguarded(tree_of(path))))} == {}
    assert list(unguarded(ast.parse("import fcntl"))) == ["fcntl"], "one is noticed"


def test_nothing_forks_but_the_supervisor_of_bots() -> None:
    """A fork copies threads and locks in the middle of their use, and Windows has none."""
    forks = {
        name(path)
        for path in OUTSIDE_BOTS
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Attribute) and node.attr in ("fork", "forkpty"))
        or (isinstance(node, ast.Constant) and node.value in ("fork", "forkserver"))
    }
    assert forks == set()


WINDOWS = """
import importlib, pkgutil, sys, types
import plyground

def every_module():
    for found in pkgutil.walk_packages(plyground.__path__, "plyground."):
        # What runs when it is imported, and the steps of the database, are no part of the library.
        if not found.name.endswith("__main__") and ".migrations" not in found.name:
            yield found.name

names = list(every_module())
for module in names:
    importlib.import_module(module)  # and with it all that others wrote, as it is on this system
for module in names:
    if not module.startswith("plyground.kernels"):  # Numba learns the types of the kernels once
        del sys.modules[module]
import os
sys.platform = "win32"
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
for module in {posix!r}:
    sys.modules[module] = None
for missing in ("fork", "forkpty", "getuid", "geteuid", "killpg", "setsid", "sched_getaffinity"):
    if hasattr(os, missing):
        delattr(os, missing)
for module in names:
    if not module.startswith("plyground.kernels"):
        importlib.import_module(module)
print(len(names))
"""


def test_every_module_is_imported_without_posix() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WINDOWS.format(posix=POSIX)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200


def without_encoding(tree: ast.Module) -> Iterator[int]:
    """Lines that open a text in whatever encoding the system has: on Windows that is not UTF-8."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) == "super().write_text":  # that of click
            continue
        named = {keyword.arg for keyword in node.keywords}
        function = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        if function in ("read_text", "write_text") and "encoding" not in named:
            if len(node.args) < (1 if function == "read_text" else 2):
                yield node.lineno
        elif ast.unparse(node.func) == "open" and "encoding" not in named:
            mode = node.args[1] if len(node.args) > 1 else None
            if not (isinstance(mode, ast.Constant) and "b" in str(mode.value)):
                yield node.lineno


def test_texts_are_read_and_written_in_one_encoding() -> None:
    found = {name(path): lines for path in SOURCES if (lines := list(without_encoding(tree_of(path))))}
    assert found == {}
    planted = "open('a')\nopen('a', 'rb')\np.read_text()\np.read_text('utf-8')"
    assert list(without_encoding(ast.parse(planted))) == [1, 3]


def test_every_file_can_have_its_name_on_windows() -> None:
    for path in FILES:
        for part in path.relative_to(ROOT).parts:
            assert not set(part) & set('<>:"\\|?*'), path
            assert not part.endswith((".", " ")), path
            assert not PureWindowsPath(part).is_reserved(), path


def test_no_two_files_differ_in_case_alone() -> None:
    names = [name(path).casefold() for path in FILES]
    assert len(set(names)) == len(names)
