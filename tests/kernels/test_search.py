"""What the search promises besides values: node counts, stops and limits, threads, a table that never lies."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from plyground.kernels import exact
from tests.waiting import PATIENCE, wait_until

CONNECT_FOUR = exact.Setup(7, 6, 4)


def play(setup: exact.Setup, moves: str) -> tuple[int, int]:
    """(stones of the side to move, all stones) after columns written from 1."""
    sides, stones = [0, 0], setup.blocked
    for ply, letter in enumerate(moves):
        column = int(letter, 36) - 1
        row = next(r for r in range(setup.height) if not stones >> (column * setup.stride + r) & 1)
        bit = 1 << (column * setup.stride + row)
        sides[ply % 2] |= bit
        stones |= bit
    return sides[len(moves) % 2], stones


def position(setup: exact.Setup, moves: str) -> exact.Questions:
    positions = exact.new_questions(1)
    exact.put_question(positions, 0, *play(setup, moves))
    return positions


def random_positions(setup: exact.Setup, count: int, left: int, seed: int) -> exact.Questions:
    """Positions with `left` free cells from random play in which nobody ever completes a line."""
    chance = random.Random(seed)
    positions = exact.new_questions(count)
    found = 0
    while found < count:
        sides, stones = [0, 0], setup.blocked
        for ply in range(setup.cells - left):
            moves = []
            for column in range(setup.width):
                free = ~stones >> (column * setup.stride) & ((1 << setup.height) - 1)
                bit = (free & -free) << (column * setup.stride)
                if bit and not has_line(setup, sides[ply % 2] | bit):
                    moves.append(bit)
            if not moves:
                break
            move = chance.choice(moves)
            sides[ply % 2] |= move
            stones |= move
        else:
            exact.put_question(positions, found, sides[(setup.cells - left) % 2], stones)
            found += 1
    return positions


OPENINGS = ("444444132", "4444332126", "3344556123", "4453122167", "1234567321", "2233554411")


def openings() -> exact.Questions:
    """Positions from quiet play that take some searching."""
    return np.concatenate([position(CONNECT_FOUR, moves) for moves in OPENINGS])


def same_values(these: exact.Answers, those: exact.Answers) -> None:
    for bound in ("lower", "upper"):
        np.testing.assert_array_equal(these[bound], those[bound])


def has_line(setup: exact.Setup, stones: int) -> bool:
    for step in (1, setup.stride - 1, setup.stride, setup.stride + 1):
        run = stones
        for _ in range(setup.connect - 1):
            run = stones & (run >> step)
        if run:
            return True
    return False


def alpha_beta(setup: exact.Setup, me: int, other: int, alpha: int, beta: int) -> int:
    """Textbook alpha-beta on Python's integers; knows nothing but the rules."""
    stones = me | other | setup.blocked
    count = (me | other).bit_count()
    moves = []
    for column in range(setup.width):
        for row in range(setup.height):
            bit = 1 << (column * setup.stride + row)
            if not stones & bit:
                moves.append(bit)
                break
    if not moves:
        return 0
    for move in moves:
        if has_line(setup, me | move):
            return (setup.cells + 2 - (count + 1)) // 2
    for move in moves:
        alpha = max(alpha, -alpha_beta(setup, other, me | move, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def cells(setup_height: int, *named: tuple[int, int]) -> int:
    return sum(1 << (column * (setup_height + 1) + row) for column, row in named)


LARGER = [
    exact.Setup(7, 6, 4),
    exact.Setup(9, 6, 4),
    exact.Setup(8, 7, 4),
    exact.Setup(5, 12, 4),
    exact.Setup(12, 4, 4),
    exact.Setup(10, 6, 4),
    exact.Setup(8, 8, 4),
    exact.Setup(9, 7, 4),
    exact.Setup(12, 9, 4),
    exact.Setup(6, 5, 3),
    exact.Setup(7, 6, 5),
    exact.Setup(10, 6, 5),
    exact.Setup(3, 15, 4),
    exact.Setup(2, 31, 3),
    exact.Setup(1, 20, 4),
    exact.Setup(16, 3, 3),
    exact.Setup(7, 6, 4, cells(6, (3, 0), (3, 3))),
    exact.Setup(7, 6, 4, cells(6, (0, 5), (2, 2), (6, 1))),
    exact.Setup(9, 6, 4, cells(6, (4, 1))),
    exact.Setup(12, 9, 4, cells(9, (5, 4))),
]


@pytest.mark.parametrize("setup", LARGER, ids=lambda s: f"{s.width}x{s.height}-{s.connect}-{s.blocked:x}")
def test_endgames_of_larger_boards(setup: exact.Setup) -> None:
    positions = random_positions(setup, 15, min(7, setup.cells - 2), setup.bits)
    table = exact.Table(setup, 1)
    results = exact.solve_positions(setup, table, positions)
    for answer, question in zip(results, positions, strict=True):
        me, stones = (int(words[0]) | int(words[1]) << 64 for words in (question["mover"], question["stones"]))
        other = stones & ~me & ~setup.blocked
        assert answer["lower"] == answer["upper"] == alpha_beta(setup, me, other, -99, 99)


def test_switches_change_the_effort_but_never_the_value() -> None:
    positions = openings()
    efforts = {}
    for name, flag in {"none": 0, **exact.IDEAS}.items():
        table = exact.Table(CONNECT_FOUR, 8)
        results = exact.solve_positions(CONNECT_FOUR, table, positions, clear_each=True, ideas=exact.ALL_IDEAS & ~flag)
        efforts[name] = results
        same_values(results, efforts["none"])
    for name in ("evens", "zugzwang", "probes", "chains", "far-windows", "threat-order", "chain-order"):
        assert (efforts[name]["nodes"] != efforts["none"]["nodes"]).any(), name


def test_same_nodes_from_a_cleared_table() -> None:
    positions = openings()
    table = exact.Table(CONNECT_FOUR, 8)
    first = exact.solve_positions(CONNECT_FOUR, table, positions, clear_each=True)
    second = exact.solve_positions(CONNECT_FOUR, table, positions, clear_each=True)
    np.testing.assert_array_equal(first, second)
    kept = exact.solve_positions(CONNECT_FOUR, table, positions)
    again = exact.solve_positions(CONNECT_FOUR, table, positions)
    same_values(kept, first)
    assert again["nodes"].sum() < first["nodes"].sum()


def test_first_moves_of_smaller_boards() -> None:
    outcomes = {(4, 4): 0, (5, 4): 0, (6, 4): -1, (4, 5): 0, (5, 5): 0, (7, 4): 0}
    for (width, height), outcome in outcomes.items():
        setup = exact.Setup(width, height, 4)
        result = exact.solve_positions(setup, exact.Table(setup, 16), position(setup, ""))[0]
        assert np.sign(result["lower"]) == np.sign(result["upper"]) == outcome
        assert result["complete"]


def test_games_without_gravity() -> None:
    outcomes = {(3, 3, 3): 0, (4, 3, 3): 1, (4, 4, 3): 1, (4, 4, 4): 0, (5, 3, 3): 1}
    for (width, height, connect), outcome in outcomes.items():
        setup = exact.Setup(width, height, connect, gravity=False)
        result = exact.solve_positions(setup, exact.Table(setup, 16), exact.new_questions(1))[0]
        assert np.sign(result["lower"]) == np.sign(result["upper"]) == outcome


def test_node_limit_leaves_true_bounds() -> None:
    solved = exact.solve_positions(CONNECT_FOUR, exact.Table(CONNECT_FOUR, 16), position(CONNECT_FOUR, "44444326"))[0]
    assert solved["complete"]
    for limit in (1, 50, 3000, 20000):
        table = exact.Table(CONNECT_FOUR, 16)
        result = exact.solve_positions(CONNECT_FOUR, table, position(CONNECT_FOUR, "44444326"), node_limit=limit)[0]
        assert result["lower"] <= solved["lower"] <= result["upper"]
        assert result["nodes"] <= limit
        assert result["complete"] == (result["lower"] == result["upper"])
        assert 0 <= result["move"] < 7


def test_stop_signal_ends_a_long_solve() -> None:
    signals = exact.Signals()
    table = exact.Table(CONNECT_FOUR, 16)
    rows: list[exact.Answers] = []
    exact.solve_positions(CONNECT_FOUR, table, position(CONNECT_FOUR, ""), node_limit=1)
    thread = threading.Thread(
        target=lambda: rows.append(
            exact.solve_positions(CONNECT_FOUR, table, position(CONNECT_FOUR, ""), signals=signals)
        )
    )
    thread.start()
    assert wait_until(lambda: signals.nodes >= 50_000)
    seen = signals.nodes
    signals.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert seen >= 50_000
    lower, upper, move, nodes, complete = rows[0][0].tolist()
    assert not complete
    assert lower <= 1 <= upper
    assert lower < upper
    assert nodes >= seen
    assert 0 <= move < 7


@pytest.mark.parametrize("setup", [CONNECT_FOUR, exact.Setup(7, 6, 4, two_words=True)], ids=["narrow", "wide"])
def test_two_threads_find_the_same_value(setup: exact.Setup) -> None:
    for moves in ("444444326", "4455326", "1234567123"):
        one = exact.solve_parallel(setup, exact.Table(setup, 16), position(setup, moves), threads=1)[0]
        two = exact.solve_parallel(setup, exact.Table(setup, 16), position(setup, moves), threads=2)[0]
        assert one["lower"] == one["upper"] == two["lower"] == two["upper"]
        assert two["complete"]


@pytest.mark.parametrize("setup", [CONNECT_FOUR, exact.Setup(7, 6, 4, two_words=True)], ids=["narrow", "wide"])
def test_a_tiny_table_hammered_by_threads_never_lies(setup: exact.Setup) -> None:
    """Many positions at once over a handful of buckets: entries are overwritten all the time, under every reader."""
    positions = random_positions(setup, 200, 18, 3)
    truth = exact.solve_positions(setup, exact.Table(setup, 16), positions)
    table = exact.Table(setup, 0.001)
    assert table.entries.size <= 256
    failures: list[str] = []

    def hammer(order: int) -> None:
        rows = np.random.default_rng(order).permutation(len(positions))
        results = exact.solve_positions(setup, table, positions[rows])
        if not all(np.array_equal(results[bound], truth[rows][bound]) for bound in ("lower", "upper")):
            failures.append(f"thread {order}")

    threads = [threading.Thread(target=hammer, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_clearing_forgets_even_after_all_generations() -> None:
    table = exact.Table(CONNECT_FOUR, 1)
    opening = openings()[:1]
    fresh = exact.solve_positions(CONNECT_FOUR, table, opening)["nodes"][0]
    assert fresh > 10
    for _ in range(70_000):
        table.clear()
    assert exact.solve_positions(CONNECT_FOUR, table, opening)["nodes"][0] == fresh
