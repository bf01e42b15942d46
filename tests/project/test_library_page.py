"""The pieces of `docs/library.md` are short and run: as scripts, and as cells of a notebook."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.waiting import PATIENCE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
PIECES = dict(re.findall(r"^## (.+?)\n\n```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))

# What has to be possible in five lines, by the headings of the page.
PROMISED = {
    "Solve",
    "Analyse",
    "Review",
    "Play two players",
    "Define a player",
    "Run a match",
    "Run a tournament",
    "Draw a board",
    "Define a game",
}


def test_what_is_promised_is_there_in_five_lines():
    assert set(PIECES) >= PROMISED
    assert PAGE.read_text("utf-8").count("```python") == len(PIECES)
    for heading, code in PIECES.items():
        assert len([line for line in code.splitlines() if line.strip()]) <= 5, heading


@pytest.mark.parametrize("heading", PIECES)
def test_as_a_script(heading, tmp_path):
    script = tmp_path / "piece.py"
    script.write_text(PIECES[heading], "utf-8")
    result = subprocess.run(
        [sys.executable, str(script)], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert result.returncode == 0, result.stderr
    assert not result.stderr


def shown_in_a_notebook(code: str) -> dict[str, str]:
    """Runs a cell as a notebook does, and returns how its last expression shows itself there."""
    cell, names = ast.parse(code), {"__name__": "__main__"}
    last = cell.body.pop()
    assert isinstance(last, ast.Expr), "the last line of a cell shows something"
    exec(compile(cell, "cell", "exec"), names)
    value: Any = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    shown = {"text": repr(value)}
    for kind in ("html", "svg"):
        drawn = getattr(value, f"_repr_{kind}_", lambda: None)()
        if drawn is not None:
            ElementTree.fromstring(f"<div>{drawn}</div>")  # well-formed
            shown[kind] = drawn
    return shown


@pytest.mark.parametrize("heading", PIECES)
def test_in_a_notebook(heading, capsys):
    shown = shown_in_a_notebook(PIECES[heading])
    if not PIECES[heading].splitlines()[-1].startswith("print("):
        assert "html" in shown or "svg" in shown
    else:
        assert capsys.readouterr().out
