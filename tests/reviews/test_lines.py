"""Analysis and review on boards without gravity that no solver finishes: what is proven is said so, and no more."""

from __future__ import annotations

import threading

import pytest

from plyground import GridBoard, Limit, Rules, Side, analyse
from plyground.reviews import (
    EstimatedAnalysis,
    Judgement,
    NotJudged,
    PositionValues,
    SolverPool,
    ThreatStage,
    Verdict,
    find_values,
    review,
    standing_threats,
)
from plyground.texts import speaking
from tests.cli.running import LANGUAGES

FEW = Limit(nodes=4_000)
THREE = "h8 a1 h9 a2 h10 a15"
ODD_BOARDS = (
    "9x9 connect=8 gravity=no",
    "32x3 connect=4 gravity=no",
    "3x32 connect=5 gravity=no",
    "8x7 connect=8 gravity=no",
    "10x10 connect=5 gravity=no blocked=" + ",".join(f"{column}{row}" for column in "acegi" for row in range(1, 11)),
)


def estimated(moves: str, rules: str = "gomoku") -> EstimatedAnalysis:
    found = analyse(moves, rules=rules, limit=FEW)
    assert isinstance(found, EstimatedAnalysis)
    return found


def test_a_handful_of_moves_with_estimates_and_lines() -> None:
    found = estimated("h8 i9 h9")
    assert found.value.outcome is None
    assert 2 <= len(found.estimates) <= 8
    assert found.best[0] in found.estimates
    assert found.estimate == max(found.estimates.values()) == found.estimates[found.best[0]]
    for move, line in found.lines.items():
        assert line[0] == move
        board = found.board
        for played in line:
            board = board.move(played)
    assert len(found.not_judged) == 222 - len(found.estimates)
    assert "≈" in str(found)
    assert "are estimates" in found.note


def test_a_win_by_threats_is_said_so() -> None:
    found = estimated(THREE)
    best = next(move for move in found.best if move in found.ends)
    assert {found.board.move_name(move) for move in found.best} <= {"h7", "h11"}
    assert found.ends[best].words == "wins in 2 by fours"
    assert "first player (x) to move: wins in 2 by fours" in str(found)
    json = found.json()
    assert json["values"][found.board.move_name(best)]["by"] == {"threats": "fours", "moves": 2}


def test_moves_beside_a_proven_win_have_estimates_of_their_own() -> None:
    found = estimated("h8 g9 h10 i8 h7 a1")
    assert found.end is not None
    assert len(set(found.estimates.values())) > 3


def test_all_moves_that_complete_a_line_are_said_alike() -> None:
    found = estimated("h8 a1 h9 a2 h10 a15 h11 b3")
    rows = [line.split() for line in str(found).splitlines()]
    assert {" ".join(row[1:4]) for row in rows if row[:1] in (["h7"], ["h12"])} == {"wins in 1"}


def test_moves_that_lose_to_threats_are_said_so() -> None:
    # An open three of the opponent: most candidates stop it, and what does not loses.
    found = estimated("h8 a1 h9 a3 h10")
    words = {found.board.move_name(move): end.words for move, end in found.ends.items()}
    assert words.get("h12", words.get("h6")) == "loses in 2 to fours"
    assert not {"h7", "h11"} & set(words)
    assert found.board.move_name(found.best[0]) in {"h7", "h11"}
    # The champion looks at those that may stop it.
    assert {found.board.move_name(move) for move in found.lines} >= {"h7", "h11"}


def test_lost_moves_are_counted_where_there_are_hundreds() -> None:
    found = estimated(f"{THREE} h11")
    assert "second player (o) to move: loses in 1" in str(found)
    assert len(str(found).splitlines()) < 45
    assert " more moves lose" in str(found)


def test_threats_are_marked() -> None:
    board = GridBoard.from_moves("h8 c3 h9 c4 h10 c5 h11 d9", "gomoku")
    four, three = standing_threats(board)
    assert (four.stage, four.side, set(four.cells)) == (ThreatStage.FOUR, Side.FIRST, {(7, 6), (7, 11)})
    assert (three.stage, three.side) == (ThreatStage.THREE, Side.SECOND)
    assert {(2, 1), (2, 5)} <= set(three.cells)
    text = str(estimated("h8 c3 h9 c4 h10 c5 h11 d9"))
    assert "marks: X x completes a line  * o gets two cells to win on" in text
    assert standing_threats(GridBoard()) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_translated(language: str) -> None:
    with speaking(language):
        text = str(estimated(THREE))
    assert ("by fours" in text) == (language == "en")


def test_the_page_gets_values_as_they_are_found() -> None:
    board = GridBoard.from_moves("h8 i9 h9", "gomoku")
    reports: list[PositionValues] = []
    *steps, last = find_values(board, SolverPool(table_mb=1), reports.append, threading.Event())
    assert last.done
    assert not any(step.done for step in steps)
    counts = [len(step.lines) for step in steps]
    assert counts == sorted(counts)
    assert len(last.lines) >= 2


@pytest.mark.parametrize("rules", ODD_BOARDS)
def test_odd_boards_are_analysed(rules: str) -> None:
    found = analyse("", rules=rules, limit=FEW)
    assert set(found.moves) == set(GridBoard(Rules.parse(rules)).legal_moves)
    assert str(found)
    assert found.json()


def judged(moves: str, rules: str = "gomoku") -> list[Judgement]:
    found = review(moves, rules=rules, limit=Limit(nodes=20_000), whole=Limit(nodes=10**8))
    assert str(found)
    assert found.json()
    return list(found.judgements)


def test_a_missed_win_is_a_mistake() -> None:
    moves = judged(f"{THREE} a14 h11 b13")
    missed = moves[6]
    assert missed.verdict is Verdict.MISTAKE
    assert missed.words == "Mistake: misses a win in 2 by fours"
    assert missed.before_words == "wins in 2 by fours"
    assert missed.after_words == ""
    assert missed.better is not None


def test_a_four_that_is_not_blocked_is_a_mistake() -> None:
    moves = judged("h8 h7 h9 a1 h10 b5 h11 c3 h12")
    assert moves[7].verdict is Verdict.MISTAKE
    assert moves[7].words == "Mistake: does not stop the opponent from winning with the next stone"
    assert moves[7].better is not None
    assert GridBoard.from_moves("h8 h7 h9 a1 h10 b5 h11", "gomoku").move_name(moves[7].better) == "h12"
    assert moves[8].verdict is Verdict.BEST


def test_a_move_into_a_loss_that_another_stops_is_a_mistake() -> None:
    moves = judged("h8 a1 h9 a3 h10 a5 h11 h12 h7")
    lost = moves[5]
    assert lost.verdict is Verdict.MISTAKE
    assert lost.words == "Mistake: loses in 2 to fours, which another move stops"
    assert lost.refutation
    found = review("h8 a1 h9 a3 h10 a5 h11 h12 h7", rules="gomoku", limit=Limit(nodes=20_000))
    outcomes = [None if value is None else value.outcome for value in found.values]
    assert outcomes[6:] == ["win", "loss", "win", "loss"]
    # After the open four everything loses: neither reply is to blame.
    assert moves[7].verdict is Verdict.GOOD
    assert moves[6].verdict is Verdict.GOOD


def test_nothing_is_said_of_the_rest() -> None:
    moves = judged("h8 i9 h9 h10")
    assert {each.verdict for each in moves} == {Verdict.NOT_JUDGED}
    assert {each.reason for each in moves} == {NotJudged.NO_THREATS}
    assert moves[0].words == "Not judged: no win by threats was found for either side."


def test_reasons_are_given_for_mistakes() -> None:
    found = review("h8 a1 h9 a3 h10 a5 h11", rules="gomoku", limit=Limit(nodes=20_000), why=True)
    (reasons,) = found.reasons.values()
    assert reasons[0].verdict == "a5: loses in 2 to fours."


@pytest.mark.parametrize("rules", ODD_BOARDS)
def test_games_on_odd_boards_are_reviewed(rules: str) -> None:
    board = GridBoard(Rules.parse(rules))
    moves = []
    for _move in range(5):
        moves.append(board.move_name(board.legal_moves[0]))
        board = board.move(board.legal_moves[0])
    assert len(judged(" ".join(moves), rules)) == 5


def test_a_review_that_is_cancelled_says_so() -> None:
    cancel = threading.Event()
    cancel.set()
    found = review(f"{THREE} h11", rules="gomoku", cancel=cancel)
    assert {each.reason for each in found.judgements} == {NotJudged.STOPPED}


def test_what_is_left_when_the_whole_limit_is_used_up() -> None:
    found = review(f"{THREE} a14 h11", rules="gomoku", limit=Limit(nodes=10), whole=Limit(nodes=1))
    assert NotJudged.TOO_HARD in {each.reason for each in found.judgements}


DRAWN = (
    "15x15 connect=40 gravity=no",
    "12x12 connect=13",
    "1x9 connect=10 gravity=no",
    "15x15 connect=5 gravity=no blocked="
    + ",".join(f"{column}{row}" for column in "abcdefghijklmno" for row in (4, 8, 12))
    + ","
    + ",".join(f"{column}{row}" for column in "dhl" for row in range(1, 16) if row not in (4, 8, 12)),
)


@pytest.mark.parametrize("rules", DRAWN)
def test_where_nobody_can_get_a_run_all_moves_are_known_to_draw(rules: str) -> None:
    found = analyse("", rules=rules)
    assert found.is_exact
    assert found.value.outcome == "draw"
    assert found.nodes == 0 or not isinstance(found, EstimatedAnalysis)
    board = GridBoard(Rules.parse(rules))
    *_steps, last = find_values(board, SolverPool(table_mb=1), lambda found: None, threading.Event())
    assert last.done
    assert {value.outcome for value in last.values.values()} == {"draw"}
    assert set(last.best) == set(board.legal_moves)


def test_a_drawn_board_is_said_so_in_few_lines() -> None:
    text = str(analyse("", rules=DRAWN[0]))
    assert "Neither side can get 40 in a row any more: the game ends in a draw." in text
    assert "213 more moves draw" in text
    assert len(text.splitlines()) < 40


@pytest.mark.parametrize("rules", DRAWN)
def test_moves_that_change_nothing_are_judged(rules: str) -> None:
    board = GridBoard(Rules.parse(rules))
    names = [board.move_name(move) for move in board.legal_moves[:4]]
    assert {judgement.verdict for judgement in judged(" ".join(names), rules)} == {Verdict.BEST}
