"""What the search promises besides values: node counts, stops and limits, threads, a table that never lies."""

from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest

from plyground.kernels.exact import solving, workspace

CONNECT_FOUR = solving.Setup(7, 6, 4)


def play(setup: solving.Setup, moves: str) -> tuple[int, int]:
    """(stones of the side to move, all stones) after columns written from 1."""
    sides, stones = [0, 0], setup.blocked
    for ply, letter in enumerate(moves):
        column = int(letter, 36) - 1
        row = next(r for r in range(setup.height) if not stones >> (column * setup.stride + r) & 1)
        bit = 1 << (column * setup.stride + row)
        sides[ply % 2] |= bit
        stones |= bit
    return sides[len(moves) % 2], stones


def position(setup: solving.Setup, moves: str) -> solving.Words:
    positions = solving.new_positions(1)
    solving.put_position(positions, 0, *play(setup, moves))
    return positions


def random_positions(setup: solving.Setup, count: int, left: int, seed: int) -> solving.Words:
    """Positions with `left` free cells from random play in which nobody ever completes a line."""
    chance = random.Random(seed)
    positions = solving.new_positions(count)
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
            solving.put_position(positions, found, sides[(setup.cells - left) % 2], stones)
            found += 1
    return positions


OPENINGS = ("444444132", "4444332126", "3344556123", "4453122167", "1234567321", "2233554411")


def openings() -> solving.Words:
    """Positions from quiet play that take some searching."""
    return np.concatenate([position(CONNECT_FOUR, moves) for moves in OPENINGS])


def has_line(setup: solving.Setup, stones: int) -> bool:
    for step in (1, setup.stride - 1, setup.stride, setup.stride + 1):
        run = stones
        for _ in range(setup.connect - 1):
            run = stones & (run >> step)
        if run:
            return True
    return False


def alpha_beta(setup: solving.Setup, me: int, other: int, alpha: int, beta: int) -> int:
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
    solving.Setup(7, 6, 4),
    solving.Setup(9, 6, 4),
    solving.Setup(8, 7, 4),
    solving.Setup(5, 12, 4),
    solving.Setup(12, 4, 4),
    solving.Setup(10, 6, 4),
    solving.Setup(8, 8, 4),
    solving.Setup(9, 7, 4),
    solving.Setup(12, 9, 4),
    solving.Setup(6, 5, 3),
    solving.Setup(7, 6, 5),
    solving.Setup(10, 6, 5),
    solving.Setup(3, 15, 4),
    solving.Setup(2, 31, 3),
    solving.Setup(1, 20, 4),
    solving.Setup(16, 3, 3),
    solving.Setup(7, 6, 4, cells(6, (3, 0), (3, 3))),
    solving.Setup(7, 6, 4, cells(6, (0, 5), (2, 2), (6, 1))),
    solving.Setup(9, 6, 4, cells(6, (4, 1))),
    solving.Setup(12, 9, 4, cells(9, (5, 4))),
]


@pytest.mark.parametrize("setup", LARGER, ids=lambda s: f"{s.width}x{s.height}-{s.connect}-{s.blocked:x}")
def test_endgames_of_larger_boards(setup: solving.Setup) -> None:
    positions = random_positions(setup, 15, min(7, setup.cells - 2), setup.bits)
    table = solving.Table(setup, 1)
    results = solving.solve_positions(setup, table, positions)
    for row, words in zip(results.tolist(), positions.tolist(), strict=True):
        me, stones = words[0] | words[1] << 64, words[2] | words[3] << 64
        other = stones & ~me & ~setup.blocked
        assert row[0] == row[1] == alpha_beta(setup, me, other, -99, 99)


def test_switches_change_the_effort_but_never_the_value() -> None:
    positions = openings()
    efforts = {}
    for name, flag in {"none": 0, **solving.FLAG_NAMES}.items():
        table = solving.Table(CONNECT_FOUR, 8)
        results = solving.solve_positions(
            CONNECT_FOUR, table, positions, clear_each=True, flags=solving.ALL_FLAGS & ~flag
        )
        efforts[name] = results
        np.testing.assert_array_equal(results[:, :2], efforts["none"][:, :2])
    for name in ("evens", "zugzwang", "probes", "chains", "far-windows", "threat-order", "chain-order"):
        assert (efforts[name][:, 3] != efforts["none"][:, 3]).any(), name


def test_same_nodes_from_a_cleared_table() -> None:
    positions = openings()
    table = solving.Table(CONNECT_FOUR, 8)
    first = solving.solve_positions(CONNECT_FOUR, table, positions, clear_each=True)
    second = solving.solve_positions(CONNECT_FOUR, table, positions, clear_each=True)
    np.testing.assert_array_equal(first, second)
    kept = solving.solve_positions(CONNECT_FOUR, table, positions)
    again = solving.solve_positions(CONNECT_FOUR, table, positions)
    np.testing.assert_array_equal(kept[:, :2], first[:, :2])
    assert again[:, 3].sum() < first[:, 3].sum()


def test_first_moves_of_smaller_boards() -> None:
    outcomes = {(4, 4): 0, (5, 4): 0, (6, 4): -1, (4, 5): 0, (5, 5): 0, (7, 4): 0}
    for (width, height), outcome in outcomes.items():
        setup = solving.Setup(width, height, 4)
        result = solving.solve_positions(setup, solving.Table(setup, 16), position(setup, ""))[0]
        assert np.sign(result[0]) == np.sign(result[1]) == outcome
        assert result[4] == 1


def test_games_without_gravity() -> None:
    outcomes = {(3, 3, 3): 0, (4, 3, 3): 1, (4, 4, 3): 1, (4, 4, 4): 0, (5, 3, 3): 1}
    for (width, height, connect), outcome in outcomes.items():
        setup = solving.Setup(width, height, connect, gravity=False)
        result = solving.solve_positions(setup, solving.Table(setup, 16), solving.new_positions(1))[0]
        assert np.sign(result[0]) == np.sign(result[1]) == outcome


def test_node_limit_leaves_true_bounds() -> None:
    solved = solving.solve_positions(CONNECT_FOUR, solving.Table(CONNECT_FOUR, 16), position(CONNECT_FOUR, "44444326"))[
        0
    ]
    assert solved[4] == 1
    for limit in (1, 50, 3000, 20000):
        table = solving.Table(CONNECT_FOUR, 16)
        result = solving.solve_positions(CONNECT_FOUR, table, position(CONNECT_FOUR, "44444326"), node_limit=limit)[0]
        assert result[0] <= solved[0] <= result[1]
        assert result[3] <= limit
        assert result[4] == (result[0] == result[1])
        assert 0 <= result[2] < 7


def test_stop_signal_ends_a_long_solve() -> None:
    signals = solving.new_signals()
    table = solving.Table(CONNECT_FOUR, 16)
    rows: list[solving.Numbers] = []
    solving.solve_positions(CONNECT_FOUR, table, position(CONNECT_FOUR, ""), node_limit=1)
    thread = threading.Thread(
        target=lambda: rows.append(
            solving.solve_positions(CONNECT_FOUR, table, position(CONNECT_FOUR, ""), signals=signals)
        )
    )
    thread.start()
    deadline = time.monotonic() + 60
    while signals[solving.SIGNAL_NODES] < 50_000 and time.monotonic() < deadline:
        time.sleep(0.01)
    seen = int(signals[solving.SIGNAL_NODES])
    signals[solving.SIGNAL_STOP] = 1
    thread.join(60)
    assert not thread.is_alive()
    assert seen >= 50_000
    lower, upper, move, nodes, complete = rows[0][0].tolist()
    assert complete == 0
    assert lower <= 1 <= upper
    assert lower < upper
    assert nodes >= seen
    assert 0 <= move < 7


@pytest.mark.parametrize("setup", [CONNECT_FOUR, solving.Setup(7, 6, 4, two_words=True)], ids=["narrow", "wide"])
def test_two_threads_find_the_same_value(setup: solving.Setup) -> None:
    for moves in ("444444326", "4455326", "1234567123"):
        mover, stones = play(setup, moves)
        one = solving.solve_parallel(setup, solving.Table(setup, 16), mover, stones, threads=1)
        two = solving.solve_parallel(setup, solving.Table(setup, 16), mover, stones, threads=2)
        assert one[0] == one[1] == two[0] == two[1]
        assert two[4] == 1


@pytest.mark.parametrize("setup", [CONNECT_FOUR, solving.Setup(7, 6, 4, two_words=True)], ids=["narrow", "wide"])
def test_a_tiny_table_hammered_by_threads_never_lies(setup: solving.Setup) -> None:
    """Many positions at once over a handful of buckets: entries are overwritten all the time, under every reader."""
    positions = random_positions(setup, 200, 18, 3)
    truth = solving.solve_positions(setup, solving.Table(setup, 16), positions)
    table = solving.Table(setup, 0.001)
    assert table.entries.size <= 256
    failures: list[str] = []

    def hammer(order: int) -> None:
        rows = np.random.default_rng(order).permutation(len(positions))
        results = solving.solve_positions(setup, table, positions[rows])
        if not np.array_equal(results[:, :2], truth[rows, :2]):
            failures.append(f"thread {order}")

    threads = [threading.Thread(target=hammer, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_clearing_forgets_even_after_all_generations() -> None:
    table = solving.Table(CONNECT_FOUR, 1)
    opening = openings()[:1]
    fresh = solving.solve_positions(CONNECT_FOUR, table, opening)[0, 3]
    assert fresh > 10
    for _ in range(70_000):
        table.clear()
    assert solving.solve_positions(CONNECT_FOUR, table, opening)[0, 3] == fresh


def test_slots_do_not_overlap() -> None:
    assert workspace.ROOT + workspace.CHILD <= workspace.FRAMES
    assert workspace.WITH_ABOVE + 128 <= workspace.ROOT
    assert workspace.SIGNAL_BUSY + (1 << workspace.BUSY_BITS) == workspace.SIGNAL_NODES
