"""Checks what would be released, from the sources to a first move: `python tools/release.py`.

It builds the wheel and the source archive into dist/, lets twine read them, installs the wheel into an empty
environment, and uses it there as a new user would. Then it runs the tests of the source archive on the installed wheel,
and starts the wheel with pipx and uvx. It needs the network, where pip and uv find what they install. Nothing is
uploaded; docs/release-checklist.md says what else belongs to a release.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PATIENCE = 1800.0
TESTED = ("board", "errors", "game", "grid", "search")  # rooms whose tests need neither a compiler nor a browser


def run(*command: str | Path, stdin: str = "", env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    """What a command prints; the check ends here if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=stdin,
        env=env,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        sys.exit(f"NOT ok: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def step(title: str, work: Callable[[], str]) -> None:
    began = time.monotonic()
    said = work()
    print(f"ok  {title} ({time.monotonic() - began:.0f} s){': ' if said else ''}{said}", flush=True)


def build() -> str:
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-d", DIST)
    return ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in sorted(DIST.iterdir()))


def same_package() -> str:
    """The source archive holds the package that the wheel holds."""
    with zipfile.ZipFile(wheel()) as archive:
        names = {name for name in archive.namelist() if name.startswith("plyground/")}
    with tarfile.open(next(DIST.glob("*.tar.gz"))) as archive:
        inside = {name.partition("/src/")[2] for name in archive.getnames() if "/src/plyground/" in name}
    if missing := names - inside:
        sys.exit(f"NOT ok: the source archive lacks {sorted(missing)}")
    return f"{len(names)} files"


def wheel() -> Path:
    return next(DIST.glob("*.whl"))


def python_of(folder: Path) -> Path:
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def environment(folder: Path) -> Path:
    """A new, empty environment; returns its Python."""
    venv.create(folder, with_pip=True, clear=True)
    return python_of(folder)


def pip(python: Path, *packages: str | Path) -> None:
    run(python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *packages)


def twine(folder: Path) -> str:
    python = environment(folder / "twine")
    pip(python, "twine")
    lines = run(python, "-m", "twine", "check", "--strict", *DIST.iterdir()).splitlines()
    return f"{sum('PASSED' in line for line in lines)} files passed"


def own_environment(home: Path) -> dict[str, str]:
    """As a new user has it: no folder of ours, no compiled code, nothing of the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PLYGROUND", "NUMBA"))}
    return {**kept, "PLYGROUND_HOME": str(home), "PLYGROUND_LANG": "en"}


def first_move(folder: Path) -> str:
    """From nothing to the computer's answer in a terminal."""
    began = time.monotonic()
    python = environment(folder / "empty")
    pip(python, wheel())
    installed = time.monotonic()
    env = own_environment(folder / "home")
    game = run(python, "-m", "plyground", "play", "--first", "human", "--second", "level3", stdin="4\nquit\n", env=env)
    if "(○)" not in game:  # the last move on the board is the computer's
        sys.exit(f"NOT ok: no answer of the computer in\n{game}")
    ended = time.monotonic()
    return f"{installed - began:.0f} s to install, {ended - installed:.0f} s to the computer's first move"


def commands(folder: Path) -> str:
    python, env = python_of(folder / "empty"), own_environment(folder / "home")
    used: Sequence[Sequence[str]] = (
        ["--version"],
        [],
        ["solve", "4444456656612177"],
        ["analyse", "b2 a1", "--rules", "tictactoe"],
        ["benchmark", "winblock", "--positions", "50"],
        ["players"],
        ["doctor"],
    )
    for words in used:
        run(python, "-m", "plyground", *words, env=env)
    return ", ".join(words[0] if words else "no command" for words in used)


def page(folder: Path) -> str:
    python, env = python_of(folder / "empty"), own_environment(folder / "home")
    server = subprocess.Popen(
        [str(python), "-m", "plyground", "serve", "--port", "0", "--no-browser"],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if found := re.search(r"http://[^\s]+", line):
                with urllib.request.urlopen(found[0], timeout=PATIENCE) as answer:
                    return f"{len(answer.read())} bytes of {found[0]}"
        sys.exit("NOT ok: the server ended without an address")
    finally:
        server.terminate()
        server.wait()


def wheel_tests(folder: Path) -> str:
    """The tests of the source archive, without its sources, on the installed wheel."""
    with tarfile.open(next(DIST.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    unpacked = next(folder.glob("plyground-*"))
    shutil.rmtree(unpacked / "src")
    python = python_of(folder / "empty")
    pip(python, "pytest", "pytest-timeout", "hypothesis")
    env = own_environment(folder / "home")
    said = run(python, "-m", "pytest", "-q", *(f"tests/{room}" for room in TESTED), env=env, cwd=unpacked)
    return said.splitlines()[-1]


def without_installing(folder: Path) -> str:
    """The wheel as `pipx run` and `uvx` start it, each with folders of its own."""
    python = environment(folder / "starters")
    pip(python, "pipx", "uv")
    env = own_environment(folder / "home") | {
        "PIPX_HOME": str(folder / "pipx"),
        "PIPX_BIN_DIR": str(folder / "pipx" / "bin"),
        "UV_CACHE_DIR": str(folder / "uv"),
    }
    pipx = run(python, "-m", "pipx", "run", "--spec", wheel(), "plyground", "--version", env=env)
    uvx = run(python, "-m", "uv", "tool", "run", "--from", wheel(), "plyground", "--version", env=env)
    return f"pipx run: {pipx.strip()}; uvx: {uvx.strip()}"


def main() -> None:
    step("built", build)
    step("source archive", same_package)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        step("twine check --strict", lambda: twine(folder))
        step("installed in an empty environment", lambda: first_move(folder))
        step("commands", lambda: commands(folder))
        step("page", lambda: page(folder))
        step("tests of the wheel", lambda: wheel_tests(folder))
        step("without installing", lambda: without_installing(folder))
    print("plyground: ready for a release")


if __name__ == "__main__":
    main()
