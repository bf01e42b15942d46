"""The pages about the solver, its book and explanations: their console examples show what the commands print."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.waiting import PATIENCE

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = (DOCS / "solver.md", DOCS / "opening-book.md", DOCS / "explanations.md")


def examples() -> list[tuple[str, str]]:
    """Every `$ command` of the pages, with the lines that follow it."""
    found = []
    for block in re.findall(
        r"^```console\n(.*?)^```", "".join(page.read_text("utf-8") for page in PAGES), re.MULTILINE | re.DOTALL
    ):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _newline, output = piece.partition("\n")
            found.append((command, output))
    return found


def steady(text: str) -> str:
    """Without what differs from run to run: counts, times, and which of equally good lines was found."""
    text = re.sub(r"[\d,]+ nodes, [\d.]+ s", "N nodes, T s", text)
    text = re.sub(r"best move: \S+", "best move: M", text)
    text = re.sub(r"(best line: |wins in \d+\t)(\w+)", lambda match: match[1] + "." * len(match[2]), text)
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


@pytest.mark.parametrize(("command", "shown"), examples(), ids=lambda text: text.partition("\n")[0][:60])
def test_the_examples_show_what_is_printed(command: str, shown: str) -> None:
    if "|" in command:
        line = re.sub(r"\bplyground\b", f"{shlex.quote(sys.executable)} -m plyground", command)
        result = subprocess.run(
            ["sh", "-c", line], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
        printed = result.stdout
        assert result.returncode == (2 if "error: " in shown else 0)
    else:
        program, *arguments = shlex.split(command)
        assert program == "plyground"
        if arguments[0] == "explain":
            arguments += ["--time", f"{PATIENCE}"]  # three seconds are enough, but not on every machine
        printed = run(*arguments).stdout
    assert steady(printed) == steady(shown)


def test_there_are_examples() -> None:
    assert len(examples()) >= 5
