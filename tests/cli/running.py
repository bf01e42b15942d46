"""Run commands as a user would: in this process where that is enough, else in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys

from click.testing import CliRunner, Result

from plyground.cli import main
from plyground.texts import use_language
from tests.waiting import PATIENCE

LANGUAGES = ("en", "ko", "zh_CN")


def run(*arguments: str, stdin: str = "", env: dict[str, str] | None = None) -> Result:
    """In this process; the language is English again afterwards."""
    try:
        return CliRunner().invoke(
            main, list(arguments), input=stdin, env={"LANG": "C.UTF-8", "LC_ALL": None, "COLUMNS": "80", **(env or {})}
        )
    finally:
        use_language("en")


def process(*arguments: str, stdin: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """In a process of its own, with standard input and output that are no terminals."""
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "80", **(env or {})},
        timeout=PATIENCE,
        check=False,
    )
