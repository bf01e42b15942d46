"""The pieces of `docs/library.md` are short and run: as scripts, and as cells of a notebook."""

from __future__ import annotations

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


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What each piece shows as a cell of one notebook, in the kernel that Jupyter runs."""
    import nbformat
    from nbclient import NotebookClient

    cells = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in PIECES.values()])
    with pytest.MonkeyPatch.context() as patch:
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name.lower())))
        NotebookClient(cells, timeout=PATIENCE, kernel_name="python3").execute()
    return dict(zip(PIECES, (cell.outputs for cell in cells.cells), strict=True))


@pytest.mark.parametrize("heading", PIECES)
def test_in_a_notebook(heading, notebook):
    outputs = notebook[heading]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    if PIECES[heading].splitlines()[-1].startswith("print("):
        # What is printed may come in several pieces.
        assert "".join(output["text"] for output in outputs if output.get("name") == "stdout").strip()
        return
    data = outputs[-1]["data"]
    drawn = data.get("text/html") or data["image/svg+xml"]
    ElementTree.fromstring(f"<div>{drawn}</div>")  # well-formed
