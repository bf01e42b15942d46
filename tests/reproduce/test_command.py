"""`plyground reproduce` as a user runs it."""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import signal
import subprocess
import sys
import textwrap
from functools import cache

import pytest

import plyground.reproduce
from plyground.cli import main
from plyground.errors import MissingError
from plyground.grid import evaluators
from plyground.reproduce import MEASURES, Kind, Measured, published
from plyground.search import minimax as textbook
from tests.waiting import PATIENCE

# `plyground.search.minimax` is the function; the module of the same name hides behind it.
MINIMAX = sys.modules[textbook.__module__]


def reproduce(capsys, *arguments):
    """Runs the command in this process, so that it meets whatever a test has changed."""
    code = main(["reproduce", *arguments], standalone_mode=False)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def at_once(monkeypatch):
    """Every row is measured at once, and as it has to be: for tests of the command itself."""
    for entry in published():
        stand_in(monkeypatch, entry.id, lambda setting, value=entry.expected: Measured(value))


def stand_in(monkeypatch, name, take):
    monkeypatch.setitem(MEASURES, name, dataclasses.replace(MEASURES[name], take=take))


PLAYED = (0, 1)
"""The openings of exercise 4 that are always played; the first player wins one of them, the second the other."""


@pytest.mark.parametrize("played", [PLAYED, pytest.param(range(7), marks=pytest.mark.soak)], ids=["two", "all"])
def test_part_b_agrees(capsys, monkeypatch, played):
    """The openings that are not played have their published result, and nothing is said of them."""
    openings = {number: f"B.exercise4-opening-{number}" for number in range(7)}
    for entry in published():
        if entry.id in openings.values() and int(entry.id.rsplit("-", 1)[1]) not in played:
            stand_in(monkeypatch, entry.id, lambda setting, value=entry.expected: Measured(value))
    # The five games of an opening judge the same positions; every one of them is searched anew.
    monkeypatch.setattr(evaluators, "SEGMENTS", cache(evaluators.SEGMENTS))
    code, out, err = reproduce(capsys, "--only", "B", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["complete"]
    assert document["agrees"]
    assert document["differing"] == []
    assert all(result["verdict"] == "agrees" for result in document["results"])
    # Five games of each opening that was played.
    results = {result["id"]: result for result in document["results"]}
    scores = ["5 : 0", "0 : 5", "0 : 5", "5 : 0", "0 : 5", "5 : 0", "5 : 0"]
    for number in played:
        assert results[openings[number]]["measured"] == scores[number]
        assert "all 5 games are the same" in results[openings[number]]["note"]
    # One line for each result in a pipe, and nothing else.
    assert len(err.splitlines()) == len(document["results"])


def lighter_threes(monkeypatch):
    """An evaluator changed: three in a segment count 10 instead of 100."""
    monkeypatch.setattr(evaluators, "SEGMENTS", evaluators.Segments(one_short=10))


def last_of_best(monkeypatch):
    """A tie-break changed: of equally good moves minimax keeps the last."""
    kind = MINIMAX._Minimax
    source = textwrap.dedent(inspect.getsource(kind.search_root))
    assert source.count("value > self.best") == 1
    changed: dict[str, object] = {}
    exec(source.replace("value > self.best", "value >= self.best"), vars(MINIMAX), changed)
    monkeypatch.setattr(kind, "search_root", changed["search_root"])


@pytest.mark.parametrize(("change", "found"), [(lighter_threes, "B.segment-values"), (last_of_best, "B.first-of-best")])
def test_a_changed_evaluator_or_tie_break_is_noticed(change, found, monkeypatch, capsys):
    change(monkeypatch)
    code, out, _err = reproduce(capsys, "--only", "B", "--fail-fast", "--json")
    document = json.loads(out)
    assert code == 1
    assert not document["agrees"]
    assert document["differing"] == [found]


@pytest.mark.soak
def test_a_changed_tie_break_changes_the_games(monkeypatch, capsys):
    last_of_best(monkeypatch)
    code, out, _err = reproduce(capsys, "--only", "B", "--json")
    assert code == 1
    # The evaluator's threes, on the other hand, decide none of the games: only their value tells.
    assert set(json.loads(out)["differing"]) == {
        "B.first-of-best",
        "B.alphabeta",
        "B.tictactoe-answer",
        "B.unforced-opening",
        "B.exercise4-opening-1",
        "B.exercise4-opening-5",
    }


@pytest.mark.soak
def test_everything_agrees(capsys):
    code, out, _err = reproduce(capsys, "--deep")
    assert code == 0
    assert "differs" not in out


def test_the_table_names_source_kind_claim_values_and_verdict(capsys, at_once):
    code, out, _err = reproduce(capsys, "--only", "a")
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line.startswith(" A ")]
    assert [row[1] for row in rows] == [entry.kind.value for entry in published() if entry.part == "A"]
    assert all(row[-2:] == ["on", "purpose"] if row[1] == "departure" else row[-1] == "agrees" for row in rows)
    assert "→, ↘, ↓, ↙" in out
    assert "; why: the source gives an unplayable column -1" in out
    assert "rule: worked out by hand" in out
    assert "estimate: " not in out
    assert out.splitlines()[-1].startswith("12 of 12 measured in ")
    assert " s of CPU time. Agree: 10. Differ: 0. Departures: 2. " in out


def test_several_parts(capsys, at_once):
    code, out, _err = reproduce(capsys, "--only", "C", "--only", "A", "--json")
    assert code == 0
    assert list(dict.fromkeys(result["source"] for result in json.loads(out)["results"])) == ["A", "C"]


def test_json_tells_the_four_kinds_apart(capsys, at_once):
    code, out, err = reproduce(capsys, "--json")
    document = json.loads(out)
    results = {result["id"]: result for result in document["results"]}
    assert (code, document["agrees"], document["differing"], document["unmeasured"]) == (0, True, [], [])
    assert set(document["kinds"]) == {"published", "estimate", "rule", "departure"}
    assert sum(document["kinds"].values()) == len(results)
    assert {result["verdict"] for result in results.values() if result["kind"] == "departure"} == {"departs"}
    fork = results["D.fork-example"]
    assert (fork["published"], fork["ours"], fork["why"]) == ([3, 4], [3], "a stone in column 4 makes no threat at all")
    left_open = results["C.blocked-cells"]
    assert (left_open["published"], left_open["ours"]) == (None, 1)
    printed = results["D.depth"]
    assert (printed["kind"], printed["published"], printed["ours"], printed["why"]) == ("published", 6, None, "")
    assert "D.depth: published, by the source 6, measured 6: agrees\n" in err
    assert "D.fork-example: departure, by the source 3, 4, measured 3: on purpose\n" in err


@pytest.mark.parametrize("kind", Kind)
def test_what_cannot_be_measured_fails_the_run_and_says_why(kind, capsys, monkeypatch, at_once):
    def missing(setting):
        raise MissingError("needs the moon")

    entry = next(entry for entry in published() if entry.kind is kind)
    stand_in(monkeypatch, entry.id, missing)
    monkeypatch.setattr(plyground.reproduce, "chosen", lambda parts, deep: [entry])
    code, out, _err = reproduce(capsys)
    assert code == 1
    assert "needs the moon" in out
    assert "not measured" in out
    code, out, _err = reproduce(capsys, "--json")
    document = json.loads(out)
    assert (code, document["agrees"], document["unmeasured"]) == (1, False, [entry.id])
    assert document["results"][0]["note"] == "needs the moon"


def test_json_has_no_infinity(capsys, at_once):
    _code, out, _err = reproduce(capsys, "--only", "E", "--json")

    def refuse(name):
        raise AssertionError(name)

    results = json.loads(out, parse_constant=refuse)["results"]
    assert next(result["measured"] for result in results if result["id"] == "E.values") == ["inf", "-inf", 0.0]


def test_an_unknown_part_is_refused_and_the_nearest_named(capsys):
    code, out, err = reproduce(capsys, "--only", "fact")
    assert (code, out) == (2, "")
    assert err == "plyground: there is no part 'fact'; did you mean facts? The parts are A, B, C, D, E, facts, tables\n"


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_other_languages(language, capsys, at_once):
    code, out, _err = reproduce(capsys, "--lang", language)
    main(["--lang", "en", "--version"], standalone_mode=False)
    assert code == 0
    for english in ("agrees", "on purpose", "segments", "the source", "why", *(kind.value for kind in Kind)):
        assert english not in out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_prints_what_was_measured():
    # In a group of its own, as a terminal would start it: Ctrl-C goes to all of the group.
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "reproduce", "--only", "B"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            # What comes next plays hundreds of games.
            if line.startswith("B.tictactoe-last-draw"):
                break
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert "tic-tac-toe: after that the human's 8 draws" in out
    assert "exercise 4" not in out
    assert "of 33 measured in" in out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_progress_on_a_terminal():
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "reproduce", "--only", "facts", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
    ) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            if not piece:
                break
            shown += piece
        assert process.stdout is not None
        document = json.loads(process.stdout.read())
    os.close(ours)
    assert process.returncode == 0
    assert document["complete"]
    text = shown.decode()
    assert "facts.perft" in text
    assert "/7" in text
    assert "published" not in text


def test_what_takes_longer_is_left_out_and_listed_with_its_estimate(capsys, at_once):
    long = {entry.id for entry in published() if entry.minutes > 30}
    assert long
    code, out, _err = reproduce(capsys, "--only", "tables", "--deep")
    assert code == 0
    listed = {line.partition(": left out, about ")[0] for line in out.splitlines() if ": left out, about " in line}
    assert listed == long
    code, out, _err = reproduce(capsys, "--only", "tables", "--deep", "--json")
    document = json.loads(out)
    assert {each["id"] for each in document["left_out"]} == long
    assert document["complete"] is True
    measured = [result["id"] for result in document["results"]]
    assert not long & set(measured)
    minutes = {entry.id: entry.minutes for entry in published()}
    assert measured == sorted(measured, key=lambda name: minutes[name]), "whoever stops keeps most"
    _code, out, _err = reproduce(capsys, "--only", "tables", "--deep", "--minutes", "1e12", "--json")
    assert json.loads(out)["left_out"] == []
