"""The data file, the measuring functions and the page about them say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plyground.reproduce import MEASURES, Kind, Published, Verdict, chosen, parts, published
from plyground.reproduce.report import SOURCES
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


def test_the_page_lists_every_id_with_its_claim():
    listed = re.findall(r"^\| `((?:[A-E]|facts|tables)\.[\w-]+)` \| (.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert listed == [(entry.id, MEASURES[entry.id].claim) for entry in published()]


def test_only_the_estimates_and_claims_of_the_sources_go_unjudged():
    assert {entry.id for entry in published() if entry.kind is Kind.ESTIMATE} == {
        "D.leaves-4",
        "D.leaves-6",
        "D.leaves-8",
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
    entry = Published("A.x", "A", value, Kind.RESULT, False, {})
    assert (_judge(entry, measured) is Verdict.AGREES) == agrees


def test_tables_run_only_when_they_are_named():
    assert {entry.part for entry in chosen()} == set(parts()) - {"tables"}
    assert {entry.part for entry in chosen(deep=True)} == set(parts()) - {"tables"}
    assert {entry.part for entry in chosen(["tables", "A"])} == {"tables", "A"}


def test_an_estimate_is_never_judged():
    assert _judge(Published("D.x", "D", 1, Kind.ESTIMATE, False, {}), 2) is Verdict.SHOWN
