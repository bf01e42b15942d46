"""The functions that `plyground` itself offers: nothing that is imported later may take their place."""

from __future__ import annotations

import subprocess
import sys

import plyground
from tests.waiting import PATIENCE

# A call of every function of the front door.
CALLS = {
    "analyse": "plyground.analyse('b2 a1 a2', rules='tictactoe')",
    "animate_svg": "plyground.animate_svg('4453')",
    "as_player": "plyground.as_player(max)",
    "draw_svg": "plyground.draw_svg('4453')",
    "explain": "plyground.explain('112233')",
    "hint": "plyground.hint('b2 a1 a2', rules='tictactoe')",
    "make_player": "plyground.make_player('random')",
    "match": "plyground.match('random', 'random', games=2, concurrency=1)",
    "play": "plyground.play(plyground.Game('tictactoe'), 'random', lambda board: board.legal_moves[0])",
    "puzzles": "plyground.puzzles(kind='draw')",
    "random_rules": "plyground.random_rules(1)",
    "review": "plyground.review('b2 a1 a2', rules='tictactoe')",
    "solve": "plyground.solve('b2 a1 a2', rules='tictactoe')",
    "tournament": "plyground.tournament(['random', 'winblock'], rules='tictactoe', concurrency=1)",
}

SCRIPT = """
import importlib, pkgutil
import plyground
for module in pkgutil.walk_packages(plyground.__path__, "plyground."):
    # What runs when it is imported, and the steps of the database, are no part of the library.
    if not module.name.endswith("__main__") and ".migrations" not in module.name:
        importlib.import_module(module.name)
for call in {calls!r}:
    print(call, *[type(eval(call)).__name__ for _ in range(2)], sep="\\t")
"""


def test_every_function_is_called_here():
    functions = {name for name in plyground.__all__ if name.islower() and callable(getattr(plyground, name))}
    assert set(CALLS) == functions


def test_no_room_hides_a_function(tmp_path):
    script = tmp_path / "twice.py"
    script.write_text(SCRIPT.format(calls=list(CALLS.values())), "utf-8")
    result = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert result.returncode == 0, result.stderr
    for line in result.stdout.splitlines():
        call, first, second = line.split("\t")
        assert first == second, call
    assert len(result.stdout.splitlines()) == len(CALLS)
