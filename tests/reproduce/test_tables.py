"""The tables of whole boards: all that were printed, and those that the solver does in a moment."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.cli.durations import duration_text
from plyground.grid import GridBoard, Rules
from plyground.reproduce import Published, published
from plyground.reproduce.exact_values import solved
from plyground.solver import Solver
from tests.waiting import PATIENCE

BOARDS = [
    (Rules.parse(text), sign)
    for entry in published()
    if entry.part == "tables" and "rules" in entry.given
    for text, sign in zip(entry.given["rules"], entry.value, strict=True)
]
SMALL = [(rules, sign) for rules, sign in BOARDS if rules.cells <= 30]


def test_every_printed_board_is_there_once() -> None:
    printed = [(rules.columns, rules.rows) for rules, _sign in BOARDS if rules.gravity]
    # From width 4 on; the most cells of a row of the table are those of its widest board.
    widest = {4: 11, 5: 10, 6: 9, 7: 8, 8: 8, 9: 6, 10: 5, 11: 4}
    assert sorted(printed) == sorted((c, r) for r, most in widest.items() for c in range(4, most + 1))
    assert all(rules.connect == 4 and not rules.blocked for rules, _sign in BOARDS if rules.gravity)


def test_what_takes_hours_stands_alone() -> None:
    def cells(entry: Published) -> list[int]:
        return [Rules.parse(text).cells for text in entry.given.get("rules", ())]

    for entry in published():
        if entry.part == "tables" and any(count > 42 for count in cells(entry)):
            assert entry.deep
            assert len(cells(entry)) == 1
            assert entry.id == "tables.{}x{}".format(*_size(entry))


def _size(entry: Published) -> tuple[int, int]:
    rules = Rules.parse(entry.given["rules"][0])
    return rules.columns, rules.rows


@pytest.mark.parametrize(("rules", "sign"), SMALL, ids=str)
def test_small_boards(rules: Rules, sign: str) -> None:
    assert solved(rules)[0] == sign
    exact = Solver(rules, threads=1, table_mb=16).solve(GridBoard(rules))
    assert exact.score is not None
    assert "=+-"[(exact.score > 0) - (exact.score < 0)] == sign
    assert len(exact.line) == exact.value.plies


def test_both_kinds_of_boards_are_among_the_small_ones() -> None:
    assert {rules.gravity for rules, _sign in SMALL} == {True, False}
    assert {sign for _rules, sign in SMALL} == {"=", "+", "-"}
    assert len(SMALL) >= 18


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_stops_the_solver_and_keeps_what_was_solved() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "reproduce", "--only", "tables", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("tables.mnk: "):
                break
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    document = json.loads(out)
    assert document["complete"] is False
    assert document["agrees"] is True
    assert document["results"][0]["measured"] == "=====++++"
    assert len(document["results"]) < 4


def test_every_large_board_has_an_estimate_that_the_page_lists() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "reproduce.md").read_text("utf-8")
    for entry in published():
        assert (entry.minutes > 0) == (entry.part == "tables" and entry.deep), entry.id
        if entry.minutes:
            assert f"| {entry.id.removeprefix('tables.')} | {duration_text(60 * entry.minutes)} |" in page
