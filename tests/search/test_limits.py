"""Depth, nodes, time, cancel and Ctrl-C: a search ends when it is told to, with a legal move."""

from __future__ import annotations

import _thread
import gc
import itertools
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from plyground import CFOUR, GOMOKU, Game, GridBoard, Limit
from plyground.errors import LimitError
from plyground.grid import SEGMENTS
from plyground.search import alphabeta, deepening, find_best_move, flat_monte_carlo, minimax, uct
from tests.waiting import PATIENCE, CancelAfter, When

DEPTH_FIRST = [minimax, alphabeta]
ENDLESS = {
    "minimax": lambda board, **how: minimax(board, 40, **how),
    "alphabeta": lambda board, **how: alphabeta(board, 40, **how),
    "deepening": lambda board, **how: deepening(board, 40, **how),
    "flat": lambda board, **how: flat_monte_carlo(board, 10**9, **how),
    "uct": lambda board, limit=None, **how: uct(
        board, Limit(time=limit.time if limit else None, playouts=10**12), **how
    ),
}


@pytest.mark.parametrize("search", [*DEPTH_FIRST, deepening])
@pytest.mark.parametrize("depth", [0, -1, 513, 2.5, None])
def test_depths_out_of_range_are_refused(search, depth):
    with pytest.raises(LimitError, match=f"depth is {depth}; it has to be between 1 and 512"):
        search(GridBoard(CFOUR), depth)


def test_a_depth_below_zero_is_refused_after_the_move_too():
    with pytest.raises(LimitError, match="the depth is -1; it has to be a whole number, 0 or more"):
        find_best_move(GridBoard(CFOUR), -1)
    with pytest.raises(LimitError, match=r"the depth is 2\.5"):
        find_best_move(GridBoard(CFOUR), 2.5)  # type: ignore[arg-type]
    assert find_best_move(GridBoard.from_moves("112233"), 0) == 3


@pytest.mark.parametrize("search", DEPTH_FIRST)
def test_the_deepest_depth_fits_the_stack(search):
    # A large board, so that the recursion really goes down all the way.
    board = GridBoard(GOMOKU.parse("32x32 connect=32 gravity=no"))
    decision = search(board, 512, lambda board, side: 0, limit=Limit(nodes=600))
    assert decision.nodes == 600


@pytest.mark.parametrize("search", [*DEPTH_FIRST, deepening])
def test_the_limit_can_only_lower_the_depth(search):
    board = GridBoard(CFOUR)
    assert search(board, 4, limit=Limit(depth=2)).depth == 2
    assert search(board, 2, limit=Limit(depth=4)).depth == 2
    with pytest.raises(LimitError):
        search(board, 4, limit=Limit(depth=0))


@pytest.mark.parametrize(
    ("search", "limit", "says"),
    [
        (uct, Limit(depth=3), "uct takes no depth, and the limit says depth=3; it takes time, nodes, playouts"),
        (uct, Limit(time=1, depth=3), "uct takes no depth"),
        (flat_monte_carlo, Limit(depth=3), "flat Monte Carlo takes no depth"),
        (flat_monte_carlo, Limit(nodes=9), "takes no nodes, and the limit says nodes=9; it takes time, playouts"),
    ],
)
def test_limits_without_effect_are_refused(search, limit, says):
    with pytest.raises(LimitError, match=says):
        search(GridBoard(CFOUR), limit=limit)


@pytest.mark.parametrize("nodes", [1, 2, 3, 57, 63, 64, 65, 400, 1000])
@pytest.mark.parametrize("search", DEPTH_FIRST)
def test_a_limit_on_nodes_is_kept_to_the_node(search, nodes):
    board = GridBoard.from_moves("4453")
    whole = search(board, 4)
    part = search(board, 4, limit=Limit(nodes=nodes))
    assert part.nodes == min(nodes, whole.nodes)
    assert part.complete == (nodes >= whole.nodes)
    assert part.move in board.legal_moves
    assert part.values.items() <= whole.values.items()
    # The best of what was finished.
    if part.values:
        assert part.value == max(part.values.values())
        assert part.values[part.move] == part.value
    else:
        assert (part.move, part.value) == (board.legal_moves[0], None)


@pytest.mark.parametrize("name", ENDLESS)
def test_time_ends_it(name):
    board = GridBoard(CFOUR)
    began = time.thread_time()
    decision = ENDLESS[name](board, limit=Limit(time=0.2))
    # Its own work, which other programs do not add to.
    assert time.thread_time() - began < 5
    assert decision.seconds >= 0.2
    assert decision.move in board.legal_moves
    assert decision.complete == (name == "uct")  # time is how UCT ends


@pytest.mark.parametrize("name", ENDLESS)
def test_a_cancel_ends_it(name):
    board = GridBoard(CFOUR)
    decision = ENDLESS[name](board, cancel=CancelAfter(100))
    assert decision.move in board.legal_moves
    assert not decision.complete
    at_once = ENDLESS[name](board, cancel=CancelAfter(1))
    assert at_once.move == board.legal_moves[0]
    assert at_once.value is None
    assert not at_once.complete


def test_a_cancel_ends_parallel_work_too():
    finished = threading.Event()

    class Telling(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):
            future = super().submit(fn, *args, **kwargs)
            future.add_done_callback(lambda _future: finished.set())
            return future

    # The search asks before it has heard of the first results: once more, and they are counted.
    asked = CancelAfter(2)
    cancel = When(lambda: finished.is_set() and asked.is_set())
    with Telling(2) as executor:
        decision = flat_monte_carlo(GridBoard(CFOUR), 10**9, executor=executor, cancel=cancel)
    assert not decision.complete
    assert decision.playouts > 0


@pytest.mark.parametrize("name", ENDLESS)
def test_ctrl_c_leaves_the_game_as_it_was(name, monkeypatch):
    game = Game(GridBoard(CFOUR), [3, 3])
    before = game.board
    made, count = GridBoard.move, itertools.count()

    def move(board, column):
        if next(count) == 1000:
            _thread.interrupt_main()  # what the signal of Ctrl-C does
        return made(board, column)

    monkeypatch.setattr(GridBoard, "move", move)
    # The collector's callbacks, of Hypothesis for one, would swallow the interrupt.
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt):
            ENDLESS[name](game.board)
    finally:
        gc.enable()
        monkeypatch.undo()
    assert next(count) > 1000
    assert game.board is before
    assert game.play(3).moves == (3, 3, 3)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals between processes")
def test_ctrl_c_ends_a_program():
    import signal

    # It says so when it is in the middle of its search.
    program = (
        "import itertools\n"
        "from plyground import GridBoard\n"
        "from plyground.search import minimax\n"
        "count = itertools.count()\n"
        "def value(board, side):\n"
        "    if next(count) == 1000:\n"
        "        print('go', flush=True)\n"
        "    return 0\n"
        "minimax(GridBoard(), 40, value)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "go\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode != 0
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_a_search_without_limits_looks_at_no_clock_but_its_own():
    decision = minimax(GridBoard(CFOUR), 3, SEGMENTS)
    assert decision.complete
    assert decision.seconds > 0
