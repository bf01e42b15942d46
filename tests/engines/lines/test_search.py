"""The search for boards without gravity: what it calls decided is decided, and it sees what has to be seen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import GridBoard, Limit, Rules, Side, solve
from plyground.engines import Champion, Deepening, LineSearch
from tests.engines.lines.test_sequences import positions
from tests.strategies import examples
from tests.waiting import CancelAfter


@examples(90)
@given(positions(5), st.sampled_from([30, 500, 20_000]))
def test_what_it_calls_decided_is_decided(board: GridBoard, nodes: int) -> None:
    if board.outcome.is_over or board.free.bit_count() > 14:
        return
    decision = LineSearch().decide(board, Limit(nodes=nodes))
    assert decision.move in board.legal_moves
    assert decision.line[0] == decision.move
    assert decision.nodes <= nodes + 1_000
    if decision.exact:
        assert decision.value in (1.0, -1.0)
        assert solve(board, weak=True).value.outcome == ("win" if decision.value == 1 else "loss")


@examples(60)
@given(positions(12))
def test_takes_a_win_and_blocks_a_loss(board: GridBoard) -> None:
    if board.outcome.is_over:
        return
    decision = LineSearch().decide(board, Limit(depth=2, nodes=2_000))
    mine, theirs = (board.threat_mask(side) for side in (board.turn, board.turn.opposite))
    if mine:
        assert board.target(decision.move) & mine
        assert decision.exact
    elif theirs:
        assert board.target(decision.move) & theirs


@pytest.mark.parametrize("nodes", [1, 100, 5_000])
@pytest.mark.parametrize(
    ("rules", "moves", "most"),
    [
        ("gomoku", "h8", 2),
        ("gomoku", "a1", 2),
        ("19x19 connect=6 gravity=no", "k10", 2),
        ("32x32 connect=8 gravity=no", "b2", 3),
    ],
)
def test_answers_close_to_the_first_stone(rules: str, moves: str, most: int, nodes: int) -> None:
    board = GridBoard.from_moves(moves, rules)
    assert board.last_cell is not None
    cell = board.cell_of(LineSearch().decide(board, Limit(nodes=nodes)).move)
    assert max(abs(cell[0] - board.last_cell[0]), abs(cell[1] - board.last_cell[1])) <= most


@pytest.mark.parametrize(
    ("rules", "chosen"),
    [
        ("gomoku", {"h8"}),
        ("19x19 connect=5 gravity=no", {"j10", "k10"}),
        ("8x8 connect=5 gravity=no", {"d4", "d5", "e4", "e5"}),
        ("1x9 connect=5 gravity=no", {"a5"}),
    ],
)
def test_begins_in_the_middle(rules: str, chosen: set[str]) -> None:
    board = GridBoard(rules)
    assert board.move_name(LineSearch().decide(board, Limit(nodes=100)).move) in chosen


@pytest.mark.parametrize(
    "rules",
    [
        "3x1 connect=5 gravity=no",
        "1x1 connect=3 gravity=no",
        "5x5 connect=3 gravity=no blocked=a1,a2,a3,a4,b1,b2,b3,c1,c2,d5,e5,e4",
        "4x4 connect=8 gravity=no",
    ],
)
def test_narrow_and_crowded_boards_are_played_to_their_end(rules: str) -> None:
    board, search = GridBoard(rules), LineSearch()
    while not board.outcome.is_over:
        board = board.move(search.decide(board, Limit(nodes=200)).move)


def one_ply(board: GridBoard) -> int:
    """A player that looks one move ahead: the longest runs of either side that a stone here would make or stop, with
    their open ends."""

    def worth(move: int) -> float:
        column, row = board.cell_of(move)
        total = 0.0
        for side, weight in ((board.turn, 1.1), (board.turn.opposite, 1.0)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run, ends = 1, 0
                for sign in (1, -1):
                    step = 1
                    while _holds(board, column + sign * step * right, row + sign * step * up, side):
                        step += 1
                    run += step - 1
                    ends += _is_free(board, column + sign * step * right, row + sign * step * up)
                total += weight * (10**run * (ends if run < board.rules.connect else 10))
        return total

    return max(board.legal_moves, key=worth)


def _is_inside(board: GridBoard, column: int, row: int) -> bool:
    return 0 <= column < board.rules.columns and 0 <= row < board.rules.rows


def _holds(board: GridBoard, column: int, row: int, side: Side) -> bool:
    return _is_inside(board, column, row) and board.at(column, row) is side


def _is_free(board: GridBoard, column: int, row: int) -> bool:
    return _is_inside(board, column, row) and bool(board.free & board.rules.layout.bit(column, row))


@pytest.mark.parametrize("games", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_beats_a_player_that_looks_one_move_ahead(games: int) -> None:
    for game in range(games):
        board, search = GridBoard("gomoku"), LineSearch()
        board = board.move(random.Random(game).choice([move for move in board.legal_moves if _is_central(board, move)]))
        mine = Side.FIRST if game % 2 else Side.SECOND
        while not board.outcome.is_over:
            move = search.decide(board, Limit(nodes=2_000)).move if board.turn is mine else one_ply(board)
            board = board.move(move)
        assert board.winner is mine


def _is_central(board: GridBoard, move: int) -> bool:
    return all(5 <= place <= 9 for place in board.cell_of(move))


@pytest.mark.parametrize("games", [2, pytest.param(12, marks=pytest.mark.soak)])
def test_beats_the_search_over_segments_at_the_same_nodes(games: int) -> None:
    score = 0.0
    for game in range(games):
        chance = random.Random(game // 2)
        board = GridBoard("gomoku")
        for _ in range(4):
            board = board.move(chance.choice([move for move in board.legal_moves if _is_central(board, move)]))
        mine = Side.FIRST if game % 2 else Side.SECOND
        minds: dict[Side, LineSearch | Deepening] = {mine: LineSearch(), mine.opposite: Deepening()}
        while not board.outcome.is_over:
            board = board.move(minds[board.turn].decide(board, Limit(nodes=2_000)).move)
        score += 0.5 if board.winner is None else float(board.winner is mine)
    assert score >= games * 0.9


def test_time_and_cancel_end_it() -> None:
    board = GridBoard.from_moves("h8 i9 g7", "gomoku")
    assert LineSearch().decide(board, Limit(time=0.2)).depth
    assert not LineSearch().decide(board, Limit(time=1e6), CancelAfter(10)).complete


@pytest.mark.parametrize(("connect", "lines"), [(2, False), (3, True), (8, True), (9, False)])
def test_the_champion_uses_it_where_there_are_tables(connect: int, lines: bool) -> None:
    board = GridBoard(Rules(columns=11, rows=11, connect=connect, gravity=False)).move(60)
    decision = Champion(threads=1, exact=False).decide(board, Limit(nodes=300))
    assert decision.move in board.legal_moves
    if lines and decision.value is not None:
        assert abs(decision.value) <= 1
