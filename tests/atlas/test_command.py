"""`plyground atlas`: what it prints, what it writes, how it is stopped, and what it asks before days of work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

from plyground.atlas import read_atlas, shipped_rules
from plyground.atlas.journal import journal_path
from plyground.grid import Rules
from plyground.solver import Solver
from tests.cli.running import LANGUAGES, process, run
from tests.waiting import PATIENCE, wait_until

SMALL = ("4x3 connect=3", "--workers", "1", "--table", "1")


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """So that no test meets the notice that kernels are being compiled."""
    Solver("4x4", threads=1, table_mb=1).get_ready()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_sizes_are_listed_and_shown(language: str) -> None:
    listed = run("atlas", "--lang", language)
    assert listed.exit_code == 0, listed.output
    assert [line.split()[0] for line in listed.stdout.splitlines()[1:-1]] == [
        f"{rules.columns}x{rules.rows}" for rules in shipped_rules()
    ]
    shown = run("atlas", "4x4", "--lang", language)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[4].split() == ["a", "b", "c", "d"]
    rows = run("atlas", "--rules", "4x4", "--list", "--lang", language).stdout.splitlines()
    assert [line.split()[0] for line in rows[1:4]] == ["-", "a1", "a2"]
    if language == "en":
        assert "Without blocked cells: draw" in shown.stdout


def test_json_of_both(tmp_path: Path) -> None:
    assert [Rules.parse(each["rules"]) for each in json.loads(run("atlas", "--json").stdout)] == list(shipped_rules())
    boards = json.loads(run("atlas", "4x4", "--json").stdout)["boards"]
    assert set(boards[0]) == {"blocked", "outcome", "score", "plies", "best", "scores", "nodes"}


def test_it_makes_the_file_the_picture_and_the_parquet(tmp_path: Path) -> None:
    out, picture, table = tmp_path / "made.tsv", tmp_path / "map.svg", tmp_path / "made.parquet"
    asked = (*SMALL, "--blocked", "2", "--out", str(out))
    result = run("atlas", *asked, "--picture", str(picture), "--parquet", str(table))
    assert result.exit_code == 0, result.output
    atlas = read_atlas(out)
    assert atlas.blocked == 2
    assert "2 blocked cells: the first player wins" in result.stdout
    assert picture.read_text("utf-8").startswith("<svg")
    rows = pyarrow.parquet.read_table(table).to_pylist()
    assert len(rows) == len(atlas)
    for row, entry in zip(rows, atlas, strict=True):
        assert row["rules"] == str(entry.rules)
        assert [score for score in row["scores"] if score is not None] == list(entry.scores.values())
        assert row["best"] == entry.row()["best"]
    card = json.loads((tmp_path / "made.card.json").read_text("utf-8"))
    assert card["rows_sha256"] == atlas.rows_sha256
    assert card["boards"] == len(atlas)
    assert atlas.rows_sha256 in (tmp_path / "made.card.md").read_text("utf-8")
    before = out.read_bytes()
    assert run("atlas", *asked).exit_code == 0
    assert out.read_bytes() == before


def test_it_proves_what_it_made(tmp_path: Path) -> None:
    out = tmp_path / "made.tsv"
    result = run("atlas", *SMALL, "--out", str(out), "--prove")
    assert result.exit_code == 0, result.output
    assert f"{tmp_path / 'made.proof.tsv'}: both solvers agree on 7 boards" in result.stdout


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    out = tmp_path / "made.tsv"
    running = subprocess.Popen(
        [sys.executable, "-m", "plyground", "atlas", "6x5", "--out", str(out), "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
    )
    journal = journal_path(out)
    assert wait_until(lambda: journal.exists() and len(journal.read_bytes().splitlines()) > 5)
    running.send_signal(signal.SIGINT)
    _out, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, told
    assert "solved boards are kept, and the same command goes on" in told
    assert not out.exists()


def test_days_of_work_are_asked_about_first(tmp_path: Path) -> None:
    out = tmp_path / "large.tsv"
    result = process("atlas", "9x7", "--out", str(out))
    assert result.returncode == 2
    assert "days with" in result.stderr
    assert "--yes" in result.stderr
    estimate = run("atlas", "9x7", "--estimate", "--workers", "2")
    assert estimate.exit_code == 0
    assert "36 boards of 9x7 connect=4 will take about" in estimate.stdout
    unknown = run("atlas", "8x7 gravity=no", "--out", str(out))
    assert unknown.exit_code == 2
    assert "it may be days" in unknown.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("7by6",), 2, "'7by6' is neither a preset"),
        (("7x6 blocked=a1",), 2, "leave them out"),
        (("4x4", "--blocked", "3"), 2, "from 1 to 2"),
        (("20x20",), 3, "too large to solve"),
        (("5x4", "--out", "FOLDER/mistyped/made.tsv"), 2, "there is no folder"),
        (("5x4", "--out", "FOLDER/damaged.tsv"), 2, "damaged"),
        (("4x3", "--out", "FOLDER/made.tsv", "--executor", "slurm"), 2, "local, dask or dask://host:8786"),
        (("4x3 connect=3 gravity=no", "--out", "FOLDER/made.tsv", "--workers", "1", "--prove"), 3, "second solver"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], code: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "damaged.tsv").write_text("# Plyground atlas 1\n", "utf-8")
    result = run("atlas", *(each.replace("FOLDER", str(tmp_path)) for each in arguments))
    assert result.exit_code == code, result.output
    assert told in result.stderr
