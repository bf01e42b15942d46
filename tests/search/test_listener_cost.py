"""The benchmark of the listeners' cost compares like with like, and its goal holds."""

from __future__ import annotations

import ast
import statistics

import pytest

from benchmarks.listener import GOAL, Deaf, cases, deaf_package, measure
from plyground import Decision


def essence(decision: object) -> tuple[object, ...]:
    assert isinstance(decision, Decision)
    return decision.move, decision.values, decision.visits, decision.line, decision.nodes, decision.playouts


def test_the_deaf_searches_are_the_same_searches():
    for ours, plain in cases(deaf_package()).values():
        assert essence(ours()) == essence(plain())


def test_what_is_for_listeners_is_removed():
    code = """
def look(board, report=None):
    record = []
    if report is not None:
        report.enter(board)
    play_out(board, record)
    return 1
"""
    assert ast.unparse(Deaf().visit(ast.parse(code))) == "def look(board):\n    play_out(board)\n    return 1"


@pytest.mark.soak
def test_nobody_pays_for_listeners_that_are_not_there():
    ratios = []
    for ours, plain in cases(deaf_package()).values():
        seconds, plain_seconds = measure(ours, plain, rounds=41)
        ratios.append(seconds / plain_seconds)
    assert statistics.geometric_mean(ratios) <= GOAL, ratios
