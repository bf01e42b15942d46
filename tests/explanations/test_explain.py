"""`explain`: what it says and draws, what it answers to a reader, and how it ends where there is nothing to explain."""

from __future__ import annotations

import json
import logging
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from plyground import GridBoard, Limit, PlygroundError, Side, Solver, explain
from plyground.errors import IllegalMoveError
from plyground.explanations import (
    Answer,
    Certificate,
    Checked,
    Explanation,
    FollowUp,
    Forced,
    MarkKind,
    Plan,
    Proof,
    Refuted,
    Replies,
    check,
)
from plyground.explanations import finder as finder_module
from plyground.explanations.marks import cells_that_spoil, open_lines
from plyground.texts import use_language

ENOUGH = Limit(time=60.0)
ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "ko", "zh_CN")


def random_board(chance: random.Random, rules: str, free: int) -> GridBoard:
    """An open position with so many free cells, in which nobody can win at once."""
    while True:
        board = GridBoard(rules)
        while board.legal_moves and board.free.bit_count() > free:
            quiet = [move for move in board.legal_moves if not board.move(move).is_win]
            board = board.move(chance.choice(quiet or board.legal_moves))
        if board.legal_moves and not board.wins_in_one(board.turn):
            return board


# The demonstration


def test_with_d5_blocked_the_first_player_gets_all_of_row_six() -> None:
    """The first player wins with d1, and then only answers in the same column."""
    found = explain("4", rules="7x6 blocked=d5", limit=ENOUGH)
    (proof,) = found.proofs
    certificate = proof.certificate
    assert (certificate.holder, certificate.wins, certificate.decisions) == (Side.FIRST, True, 0)
    assert isinstance(certificate.root, Replies)
    assert not certificate.root.answers
    leaf = certificate.root.otherwise
    assert isinstance(leaf, FollowUp)
    assert leaf.plan.blind
    assert not leaf.plan.pairs
    assert {row for _column, row in proof.checked.ends} == {5}
    assert not any(row == 5 for _column, row in proof.checked.opponent)
    assert proof.checked.spares == proof.checked.blocks == 0
    assert proof.sentences() == [
        "x answers every stone in the same column.",
        "So x gets all of row 6 that is left, and wins there.",
    ]


def test_the_same_plan_in_plain_python() -> None:
    """Any game in which the first player only answers in the same column ends with its line in row six."""
    chance = random.Random(6)
    for _game in range(200):
        board = GridBoard.from_moves("4", "7x6 blocked=d5")
        while board.legal_moves:
            move = chance.choice(board.legal_moves)
            board = board.move(move)
            if board.legal_moves:
                board = board.move(move)
        assert board.winner is Side.FIRST
        assert {row for _column, row in board.winning_cells} == {5}


# What a reader tries


@pytest.mark.parametrize(
    "rules", ["5x4", "6x5", "cfour", "7x6 blocked=d5", "5x5 connect=3", "3x3 gravity=no connect=3"]
)
def test_every_reply_is_answered_to_the_proven_end(rules: str) -> None:
    chance = random.Random(len(rules))
    for _position in range(6):
        board = random_board(chance, rules, min(16, GridBoard(rules).rules.cells - 1))
        for proof in explain(board, limit=ENOUGH).proofs:
            certificate = proof.certificate
            for _game in range(10):
                after, moves = board, list[int]()
                while after.legal_moves:
                    if after.turn is certificate.holder:
                        move = proof.answer(moves)
                        assert move is not None
                    else:
                        assert proof.answer(moves) is None
                        move = chance.choice(after.legal_moves)
                    moves.append(move)
                    after = after.move(move)
                assert proof.answer(moves) is None
                assert after.winner is certificate.holder or (after.winner is None and not certificate.wins)


def test_a_line_of_play_shows_the_reason() -> None:
    chance = random.Random(2)
    for _position in range(8):
        board = random_board(chance, "6x5", 14)
        for proof in explain(board, limit=ENOUGH).proofs:
            after = board
            for move in proof.line:
                after = after.move(move)
            assert after.outcome.is_over
            holder = proof.certificate.holder
            assert after.winner is holder or (after.winner is None and not proof.certificate.wins)


def test_another_move_of_the_holder_is_refused() -> None:
    (proof,) = explain("112233").proofs
    with pytest.raises(IllegalMoveError, match="after - the explanation plays 4, not 7"):
        proof.answer([6])


# What is said


def test_a_line_is_completed() -> None:
    found = explain("112233")
    assert found.sentences() == ["x to move: wins in 1.", "x completes a line with column 4."]


def test_a_fork() -> None:
    found = explain("4455")
    assert found.sentences() == [
        "x to move: wins in 2.",
        "x plays column 3 and threatens to win at b1, f1; o can take only one of them.",
    ]
    assert found.decisions == 0
    assert "for example: 3" in str(found)


def test_two_threats_on_top_of_each_other() -> None:
    found = explain("1762465151557443")
    assert found.sentences() == [
        "x to move: wins in 2.",
        "Column 6 gives x g3 and g4, on top of each other: o can take only one.",
    ]


def test_a_move_is_compared_with_the_best() -> None:
    found = explain("112233", "7")
    assert found.move == 6
    assert found.best == (3,)
    assert found.verdict.startswith("Column 7: ")
    assert found.verdict.endswith("Better: 4 (wins in 1).")


def test_both_win_and_one_is_sooner() -> None:
    chance = random.Random(12)
    seen = set()
    for _position in range(30):
        board = random_board(chance, "5x4", 10)
        for move in board.legal_moves:
            found = explain(board, move, limit=ENOUGH)
            value = found.move_value
            assert value is not None
            if value.outcome == found.value.outcome != "draw" and move not in found.best and value.moves:
                word = "sooner" if value.outcome == "win" else "longer"
                assert f"{abs(value.moves - (found.value.moves or 0))} move" in found.verdict
                assert word in found.verdict
                seen.add(value.outcome)
    assert seen == {"win", "loss"}


def test_cells_are_kept_from_the_opponent_only_if_the_replay_has_shown_it() -> None:
    """Against every reply: the opponent gets none of the marked cells, and every line that it can make needs one of
    those that a sentence names."""
    chance = random.Random(4)
    said = 0
    for _position in range(40):
        board = random_board(chance, "5x4", 10)
        for proof in explain(board, limit=ENOUGH).proofs:
            certificate = proof.certificate
            sure = {cell for mark in proof.marks if mark.kind is MarkKind.SURE for cell in mark.cells}
            assert not sure & proof.checked.opponent
            spoiling = cells_that_spoil(board, certificate.holder, proof.checked.opponent)
            if not certificate.wins and spoiling:
                layout = board.rules.layout
                assert all(line & layout.mask(frozenset(spoiling)) for line in open_lines(board, certificate.holder))
                said += 1
            if any("every stone in the same column." in sentence for sentence in proof.sentences()):
                assert proof.checked.spares == proof.checked.blocks == 0
    assert said


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_to_three_sentences_in_every_language(language: str) -> None:
    chance = random.Random(21)
    use_language(language)
    try:
        for rules in ("cfour", "6x5", "5x4 blocked=c2", "3x3 gravity=no connect=3"):
            for _position in range(6):
                board = random_board(chance, rules, min(15, GridBoard(rules).rules.cells - 2))
                found = explain(board, limit=ENOUGH)
                for proof in found.proofs:
                    assert 1 <= len(proof.sentences()) <= 3
                text = str(found)
                assert "{" not in text
                assert language == "en" or not text.isascii()
                json.dumps(found.json())
                assert found._repr_html_().startswith("<div><svg")
    finally:
        use_language("en")


def test_what_is_drawn() -> None:
    found = explain("4", rules="7x6 blocked=d5", limit=ENOUGH)
    drawn = str(found).splitlines()
    assert drawn[:2] == ["6  + + + + + + +", "5  . . . # . . ."]
    assert any(line.startswith("marks: ") for line in drawn)
    assert found.svg().count("<svg") == 1


def test_the_json_form() -> None:
    told = explain("4", rules="7x6 blocked=d5", limit=ENOUGH).json()
    assert (told["version"], told["rules"], told["move"]) == (1, "7x6 connect=4 blocked=d5", None)
    (proof,) = told["proofs"]
    assert (proof["holder"], proof["wins"], proof["decisions"]) == ("first", True, 0)
    assert proof["tree"]["kind"] == "replies"
    assert proof["tree"]["otherwise"]["kind"] == "follow-up"
    assert proof["positions_checked"] > 100


# A fault of the finder


def test_a_refuted_certificate_is_logged_and_never_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = GridBoard.from_moves("44444")

    def wrong(_self: object, board: GridBoard, holder: Side, wins: bool, most: int = 0) -> Certificate:
        replies = Replies({}, FollowUp(Plan()))
        root = replies if board.turn is not holder else Answer(board.legal_moves[0], replies)
        return Certificate(board, holder, wins, root)

    monkeypatch.setattr(finder_module.Finder, "find", wrong)
    with caplog.at_level(logging.ERROR):
        found = explain(board, limit=ENOUGH)
    assert not found.proofs
    assert not found.marks
    assert found.decisions is None
    assert "was refuted" in caplog.text
    assert any(record.levelno == logging.ERROR for record in caplog.records)


def test_no_certificate_of_random_positions_is_refuted(caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(31)
    with caplog.at_level(logging.ERROR):
        for _position in range(60):
            board = GridBoard("5x4")
            for _stone in range(chance.randrange(6, 16)):
                if board.legal_moves:
                    board = board.move(chance.choice(board.legal_moves))
            if board.legal_moves:
                explain(board, limit=ENOUGH)
    assert not caplog.records


# Bad input


def test_a_position_that_is_over_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match=r"won|draw|over|full"):
        explain("1122334")
    with pytest.raises(IllegalMoveError, match=r"won|draw|over|full"):
        explain("b2 a1 c3 b1 a2 c2 a3 c1 b3", rules="tictactoe")


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(PlygroundError, match="128"):
        explain("", rules="15x15 connect=5")


def test_an_illegal_move_is_refused() -> None:
    for move in (7, -1, "9", "x"):
        with pytest.raises(PlygroundError):
            explain("44", move)
    with pytest.raises(IllegalMoveError):
        explain("444444", "4")
    with pytest.raises(IllegalMoveError):
        explain("444444", 3)


def test_a_limit_of_nodes_is_refused() -> None:
    with pytest.raises(PlygroundError, match="nodes"):
        explain("44", limit=Limit(nodes=5))


def test_what_is_not_decided_in_time_says_so() -> None:
    found = explain("", rules="8x7", limit=Limit(time=0.2), solver=Solver("8x7", threads=1, table_mb=1, book=False))
    assert not found.proofs
    assert found.value.outcome is None
    assert found.gave_up_after == 0.2
    assert found.sentences()[-1] == "The solver has not proven who wins within 0.2 s; give it more time."


def test_a_win_at_sight_needs_no_solver() -> None:
    """On a board that the solver does not finish, two moves before the end."""
    found = explain("4455", rules="8x7", limit=ENOUGH)
    (proof,) = found.proofs
    assert isinstance(proof.certificate.root, Forced)
    assert found.value.outcome == "win"


def test_a_cancel_in_the_middle_ends_it() -> None:
    class Cancel:
        """Set after it was asked some times, as if somebody had pressed Ctrl-C meanwhile."""

        def __init__(self) -> None:
            self.event = threading.Event()
            self.asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            if self.asked > 5:
                self.event.set()
            return self.event.is_set()

    cancel = Cancel()
    found = explain("", rules="8x7", limit=Limit(time=3600), cancel=cancel)
    assert cancel.event.is_set()
    assert not found.proofs
    assert found.value.outcome is None


def test_a_cancel_from_another_thread_ends_it() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.3, cancel.set)
    timer.start()
    found = explain("", rules="8x7", limit=Limit(time=3600), cancel=cancel)
    timer.join()
    assert not found.proofs


def test_a_cancel_that_is_set_already() -> None:
    cancel = threading.Event()
    cancel.set()
    found = explain("44", cancel=cancel)
    assert isinstance(found, Explanation)
    assert found.sentences()


def test_a_proof_carries_its_check() -> None:
    (proof,) = explain("112233").proofs
    assert isinstance(proof, Proof)
    assert isinstance(proof.checked, Checked)
    assert check(proof.certificate) == proof.checked
    with pytest.raises(Refuted) as caught:
        check(Certificate(proof.certificate.board, Side.SECOND, True, proof.certificate.root))
    assert caught.value.moves == ()


# The page about explanations

EXERCISES = re.findall(r"^\d+\. `(\d+)`$", (ROOT / "docs" / "explanations.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("moves", EXERCISES)
def test_the_exercises_have_an_answer(moves: str) -> None:
    assert explain(moves, limit=ENOUGH).proofs


def test_there_are_exercises() -> None:
    assert len(EXERCISES) >= 5


def test_the_room_is_light() -> None:
    """Importing it loads neither NumPy nor Numba, and starts no thread."""
    code = (
        "import sys, threading, plyground.explanations\n"
        "assert threading.active_count() == 1\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert not {"numpy", "numba", "llvmlite"} & set(ended.stdout.split())
