"""One table for all: tiny ones, hammered from two threads, never change a value; nor does stopping anywhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import pytest

from plyground.board import Limit, Side, SplitMix
from plyground.grid import CFOUR, GridBoard, Rules
from plyground.kernels import exact
from plyground.search import alphabeta
from plyground.solver import Solver
from tests.solver.test_solver import endgame, exact_evaluator


def quiet(rules: Rules, seed: int, free: int) -> GridBoard | None:
    """A position of random play in which nobody hands the other a win at once, so that there is something to search."""
    draw = SplitMix(seed)
    board = GridBoard(rules)
    while rules.cells - board.count > free:
        after = [board.move(move) for move in board.legal_moves]
        safe = [b for b in after if not b.is_win and not b.threat_mask(b.turn) & b.reachable]
        if not safe:
            return None
        board = safe[draw.below(len(safe))]
    return board


def positions(rules: Rules, free: int, count: int) -> list[GridBoard]:
    found = (quiet(rules, seed, free) for seed in range(10**6))
    return list(islice((board for board in found if board is not None), count))


# Two words for a key take other entries, and other precautions: 10x6 needs them, 7x6 is made to use them.
@pytest.mark.parametrize(
    ("text", "free", "two_words"),
    [("7x6", 22, False), ("7x6", 22, True), ("10x6", 22, False), ("9x6 blocked=e4", 26, False)],
    ids=["7x6", "7x6 in two words", "10x6", "9x6 blocked"],
)
def test_two_threads_hammer_a_tiny_table(text: str, free: int, two_words: bool) -> None:
    rules = Rules.parse(text)
    boards = positions(rules, free, 25)
    words = Solver(rules, threads=1, table_mb=1)._questions(boards)
    setup = exact.Setup(rules.columns, rules.rows, rules.connect, blocked=rules.layout.blocked, two_words=two_words)
    alone = np.array(
        [exact.solve_positions(setup, exact.Table(setup, 8), words[i : i + 1])["lower"][0] for i in range(len(words))]
    )
    assert len(set(alone.tolist())) > 3
    table = exact.Table(setup, 0.0005)

    def hammer(seed: int) -> bool:
        for turn in range(4):
            order = np.random.default_rng(seed * 10 + turn).permutation(len(words))
            rows = exact.solve_positions(setup, table, words[order])
            if not (rows["lower"] == alone[order]).all() or not (rows["upper"] == alone[order]).all():
                return False
        return True

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(hammer, range(2))) == [True, True]


@pytest.mark.parametrize("threads", [1, 2])
def test_wherever_it_stops_the_bounds_hold(threads: int) -> None:
    board = GridBoard.from_moves("4444456656612177")
    truth = Solver(CFOUR, threads=1, table_mb=16).solve(board, line=False)
    assert truth.score is not None
    proven = 0
    for nodes in [1, 2, 3, 5, 8, 13, *(2**k for k in range(4, 20))]:
        solver = Solver(CFOUR, threads=threads, table_mb=1)
        solution = solver.solve(board, limit=Limit(nodes=nodes), line=False)
        assert solution.value.low <= truth.score <= solution.value.high
        assert solution.move is None or solution.move in board.legal_moves
        if solution.value.is_exact:
            proven += 1
            best = Solver(CFOUR, threads=1, table_mb=16).analyse(board).best
            assert solution.move in best
    assert 0 < proven < 22


@pytest.mark.parametrize("text", ["7x6", "9x6", "6x5", "7x6 blocked=d3", "5x4 connect=3 gravity=no"])
def test_unbalanced_stones_agree_with_the_textbook(text: str) -> None:
    """Any stones, whoever is to move: parity arguments must look at the cells, not at whose turn it should be."""
    rules = Rules.parse(text)
    solver = Solver(rules, threads=1, table_mb=1)
    checked, draw = 0, SplitMix(5)
    while checked < 25:
        board = endgame(rules, draw.below(10**9), 6 + draw.below(3) if rules.gravity else 6)
        if board is None:
            continue
        # Some stones change sides, and maybe the turn.
        sides: dict[Side, set[tuple[int, int]]] = {Side.FIRST: set(), Side.SECOND: set()}
        for side in Side:
            for cell in sorted(rules.layout.cells(board.stones(side))):
                sides[side if draw.below(4) else side.opposite].add(cell)
        turn = board.turn if draw.below(2) else board.turn.opposite
        board = GridBoard.setup(rules, first=sides[Side.FIRST], second=sides[Side.SECOND], turn=turn)
        if board.is_win or not board.legal_moves:
            continue
        assert solver.solve(board).score == alphabeta(board, 9, exact_evaluator).value, board
        checked += 1
