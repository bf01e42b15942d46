"""The examples of bots, built once for all tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "bots"


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory):
    """Compiles a C file, as a program or as a library, and returns the path of the result."""
    folder = tmp_path_factory.mktemp("built")

    def compiled(source: Path, library: bool) -> Path:
        target = folder / (source.stem + (".so" if library else ""))
        if not target.exists():
            options = ["-shared", "-fPIC"] if library else []
            subprocess.run(
                ["gcc", "-Wall", "-Wextra", "-Werror", "-O1", *options, "-o", str(target), str(source)], check=True
            )
        return target

    return compiled
