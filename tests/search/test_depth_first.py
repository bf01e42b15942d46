"""Minimax by its definition, alpha-beta by minimax, and the size of both."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from plyground import CFOUR, TICTACTOE, Board, Evaluator, GridBoard, Rules, Side
from plyground.board import SplitMix
from plyground.grid import EVALUATORS, OUTCOME, OutcomeValue
from plyground.search import alphabeta, find_best_move, minimax
from tests.search.naive_search import naive_count, plain_minimax

JUDGES: list[Evaluator] = [*EVALUATORS.values(), OutcomeValue(win=50, distance=True)]

# Rules, the fewest stones (so that a tree stays small), and the plies to search.
FAMILIES = {
    "classic": (CFOUR, 22, 4),
    "blocked": (Rules.parse("6x5 blocked=c1,d3,a5"), 8, 4),
    "no gravity": (Rules.parse("4x4 connect=3 gravity=no"), 8, 4),
    "tic-tac-toe": (TICTACTOE, 3, 6),
    "three": (Rules.parse("5x4 connect=3"), 5, 5),
    "blocked, no gravity": (Rules.parse("5x4 connect=4 gravity=no blocked=a1,d3"), 9, 4),
}
CHUNKS = range(4)
PER_CHUNK = 90


def random_positions(rules: Rules, fewest: int) -> Iterator[GridBoard]:
    """Open positions, each once, from random games."""
    random = SplitMix(20)
    seen: set[GridBoard] = set()
    while True:
        board = GridBoard(rules)
        length = fewest + random.below(rules.cells - fewest - 1)
        while board.count < length and not board.is_win:
            board = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        if not board.outcome.is_over and len(board.legal_moves) > 1 and board not in seen:
            seen.add(board)
            yield board


@cache
def positions(family: str, count: int = PER_CHUNK) -> list[GridBoard]:
    """The first of the random positions: those of the first chunk, unless told otherwise."""
    rules, fewest, _ = FAMILIES[family]
    return list(islice(random_positions(rules, fewest), count))


def test_there_are_enough_positions():
    assert len(FAMILIES) >= 5
    assert len(FAMILIES) * len(CHUNKS) * PER_CHUNK >= 2000
    assert all(depth >= 4 for _, _, depth in FAMILIES.values())


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.soak) for chunk in CHUNKS[1:])])
@pytest.mark.parametrize("family", FAMILIES)
def test_alphabeta_equals_minimax(family, chunk):
    depth = FAMILIES[family][2]
    boards = positions(family, (chunk + 1) * PER_CHUNK)[chunk * PER_CHUNK :]
    assert len(set(boards)) == PER_CHUNK
    telling = cheaper = 0
    for number, board in enumerate(boards):
        judge = cache(JUDGES[number % len(JUDGES)])  # both searches meet the same positions, in many orders of moves
        full = minimax(board, depth, judge)
        cut = alphabeta(board, depth, judge)
        assert (cut.value, cut.move) == (full.value, full.move)
        assert cut.values.items() <= full.values.items()
        assert cut.values[cut.move] == cut.value
        assert cut.nodes <= full.nodes
        telling += len(set(full.values.values())) > 1
        cheaper += cut.nodes < full.nodes
    assert telling > PER_CHUNK / 2, f"only {telling} of {PER_CHUNK} positions tell moves apart"
    assert cheaper > PER_CHUNK / 2


@pytest.mark.parametrize("family", FAMILIES)
def test_minimax_is_its_definition(family):
    for number, board in enumerate(positions(family)[:40]):
        judge = JUDGES[number % len(JUDGES)]
        decision = minimax(board, 3, judge)
        expected = {move: plain_minimax(board.move(move), 2, board.turn, judge) for move in board.legal_moves}
        assert decision.values == expected
        assert decision.value == max(expected.values())
        assert decision.move == next(move for move in board.legal_moves if expected[move] == decision.value)


@pytest.mark.parametrize("search", [minimax, alphabeta])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_line_leads_to_the_value(search, family):
    depth = FAMILIES[family][2]
    for board in positions(family)[:30]:
        decision = search(board, depth)
        end: Board = board
        for move in decision.line:
            end = end.move(move)
        assert decision.line[0] == decision.move
        assert end.outcome.is_over or len(decision.line) == depth
        assert end.evaluate(board.turn) == decision.value


# From the empty 7x6 board. A node is a position that the search enters, the root included, as often as it is
# entered; leaves (won, full or at the depth) count like all others.
NODES = {
    ("minimax", "segments", 4): 2801,
    ("minimax", "segments", 6): 137257,
    ("alphabeta", "segments", 4): 482,
    ("alphabeta", "segments", 6): 9037,
    ("alphabeta", "segments", 8): 154419,
    ("alphabeta", "position", 4): 1052,
    ("alphabeta", "position", 6): 13266,
    ("alphabeta", "position", 8): 186527,
}


@pytest.mark.parametrize(("algorithm", "evaluator", "depth"), NODES)
def test_node_counts_are_pinned_and_agree_with_a_naive_counter(algorithm, evaluator, depth):
    search = {"minimax": minimax, "alphabeta": alphabeta}[algorithm]
    decision = search(GridBoard(CFOUR), depth, cache(EVALUATORS[evaluator]))
    assert decision.nodes == NODES[algorithm, evaluator, depth]
    assert (decision.nodes, decision.value) == naive_count(evaluator, depth, algorithm == "alphabeta")


@pytest.mark.soak
def test_minimax_at_depth_eight_enters_every_position():
    # The sum of the published move paths to depth 8: a game of seven moves is the shortest that can end.
    paths = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert minimax(GridBoard(CFOUR), 8, OUTCOME).nodes == sum(paths)


def test_depth_counts_the_move_itself_and_the_source_counts_from_after_it():
    for board in islice(random_positions(CFOUR, 20), 10):
        for after in range(4):
            expected = minimax(board, after + 1).move
            assert find_best_move(board, after) == expected
            assert find_best_move(board, after, alphabeta) == expected
            assert find_best_move(board, after, minimax, OUTCOME) == minimax(board, after + 1, OUTCOME).move


def test_find_best_move_reports_to_a_listener():
    heard: list[object] = []
    find_best_move(GridBoard(TICTACTOE), 1, listener=heard.append)
    assert heard


def connect_four(columns: str, turn: Side = Side.SECOND) -> GridBoard:
    """The source's way to list a position: columns from the left, bottom up, black (B) first."""
    stones: dict[str, list[tuple[int, int]]] = {"B": [], "R": []}
    for column, text in enumerate(columns.split(" | ")):
        for row, stone in enumerate(text.replace("-", "")):
            stones[stone].append((column, row))
    return GridBoard.setup(CFOUR, stones["B"], stones["R"], turn)


@pytest.mark.parametrize("search", [minimax, alphabeta])
@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ("- | RB | BRBRB | BBRRB | RRB | - | -", 4),
        ("R | BR | BB | RBRR | BRB | RBB | -", 5),
        ("B | BR | BBRB | RBRR | BRB | R | -", 3),
        ("- | BRRBR | - | RBRR | BBBR | BBRB | -", 3),
        ("- | B | - | - | - | - | -", 3),
    ],
    ids=["win", "block", "hard", "late", "first answer"],
)
def test_the_published_positions(search, columns, expected):
    assert find_best_move(connect_four(columns), 3, search) == expected


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_when_every_move_loses_the_first_legal_one_is_played(search):
    # Two open ends for X, and every win infinitely good: nothing is better than minus infinity.
    board = GridBoard.setup(
        Rules.parse("5x3 connect=3 gravity=no"), [(1, 0), (2, 0), (1, 2), (2, 2)], [(0, 1)], Side.SECOND
    )
    decision = search(board, 2, EVALUATORS["openlines"])
    assert decision.value == -math.inf
    assert decision.move == decision.line[0] == board.legal_moves[0]
    assert decision.complete


class Relay(Board):
    """Ten counters, one to three at a time, but each side takes twice in a row; the last one wins.

    Turns that do not alternate, boards that do not compare by value, and a winner of its own.
    """

    def __init__(self, heap: int = 10, taken: int = 0, last: Side | None = None) -> None:
        self.heap, self.taken, self.last = heap, taken, last

    @property
    def turn(self) -> Side:
        return Side.FIRST if self.taken % 4 < 2 else Side.SECOND

    @property
    def legal_moves(self) -> list[int]:
        return [n for n in (1, 2, 3) if n <= self.heap]

    @property
    def is_win(self) -> bool:
        return self.heap == 0

    @property
    def winner(self) -> Side | None:
        return self.last if self.is_win else None

    def move(self, move: int, /) -> Relay:
        return Relay(self.heap - move, self.taken + 1, self.turn)

    def evaluate(self, side: Side, /) -> float:
        return 0 if not self.is_win else 1 if self.winner is side else -1


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_side_may_move_twice_in_a_row(search):
    for heap in range(1, 11):
        board = Relay(heap)
        expected = {
            m: plain_minimax(board.move(m), heap, Side.FIRST, lambda b, s: b.evaluate(s)) for m in board.legal_moves
        }
        decision = search(board, heap)
        assert decision.value == max(expected.values())
        assert expected[decision.move] == decision.value
