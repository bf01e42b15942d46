"""`docs/classroom.md`, followed word for word: every line of its `sh` blocks is run, in order."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "classroom.md"


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def follow(folder: Path) -> str:
    """Types the commands in the folder; what they printed. Only the grading of an empty homework may be a no."""
    programs = folder / "programs"
    programs.mkdir()
    program = programs / "plyground"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m plyground "$@"\n')
    program.chmod(0o755)
    settings = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "LANG": "C.UTF-8", "COLUMNS": "100"}
    output = []
    for line in commands():
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=folder,
            env=settings,
            capture_output=True,
            encoding="utf-8",
            timeout=4 * PATIENCE,
            check=False,
        )
        # A busy machine may make a bot late in its conformance run, which is about time as well.
        late = line.startswith("plyground check-bot") and "; it had " in done.stdout
        expected = (0, 1) if late else (1,) if line.startswith("plyground grade") else (0,)
        assert done.returncode in expected, f"{line}\n{done.stdout}{done.stderr}"
        output.append(done.stdout)
    return "\n".join(output)


def check_what_is_there(folder: Path, output: str) -> None:
    assert "new: amy, ben" in output
    assert "resubmitted: amy" in output
    assert "gone: ben" in output
    page = (folder / "bots" / "standings.html").read_text("utf-8")
    assert "amy (2)" in page
    assert "ben" not in page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert (folder / "bots" / "games.html").is_file()
    assert "minimax.py" in os.listdir(folder / "homework")
    assert "is not written yet" in output
    assert (folder / "marked" / "grades.csv").read_text("utf-8").count("ann.py,0") == 1


def test_the_page_with_four_bots_on_a_small_board(tmp_path):
    examples = tmp_path / "examples" / "classroom"
    examples.mkdir(parents=True)
    for name in ("amy", "ben", "elena", "finn"):
        shutil.copy(ROOT / "examples" / "classroom" / f"{name}.py", examples)
    # The bots have a generous time, for machines that do other things meanwhile.
    (examples / "class.toml").write_text('rules = "tictactoe"\nhouse = ["random"]\ntime = 60\n', "utf-8")
    check_what_is_there(tmp_path, follow(tmp_path))


@pytest.mark.soak
def test_the_page_as_it_stands(tmp_path):
    shutil.copytree(ROOT / "examples" / "classroom", tmp_path / "examples" / "classroom")
    check_what_is_there(tmp_path, follow(tmp_path))


def test_the_page_has_ten_bots():
    assert len(list((ROOT / "examples" / "classroom").glob("*.py"))) == 10
