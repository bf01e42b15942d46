"""The data file, the measuring functions and the page about them say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plyground.reproduce import MEASURES, Kind, Published, Verdict, chosen, parts, published
from plyground.reproduce.report import KINDS, SOURCES, value_text
from plyground.reproduce.run import _judge

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reproduce.md"


def test_every_value_has_a_function_and_every_function_a_value():
    assert sorted(entry.id for entry in published()) == sorted(MEASURES)


def test_no_two_values_are_measured_in_the_same_way():
    """One function may serve several values, if they are given different inputs."""
    ways = [(MEASURES[entry.id].take, json.dumps(dict(entry.given))) for entry in published()]
    assert len(set(ways)) == len(ways)
    claims = [measure.claim for measure in MEASURES.values()]
    assert len(set(claims)) == len(claims)


def test_every_part_is_named():
    assert list(parts()) == list(SOURCES)


def row(entry: Published) -> str:
    """The row as the page has it."""
    measure, value = MEASURES[entry.id], value_text(entry.value)
    claim = f"{measure.claim}; why: {measure.why}" if measure.why else measure.claim
    if entry.kind is Kind.DEPARTURE:
        value += f"; ours {value_text(entry.ours)}"
    if entry.deep:
        value += " (with `--deep`)"
    return f"| `{entry.id}` | {entry.kind.value} | {claim} | {value} |"


def test_the_page_lists_every_row():
    listed = re.findall(r"^\| `(?:[A-E]|facts|tables)\..*$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert listed == [row(entry) for entry in published()]


def test_the_page_names_the_sources():
    """What their texts say of title, author and address."""
    page = PAGE.read_text("utf-8")
    for words in (
        "Connect-Four AI 몬테카를로 구현",
        "적대적 탐색",
        "<https://moongni.github.io/algorithm/Adversarial-Search/>",
        "四子棋AI程序",
        "Connect Four AI - Minimax 알고리즘 상세 설명",
        "Connect Four BY KEVIN",
        "최대최소 탐색을 활용한 삼목게임(tic-tac-toe)",
    ):
        assert words in page


def ids(kind: Kind) -> set[str]:
    return {entry.id for entry in published() if entry.kind is kind}


def test_every_kind_is_explained():
    assert set(KINDS) == set(Kind)
    assert all(f"\n| {kind.value} | " in PAGE.read_text("utf-8") for kind in Kind)


def test_only_departures_have_something_of_ours_and_a_reason():
    for entry in published():
        departs = entry.kind is Kind.DEPARTURE
        assert (entry.ours is not None) == departs, entry.id
        assert bool(MEASURES[entry.id].why) == departs, entry.id
        assert departs or entry.value is not None, entry.id
        assert entry.ours != entry.value, entry.id


def test_departures_are_named():
    assert ids(Kind.DEPARTURE) == {
        # The source's code does something else.
        "A.win-at-once",
        "A.unplayable",
        "E.weighs-two",
        "E.immediate-win",
        "E.all-lose",
        # The source leaves it open.
        "C.blocked-cells",
        "C.root-kept",
        "D.options",
        # The source contradicts itself.
        "D.scenario-depths",
        "D.worked-weights",
        "D.worked-totals",
        "D.fork-example",
    }


def test_what_no_source_prints_is_a_rule():
    assert ids(Kind.RULE) == {
        *("A.loop", "A.interface", "A.falls", "A.state", "A.highest", "A.parallel"),
        *("B.segments", "B.exercise3-one-class", "B.depth-convention", "B.first-of-best", "B.alphabeta"),
        "B.tictactoe-lost-first",
        *("C.landing", "C.landing-bottom", "C.four-or-more", "C.blocked-breaks", "C.full-board"),
        *("D.weights-opponent", "D.stage-win", "D.stage-block", "D.first-of-best"),
        *("D.first-move-search", "D.fork-option"),
        *("E.open-lines", "E.first-best", "E.lost-first", "E.lost-second"),
    }


def test_only_the_estimates_and_claims_of_the_sources_go_unjudged():
    assert ids(Kind.ESTIMATE) == {
        "D.leaves-4",
        "D.leaves-6",
        "D.leaves-8",
        "D.fewer-operations",
        "D.time-2",
        "D.time-4",
        "D.time-6",
        "D.time-8",
        "D.beginners",
        "D.intermediate",
        "D.perfect-first",
        "D.perfect-second",
    }


@pytest.mark.parametrize(
    ("value", "measured", "agrees"),
    [
        (4, 4, True),
        (4, 5, False),
        (1, True, False),
        (True, 1, False),
        ([7], [7], True),
        ([7], 7, False),
        (4, None, False),
    ],
)
def test_a_value_agrees_only_with_itself(value, measured, agrees):
    verdict = Verdict.AGREES if agrees else Verdict.DIFFERS
    assert _judge(Published("A.x", "A", value), measured) is verdict
    assert _judge(Published("A.x", "A", value, Kind.RULE), measured) is verdict


@pytest.mark.parametrize(("measured", "verdict"), [(0, Verdict.DEPARTS), (392, Verdict.DIFFERS), (1, Verdict.DIFFERS)])
def test_a_departure_has_to_be_what_ours_means_to_do(measured, verdict):
    assert _judge(Published("E.x", "E", 392, Kind.DEPARTURE, 0), measured) is verdict


def test_tables_run_only_when_they_are_named():
    assert {entry.part for entry in chosen()} == set(parts()) - {"tables"}
    assert {entry.part for entry in chosen(deep=True)} == set(parts()) - {"tables"}
    assert {entry.part for entry in chosen(["tables", "A"])} == {"tables", "A"}


def test_an_estimate_is_never_judged():
    assert _judge(Published("D.x", "D", 1, Kind.ESTIMATE), 2) is Verdict.SHOWN
