"""Move order, the table and iterative deepening change what a search costs, never what a position is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial
from zlib import crc32

import pytest

from plyground import CFOUR, TICTACTOE, Board, Evaluator, GridBoard, Limit
from plyground.board import Deepen, Enter, Event, Move, Order, SplitMix
from plyground.errors import InputError, UnsupportedError
from plyground.grid import EVALUATORS, OPEN_LINES, OUTCOME, POSITION, SEGMENTS
from plyground.learn import Nim, NumberTree
from plyground.search import Table, alphabeta, deepening, minimax
from tests.search.naive_search import plain_minimax
from tests.search.test_depth_first import FAMILIES, JUDGES, Relay, positions

PER_FAMILY = 24


def shuffled(seed: int) -> Order:
    """Another order for every position, the same each time."""

    def order(board: Board) -> Sequence[Move]:
        random = SplitMix(seed ^ crc32(repr(board).encode()))
        moves = list(board.legal_moves)
        return [moves.pop(random.below(len(moves))) for _ in range(len(moves))]

    return order


def random_trees(count: int) -> list[NumberTree]:
    """Few different numbers, so that branches are equal now and then."""
    random = SplitMix(5)

    def grow(depth: int) -> str:
        if depth == 0:
            return str(random.below(5) - 2)
        return "[" + ",".join(grow(depth - 1) for _ in range(1 + random.below(3))) + "]"

    return [NumberTree.parse(grow(5)) for _ in range(count)]


CASES: dict[str, list[tuple[Board, int]]] = {
    **{family: [(board, FAMILIES[family][2]) for board in positions(family, PER_FAMILY)] for family in FAMILIES},
    "nim": [(Nim(heaps), depth) for heaps in ((1, 2), (2, 2, 1), (3, 1, 1), (1, 2, 3)) for depth in (3, 6)],
    "tree": [(tree, depth) for tree in random_trees(20) for depth in (3, 5)],
}


def evaluator_of(board: Board, number: int) -> Evaluator:
    if isinstance(board, GridBoard):
        return cache(JUDGES[number % len(JUDGES)])
    return lambda board, side: board.evaluate(side)


@pytest.mark.parametrize("family", CASES)
def test_order_table_and_deepening_keep_the_value(family):
    saved = 0
    for number, (board, depth) in enumerate(CASES[family]):
        judge = evaluator_of(board, number)
        values = {move: plain_minimax(board.move(move), depth - 1, board.turn, judge) for move in board.legal_moves}
        best = max(values.values())
        order = shuffled(number)
        full = alphabeta(board, depth, judge)
        known = alphabeta(board, depth, judge, table=Table())
        assert (known.move, known.value, known.values) == (full.move, full.value, full.values)
        assert known.nodes <= full.nodes
        saved += full.nodes - known.nodes
        for search in (
            partial(minimax, order=order),
            partial(alphabeta, order=order),
            partial(alphabeta, order=order, table=Table()),
            deepening,
            partial(deepening, order=order),
            partial(deepening, order=order, table=Table()),
        ):
            decision = search(board, depth, judge)
            assert decision.value == best
            assert decision.move == decision.line[0]
            assert values[decision.move] == best
            assert decision.values.items() <= values.items()
            assert (decision.depth, decision.complete) == (depth, True)
            if math.isfinite(best):  # else no line is better than another
                end = board
                for move in decision.line:
                    end = end.move(move)
                assert judge(end, board.turn) == best
    assert saved > 0


def test_of_equally_good_moves_the_first_in_the_order_is_chosen():
    board = GridBoard(TICTACTOE)
    for search in (minimax, alphabeta):
        assert search(board, 2, OUTCOME, order=lambda board: board.legal_moves[::-1]).move == board.legal_moves[-1]


def test_when_every_move_loses_the_first_in_the_order_is_played():
    board = GridBoard.parse("xx.../...../xx..o o", "5x3 connect=3 gravity=no")
    for search in (minimax, alphabeta):
        decision = search(board, 2, OPEN_LINES, order=lambda board: board.legal_moves[::-1])
        assert decision.value == -math.inf
        assert decision.move == decision.line[0] == board.legal_moves[-1]


def test_a_good_order_cuts_more():
    board = GridBoard(CFOUR)
    middle_first = alphabeta(board, 6, order=lambda board: sorted(board.legal_moves, key=lambda move: abs(move - 3)))
    assert middle_first.nodes < alphabeta(board, 6).nodes


@pytest.mark.parametrize("wrong", [[0, 1, 2], [0, 1, 2, 3, 4, 5, 5], [0, 1, 2, 3, 4, 5, 6, 7], ["a"], None])
@pytest.mark.parametrize("search", [minimax, alphabeta, deepening])
def test_an_order_has_every_legal_move_once(search, wrong):
    with pytest.raises(InputError, match=r"the order of the moves is .*; it has to hold each of .* once"):
        search(GridBoard(CFOUR), 3, order=lambda board: wrong)


def test_a_table_can_be_used_again_and_keeps_evaluators_sides_and_depths_apart():
    table = Table()
    board: Board = GridBoard.from_moves("44")
    for _ in range(3):
        for judge in (SEGMENTS, POSITION, OUTCOME):
            for depth in (3, 4):
                fresh = alphabeta(board, depth, judge)
                again = alphabeta(board, depth, judge, table=table)
                assert (again.move, again.value, again.values) == (fresh.move, fresh.value, fresh.values)
        board = board.move(board.legal_moves[0])  # the other side searches now
    size = len(table)
    assert size > 0
    assert alphabeta(GridBoard.from_moves("44"), 4, SEGMENTS, table=table).nodes == 8  # every answer is known
    assert len(table) == size


class EqualWithoutHash(Relay):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualWithoutHash) and self.heap == other.heap

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("search", [alphabeta, deepening])
@pytest.mark.parametrize("board", [Relay(), EqualWithoutHash()], ids=["by identity", "no hash"])
def test_a_table_refuses_boards_that_it_would_never_find_again(search, board):
    with pytest.raises(UnsupportedError, match=rf"give {type(board).__name__} an __eq__ and a __hash__"):
        search(board, 3, table=Table())
    with pytest.raises(InputError, match=r"the table is \{\}; it has to be a Table"):
        search(board, 3, table={})


# Iterative deepening


def iterations(events: list[Event]) -> list[tuple[int, list[Move | None]]]:
    """The depth of each iteration, and the moves by which its first line goes down."""
    found: list[tuple[int, list[Move | None]]] = []
    lines: list[list[Enter]] = []
    for event in events:
        if isinstance(event, Deepen):
            lines.append([])
            found.append((event.depth, []))
        elif isinstance(event, Enter):
            line = lines[-1]
            if (event.parent is None and not line) or (line and event.parent == line[-1].node):
                line.append(event)
                if event.parent is not None:
                    found[-1][1].append(event.move)
    return found


@pytest.mark.parametrize(
    "board",
    [GridBoard.from_moves("4453"), GridBoard.from_moves("b2", TICTACTOE), Nim((2, 3)), Relay(9)],
    ids=["connect four", "tic-tac-toe", "nim", "no hash"],
)
def test_every_iteration_goes_down_the_best_line_of_the_one_before(board):
    events: list[Event] = []
    deepening(board, 5, listener=events.append)
    found = iterations(events)
    assert [depth for depth, _ in found] == [1, 2, 3, 4, 5]
    for depth, line in found[1:]:
        before = deepening(board, depth - 1).line
        assert tuple(line[: len(before)]) == before


@pytest.mark.parametrize("nodes", [1, 2, 5, 8, 9, 30, 100, 101, 640, 100_000])
def test_a_limit_leaves_the_answer_of_the_last_whole_iteration(nodes):
    board = GridBoard(CFOUR)
    whole = [deepening(board, depth) for depth in range(1, 5)]
    part = deepening(board, 4, limit=Limit(nodes=nodes))
    assert part.nodes == min(nodes, whole[-1].nodes)
    assert part.complete == (nodes >= whole[-1].nodes)
    finished = [decision for decision in whole if decision.nodes <= nodes]
    if finished:
        expected = finished[-1]
        assert (part.depth, part.move, part.value) == (expected.depth, expected.move, expected.value)
        assert (part.values, part.line) == (expected.values, expected.line)
    else:
        assert part.move in board.legal_moves


def test_deepening_costs_little_more_than_its_last_iteration():
    board = GridBoard(CFOUR)
    assert deepening(board, 6).nodes == 10_667
    assert alphabeta(board, 6).nodes == 9_037


def test_every_evaluator_has_a_hash():
    assert len({hash(judge) for judge in EVALUATORS.values()}) == len(EVALUATORS)
