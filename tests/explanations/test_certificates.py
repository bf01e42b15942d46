"""Certificates: what passes the check is true, by brute force, and what is broken does not pass."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, Rules, Side, explain, solve
from plyground.explanations import Certificate, FollowUp, Forced, Plan, Proof, Refuted, Replies, Table, check, leaves
from tests.explanations.judging import Judge, edits, outcome_of, proves
from tests.explanations.positions import positions
from tests.strategies import examples

ENOUGH = Limit(time=60.0)
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def passes(certificate: Certificate) -> bool:
    try:
        check(certificate)
    except Refuted:
        return False
    return True


def is_true(judge: Judge, certificate: Certificate) -> bool:
    outcome = outcome_of(judge, certificate.board)
    mine = outcome if certificate.board.turn is certificate.holder else -outcome
    return mine == 1 if certificate.wins else mine >= 0


def certificates(seed: int, rules: str, count: int) -> list[Certificate]:
    """Certificates of positions from random play, in which somebody wins or nobody does."""
    chance = random.Random(seed)
    found: list[Certificate] = []
    while len(found) < count:
        board = GridBoard(rules)
        stones = chance.randrange(board.rules.cells // 3, board.rules.cells)
        while board.legal_moves and board.count < stones:
            board = board.move(chance.choice(board.legal_moves))
        if board.legal_moves:
            found += [proof.certificate for proof in explain(board, limit=ENOUGH).proofs]
    return found


@given(positions())
@examples(60)
def test_explanations_agree_with_brute_force(board: GridBoard) -> None:
    judge = Judge(board.rules)
    found = explain(board, limit=ENOUGH)
    assert found.value.outcome == OUTCOMES[outcome_of(judge, board)]
    assert found.value.outcome == solve(board, weak=True).value.outcome
    for proof in found.proofs:
        assert is_true(judge, proof.certificate)
        assert proves(judge, proof.certificate)
    holders = [proof.certificate.holder for proof in found.proofs]
    wins = [proof.certificate.wins for proof in found.proofs]
    if found.value.outcome == "draw":
        assert not found.proofs or (holders == [Side.FIRST, Side.SECOND] and wins == [False, False])
    else:
        winner = board.turn if found.value.outcome == "win" else board.turn.opposite
        assert not found.proofs or (holders == [winner] and wins == [True])


@given(positions(most_free=7, gravity=False))
@examples(25)
def test_explanations_without_gravity_agree_with_brute_force(board: GridBoard) -> None:
    judge = Judge(board.rules)
    found = explain(board, limit=ENOUGH)
    assert found.value.outcome == OUTCOMES[outcome_of(judge, board)]
    assert all(is_true(judge, proof.certificate) for proof in found.proofs)


@given(positions(), st.data())
@examples(40)
def test_the_reason_of_a_move_is_that_of_the_position_after_it(board: GridBoard, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(board.legal_moves))
    found = explain(board, move, limit=ENOUGH)
    after = board.move(move)
    assert found.shown_board == after
    assert found.move_value is not None
    if after.outcome.is_over:
        assert not found.proofs
        return
    judge = Judge(board.rules)
    assert found.move_value.outcome == OUTCOMES[-outcome_of(judge, after)]
    assert all(proof.certificate.board == after and is_true(judge, proof.certificate) for proof in found.proofs)


@given(positions(), st.randoms(use_true_random=False))
@examples(60)
def test_what_passes_the_check_is_a_proof(board: GridBoard, chance: random.Random) -> None:
    """Of a certificate with one thing changed, the check says what a plain replay says; and what passes is true."""
    judge = Judge(board.rules)
    for proof in explain(board, limit=ENOUGH).proofs:
        changed = edits(proof.certificate)
        for kind, certificate in chance.sample(changed, min(20, len(changed))):
            passed = passes(certificate)
            assert passed == proves(judge, certificate), kind
            assert not passed or is_true(judge, certificate), kind


KINDS = {
    "holder",
    "claim",
    "line cut",
    "line prolonged",
    "wrong move",
    "misplaced",
    "nothing follows",
    "reply left out",
    "reply never played",
    "leaf left out",
    "pair removed",
    "wrong cell",
    "spare moves",
    "sight",
}


@pytest.mark.parametrize("count", [6, pytest.param(16, marks=pytest.mark.soak)])
def test_broken_certificates_are_rejected(count: int) -> None:
    """Every kind of change breaks some certificates, and these are all rejected."""
    rejected: Counter[str] = Counter()
    chance = random.Random(7)
    for seed, rules in enumerate(("5x4", "4x5", "5x4 blocked=c1", "5x5")):
        judge = Judge(Rules.parse(rules))
        for certificate in certificates(seed, rules, count):
            changed = edits(certificate)
            for kind, broken in chance.sample(changed, min(30, len(changed))):
                if not passes(broken):
                    rejected[kind] += 1
                else:
                    assert proves(judge, broken), kind
    assert set(rejected) >= KINDS
    assert min(rejected[kind] for kind in KINDS) >= 3


@pytest.fixture(scope="module")
def table() -> Certificate:
    """A certificate with a table: tic-tac-toe is not held by a plan."""
    for moves in ("b2 a1", "b2 a1 c3", "b2 a1 a2 c2", "a1 b2 c3"):
        for proof in explain(moves, rules="tictactoe", limit=ENOUGH).proofs:
            if any(isinstance(leaf, Table) for leaf, _board in leaves(proof.certificate)):
                return proof.certificate
    raise AssertionError("no table was found")


def test_a_table_without_an_entry_or_with_a_wrong_one_is_rejected(table: Certificate) -> None:
    judge = Judge(table.board.rules)
    kinds: Counter[tuple[str, bool]] = Counter()
    for kind, broken in edits(table):
        if kind.startswith("entry"):
            passed = passes(broken)
            assert passed == proves(judge, broken)
            kinds[kind, passed] += 1
    assert kinds["entry missing", True] == 0 < kinds["entry missing", False]
    assert kinds["entry wrong", False] > 0


@pytest.mark.parametrize(
    ("moves", "holder", "wins", "root", "reason"),
    [
        ("112233", Side.FIRST, True, Forced(()), "has to end with a move of the holder"),
        ("112233", Side.FIRST, True, Forced((6,)), "a reply has no answer"),
        ("112233", Side.FIRST, True, Forced((3, 4, 5)), "goes on after the end"),
        ("112233", Side.FIRST, True, Forced((9,)), "cannot be played"),
        ("112233", Side.SECOND, True, Forced((3,)), "the opponent is to move"),
        ("112233", Side.FIRST, True, Replies(), "the holder is to move"),
        ("1122334", Side.SECOND, True, Forced((3,)), "after the end"),
        ("112233", Side.SECOND, False, Replies({}, FollowUp(Plan())), "the opponent wins"),
    ],
)
def test_the_checker_says_what_is_wrong(moves: str, holder: Side, wins: bool, root: object, reason: str) -> None:
    certificate = Certificate(GridBoard.from_moves(moves), holder, wins, root)  # type: ignore[arg-type]
    with pytest.raises(Refuted, match=reason):
        check(certificate)


def test_a_win_is_not_claimed_for_a_draw() -> None:
    found = explain("", rules="4x4", limit=ENOUGH)
    assert found.value.outcome == "draw"
    assert len(found.proofs) == 2
    for proof in found.proofs:
        certificate = proof.certificate
        assert passes(certificate)
        assert not passes(Certificate(certificate.board, certificate.holder, True, certificate.root))


def test_what_the_check_has_shown_is_what_happens() -> None:
    """The cells on which the holder wins, and those on which the opponent may get a stone."""
    chance = random.Random(8)
    for certificate in certificates(11, "5x5", 12):
        checked = check(certificate)
        for _game in range(20):
            ends, reached = _random_game(certificate, chance)
            assert ends <= set(checked.ends)
            assert reached <= checked.opponent


def _random_game(certificate: Certificate, chance: random.Random) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    proof = Proof(certificate, check(certificate))
    board, moves = certificate.board, list[int]()
    reached = set()
    while board.legal_moves:
        if board.turn is certificate.holder:
            move = proof.answer(moves)
            assert move is not None
        else:
            move = chance.choice(board.legal_moves)
            reached.add(board.cell_of(move))
        moves.append(move)
        board = board.move(move)
    assert board.winner is certificate.holder if certificate.wins else board.winner is not certificate.holder.opposite
    last = board.last_cell
    assert last is not None
    return ({last} if board.winner is certificate.holder else set()), reached
