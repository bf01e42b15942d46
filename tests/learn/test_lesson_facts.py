"""What the texts of the lessons claim, computed again."""

from __future__ import annotations

import math
import threading

import pytest

from plyground import CFOUR, TICTACTOE, GridBoard
from plyground.board import Cut, Deepen, Enter, Event, Lookup, Playout, Side
from plyground.grid import EVALUATORS, cell_text, parse_board
from plyground.learn import ORDERS, Guess, ShowBoard, choose_search, find_lesson, read_board
from plyground.search import alphabeta, minimax


def values(position: str, depth: int = 9, evaluator: str = "outcome") -> dict[str, float]:
    board = parse_board(position, TICTACTOE)
    found = minimax(board, depth, EVALUATORS[evaluator]).values
    return {board.move_name(move): value for move, value in found.items()}


def events(search: str, position: str, **options: object) -> list[Event]:
    found: list[Event] = []
    choose_search(search, read_board(position), **options).search(found.append, threading.Event())  # type: ignore[arg-type]
    return found


def entered(found: list[Event]) -> int:
    return sum(isinstance(event, Enter) for event in found)


def boards(id: str) -> list[GridBoard]:
    """The boards of a lesson, in its order."""
    shown = []
    for step in find_lesson(id).steps:
        figure = step.figure if isinstance(step, Guess) else step
        if isinstance(figure, ShowBoard):
            shown.append(parse_board(figure.position, figure.rules))
    return shown


def winning_moves(board: GridBoard) -> list[str]:
    return [board.move_name(move) for move in board.legal_moves if board.move(move).is_win]


# Lines, values, minimax


def test_lines():
    assert (len(CFOUR.layout.segments), len(TICTACTOE.layout.segments)) == (69, 8)
    first = boards("lines")[0]
    assert winning_moves(first) == ["6"]
    assert {cell_text(cell) for cell in first.move(5).winning_cells} == {"c1", "d2", "e3", "f4"}
    layout = TICTACTOE.layout
    through = [
        sum(bool(segment & layout.bit(*cell)) for segment in layout.segments) for cell in ((0, 0), (1, 0), (1, 1))
    ]
    assert through == [3, 2, 4]  # a corner, the middle of an edge, the centre


def test_finished_games():
    shown = boards("finished-games")
    assert [board.winner for board in shown] == [Side.SECOND, Side.SECOND, None]
    assert shown[2].is_draw


def test_minimax_by_hand():
    assert values(".xo/.xo/xo. x") == {"a3": -1, "a2": -1, "c1": 0}
    assert values("xxo/.xo/xo. o") == {"a2": -1, "c1": 1}  # seen from O


# Depth


def test_looking_at_everything_in_tic_tac_toe():
    count = 0
    todo = [GridBoard(TICTACTOE)]
    while todo:
        board = todo.pop()
        count += 1
        if not board.outcome.is_over:
            todo += [board.move(move) for move in board.legal_moves]
    assert count == 549_946


def test_the_move_that_one_ply_takes_and_two_plies_do_not():
    position = "x../..x/oo. x"
    assert values(position, 1, "openlines") == {"b3": 2, "c3": 2, "a2": 1, "b2": 3, "c1": 2}
    assert values(position, 2, "openlines") == {
        "b3": -math.inf,
        "c3": -math.inf,
        "a2": -math.inf,
        "b2": -math.inf,
        "c1": 0,
    }
    assert EVALUATORS["openlines"](parse_board("o../.x./... x", TICTACTOE), Side.FIRST) == 1


# Alpha-beta


@pytest.mark.parametrize(
    ("tree", "nodes", "value"),
    [
        ("[[3,12,8],[2,4,6],[14,5,2]]", 11, 3),
        ("[[6,4,2],[14,5,2],[12,8,3]]", 13, 3),
        ("[[3,8,12],[2,4,6],[2,5,14]]", 9, 3),
    ],
)
def test_nodes_of_the_three_orders(tree, nodes, value):
    found = alphabeta(read_board(tree), 2)
    assert (found.nodes, found.value) == (nodes, value)
    assert minimax(read_board(tree), 2).nodes == 13


def test_the_cuts_of_the_examples():
    first = [event for event in events("alphabeta", "[[5,8],[4,9]]", depth=2) if isinstance(event, Cut)]
    assert [(cut.alpha, cut.beta, cut.skipped) for cut in first] == [(5, 4, (2,))]
    cuts = [event for event in events("alphabeta", "[[[5,6],[7,4]],[[3,2],[6,9]]]", depth=3) if isinstance(event, Cut)]
    assert [(cut.alpha, cut.beta, cut.skipped) for cut in cuts] == [(7, 6, (2,)), (6, 3, (2,))]


def test_alpha_when_the_third_branch_is_entered():
    found = events("alphabeta", "[[3,12,8],[2,4,6],[14,5,2]]", depth=2)
    third = next(event for event in found[18:] if isinstance(event, Enter))
    assert (third.move, third.alpha, third.beta) == (3, 3, math.inf)


def test_the_best_order_looks_at_fewer_than_twice_the_leaves_of_half_the_depth():
    """Three branches and four plies, every leaf the same: then each order is a best one."""
    tree = "0"
    for _level in range(4):
        tree = f"[{','.join([tree] * 3)}]"
    leaves = sum(isinstance(event, Enter) and event.depth == 0 for event in events("alphabeta", tree, depth=4))
    assert leaves == 3**2 + 3**2 - 1 < 2 * 3**2


def test_nodes_in_connect_four():
    board = GridBoard()
    assert [minimax(board, depth).nodes for depth in (1, 2, 3, 4)] == [8, 57, 400, 2801]
    assert sum(7**ply for ply in range(6)) == 19_608
    assert alphabeta(board, 4).nodes == 482
    assert alphabeta(board, 4, order=ORDERS["centre"]).nodes == 200


def test_deepening_begins_with_the_branch_that_looked_best():
    found = events("deepening", "[[14,5,2],[2,4,6],[3,12,8]]", depth=2)
    begins = [place for place, event in enumerate(found) if isinstance(event, Deepen)]
    firsts = [
        next(event.move for event in found[at:] if isinstance(event, Enter) and event.parent is not None)
        for at in begins
    ]
    assert firsts == [1, 3]


def test_the_table_answers_once():
    assert sum(isinstance(event, Lookup) for event in events("alphabeta", "nim 1 1 1", depth=3, table=True)) == 1


# Chance


def test_four_playouts_a_move():
    found = events("montecarlo", "tictactoe: .xo/.xo/xo. x", playouts=4, seed=0)
    tried = [event.value for event in found if isinstance(event, Playout)]
    assert sorted(tried[::3]) == [-1, -1, -1, 2]  # a3 is the first of three moves
    assert sum(tried[2::3]) / 4 == 1.0


def test_bounds():
    bonus = [0.7 * math.sqrt(2 * math.log(12) / n) for n in (10, 2)]
    assert [f"{each:.2f}" for each in bonus] == ["0.49", "1.10"]
    assert [f"{mean + each:.2f}" for mean, each in zip((0.5, 0.4), bonus, strict=True)] == ["0.99", "1.50"]


def random_mean(board: GridBoard) -> float:
    """The mean result for the first side over all random games."""
    if board.outcome.is_over:
        return {Side.FIRST: 1.0, Side.SECOND: -1.0, None: 0.0}[board.winner]
    return sum(random_mean(board.move(move)) for move in board.legal_moves) / len(board.legal_moves)


def test_the_trap():
    trap, after = boards("traps")[:2]
    means = {trap.move_name(move): -random_mean(trap.move(move)) for move in trap.legal_moves}
    assert max(means, key=lambda name: means[name]) == "c1"
    exact = values(".x./x.o/... o")
    assert (exact["c1"], exact["a3"], exact["a1"]) == (-1, 0, 0)
    assert values(".x./x.o/..o x") == {"a3": -1, "c3": 1, "b2": -1, "a1": -1, "b1": -1}
    for move in after.legal_moves:
        if after.move_name(move) != "c3":
            assert winning_moves(after.move(move)) == ["c3"]
    blocked = after.move(2)
    assert winning_moves(_passed(blocked)) == ["a3"]  # so O has to take it
    forked = parse_board("oxx/xxo/..o x", TICTACTOE)
    assert forked.stones(Side.FIRST) == blocked.move(0).move(4).stones(Side.FIRST)
    assert winning_moves(forked) == ["a1", "b1"]


def _passed(board: GridBoard) -> GridBoard:
    """The same stones with the other side to move, to see what it threatens."""
    from plyground.grid import position_text

    rows, turn = position_text(board).split()
    return parse_board(f"{rows} {'o' if turn == 'x' else 'x'}", board.rules)


# Endings


def test_the_fork():
    board = boards("threats")[0]
    doubles = [
        board.move_name(move) for move in board.legal_moves if len(winning_moves(_passed(board.move(move)))) == 2
    ]
    assert doubles == ["3", "6"]  # the question offers 3 and not 6
    assert winning_moves(_passed(board.move(2))) == ["2", "6"]


def test_the_solver_says_what_the_lessons_say():
    from plyground import analyse, solve

    solved = boards("solver")[0]
    found = analyse(solved)
    scores = {solved.move_name(move): value.score for move, value in found.moves.items()}
    assert scores == {"1": -11, "2": 1, "3": -12, "4": -11, "5": -3, "6": -11, "7": -11}
    assert (found.value.words, found.value.plies) == ("wins in 13", 25)
    assert [found.moves[move].words for move in (4, 2)] == ["loses in 11", "loses in 2"]
    assert solve(boards("solver")[2]).score == -1


def test_zugzwang():
    """Yellow plays column 4 and answers in the same column, whatever Red does: in the end Red has to play c2."""
    from plyground import solve

    start = boards("threats")[3]
    assert solve(start).value.words == "wins in 7"
    todo: list[GridBoard] = [start.move(3)]
    ends: list[GridBoard] = []
    while todo:
        board = todo.pop()
        for move in board.legal_moves:
            assert not board.move(move).is_win
            answered = board.move(move).move(move)  # raises an error if the column is full
            (ends if answered.outcome.is_over else todo).append(answered)
    assert {end.winner for end in ends} == {Side.FIRST}
    assert (2, 2) in set.intersection(
        *(set(end.winning_cells) for end in ends if end.count == max(e.count for e in ends))
    )
