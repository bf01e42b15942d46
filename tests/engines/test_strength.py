"""How strong the champion is, and whether it keeps to its time and memory: minutes to hours, on an idle machine."""

from __future__ import annotations

import math
import statistics
import time
from functools import partial
from pathlib import Path

import pytest

from benchmarks.players import busy, pair_of
from plyground import GridBoard, Limit, Rules, random_rules
from plyground.board import SplitMix
from plyground.engines.champion import Champion
from plyground.engines.deepening import Deepening
from plyground.engines.uct import UCT
from plyground.executors import cores, local_executor
from plyground.grid import OUTCOME
from tests import naive

Mind = Champion | UCT


def paired(ours: str, theirs: str, pairs: int, workers: int) -> list[float]:
    """The score of each pair at 0.5 s a move: every random board twice, each side first once."""
    with local_executor(workers) as executor:
        return list(executor.map(partial(pair_of, ours, theirs, 0.5), range(pairs)))


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_beats_plain_uct_at_half_a_second() -> None:
    # It has one thread only, and would have two: that is the harder match, and takes half the time.
    scores = paired("champion, one thread", "plain UCT", 100, cores())
    assert statistics.fmean(scores) >= 0.75


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_two_threads_are_stronger_than_one() -> None:
    scores = paired("champion, two threads", "champion, one thread", 60, 1)
    margin = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
    assert statistics.fmean(scores) - margin > 0.5


def exact_value(board: GridBoard) -> int | None:
    """For the side to move; None if it cannot be had in time."""
    if board.outcome.is_over:
        return 0 if board.winner is None else -1
    decision = Deepening(OUTCOME).decide(board, Limit(nodes=20_000_000))
    if not decision.exact or decision.value is None:
        return None
    return int(math.copysign(1, decision.value)) if math.isinf(decision.value) else 0


def endings(count: int, seed: int) -> list[tuple[GridBoard, dict[int, int]]]:
    """Positions of 8x7 with 18 to 24 free cells whose moves differ in outcome, with the value of every move."""
    found: list[tuple[GridBoard, dict[int, int]]] = []
    rules, random = Rules.parse("8x7 connect=4"), SplitMix(seed)
    while len(found) < count:
        board, free = GridBoard(rules), 18 + random.below(7)
        while board.free.bit_count() > free and not board.outcome.is_over:
            board = board.move(board.legal_moves[random.below(len(board.legal_moves))])
        if board.outcome.is_over:
            continue
        after = {move: exact_value(board.move(move)) for move in board.legal_moves}
        values = {move: -value for move, value in after.items() if value is not None}
        if len(values) == len(after) and len(set(values.values())) > 1:
            found.append((board, values))
    return found


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_keeps_the_value_of_endings_without_a_solver() -> None:
    positions = endings(300, 7)
    kept = 0
    for board, values in positions:
        decision = Champion(exact=False).decide(board, Limit(time=1.0))
        kept += values[decision.move] == max(values.values())
        exact = Champion().decide(board, Limit(time=1.0))
        assert values[exact.move] == max(values.values())
    assert kept >= 270


def test_keeps_the_value_of_a_few_endings_in_a_moment() -> None:
    for board, values in endings(5, 1):
        decision = Champion(threads=1, exact=False).decide(board, Limit(playouts=150_000))
        assert values[decision.move] == max(values.values())


def lateness(moves: int) -> list[float]:
    """How long after their limits moves came, the latest last."""
    late: list[float] = []
    random, seed = SplitMix(3), 0
    mind = Champion()
    mind.decide(GridBoard(random_rules(0)), Limit(time=0.1))
    while len(late) < moves:
        seed += 1
        board = GridBoard(random_rules(seed))
        mind.reset()
        while not board.outcome.is_over and len(late) < moves:
            seconds = 0.1 + 0.9 * random.unit()
            began = time.perf_counter()
            decision = mind.decide(board, Limit(time=seconds))
            late.append(time.perf_counter() - began - seconds)
            board = board.move(decision.move)
    return sorted(late)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ends_its_moves_in_time_on_an_idle_machine() -> None:
    assert lateness(1000)[998] <= 0.05


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ends_its_moves_in_time_beside_a_busy_process_on_every_core() -> None:
    with busy(cores()):
        assert lateness(1000)[989] <= 0.15


def resident() -> float:
    """Megabytes in memory now."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads Linux's /proc")
@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_memory_stays_where_it_was(games: int) -> None:
    champion = Champion(threads=2)

    def same_games() -> None:
        for seed in range(games):
            board = GridBoard(random_rules(seed))
            champion.reset()
            while not board.outcome.is_over:
                board = board.move(champion.decide(board, Limit(playouts=1000)).move)

    # Two rounds load the kernels and touch the graph, the solver's table and the allocator's arenas.
    same_games()
    same_games()
    before = resident()
    same_games()
    same_games()
    assert resident() - before < 50


@pytest.mark.parametrize("games", [20, pytest.param(60, marks=pytest.mark.soak)])
def test_plays_by_the_naive_rules(games: int) -> None:
    """Quick games on random rules of every kind; the other judge says what may be played and who has won."""
    random = SplitMix(11)
    for number in range(games):
        columns, rows = 1 + random.below(9), 1 + random.below(9)
        cells = [(column, row) for column in range(columns) for row in range(rows)]
        blocked = {cells[random.below(len(cells))] for _ in range(random.below(4))}
        if len(blocked) == len(cells):
            continue
        rules = Rules(columns=columns, rows=rows, connect=2 + random.below(4), gravity=number % 4 > 0, blocked=blocked)
        board, judge = GridBoard(rules), naive.of_rules(rules)
        minds: list[Mind] = [Champion(seed=number, threads=1), UCT(seed=number)]
        while judge.outcome() == "open":
            move = minds[board.count % 2].decide(board, Limit(playouts=30)).move
            assert move in judge.legal_moves()
            board, judge = board.move(move), judge.play(move)
        assert board.outcome.value == judge.outcome()
