"""Explanations on boards without gravity that no solver takes: wins by threats, told, drawn and checked."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GOMOKU, GridBoard, Limit, Rules, Side, explain
from plyground.explanations import Proof, ThreatKind, ThreatProver, check
from tests.engines.lines.test_sequences import VCT, positions
from tests.strategies import examples

THREE = "h8 a1 h9 a2 h10 a15"
"""An open three, and the side that has it is to move."""


def test_a_win_by_fours_is_told() -> None:
    found = explain(THREE, rules="gomoku")
    assert found.verdict == "x to move: wins in 2 by fours."
    (proof,) = found.proofs
    assert check(proof.certificate).positions == proof.checked.positions
    assert "x plays h11 and threatens to win at h7, h12; o can take only one of them." in found.sentences()
    assert "!" in str(found)


def test_a_win_by_fours_and_threes_is_told_and_answers_every_reply() -> None:
    found = explain(VCT, rules="gomoku", limit=Limit(time=20))
    (proof,) = found.proofs
    end = proof.end(Side.FIRST)
    assert end is not None
    assert (end.wins, end.kind) == (True, ThreatKind.FOURS_AND_THREES)
    assert found.verdict == f"x to move: wins in {end.moves} by fours and threes."
    first, second, third = proof.sentences()
    assert first.startswith("x plays h10 and threatens ")
    assert second.startswith("Only ")
    assert third
    assert end.moves == (len(proof.line) + 1) // 2
    follow(proof, random.Random(1))


def follow(proof: Proof, chance: random.Random) -> None:
    """Plays the proof against random replies, most of them its own defences: it wins, and not later than it says."""
    end, line = proof.end(proof.certificate.holder), set(proof.line)
    assert end is not None
    for _game in range(4):
        board, moves, stones = proof.certificate.board, list[int](), 0
        while not board.outcome.is_over:
            if board.turn is proof.certificate.holder:
                move = proof.answer(moves)
                assert move is not None
                stones += 1
            else:
                near = [reply for reply in board.legal_moves if reply in line]
                move = chance.choice(near if near and chance.random() < 0.7 else board.legal_moves)
            moves.append(move)
            board = board.move(move)
        assert board.winner is proof.certificate.holder
        assert stones <= end.moves


@examples(25)
@given(positions(12), st.integers(0, 2**32))
def test_every_proof_wins_as_soon_as_it_says(board: GridBoard, seed: int) -> None:
    if board.outcome.is_over:
        return
    prover = ThreatProver(board.rules)
    win, loss = prover.win(board, Limit(nodes=2_000)), prover.loss(board, Limit(nodes=500))
    assert win is None or loss is None, "nobody wins and loses"
    for proof, holder in ((win, board.turn), (loss, board.turn.opposite)):
        if proof is not None:
            assert proof.certificate.holder is holder
            assert proof.sentences()
            follow(proof, random.Random(seed))


def test_a_loss_is_explained_to_the_side_that_loses() -> None:
    found = explain(f"{THREE} h11", rules="gomoku")
    assert found.verdict == "o to move: loses in 1 to fours."
    (proof,) = found.proofs
    assert proof.certificate.holder is Side.FIRST
    assert proof.sentences()


def test_a_move_is_compared_with_a_win_that_it_misses() -> None:
    missed = explain(THREE, "a14", rules="gomoku", limit=Limit(time=20))
    assert missed.verdict.endswith("Better: h11 (wins in 2 by fours).")
    lost = explain("h8 a1 h9 a2 h10", "a15", rules="gomoku")
    assert lost.verdict == "a15: loses in 2 to fours."
    won = explain(THREE, "h7", rules="gomoku")
    assert won.verdict == "h7: wins in 2 by fours."
    assert explain(f"{THREE} h11 a14", "h12", rules="gomoku").verdict == "h12: wins in 1."


def test_where_nobody_wins_by_threats_it_says_so() -> None:
    found = explain("h8", rules="gomoku", limit=Limit(time=0.3))
    assert found.proofs == ()
    assert found.value.outcome is None
    assert "No win by threats was found within 0.3 s, and the board is too large to solve." in found.sentences()


def test_other_lengths_of_a_run_have_no_fours() -> None:
    six = explain("h8 a1 h9 a2 h10 a15 h11 b15", rules="15x15 connect=6 gravity=no")
    assert six.verdict == "x to move: wins in 2 by threats."


@pytest.mark.parametrize(
    "rules", ["9x9 connect=8 gravity=no", "32x3 connect=4 gravity=no", "3x32 connect=5 gravity=no"]
)
def test_odd_boards(rules: str) -> None:
    found = explain("", rules=rules, limit=Limit(time=0.2))
    assert found.sentences()
    assert found.json()["rules"] == str(Rules.parse(rules))


def test_a_proof_is_kept_for_its_rules() -> None:
    prover = ThreatProver(GOMOKU)
    board = GridBoard.from_moves(THREE, GOMOKU)
    assert prover.win(board, Limit(nodes=1_000)) is not None
    assert prover.nodes >= 0
    assert prover.loss(board, Limit(nodes=1_000)) is None


@pytest.mark.parametrize("rules", ["15x15 connect=40 gravity=no", "12x12 connect=13"])
def test_boards_on_which_nobody_can_win_are_explained(rules: str) -> None:
    found = explain("", rules=rules)
    assert (found.value.low, found.value.high) == (0, 0)
    assert "in a row any more: the game ends in a draw." in found.sentences()[-1]
    move = found.board.legal_moves[0]
    assert explain("", move, rules=rules).move_value == found.value
