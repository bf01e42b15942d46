"""Wins by threats: what is found wins against every reply, and sequences of fours that exist are found."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, Rules, Side
from plyground.engines import ThreatSearch
from plyground.engines.lines.tables import LinePosition
from plyground.engines.watch import Watch
from plyground.errors import UnsupportedError
from plyground.explanations import Answer, Certificate, Forced, Refuted, Replies, check, prove_by_threats
from plyground.grid import moves_text
from tests.strategies import examples


def crowded(seed: int, rules: Rules, stones: int) -> GridBoard:
    """Stones of both sides close together, and nobody has won."""
    chance = random.Random(seed)
    column, row = chance.randrange(rules.columns), chance.randrange(rules.rows)
    reach = max(2, rules.connect)
    board = GridBoard(rules)
    for _ in range(stones):
        near = [
            move
            for move in board.legal_moves
            if max(abs(board.cell_of(move)[0] - column), abs(board.cell_of(move)[1] - row)) <= reach
        ]
        if not near:
            break
        after = board.move(chance.choice(near))
        if after.outcome.is_over:
            break
        board = after
    return board


@st.composite
def positions(draw, largest: int) -> GridBoard:
    size = st.integers(4, largest)
    columns, rows = draw(size), draw(size)
    blocked = draw(st.sets(st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1)), max_size=3))
    rules = Rules(columns=columns, rows=rows, connect=draw(st.integers(3, 6)), gravity=False, blocked=blocked)
    return crowded(draw(st.integers(0, 2**32)), rules, draw(st.integers(0, 40)))


def wins_by_fours(board: GridBoard, known: dict[GridBoard, bool]) -> bool:
    """The side to move wins with fours alone: by trying every move."""
    if board not in known:
        attacker, defender = board.turn, board.turn.opposite
        known[board] = bool(board.threat_mask(attacker)) or any(
            _holds(board.move(move), known)
            for move in board.legal_moves
            if board.threat_mask(defender) & ~board.target(move) == 0 and board.move(move).threat_mask(attacker)
        )
    return known[board]


def _holds(board: GridBoard, known: dict[GridBoard, bool]) -> bool:
    winning = board.rules.layout.cells(board.threat_mask(board.turn.opposite))
    if len(winning) > 1:
        return True
    (cell,) = winning
    return wins_by_fours(board.move(board.rules.move_into(cell)), known)


@examples(120)
@given(positions(8))
def test_sequences_of_fours_are_found_if_and_only_if_they_exist(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    line = ThreatSearch(board.rules).by_fours(board)
    assert bool(line) == wins_by_fours(board, {})
    if line:
        check(Certificate(board, board.turn, True, Forced(line)))


@examples(60)
@given(positions(13))
def test_what_is_found_wins_against_every_reply(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    search = ThreatSearch(board.rules)
    win = search.find(board, Limit(nodes=3_000))
    certificate = prove_by_threats(board, limit=Limit(nodes=3_000))
    assert (certificate is None) == (win is None)
    if win is None or certificate is None:
        return
    check(certificate)
    line = search.main_line(board, win)
    for move in line:
        board = board.move(move)
    assert board.winner is certificate.holder, moves_text(board.rules, line)


def test_the_same_position_is_left_behind() -> None:
    """Every stone that a search lays is lifted again, and all that is known of the lines is as before."""
    board = crowded(3, Rules(columns=11, rows=11, connect=5, gravity=False), 20)
    search = ThreatSearch(board.rules)
    position = LinePosition(search.tables, board)
    before = position.memory.tobytes()
    for nodes in (10, 57, 2_000):
        search._threes["nodes"], search._threes["most"] = 0, nodes
        search._look(position, 4, Watch(Limit(nodes=nodes), None))
        assert position.memory.tobytes() == before


VCT = "h8 a1 h9 a2 i9 a15"


def test_threes_win_where_fours_do_not() -> None:
    board = GridBoard.parse(VCT, "gomoku")
    search = ThreatSearch(board.rules)
    assert search.by_fours(board) == ()
    win = search.find(board, Limit(nodes=50_000))
    assert win is not None
    assert not win.by_fours
    certificate = prove_by_threats(board, limit=Limit(nodes=50_000))
    assert certificate is not None
    assert check(certificate).positions > 200
    assert certificate.json()["tree"]["then"]["otherwise"]["kind"] == "forced"


def test_a_proof_with_a_reply_left_out_is_refuted() -> None:
    certificate = prove_by_threats(VCT, limit=Limit(nodes=50_000))
    assert certificate is not None
    board = certificate.board
    root = certificate.root
    assert isinstance(root, Answer)
    assert root.then is not None
    refuted = 0
    for reply in root.then.answers:
        answers = {move: answer for move, answer in root.then.answers.items() if move != reply}
        broken = Certificate(board, Side.FIRST, True, Answer(root.move, Replies(answers, root.then.otherwise)))
        try:
            check(broken)
        except Refuted:
            refuted += 1
    # The cell in the middle of the threat and the cells that it would win on.
    assert refuted >= 3


@pytest.mark.parametrize("rules", ["cfour", "9x9 connect=2 gravity=no", "9x9 connect=9 gravity=no"])
def test_boards_without_tables_are_refused(rules: str) -> None:
    with pytest.raises(UnsupportedError, match="runs of 3 to 8"):
        prove_by_threats("", rules=rules)
