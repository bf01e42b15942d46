"""After `warm_up` nothing is left to compile, and every engine announces what it has to compile first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.cold import cold_environment
from tests.waiting import PATIENCE


def output_of(code: str, **environment: str) -> list[str]:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PLYGROUND_LANG": "en", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_nothing_is_left_to_compile() -> None:
    code = """
import gc
from numba.core.dispatcher import Dispatcher
from plyground.board import Limit, Side
from plyground.engines import warm_up
from plyground.game import Game
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules, random_rules
from plyground.kernels.compiled import KernelCache
from plyground.players import make_player
def loaded():
    found = (object for object in gc.get_objects() if isinstance(object, Dispatcher))
    kernels = (kernel for kernel in found if isinstance(kernel._cache, KernelCache))
    return {(kernel.py_func.__qualname__, str(types)) for kernel in kernels for types in kernel.overloads}
warm_up()
before = loaded()
boards = [CFOUR, TICTACTOE, random_rules(0), Rules(columns=14, rows=6, connect=4), Rules(columns=6, rows=6, connect=3)]
boards += [Rules(columns=8, rows=7, connect=5, gravity=False), Rules(columns=15, rows=15, connect=5, gravity=False)]
for rules in boards:
    for text in ("champion threads=1", "uct compiled=yes", "montecarlo compiled=yes", "alphabeta compiled=yes",
                 "deepening", "level1", "level6"):
        player, game = make_player(text), Game(GridBoard(rules))
        player.new_game(game, Side.FIRST)
        player.decide(game, Limit(depth=2, playouts=20, nodes=200))
print(len(before), *(loaded() - before))
"""
    assert output_of(code) == ["22"]


def test_every_engine_announces_before_its_game_begins(tmp_path: Path) -> None:
    """Each player in a process of its own, forked before anything is loaded."""
    code = """
import json, os
import plyground.engines
from plyground.board import Limit, Side
from plyground.game import Game
from plyground.grid import GridBoard
from plyground.players import make_player
from plyground.solver import on_compiling
for text in ("solver threads=1", "champion threads=1", "uct compiled=yes", "montecarlo compiled=yes",
             "alphabeta compiled=yes", "deepening", "level1", "level10", "alphabeta"):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        continue
    told = []
    on_compiling(told.append)
    player, game = make_player(text), Game(GridBoard.from_moves("44"))
    player.new_game(game, Side.FIRST)
    before = list(told)
    player.decide(game, Limit(depth=2, playouts=20, nodes=200))
    print(json.dumps([text, before, told[len(before):]]), flush=True)
    os._exit(0)
"""
    environment, _gate = cold_environment(tmp_path)
    told = {text: (before, later) for text, before, later in map(json.loads, output_of(code, **environment))}
    solver, champion = "compiling the solver, once;", "compiling the champion, once;"
    expected = {
        "solver threads=1": [solver],
        "champion threads=1": [champion, solver],
        "uct compiled=yes": ["compiling uct, once;"],
        "montecarlo compiled=yes": ["compiling Monte Carlo playouts, once;"],
        "alphabeta compiled=yes": ["compiling alpha-beta, once;"],
        "deepening": ["compiling deepening, once;"],
        "level1": ["compiling Monte Carlo playouts, once;"],
        "level10": [champion, solver],
        "alphabeta": [],
    }
    assert {text: [each.partition(";")[0] + ";" for each in before] for text, (before, _) in told.items()} == expected
    assert [later for _before, later in told.values()] == [[]] * len(expected), "a move waited for its kernel"
