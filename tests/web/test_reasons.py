"""Reasons over the socket of analyses: the proof, its marks, and an answer to whatever a reader tries."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.board import Side
from plyground.grid import GridBoard
from tests.web.asking import Asking
from tests.web.people import Server


def why(server: Server, language: str = "en", **fields: str) -> dict[str, Any]:
    with Asking(server, language=language) as asking:
        return asking.ask("why", **fields)[-1]


def test_a_reason_has_sentences_marks_and_a_line_to_the_end(server):
    reason = why(server, moves="112233")
    assert reason["type"] == "reason"
    assert reason["verdict"] == "Yellow to move: wins in 1."
    (proof,) = reason["proofs"]
    assert proof["side"] == "first"
    assert proof["wins"]
    assert proof["sentences"] == ["Yellow completes a line with column 4."]
    assert [place["move"] for place in proof["line"]] == ["4"]
    assert {"kind": "line", "side": "first", "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]} in proof["marks"]
    assert proof["checked"] >= 1


def test_the_reason_of_a_move_speaks_of_the_position_after_it(server):
    reason = why(server, moves="112233", move="7")
    assert "Better: 4" in reason["verdict"]
    assert len(reason["state"]["stones"]) == 7


def test_every_reply_that_is_tried_is_answered_until_the_proven_end(server):
    rules = "7x6 blocked=d5"
    board = GridBoard.from_moves("4", rules)
    tried: list[str] = []
    with Asking(server) as asking:
        while board.legal_moves:
            reply = str(board.legal_moves[len(tried) % len(board.legal_moves)] + 1)
            tried.append(reply)
            board = board.move(int(reply) - 1)
            if not board.legal_moves:
                break
            reason = asking.ask("why", rules=rules, moves="4", tried="".join(tried))[-1]
            answer = reason["answer"]["move"]
            assert reason["answer"]["side"] == "first"
            tried.append(answer)
            board = board.move(int(answer) - 1)
    assert board.winner is Side.FIRST


def test_a_draw_has_a_proof_for_each_side(server):
    reason = why(server, rules="4x4")
    assert [proof["side"] for proof in reason["proofs"]] == ["first", "second"]
    assert not any(proof["wins"] for proof in reason["proofs"])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"moves": "112233", "move": "9"}, "move"),
        ({"moves": "1122334"[:6] + "4"}, None),
        ({"moves": "112233", "tried": "x"}, "tried"),
        ({"rules": "15x15 connect=5"}, None),
    ],
)
def test_what_cannot_be_explained_is_refused_in_words(server, fields, field):
    refused = why(server, **fields)
    assert refused["type"] == "error"
    assert refused["field"] == field
    assert refused["text"]


def test_the_reason_is_in_the_readers_language(server):
    assert why(server, "ko", moves="112233")["verdict"] != why(server, "zh-CN", moves="112233")["verdict"]
